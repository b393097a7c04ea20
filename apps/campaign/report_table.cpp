// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "campaign/report_table.hpp"

#include <cmath>

#include "jam/circles/model/radius_text.hpp"
#include "jam/core/duration.hpp"
#include "jam/io/html_text.hpp"
#include "jam/io/number_text.hpp"
#include "shell/figure_text.hpp"

namespace jam::campaign {
namespace {

using io::html_text;
using io::number_text;

constexpr const char* dash = "<span class=\"none\">–</span>";

/// A cell; `key` is what the table sorts it by: nothing sorts last.
std::string cell(const std::string& text, const std::optional<double>& key, const char* kind = nullptr) {
  return "<td" + (kind == nullptr ? std::string() : " class=\"" + std::string(kind) + "\"") +
         (key && std::isfinite(*key) ? " data-key=\"" + number_text(*key) + "\"" : std::string()) + ">" + text + "</td>";
}

std::string heading(const char* text, const char* meaning, const char* kind = "") {
  return "<th scope=\"col\" class=\"" + std::string(kind) + "\" title=\"" + html_text(meaning) + "\"><button>" + text + "</button></th>";
}

std::string known_text(const circles::BestKnown& best) {
  return "<span title=\"" + html_text("source: " + best.source) + "\">" +
         (best.decimals > 0 ? io::fixed_text(best.radius, best.decimals) : number_text(best.radius)) + "</span>";
}

/// The gap as a word or a number, in its colour.
std::string gap_cell(const ProblemRow& row) {
  if (row.best == nullptr || !row.problem->best_known) return cell(dash, std::nullopt);
  const double radius = *row.best->record->value;
  const double gap = circles::relative_gap(radius, *row.problem->best_known);
  if (row.beats_best_known())
    return cell("<span class=\"pill better\">" + circles::gap_text(radius, row.problem->best_known) + "</span>", gap);
  if (row.hits > 0 || circles::reached(radius, *row.problem->best_known)) return cell("<span class=\"pill good\">reached</span>", gap);
  return cell(circles::gap_text(radius, row.problem->best_known), gap);
}

const char* dot_kind(const SeedRow& seed) {
  if (seed.running) return "running";
  if (seed.hit_after) return "hit";
  if (seed.state == Done::failed) return "failed";
  return seed.state == Done::no ? "open" : "missed";
}

std::string seed_title(const SeedRow& seed, const Problem& problem) {
  std::string text = "seed " + std::to_string(seed.seed) + ": ";
  if (seed.record->value) {
    text += problem.boxes ? app::figures(*seed.record->value) + " l, " : "R = " + circles::radius_text(*seed.record->value) + ", ";
  }
  if (seed.hit_after) text += "reached after " + format_duration(*seed.hit_after) + ", ";
  return text + (seed.running ? "running" : done_text(seed.state)) + ", " + format_duration(seed.record->seconds) + " of search";
}

/// A dot for each seed, and how many of them reached the reference.
std::string hits_cell(const ProblemRow& row) {
  std::string dots;
  for (const SeedRow& seed : row.seeds) {
    dots += "<i class=\"" + std::string(dot_kind(seed)) + "\" title=\"" + html_text(seed_title(seed, *row.problem)) + "\"></i>";
  }
  const std::string count = row.reference ? std::to_string(row.hits) + "/" + std::to_string(row.seeds.size()) : "";
  return cell("<span class=\"dots\">" + dots + "</span><span class=\"count\">" + count + "</span>",
              static_cast<double>(row.hits) / static_cast<double>(row.seeds.size()), "hits");
}

/// `NVIDIA H200` of a longer description, which is told on demand.
std::string device_cell(const ProblemRow& row) {
  if (row.best == nullptr || row.best->record->device.empty()) return cell(dash, std::nullopt, "words");
  const std::string& device = row.best->record->device;
  return cell("<span title=\"" + html_text(device) + "\">" + html_text(device.substr(0, device.find(','))) + "</span>", std::nullopt,
              "words");
}

std::string state_cell(const ProblemRow& row) {
  int open = 0, running = 0, failed = 0;
  for (const SeedRow& seed : row.seeds) {
    running += seed.running ? 1 : 0;
    failed += seed.state == Done::failed ? 1 : 0;
    open += seed.state == Done::no ? 1 : 0;
  }
  const char* text = running > 0 ? "running" : failed > 0 ? "failed" : open > 0 ? "open" : "done";
  return cell("<span class=\"state " + std::string(text) + "\">" + text + "</span>",
              running > 0  ? 0
              : failed > 0 ? 1
              : open > 0   ? 2
                           : 3,
              "words");
}

/// What tables of circles and of boxes end with.
std::string common_cells(const ProblemRow& row) {
  const auto seed = row.best == nullptr ? std::nullopt : std::optional(static_cast<double>(row.best->seed));
  const auto after = row.best == nullptr ? std::nullopt : row.best->best_after;
  return hits_cell(row) + cell(seed ? std::to_string(row.best->seed) : dash, seed) + cell(time_text(after), after) +
         cell(time_text(row.time_to_hit), row.time_to_hit) + cell(row.seconds > 0 ? time_text(row.seconds) : dash, row.seconds) +
         device_cell(row) + state_cell(row);
}

std::string common_headings(bool boxes) {
  return heading("seeds",
                 boxes ? "one dot for each seed; how many reached the target"
                       : "one dot for each seed; how many reached the best known radius, or the target where none is known, to 1e-9",
                 "hits") +
         heading("best seed", "the seed of the best packing") + heading("found after", "search time of this seed up to the best packing") +
         heading("time to hit",
                 "search time of all seeds, each up to its hit or its end, over the number of hits: the mean time where all hit") +
         heading("time", "search time of all seeds") + heading("device", "on which the best packing was found", "words") +
         heading("state", "", "words");
}

std::string circle_row(const ProblemRow& row) {
  const auto radius = row.best == nullptr ? std::nullopt : row.best->record->value;
  const auto& known = row.problem->best_known;
  const auto ratio = radius && known ? std::optional(*radius / known->radius) : std::nullopt;
  return cell(std::to_string(row.problem->count), row.problem->count, "name") +
         cell(radius ? circles::radius_text(*radius) : dash, radius, "best") +
         cell(known ? known_text(*known) : dash, known ? std::optional(known->radius) : std::nullopt) +
         cell(ratio ? io::fixed_text(*ratio, 9) : dash, ratio) + gap_cell(row) + common_cells(row);
}

std::string box_row(const ProblemRow& row) {
  const auto litres = row.best == nullptr ? std::nullopt : row.best->record->value;
  return cell(html_text(row.problem->group), std::nullopt, "name words") +
         cell(litres ? io::fixed_text(*litres, 2) : dash, litres, "best") +
         cell(row.best != nullptr ? std::to_string(row.best->record->count) : dash,
              row.best == nullptr ? std::nullopt : std::optional(static_cast<double>(row.best->record->count))) +
         cell(row.problem->target ? app::figures(*row.problem->target) : dash, row.problem->target) + common_cells(row);
}

}  // namespace

std::string problem_table(const std::vector<const ProblemRow*>& rows) {
  const bool boxes = rows.front()->problem->boxes;
  std::string text = "<div class=\"scroll\"><table><thead><tr>";
  text += boxes ? heading("mesh and boxes", "", "words") + heading("litres", "of the best load, exactly verified") +
                      heading("boxes", "of it") + heading("target", "litres at which a search ends")
                : heading("n", "number of circles", "name") + heading("best R", "smallest enclosing radius found, exactly verified") +
                      heading("best known", "smallest published radius") + heading("ratio", "best R over best known") +
                      heading("gap", "ratio less 1; reached: to 1e-9, negative: smaller than the published radius");
  text += common_headings(boxes) + "</tr></thead><tbody>\n";
  for (const ProblemRow* row : rows)
    text += "<tr id=\"" + html_text(row->problem->name) + "\">" + (boxes ? box_row(*row) : circle_row(*row)) + "</tr>\n";
  return text + "</tbody></table></div>\n";
}

std::string problem_title(const Campaign& campaign, const Problem& problem) {
  const std::string& entry = campaign.entry_of(problem).name;
  return (entry.empty() ? "" : entry + ": ") + problem.group + (problem.boxes ? "" : ", n = " + std::to_string(problem.count));
}

std::string time_text(const std::optional<double>& seconds) {
  if (!seconds) return dash;
  if (*seconds < 1e-3) return "&lt; 1 ms";
  if (*seconds < 0.1) return io::fixed_text(1e3 * *seconds, 0) + " ms";
  return *seconds < 100 ? io::fixed_text(*seconds, *seconds < 10 ? 2 : 1) + " s" : format_duration(*seconds);
}

}  // namespace jam::campaign
