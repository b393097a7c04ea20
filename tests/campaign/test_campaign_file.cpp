// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Campaign files: what is read, and what is refused with which words.
#include <catch2/catch.hpp>

#include "jam/core/error.hpp"
#include "sample_campaign.hpp"
#include "support/temporary_file.hpp"

using namespace jam;
using namespace jam::campaign;
using Catch::Matchers::Contains;

namespace {

/// The message for a bad file; it is one line that begins with the file's name.
std::string refusal(const std::string& text) {
  try {
    static_cast<void>(parse_campaign(text, "night.json"));
  } catch (const InputError& error) {
    std::string message = error.what();
    CHECK(message.starts_with("night.json: "));
    CHECK(message.find('\n') == std::string::npos);
    return message;
  }
  return "accepted";
}

std::string refused_entry(const std::string& entry) { return refusal(with_entries(entry)); }

const std::string five = R"({"problem": {"radii": "linear", "n": 5}})";

}  // namespace

TEST_CASE("a campaign without anything optional has the defaults", "[unit]") {
  const Campaign campaign = campaign_of(five);
  CHECK(campaign.name == "night");
  CHECK(campaign.folder == "night");
  CHECK(campaign.archive.empty());
  CHECK(campaign.time == 0);
  CHECK(campaign.devices == std::vector<std::string>{"auto"});
  REQUIRE(campaign.searches.size() == 1);
  CHECK(campaign.searches[0].id == "linear-n5-seed1");
  const Problem& problem = campaign.problems[0];
  CHECK(problem.arguments == std::vector<std::string>{"--n", "5", "--radii", "linear"});
  REQUIRE(problem.target);
  CHECK(*problem.target ==
        Approx(9.001397746050).epsilon(1e-12));  // One unit of the last decimal above it at most.
  CHECK(problem.target_best_known);
}

TEST_CASE("ranges and lists of n are taken in their order, with all problems of a seed before the next seed",
          "[unit]") {
  const Campaign campaign =
      campaign_of(R"({"problem": {"radii": "sqrt", "n": [9, "5..7", 30]}, "seeds": [4, 2]})");
  std::vector<std::string> ids;
  for (const Search& search : campaign.searches) ids.push_back(search.id);
  CHECK(ids == std::vector<std::string>{"sqrt-n9-seed4", "sqrt-n5-seed4", "sqrt-n6-seed4", "sqrt-n7-seed4",
                                        "sqrt-n30-seed4", "sqrt-n9-seed2", "sqrt-n5-seed2", "sqrt-n6-seed2",
                                        "sqrt-n7-seed2", "sqrt-n30-seed2"});
}

TEST_CASE("every key is read", "[unit]") {
  const TemporaryFile mesh("trunk.off", "OFF");
  const std::string text = with_entries(
      R"({"name": "a", "problem": {"n": "3..4"}, "share": 2.5, "time": "1m30s", "target": "none", "seeds": 2,
          "options": {"stuck": 5000, "strategy": "trials", "start": ["x", "y"]}},
         {"problem": {"mesh": "trunk.off", "box": "100x50x50"}, "target": 12.5, "time": 7})",
      R"("name": "Night", "folder": "out", "archive": "all.sqlite", "time": "2d", "slice": "30s", "devices": ["cuda:0", "cuda:1"],
         "parallel": 4, "threads": 3, "seeds": [7], )");
  const Campaign campaign = parse_campaign(text, mesh.path().parent_path() / "night.json");
  CHECK(campaign.name == "Night");
  CHECK(campaign.folder == mesh.path().parent_path() / "out");
  CHECK(campaign.archive == (mesh.path().parent_path() / "all.sqlite").string());
  CHECK(campaign.time == 2 * 86400);
  CHECK(campaign.slice == 30);
  CHECK(campaign.devices == std::vector<std::string>{"cuda:0", "cuda:1", "cuda:0", "cuda:1"});
  CHECK(campaign.threads == 3);
  REQUIRE(campaign.entries.size() == 2);
  CHECK(campaign.entries[0].share == 2.5);
  CHECK(campaign.entries[0].time == 90);
  CHECK(campaign.entries[0].seeds == std::vector<std::uint64_t>{1, 2});
  CHECK(campaign.entries[0].options ==
        std::vector<std::string>{"--start", "x", "--start", "y", "--strategy", "trials", "--stuck", "5000"});
  CHECK_FALSE(campaign.problems[0].target);
  CHECK(campaign.searches[0].id == "a-linear-n3-seed1");
  const Search& boxes = campaign.searches.back();
  CHECK(boxes.id == "trunk-100x50x50-seed7");
  CHECK(campaign.problem_of(boxes).arguments == std::vector<std::string>{"trunk.off", "--box", "100x50x50"});
  CHECK(campaign.problem_of(boxes).target == 12.5);
  CHECK(campaign.entry_of(boxes).time == 7);
}

TEST_CASE("radii come from a file, which says how many there are and may be a family", "[unit]") {
  const TemporaryFile radii("my radii.txt", "3\n1\n2\n");
  const std::string text = with_entries(R"({"problem": {"radii": "my radii.txt"}})");
  const Campaign campaign = parse_campaign(text, radii.path().parent_path() / "night.json");
  CHECK(campaign.searches[0].id == "my-radii-n3-seed1");
  CHECK(campaign.problems[0].count == 3);
  REQUIRE(campaign.problems[0].best_known);
  CHECK(campaign.problems[0].best_known->radius == 5);
}

TEST_CASE("what is no campaign is refused in one line that names the place", "[unit]") {
  CHECK_THAT(refusal("{\n  \"schema\": \"jampack/campaign/1\",\n  \"entries\": [}\n}"), Contains("line 3"));
  CHECK_THAT(refusal("[]"), Contains("expected an object, found a list"));
  CHECK_THAT(refusal(R"({"entries": []})"), Contains("the key schema is missing"));
  CHECK_THAT(refusal(R"({"schema": "jampack/circles/1", "entries": []})"),
             Contains("schema: 'jampack/circles/1'"));
  CHECK_THAT(refusal(R"({"schema": "jampack/campaign/1"})"), Contains("the key entries is missing"));
  CHECK_THAT(refusal(with_entries("")), Contains("entries: the list is empty"));
  CHECK_THAT(refusal(with_entries(five, R"("entires": [], )")),
             Contains("entires: there is no such key; did you mean entries?"));
  CHECK_THAT(refusal(with_entries(five, R"("time": "soon", )")), Contains("time: ") && Contains("soon"));
  CHECK_THAT(refusal(with_entries(five, R"("slice": 0, )")), Contains("slice: "));
  CHECK_THAT(refusal(with_entries(five, R"("devices": [], )")), Contains("devices: the list is empty"));
  CHECK_THAT(refusal(with_entries(five, R"("devices": ["cpu", 3], )")),
             Contains("devices[1]: expected text, found a number"));
  CHECK_THAT(refusal(with_entries(five, R"("devices": ["cpu", "cuda"], "parallel": 1, )")),
             Contains("parallel: it is 1, fewer than the 2"));
  CHECK_THAT(refusal(with_entries(five, R"("name": 3, )")), Contains("name: expected text, found a number"));
  CHECK_THAT(refusal(with_entries(five, R"("name": "a", "name": "b", )")), Contains("'name' stands twice"));
}

TEST_CASE("bad entries are refused in one line that names the place", "[unit]") {
  CHECK_THAT(refused_entry("3"), Contains("entries[0]: expected an object, found a number"));
  CHECK_THAT(refused_entry(five + R"(, {"share": 1})"), Contains("entries[1]: the key problem is missing"));
  CHECK_THAT(refused_entry(R"({"problem": {"n": 5}, "shares": 1})"),
             Contains("entries[0].shares: there is no such key; did you mean share?"));
  CHECK_THAT(refused_entry(R"({"problem": {}})"), Contains("entries[0].problem: it names no problem"));
  CHECK_THAT(refused_entry(R"({"problem": {"radii": "linear"}})"),
             Contains("entries[0].problem: the key n is missing"));
  CHECK_THAT(refused_entry(R"({"problem": {"n": "9..5"}})"),
             Contains("entries[0].problem.n: '9..5' runs backwards: write \"5..9\""));
  CHECK_THAT(refused_entry(R"({"problem": {"n": "5..x"}})"), Contains("entries[0].problem.n: '5..x'"));
  CHECK_THAT(refused_entry(R"({"problem": {"n": 0}})"), Contains("entries[0].problem.n: it is 0"));
  CHECK_THAT(refused_entry(R"({"problem": {"n": []}})"), Contains("entries[0].problem.n: the list is empty"));
  CHECK_THAT(refused_entry(R"({"problem": {"n": [5, "4..6"]}})"),
             Contains("entries[0].problem.n[1]: the number 5 comes twice"));
  CHECK_THAT(refused_entry(R"({"problem": {"n": true}})"),
             Contains("entries[0].problem.n: expected a number"));
  CHECK_THAT(refused_entry(R"({"problem": {"radii": "liner", "n": 5}})"),
             Contains("entries[0].problem.radii: 'liner' is neither a family"));
  CHECK_THAT(refused_entry(R"({"problem": {"mesh": "nowhere.off"}})"),
             Contains("entries[0].problem.mesh: there is no file 'nowhere.off'"));
  CHECK_THAT(refused_entry(R"({"problem": {"mesh": "nowhere.off", "n": 5}})"),
             Contains("entries[0].problem.n: there is no such key"));
  CHECK_THAT(refused_entry(R"({"problem": {"n": 5}, "share": 0})"), Contains("entries[0].share: it is 0"));
  CHECK_THAT(refused_entry(R"({"problem": {"n": 5}, "time": 0.0001})"),
             Contains("entries[0].time: a time of at least 10 ms"));
  CHECK_THAT(refused_entry(R"({"problem": {"n": 5}, "seeds": 0})"), Contains("entries[0].seeds: it is 0"));
  CHECK_THAT(refused_entry(R"({"problem": {"n": 5}, "seeds": [3, 3]})"),
             Contains("entries[0].seeds[1]: the seed 3 comes twice"));
  CHECK_THAT(refused_entry(R"({"problem": {"n": 5}, "target": "best"})"),
             Contains("entries[0].target: 'best'"));
  CHECK_THAT(refused_entry(R"({"problem": {"n": "5..6"}, "target": 9.1})"),
             Contains("entries[0].target: one number cannot be the target of 2"));
  CHECK_THAT(refused_entry(R"({"problem": {"radii": "equal", "n": 1999}, "target": "best-known"})"),
             Contains("entries[0].target: not in the table of this version"));
  CHECK_THAT(refused_entry(R"({"problem": {"n": 5}, "options": {"seed": 3}})"),
             Contains("entries[0].options.seed: ") && Contains("campaigns set this option themselves"));
  for (const char* page : {"help", "version", "man", "completion"}) {
    CHECK_THAT(refused_entry(R"({"problem": {"n": 5}, "options": {")" + std::string(page) + R"(": 1}})"),
               Contains("campaigns set this option themselves"));
  }
  CHECK_THAT(refused_entry(R"({"problem": {"n": 5}, "options": {"--stuck": 3}})"),
             Contains("without dashes"));
  CHECK_THAT(refused_entry(R"({"problem": {"n": 5}, "options": {"stuck": null}})"),
             Contains("entries[0].options.stuck: expected text or a number"));
  CHECK_THAT(refused_entry(R"({"problem": {"n": 5}, "name": "a/b"})"), Contains("entries[0].name: 'a/b'"));
  CHECK_THAT(refused_entry(five + ", " + five),
             Contains("entries[1]: it names linear-n5, as entries[0] does"));
}
