// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Settings of solvers as JSON, in files of problems and scenes.
#pragma once

#include "jam/dynamics/solvers/solver.hpp"
#include "jam/io/json.hpp"
#include "jam/io/json_writer.hpp"

namespace jam::dynamics {

/// An object with a key for each setting but the number of threads.
[[nodiscard]] io::JsonObject settings_json(const SolverSettings& settings);

/// Reads it; keys that are missing keep their defaults. Throws InputError that names the place.
[[nodiscard]] SolverSettings read_settings(const io::JsonNode& node);

}  // namespace jam::dynamics
