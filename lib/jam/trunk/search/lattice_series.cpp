// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/search/lattice_series.hpp"

#include <algorithm>
#include <utility>

namespace jam::trunk {
namespace {

constexpr int squeezed_limit = 1000;  ///< Largest number of boxes: a polish moves all, and tests all pairs.

}  // namespace

bool SeenPackings::is_new(const LatticePacking& packing) {
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

LatticeSeries::LatticeSeries(const TriangleMesh& walls, const Container& container,
                             const LatticeOptions& options, double corner_radius, bool cpu_only)
    : exact_(walls, options),
      squeezed_(walls, container, options, corner_radius, exact_.bound(),
                cpu_only ? BasinHopping::Turn{2, 4, hop_rounds(4000, 10)}
                         : BasinHopping::Turn{4, 16, hop_rounds(1200, 2)}),
      cpu_only_(cpu_only),
      squeezed_open_(exact_.bound() <= squeezed_limit) {}

bool LatticeSeries::advance(int steps, bool needed, int reached, StopToken& stop) {
  found_.clear();
  bool open = true;  // Until the search in the container as it is has all boxes that fit by volume, or
                     // finds no frame.
  // Squeezed packings begin with the frames that the search in the container as it is has compared.
  const PhaseRow phases[] = {
      {SearchPhase::lattice, true, cpu_only_ && !squeezed_.explored() ? 0 : 1},
      {SearchPhase::squeezed, squeezed_open_ && exact_.compared(), 1},
  };
  if (phase_of_turn(phases, turns_) == SearchPhase::lattice) {
    for (int step = 0; step < steps && open; ++step) open = exact_.advance(stop, needed);
    if (stop.stop_requested() && !needed) return false;
    if (open && has_only_grids()) {
      found_.push_back({exact_.best().packing, SearchPhase::grid});
      return true;
    }
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

bool LatticeSeries::explored() const {
  return exact_.explored() && (!squeezed_open_ || squeezed_.explored());
}

void LatticeSeries::write(io::StateWriter& state) const {
  io::write_all(state, turns_, best_count_, squeezed_open_);
  exact_.write(state);
  seen_.write(state);
  squeezed_.write(state);
}

void LatticeSeries::read(io::StateReader& state) {
  io::read_all(state, turns_, best_count_, squeezed_open_);
  if (turns_ < 0 || best_count_ < 0) io::fail_state("its lattice searches are impossible");
  exact_.read(state);
  seen_.read(state);
  squeezed_.read(state);
}

int LatticeSeries::hop_rounds(int box_rounds, int most) const {
  return std::clamp(box_rounds / std::max(1, exact_.bound()), 1, most);
}

}  // namespace jam::trunk
