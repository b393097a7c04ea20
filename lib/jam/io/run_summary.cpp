// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/io/run_summary.hpp"

#include <limits>

#include "jam/io/json_writer.hpp"

namespace jam::io {
namespace {

std::string text_or_empty(const JsonNode& node) { return node.is_null() ? std::string() : node.text(); }

double time_of(const JsonNode& node) {
  if (node.number() < 0) node.fail("a time of at least 0 s is needed");
  return node.number();
}

}  // namespace

std::string stop_word(StopReason reason, bool at_work_limit) {
  switch (reason) {
    case StopReason::none:
    case StopReason::finished: return at_work_limit ? "work_limit" : "finished";
    case StopReason::time_limit: return "time_limit";
    case StopReason::target_reached: return "target_reached";
    case StopReason::interrupt: return "interrupted";
    case StopReason::terminate: return "terminated";
  }
  return {};
}

JsonObject run_json(const RunSummary& run) {
  const auto known = [](const std::string& text) { return json_if(!text.empty(), text); };
  return JsonObject("problem", run.problem, "version", run.version, "seed", run.seed)
      .add("device_kind", known(run.device_kind), "device", known(run.device), "time_s", run.time)
      .add("stop_reason", known(run.stop_reason), "improvements", run.improvements);
}

RunSummary read_run(const JsonNode& node) {
  RunSummary run;
  run.problem = node.at("problem").any_text();
  run.version = node.at("version").any_text();
  if (const JsonNode seed = node.at("seed"); !seed.is_null())
    run.seed = seed.whole(0, std::numeric_limits<std::uint64_t>::max());
  run.device_kind = text_or_empty(node.at("device_kind"));
  run.device = text_or_empty(node.at("device"));
  if (const JsonNode time = node.at("time_s"); !time.is_null()) run.time = time_of(time);
  run.stop_reason = text_or_empty(node.at("stop_reason"));
  run.improvements = read_improvements(node.at("improvements"));
  return run;
}

std::vector<std::pair<double, double>> read_improvements(const JsonNode& node) {
  std::vector<std::pair<double, double>> improvements;
  for (const JsonNode& pair : node.items()) {
    const std::vector<JsonNode> point = pair.items();
    if (point.size() != 2) pair.fail("expected a time and a value");
    improvements.emplace_back(time_of(point[0]), point[1].number());
  }
  return improvements;
}

}  // namespace jam::io
