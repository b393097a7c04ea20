// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "search_metrics.hpp"

#include <limits>

namespace jam::app {
namespace {

constexpr std::size_t result_row = 5;  ///< Row of metric_table().

}  // namespace

MetricTable metric_table(bool has_values) {
  constexpr double cubic_metres_per_litre = 1e-3, metres_per_mm = 1e-3;
  const Metric litres{"litres", "best_volume_cubic_metres", "litres", "Volume of these boxes.", false,
                      true,     cubic_metres_per_litre};
  const Metric value{"value", "best_value", "value", "Sum of the values of these boxes.", false, true};
  return {
      {{"turns", "turns_total", "turns", "Turns of the search, about a second each.", true},
       {"lattice_rounds", "lattice_rounds_total", "lattice_rounds", "Rounds of the lattice search.", true},
       {"annealing_rounds", "annealing_rounds_total", "annealing_rounds", "Rounds of the annealing.", true},
       {"steps", "contact_steps_total", "steps", "Steps of the contact simulation over all packings.", true},
       {"boxes", "best_boxes", "boxes",
        "Boxes of the best load so far, fixed ones included; verified exactly.", true, true},
       has_values ? value : litres,
       {"present_boxes", "present_boxes", "present_boxes",
        "Boxes that the phase at work has reached, verified or not.", true},
       {"least_penetration_mm", "least_penetration_metres", "least_penetration_mm",
        "Deepest penetration in the nearest packing of one box more.", false, false, metres_per_mm},
       {"bound", "boxes_bound", nullptr, "No load has more boxes, by volume.", true, true}},
      result_row,
      false};
}

RunProgress run_progress(const trunk::TrunkProgress& progress) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  RunProgress run;
  run.seconds = progress.seconds;
  run.rounds = progress.turns;
  run.phase = trunk::phase_name(progress.phase);
  const auto count = [](long long number) { return static_cast<double>(number); };
  run.values = {count(progress.turns),
                count(progress.lattice_rounds),
                count(progress.annealing_rounds),
                count(progress.relaxation_steps),
                count(progress.best_count),
                progress.best_count > 0 ? progress.best_value : -infinity,
                count(progress.present_count),
                progress.least_depth >= 0 ? progress.least_depth : infinity,
                progress.bound > 0 ? progress.bound : infinity};
  return run;
}

}  // namespace jam::app
