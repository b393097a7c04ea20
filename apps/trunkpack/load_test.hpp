// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// --load-test: what manoeuvres of the car do to a load, by rigid-body dynamics (lib/jam/dynamics). The boxes
// stand in the mesh with friction, first for a moment under gravity alone; each manoeuvre begins from there.
// docs/trunkpack.md has the profiles.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "jam/core/stop_query.hpp"
#include "jam/trunk/io/load_report.hpp"
#include "jam/trunk/model/trunk_problem.hpp"

namespace jam::app {

/// A manoeuvre and its largest acceleration.
struct Manoeuvre {
  std::string name;  ///< `brake`, `accelerate`, `corner`, `bump`.
  double g = 0;      ///< In units of 9.81 m/s^2, above 0.

  friend bool operator==(const Manoeuvre&, const Manoeuvre&) = default;
};

/// `brake=0.8g,corner=0.5g`. Throws InputError that says what is accepted.
[[nodiscard]] std::vector<Manoeuvre> parse_manoeuvres(std::string_view text);
[[nodiscard]] std::string manoeuvres_text(const std::vector<Manoeuvre>& manoeuvres);

/// Simulates; the first motion is that of standing. After a stop, the motions that had ended by then. Throws
/// InputError where the problem has points alone or rounded boxes. With `pressures` motions tell what boxes
/// bear.
[[nodiscard]] std::vector<trunk::LoadMotion> test_load(const trunk::TrunkProblem& problem,
                                                       const std::vector<trunk::BoxRow>& rows,
                                                       const std::vector<Manoeuvre>& manoeuvres,
                                                       bool pressures, int thread_count,
                                                       const StopQuery& stop = {});

/// A line for each motion; empty for none.
[[nodiscard]] std::string load_test_table(const std::vector<trunk::LoadMotion>& motions);

}  // namespace jam::app
