// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "search_status.hpp"

#include <limits>

#include "command_text.hpp"

namespace jam::app {
namespace {

using trunk::TrunkProgress;

constexpr double cubic_metres_per_litre = 1e-3;
constexpr double metres_per_mm = 1e-3;

std::vector<Figure> best_figures(const TrunkProgress& progress) {
  if (progress.best_count == 0) return {};
  std::vector<Figure> figures = {
      {"boxes", "best_boxes", "Boxes of the best load so far, fixed ones included; verified exactly.",
       static_cast<double>(progress.best_count)},
      {"litres", "best_volume_cubic_metres", "Volume of these boxes.", progress.best_litres, cubic_metres_per_litre}};
  if (progress.bound > 0) {
    figures.push_back({"bound", "boxes_bound", "No load has more boxes, by volume.", static_cast<double>(progress.bound)});
  }
  return figures;
}

std::vector<Figure> counters_of(const TrunkProgress& progress) {
  const double depth = progress.least_depth >= 0 ? progress.least_depth : std::numeric_limits<double>::quiet_NaN();
  return {{"turns", "turns_total", "Turns of the search, about a second each.", static_cast<double>(progress.turns)},
          {"lattice_rounds", "lattice_rounds_total", "Rounds of the lattice search.", static_cast<double>(progress.lattice_rounds)},
          {"annealing_rounds", "annealing_rounds_total", "Rounds of the annealing.", static_cast<double>(progress.annealing_rounds)},
          {"steps", "contact_steps_total", "Steps of the contact simulation over all packings.", static_cast<double>(progress.steps)},
          {"present_boxes", "present_boxes", "Boxes that the phase at work has reached, verified or not.",
           static_cast<double>(progress.present_count)},
          {"least_penetration_mm", "least_penetration_metres", "Deepest penetration in the nearest packing of one box more.", depth,
           metres_per_mm}};
}

}  // namespace

RunFacts run_facts(const Options& options, const Task& task, const Device& device, const std::filesystem::path& result,
                   const std::string& archive) {
  RunFacts facts;
  facts.program = "trunkpack";
  facts.problem = options.trunk_file().filename().string() + ", " + boxes_text(options.set, task.corner_radius);
  facts.name = task.name + "-" + (options.has("box") ? edges_text(options.edge()) : options.set.name);
  facts.seed = std::to_string(options.seed);
  facts.options = reproducing_options(options, device.kind == DeviceKind::cuda ? "cuda" : "cpu");
  facts.device = device_label(device);
  facts.devices = {device.description};
  facts.time_limit = options.time_limit;
  facts.work_limit = static_cast<double>(options.turn_limit);
  facts.result = result.string();
  facts.archive = archive;
  return facts;
}

void SearchStatus::improved(const trunk::TrunkImprovement& improvement) {
  if (!(improvement.litres > litres_)) return;
  litres_ = improvement.litres;
  status_.gained({improvement.seconds, turns_});
}

void SearchStatus::progressed(const TrunkProgress& progress) {
  turns_ = progress.turns;
  status_.progressed({progress.seconds, progress.turns, progress.turns, best_figures(progress), counters_of(progress),
                      checkpointer_.written_at(), trunk::phase_name(progress.phase)});
}

std::string stall_advice(const Options& options) {
  const std::string anew = "another --seed begins elsewhere";
  return options.set.uniform() ? anew + ", more --instances anneal more loads at once" : anew;
}

}  // namespace jam::app
