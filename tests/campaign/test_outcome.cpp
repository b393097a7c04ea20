// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What is read from the files and texts that a program leaves.
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>

#include "campaign/outcome.hpp"
#include "campaign/programs.hpp"
#include "campaign/schedule.hpp"
#include "jam/core/error.hpp"
#include "sample_campaign.hpp"
#include "support/temporary_file.hpp"

using namespace jam;
using namespace jam::campaign;
using Catch::Matchers::Contains;

namespace {

const std::string columns = "seconds,trials,relaxation_steps,rounds,meta_stable,best_radius,mean_radius,gap\n";

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
  std::pair<Verdict, std::string> take(const Ending& ending, bool asked = false) {
    return take_outcome(campaign, campaign.searches[0], {20, ending, asked}, record);
  }
};

}  // namespace

TEST_CASE("improvements are the rows with a smaller radius than all before", "[unit]") {
  const auto found =
      improvements_in(columns + "0.1,1,1,1,0,,,\n0.2,2,2,1,0,30.5,31,\n0.3,3,3,1,0,30.5,31,\n1.5,9,9,2,0,22.1,31,0.004\n", "x.csv");
  CHECK(found == std::vector<std::pair<double, double>>{{0.2, 30.5}, {1.5, 22.1}});
  CHECK(improvements_in(columns, "x.csv").empty());
  CHECK_THROWS_WITH(improvements_in(columns + "0.2,2\n", "x.csv"), Contains("x.csv: line 2"));
}

TEST_CASE("facts and complaints are found in what programs print", "[unit]") {
  CHECK(fact_in("circles     5\nended by    time limit of 5s\n", "ended by") == "time limit of 5s");
  CHECK(fact_in("ended bye   x\n", "ended by").empty());
  CHECK(complaint_in("note\ncirclepack: error: no room\nbye\n") == "no room");
  CHECK(complaint_in("terminate called\n\n") == "terminate called");
  CHECK(complaint_in("").empty());
}

TEST_CASE("a slice that ends by its time brings value, improvements and time", "[unit]") {
  Place place;
  place.leave(".circles", "# enclosing-radius: 3\n2\n1 2 0\n2 -1 0\n");
  place.leave(".csv", columns + "0.5,1,1,1,0,3,3,0\n19.9,9,9,9,0,3,3,0\n");
  place.leave(".out", "ended by    time limit of 20s\n");
  CHECK(place.take({0, 0}).first == Verdict::fine);
  CHECK(place.record.value == 3);
  CHECK(place.record.seconds == 20);
  CHECK(place.record.slices == 1);
  CHECK(place.record.improvements == std::vector<std::pair<double, double>>{{0.5, 3}});
  CHECK_FALSE(place.record.finished);
  place.leave(".out", "ended by    nothing left to try\n");
  static_cast<void>(place.take({0, 0}));
  CHECK(place.record.finished);
}

TEST_CASE("a slice that was told to end counts what it has done", "[unit]") {
  Place place;
  place.leave(".circles", "# enclosing-radius: 3\n2\n1 2 0\n2 -1 0\n");
  place.leave(".csv", columns + "0.5,1,1,1,0,3,3,0\n7.25,9,9,9,0,3,3,0\n");
  place.leave(".out", "ended by    terminated (SIGTERM)\n");
  CHECK(place.take({143, 0}, true).first == Verdict::fine);
  CHECK(place.record.seconds == 7.25);
  CHECK_FALSE(place.record.finished);
  CHECK(place.take({143, 0}, false).first == Verdict::crashed);
  CHECK(place.take({0, 9}, false).first == Verdict::crashed);
  CHECK(place.take({0, 9}, true).first == Verdict::fine);
  CHECK(place.record.error.empty());
}

TEST_CASE("a packing that is not legal as it stands never counts", "[unit]") {
  Place place;
  place.leave(".circles", "# enclosing-radius: 3\n2\n1 1.5 0\n2 -1 0\n");
  place.leave(".out", "ended by    time limit of 20s\n");
  CHECK(place.take({0, 0}).first == Verdict::fine);
  CHECK_FALSE(place.record.value);
  CHECK_THAT(place.record.error, Contains("illegal"));
  CHECK(place.record.error_code == 4);
}

TEST_CASE("failures are told in the program's words", "[unit]") {
  Place place;
  place.leave(".err", "circlepack: error: 9 TB are needed\n");
  CHECK(place.take({5, 0}).first == Verdict::fine);
  CHECK(place.record.error == "9 TB are needed");
  CHECK(place.record.error_code == 5);
  CHECK(done(place.campaign, {"", 0, {{place.campaign.searches[0].id, place.record}}}, place.campaign.searches[0]) == Done::failed);
  place.leave(".err", "circlepack: error: there is no CUDA device\n");
  const auto [verdict, text] = place.take({3, 0});
  CHECK(verdict == Verdict::no_device);
  CHECK(text == "there is no CUDA device");
  CHECK(place.record.error.empty());
}
