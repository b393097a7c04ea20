// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What host and device compute alike in the GPU tests of jam_core.
#pragma once

#include "core_kernels.hpp"
#include "jam/core/philox.hpp"
#include "jam/core/quaternion.hpp"

namespace jam::test {

JAM_HD inline Draws draw(std::uint32_t instance, std::uint64_t seed, std::uint64_t trial) {
  RandomStream random(seed, StreamId::test, instance, trial);
  Draws draws{};
  // An odd place first, so that later draws straddle a block.
  draws.word = random.next_u32();
  draws.uniform = random.uniform();
  draws.uniform_double = random.uniform_double();
  draws.below = random.below(1000 + instance);
  draws.at = random.at(instance);
  return draws;
}

JAM_HD inline Turned turn(int i) {
  // No trigonometry: sin and cos differ in the last bit between host and device.
  const float t = static_cast<float>(i);
  const Quaternionf q = normalised(Quaternionf{1.0F, 0.1F * t, -0.3F, 0.01F * t});
  const Vec3f v{1.0F, -2.0F, 0.5F};
  const Vec3f a = rotate(q, v);
  const Vec3f b = rotation_matrix(q) * v;
  return {{a.x, a.y, a.z}, {b.x, b.y, b.z}};
}

}  // namespace jam::test
