// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The lattice searches of an island, in turns: one in the container as it is, and one for squeezed packings
// (squeezed_search.hpp), which begins with the packings of the first one, and reaches more boxes. Annealings
// grow further from the packings of the first one, which have room between their boxes; its plain grids are
// also the least that a search finds.
#pragma once

#include <vector>

#include "jam/trunk/lattice/search.hpp"
#include "jam/trunk/search/squeezed_search.hpp"

namespace jam::trunk {

/// Lattice packings that were examined already, by frame.
class SeenPackings {
 public:
  /// Whether the packing has more boxes than those seen before in its frame; if so, it is remembered.
  bool is_new(const LatticePacking& packing);

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
                double corner_radius, bool cpu_only);

  /// Takes `steps` steps of the search whose turn it is; `needed` as LatticeSearch::advance(). `reached`:
  /// boxes of the best packing of all searches. False when there is nothing left to do.
  bool advance(int steps, bool needed, int reached, StopToken& stop);

  /// Whether the first advance() has found a plain grid, and the rest of that turn follows.
  [[nodiscard]] bool has_only_grids() const { return exact_.has_only_grids(); }
  /// Packings that the last advance() has found: exact verification has to follow.
  [[nodiscard]] const std::vector<LatticeFind>& found() const { return found_; }
  /// Nearly legal packings with more boxes than any legal one.
  [[nodiscard]] std::vector<BoxPacking> nearly_legal() const { return squeezed_.nearly_legal(); }
  /// Boxes of the best packing found so far.
  [[nodiscard]] int best_count() const { return best_count_; }
  /// Whether frames were compared, and a first population has had its time, in both searches.
  [[nodiscard]] bool explored() const;
  /// Whether there are squeezed packings.
  [[nodiscard]] bool squeezes() const { return squeezed_open_; }
  [[nodiscard]] long long rounds() const { return exact_.progress().rounds + squeezed_.rounds(); }

  void write(io::StateWriter& state) const;
  void read(io::StateReader& state);

 private:
  /// Rounds of a turn of basin hopping: `box_rounds` divided by the number of boxes by volume, at least 1 and
  /// at most `most`. A polish moves all boxes, and a turn should not take longer where there are more.
  [[nodiscard]] int hop_rounds(int box_rounds, int most) const;

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
