// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Projections onto friction cones.
#include <catch2/catch.hpp>

#include <random>

#include "jam/dynamics/constraints/cone.hpp"

using namespace jam;
using namespace jam::dynamics;

TEST_CASE("the projection onto the cone (Negrut T1)") {
  const auto near = [](Vec3d a, Vec3d b) { return length(a - b) < 1e-14; };
  CHECK(near(on_cone({2, 0.6, 0.8}, 0.5), {2, 0.6, 0.8}));
  CHECK(near(on_cone({-3, 0, 1}, 0.5), {0, 0, 0}));
  CHECK(near(on_cone({1, 3, 4}, 0.5), {2.8, 0.84, 1.12}));
  CHECK(near(on_cone({-0.5, 0, 2}, 0.5), {0.4, 0, 0.2}));
  CHECK(on_cone({1, 2, 2}, 0) == Vec3d{1, 0, 0});
  CHECK(on_cone({-1, 2, 2}, 0) == Vec3d{0, 0, 0});
  CHECK(on_cone({-1, 0, 0}, 0) == Vec3d{0, 0, 0});
}

TEST_CASE("the projection is orthogonal, idempotent and does not expand (Negrut T1)") {
  std::mt19937 engine(1);
  const auto number = [&engine] { return static_cast<double>(engine()) / 2147483648.0 - 1; };
  int failures = 0;
  Vec3d last, last_projected;
  const double mu = 0.7;
  for (int k = 0; k < 1'000'000; ++k) {
    const Vec3d x{number(), number(), number()}, p = on_cone(x, mu);
    const bool in_cone = tangential(p) <= mu * p.x * (1 + 1e-14) + 1e-16;
    const bool orthogonal = std::fabs(dot(x - p, p)) < 1e-15;
    const bool same = length(on_cone(p, mu) - p) < 1e-15;
    const bool shorter = length(p - last_projected) <= length(x - last) * (1 + 1e-14);
    failures += in_cone && orthogonal && same && (shorter || k == 0) ? 0 : 1;
    last = x;
    last_projected = p;
  }
  CHECK(failures == 0);
}

TEST_CASE("the disc has the radius of the new normal impulse (Nuetzi 2.4)") {
  CHECK(on_disc({2, 0.6, 0.8}, 0.5) == Vec3d{2, 0.6, 0.8});
  const Vec3d p = on_disc({1, 3, 4}, 0.5);
  CHECK(length(p - Vec3d{1, 0.3, 0.4}) < 1e-15);
  CHECK(on_disc({-1, 3, 4}, 0.5) == Vec3d{0, 0, 0});
  CHECK(on_disc({0, 0, 0}, 0) == Vec3d{0, 0, 0});
}
