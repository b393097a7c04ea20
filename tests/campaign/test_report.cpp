// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The report: its figures are those of the state, and it needs nothing else.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "campaign/report.hpp"
#include "campaign/summary.hpp"
#include "sample_campaign.hpp"

using namespace jam::campaign;
using Catch::Matchers::Contains;

namespace {

int occurrences(const std::string& text, const std::string& part) {
  int count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++count;
  return count;
}

/// n = 10 reached by two of three seeds, n = 21 beaten by one, n = 22 not begun.
struct Sample {
  Campaign campaign = campaign_of(R"({"problem": {"n": [10, 21, 22]}, "time": 100, "seeds": 3})",
                                  R"("name": "<Night> & day", )");
  State state;

  Sample() {
    state.begun = "2026-11-21T16:20:42Z";
    used(state, "linear-n10-seed1", 8, 22.000193012737);
    used(state, "linear-n10-seed2", 100, 22.5);
    used(state, "linear-n10-seed3", 4, 22.000193012737);
    used(state, "linear-n21-seed1", 40, 62.5);
    Record& failure = used(state, "linear-n21-seed2", 10);
    failure.error = "no <memory>";
    failure.error_code = 5;
  }
  [[nodiscard]] std::string page(bool live = false) const {
    return report_html(campaign, state,
                       {live ? "running" : "done", live, "2026-11-22T06:00:00Z",
                        live ? std::vector<Running>{{8, 5, "cuda:1"}} : std::vector<Running>{}});
  }
};

}  // namespace

TEST_CASE("hits, times to the target and the best seed follow from the records", "[unit]") {
  const Sample sample;
  const std::vector<ProblemRow> rows = summarise(sample.campaign, sample.state, {});
  REQUIRE(rows.size() == 3);
  const ProblemRow& ten = rows[0];
  CHECK(ten.hits == 2);
  REQUIRE(ten.best != nullptr);
  CHECK(ten.best->seed == 3);  // As good as seed 1, and sooner.
  CHECK(ten.best->best_after == 2.0);
  CHECK(ten.seconds == 112);
  // Hits after 4 s and 2 s; seed 2 has searched 100 s in vain.
  CHECK(ten.time_to_hit == (4.0 + 100 + 2) / 2);
  CHECK_FALSE(ten.beats_best_known());
  CHECK(rows[1].beats_best_known());
  CHECK(rows[1].hits == 1);
  CHECK(rows[2].best == nullptr);

  const Totals totals = totals_of(rows);
  CHECK(totals.problems == 3);
  CHECK(totals.with_best_known == 3);
  CHECK(totals.reached == 2);
  CHECK(totals.beaten == 1);
  CHECK(totals.of(Done::target) == 3);
  CHECK(totals.of(Done::time) == 1);
  CHECK(totals.of(Done::failed) == 1);
  CHECK(totals.of(Done::no) == 4);
  CHECK_THAT(summary_text(sample.campaign, sample.state),
             Contains("9, 3 target reached, 1 time used up, 1 failed, 4 open"));
}

TEST_CASE("the page holds a row and a chart for each problem, with its digits and its gap", "[unit]") {
  const std::string page = Sample().page();
  for (const char* id : {"linear-n10", "linear-n21", "linear-n22"})
    CHECK(occurrences(page, "<tr id=\"" + std::string(id) + "\">") == 1);
  CHECK_THAT(page, Contains("22.000193012737") && Contains("1.000000000<") && Contains("62.500000000000"));
  CHECK_THAT(page, Contains("<span class=\"pill good\">reached</span>") &&
                       Contains("<span class=\"pill better\">-9.41e-04</span>"));
  CHECK_THAT(page, Contains("2/3") && Contains("1/3") && Contains("0/3"));
  CHECK_THAT(page, Contains("2026-11-21 16:20 UTC"));
  CHECK_THAT(page, Contains("no packing yet"));
}

TEST_CASE("texts from outside cannot become part of the page", "[unit]") {
  const std::string page = Sample().page();
  CHECK_THAT(page, Contains("<h1>&lt;Night&gt; &amp; day</h1>") && Contains("no &lt;memory&gt;"));
  CHECK_THAT(page, !Contains("<Night>") && !Contains("<memory>"));
}

TEST_CASE("the page names nothing that is not in it", "[unit]") {
  std::string page = Sample().page();
  // The name of a language, not an address.
  const std::string svg = "http://www.w3.org/2000/svg";
  for (std::size_t at = page.find(svg); at != std::string::npos; at = page.find(svg))
    page.erase(at, svg.size());
  for (const char* part : {"http:", "https:", "src=", "@import", "url("})
    CHECK(page.find(part) == std::string::npos);
}

TEST_CASE("what is running is told, and only such a page loads itself again", "[unit]") {
  const std::string live = Sample().page(true), still = Sample().page(false);
  CHECK_THAT(live, Contains("data-standing=\"live\"") && Contains("Running now") &&
                       Contains("on cuda:1, from 0s to 5s"));
  CHECK_THAT(live, Contains("<i class=\"running\""));
  CHECK_THAT(still, Contains("data-standing=\"still\"") && !Contains("Running now"));
}

TEST_CASE("pictures of a page share their axis of time", "[unit]") {
  const Sample sample;
  const std::vector<ProblemRow> rows = summarise(sample.campaign, sample.state, {});
  const auto charts = nlohmann::json::parse(charts_json(sample.campaign, rows));
  CHECK(charts["begin"] == 1);  // The first improvement of seed 3.
  CHECK(charts["end"] == 100);
  // Two seeds of n = 10 reach the best known radius.
  const auto& ten = charts["problems"][0];
  REQUIRE(ten["others"].size() == 2);
  CHECK(ten["points"].back()[1] <= ten["goal"]);
  CHECK(ten["others"][0]["points"].back()[1] <= ten["goal"]);
  CHECK(ten["others"][1]["points"].back()[1] > ten["goal"]);
  CHECK(charts["problems"][2]["points"].empty());
}

TEST_CASE("a campaign that has not begun has a page too", "[unit]") {
  const Sample sample;
  const std::string page = report_html(sample.campaign, {}, {"running", true, "2026-11-22T06:00:00Z", {}});
  CHECK(occurrences(page, "no packing yet") == 3);
  CHECK_THAT(page, !Contains("nan") && !Contains("inf\""));
}
