// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// --load-test: what manoeuvres of the car do to a load (lib/jam/dynamics/scenes/ride.hpp). docs/trunkpack.md
// has their profiles.
#pragma once

#include <string>
#include <vector>

#include "jam/core/stop_query.hpp"
#include "jam/dynamics/scenes/ride.hpp"
#include "jam/trunk/io/load_report.hpp"
#include "jam/trunk/model/trunk_problem.hpp"

namespace jam::app {

/// Simulates; the first motion is that of standing. After a stop, the motions that had ended by then. Throws
/// InputError if the problem has points alone or rounded boxes. With `pressures` motions report the pressures
/// that boxes bear.
[[nodiscard]] std::vector<trunk::LoadMotion> test_load(const trunk::TrunkProblem& problem,
                                                       const std::vector<trunk::BoxRow>& rows,
                                                       const std::vector<dynamics::Manoeuvre>& manoeuvres,
                                                       bool pressures, int thread_count,
                                                       const StopQuery& stop = {});

/// A line for each motion; empty for none.
[[nodiscard]] std::string load_test_table(const std::vector<trunk::LoadMotion>& motions);

}  // namespace jam::app
