// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Engines that run rounds of trials (decision.hpp): on CPU threads, or on a GPU; the packings then stay in
// the memory of the device. Lengths in mm.
#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <span>
#include <vector>

#include "jam/core/device.hpp"
#include "jam/core/stop.hpp"
#include "jam/trunk/annealing/state.hpp"
#include "jam/trunk/annealing/vacancies.hpp"
#include "jam/trunk/model/box_packing.hpp"
#include "jam/trunk/model/box_sets.hpp"
#include "jam/trunk/model/point_grid.hpp"
#include "jam/trunk/model/wall_triangles.hpp"

namespace jam::trunk {

/// The arrays of a TrialScene, on the host.
struct TrialSceneData {
  std::vector<float> corner, normal;
  std::vector<std::uint32_t> low_cell, entry_cell;
  std::vector<std::int32_t> cell_begin, cell_triangle;
  std::vector<float> point_x, point_y, point_z;  ///< Empty if the wall is its triangles.
  std::vector<std::int32_t> point_cell_begin;
  std::vector<std::uint8_t> inner;
  std::vector<std::int32_t> inner_list;
  std::vector<BoxSize> sizes;            ///< Sizes of boxes; the size of boxes that are created is the first.
  std::vector<std::uint8_t> fixed_kind;  ///< BoxView::kind of each fixed box.
  std::vector<TrialKindOfBox> kinds;     ///< Kinds of a set; else empty.
  std::vector<std::uint8_t> set_kind;    ///< BoxView::kind of the boxes of a set.
  TrialScene scene;                      ///< Its pointers are set by an engine.
  Vec3d origin;                          ///< Point that is subtracted from coordinates [mm].
  int instance_count = 0;
  int trial_count = 0;  ///< Number of trials of an instance in a round.
  int capacity = 0;     ///< Largest number of boxes of a packing.

  /// BoxView::kind of every box of a packing [capacity].
  [[nodiscard]] std::vector<std::uint8_t> kinds_of_boxes() const;
};

/// The boxes of a set for a scene.
struct SetBoxes {
  const BoxSet& set;
  double volume;  ///< Volume of the container [mm^3]: bounds boxes without a limit.
};

/// Error of a scene that exceeds the limits of trials.
class TrialSizeError : public OverflowError {
 public:
  using OverflowError::OverflowError;
};

/// The scene of `walls` and `cells`, for boxes with these edges and corners, or for the boxes of a set
/// (sets/scene.hpp). Contacts are found with `points`, if they are given, else with the triangles. `fixed`
/// boxes never move. TrialSizeError for walls with more than 1024 cells along an axis or 33 million triangles
/// or points, and for fixed boxes and kinds of more than 127 sizes.
[[nodiscard]] TrialSceneData make_trial_scene(const WallTriangles& walls, const InnerCells& cells, Vec3d edge,
                                              double corner_radius, std::span<const PlacedBox> fixed,
                                              std::uint64_t seed, const PointGrid* points = nullptr,
                                              const SetBoxes* set = nullptr);

/// The scene with pointers to the arrays of `data`, which must outlive the scene.
[[nodiscard]] TrialScene host_scene(const TrialSceneData& data);

/// Legal packings in the form of ElitesView, the fixed boxes first.
struct ElitePoses {
  std::vector<float> pose;         ///< [count][pose_array_count][capacity]
  std::vector<std::uint8_t> kind;  ///< [capacity]
  int count = 0;
  int box_count = 0;
  std::int32_t worth = 0;  ///< Worth of each packing of a set.
};

/// Packings with the same number of boxes, in the memory of the scene; of a set, of the same worth.
/// OverflowError if they have more boxes than it has room for.
[[nodiscard]] ElitePoses make_elites(const TrialSceneData& data, const std::list<BoxPacking>& packings,
                                     std::span<const PlacedBox> fixed);

/// The instances on the host; arrays as InstancesView has them.
struct TrialInstances {
  TrialInstances() = default;
  TrialInstances(int instance_count, int box_capacity);

  int count = 0;
  int capacity = 0;
  std::vector<InstanceState> state;
  std::vector<float> pose, snapshot;
  std::vector<std::uint8_t> kind;
  std::vector<std::int32_t> squeeze;
};

class TrialEngine {
 public:
  TrialEngine() = default;
  virtual ~TrialEngine() = default;
  TrialEngine(const TrialEngine&) = delete;
  TrialEngine& operator=(const TrialEngine&) = delete;

  virtual void set_elites(const ElitePoses& elites) = 0;
  /// Begins `rounds` rounds of all instances.
  virtual void begin(int rounds) = 0;
  /// Waits for their end. Once a stop is requested the trials that have begun are the last ones; the
  /// instances must then not be used.
  virtual void finish(StopToken& stop) = 0;

  /// Not between begin() and finish().
  [[nodiscard]] virtual std::span<const InstanceState> states() const = 0;
  /// The snapshot of instance k: [pose_array_count][capacity].
  [[nodiscard]] virtual std::vector<float> snapshot(int k) const = 0;
  /// Other states in their place: as many.
  virtual void set_states(std::span<const InstanceState> states) = 0;
  /// Another packing in the place of that of instance k: [pose_array_count][capacity], and the energies of
  /// its boxes: [capacity].
  virtual void set_packing(int k, std::span<const float> pose, std::span<const std::int32_t> squeeze) = 0;
  /// All instances, as they are; and others in their place.
  [[nodiscard]] virtual TrialInstances instances() const = 0;
  virtual void set_instances(const TrialInstances& instances) = 0;

  [[nodiscard]] long long trials() const { return trials_; }
  [[nodiscard]] long long steps() const { return steps_; }
  [[nodiscard]] long long valid_trials() const { return valid_; }

 protected:
  long long trials_ = 0;
  long long steps_ = 0;
  long long valid_ = 0;
};

[[nodiscard]] std::unique_ptr<TrialEngine> make_cpu_trial_engine(const TrialSceneData& data,
                                                                 int thread_count);
/// On CUDA device `index`. DeviceError in a build without CUDA.
[[nodiscard]] std::unique_ptr<TrialEngine> make_cuda_trial_engine(const TrialSceneData& data, int index);

}  // namespace jam::trunk
