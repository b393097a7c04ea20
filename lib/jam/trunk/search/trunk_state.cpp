// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/search/trunk_state.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "jam/core/error.hpp"

namespace jam::trunk {
namespace {

static_assert(sizeof(PlacedBox) == 11 * 8 + 2 * 4, "boxes are written as they lie in memory: no gaps");
static_assert(sizeof(BoxRow) == 12 * 8 + 2 * 4);
static_assert(sizeof(LatticeBox) == 4 * 2);
static_assert(sizeof(BoxOrientation) == 6 * 4);

constexpr int cell_limit = 32767;  ///< Of a lattice along an axis (covering_lattice).

}  // namespace

void fail_state(std::string_view what) {
  throw InputError("the checkpoint does not belong to this search: " + std::string(what) + ": resume with the options it was made with");
}

void put_tag(io::StateWriter& state, std::string_view tag) { state.put(tag); }

void take_tag(io::StateReader& state, std::string_view tag) {
  const std::string found = state.take_text();
  if (found != tag) fail_state("it is the state of " + found + ", not of " + std::string(tag));
}

void put_boxes(io::StateWriter& state, const std::vector<PlacedBox>& boxes) { state.put(boxes); }

std::vector<PlacedBox> take_boxes(io::StateReader& state) {
  std::vector<PlacedBox> boxes = state.take_vector<PlacedBox>();
  for (const PlacedBox& box : boxes) {
    const double sum = box.centre.x + box.centre.y + box.centre.z + box.edge.x + box.edge.y + box.edge.z + box.corner_radius +
                       box.rotation.w + box.rotation.x + box.rotation.y + box.rotation.z;
    if (!std::isfinite(sum)) fail_state("a box is nowhere");
  }
  return boxes;
}

void put_frame(io::StateWriter& state, const Frame& frame) {
  state.put(frame.lattice.rotation);
  state.put(frame.lattice.origin);
  state.put(frame.lattice.pitch);
  state.put(frame.lattice.cells);
  state.put(frame.lattice.clearance);
  state.put(frame.legal);
  state.put(frame.boxes);
}

Frame take_frame(io::StateReader& state) {
  Frame frame;
  Lattice& lattice = frame.lattice;
  lattice.rotation = state.take<Quaterniond>();
  lattice.origin = state.take<Vec3d>();
  lattice.pitch = state.take<Vec3d>();
  lattice.cells = state.take<CellVector>();
  lattice.clearance = state.take<double>();
  frame.legal = state.take<long long>();
  frame.boxes = state.take<int>();
  const CellVector& cells = lattice.cells;
  const bool sound = std::min({cells.x, cells.y, cells.z}) > 0 && std::max({cells.x, cells.y, cells.z}) <= cell_limit &&
                     std::min({lattice.pitch.x, lattice.pitch.y, lattice.pitch.z}) > 0;
  if (!sound) fail_state("a lattice has no cells");
  return frame;
}

void put_counters(io::StateWriter& state, const TrunkProgress& progress) {
  state.put(progress.phase);
  state.put(progress.present_count);
  for (const long long count : {progress.turns, progress.lattice_rounds, progress.annealing_rounds, progress.steps}) state.put(count);
  state.put(progress.least_depth);
}

void restore_counters(io::StateReader& state, TrunkProgress& progress) {
  progress.phase = state.take<SearchPhase>();
  progress.present_count = state.take<int>();
  for (long long* count : {&progress.turns, &progress.lattice_rounds, &progress.annealing_rounds, &progress.steps}) {
    *count = state.take<long long>();
  }
  progress.least_depth = state.take<double>();
}

}  // namespace jam::trunk
