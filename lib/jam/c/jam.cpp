// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The functions of jam.h that load points and simulate.
#include "jam/c/jam.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>

#include "jam/c/guard.hpp"
#include "jam/core/device.hpp"
#include "jam/core/version.hpp"
#include "jam/trunk/relax/box_instances.hpp"

using namespace jam;
using namespace jam::c;
using namespace jam::trunk;

struct jam_points {
  PointGrid grid;
  std::unique_ptr<RelaxEngine> engine;
  RelaxPhaseTimes reset_times;  ///< Those of the engine at the last jam_reset_counters.

  [[nodiscard]] RelaxPhaseTimes times() const {
    RelaxPhaseTimes times = phase_times(*engine);
    for (int phase = 0; phase < relax_phase_count; ++phase)
      times.seconds[phase] -= reset_times.seconds[phase];
    return times;
  }
};

namespace {

BoxRelaxation relaxation_of(const jam_parameters* given, int32_t steps) {
  jam_parameters p;
  jam_default_parameters(&p);
  if (given != nullptr) p = *given;
  require(steps >= 0, "simulation: steps is negative");
  require(p.law == JAM_LAW_PATCH || p.law == JAM_LAW_SINGLE, "simulation: no such law");
  require(!std::isnan(p.tolerance), "simulation: tolerance is not a number");
  require(p.skin >= 0 && p.skin <= 1e6, "simulation: skin must be at least 0 and at most 1e6 mm");
  require(p.factor > 0 && p.factor <= 1000, "simulation: factor must be above 0 and at most 1000");
  require(p.momentum >= 0 && p.momentum < 1, "simulation: momentum must be at least 0 and below 1");
  require(p.edge_share > 0 && p.edge_share <= 1, "simulation: edge_share must be above 0 and at most 1");
  BoxRelaxation relaxation;
  relaxation.step_limit = steps;
  relaxation.tolerance = static_cast<float>(p.tolerance);
  relaxation.law = p.law == JAM_LAW_PATCH ? ContactLaw::patch : ContactLaw::single;
  relaxation.skin = static_cast<float>(p.skin);
  relaxation.factor = static_cast<float>(p.factor);
  relaxation.momentum = static_cast<float>(p.momentum);
  relaxation.edge_share = static_cast<float>(p.edge_share);
  return relaxation;
}

jam_result result_of(const BoxRelaxationResult& relaxed, const BoxPacking& packing, const PointGrid& grid) {
  int outside = 0;
  for (const PlacedBox& box : packing.boxes)
    outside += grid.enclosed_volume() > 0 && !grid.centre_inside(box.centre) ? 1 : 0;
  const bool legal = relaxed.status.has(StatusBit::converged) && outside == 0;
  return {relaxed.deepest,    relaxed.energy, relaxed.steps, relaxed.pair_count,
          relaxed.wall_count, outside,        legal ? 1 : 0};
}

void log_simulation(const std::vector<BoxRelaxationResult>& results, double seconds,
                    const RelaxPhaseTimes& before, const RelaxPhaseTimes& after) {
  long long steps = 0;
  float deepest = 0;
  for (const BoxRelaxationResult& result : results) {
    steps += result.steps;
    deepest = std::max(deepest, result.deepest);
  }
  log_line(fmt::format("simulated {} packing{}, {} steps in {:.6f} s, deepest penetration {:.6f} mm",
                       results.size(), results.size() == 1 ? "" : "s", steps, seconds, deepest));
  if (!logs(JAM_TIMES)) return;
  for (int phase = 0; phase < relax_phase_count; ++phase)
    log_line(
        fmt::format("{} {:.6f} s", relax_phase_names[phase], after.seconds[phase] - before.seconds[phase]));
}

}  // namespace

const char* jam_version(void) { return version_number; }

void jam_default_load_options(jam_load_options* options) {
  if (options != nullptr) *options = {default_cell_size, 0, "auto", 0};
}

jam_status jam_load_points(const double* xyz, size_t count, const jam_load_options* options,
                           jam_points** points) {
  return guarded([&] {
    require(points != nullptr, "jam_load_points: points is NULL");
    *points = nullptr;
    jam_load_options chosen;
    jam_default_load_options(&chosen);
    if (options != nullptr) chosen = *options;
    require(chosen.threads >= 0, "jam_load_points: threads is negative");
    const Device device = choose_device(chosen.device != nullptr ? chosen.device : "auto", chosen.threads);
    auto loaded = std::make_unique<jam_points>(
        jam_points{PointGrid(points_of(xyz, count), chosen.cell_size, chosen.epsilon), nullptr, {}});
    loaded->engine = make_relax_engine(loaded->grid, device, chosen.threads);
    if (logs(JAM_BRIEF))
      log_line(fmt::format("loaded {} points into cells of {} mm on {}", count, chosen.cell_size,
                           device.description));
    *points = loaded.release();
  });
}

void jam_unload_points(jam_points* points) { delete points; }

void jam_default_parameters(jam_parameters* parameters) {
  if (parameters == nullptr) return;
  // Written as decimals: the floats 2.2F and 0.7F differ from the doubles 2.2 and 0.7.
  *parameters = {JAM_LAW_PATCH, 0.01, 4, 0, 2.2, 0.7, 0.95};
}

jam_status jam_simulate(jam_points* points, const jam_boxes* boxes, int32_t steps,
                        const jam_parameters* parameters, jam_result* result) {
  return jam_simulate_many(points, boxes, 1, steps, parameters, result);
}

jam_status jam_simulate_many(jam_points* points, const jam_boxes* packings, size_t packing_count,
                             int32_t steps, const jam_parameters* parameters, jam_result* results) {
  return guarded([&] {
    require(points != nullptr, "simulation: points is NULL");
    require(packings != nullptr || packing_count == 0, "simulation: boxes is NULL");
    require(packing_count <= 1U << 24U, "simulation: more than 16777216 packings at once");
    const BoxRelaxation relaxation = relaxation_of(parameters, steps);
    if (packing_count == 0) return;

    std::vector<BoxPacking> loads;
    size_t capacity = 0;
    for (size_t k = 0; k < packing_count; ++k) {
      loads.push_back(packing_of(packings + k));
      capacity = std::max(capacity, loads[k].boxes.size());
    }
    const Vec3d origin = points->grid.origin();
    BoxInstances instances(static_cast<int>(packing_count),
                           static_cast<int>(std::min<size_t>(capacity, box_count_limit + 1)));
    const auto load = [&](size_t k) {
      const unsigned char* const fixed = packings[k].fixed;
      instances.load(static_cast<int>(k), loads[k], origin,
                     {fixed, fixed != nullptr ? packings[k].count : 0});
    };
    for (size_t k = 0; k < packing_count; ++k) load(k);

    std::vector<BoxRelaxationResult> relaxed(packing_count);
    const RelaxPhaseTimes before = points->times();
    const double begin = jam_seconds();
    points->engine->run(
        {instances, relaxation, relaxed, parameters != nullptr && parameters->time_phases != 0});
    const double seconds = jam_seconds() - begin;
    // All poses are checked before any is written: they must be finite, and a next call must accept them.
    for (size_t k = 0; k < packing_count; ++k) {
      if (relaxed[k].status.failed()) {
        throw InputError(
            fmt::format("simulation: a pose of packing {} is not a finite number after {} steps: check the "
                        "edges, or take a smaller factor",
                        k, relaxed[k].steps));
      }
      instances.store(static_cast<int>(k), loads[k], origin);
      try {
        load(k);
      } catch (const InputError& error) {
        throw InputError(
            fmt::format("simulation: packing {}, after {} steps: {}; take a smaller factor or momentum", k,
                        relaxed[k].steps, error.what()));
      }
    }
    for (size_t k = 0; k < packing_count; ++k) {
      write_poses(loads[k], packings[k].translations, packings[k].rotations);
      if (results != nullptr) results[k] = result_of(relaxed[k], loads[k], points->grid);
    }
    if (logs(JAM_BRIEF)) log_simulation(relaxed, seconds, before, points->times());
  });
}

jam_status jam_counters(const jam_points* points, double seconds[JAM_COUNTER_COUNT]) {
  static_assert(JAM_COUNTER_COUNT == relax_phase_count);
  return guarded([&] {
    require(points != nullptr && seconds != nullptr, "jam_counters: an argument is NULL");
    const RelaxPhaseTimes times = points->times();
    std::copy(times.seconds, times.seconds + relax_phase_count, seconds);
  });
}

jam_status jam_reset_counters(jam_points* points) {
  return guarded([&] {
    require(points != nullptr, "jam_reset_counters: points is NULL");
    points->reset_times = phase_times(*points->engine);
  });
}

const char* jam_counter_name(int counter) {
  return counter >= 0 && counter < relax_phase_count ? relax_phase_names[counter] : nullptr;
}
