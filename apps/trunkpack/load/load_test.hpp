// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// --load-test: what manoeuvres of the car do to a load (lib/jam/dynamics/scenes/ride.hpp). docs/trunkpack.md
// has their profiles.
#pragma once

#include <string>
#include <vector>

#include "jam/core/stop_query.hpp"
#include "jam/trunk/io/load_motion.hpp"
#include "jam/trunk/model/trunk_problem.hpp"
#include "trunkpack/options.hpp"

namespace jam::app {

/// Simulates what the options ask for; the first motion is that of standing. Without boxes there are no
/// motions. After a stop, the motions that had ended by then; the test is then not complete. Shows its
/// progress as the options say. Throws InputError if the problem has points alone or rounded boxes.
[[nodiscard]] trunk::LoadTest test_load(const Options& options, const trunk::TrunkProblem& problem,
                                        const std::vector<trunk::BoxRow>& rows, const StopQuery& stop = {});

/// `load test     FAILS: brake 0.8 g: 15 of 409 boxes move by more than 5 mm (friction 0.4, 250 kg/m3)`, then
/// a line for each motion; empty without motions.
[[nodiscard]] std::string load_test_table(const trunk::LoadTest& test);

/// The verdict without its name; empty without motions.
[[nodiscard]] std::string hold_text(const trunk::LoadTest& test);

/// Why the load does not pass a test that --require-load-test asks for; empty: it passes, or need not.
[[nodiscard]] std::string failed_test(const Options& options, const trunk::LoadTest& test);

}  // namespace jam::app
