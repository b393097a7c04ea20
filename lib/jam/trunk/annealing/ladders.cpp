// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/annealing/ladders.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "jam/core/philox.hpp"
#include "jam/core/streams.hpp"

namespace jam::trunk {

std::vector<InstanceState> first_states(const TrialScene& scene, int count) {
  const TrialRules& rules = scene.rules;
  std::vector<InstanceState> states(count);
  for (int k = 0; k < count; ++k) {
    const int level = (scene.first_instance + k) % rules.levels;
    const double height = rules.levels > 1 ? static_cast<double>(level) / (rules.levels - 1) : 0.5;
    states[k].temperature =
        static_cast<float>(rules.coldest *
                           std::pow(static_cast<double>(rules.hottest) / rules.coldest, height)) /
        energy_unit;
  }
  return states;
}

void exchange_temperatures(std::span<InstanceState> states, int levels, std::uint64_t seed,
                           std::uint64_t batch) {
  std::vector<InstanceState*> ladder;
  std::uint32_t number = 0;
  for (std::size_t first = 0; first < states.size(); first += ladder.size(), ++number) {
    ladder.resize(std::min(states.size() - first, static_cast<std::size_t>(levels)));
    std::iota(ladder.begin(), ladder.end(), states.data() + first);
    std::ranges::stable_sort(ladder, {}, &InstanceState::temperature);
    RandomStream chance(seed, StreamId::replica_exchange, number, batch);
    for (std::size_t i = batch % 2; i + 1 < ladder.size(); i += 2) {
      InstanceState& cold = *ladder[i];
      InstanceState& hot = *ladder[i + 1];
      const double drawn = chance.uniform_double();
      if (cold.count != hot.count || cold.absent != 0 || hot.absent != 0) continue;
      const double exponent = (1.0 / cold.temperature - 1.0 / hot.temperature) *
                              (static_cast<double>(cold.energy) + cold.price - hot.energy - hot.price);
      if (exponent >= 0 || drawn < std::exp(exponent)) std::swap(cold.temperature, hot.temperature);
    }
  }
}

}  // namespace jam::trunk
