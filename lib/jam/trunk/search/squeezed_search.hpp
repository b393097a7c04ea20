// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Populations of squeezed packings: those of a lattice search in a container that is stretched by a small
// share (lattice/stretched_container.hpp). They are released (polish/squeezed_packings.hpp). Selection in a
// population: most boxes after the release; among equal numbers of boxes, the packings that would need least
// to keep one more.
//
// A population begins with the frames and the best packings of the search in the container as it is;
// comparing frames once more would take longer than all its generations. It ends when the number of boxes of
// its best released packing has not grown for 6 generations, or after 16. The next one has other random
// numbers and twice the rounds between two generations, up to 16 times. It begins with the results so far of
// the search in the container as it is. Its container is larger where this one lost one box or none, smaller
// where it lost more than two: basin hopping needs packings with a box or two too many.
//
// Packings with more boxes than any legal one that the polish has made nearly legal go on by basin hopping
// (basin_hopping.hpp): a turn of it follows the steps of a population, once the first one has had some time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "jam/core/draw_seed.hpp"
#include "jam/core/philox.hpp"
#include "jam/core/streams.hpp"
#include "jam/trunk/lattice/search.hpp"
#include "jam/trunk/lattice/stretched_container.hpp"
#include "jam/trunk/polish/squeezed_packings.hpp"
#include "jam/trunk/search/basin_hopping.hpp"
#include "jam/trunk/search/trunk_search.hpp"

namespace jam::trunk {

/// What a turn of lattices has found: legal, as far as a lattice or the polish can tell.
struct LatticeFind {
  BoxPacking packing;
  SearchPhase phase;  ///< `grid`, `lattice`, `squeezed` or `hopping`.

  /// Whether the polish left no room between its boxes.
  [[nodiscard]] bool squeezed() const {
    return phase == SearchPhase::squeezed || phase == SearchPhase::hopping;
  }
};

class SqueezedSearch {
 public:
  /// `walls`, what lattices fill of `container`, and that must outlive this. Errors as LatticeSearch.
  SqueezedSearch(const TriangleMesh& walls, const Container& container, LatticeOptions options,
                 double corner_radius, int bound, const BasinHopping::Turn& hopping_turn)
      : walls_(walls),
        container_(container),
        options_(std::move(options)),
        corner_radius_(corner_radius),
        hopping_turn_(hopping_turn),
        stretch_(usual_stretch(bound)) {}
  SqueezedSearch(const SqueezedSearch&) = delete;  // Its lattice search calls release().
  SqueezedSearch& operator=(const SqueezedSearch&) = delete;

  /// Takes `steps` steps of a population, and hops. A population begins with the results so far of `exact`,
  /// which has compared its frames. `best_count` is the number of boxes of the best packing that lattices
  /// have found, `reached` that of all searches. False when nothing fits even into a stretched container, or
  /// a stop was requested.
  bool advance(int steps, int best_count, int reached, const LatticeSearch& exact, StopToken& stop) {
    found_.clear();
    best_count_ = best_count;
    reached_ = reached;
    if (search_ != nullptr && is_over()) end();
    if (search_ == nullptr) {
      axis_ = shortest_axis(walls_, exact.best().frame.lattice.rotation);
      begin();
      search_->begin_from(exact, stop);
    }
    bool open = true;
    for (int step = 0; step < steps && open && !is_over(); ++step) open = search_->advance(stop, false);
    if (stop.stop_requested()) return false;
    if (!open && search_->best().packing.count() == 0) return false;
    if (!open) {  // As many squeezed boxes as fit by volume.
      if (const LatticeInstance* best = search_->best_instance(); best != nullptr)
        static_cast<void>(release({best}, stop));
      end();
    }
    hop(stop);
    return !stop.stop_requested();
  }

  /// What the last advance() has found: legal as far as the polish can tell.
  [[nodiscard]] std::vector<LatticeFind>& found() { return found_; }
  /// Whether a first population has had some time.
  [[nodiscard]] bool explored() const {
    return number_ > 0 || (search_ != nullptr && search_->generation().place >= first_generations);
  }
  [[nodiscard]] long long rounds() const {
    return earlier_rounds_ + (search_ == nullptr ? 0 : search_->progress().rounds);
  }

  void write(io::StateWriter& state) const {
    io::write_all(state, number_, stretch_, axis_, most_left_, gain_generation_, earlier_rounds_,
                  search_ != nullptr);
    if (search_ != nullptr) search_->write(state);
    state.write(hopping_.has_value());
    if (hopping_) hopping_->write(state);
  }
  void read(io::StateReader& state) {
    bool begun = false;
    io::read_all(state, number_, stretch_, axis_, most_left_, gain_generation_, earlier_rounds_, begun);
    const bool possible = stretch_ > 0 && stretch_ <= stretch_limit && is_unit_vector(axis_) &&
                          most_left_ >= 0 && gain_generation_ >= 0 && earlier_rounds_ >= 0;
    if (!possible) io::fail_state("its stretched container is impossible");
    if (begun) {
      begin();
      search_->read(state);
    }
    if (!state.read<bool>()) return;
    begin_releasing();
    hopping_->read(state);
  }

 private:
  void begin() {
    stretched_ = std::make_unique<StretchedContainer>(walls_, options_.fixed, stretch_, axis_);
    LatticeOptions options = options_;
    options.era_generations = generations + 1;
    options.first_rounds <<= std::min(number_, most_doublings);
    options.fixed = stretched_->fixed();
    options.assess = [this](const std::vector<const LatticeInstance*>& lattices, StopToken& stop) {
      return release(lattices, stop);
    };
    if (number_ > 0) {
      RandomStream random(options_.seed, StreamId::squeezed_seed, 0, number_);
      options.seed = draw_seed(random);
    }
    search_ = std::make_unique<LatticeSearch>(stretched_->mesh(), options);
  }

  /// Reads all walls, the first time.
  void begin_releasing() {
    if (release_) return;
    release_.emplace(container_, options_.fixed);
    hopping_.emplace(walls_, release_->walls(), options_.fixed, options_.edge, options_.seed);
  }

  [[nodiscard]] bool is_over() const {
    const int present = search_->generation().place;
    return present >= generations || present - gain_generation_ >= patience;
  }

  void end() {
    constexpr double change = 1.25;
    const int lost = search_->best().packing.count() - most_left_;
    if (lost < 2) stretch_ = std::min(stretch_ * change, stretch_limit);
    if (lost > 2) stretch_ /= change;
    most_left_ = gain_generation_ = 0;
    earlier_rounds_ += search_->progress().rounds;
    ++number_;
    search_.reset();
  }

  /// A turn of basin hopping, once populations have had some time: at first they gain faster.
  void hop(StopToken& stop) {
    if (!hopping_ || !explored()) return;
    hopping_->keep_above(reached_);
    if (hopping_->empty()) return;
    for (BoxPacking& packing : hopping_->advance(hopping_turn_, options_.thread_count, stop))
      found_.push_back({std::move(packing), SearchPhase::hopping});
  }

  /// The worth of packings of the stretched container as legal ones. Adds those with enough boxes to be of
  /// use to found_.
  [[nodiscard]] std::vector<int> release(const std::vector<const LatticeInstance*>& lattices,
                                         StopToken& stop) {
    constexpr int hopeless =
        2;  // Packings more than this number of boxes behind the best one of this population are given up.
    constexpr int behind =
        1;  // Packings at most this number of boxes behind the best one of lattices are found.
    std::vector<BoxPacking> packings;
    for (const LatticeInstance* lattice : lattices)
      packings.push_back(stretched_->squeezed(lattice->best_packing()));
    for (BoxPacking& packing : packings) {
      for (PlacedBox& box : packing.boxes) box.corner_radius = corner_radius_;
    }
    const int floor = std::max(1, most_left_ - hopeless);
    begin_releasing();
    std::vector<std::vector<NearlyLegal>> before =
        release_->release(packings, floor, options_.thread_count, stop);
    const double scale = box_scale(options_.edge);
    std::vector<int> worths;
    for (std::size_t i = 0; i < packings.size(); ++i) {
      const int count = packings[i].count();
      const bool near = count > 0 && !before[i].empty();
      worths.push_back(worth_of_box * std::max(count, floor - 1) +
                       (near ? nearness(before[i].back().energy / (scale * scale)) : 0));
      if (count > most_left_) most_left_ = count, gain_generation_ = search_->generation().place;
      if (count > 0 && count >= best_count_ - behind)
        found_.push_back({std::move(packings[i]), SearchPhase::squeezed});
      for (NearlyLegal& nearly_legal : before[i]) {
        if (nearly_legal.packing.count() > reached_)
          hopping_->offer(*lattices[i], stretched_->squeeze(), std::move(nearly_legal));
      }
    }
    best_count_ = std::max(best_count_, most_left_);
    return worths;
  }

  /// How near a packing was to one box more, in eighths of a box, from the energy that the polish left of it
  /// [mm^2, for litre boxes].
  [[nodiscard]] static int nearness(double energy) {
    constexpr double far = 10;  // Each eighth is a third of the one before.
    int eighths = 0;
    for (double limit = far; eighths < worth_of_box - 1 && energy < limit; limit /= 3) ++eighths;
    return eighths;
  }

  static constexpr int generations = 16;  ///< Generations of a population, at most.
  static constexpr int patience = 6;      ///< Generations without a gain.
  static constexpr std::uint32_t most_doublings =
      4;  ///< Doublings of the rounds between two generations, at most.
  static constexpr int first_generations =
      8;  ///< Generations after which the first population has had some time.
  static constexpr double stretch_limit = 0.02;  ///< Share [-].

  const TriangleMesh& walls_;
  const Container& container_;
  LatticeOptions options_;
  double corner_radius_;
  BasinHopping::Turn hopping_turn_;
  std::optional<SqueezedPackings> release_;  ///< Empty before the first squeezed packing.
  std::optional<BasinHopping> hopping_;      ///< The same.
  double stretch_;            ///< Stretch of the present population, or of the next one: share [-].
  Vec3d axis_{0, 0, 1};       ///< Axis across which the container of the present population is stretched.
  std::uint32_t number_ = 0;  ///< Number of the present population, or of the next one.
  std::unique_ptr<StretchedContainer> stretched_;  ///< Container of the present population.
  std::unique_ptr<LatticeSearch>
      search_;  ///< Search of the present population; null between two populations.
  std::vector<LatticeFind> found_;
  int best_count_ = 0;            ///< Argument of advance(), raised by what was found since.
  int reached_ = 0;               ///< Argument of advance().
  int most_left_ = 0;             ///< Boxes of the present population's best legal packing.
  int gain_generation_ = 0;       ///< Generation in which a packing with most_left_ boxes was first found.
  long long earlier_rounds_ = 0;  ///< Rounds of the populations before the present one.
};

}  // namespace jam::trunk
