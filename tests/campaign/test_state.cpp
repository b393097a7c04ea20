// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The state of a campaign: to text and back.
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>

#include "campaign/state.hpp"
#include "jam/core/error.hpp"
#include "sample_campaign.hpp"
#include "support/temporary_file.hpp"

using namespace jam;
using namespace jam::campaign;
using Catch::Matchers::Contains;

TEST_CASE("a state reads back as it was written, every number to the last digit", "[unit]") {
  State state;
  state.begun = "2026-11-21T16:20:42Z";
  state.seconds = 0.1 + 0.2;
  Record& record = used(state, "a", 1.0 / 3, 22.000193012737);
  record.slices = 7;
  record.count = 12;
  record.improvements = {{0.001, 30.1}, {1e-17, 22.000193012737}};
  Record& failure = used(state, "b", 0);
  failure.error = "mesh \"x\": no <faces>\n";
  failure.error_code = 5;
  used(state, "c", 3).finished = true;

  const State read = parse_state(state_text(state), "state.json");
  CHECK(read.begun == state.begun);
  CHECK(read.seconds == state.seconds);
  REQUIRE(read.records.size() == 3);
  const Record& a = read.records.at("a");
  CHECK(a.arguments == record.arguments);
  CHECK(a.kind == "cpu");
  CHECK(a.device == record.device);
  CHECK(a.seconds == record.seconds);
  CHECK(a.slices == 7);
  CHECK(a.count == 12);
  CHECK(a.value == record.value);
  CHECK(a.improvements == record.improvements);
  CHECK_FALSE(a.finished);
  CHECK(a.error.empty());
  CHECK(read.records.at("b").error_code == 5);
  CHECK_FALSE(read.records.at("b").value);
  CHECK(read.records.at("c").finished);
  CHECK(state_text(read) == state_text(state));
}

TEST_CASE("what is no state is refused with its place", "[unit]") {
  const auto refusal = [](const std::string& text) -> std::string {
    try {
      static_cast<void>(parse_state(text, "state.json"));
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  CHECK_THAT(refusal("{"), Contains("state.json: line 1"));
  CHECK_THAT(refusal(R"({"schema": "x"})"), Contains("schema"));
  CHECK_THAT(
      refusal(
          R"({"schema": "jampack/campaign-state/1", "begun": "t", "seconds": 1, "searches": [{"id": "a"}]})"),
      Contains("searches[0]: the key arguments is missing"));
}

TEST_CASE("a search that was begun with other options is not taken up", "[unit]") {
  const TemporaryFile place("night.json", "");
  const std::filesystem::path file = place.path();
  const Campaign campaign =
      parse_campaign(with_entries(R"({"problem": {"n": 10}, "options": {"stuck": 100}})"), file);
  CHECK(read_state(campaign).records.empty());
  State state;
  state.begun = "2026-11-21T16:20:42Z";
  used(state, campaign.searches[0].id, 10).arguments = deciding_arguments(campaign, campaign.searches[0]);
  used(state, "linear-n99-seed1", 10).arguments = "of a search that is no longer wanted";
  std::filesystem::create_directories(campaign.folder);
  std::ofstream(state_file(campaign)) << state_text(state);
  CHECK(read_state(campaign).records.size() == 2);
  const Campaign other =
      parse_campaign(with_entries(R"({"problem": {"n": 10}, "options": {"stuck": 200}})"), file);
  CHECK_THROWS_WITH(read_state(other), Contains("linear-n10-seed1 was begun with") &&
                                           Contains("--stuck 100") && Contains("--stuck 200"));
}

TEST_CASE("of many improvements the latest stay complete and the first one stays", "[unit]") {
  std::vector<std::pair<double, double>> many;
  for (int k = 0; k < 1000; ++k) many.emplace_back(k, 2000 - k);
  const auto few = thinned(many);
  CHECK(few.size() == improvement_limit);
  CHECK(few.front() == many.front());
  CHECK(std::equal(few.end() - 100, few.end(), many.end() - 100));
  CHECK(std::is_sorted(few.begin(), few.end()));
  many.resize(improvement_limit);
  CHECK(thinned(many) == many);
}
