// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/lattice/instance.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <utility>

#include "jam/core/philox.hpp"
#include "jam/core/streams.hpp"

namespace jam::trunk {

JAM_ISA_TABLE(LatticeRounds, lattice_rounds);

namespace {

constexpr long long rounds_between_stop_checks = 500;  ///< 25 ms.
constexpr int crossover_planes = 8;

/// Offset to add to a cell of `other` to get the nearest cell of `lattice`, which has the same pitch.
CellVector cells_between(const Lattice& lattice, const Lattice& other) {
  const Vec3d apart = other.origin - lattice.origin;
  return {static_cast<int>(std::lround(apart.x / lattice.pitch.x)),
          static_cast<int>(std::lround(apart.y / lattice.pitch.y)),
          static_cast<int>(std::lround(apart.z / lattice.pitch.z))};
}

}  // namespace

ContainerCells container_cells(const FrameTask& task, const Lattice& lattice) {
  return std::make_shared<const BitGrid>(free_cells_of(task, in_frame(task.mesh, lattice.rotation), lattice));
}

LatticeInstance::LatticeInstance(const FrameTask& task, const Frame& frame, std::uint32_t number,
                                 ContainerCells cells)
    : frame_(frame),
      edge_(task.edge),
      number_(number),
      orientations_(allowed_orientations(task, frame.lattice.rotation, frame.pitch, frame.window_words)),
      container_(std::move(cells)),
      capacity_(most_boxes()) {
  const int kinds = static_cast<int>(orientations_.size());
  const int starts = frame.lattice.clearance == lattice_tight_clearance ? kinds : 1;
  for (int start = 0; start < starts; ++start) {
    std::vector<int> order;
    for (int i = 0; i < kinds; ++i)
      order.push_back((static_cast<int>(number % static_cast<unsigned>(kinds)) + start + i) % kinds);
    BitGrid free = *container_;
    std::vector<LatticeBox> boxes;
    place_all(free, order, boxes);
    if (start == 0 || boxes.size() > best_.size()) best_ = boxes;
  }
  boxes_ = best_;
}

LatticeInstance::LatticeInstance(const FrameTask& task, const LatticeInstance& coarse, CellVector divide,
                                 std::uint32_t number, ContainerCells cells)
    : frame_(coarse.frame_),
      edge_(task.edge),
      number_(number),
      orientations_(coarse.orientations_),
      container_(std::move(cells)) {
  frame_.lattice = refined(coarse.frame_.lattice, divide);
  frame_.boxes = 0;
  // An edge may take fewer than twice the cells.
  const Vec3d pitch{frame_.pitch.x / divide.x, frame_.pitch.y / divide.y, frame_.pitch.z / divide.z};
  for (BoxOrientation& orientation : orientations_)
    orientation.extent = extent_of(task.edge, orientation.edge_of_axis, pitch);
  capacity_ = most_boxes();
  for (const LatticeBox& box : coarse.best_) {
    const LatticeBox fine{static_cast<std::int16_t>(box.x * divide.x),
                          static_cast<std::int16_t>(box.y * divide.y),
                          static_cast<std::int16_t>(box.z * divide.z), box.orientation};
    const CellVector extent = orientations_[fine.orientation].extent;
    // Cells of the coarse lattice that are free by a rounding error alone may hold fine cells that are not.
    if (container_->all_set({fine.x, fine.y, fine.z}, extent)) boxes_.push_back(fine);
  }
  best_ = boxes_;
}

LatticeInstance::LatticeInstance(const LatticeInstance& one, const LatticeInstance& other, const Frame& frame,
                                 ContainerCells cells, std::uint64_t seed, std::uint32_t number)
    : frame_(frame),
      edge_(one.edge_),
      number_(number),
      orientations_(one.orientations_),
      container_(std::move(cells)) {
  frame_.boxes = 0;
  capacity_ = most_boxes();
  RandomStream random(seed, StreamId::start, number, 0);
  for (int attempt = 0; attempt < crossover_planes; ++attempt) {
    const int axis = static_cast<int>(random.below(3));
    const CellVector size = container_->size();
    // In the middle half, so that both parents count.
    const int plane =
        size[axis] / 4 + static_cast<int>(random.below(static_cast<std::uint32_t>(size[axis] / 2 + 1)));
    BitGrid free = *container_;
    std::vector<LatticeBox> boxes;
    const auto add = [&](const LatticeInstance& parent, const auto& wanted) {
      const CellVector moved = cells_between(frame_.lattice, parent.frame_.lattice);
      for (const LatticeBox& box : parent.best_) {
        const CellVector at{box.x + moved.x, box.y + moved.y, box.z + moved.z};
        const CellVector extent = orientations_[box.orientation].extent;
        if (!wanted(at[axis], at[axis] + extent[axis]) || !free.all_set(at, extent)) continue;
        free.assign_block(at, extent, false);
        boxes.push_back({static_cast<std::int16_t>(at.x), static_cast<std::int16_t>(at.y),
                         static_cast<std::int16_t>(at.z), box.orientation});
      }
    };
    add(one, [&](int, int high) { return high <= plane; });
    add(other, [&](int low, int) { return low >= plane; });
    add(one, [](int, int) { return true; });
    add(other, [](int, int) { return true; });
    if (boxes.size() > best_.size()) best_ = std::move(boxes);
  }
  boxes_ = best_;
}

int LatticeInstance::most_boxes() const {
  const auto volume = [](const BoxOrientation& o) {
    return static_cast<long long>(o.extent.x) * o.extent.y * o.extent.z;
  };
  const BoxOrientation& smallest = *std::ranges::min_element(orientations_, {}, volume);
  return static_cast<int>(container_->count() / volume(smallest)) + 1;
}

void LatticeInstance::place_all(BitGrid& free, const std::vector<int>& order,
                                std::vector<LatticeBox>& boxes) const {
  for (const int kind : order) {
    const CellVector extent = orientations_[kind].extent;
    const BitGrid legal = legal_positions(free, extent);
    for (int z = 0; z < legal.size().z; ++z) {
      for (int y = 0; y < legal.size().y; ++y) {
        for (int i = 0; i < legal.row_words(); ++i) {
          for (std::uint64_t word = legal.row(y, z)[i]; word != 0; word &= word - 1) {
            const int x = i * 64 + std::countr_zero(word);
            if (!free.all_set({x, y, z}, extent)) continue;
            free.assign_block({x, y, z}, extent, false);
            boxes.push_back({static_cast<std::int16_t>(x), static_cast<std::int16_t>(y),
                             static_cast<std::int16_t>(z), static_cast<std::int16_t>(kind)});
          }
        }
      }
    }
  }
}

void LatticeInstance::run(LatticeRounds* run_rounds, const RoundParameters& parameters, long long rounds,
                          RoundScratch& scratch, StopToken& stop) {
  const RoundProblem problem = round_problem(*container_, orientations_, frame_.window_words);
  if (free_.words().empty()) {
    free_ = *container_;
    for (const LatticeBox& box : boxes_) {
      free_.assign_block({box.x, box.y, box.z}, orientations_[box.orientation].extent, false);
    }
  }
  RoundState state;
  state.count = static_cast<int>(boxes_.size());
  state.best_count = best_count();
  state.capacity = capacity_;
  state.round = static_cast<std::uint64_t>(rounds_);
  boxes_.resize(capacity_);
  best_.resize(capacity_);
  state.free = free_.words().data();
  state.boxes = boxes_.data();
  state.best = best_.data();
  RoundParameters own = parameters;
  own.instance = number_;
  while (rounds > 0 && !stop.stop_requested()) {
    const long long part = std::min(rounds, rounds_between_stop_checks);
    run_rounds(problem, own, state, part, scratch);
    rounds -= part;
    rounds_ += part;
  }
  boxes_.resize(state.count);
  best_.resize(state.best_count);
#if !defined(NDEBUG)
  BitGrid left = *container_;
  assert(take_cells(left, boxes_) && left.words() == free_.words());
#endif
}

bool LatticeInstance::take_cells(BitGrid& free, const std::vector<LatticeBox>& boxes) const {
  return std::ranges::all_of(boxes, [&](const LatticeBox& box) {
    const CellVector extent = orientations_[box.orientation].extent;
    if (!free.all_set({box.x, box.y, box.z}, extent)) return false;
    free.assign_block({box.x, box.y, box.z}, extent, false);
    return true;
  });
}

void LatticeInstance::assign(std::vector<LatticeBox> boxes) {
  best_ = boxes;
  boxes_ = std::move(boxes);
  free_ = {};
}

std::vector<LatticeBox> in_order_of(const std::vector<LatticeBox>& before, std::vector<LatticeBox> after) {
  std::vector<std::size_t> changed;
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (i >= before.size() || after[i] != before[i]) changed.push_back(i);
  }
  for (const std::size_t k : changed) {
    if (k >= before.size()) break;
    const auto same = std::ranges::find_if(changed, [&](std::size_t i) { return after[i] == before[k]; });
    if (same != changed.end()) std::swap(after[k], after[*same]);
  }
  return after;
}

PlacedBox LatticeInstance::placed(const LatticeBox& box) const {
  return placed_box(frame_.lattice, orientations_[box.orientation], edge_, box);
}

BoxPacking LatticeInstance::best_packing() const {
  BoxPacking packing;
  for (const LatticeBox& box : best_) packing.boxes.push_back(placed(box));
  return packing;
}

}  // namespace jam::trunk
