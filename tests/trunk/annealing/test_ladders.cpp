// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/annealing/ladders.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <vector>

#include <catch2/catch.hpp>

namespace jam::trunk {
namespace {

std::vector<float> temperatures_of(const std::vector<InstanceState>& states) {
  std::vector<float> temperatures;
  for (const InstanceState& state : states) temperatures.push_back(state.temperature);
  return temperatures;
}

/// A ladder whose packings all have three boxes, and energies that fall from the coldest to the hottest.
std::vector<InstanceState> upside_down(int count) {
  TrialScene scene;
  scene.rules.levels = count;
  std::vector<InstanceState> states = first_states(scene, count);
  for (int k = 0; k < count; ++k) {
    states[k].count = 3;
    states[k].energy = 1000000 * (count - k);
  }
  return states;
}

}  // namespace

TEST_CASE("temperatures of a ladder rise in equal ratios, and ladders follow each other") {
  TrialScene scene;
  scene.rules.levels = 5;
  scene.first_instance = 3;
  const std::vector<InstanceState> states = first_states(scene, 7);
  const float coldest = scene.rules.coldest / energy_unit;
  const float hottest = scene.rules.hottest / energy_unit;
  CHECK(states[2].temperature == Approx(coldest));
  CHECK(states[1].temperature == Approx(hottest));
  CHECK(states[6].temperature == Approx(hottest));
  CHECK(states[4].temperature / states[3].temperature ==
        Approx(states[5].temperature / states[4].temperature));
  scene.rules.levels = 1;
  CHECK(first_states(scene, 1).front().temperature == Approx(std::sqrt(coldest * hottest)));
}

TEST_CASE("neighbours exchange where the colder one has more energy, the even and the odd pairs in turns") {
  std::vector<InstanceState> states = upside_down(5);
  const std::vector<float> before = temperatures_of(states);
  exchange_temperatures(states, 5, 1, 0);
  CHECK(temperatures_of(states) == std::vector<float>{before[1], before[0], before[3], before[2], before[4]});
  states = upside_down(5);
  exchange_temperatures(states, 5, 1, 1);
  CHECK(temperatures_of(states) == std::vector<float>{before[0], before[2], before[1], before[4], before[3]});
  // Some batches order them.
  for (std::uint64_t batch = 0; batch < 12; ++batch) exchange_temperatures(states, 5, 1, batch);
  CHECK(std::ranges::is_sorted(states, std::greater(), &InstanceState::temperature));
}

TEST_CASE("packings that cannot be compared do not exchange, nor do different ladders") {
  std::vector<InstanceState> states = upside_down(4);
  const std::vector<float> before = temperatures_of(states);
  states[1].absent = 1;
  states[3].count = 4;
  exchange_temperatures(states, 4, 1, 0);
  CHECK(temperatures_of(states) == before);
  states = upside_down(4);
  exchange_temperatures(states, 1, 1, 0);
  CHECK(temperatures_of(states) == before);
}

TEST_CASE("a small rise is exchanged as often as its weight says") {
  int exchanged = 0;
  constexpr int count = 4000;
  for (std::uint64_t seed = 0; seed < count; ++seed) {
    std::vector<InstanceState> states(2);
    states[0].count = states[1].count = 1;
    states[0].temperature = 100;
    states[1].temperature = 200;
    states[1].energy = 200;  // (1/100 - 1/200) 200 = 1
    exchange_temperatures(states, 2, seed, 0);
    exchanged += states[0].temperature > 150 ? 1 : 0;
  }
  CHECK(exchanged == Approx(count * 0.3679).margin(130));
}

}  // namespace jam::trunk
