// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The candidates of the lattice search: plain grids, and the frames of each bracket.
#include <algorithm>
#include <cmath>
#include <utility>

#include "jam/core/parallel.hpp"
#include "jam/trunk/lattice/pitches.hpp"
#include "jam/trunk/lattice/rotations.hpp"
#include "jam/trunk/lattice/search.hpp"

namespace jam::trunk {
namespace {

constexpr double coarse_yaw_step = 15;  ///< [degrees]
/// Meshes with more triangles get coarse steps: a lattice takes a second for them.
constexpr std::size_t large_mesh = 200'000;
/// Number of rotations whose offsets are searched further after the first bracket.
constexpr int tuned_rotations = 4;
/// As tuned_rotations, for lattices of blocks: pairs of a rotation and an order of axes.
constexpr int tuned_orders = 2;
constexpr int fine_orders = 1;   ///< Tuned orders that get offsets in fine steps: the first ones.
constexpr int tuned_phases = 5;  ///< Number of offsets tried for each tuned rotation.
/// Number of offsets tried with finer_parts(): legal placements hardly tell them apart.
constexpr int fine_count = 16;
/// Largest number of these offsets that are equal along z: legal placements tell z apart least.
constexpr int fine_count_per_z = 8;
constexpr int block_offsets = 1;  ///< Number of offsets tried for each other way of cutting blocks.
/// Number of rotations in which plain grids are tried, for 32 frames; fewer for fewer frames.
constexpr int grid_rotations = 12;
/// Largest number of rotations of plain grids, times the number of triangles; at least one rotation is tried.
constexpr int grid_triangles = 50'000;
/// Number of frames in a bracket per rotation with lattices of stacking_pitch.
constexpr int frames_per_stacking = 8;
/// Number of frames in a bracket per rotation with lattices of blocks, in each order of its axes.
constexpr int frames_per_block = 4;
/// Largest number of rotations with stacking_pitch, not counting that of the best grid.
constexpr int stacking_rotations = 3;

/// The number of the instance that begins with the orientation in which a box fills a cell of its grid.
std::uint32_t stacked_number(const std::vector<BoxOrientation>& orientations) {
  const auto stacked = std::ranges::find(orientations, CellVector{1, 1, 1}, &BoxOrientation::extent);
  return static_cast<std::uint32_t>(stacked - orientations.begin());
}

}  // namespace

void LatticeSearch::find_grid(StopToken& stop) {
  rotations_ = candidate_rotations_of_mesh(stop);
  const std::vector<Vec3d> turned = turned_edges(options_.edge);
  const auto affordable = static_cast<std::size_t>(
      std::max(1, static_cast<int>(grid_triangles / std::max<std::size_t>(1, mesh_.triangles.size()))));
  const std::size_t count =
      std::min({rotations_.size(),
                static_cast<std::size_t>(std::clamp(options_.frame_count * 3 / 8, 3, grid_rotations)),
                affordable}) *
      turned.size();
  std::vector<LatticePacking> grids(count);
  parallel_for(static_cast<int>(count), options_.thread_count, [&](int i) {
    const std::size_t k = i;
    FrameTask grid = task(i == 0 && needed_ ? stop.late_query() : stop.query(), turned[k % turned.size()]);
    grid.grid = true;
    const Quaterniond& rotation = rotations_[k / turned.size()];
    const std::vector<BoxOrientation> orientations =
        allowed_orientations(grid, rotation, grid.pitch, grid.window_words);
    const std::uint32_t first = stacked_number(orientations);
    if (first == orientations.size()) return;
    for (const Frame& phase : best_phases(grid, rotation, {4, 4, 4}, 1)) {
      for (const Frame& frame : on_walls(grid, phase)) {
        ContainerCells cells = container_cells(grid, frame.lattice);
        if (grid.stop.stopped()) return;
        // Start with the boxes that fill one cell.
        const LatticeInstance filled(grid, frame, first, std::move(cells));
        if (filled.best_count() > grids[k].packing.count())
          grids[k] = {filled.best_packing(), filled.frame()};
      }
    }
  });
  for (LatticePacking& grid : grids) {
    if (grid.packing.count() > grid_.packing.count()) grid_ = std::move(grid);
  }
  progress_.rotations_examined = static_cast<int>(rotations_.size());
}

std::vector<Quaterniond> LatticeSearch::candidate_rotations_of_mesh(StopToken& stop) const {
  std::vector<Quaterniond> rotations = candidate_rotations(
      mesh_, options_.pair_limit,
      mesh_.triangles.size() > large_mesh ? std::max(coarse_yaw_step, options_.yaw_step) : options_.yaw_step,
      stop.query());
  if (options_.vertical != any_edge) {
    std::erase_if(rotations, [](const Quaterniond& rotation) { return vertical_axis(rotation) < 0; });
    if (rotations.empty()) rotations.emplace_back();
  }
  return rotations;
}

void LatticeSearch::find_frames(StopToken& stop) {
  const StopQuery first_stop = needed_ ? stop.late_query() : stop.query();
  if (rotations_.empty()) rotations_ = candidate_rotations_of_mesh(stop);  // After a resume.
  const std::vector<Quaterniond> rotations = std::exchange(rotations_, {});
  const bool lossy = rounding_loss(options_.edge, pitch_) > 1 + 1e-9;
  const int count = static_cast<int>(rotations.size());
  // All rotations on a lattice of half the pitch.
  std::vector<Frame> rough(rotations.size());
  parallel_for(count, options_.thread_count, [&](int i) {
    // The first rotation is finished even after a stop, so that something is found.
    const std::vector<Frame> best =
        best_phases(task(i == 0 ? first_stop : stop.query()), rotations[i], {2, 2, 2}, 1);
    if (!best.empty()) rough[i] = best.front();
  });
  const auto more = [](const Frame& a, const Frame& b) { return a.merit() > b.merit(); };
  std::stable_sort(rough.begin(), rough.end(), more);
  while (rough.size() > 1 && rough.back().legal == 0) rough.pop_back();
  const int cubic_count =
      block_ > 0 ? std::max(1, options_.frame_count / frames_per_block) : options_.frame_count;
  rough.resize(std::min(rough.size(), static_cast<std::size_t>(cubic_count)));
  // The better ones on a quarter of the pitch; after a stop, the rough ones. Then lattices on which boxes
  // stack without loss.
  struct Candidate {
    Quaterniond rotation;
    Vec3d pitch;
    CellVector phases{4, 4, 4};
    int window_words = 1;
  };
  std::vector<Candidate> wanted;
  for (const Frame& frame : rough) wanted.push_back({frame.lattice.rotation, {pitch_, pitch_, pitch_}});
  if (block_ > 0) {
    const BlockParts parts = first_parts(options_.edge, block_);
    for (const Frame& frame : rough) {
      for (const Quaterniond& order : axis_orders()) {
        wanted.push_back({frame.lattice.rotation * order, parts.pitch(block_),
                          parts.phases(options_.edge, block_), parts.window_words(options_.edge, block_)});
      }
    }
  }
  if (lossy) {
    std::vector<Quaterniond> stacked;
    if (grid_.packing.count() > 0) stacked.push_back(grid_.frame.lattice.rotation);
    for (const Frame& frame : rough) {
      const int limit = 1 + std::min(stacking_rotations, options_.frame_count / frames_per_stacking);
      if (std::ssize(stacked) < limit && std::ranges::find(stacked, frame.lattice.rotation) == stacked.end())
        stacked.push_back(frame.lattice.rotation);
    }
    for (const Quaterniond& rotation : stacked) {
      for (const Vec3d& turned : turned_edges(options_.edge))
        wanted.push_back({rotation, stacking_pitch(turned, pitch_)});
    }
  }
  std::vector<std::vector<Frame>> exact(wanted.size());
  parallel_for(static_cast<int>(wanted.size()), options_.thread_count, [&](int i) {
    const auto& [rotation, pitch, phases, window_words] = wanted[i];
    std::vector<Frame>& out = exact[i];
    const FrameTask own = task(stop.query(), pitch, window_words);
    for (const Frame& phase : best_phases(own, rotation, phases, window_words > 1 ? 1 : 2)) {
      for (const Frame& found : on_walls(own, phase)) {
        if (stop.stop_requested()) break;
        if (std::none_of(out.begin(), out.end(),
                         [&](const Frame& other) { return same_place(found, other); }))
          out.push_back(found);
      }
    }
    const FrameTask in_any_case = task(first_stop);
    if (i > 0 || !needed_ || !out.empty() || !stop.stop_requested() || first_stop.stopped()) return;
    out = on_walls(in_any_case, rough.front());
  });
  for (const std::vector<Frame>& some : exact) frames_.insert(frames_.end(), some.begin(), some.end());
  std::erase_if(frames_, [](const Frame& frame) { return frame.legal == 0; });
  std::stable_sort(frames_.begin(), frames_.end(), more);
}

std::vector<Frame> LatticeSearch::fine_offsets(const Frame& like, std::array<double, 2> moved,
                                               StopToken& stop) const {
  const auto parts_of = [&](double pitch) { return static_cast<int>(std::lround(block_ / pitch)); };
  const BlockParts parts{{parts_of(like.pitch.x), parts_of(like.pitch.y), parts_of(like.pitch.z)}};
  const CellVector steps = parts.fine_phases(options_.edge, block_);
  const Vec3d shift{0, like.pitch.y / steps.y * moved[0], like.pitch.z / steps.z * moved[1]};
  const FrameTask own = task(stop.query(), parts.pitch(block_), parts.window_words(options_.edge, block_));
  return best_phases(own, like.lattice.rotation, steps, fine_count, fine_count_per_z, shift);
}

std::vector<Frame> LatticeSearch::candidates(StopToken& stop) {
  const auto more = [](const Frame& a, const Frame& b) {
    return a.boxes != b.boxes ? a.boxes > b.boxes : a.merit() > b.merit();
  };
  std::stable_sort(frames_.begin(), frames_.end(), more);
  const auto first = [&](int count) {
    return std::vector<Frame>(frames_.begin(),
                              frames_.begin() + std::min<std::ptrdiff_t>(count, std::ssize(frames_)));
  };
  if (progress_.bracket == 0 && block_ > 0) return frames_;
  if (progress_.bracket == 0) return first(options_.frame_count);
  if (progress_.bracket == 1) {
    // Other offsets and cells in the best rotations: improved from the one that is known, and by phase.
    std::vector<Frame> parents;
    const int parent_count = block_ > 0 ? tuned_orders : tuned_rotations;
    for (const Frame& frame : first(2 * tuned_rotations)) {
      const auto same = [&](const Frame& other) { return other.lattice.rotation == frame.lattice.rotation; };
      if (block_ > 0 && frame.boxes < frames_.front().boxes - hopeless_distance) break;
      if (std::ssize(parents) < parent_count && std::none_of(parents.begin(), parents.end(), same))
        parents.push_back(frame);
    }
    std::vector<std::vector<Frame>> tuned(parents.size());
    parallel_for(static_cast<int>(parents.size()), options_.thread_count, [&](int i) {
      const Frame& parent = parents[i];
      if (parent.lattice.clearance == lattice_tight_clearance || stop.stop_requested()) return;
      std::vector<Frame>& out = tuned[i];
      const FrameTask own = task(stop.query(), parent.pitch, parent.window_words);
      if (parent.window_words > 1) {
        Frame finer = parent;
        finer.pitch = finer_parts(options_.edge, block_).pitch(block_);
        std::vector<BlockParts> cuts = other_parts(options_.edge, block_);
        cuts.push_back(first_parts(options_.edge, block_));
        if (i < fine_orders) {
          out = fine_offsets(finer, {}, stop);
        } else {
          cuts.push_back(finer_parts(options_.edge, block_));
        }
        for (const BlockParts& parts : cuts) {
          const FrameTask cut =
              task(stop.query(), parts.pitch(block_), parts.window_words(options_.edge, block_));
          for (const Frame& found :
               best_phases(cut, parent.lattice.rotation, parts.phases(options_.edge, block_), block_offsets))
            out.push_back(found);
        }
        if (stop.stop_requested()) out.clear();
        return;
      }
      out.push_back(improve_offset(own, parent));
      for (const Frame& phase : best_phases(own, parent.lattice.rotation, {4, 4, 4}, tuned_phases)) {
        const std::vector<Frame> exact = on_walls(own, phase);
        if (stop.stop_requested()) return;
        out.push_back(exact.front());
      }
    });
    const auto known = [&](const Frame& frame) {
      return std::any_of(frames_.begin(), frames_.end(),
                         [&](const Frame& other) { return same_place(frame, other); });
    };
    std::vector<Frame> result = block_ > 0 ? parents : first(tuned_rotations);
    for (const std::vector<Frame>& some : tuned) {
      for (const Frame& frame : some) {
        if (known(frame)) continue;
        frames_.push_back(frame);
        result.push_back(frame);
      }
    }
    return result;
  }
  return newcomers(stop);
}

}  // namespace jam::trunk
