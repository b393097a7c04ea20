// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The files of a run's status, and its warnings.
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "shell/status/run_status.hpp"
#include "support/file_size_limit.hpp"
#include "support/temporary_file.hpp"

using namespace jam;
using namespace jam::app;
using jam::test::text_of;

namespace {

bool holds(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// Collects warnings.
struct Warnings {
  std::vector<std::string> lines;
  [[nodiscard]] auto collect() {
    return [this](const std::string& text) { lines.push_back(text); };
  }
};

const auto ignore = [](const std::string&) {};

RunFacts facts() {
  RunFacts facts;
  facts.program = "circlepack";
  facts.name = "linear-n8";
  facts.metrics.rows = {{"trials", "trials_total", nullptr, "Packings tried.", true}};
  return facts;
}

RunProgress at(double seconds, long long trials) {
  RunProgress progress;
  progress.seconds = seconds;
  progress.values = {static_cast<double>(trials)};
  progress.rounds = trials / 10;
  return progress;
}

/// A result of this value.
RunImprovement gain(double seconds, long long trials, double value) {
  return {{{}, value, 1}, "", at(seconds, trials)};
}

}  // namespace

TEST_CASE("the last version of the files is that of the end", "[unit]") {
  const TemporaryFile json("status.json", "old"), metrics("jampack.prom", "old");
  Warnings warnings;
  RunStatus status(json.path(), metrics.path());
  status.begin({facts(), "advice", std::nullopt, warnings.collect()});
  for (int k = 1; k <= 1000; ++k) status.progressed(at(0.01 * k, 10 * k));
  status.improved(gain(9.5, 9500, 9));
  status.progressed(at(20, 12345));
  status.end(StopReason::finished, "trial limit of 12345", true, {});
  const std::string text = text_of(json.path());
  CHECK(holds(text, "\"state\": \"finished\",\n  \"reason\": \"trial limit of 12345\""));
  CHECK(holds(text, "\"elapsed_seconds\": 20.000"));
  CHECK(holds(text, "\"elapsed_seconds\": 9.500, \"work\": 9500"));
  CHECK(holds(text_of(metrics.path()), "state=\"finished\"} 1\n"));
  CHECK(warnings.lines.empty());
}

TEST_CASE("the state at the end follows from reason, result and files", "[unit]") {
  const TemporaryFile json("status.json", "");
  const auto ended = [&](StopReason reason, bool found, const std::vector<std::string>& errors) {
    RunStatus status(json.path(), {});
    status.begin({facts(), "", std::nullopt, ignore});
    status.end(reason, "because", found, errors);
    return text_of(json.path());
  };
  CHECK(
      holds(ended(StopReason::time_limit, true, {}), "\"state\": \"finished\",\n  \"reason\": \"because\""));
  CHECK(holds(ended(StopReason::terminate, true, {}),
              "\"state\": \"interrupted\",\n  \"reason\": \"because\""));
  CHECK(holds(ended(StopReason::interrupt, false, {}), "\"state\": \"interrupted\""));
  CHECK(holds(ended(StopReason::time_limit, false, {}),
              "\"state\": \"failed\",\n  \"reason\": \"no verified packing was found (because)\""));
  CHECK(holds(ended(StopReason::interrupt, true, {"a.svg: disk full"}),
              "\"state\": \"failed\",\n  \"reason\": \"a.svg: disk full\""));
}

TEST_CASE("a run that ends by an error has failed, and says why", "[unit]") {
  const TemporaryFile json("status.json", "");
  RunStatus status(json.path(), {});
  const auto run = [&]() -> ExitCode {
    status.begin({facts(), "", std::nullopt, ignore});
    throw std::runtime_error("what went wrong");
  };
  CHECK_THROWS_AS(status.supervise(run), std::runtime_error);
  CHECK(holds(text_of(json.path()), "\"state\": \"failed\",\n  \"reason\": \"what went wrong\""));
}

TEST_CASE("an error before the search touches no file", "[unit]") {
  const TemporaryFile json("status.json", "old");
  RunStatus status(json.path(), {});
  CHECK_THROWS_AS(status.supervise([]() -> ExitCode { throw InputError("no"); }), InputError);
  CHECK(text_of(json.path()) == "old");
}

TEST_CASE("a full disk is one warning for each file, and the old ones stay", "[unit]") {
  const TemporaryFile json("status.json", "old"), metrics("jampack.prom", "old");
  Warnings warnings;
  {
    const test::FileSizeLimit limit(100);
    RunStatus status(json.path(), metrics.path());
    status.begin({facts(), "", std::nullopt, warnings.collect()});
    // Two versions: that of the beginning, and that of the end.
    status.end(StopReason::finished, "done", true, {});
  }
  CHECK(text_of(json.path()) == "old");
  CHECK(text_of(metrics.path()) == "old");
  REQUIRE(warnings.lines.size() == 2);
  CHECK(holds(warnings.lines[0], json.path().string()));
  CHECK(holds(warnings.lines[1], metrics.path().string()));
}

TEST_CASE("a stall is reported with what is known of the last gain, also without files", "[unit]") {
  Warnings warnings;
  RunStatus status({}, {});
  status.begin({facts(), "try something else", std::nullopt, warnings.collect()});
  status.progressed(at(599, 1));
  CHECK(warnings.lines.empty());
  status.progressed(at(600, 2));
  CHECK(warnings.lines ==
        std::vector<std::string>{"no gain for 10m: the search seems to stall; try something else"});
  status.improved(gain(601, 3, 9));
  status.progressed(at(1802, 4));
  CHECK(warnings.lines.size() == 1);
  status.progressed(at(1804, 5));
  status.progressed(at(1900, 5));
  REQUIRE(warnings.lines.size() == 2);
  CHECK(warnings.lines[1] == "no gain for 20m3s, since 10m1s: the search seems to stall; try something else");
}

TEST_CASE("a search that goes on remembers its last gain", "[unit]") {
  Warnings warnings;
  RunStatus status({}, {});
  status.begin({facts(), "", Gain{100, 5, 9}, warnings.collect()});
  status.progressed(at(650, 50));
  CHECK(warnings.lines.empty());
  status.progressed(at(700, 60));
  CHECK(warnings.lines.size() == 1);
}
