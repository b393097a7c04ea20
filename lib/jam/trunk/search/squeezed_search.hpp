// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Lattice searches in a container that is stretched by a small share (lattice/stretched_container.hpp), one after the other. Their squeezed
// packings are released (polish/squeezed_packings.hpp), and the populations are bred for what is left: of packings that keep as many boxes,
// those survive that would need least to keep one more.
//
// A search ends when its first population has had its time, 16 generations. The next one has other random numbers, and a larger container
// where that population lost no box, a smaller one where it lost more than one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "jam/core/philox.hpp"
#include "jam/core/streams.hpp"
#include "jam/trunk/lattice/lattice_search.hpp"
#include "jam/trunk/lattice/stretched_container.hpp"
#include "jam/trunk/polish/squeezed_packings.hpp"

namespace jam::trunk {

class SqueezedSearch {
 public:
  /// `walls`, what lattices fill of `container`, and that must outlive this. Errors as LatticeSearch.
  SqueezedSearch(const TriangleMesh& walls, const Container& container, LatticeOptions options, double corner_radius, int bound)
      : walls_(walls), container_(container), options_(std::move(options)), corner_radius_(corner_radius), stretch_(usual_stretch(bound)) {
    begin();
  }
  SqueezedSearch(const SqueezedSearch&) = delete;  // Its lattice search calls release().
  SqueezedSearch& operator=(const SqueezedSearch&) = delete;

  /// So many steps; `best_count` is the number of boxes of the best packing that lattices have found. False when nothing fits even into a
  /// stretched container, or a stop was requested.
  bool advance(int steps, int best_count, StopToken& stop) {
    found_.clear();
    best_count_ = best_count;
    if (search_->explored()) begin_next();
    bool open = true;
    for (int step = 0; step < steps && open && !search_->explored(); ++step) open = search_->advance(stop, false);
    if (stop.stop_requested()) return false;
    const BoxPacking& best = search_->best().packing;
    if (best.count() > most_squeezed_) {
      most_squeezed_ = best.count();
      if (found_.empty()) static_cast<void>(release({best}, stop));  // Loads come before a bracket ends.
    }
    if (stop.stop_requested()) return false;
    if (open || best.count() == 0) return open;
    begin_next();  // As many squeezed boxes as fit by volume.
    return true;
  }

  /// What the last advance() has found: legal as far as the polish can tell.
  [[nodiscard]] std::vector<BoxPacking>& found() { return found_; }
  /// Whether a first population has had some time.
  [[nodiscard]] bool explored() const {
    const Generation present = search_->generation();
    return number_ > 0 || present.era > 0 || (present.era == 0 && present.place >= first_generations);
  }
  [[nodiscard]] long long rounds() const { return earlier_rounds_ + search_->progress().rounds; }

  void write(io::StateWriter& state) const {
    io::write_all(state, number_, stretch_, most_squeezed_, most_left_, earlier_rounds_);
    search_->write(state);
  }
  void read(io::StateReader& state) {
    io::read_all(state, number_, stretch_, most_squeezed_, most_left_, earlier_rounds_);
    const bool possible = stretch_ > 0 && stretch_ <= stretch_limit && most_squeezed_ >= 0 && most_left_ >= 0 && earlier_rounds_ >= 0;
    if (!possible) io::fail_state("its stretched container is impossible");
    begin();
    search_->read(state);
  }

 private:
  void begin() {
    search_.reset();
    stretched_ = std::make_unique<StretchedContainer>(walls_, options_.fixed, stretch_);
    LatticeOptions options = options_;
    options.era_generations = generations;
    options.fixed = stretched_->fixed();
    options.assess = [this](const std::vector<BoxPacking>& packings, StopToken& stop) { return release(packings, stop); };
    if (number_ > 0) {
      RandomStream random(options_.seed, StreamId::squeezed_seed, 0, number_);
      const std::uint64_t high = random.next_u32();
      options.seed = high << 32 | random.next_u32();
    }
    search_ = std::make_unique<LatticeSearch>(stretched_->mesh(), options);
  }

  void begin_next() {
    constexpr double change = 1.25;
    const int lost = most_squeezed_ - most_left_;
    if (lost <= 0) stretch_ = std::min(stretch_ * change, stretch_limit);
    if (lost > 1) stretch_ /= change;
    most_squeezed_ = most_left_ = 0;
    earlier_rounds_ += search_->progress().rounds;
    ++number_;
    begin();
  }

  /// Of packings of the stretched container: what they are worth as legal ones. Those with enough boxes to be of use are found.
  [[nodiscard]] std::vector<int> release(const std::vector<BoxPacking>& stretched, StopToken& stop) {
    constexpr int hopeless = 2;  // Packings are given up where they are more than so many boxes behind the best one of this search, and
    constexpr int behind = 1;    // found where they are not more than so many behind the best one of lattices.
    std::vector<BoxPacking> packings;
    for (const BoxPacking& packing : stretched) packings.push_back(stretched_->squeezed(packing));
    for (BoxPacking& packing : packings) {
      for (PlacedBox& box : packing.boxes) box.corner_radius = corner_radius_;
    }
    const int floor = std::max(1, most_left_ - hopeless);
    if (!release_) release_.emplace(container_, options_.fixed);
    const std::vector<double> energies = release_->release(packings, floor, options_.thread_count, stop);
    const double scale = box_scale(options_.edge);
    std::vector<int> worths;
    for (std::size_t i = 0; i < packings.size(); ++i) {
      const int count = packings[i].count();
      worths.push_back(worth_of_box * std::max(count, floor - 1) + (count > 0 ? nearness(energies[i] / (scale * scale)) : 0));
      most_left_ = std::max(most_left_, count);
      if (count > 0 && count >= best_count_ - behind) found_.push_back(std::move(packings[i]));
    }
    best_count_ = std::max(best_count_, most_left_);
    return worths;
  }

  /// How near a packing was to one box more, in eighths of a box, from the energy that the polish left of it [mm^2, for
  /// litre boxes].
  [[nodiscard]] static int nearness(double energy) {
    constexpr double far = 10;  // Each eighth is a third of the one before.
    int eighths = 0;
    if (energy >= 0) {
      for (double limit = far; eighths < worth_of_box - 1 && energy < limit; limit /= 3) ++eighths;
    }
    return eighths;
  }

  static constexpr int generations = 16;  ///< Of a population.
  static constexpr int first_generations = 8;
  static constexpr double stretch_limit = 0.02;

  const TriangleMesh& walls_;
  const Container& container_;
  LatticeOptions options_;
  double corner_radius_;
  std::optional<SqueezedPackings> release_;  ///< Empty before the first squeezed packing: it reads all walls.
  double stretch_;
  std::uint32_t number_ = 0;  ///< Of the present search.
  std::unique_ptr<StretchedContainer> stretched_;
  std::unique_ptr<LatticeSearch> search_;
  std::vector<BoxPacking> found_;
  int best_count_ = 0;
  int most_squeezed_ = 0;         ///< Boxes of the present search's best squeezed packing,
  int most_left_ = 0;             ///< and of its best legal one.
  long long earlier_rounds_ = 0;  ///< Of the searches before the present one.
};

}  // namespace jam::trunk
