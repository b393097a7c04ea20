// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The origin of a result: the object `run` in the JSON files of all programs, written and read only here. Its
// fields:
//
//   problem       text            in words: `12 circles, radii 1..n`, or the name of the mesh
//   version       text            version of Jampack
//   seed          integer, null   up to 2^64 - 1, which not every reader of JSON holds exactly
//   device_kind   text, null      `cpu` or `cuda`
//   device        text, null      in words: `CPU, 2 threads`
//   time_s        number, null    time of the search [s], including the time before a checkpoint from which
//   it
//                                 was resumed
//   stop_reason   text, null      why the search ended: `finished` (nothing was left to try, or a limit of
//                                 the search itself), `time_limit`, `work_limit` (of trials or turns),
//                                 `target_reached`, `interrupted` (SIGINT), `terminated` (SIGTERM)
//   improvements  list of pairs   [time in s, value] of each new best result, the last one that of the file;
//                                 R or litres
//
// All but problem and version are null, and the list is empty, for a result that was read from a file.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "jam/core/stop.hpp"
#include "jam/io/json.hpp"
#include "jam/io/json_writer.hpp"

namespace jam::io {

struct RunSummary {
  std::string problem;
  std::string version;
  std::optional<std::uint64_t> seed;
  std::string device_kind;  ///< Kind of the device. Empty if unknown, as are device and stop_reason.
  std::string device;
  std::optional<double> time;  ///< [s]
  std::string stop_reason;
  std::vector<std::pair<double, double>> improvements;  ///< ([s], value)
};

/// The word of `stop_reason`. For a search that ended by itself, `at_work_limit` tells whether its limit of
/// trials or turns was why.
[[nodiscard]] std::string stop_word(StopReason reason, bool at_work_limit);

/// The object `run`.
[[nodiscard]] JsonObject run_json(const RunSummary& run);

/// Reads it. Throws InputError naming the place for a field that is missing or of another type, and for a
/// time below 0.
[[nodiscard]] RunSummary read_run(const JsonNode& node);

/// Reads a list of pairs [time in s, value] with the same checks.
[[nodiscard]] std::vector<std::pair<double, double>> read_improvements(const JsonNode& node);

}  // namespace jam::io
