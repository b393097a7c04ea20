// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Outcomes of a batch of small scenes: final positions of bodies, the spread of outcomes, and the
// files that list them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jam/dynamics/batch/scene_batch.hpp"

namespace jam::dynamics {

/// How a scene ended.
struct SceneOutcome {
  double top = 0;     ///< Highest point of its bodies [m].
  double centre = 0;  ///< Height of their centre of mass [m].
  double moved = 0;   ///< Largest distance of a body from its start [m].
};

/// Spread of values.
struct Spread {
  double mean = 0, least = 0, median = 0, most = 0;
};
/// Nothing without values.
[[nodiscard]] std::optional<Spread> spread_of(std::vector<double> values);

/// Totals of a batch.
struct BatchTotals {
  long long taken = 0;  ///< Number of steps of all scenes.
  long long iterations = 0;
  long long unsolved = 0;  ///< Number of steps whose solve ended before its tolerance.
  long long blown_up = 0;  ///< Number of scenes that blew up.
  double penetration = 0;  ///< Deepest penetration [m].
  double residual = 0;     ///< Largest residual [-].
  double joint_error = 0;  ///< Largest component of the errors of joints [m].
  /// Spreads over the scenes that did not blow up: outcomes, and numbers of bodies that left.
  std::optional<Spread> top, centre, moved, left;
};

/// The bodies of a world with those that forces move shifted by at most `jitter` [m] along each axis; random
/// numbers follow from the seed.
[[nodiscard]] Bodies jittered(const Bodies& bodies, double jitter, std::uint64_t seed);

/// Outcomes of the scenes of a batch so far. `starts` holds the bodies with which each scene began.
class BatchOutcomes {
 public:
  BatchOutcomes(const World& world, const SceneBatch& batch, const std::vector<Bodies>& starts,
                int thread_count);

  [[nodiscard]] BatchTotals totals() const;
  /// A table with a row for each scene (CSV); the seed of scene k is `seed` + k.
  [[nodiscard]] std::string table(std::uint64_t seed) const;
  /// The state of each scene as a line of JSON; `step` is the time step [s].
  [[nodiscard]] std::string states(std::uint64_t seed, double step) const;

 private:
  const SceneBatch& batch_;
  std::vector<SceneOutcome> outcomes_;
};

}  // namespace jam::dynamics
