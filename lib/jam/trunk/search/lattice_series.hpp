// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The lattice searches of an island, in turns: one in the container as it is, and one for squeezed packings
// (squeezed_search.hpp), which begins with what the first one has found, and reaches more boxes. Annealings
// grow further from the packings of the first one, which have room between their boxes; its plain grids are
// also the least that a search finds.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "jam/trunk/lattice/search.hpp"
#include "jam/trunk/search/squeezed_search.hpp"

namespace jam::trunk {

/// Lattice packings that were looked at already, by frame.
class SeenPackings {
 public:
  /// Whether the packing has more boxes than those seen before in its frame; if so, it is remembered.
  bool is_new(const LatticePacking& packing) {
    const Lattice& lattice = packing.frame.lattice;
    const Entry entry{lattice.rotation, lattice.origin, packing.packing.count()};
    const auto same = [&](const Entry& other) {
      return other.rotation == entry.rotation && other.origin == entry.origin;
    };
    const auto seen = std::find_if(entries_.begin(), entries_.end(), same);
    if (seen == entries_.end()) {
      entries_.push_back(entry);
    } else if (seen->count >= entry.count) {
      return false;
    } else {
      *seen = entry;
    }
    return true;
  }

  void write(io::StateWriter& state) const { state.write(entries_); }
  void read(io::StateReader& state) { entries_ = state.read_vector<Entry>(); }

 private:
  struct Entry {
    Quaterniond rotation;
    Vec3d origin;
    long long count;
  };
  static_assert(sizeof(Entry) == 8 * 8, "entries are written as they lie in memory: no gaps");
  std::vector<Entry> entries_;
};

class LatticeSeries {
 public:
  /// The search in the container as it is has all turns until it has compared its frames. Then both
  /// alternate; where no GPU anneals meanwhile (`cpu_only`), squeezed packings have all turns before, until a
  /// first population of them has had some time. Where more than 1000 boxes fit by volume there are none.
  /// `walls`, what lattices fill of `container`, and that must outlive this. Errors as LatticeSearch.
  LatticeSeries(const TriangleMesh& walls, const Container& container, const LatticeOptions& options,
                double corner_radius, bool cpu_only)
      : exact_(walls, options),
        squeezed_(walls, container, options, corner_radius, exact_.bound(),
                  cpu_only ? BasinHopping::Turn{2, 4, hop_rounds(4000, 10)}
                           : BasinHopping::Turn{4, 16, hop_rounds(1200, 2)}),
        cpu_only_(cpu_only),
        squeezed_open_(exact_.bound() <= squeezed_limit) {}

  /// Takes `steps` steps of the search whose turn it is; `needed` as LatticeSearch::advance(). `reached`:
  /// boxes of the best packing of all searches. False when there is nothing left to do.
  bool advance(int steps, bool needed, int reached, StopToken& stop) {
    found_.clear();
    bool open = true;  // Until the search in the container as it is has all boxes that fit by volume, or
                       // finds no frame.
    if (is_exact_turn()) {
      for (int step = 0; step < steps && open; ++step) open = exact_.advance(stop, needed);
      if (stop.stop_requested() && !needed) return false;
      for (const LatticePacking& packing : exact_.kept()) {
        // Plain grids come first: a lattice packing of no more boxes finds none.
        const bool grid = packing.packing.count() <= exact_.grid_count();
        if (seen_.is_new(packing))
          found_.push_back({packing.packing, grid ? SearchPhase::grid : SearchPhase::lattice});
      }
    } else {
      squeezed_open_ = squeezed_.advance(steps, best_count_, reached, exact_, stop);
      if (stop.stop_requested()) return false;
      for (LatticeFind& find : squeezed_.found()) found_.push_back(std::move(find));
    }
    for (const LatticeFind& find : found_) best_count_ = std::max(best_count_, find.packing.count());
    ++turns_;
    return open;
  }

  /// What the last advance() has found: exact verification has to follow.
  [[nodiscard]] const std::vector<LatticeFind>& found() const { return found_; }
  /// Boxes of the best packing found so far.
  [[nodiscard]] int best_count() const { return best_count_; }
  /// Whether frames were compared, and a first population has had its time, in both searches.
  [[nodiscard]] bool explored() const {
    return exact_.explored() && (!squeezed_open_ || squeezed_.explored());
  }
  /// Whether there are squeezed packings.
  [[nodiscard]] bool squeezes() const { return squeezed_open_; }
  [[nodiscard]] long long rounds() const { return exact_.progress().rounds + squeezed_.rounds(); }

  void write(io::StateWriter& state) const {
    io::write_all(state, turns_, best_count_, squeezed_open_);
    exact_.write(state);
    seen_.write(state);
    squeezed_.write(state);
  }
  void read(io::StateReader& state) {
    io::read_all(state, turns_, best_count_, squeezed_open_);
    if (turns_ < 0 || best_count_ < 0) io::fail_state("its lattice searches are impossible");
    exact_.read(state);
    seen_.read(state);
    squeezed_.read(state);
  }

 private:
  [[nodiscard]] bool is_exact_turn() const {
    if (!squeezed_open_ || !exact_.compared()) return true;
    if (cpu_only_ && !squeezed_.explored()) return false;
    return turns_ % 2 == 0;
  }

  /// Rounds of a turn of basin hopping: `box_rounds` divided by the number of boxes by volume, at least 1 and
  /// at most `most`. A polish moves all boxes, and a turn should not take longer where there are more.
  [[nodiscard]] int hop_rounds(int box_rounds, int most) const {
    return std::clamp(box_rounds / std::max(1, exact_.bound()), 1, most);
  }

  static constexpr int squeezed_limit = 1000;  ///< Boxes: a polish moves all, and looks at all pairs.

  LatticeSearch exact_;
  SeenPackings seen_;
  SqueezedSearch squeezed_;
  bool cpu_only_;
  bool squeezed_open_;
  std::vector<LatticeFind> found_;
  long long turns_ = 0;
  int best_count_ = 0;
};

}  // namespace jam::trunk
