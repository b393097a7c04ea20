// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "campaign/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "jam/circles/model/best_known.hpp"
#include "jam/core/duration.hpp"
#include "jam/core/version.hpp"
#include "jam/io/html_text.hpp"

namespace jam::campaign {

/// The page with places to be filled in, and the scripts of its charts.
[[nodiscard]] std::string_view report_page();
[[nodiscard]] std::string_view chart_scripts();

namespace {

using io::html_text;

std::string tiles_text(const Totals& totals, const State& state) {
  std::string text;
  const auto add = [&](const std::string& figure, const char* name, const char* kind = "") {
    text += fmt::format("<div class=\"tile {}\"><b>{}</b><span>{}</span></div>\n", kind, figure, name);
  };
  const auto share = [](int part, int all) { return fmt::format("{}<small> / {}</small>", part, all); };
  const int failed = totals.of(Done::failed);
  if (totals.with_best_known > 0)
    add(share(totals.reached, totals.with_best_known), "best known radii reached", "good");
  if (totals.beaten > 0) add(std::to_string(totals.beaten), "smaller than best known", "better");
  add(share(totals.searches - totals.of(Done::no), totals.searches), "searches done");
  if (failed > 0) add(std::to_string(failed), failed == 1 ? "search failed" : "searches failed", "bad");
  add(format_duration(totals.seconds), "of search");
  add(format_duration(state.seconds), "by the clock");
  return text;
}

std::string running_text(const Campaign& campaign, const State& state, const std::vector<Running>& running) {
  std::string text;
  for (const Running& slice : running) {
    const Search& search = campaign.searches[slice.search];
    const Record& record = record_of(state, search);
    const Problem& problem = campaign.problem_of(search);
    text += fmt::format("<li><b>{}</b> seed {} on {}, from {} to {}{}</li>\n",
                        html_text(problem_title(campaign, problem)), search.seed, html_text(slice.device),
                        format_duration(record.seconds), format_duration(record.seconds + slice.seconds),
                        record.value ? ", " + value_and_gap_text(problem, *record.value) : "");
  }
  return text.empty() ? "" : "<section><h2>Running now</h2><ul class=\"now\">\n" + text + "</ul></section>\n";
}

/// A heading and a table for each group of problems, in the order of the campaign.
std::string tables_text(const Campaign& campaign, const std::vector<ProblemRow>& rows) {
  std::vector<std::pair<std::string, std::vector<const ProblemRow*>>> groups;
  for (const ProblemRow& row : rows) {
    const std::string& entry = campaign.entry_of(*row.problem).name;
    const std::string title =
        (row.problem->boxes ? "Boxes in trunks" : "Circles of radii: " + row.problem->group) +
        (entry.empty() ? "" : " (" + entry + ")");
    auto group =
        std::find_if(groups.begin(), groups.end(), [&](const auto& each) { return each.first == title; });
    if (group == groups.end()) group = groups.insert(group, {title, {}});
    group->second.push_back(&row);
  }
  std::string text;
  for (const auto& [title, members] : groups) {
    text += fmt::format("<section><h2>{}</h2>\n{}</section>\n", html_text(title), problem_table(members));
  }
  return text;
}

/// `2026-11-21 19:55 UTC` for `2026-11-21T19:55:55Z`; other text unchanged.
std::string clock_of(const std::string& stamp) {
  const bool known = stamp.size() == 20 && stamp[10] == 'T' && stamp[19] == 'Z';
  return known ? stamp.substr(0, 10) + " " + stamp.substr(11, 5) + " UTC" : stamp;
}

std::string failures_text(const Campaign& campaign, const State& state) {
  std::string text;
  for (const Search& search : campaign.searches) {
    const Record& record = record_of(state, search);
    if (!record.error.empty())
      text += fmt::format("<li><b>{}</b> {}</li>\n", html_text(search.id), html_text(record.error));
  }
  if (text.empty()) return {};
  return "<section><h2>Failures</h2><ul class=\"failures\">\n" + text +
         "</ul><p class=\"note\">Starting the campaign again tries these again.</p></section>\n";
}

}  // namespace

std::string report_html(const Campaign& campaign, const State& state, const Standing& standing) {
  const std::vector<ProblemRow> rows = summarise(campaign, state, standing.running);
  const std::string begun = state.begun.empty() ? "" : "begun " + clock_of(state.begun) + ", ";
  return io::filled(
      report_page(),
      {{"head", io::page_head(campaign.name)},
       {"title", html_text(campaign.name)},
       {"standing", html_text(standing.text)},
       {"kind", standing.live ? "live" : "still"},
       {"when", html_text(begun + "written " + clock_of(standing.time) + " by circlepack " + version_number)},
       {"tiles", tiles_text(totals_of(rows), state)},
       {"running", running_text(campaign, state, standing.running)},
       {"failures", failures_text(campaign, state)},
       {"tables", tables_text(campaign, rows)},
       {"charts", io::json_in_html(charts_json(campaign, rows))},
       {"script", std::string(chart_scripts())}});
}

}  // namespace jam::campaign
