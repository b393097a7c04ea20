// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The state of a lattice search. It does not contain the free cells of containers: they follow from mesh and
// lattice, and are rebuilt, on all threads, before the first step.
#include <algorithm>
#include <utility>

#include "jam/trunk/lattice/search.hpp"
#include "jam/trunk/model/box_bytes.hpp"

namespace jam::trunk {
namespace {

static_assert(sizeof(LatticeBox) == 4 * 2, "written as they lie in memory: no gaps");
static_assert(sizeof(BoxOrientation) == 6 * 4);

constexpr int cell_limit = 32767;  ///< Largest number of cells of a lattice along an axis (covering_lattice).
constexpr double most_cells = 2147483648.0;  ///< Largest number of cells of a whole lattice.
constexpr long long round_limit = 1LL << 60;

void write_frame(io::StateWriter& state, const Frame& frame) {
  const Lattice& lattice = frame.lattice;
  io::write_all(state, lattice.rotation, lattice.origin, lattice.pitch, lattice.cells, lattice.clearance,
                frame.pitch, frame.window_words, frame.legal, frame.boxes);
}

Frame read_frame(io::StateReader& state) {
  Frame frame;
  Lattice& lattice = frame.lattice;
  io::read_all(state, lattice.rotation, lattice.origin, lattice.pitch, lattice.cells, lattice.clearance,
               frame.pitch, frame.window_words, frame.legal, frame.boxes);
  const CellVector& cells = lattice.cells;
  const bool sound = std::min({cells.x, cells.y, cells.z}) > 0 &&
                     std::max({cells.x, cells.y, cells.z}) <= cell_limit &&
                     static_cast<double>(cells.x) * cells.y * cells.z <= most_cells &&
                     std::min({lattice.pitch.x, lattice.pitch.y, lattice.pitch.z, frame.pitch.x,
                               frame.pitch.y, frame.pitch.z}) > 0;
  if (!sound) io::fail_state("a lattice has no cells");
  if (frame.window_words < 1 || frame.window_words > lattice_row_words_limit)
    io::fail_state("the windows of a lattice have no words");
  return frame;
}

/// A packing without boxes has no frame.
void write_lattice_packing(io::StateWriter& state, const LatticePacking& packing) {
  state.write(packing.packing.boxes);
  if (packing.packing.count() > 0) write_frame(state, packing.frame);
}

LatticePacking read_lattice_packing(io::StateReader& state) {
  LatticePacking packing;
  packing.packing.boxes = read_boxes(state);
  if (packing.packing.count() > 0) packing.frame = read_frame(state);
  return packing;
}

/// The number of items that follow.
int read_count(io::StateReader& state) {
  const int count = state.read<int>();
  if (count < 0) io::fail_state("a count is negative");
  return count;
}

}  // namespace

LatticeInstance::LatticeInstance(const FrameTask& task, io::StateReader& state)
    : frame_(read_frame(state)), edge_(task.edge) {
  io::read_all(state, number_, orientations_, boxes_, best_, rounds_, assessed_count_, worth_);
  const auto sound = [&](const BoxOrientation& orientation) {
    const CellVector& extent = orientation.extent;
    const int least = std::min({extent.x, extent.y, extent.z});
    const int most = std::max({(extent.x - 1) / frame_.window_words + 1, extent.y, extent.z});
    const auto [first, last] =
        std::minmax({orientation.edge_of_axis[0], orientation.edge_of_axis[1], orientation.edge_of_axis[2]});
    return least >= 1 && most <= lattice_extent_limit && first >= 0 && last <= 2;
  };
  const bool possible = !orientations_.empty() &&
                        static_cast<int>(orientations_.size()) <= lattice_orientation_limit &&
                        std::all_of(orientations_.begin(), orientations_.end(), sound) && rounds_ >= 0 &&
                        rounds_ <= round_limit && assessed_count_ >= -1 && worth_ >= 0;
  const auto known = [&](const LatticeBox& box) {
    return box.orientation >= 0 && box.orientation < std::ssize(orientations_);
  };
  if (!possible || !std::ranges::all_of(boxes_, known) || !std::ranges::all_of(best_, known))
    io::fail_state("an orientation of a box is impossible");
}

void LatticeInstance::write(io::StateWriter& state) const {
  write_frame(state, frame_);
  io::write_all(state, number_, orientations_, boxes_, best_, rounds_, assessed_count_, worth_);
}

void LatticeInstance::build_cells(ContainerCells cells) {
  container_ = std::move(cells);
  capacity_ = most_boxes();
  free_ = {};
  for (const std::vector<LatticeBox>* boxes : {&boxes_, &best_}) {
    BitGrid free = *container_;
    if (!take_cells(free, *boxes)) io::fail_state("a box has no place on its lattice");
  }
}

void LatticeSearch::write(io::StateWriter& state) const {
  state.write(static_cast<int>(frames_.size()));
  for (const Frame& frame : frames_) write_frame(state, frame);
  for (const Instances* group : {&instances_, &fine_, &elites_}) {
    state.write(static_cast<int>(group->size()));
    for (const auto& instance : *group) instance->write(state);
  }
  io::write_all(state, step_rounds_, step_done_, next_number_);
  write_lattice_packing(state, grid_);
  write_lattice_packing(state, best_);
  state.write(static_cast<int>(kept_.size()));
  for (const LatticePacking& packing : kept_) write_lattice_packing(state, packing);
  const LatticeProgress& p = progress_;
  io::write_all(state, p.bracket, p.packings, p.best_count, p.rotations_examined, p.rounds);
}

void LatticeSearch::read(io::StateReader& state) {
  frames_.clear();
  for (int left = read_count(state); left > 0; --left) frames_.push_back(read_frame(state));
  for (Instances* group : {&instances_, &fine_, &elites_}) {
    group->clear();
    for (int left = read_count(state); left > 0; --left)
      group->push_back(std::make_unique<LatticeInstance>(task({}), state));
  }
  io::read_all(state, step_rounds_, step_done_, next_number_);
  grid_ = read_lattice_packing(state);
  best_ = read_lattice_packing(state);
  kept_.clear();
  for (int left = read_count(state); left > 0; --left) kept_.push_back(read_lattice_packing(state));
  LatticeProgress& p = progress_;
  io::read_all(state, p.bracket, p.packings, p.best_count, p.rotations_examined, p.rounds);
  if (std::min({p.bracket, p.packings, p.best_count, p.rotations_examined}) < 0 || step_done_ < 0 ||
      step_done_ > step_rounds_ || (progress_.bracket > 0 && frames_.empty()))
    io::fail_state("its lattice search is at an impossible step");
  has_cells_ = instances_.empty() && fine_.empty() && elites_.empty();
}

void LatticeSearch::build_cells(StopToken& stop) {
  std::vector<LatticeInstance*> bare;
  std::vector<Lattice> lattices;
  for (const Instances* group : {&instances_, &fine_, &elites_}) {
    for (const auto& instance : *group) {
      bare.push_back(instance.get());
      lattices.push_back(instance->frame().lattice);
    }
  }
  std::vector<ContainerCells> cells = containers(lattices, stop);
  if (stop.stop_requested()) return;
  for (std::size_t k = 0; k < bare.size(); ++k) bare[k]->build_cells(std::move(cells[k]));
  has_cells_ = true;
}

}  // namespace jam::trunk
