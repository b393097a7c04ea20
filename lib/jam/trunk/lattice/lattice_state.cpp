// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A lattice search to bytes and back. Free cells of containers are not kept: they follow from mesh and lattice, and are made again, on all
// threads, before the first step.
#include <algorithm>
#include <utility>

#include "jam/trunk/lattice/lattice_search.hpp"
#include "jam/trunk/search/trunk_state.hpp"

namespace jam::trunk {
namespace {

/// One without boxes has no frame.
void put_lattice_packing(io::StateWriter& state, const LatticePacking& packing) {
  put_boxes(state, packing.packing.boxes);
  if (packing.packing.count() > 0) put_frame(state, packing.frame);
}

LatticePacking take_lattice_packing(io::StateReader& state) {
  LatticePacking packing;
  packing.packing.boxes = take_boxes(state);
  if (packing.packing.count() > 0) packing.frame = take_frame(state);
  return packing;
}

/// A number of things that follow.
int take_count(io::StateReader& state) {
  const int count = state.take<int>();
  if (count < 0) fail_state("a number is negative");
  return count;
}

}  // namespace

LatticeInstance::LatticeInstance(const FrameTask& task, io::StateReader& state)
    : frame_(take_frame(state)),
      edge_(task.edge),
      number_(state.take<std::uint32_t>()),
      orientations_(state.take_vector<BoxOrientation>()),
      boxes_(state.take_vector<LatticeBox>()),
      best_(state.take_vector<LatticeBox>()),
      rounds_(state.take<long long>()) {
  const auto sound = [](const BoxOrientation& orientation) {
    const CellVector& extent = orientation.extent;
    const auto [least, most] = std::minmax({extent.x, extent.y, extent.z});
    const auto [first, last] = std::minmax({orientation.edge_of_axis[0], orientation.edge_of_axis[1], orientation.edge_of_axis[2]});
    return least >= 1 && most <= lattice_extent_limit && first >= 0 && last <= 2;
  };
  const bool possible = !orientations_.empty() && static_cast<int>(orientations_.size()) <= lattice_orientation_limit &&
                        std::all_of(orientations_.begin(), orientations_.end(), sound) && rounds_ >= 0;
  if (!possible) fail_state("a box has no size");
}

void LatticeInstance::put(io::StateWriter& state) const {
  put_frame(state, frame_);
  state.put(number_);
  state.put(orientations_);
  state.put(boxes_);
  state.put(best_);
  state.put(rounds_);
}

void LatticeInstance::furnish(ContainerCells cells) {
  container_ = std::move(cells);
  capacity_ = room();
  free_ = {};
  for (const std::vector<LatticeBox>* boxes : {&boxes_, &best_}) {
    BitGrid free = *container_;
    for (const LatticeBox& box : *boxes) {
      const bool known = box.orientation >= 0 && box.orientation < std::ssize(orientations_);
      const CellVector extent = known ? orientations_[static_cast<std::size_t>(box.orientation)].extent : CellVector{};
      if (!known || !free.all_set({box.x, box.y, box.z}, extent)) fail_state("a box has no place on its lattice");
      free.assign_block({box.x, box.y, box.z}, extent, false);
    }
  }
}

void LatticeSearch::put(io::StateWriter& state) const {
  state.put(static_cast<int>(frames_.size()));
  for (const Frame& frame : frames_) put_frame(state, frame);
  for (const Instances* group : {&instances_, &fine_}) {
    state.put(static_cast<int>(group->size()));
    for (const auto& instance : *group) instance->put(state);
  }
  state.put(step_rounds_);
  state.put(step_done_);
  state.put(next_number_);
  put_lattice_packing(state, best_);
  state.put(static_cast<int>(kept_.size()));
  for (const LatticePacking& packing : kept_) put_lattice_packing(state, packing);
  for (const int count : {progress_.cup, progress_.packings, progress_.best_count, progress_.turns_examined}) state.put(count);
  state.put(progress_.rounds);
}

void LatticeSearch::restore(io::StateReader& state) {
  frames_.clear();
  for (int left = take_count(state); left > 0; --left) frames_.push_back(take_frame(state));
  for (Instances* group : {&instances_, &fine_}) {
    group->clear();
    for (int left = take_count(state); left > 0; --left) group->push_back(std::make_unique<LatticeInstance>(task(), state));
  }
  step_rounds_ = state.take<long long>();
  step_done_ = state.take<long long>();
  next_number_ = state.take<std::uint32_t>();
  best_ = take_lattice_packing(state);
  kept_.clear();
  for (int left = take_count(state); left > 0; --left) kept_.push_back(take_lattice_packing(state));
  for (int* count : {&progress_.cup, &progress_.packings, &progress_.best_count, &progress_.turns_examined}) *count = take_count(state);
  progress_.rounds = state.take<long long>();
  if (step_done_ < 0 || step_done_ > step_rounds_ || (progress_.cup > 0 && frames_.empty())) fail_state("its lattices are in no step");
  furnished_ = instances_.empty() && fine_.empty();
}

void LatticeSearch::furnish(StopToken& stop) {
  std::vector<LatticeInstance*> bare;
  std::vector<Lattice> lattices;
  for (const Instances* group : {&instances_, &fine_}) {
    for (const auto& instance : *group) {
      bare.push_back(instance.get());
      lattices.push_back(instance->frame().lattice);
    }
  }
  std::vector<ContainerCells> cells = containers(lattices, stop);
  if (stop.stop_requested()) return;
  for (std::size_t k = 0; k < bare.size(); ++k) bare[k]->furnish(std::move(cells[k]));
  furnished_ = true;
}

}  // namespace jam::trunk
