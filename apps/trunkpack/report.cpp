// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "jam/core/duration.hpp"
#include "jam/io/number_text.hpp"
#include "jam/mesh/verify_boxes.hpp"
#include "load_formats.hpp"
#include "shell/figure_text.hpp"
#include "shell/search_run.hpp"

namespace jam::app {
namespace {

using io::fixed_text;
using trunk::BoxRow;
using trunk::LoadReport;
using trunk::LoadTotals;

std::string turns_text(long long turns) { return counted(turns, "turn", "turns"); }

/// "A 4 of 4, B 3 of 4 (at least 4)".
std::string pieces_text(const trunk::BoxSet& set, const std::vector<BoxRow>& rows, std::size_t fixed_count) {
  const std::vector<int> counts = trunk::piece_counts(set, rows, fixed_count);
  std::vector<std::string> pieces;
  for (std::size_t kind = 0; kind < counts.size(); ++kind) {
    const trunk::Piece& piece = set.pieces[kind];
    pieces.push_back(fmt::format("{} {}", piece.name, counts[kind]) +
                     (piece.count > 0 ? fmt::format(" of {}", piece.count) : "") +
                     (counts[kind] < piece.least ? fmt::format(" (at least {})", piece.least) : ""));
  }
  return fmt::format("{}", fmt::join(pieces, ", "));
}

std::string rounds_text(long long rounds, const char* kind) {
  return fmt::format("{} {} {}", count_text(static_cast<double>(rounds)), kind,
                     rounds == 1 ? "round" : "rounds");
}

std::string work_text(const trunk::TrunkProgress& totals) {
  std::string text = fmt::format("{} in {}", turns_text(totals.turns), format_duration(totals.seconds));
  if (totals.lattice_rounds > 0) text += ", " + rounds_text(totals.lattice_rounds, "lattice");
  if (totals.annealing_rounds > 0) {
    text += fmt::format(", {} of {} steps", rounds_text(totals.annealing_rounds, "annealing"),
                        count_text(static_cast<double>(totals.relaxation_steps)));
  }
  return text;
}

/// "365 of 200 x 100 x 50 mm", sizes in the order in which they come first; for a set "2 A of 610 x 483 x 229
/// mm".
std::string load_text(const std::vector<BoxRow>& boxes, double corner_radius, const trunk::BoxSet& set) {
  if (boxes.empty()) return "0";
  struct Size {
    Vec3d edge;
    std::string piece;
    int count;
  };
  std::vector<Size> sizes;
  const std::vector<std::string> names = trunk::piece_names(set, boxes);
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    auto size = std::find_if(sizes.begin(), sizes.end(), [&](const Size& each) {
      return each.edge == boxes[i].edge && each.piece == names[i];
    });
    if (size == sizes.end()) size = sizes.insert(size, {boxes[i].edge, names[i], 0});
    ++size->count;
  }
  constexpr std::size_t shown = 4;
  std::vector<std::string> parts;
  for (std::size_t k = 0; k < std::min(shown, sizes.size()); ++k) {
    const auto& [edge, piece, count] = sizes[k];
    parts.push_back(
        fmt::format("{}{}{} of {}", count, piece.empty() ? "" : " ", piece, trunk::size_text(edge)));
  }
  if (sizes.size() > shown)
    parts.push_back("and " + counted(std::ssize(sizes) - shown, "more size", "more sizes"));
  return fmt::format("{}{}{}", sizes.size() == 1 ? "" : fmt::format("{}: ", boxes.size()),
                     fmt::join(parts, ", "), trunk::rounded_text(corner_radius));
}

std::string free_text(const LoadReport& report, const LoadTotals& totals, const trunk::BoxSet& set,
                      std::size_t fixed_count) {
  // Verification adds a nanometre to the tolerance.
  const double more = trunk::addable_pieces(report, set, fixed_count,
                                            report.verification.tolerance + mesh::rounding_allowance,
                                            totals.container_litres);
  return fmt::format("{} l, by volume enough for {} more", fixed_text(totals.free_litres, 2),
                     more > 0 ? "at most " + fixed_text(more, 0) : "no");
}

/// Why a search ended that has as many boxes as the volume holds. It is a proof of the optimum for sharp
/// walls and no penetration only.
std::string bound_text(const Options& options) {
  if (options.gap > 0)
    return "as many boxes as fit by volume, each larger by the gap; with gaps to edges and corners more "
           "might fit";
  if (options.tolerance > 0)
    return "as many boxes as fit by volume, each smaller by the tolerance; at walls more might fit";
  return "no more boxes fit by volume: this is the optimum";
}

}  // namespace

std::string verification_text(const LoadReport& report) {
  const trunk::LoadVerification& verification = report.verification;
  if (!verification.legal) return verification.failure.empty() ? "no" : "no: " + verification.failure;
  std::string text =
      fmt::format("{} against {}, ", verification.verified() ? "yes," : "no: checked", verification.against);
  text += verification.tolerance > 0
              ? fmt::format("penetration up to {} mm", io::number_text(verification.tolerance))
          : report.verification.gap > 0
              ? fmt::format("a gap of {} mm", io::number_text(report.verification.gap))
              : "no penetration";
  if (!report.clearance.empty()) {
    const double smallest = *std::min_element(report.clearance.begin(), report.clearance.end());
    // The clearance of boxes that touch is 0 up to rounding.
    text +=
        fmt::format(", smallest clearance {} mm", fixed_text(std::abs(smallest) < 5e-5 ? 0.0 : smallest, 4));
  }
  return text;
}

std::string trunk_text(const Options& options, const Task& task) {
  const trunk::Container& container = task.problem.container;
  return fact(
      "trunk",
      fmt::format("{}, {} l, {}", options.trunk_file().string(), fixed_text(container.volume / 1e6, 2),
                  counted(std::ssize(container.surface.triangles), "triangle", "triangles")));
}

std::string opening_text(const Options& options, const Task& task) {
  std::string text;
  if (options.samples_walls()) {
    text = fact("walls", fmt::format("{} points, {} mm apart", task.problem.points.size(),
                                     fixed_text(task.problem.spacing, 2)));
  } else {
    text = fact("walls", "triangles");
  }
  text += fact("boxes", boxes_text(task.problem));
  if (options.set.own) {
    text += fact("items", fmt::format("{} from {}", options.set.pieces.size(), options.set_file.string())) +
            fact("maximised", std::string(options.set.has_least() ? "least counts, then " : "") +
                                  (options.set.has_values() ? "the value of the items, then their number"
                                                            : "litres, then the number of items"));
  }
  return text +
         fact("search", limits_text(options, options.turn_limit > 0 ? turns_text(options.turn_limit) : ""));
}

std::string improvement_row(const trunk::TrunkImprovement& improvement) {
  return fmt::format("{:>12}{:>7}{:>10}  {}{}", fixed_text(improvement.seconds, 3), improvement.rows.size(),
                     fixed_text(improvement.litres, 2), trunk::phase_name(improvement.phase),
                     improvement.value == improvement.litres
                         ? std::string()
                         : ", value " + io::number_text(improvement.value));
}

std::string progress_text(const Options& options, const trunk::TrunkProgress& progress, double steps_rate,
                          double rounds_rate) {
  std::string text =
      fmt::format("{}  {}/{} boxes  {} l", trunk::phase_name(progress.phase), progress.present_count,
                  progress.best_count, fixed_text(progress.best_litres, 2));
  if (progress.phase == trunk::SearchPhase::annealing) {
    if (progress.least_depth >= 0)
      text += fmt::format("  penetration {} mm", fixed_text(progress.least_depth, 2));
    text += fmt::format("  {} steps/s", count_text(steps_rate));
  } else {
    text += fmt::format("  {} rounds/s", count_text(rounds_rate));
  }
  if (!options.verbose) return text;
  return text + "  " + turns_text(progress.turns) +
         (progress.bound > 0 ? fmt::format("  at most {} by volume", progress.bound) : "");
}

std::string finish_text(const Options& options, const trunk::TrunkProgress& totals) {
  if (options.turn_limit > 0 && totals.turns >= options.turn_limit)
    return "limit of " + turns_text(options.turn_limit);
  if (totals.bound > 0 && totals.best_count >= totals.bound) return bound_text(options);
  return "nothing left to try";
}

std::string litres_text(double litres) { return fixed_text(litres, 2) + " l"; }

std::string value_text(const Options& options, double value) {
  return options.set.has_values() ? "value " + io::number_text(value) : litres_text(value);
}

std::string final_table(const LoadReport& report, const trunk::BoxSet& set, std::size_t fixed_count) {
  const LoadTotals totals = trunk::totals_of(report);
  std::string text = fact("boxes", load_text(report.boxes, report.verification.corner_radius, set)) +
                     fact("litres", fixed_text(totals.litres, 2));
  if (set.has_values()) text += fact("value", io::number_text(trunk::value_of(set, report.boxes)));
  if (totals.container_litres > 0) {
    text += fact("mesh litres", fixed_text(totals.container_litres, 2)) +
            fact("fill ratio", fixed_text(100 * totals.fill_ratio, 2) + " %") +
            fact("left free", free_text(report, totals, set, fixed_count));
    if (report.bound) text += fact("bound", trunk::bound_text(*report.bound));
  }
  return text + fact("verified", verification_text(report));
}

std::string closing_text(const Options& options, const Task& task, const std::vector<BoxRow>& rows,
                         const trunk::TrunkProgress& totals) {
  const std::vector<BoxRow>& fixed = task.problem.fixed;
  std::string text;
  if (!options.set.uniform()) text = fact("pieces", pieces_text(options.set, rows, fixed.size()));
  if (options.set.has_limits()) {
    const double value = trunk::value_of(options.set, rows);
    text += fact("limits",
                 totals.value_beyond_rules > value
                     ? fmt::format("kept; the best load that breaks them had {} in place of {}",
                                   value_text(options, totals.value_beyond_rules), value_text(options, value))
                     : "kept");
  }
  if (!fixed.empty())
    text += fact("fixed", fmt::format("{} of the boxes, from {}", fixed.size(), mesh::fixed_text(options)));
  return text + fact("search", fmt::format("seed {}, {}", options.seed, work_text(totals)));
}

std::string stall_advice() {
  return "another --seed gives another search, more --instances anneal more loads at once";
}

std::string continue_hint(const Options& options, const std::filesystem::path& file) {
  if (file.empty()) return "for a longer search: --time 10m, or --time 0 until Ctrl-C";
  return fmt::format("to search on from this packing: trunkpack {} --time 10m (--time 0: until Ctrl-C)",
                     continuing_options(options, file));
}

}  // namespace jam::app
