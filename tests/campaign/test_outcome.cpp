// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What is read from the files and texts that a program leaves.
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>

#include "campaign/programs.hpp"
#include "campaign/state.hpp"
#include "jam/core/error.hpp"
#include "jam/io/run_summary.hpp"
#include "sample_campaign.hpp"
#include "support/temporary_file.hpp"

using namespace jam;
using namespace jam::campaign;
using Catch::Matchers::Contains;

namespace {

/// The JSON of a slice that ended for this reason after `seconds` seconds.
std::string result_json(const std::string& reason, double seconds,
                        const std::vector<std::pair<double, double>>& improvements) {
  const jam::io::RunSummary run{"2 circles",      "0.1.0", 1,      "cpu",
                                "CPU, 2 threads", seconds, reason, improvements};
  return jam::io::JsonObject("run", jam::io::run_json(run)).text();
}

const std::string packing = "# enclosing-radius: 3\n2\n1 2 0\n2 -1 0\n";

/// A campaign in a folder of its own with the files of its one search.
struct Place {
  TemporaryFile file{"night.json", ""};
  Campaign campaign = parse_campaign(with_entries(R"({"problem": {"n": 2}, "time": 60})"), file.path());
  Record record;

  void leave(const char* suffix, const std::string& text) const {
    const auto path = search_file(campaign, campaign.searches[0], suffix);
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }
  std::pair<Verdict, std::string> take(const Ending& ending, bool stopped = false) {
    return take_outcome(campaign, campaign.searches[0], {20, ending, stopped}, record);
  }
};

}  // namespace

TEST_CASE("the error of a program is found in what it printed", "[unit]") {
  const TemporaryFile usual("usual.err", "note\ncirclepack: error: no memory\nbye\n"),
      other("other.err", "terminate called\n\n");
  CHECK(error_of(usual.path()) == "no memory");
  CHECK(error_of(other.path()) == "terminate called");
  CHECK(error_of("nowhere.err").empty());
}

TEST_CASE("a slice that ends by its time brings value, improvements and time", "[unit]") {
  Place place;
  place.leave(".circles", packing);
  place.leave(".json", result_json("time_limit", 19.9, {{0.5, 3}}));
  CHECK(place.take({0, 0}).first == Verdict::recorded);
  CHECK(place.record.value == 3);
  CHECK(place.record.seconds == 20);
  CHECK(place.record.slices == 1);
  CHECK(place.record.improvements == Improvements{{0.5, 3}});
  CHECK_FALSE(place.record.finished);
  place.leave(".json", result_json("finished", 20, {}));
  static_cast<void>(place.take({0, 0}));
  CHECK(place.record.finished);
}

TEST_CASE("improvements of all slices are kept, each once", "[unit]") {
  Place place;
  place.leave(".circles", packing);
  place.leave(".json", result_json("time_limit", 20, {{0.5, 4}, {1, 3.5}}));
  static_cast<void>(place.take({0, 0}));
  place.leave(".json", result_json("time_limit", 40, {{0.5, 4}, {1, 3.5}, {22, 3}}));
  static_cast<void>(place.take({0, 0}));
  CHECK(place.record.improvements == Improvements{{0.5, 4}, {1, 3.5}, {22, 3}});
}

TEST_CASE("a slice that was told to end counts what it has done", "[unit]") {
  Place place;
  place.leave(".circles", packing);
  place.leave(".json", result_json("terminated", 7.25, {{0.5, 3}}));
  CHECK(place.take({143, 0}, true).first == Verdict::recorded);
  CHECK(place.record.seconds == 7.25);
  CHECK_FALSE(place.record.finished);
  CHECK(place.take({143, 0}, false).first == Verdict::crashed);
  CHECK(place.take({0, 9}, false).first == Verdict::crashed);
  CHECK(place.take({0, 9}, true).first == Verdict::recorded);
  CHECK(place.record.error.empty());
}

TEST_CASE("a slice that was told to end before its first packing leaves nothing", "[unit]") {
  Place place;
  CHECK(place.take({143, 0}, true).first == Verdict::recorded);
  CHECK_FALSE(place.record.value);
  CHECK(place.record.error.empty());
}

TEST_CASE("a program that ends well without a result has failed", "[unit]") {
  Place place;
  CHECK(place.take({0, 0}).first == Verdict::recorded);
  CHECK_THAT(place.record.error, Contains("linear-n2-seed1.json: cannot be opened"));
}

TEST_CASE("a packing that is not legal as it stands never counts", "[unit]") {
  Place place;
  place.leave(".circles", "# enclosing-radius: 3\n2\n1 1.5 0\n2 -1 0\n");
  place.leave(".json", result_json("time_limit", 20, {}));
  CHECK(place.take({0, 0}).first == Verdict::recorded);
  CHECK_FALSE(place.record.value);
  CHECK_THAT(place.record.error, Contains("illegal"));
  CHECK(place.record.error_code == 4);
}

TEST_CASE("a slice that ends before the first packing is no failure, unless it was the last one", "[unit]") {
  Place place;
  place.leave(".err", "trunkpack: error: the time limit of 20s ended this: wrapping the mesh\n");
  CHECK(place.take({4, 0}).first == Verdict::recorded);
  CHECK(place.record.error.empty());
  CHECK(place.record.seconds == 20);
  CHECK(slice_end(place.campaign, {"", 0, {{place.campaign.searches[0].id, place.record}}},
                  place.campaign.searches[0], 1e9) == 60);
  place.campaign.entries[0].time = 20;
  static_cast<void>(place.take({4, 0}));
  CHECK_THAT(place.record.error, Contains("wrapping the mesh"));
  CHECK(place.record.error_code == 4);
}

TEST_CASE("failures are reported in the program's words", "[unit]") {
  Place place;
  place.leave(".err", "circlepack: error: 9 TB are needed\n");
  CHECK(place.take({5, 0}).first == Verdict::recorded);
  CHECK(place.record.error == "9 TB are needed");
  CHECK(place.record.error_code == 5);
  CHECK(done(place.campaign, {"", 0, {{place.campaign.searches[0].id, place.record}}},
             place.campaign.searches[0]) == Done::failed);
  place.leave(".err", "circlepack: error: there is no CUDA device\n");
  const auto [verdict, text] = place.take({3, 0});
  CHECK(verdict == Verdict::no_device);
  CHECK(text == "there is no CUDA device");
  CHECK(place.record.error.empty());
}
