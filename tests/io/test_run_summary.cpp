// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The object `run` of result files: to text and back.
#include <catch2/catch.hpp>

#include "jam/core/error.hpp"
#include "jam/io/run_summary.hpp"

using namespace jam;
using namespace jam::io;

TEST_CASE("a run reads back as it was written, to the last digit", "[unit]") {
  const RunSummary run{"a \"mesh\".off",
                       "0.1.0",
                       18446744073709551615ULL,
                       "cuda",
                       "NVIDIA H200, 132 SMs",
                       1.0 / 3,
                       "time_limit",
                       {{0.1, 30.5}, {1.0 / 7, 22.000193012737}}};
  const RunSummary read = read_run(JsonNode::parse(run_json(run).text(), "a.json"));
  CHECK(read.problem == run.problem);
  CHECK(read.version == run.version);
  CHECK(read.seed == run.seed);
  CHECK(read.device_kind == run.device_kind);
  CHECK(read.device == run.device);
  CHECK(read.time == run.time);
  CHECK(read.stop_reason == run.stop_reason);
  CHECK(read.improvements == run.improvements);
}

TEST_CASE("what is unknown of a run is null and reads back as unknown", "[unit]") {
  const std::string text = run_json({"trunk.off", "0.1.0", {}, {}, {}, {}, {}, {}}).text();
  CHECK(
      text ==
      R"({"problem": "trunk.off", "version": "0.1.0", "seed": null, "device_kind": null, "device": null, "time_s": null, )"
      R"("stop_reason": null, "improvements": []})");
  const RunSummary read = read_run(JsonNode::parse(text, "a.json"));
  CHECK_FALSE(read.seed);
  CHECK_FALSE(read.time);
  CHECK(read.stop_reason.empty());
}

TEST_CASE("why a search ended has one word, whatever the program", "[unit]") {
  CHECK(stop_word(StopReason::finished, false) == "finished");
  CHECK(stop_word(StopReason::finished, true) == "work_limit");
  CHECK(stop_word(StopReason::none, false) == "finished");
  CHECK(stop_word(StopReason::time_limit, true) == "time_limit");
  CHECK(stop_word(StopReason::target_reached, false) == "target_reached");
  CHECK(stop_word(StopReason::interrupt, false) == "interrupted");
  CHECK(stop_word(StopReason::terminate, false) == "terminated");
}

TEST_CASE("a run with a field that is missing or wrong is refused with its place", "[unit]") {
  const auto refusal = [](const std::string& text) -> std::string {
    try {
      static_cast<void>(read_run(JsonNode::parse(text, "a.json")));
    } catch (const InputError& error) {
      return error.what();
    }
    return "accepted";
  };
  std::string text = run_json({"p", "v", 1, "cpu", "CPU", 2.0, "finished", {{1, 2}}}).text();
  CHECK(refusal(text) == "accepted");
  CHECK_THAT(refusal("{}"), Catch::Contains("the key problem is missing"));
  CHECK_THAT(refusal(text.replace(text.find("[1, 2]"), 6, "[1]")),
             Catch::Contains("improvements[0]: expected a time and a value"));
}
