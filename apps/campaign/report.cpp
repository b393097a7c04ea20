// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "campaign/report.hpp"

#include <map>
#include <string_view>
#include <utility>

#include "campaign/charts.hpp"
#include "campaign/report_table.hpp"
#include "campaign/summary.hpp"
#include "jam/circles/model/radius_text.hpp"
#include "jam/core/duration.hpp"
#include "jam/core/version.hpp"
#include "jam/io/html_text.hpp"
#include "shell/figure_text.hpp"

namespace jam::campaign {

/// The page with places to be filled in.
[[nodiscard]] std::string_view report_page();

namespace {

using io::html_text;

std::string tile(const std::string& figure, const std::string& name, const char* kind = "") {
  return "<div class=\"tile " + std::string(kind) + "\"><b>" + figure + "</b><span>" + name + "</span></div>\n";
}

std::string tiles_text(const Totals& totals, const State& state) {
  std::string text;
  const auto of = [](int part, int all) { return std::to_string(part) + "<small> / " + std::to_string(all) + "</small>"; };
  if (totals.with_best_known > 0) text += tile(of(totals.reached, totals.with_best_known), "best known radii reached", "good");
  if (totals.beaten > 0) text += tile(std::to_string(totals.beaten), "smaller than best known", "better");
  text += tile(of(totals.searches - totals.open, totals.searches), "searches done");
  if (totals.failed > 0) text += tile(std::to_string(totals.failed), totals.failed == 1 ? "search failed" : "searches failed", "bad");
  text += tile(format_duration(totals.seconds), "of search");
  return text + tile(format_duration(state.seconds), "by the clock");
}

std::string running_text(const Campaign& campaign, const State& state, const std::vector<Running>& running) {
  if (running.empty()) return {};
  std::string text = "<section><h2>Running now</h2><ul class=\"now\">\n";
  for (const Running& slice : running) {
    const Search& search = campaign.searches[static_cast<std::size_t>(slice.search)];
    const Record& record = record_of(state, search);
    const Problem& problem = campaign.problem_of(search);
    text += "<li><b>" + html_text(problem_title(campaign, problem)) + "</b> seed " + std::to_string(search.seed) + " on " +
            html_text(slice.device) + ", from " + format_duration(record.seconds) + " to " +
            format_duration(record.seconds + slice.seconds);
    if (record.value && !problem.boxes)
      text += ", R = " + circles::radius_text(*record.value) + ", gap " + circles::gap_text(*record.value, problem.best_known);
    if (record.value && problem.boxes) text += ", " + app::figures(*record.value) + " l";
    text += "</li>\n";
  }
  return text + "</ul></section>\n";
}

/// A heading and a table for each group of problems, in the order of the campaign.
std::string tables_text(const Campaign& campaign, const std::vector<ProblemRow>& rows) {
  std::vector<std::pair<std::string, std::vector<const ProblemRow*>>> groups;
  std::map<std::string, std::size_t> index;
  for (const ProblemRow& row : rows) {
    const std::string& entry = campaign.entry_of(*row.problem).name;
    const std::string title =
        (row.problem->boxes ? "Boxes in trunks" : "Circles of radii: " + row.problem->group) + (entry.empty() ? "" : " (" + entry + ")");
    const auto [found, is_new] = index.try_emplace(title, groups.size());
    if (is_new) groups.push_back({title, {}});
    groups[found->second].second.push_back(&row);
  }
  std::string text;
  for (const auto& [title, members] : groups)
    text += "<section><h2>" + html_text(title) + "</h2>\n" + problem_table(members) + "</section>\n";
  return text;
}

/// `2026-11-21 19:55 UTC` of `2026-11-21T19:55:55Z`; other text as it stands.
std::string clock_of(const std::string& stamp) {
  const bool known = stamp.size() == 20 && stamp[10] == 'T' && stamp[19] == 'Z';
  return known ? stamp.substr(0, 10) + " " + stamp.substr(11, 5) + " UTC" : stamp;
}

/// Best value and gap in a few characters.
std::string chart_caption(const ProblemRow& row) {
  if (row.best == nullptr) return {};
  const double value = *row.best->record->value;
  if (row.problem->boxes) return app::figures(value) + " l";
  if (!row.problem->best_known) return "R " + app::figures(value);
  return row.hits > 0 && !row.beats_best_known() ? "reached " + std::to_string(row.hits) + "/" + std::to_string(row.seeds.size())
                                                 : circles::gap_text(value, row.problem->best_known);
}

std::string charts_text(const Campaign& campaign, const std::vector<ProblemRow>& rows) {
  const TimeRange range = time_range(rows);
  std::string text;
  for (const ProblemRow& row : rows) {
    const char* kind = row.beats_best_known() ? "better" : row.hits > 0 ? "good" : "";
    text += "<figure><figcaption><b>" + html_text(problem_title(campaign, *row.problem)) + "</b><span class=\"" + kind + "\">" +
            html_text(chart_caption(row)) + "</span></figcaption>" + progress_chart(row, range) + "</figure>\n";
  }
  return text;
}

std::string failures_text(const Campaign& campaign, const State& state) {
  std::string text;
  for (const Search& search : campaign.searches) {
    const Record& record = record_of(state, search);
    if (!record.error.empty()) text += "<li><b>" + html_text(search.id) + "</b> " + html_text(record.error) + "</li>\n";
  }
  if (text.empty()) return {};
  return "<section><h2>Failures</h2><ul class=\"failures\">\n" + text +
         "</ul><p class=\"note\">Starting the campaign again tries these anew.</p></section>\n";
}

}  // namespace

std::string report_html(const Campaign& campaign, const State& state, const Standing& standing) {
  const std::vector<ProblemRow> rows = summarise(campaign, state, standing.running);
  const std::string begun = state.begun.empty() ? "" : "begun " + clock_of(state.begun) + ", ";
  return io::filled(report_page(), {{"style", std::string(io::page_style())},
                                    {"title", html_text(campaign.name)},
                                    {"standing", html_text(standing.text)},
                                    {"kind", standing.live ? "live" : "still"},
                                    {"when", html_text(begun + "written " + clock_of(standing.time) + " by circlepack " + version_number)},
                                    {"tiles", tiles_text(totals_of(rows), state)},
                                    {"running", running_text(campaign, state, standing.running)},
                                    {"failures", failures_text(campaign, state)},
                                    {"tables", tables_text(campaign, rows)},
                                    {"charts", charts_text(campaign, rows)}});
}

}  // namespace jam::campaign
