// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The schedule of a campaign: which search runs next, and for how long.
#include <catch2/catch.hpp>

#include <limits>
#include <map>

#include "campaign/state.hpp"
#include "sample_campaign.hpp"

using namespace jam::campaign;

namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

/// The ids of the searches that get the next slices when each uses its slice and finds nothing.
std::vector<std::string> turns(const Campaign& campaign, int count) {
  State state;
  std::vector<std::string> ids;
  for (int k = 0; k < count; ++k) {
    const auto next = next_search(campaign, state, {}, "cpu");
    if (!next) break;
    const Search& search = campaign.searches[*next];
    ids.push_back(search.id);
    used(state, search.id, slice_end(campaign, state, search, endless));
  }
  return ids;
}

}  // namespace

TEST_CASE("every search of an entry has its first turn before one has its second", "[unit]") {
  const Campaign campaign =
      campaign_of(R"({"problem": {"n": "30..31"}, "seeds": 2, "time": 20})", R"("slice": 10, )");
  CHECK(turns(campaign, 99) == std::vector<std::string>{"linear-n30-seed1", "linear-n31-seed1",
                                                        "linear-n30-seed2", "linear-n31-seed2",
                                                        "linear-n30-seed1", "linear-n31-seed1",
                                                        "linear-n30-seed2", "linear-n31-seed2"});
}

TEST_CASE("entries get time by their shares, as long as they have something to do", "[unit]") {
  const Campaign campaign = campaign_of(
      R"({"problem": {"n": 30}, "share": 3, "time": 60}, {"problem": {"n": 31}, "time": 90}, {"problem": {"n": 32}, "time": 0})",
      R"("slice": 10, )");
  std::map<std::string, int> count;
  for (const std::string& id : turns(campaign, 10)) ++count[id];
  CHECK(count["linear-n30-seed1"] == 6);  // 3 of 5 shares; with that its time is used up.
  CHECK(count["linear-n31-seed1"] == 2);
  CHECK(count["linear-n32-seed1"] == 2);
  count.clear();
  for (const std::string& id : turns(campaign, 40)) ++count[id];
  CHECK(count["linear-n30-seed1"] == 6);
  CHECK(count["linear-n31-seed1"] == 9);
  CHECK(count["linear-n32-seed1"] == 25);  // No limit: the rest.
}

TEST_CASE("time that running searches were given counts as used, and they have no second place", "[unit]") {
  const Campaign campaign =
      campaign_of(R"({"problem": {"n": "30..31"}}, {"problem": {"n": 32}})", R"("slice": 10, )");
  const State state;
  CHECK(next_search(campaign, state, {}, "cpu") == 0);
  CHECK(next_search(campaign, state, {{0, 10, "cpu"}}, "cpu") == 2);
  CHECK(next_search(campaign, state, {{0, 10, "cpu"}, {2, 10, "cpu"}}, "cpu") == 1);
  CHECK(next_search(campaign, state, {{0, 10, "cpu"}, {1, 10, "cpu"}, {2, 10, "cpu"}}, "cpu") ==
        std::nullopt);
}

TEST_CASE("a search goes on only on the kind of device that it was begun on", "[unit]") {
  const Campaign campaign = campaign_of(R"({"problem": {"n": "30..31"}})");
  State state;
  used(state, "linear-n30-seed1", 10).kind = "cuda";
  used(state, "linear-n31-seed1", 20).kind = "cpu";
  CHECK(next_search(campaign, state, {}, "cuda") == 0);
  CHECK(next_search(campaign, state, {}, "cpu") == 1);
}

TEST_CASE("a search is done when it reached its target, used up its time, has nothing left to try, or failed",
          "[unit]") {
  const Campaign campaign = campaign_of(R"({"problem": {"n": 10}, "time": 60})");
  const Search& search = campaign.searches[0];
  State state;
  CHECK(done(campaign, state, search) == Done::no);
  Record& record = used(state, search.id, 30, 22.1);
  CHECK(done(campaign, state, search) == Done::no);
  record.seconds = 60;
  CHECK(done(campaign, state, search) == Done::time);
  record.error = "no memory";
  CHECK(done(campaign, state, search) == Done::failed);
  record.finished = true;
  CHECK(done(campaign, state, search) == Done::finished);
  record.value = 22.000193012737 * (1 + 2e-9);
  CHECK(done(campaign, state, search) == Done::finished);
  record.value = 22.000193012737 * (1 + 0.9e-9);
  CHECK(done(campaign, state, search) == Done::target);
  CHECK_FALSE(next_search(campaign, state, {}, "cpu"));

  // Without a target, the best known radius ends nothing.
  const Campaign further = campaign_of(R"({"problem": {"n": 10}, "time": 60, "target": "none"})");
  record.finished = false;
  record.error.clear();
  record.seconds = 59;
  CHECK(done(further, state, search) == Done::no);
}

TEST_CASE("a slice ends at its length, at the time of the search, and at the end of the campaign", "[unit]") {
  const Campaign campaign = campaign_of(R"({"problem": {"n": 10}, "time": 25})", R"("slice": 10, )");
  const Search& search = campaign.searches[0];
  State state;
  CHECK(slice_end(campaign, state, search, endless) == 10);
  used(state, search.id, 20);
  CHECK(slice_end(campaign, state, search, endless) == 25);
  CHECK(slice_end(campaign, state, search, 3) == 23);

  // A slice without a packing is followed by one that doubles the time.
  const Campaign longer = campaign_of(R"({"problem": {"n": 10}, "time": 500})", R"("slice": 10, )");
  used(state, search.id, 40).slices = 1;
  CHECK(slice_end(longer, state, search, endless) == 80);
  used(state, search.id, 40, 22.5);
  CHECK(slice_end(longer, state, search, endless) == 50);
}
