// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// One packing and its relaxation on one kind of device: the part of the large search that runs in parallel.
// It is no BatchEngine (core/batch_engine.hpp): one packing takes a whole GPU, or all CPU threads, so there
// is nothing to divide. Lengths are in the search's unit (physics.hpp); circles are in the order of the
// problem.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "jam/circles/large/grid.hpp"
#include "jam/circles/large/physics.hpp"
#include "jam/core/stop_query.hpp"

namespace jam::circles::large {

/// Centres in the order of the problem.
struct Centres {
  std::vector<double> x;
  std::vector<double> y;
};

/// The size classes of a list of radii.
struct LevelTable {
  std::vector<float> radius;  ///< Radius of each circle, in the search's unit.
  std::vector<int> level;     ///< Size class of each circle.
  Grid grid;                  ///< Counts and largest radii per level; the cells are planned by plan_grid.
};

[[nodiscard]] LevelTable make_levels(const std::vector<double>& radii);

/// `sites` become the circles with these centres, in the order of the problem, without skins.
void place_sites(const LevelTable& table, const Centres& centres, std::vector<Site>& sites);

/// The centres in the order of the problem.
void read_centres(const std::vector<Site>& sites, Centres& centres);

/// The cells for a container of `container_radius`: about two per circle and level, never narrower than the
/// search for partners needs.
[[nodiscard]] Grid plan_grid(const LevelTable& table, double container_radius);

/// Stable counting sort: `sorted` receives `sites` in the order of their cells, `order` which site went to
/// each slot, and `cell_begin` the first slot of each cell, followed by the number of sites.
void sort_by_cell(const Grid& grid, const std::vector<Site>& sites, std::vector<int>& order,
                  std::vector<int>& cell_begin, std::vector<Site>& sorted);

/// Throws OverflowError when neighbour lists would have more than 2^31 - 1 entries, because almost all
/// circles overlap each other.
void require_entry_count(std::int64_t entry_count);

/// How a relaxation ended.
struct RelaxReport {
  Status status = Status::running;  ///< `running`: interrupted; `non_finite`: no numbers follow.
  int steps = 0;
  double worst = 0;  ///< Largest relative growth that a distance needs to be legal [-].
  double reach = 0;  ///< max(0, |c| + r - R) over all circles.
  double energy = 0;

  /// An upper bound of the enclosing radius once the centres are spread so far that no pair overlaps.
  [[nodiscard]] double legal_radius(double container_radius) const {
    return (container_radius + reach) * (1.0 + worst);
  }
};

/// The report at the end of a relaxation.
[[nodiscard]] RelaxReport make_report(const Control& control);

/// Receives the steps of a relaxation since the last call, about ten times a second and at its end.
using StepListener = std::function<void(int steps)>;

/// Passes the steps of a relaxation to a listener.
class StepReports {
 public:
  explicit StepReports(const StepListener& listener) : listener_(listener) {}

  /// Reports the state of the search, at most ten times a second unless `now`.
  void report(int step, bool now = false);

 private:
  const StepListener& listener_;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
  int reported_ = 0;
};

class Engine {
 public:
  virtual ~Engine() = default;

  /// Relaxes `centres` from rest. When stopped, it ends within a fraction of a second with the status
  /// `running`, and the centres must not be used. The result depends on task and centres alone.
  [[nodiscard]] virtual RelaxReport relax(const RelaxTask& task, Centres& centres, const StopQuery& stop,
                                          const StepListener& listener) = 0;

  /// Whether relax() leaves the CPU idle, so that engines may work side by side, each called from a thread of
  /// its own.
  [[nodiscard]] virtual bool on_gpu() const = 0;

  /// Force and energy on every circle, in the order of the problem: the comparison of devices in the tests.
  [[nodiscard]] virtual std::vector<Sum> forces(const Centres& centres, double container_radius, Law law) = 0;

  /// Device memory held [bytes]; 0 on the CPU.
  [[nodiscard]] virtual std::size_t device_bytes() const = 0;
};

/// Device memory that an engine needs for each circle, once no circles overlap deeply [bytes]. Problems that
/// need more memory than the device has are refused.
inline constexpr std::size_t engine_bytes_per_circle = 400;

/// Host memory that the driver needs for each circle [bytes]: snapshots, the published packing and its
/// verification.
inline constexpr std::size_t driver_bytes_per_circle = 1000;

[[nodiscard]] std::unique_ptr<Engine> make_cpu_engine(const std::vector<double>& radii, int thread_count);

/// Throws DeviceError in a build without CUDA.
[[nodiscard]] std::unique_ptr<Engine> make_cuda_engine(const std::vector<double>& radii, int device_index);

}  // namespace jam::circles::large
