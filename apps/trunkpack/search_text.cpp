// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "search_text.hpp"

#include <algorithm>

#include "jam/core/duration.hpp"
#include "jam/io/number_text.hpp"
#include "jam/trunk/model/box_sets.hpp"
#include "shell/figure_text.hpp"
#include "shell/search_run.hpp"

namespace jam::app {
namespace {

using io::fixed_text;
using trunk::SearchPhase;

constexpr std::size_t column = 14;  ///< As in the final table.

std::string line(const char* name, const std::string& text) { return fact(name, text, column); }

std::string turns_text(long long turns) { return counted(turns, "turn", "turns"); }

/// "A 4 of 4, B 3 of 4".
std::string pieces_text(const trunk::BoxSet& set, const std::vector<trunk::BoxRow>& rows, std::size_t fixed_count) {
  const std::vector<int> counts = trunk::piece_counts(set, rows, fixed_count);
  std::string text;
  for (std::size_t kind = 0; kind < counts.size(); ++kind) {
    const trunk::Piece& piece = set.pieces[kind];
    text += (text.empty() ? "" : ", ") + piece.name + " " + std::to_string(counts[kind]) + " of " + std::to_string(piece.count);
  }
  return text;
}

std::string rounds_text(long long rounds, const char* kind) {
  return count_text(static_cast<double>(rounds)) + " " + kind + (rounds == 1 ? " round" : " rounds");
}

std::string work_text(const trunk::TrunkProgress& totals) {
  std::string text = turns_text(totals.turns) + " in " + format_duration(totals.seconds);
  if (totals.lattice_rounds > 0) text += ", " + rounds_text(totals.lattice_rounds, "lattice");
  if (totals.annealing_rounds > 0)
    text += ", " + rounds_text(totals.annealing_rounds, "annealing") + " of " + count_text(static_cast<double>(totals.relaxation_steps)) +
            " steps";
  return text;
}

/// Why a search ended that has as many boxes as the volume holds; that none can have more follows for sharp walls and no penetration only.
std::string bound_text(const Options& options) {
  if (options.mesh.empty()) return "as many boxes as the volume between the points holds";
  if (options.tolerance > 0) return "as many boxes as fit by volume without penetration; at this tolerance more might fit";
  return "no more boxes fit by volume: this is the optimum";
}

}  // namespace

std::string trunk_text(const Options& options, const Task& task) {
  std::string trunk = options.trunk_file().string();
  if (!task.problem.points_only) {
    trunk += ", " + fixed_text(task.problem.container.volume / 1e6, 2) + " l, " +
             counted(std::ssize(task.problem.container.surface.triangles), "triangle", "triangles");
  }
  return line("trunk", trunk);
}

std::string opening_text(const Options& options, const Task& task) {
  std::string text;
  if (task.problem.spacing > 0)
    text += line("walls", std::to_string(task.problem.points.size()) + " points, " + fixed_text(task.problem.spacing, 2) + " mm apart");
  text += line("boxes", boxes_text(task.problem));
  return text + line("search", limits_text(options, options.turn_limit > 0 ? turns_text(options.turn_limit) : ""));
}

std::string improvement_heading() { return "    time [s]  boxes    litres  phase"; }

std::string improvement_row(const trunk::TrunkImprovement& improvement) {
  return padded(fixed_text(improvement.seconds, 3), 12) + padded(std::to_string(improvement.rows.size()), 7) +
         padded(fixed_text(improvement.litres, 2), 10) + "  " + trunk::phase_name(improvement.phase);
}

std::string progress_text(const Options& options, const trunk::TrunkProgress& progress, double steps_rate, double rounds_rate) {
  std::string text = std::string(trunk::phase_name(progress.phase)) + "  " + std::to_string(progress.present_count) + "/" +
                     std::to_string(progress.best_count) + " boxes  " + fixed_text(progress.best_litres, 2) + " l";
  if (progress.phase == SearchPhase::annealing) {
    if (progress.least_depth >= 0) text += "  penetration " + fixed_text(progress.least_depth, 2) + " mm";
    text += "  " + count_text(steps_rate) + " steps/s";
  } else {
    text += "  " + count_text(rounds_rate) + " rounds/s";
  }
  if (options.verbose) {
    text += "  " + turns_text(progress.turns);
    if (progress.bound > 0) text += "  at most " + std::to_string(progress.bound) + " by volume";
  }
  return text;
}

std::string finish_text(const Options& options, const trunk::TrunkProgress& totals) {
  if (options.turn_limit > 0 && totals.turns >= options.turn_limit) return "limit of " + turns_text(options.turn_limit);
  if (totals.bound > 0 && totals.best_count >= totals.bound) return bound_text(options);
  return "nothing left to try";
}

std::string closing_text(const Options& options, const Task& task, const std::vector<trunk::BoxRow>& rows,
                         const trunk::TrunkProgress& totals) {
  std::string text;
  if (!options.set.uniform()) text += line("pieces", pieces_text(options.set, rows, task.problem.fixed.size()));
  if (!task.problem.fixed.empty())
    text += line("fixed", std::to_string(task.problem.fixed.size()) + " of the boxes, from " + options.fixed.string());
  return text + line("search", "seed " + std::to_string(options.seed) + ", " + work_text(totals));
}

std::string stall_advice(const Options& options) {
  const std::string anew = "another --seed begins elsewhere";
  return options.set.uniform() ? anew + ", more --instances anneal more loads at once" : anew;
}

std::string continue_hint(const Options& options, const std::filesystem::path& file) {
  if (file.empty() || !options.set.uniform()) return "for a longer search: --time 10m, or --time 0 until Ctrl-C";
  return "to go on from this packing: trunkpack " + continuing_options(options, file) + " --time 10m (--time 0: until Ctrl-C)";
}

}  // namespace jam::app
