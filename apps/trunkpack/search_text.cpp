// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "search_text.hpp"

#include <algorithm>

#include "common/figure_text.hpp"
#include "jam/core/duration.hpp"
#include "jam/io/number_text.hpp"

namespace jam::app {
namespace {

using io::fixed_text;
using trunk::SearchPhase;

constexpr std::size_t column = 14;  ///< As in the final table.

std::string line(const char* name, const std::string& text) { return fact(name, text, column); }

std::string limit_text(const Options& options) {
  const std::string turns = options.turn_limit > 0 ? std::to_string(options.turn_limit) + " turns" : std::string();
  if (options.time_limit <= 0) return turns.empty() ? "no time limit: Ctrl-C ends it" : turns;
  const std::string time = "at most " + format_duration(options.time_limit) + (options.has("time") ? "" : " (default; --time changes it)");
  return turns.empty() ? time : time + " or " + turns;
}

/// "A 4 of 4, B 3 of 4": pieces are numbered in the first tag of their boxes.
std::string pieces_text(const trunk::BoxSet& set, const std::vector<trunk::BoxRow>& rows) {
  std::string text;
  for (std::size_t kind = 0; kind < set.pieces.size(); ++kind) {
    const trunk::Piece& piece = set.pieces[kind];
    const auto placed = std::count_if(rows.begin(), rows.end(), [&](const trunk::BoxRow& row) {
      return row.tag[0] == static_cast<int>(kind) + 1 && same_size(row.edge, piece.edge);
    });
    text += (text.empty() ? "" : ", ") + piece.name + " " + std::to_string(placed) + " of " + std::to_string(piece.count);
  }
  return text;
}

std::string work_text(const trunk::TrunkProgress& totals) {
  std::string text = std::to_string(totals.turns) + " turns in " + format_duration(totals.seconds);
  text += ", " + count_text(static_cast<double>(totals.lattice_rounds)) + " lattice rounds";
  if (totals.annealing_rounds > 0) {
    text += ", " + count_text(static_cast<double>(totals.annealing_rounds)) + " annealing rounds of " +
            count_text(static_cast<double>(totals.steps)) + " steps";
  }
  return text;
}

}  // namespace

std::string opening_text(const Options& options, const Task& task, const Device& device, const std::filesystem::path& file) {
  std::string trunk = options.trunk_file().string();
  if (!task.points_only) {
    trunk +=
        ", " + fixed_text(task.container.volume / 1e6, 2) + " l, " + std::to_string(task.container.surface.triangles.size()) + " triangles";
    if (!task.points.empty()) trunk += ", " + std::to_string(task.points.size()) + " points " + figures(task.spacing) + " mm apart";
  }
  std::string text = line("trunk", trunk) + line("boxes", boxes_text(options.set));
  text += line("search", "seed " + std::to_string(options.seed) + (options.seed_drawn ? " (drawn; --seed repeats it)" : "") + ", " +
                             limit_text(options));
  text += line("device", device.description);
  for (const std::string& note : task.notes) text += line("note", note);
  if (!file.empty()) text += line("result to", file.string());
  return text;
}

std::string improvement_heading() { return "    time [s]  boxes    litres  phase"; }

std::string improvement_row(const trunk::TrunkImprovement& improvement) {
  return padded(fixed_text(improvement.seconds, 3), 12) + padded(std::to_string(improvement.rows.size()), 7) +
         padded(fixed_text(improvement.litres, 2), 10) + "  " + trunk::phase_name(improvement.phase);
}

std::string progress_line(const Options& options, const trunk::TrunkProgress& progress, double steps_rate, double rounds_rate) {
  std::string text = clock_text(progress.seconds) + (options.time_limit > 0 ? "/" + clock_text(options.time_limit) : std::string());
  text += std::string("  ") + trunk::phase_name(progress.phase) + "  " + std::to_string(progress.present_count) + "/" +
          std::to_string(progress.best_count) + " boxes  " + fixed_text(progress.best_litres, 2) + " l";
  if (progress.phase == SearchPhase::annealing) {
    if (progress.least_depth >= 0) text += "  penetration " + fixed_text(progress.least_depth, 2) + " mm";
    text += "  " + count_text(steps_rate) + " steps/s";
  } else {
    text += "  " + count_text(rounds_rate) + " rounds/s";
  }
  if (options.verbose) {
    text += "  " + std::to_string(progress.turns) + " turns";
    if (progress.bound > 0) text += "  at most " + std::to_string(progress.bound) + " by volume";
  }
  return text;
}

std::string reason_text(const Options& options, const trunk::TrunkResult& result) {
  switch (result.reason) {
    case StopReason::time_limit: return "time limit of " + format_duration(options.time_limit) + (options.has("time") ? "" : " (default)");
    case StopReason::interrupt: return "interrupted (SIGINT)";
    case StopReason::terminate: return "terminated (SIGTERM)";
    case StopReason::none:
    case StopReason::finished:
    case StopReason::target_reached: break;
  }
  const trunk::TrunkProgress& totals = result.totals;
  if (options.turn_limit > 0 && totals.turns >= options.turn_limit) return "limit of " + std::to_string(options.turn_limit) + " turns";
  if (totals.bound > 0 && totals.best_count >= totals.bound) return "no more boxes fit by volume: this is the optimum";
  return "nothing left to try";
}

std::string closing_text(const Options& options, const Task& task, const trunk::TrunkResult& result, const Written& written) {
  std::string text;
  if (!options.set.uniform()) text += line("pieces", pieces_text(options.set, result.rows));
  if (!task.fixed.empty()) text += line("fixed", std::to_string(task.fixed.size()) + " of the boxes, from " + options.fixed.string());
  text += line("search", "seed " + std::to_string(options.seed) + ", " + work_text(result.totals));
  text += line("ended by", reason_text(options, result));
  for (const auto& file : written.files) text += line("written", file.string());
  if (!written.kept.empty()) text += line("kept", written.kept);
  return text;
}

std::string continue_hint(const Options& options, const std::filesystem::path& file) {
  if (file.empty() || !options.set.uniform()) return "for a longer search: --time 10m, or --time 0 until Ctrl-C";
  std::string command = "trunkpack " + (options.mesh.empty() ? "--points " : std::string()) + options.trunk_file().string();
  for (const auto& [name, value] : {std::pair{"unit", options.unit}, {"up", options.up}, {"fixed", options.fixed.string()}}) {
    if (options.has(name)) command += std::string(" --") + name + " " + value;
  }
  if (options.has("box"))
    command +=
        " --box " + io::number_text(options.edge().x) + "x" + io::number_text(options.edge().y) + "x" + io::number_text(options.edge().z);
  command += " --start " + file.string();
  if (options.has("out")) command += " --out " + options.out.string();
  return "to go on from this packing: " + command + " --time 10m (--time 0: until Ctrl-C)";
}

}  // namespace jam::app
