// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Impulses carried from one step to the next.
#include <catch2/catch.hpp>

#include "dynamics/worlds.hpp"
#include "jam/dynamics/constraints/warm_start.hpp"

using namespace jam;
using namespace jam::dynamics;
using namespace jam::test;

TEST_CASE("an impulse follows its contact by shapes and feature, as a vector in the world") {
  World world;
  add_floor(world, {});
  add_box(world, {0.1, 0.1, 0.1}, 1, {0, 0, 0.1}, {});
  const auto contact = [](std::uint32_t feature, Vec3d normal) {
    return Contact{0, 1, 0, 1, feature, {0, 0, 0}, normal, 0};
  };
  const std::vector<Contact> before{contact(7, {0, 0, 1}), contact(2, {0, 0, 1})};
  const std::vector<ContactRow> rows = contact_rows(world.bodies, {world.bodies.pose}, before);
  WarmStart warm;
  const std::vector<Vec3d> impulses{{1, 0.25, -0.5}, {2, 0, 0}};
  warm.keep(before, rows, impulses);

  const Vec3d tilted = normalised(Vec3d{0.1, 0.2, 1}, {});
  const std::vector<Contact> after{contact(2, {0, 0, 1}), contact(5, {0, 0, 1}), contact(7, tilted)};
  const std::vector<ContactRow> rows_after = contact_rows(world.bodies, {world.bodies.pose}, after);
  const std::vector<Vec3d> start = warm.start(after, rows_after);
  CHECK(start[0] == Vec3d{2, 0, 0});
  CHECK(start[1] == Vec3d{});
  const auto in_world = [](const ContactRow& row, Vec3d r) {
    return r.x * row.axis[0] + r.y * row.axis[1] + r.z * row.axis[2];
  };
  CHECK(length(in_world(rows_after[2], start[2]) - in_world(rows[0], impulses[0])) < 1e-15);
}
