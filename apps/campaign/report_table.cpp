// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The tables of the report: lists of columns, each with its heading and the function that fills its cells.
#include <fmt/format.h>

#include <cmath>

#include "campaign/report.hpp"
#include "jam/circles/model/best_known.hpp"
#include "jam/core/duration.hpp"
#include "jam/io/html_text.hpp"
#include "jam/io/number_text.hpp"
#include "shell/figure_text.hpp"

namespace jam::campaign {
namespace {

using io::html_text;

constexpr const char* dash = "<span class=\"none\">–</span>";

struct Cell {
  std::string text = dash;    ///< HTML.
  std::optional<double> key;  ///< Key by which the table sorts; without one the cell sorts last.
};

struct Column {
  const char* heading;
  const char* meaning;  ///< Shown under the pointer.
  const char* kind;     ///< CSS class of heading and cells.
  Cell (*cell)(const ProblemRow& row);
};

/// A cell of a number, or a dash.
template <class Text>
Cell number_cell(const std::optional<double>& number, Text&& text) {
  return number ? Cell{text(*number), number} : Cell{};
}

/// `6 ms`, `12.3 s`, `2m5s`
std::string time_text(double seconds) {
  if (seconds < 1e-3) return "&lt; 1 ms";
  if (seconds < 0.1) return io::fixed_text(1e3 * seconds, 0) + " ms";
  return seconds < 100 ? io::fixed_text(seconds, seconds < 10 ? 2 : 1) + " s" : format_duration(seconds);
}

std::optional<double> best_known_radius(const ProblemRow& row) {
  return row.problem->best_known ? std::optional(row.problem->best_known->radius) : std::nullopt;
}

Cell best_known_cell(const ProblemRow& row) {
  return number_cell(best_known_radius(row), [&](double) {
    const circles::BestKnown& best = *row.problem->best_known;
    return fmt::format("<span title=\"{}\">{}</span>", html_text("source: " + best.source), best.text);
  });
}

Cell ratio_cell(const ProblemRow& row) {
  if (!row.best_value() || !row.problem->best_known) return {};
  return number_cell(*row.best_value() / *best_known_radius(row),
                     [](double ratio) { return io::fixed_text(ratio, 9); });
}

/// The gap as a word or a number, in its colour.
Cell gap_cell(const ProblemRow& row) {
  const auto& best_known = row.problem->best_known;
  if (!row.best_value() || !best_known) return {};
  return number_cell(circles::relative_gap(*row.best_value(), *best_known), [&](double) {
    const std::string gap = circles::gap_text(*row.best_value(), best_known);
    if (row.beats_best_known()) return "<span class=\"pill better\">" + gap + "</span>";
    return row.hits > 0 || circles::reached(*row.best_value(), *best_known)
               ? "<span class=\"pill good\">reached</span>"
               : gap;
  });
}

const char* dot_kind(const SeedRow& seed) {
  if (seed.running) return "running";
  if (seed.hit_after) return "hit";
  if (seed.state == Done::failed) return "failed";
  return seed.state == Done::no ? "open" : "missed";
}

std::string seed_title(const SeedRow& seed, const Problem& problem) {
  return fmt::format("seed {}: {}{}{}, {} of search", seed.seed,
                     seed.record->value ? value_text(problem, *seed.record->value) + ", " : "",
                     seed.hit_after ? "reached after " + format_duration(*seed.hit_after) + ", " : "",
                     seed.running ? "running" : done_text(seed.state), format_duration(seed.record->seconds));
}

/// A dot for each seed, and the number of seeds that reached the reference.
Cell hits_cell(const ProblemRow& row) {
  std::string dots;
  for (const SeedRow& seed : row.seeds) {
    dots += fmt::format("<i class=\"{}\" title=\"{}\"></i>", dot_kind(seed),
                        html_text(seed_title(seed, *row.problem)));
  }
  const std::string count = row.reference ? fmt::format("{}/{}", row.hits, row.seeds.size()) : "";
  return {fmt::format("<span class=\"dots\">{}</span><span class=\"count\">{}</span>", dots, count),
          static_cast<double>(row.hits) / static_cast<double>(row.seeds.size())};
}

/// `NVIDIA H200` of a longer description, which the pointer shows.
Cell device_cell(const ProblemRow& row) {
  if (row.best == nullptr || row.best->record->device.empty()) return {};
  const std::string& device = row.best->record->device;
  return {fmt::format("<span title=\"{}\">{}</span>", html_text(device),
                      html_text(device.substr(0, device.find(',')))),
          {}};
}

Cell state_cell(const ProblemRow& row) {
  // The first of these that a seed is in.
  const char* const states[] = {"running", "failed", "open"};
  int state = 3;
  for (const SeedRow& seed : row.seeds) {
    state = std::min(state, seed.running                 ? 0
                            : seed.state == Done::failed ? 1
                            : seed.state == Done::no     ? 2
                                                         : 3);
  }
  const char* text = state < 3 ? states[state] : "done";
  return {fmt::format("<span class=\"state {0}\">{0}</span>", text), state};
}

const std::vector<Column> circle_columns = {
    {"n", "number of circles", "name",
     [](const ProblemRow& row) {
       return Cell{std::to_string(row.problem->count), row.problem->count};
     }},
    {"best R", "smallest enclosing radius found, exactly verified", "best",
     [](const ProblemRow& row) { return number_cell(row.best_value(), circles::radius_text); }},
    {"best known", "smallest published radius", "", best_known_cell},
    {"ratio", "best R over best known", "", ratio_cell},
    {"gap", "ratio less 1; reached: to 1e-9, negative: smaller than the published radius", "", gap_cell},
    {"seeds",
     "one dot for each seed; how many reached the best known radius, or the target where none is known, to "
     "1e-9",
     "hits", hits_cell}};

const std::vector<Column> box_columns = {
    {"mesh and boxes", "", "name words",
     [](const ProblemRow& row) {
       return Cell{html_text(row.problem->group), {}};
     }},
    {"litres", "of the best load, exactly verified", "best",
     [](const ProblemRow& row) {
       return number_cell(row.best_value(), [](double litres) { return io::fixed_text(litres, 2); });
     }},
    {"boxes", "of it", "",
     [](const ProblemRow& row) {
       if (row.best == nullptr) return Cell{};
       return Cell{std::to_string(row.best->record->count), static_cast<double>(row.best->record->count)};
     }},
    {"target", "litres at which a search ends", "",
     [](const ProblemRow& row) { return number_cell(row.problem->target, app::figures); }},
    {"seeds", "one dot for each seed; how many reached the target", "hits", hits_cell}};

/// The last columns of both tables.
const std::vector<Column> common_columns = {
    {"best seed", "the seed of the best packing", "",
     [](const ProblemRow& row) {
       return row.best == nullptr ? Cell{}
                                  : Cell{std::to_string(row.best->seed), static_cast<double>(row.best->seed)};
     }},
    {"found after", "search time of this seed up to the best packing", "",
     [](const ProblemRow& row) {
       return row.best == nullptr ? Cell{} : number_cell(row.best->best_after, time_text);
     }},
    {"time to hit",
     "search time of all seeds, each up to its hit or its end, over the number of hits: the mean time where "
     "all hit",
     "", [](const ProblemRow& row) { return number_cell(row.time_to_hit, time_text); }},
    {"time", "search time of all seeds", "",
     [](const ProblemRow& row) {
       return row.seconds > 0 ? Cell{time_text(row.seconds), row.seconds} : Cell{dash, row.seconds};
     }},
    {"device", "on which the best packing was found", "words", device_cell},
    {"state", "", "words", state_cell}};

}  // namespace

std::string problem_table(const std::vector<const ProblemRow*>& rows) {
  std::vector<Column> columns = rows.front()->problem->boxes ? box_columns : circle_columns;
  columns.insert(columns.end(), common_columns.begin(), common_columns.end());
  std::string text = "<div class=\"scroll\"><table><thead><tr>";
  for (const Column& column : columns) {
    text += fmt::format("<th scope=\"col\" class=\"{}\" title=\"{}\"><button>{}</button></th>", column.kind,
                        html_text(column.meaning), column.heading);
  }
  text += "</tr></thead><tbody>\n";
  for (const ProblemRow* row : rows) {
    text += fmt::format("<tr id=\"{}\">", html_text(row->problem->name));
    for (const Column& column : columns) {
      const Cell cell = column.cell(*row);
      const bool sorts = cell.key && std::isfinite(*cell.key);
      text +=
          fmt::format("<td class=\"{}\"{}>{}</td>", column.kind,
                      sorts ? fmt::format(" data-key=\"{}\"", io::number_text(*cell.key)) : "", cell.text);
    }
    text += "</tr>\n";
  }
  return text + "</tbody></table></div>\n";
}

}  // namespace jam::campaign
