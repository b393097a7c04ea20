// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Where half-space theory ends: every way to pressures warns of the same, and nothing that is not finite is a
// result.
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

#include "elastic/contacts.hpp"
#include "jam/core/error.hpp"
#include "jam/elastic/normal/validity.hpp"
#include "jam/elastic/packing/packed_contacts.hpp"
#include "jam/elastic/packing/wall_patches.hpp"
#include "jam/elastic/tangential/frictional.hpp"

using namespace jam;
using namespace jam::test;

namespace {

bool warns(const std::vector<std::string>& warnings, const char* text) {
  for (const std::string& warning : warnings) {
    if (warning.find(text) != std::string::npos) return true;
  }
  return false;
}

/// A ball of 20 mm, pressed onto rubber.
Contact ball_on_rubber(double force) {
  Contact contact;
  contact.surface.curvature = {1 / 40.0, 1 / 40.0};
  contact.pair = combine({70000, 0.2}, {2.2, 0.5});
  contact.load = by_force(force);
  const Extent extent = patch_extent(contact.surface, contact.pair, {}, contact.load);
  contact.grid = centred_grid(40, 40, 2 * extent.x, 2 * extent.y);
  return contact;
}

}  // namespace

TEST_CASE("a ball that goes too deep is warned of alone, with friction, on a wall and in a packing") {
  for (const double force : {0.5, 20000.0}) {
    CAPTURE(force);
    const bool deep = force > 1;
    const Contact contact = ball_on_rubber(force);
    Packing packing;
    packing.items = {{"ball", {70000, 0.2}, 0, {}}, {"wall", {2.2, 0.5}, 0, {}}};
    packing.contacts.resize(1);
    packing.contacts[0].b = 1;
    packing.contacts[0].force = force;
    packing.contacts[0].surface_a = {1 / 20.0, 1 / 20.0};
    const std::vector<WallItem> items{{0, 0, contact.surface.curvature, {70000, 0.2}, force}};
    const Material rubber{2.2, 0.5};
    const Grid grid = wall_grid(rubber, {}, items);
    Contact smooth = contact;
    smooth.pair.coupling = 0;
    for (const auto& warnings :
         {press(contact, {}).warnings, packing_pressure(packing, {}, 1).contacts[0].warnings,
          solve_wall(grid, rubber, {}, items, {}).patches[0].warnings,
          press_with_friction(smooth, {contact.load}, {0.1, Motion::shift, {1e-3, 0}, 0}, {})
              .pressed.warnings}) {
      CHECK(warns(warnings, "of the radius of curvature") == deep);
      CHECK(warns(warnings, "of E*") == deep);
    }
  }
}

TEST_CASE("a ball in a hollow of nearly its radius is compared with its own radius") {
  Contact contact;
  const double own = 1 / 10.0, hollow = -1 / 10.05;
  contact.surface.curvature = gap_curvature(own, own, hollow, hollow, 0);
  contact.surface.bodies = body_curvatures(own, own, hollow, hollow, 0);
  contact.pair = combine({210000, 0.3}, {210000, 0.3});
  contact.load = by_force(20000);
  const Extent extent = patch_extent(contact.surface, contact.pair, {}, contact.load);
  contact.grid = centred_grid(40, 40, 2 * extent.x, 2 * extent.y);
  // The patch has a semi-axis of 5 mm, the gap a radius of 2010 mm.
  CHECK(warns(press(contact, {}).warnings, "of the radius of curvature of the upper body"));
  contact.liner = {1, 1e5};
  CHECK(warns(press(contact, {}).warnings, "of the radius of curvature of the upper body"));
  contact.liner = {};
  contact.load = by_force(1);
  contact.grid = centred_grid(40, 40, 0.5, 0.5);
  CHECK(!warns(press(contact, {}).warnings, "radius"));
  Packing packing;
  packing.items = {{"ball", {210000, 0.3}, 0, {}}, {"socket", {210000, 0.3}, 0, {}}};
  packing.contacts.resize(1);
  packing.contacts[0].b = 1;
  packing.contacts[0].force = 20000;
  packing.contacts[0].surface_a = {own, own};
  packing.contacts[0].surface_b = {hollow, hollow};
  CHECK(warns(packing_pressure(packing, {}, 1).contacts[0].warnings, "of the radius of curvature of ball"));
}

TEST_CASE("steep rasters and squeezed liners are warned of") {
  for (const double slope : {0.1, 0.3}) {
    Contact contact;
    contact.surface.kind = SurfaceKind::raster;
    contact.pair = m1();
    contact.grid = centred_grid(41, 41, 2, 2);
    for (int i = 0; i < contact.grid.count(); ++i)
      contact.surface.raster.push_back(slope * std::hypot(contact.grid.x(i % 41), contact.grid.y(i / 41)));
    contact.load = by_approach(0.05);
    CHECK(warns(press(contact, {}).warnings, "the gap is steep") == (slope > 0.2));
    contact.liner = {1, slope > 0.2 ? 1.0 : 1e4};
    CHECK(warns(press(contact, {}).warnings, "the liner is compressed") == false);
    contact.load = by_approach(0.5);
    CHECK(warns(press(contact, {}).warnings, "the liner is compressed") == (slope > 0.2));
  }
}

TEST_CASE("results that are not finite are errors") {
  NormalSolution solution;
  CHECK_NOTHROW(require_finite(solution));
  solution.gap = {0, std::numeric_limits<double>::quiet_NaN()};
  CHECK_THROWS_AS(require_finite(solution), InputError);
  Contact contact = ball_on_rubber(1);
  contact.load = by_force(1e308);
  CHECK_THROWS_AS(press(contact, {}), InputError);
  CHECK_THROWS_AS(patch_extent(contact.surface, contact.pair, {1, 1e-300}, contact.load), InputError);
  Packing packing;
  packing.items = {{"a", {1e-300, 0.3}, 1e-300, {}}, {"b", {1e-300, 0.3}, 0, {}}};
  packing.contacts.resize(1);
  packing.contacts[0].b = 1;
  packing.contacts[0].force = 1e300;
  packing.contacts[0].surface_a = {1e200, 1e200};
  CHECK_THROWS_AS(packing_pressure(packing, {}, 1), InputError);
}
