// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Functions that make the built-in scenes. Users of the library call built_in_scene(), which checks that
// `count` is in the range of the SceneInfo (built_in.cpp).
#pragma once

#include <cstdint>

#include "jam/dynamics/scenes/scene.hpp"

namespace jam::dynamics {

// heaps.cpp
[[nodiscard]] Scene make_pile(int count, std::uint64_t seed);
[[nodiscard]] Scene make_bricks(int count, std::uint64_t seed);
[[nodiscard]] Scene make_well(int count, std::uint64_t seed);
// streams.cpp
[[nodiscard]] Scene make_hopper(int count, std::uint64_t seed);
[[nodiscard]] Scene make_silo(int count, std::uint64_t seed);
[[nodiscard]] Scene make_tank(int count, std::uint64_t seed);
// shaken.cpp
[[nodiscard]] Scene make_shaken_tank(int count, std::uint64_t seed);
[[nodiscard]] Scene make_mixer(int count, std::uint64_t seed);
// machines.cpp
[[nodiscard]] Scene make_segregation(int count, std::uint64_t seed);

}  // namespace jam::dynamics
