// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Pressures of the contacts of a packing: closed forms, liners, what is said of contacts that the theory does
// not cover.
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "elastic/contacts.hpp"
#include "jam/elastic/packing/packed_contacts.hpp"

using namespace jam;
using namespace jam::test;

namespace {

const Material m1_material{568, 0.42};

/// Spheres of radius 100 mm, pairs of which make the contact of the acceptance tests, and a wall.
Packing spheres(int count) {
  Packing packing;
  for (int i = 0; i < count; ++i)
    packing.items.push_back({"sphere " + std::to_string(i), m1_material, 3.0, {}});
  packing.items.push_back({"wall", m1_material, 0, {}});
  return packing;
}

PackedContact between(int a, int b, double force, double x = 0) {
  PackedContact contact;
  contact.a = a;
  contact.b = b;
  contact.point = {x, 0, 0};
  contact.force = force;
  contact.surface_a = contact.surface_b = {0.01, 0.01};
  return contact;
}

}  // namespace

TEST_CASE("a contact of two spheres is Hertz', and items add up what they bear") {
  Packing packing = spheres(3);
  packing.contacts = {between(0, 1, hertz_force), between(1, 2, hertz_force / 8, 1000),
                      between(0, 2, 0, 2000)};
  packing.contacts[0].friction = 0.4;
  packing.contacts[0].tangential = 0.875 * 0.4 * hertz_force;
  const PackingPressure found = packing_pressure(packing, {}, 1);
  const ContactPressure& first = found.contacts[0];
  CHECK(first.tier == Tier::hertz);
  CHECK(first.approach == Approx(0.02));
  CHECK(first.long_axis == Approx(1));
  CHECK(first.short_axis == Approx(1));
  CHECK(first.peak == Approx(hertz_peak));
  CHECK(first.mean == Approx(hertz_peak / 1.5));
  CHECK(first.share == Approx(hertz_peak / 3));
  CHECK(first.friction_share == Approx(0.875));
  CHECK(first.stick_share == Approx(0.25));
  CHECK(first.normal_stiffness == Approx(2 * m1().modulus));
  CHECK(first.tangential_stiffness == Approx(8 / (2 * (2 - 0.42) / 200)));
  CHECK(first.warnings.empty());
  CHECK(found.contacts[1].long_axis == Approx(0.5));
  CHECK(found.contacts[1].stick_share < 0);
  CHECK(found.contacts[2].tier == Tier::none);
  CHECK(found.items[1].contacts == 2);
  CHECK(found.items[1].area == Approx(std::numbers::pi * 1.25));
  CHECK(found.items[1].force == Approx(hertz_force * 1.125));
  CHECK(found.items[1].worst_contact == 0);
  CHECK(found.items[2].share == Approx(hertz_peak / 6));
  CHECK(found.penalty == Approx(hertz_force * std::pow(hertz_peak / 3 - 1, 2)));
}

TEST_CASE("a liner is solved numerically and softens the contact (7.4)") {
  Packing packing = spheres(1);
  packing.items[1].liner = {1, 100};
  packing.contacts = {between(0, 1, 9.195402)};
  packing.contacts[0].surface_a = {0.02, 0.02};
  packing.contacts[0].surface_b = {};
  const PackingPressure found = packing_pressure(packing, {}, 1);
  CHECK(found.contacts[0].tier == Tier::numeric);
  CHECK(found.contacts[0].approach == Approx(0.0336234).epsilon(1e-3));
  CHECK(found.contacts[0].peak == Approx(2.0256).epsilon(2e-3));
  CHECK(std::sqrt(found.contacts[0].area / std::numbers::pi) == Approx(1.670).epsilon(0.02));
  // Between that of Hertz, (3/2) F / approach, and that of a bed of springs, 2 F / approach.
  CHECK(found.contacts[0].normal_stiffness > 1.5 * 9.195402 / found.contacts[0].approach);
  CHECK(found.contacts[0].normal_stiffness < 2 * 9.195402 / found.contacts[0].approach);
  // Liners on both sides add up.
  packing.items[0].liner = {0.5, 100};
  packing.items[1].liner = {0.5, 100};
  CHECK(packing_pressure(packing, {}, 1).contacts[0].peak == Approx(found.contacts[0].peak));
}

TEST_CASE("the stiffness on a liner grows smoothly with the force") {
  Packing packing = spheres(1);
  packing.items[1].liner = {1, 100};
  packing.contacts = {between(0, 1, 1)};
  packing.contacts[0].surface_a = {0.02, 0.02};
  packing.contacts[0].surface_b = {};
  double before = 0;
  for (int step = 0; step < 40; ++step) {
    packing.contacts[0].force = std::pow(1.1, step);
    const double stiffness = packing_pressure(packing, {}, 1).contacts[0].normal_stiffness;
    CAPTURE(step, stiffness / before);
    // Like the cube root (Hertz) or the square root (a bed of springs) of the force.
    if (step > 0) CHECK(stiffness > 1.03 * before);
    if (step > 0) CHECK(stiffness < 1.05 * before);
    before = stiffness;
  }
}

TEST_CASE("balls near each other on a flat wall sink into each other's hollow (7.4)", "[long]") {
  Packing packing = spheres(3);
  const auto on_wall = [&](int ball, double force, double x, double y) {
    PackedContact contact = between(ball, 3, force, x);
    contact.point.y = y;
    contact.point.z = 7;
    contact.surface_a = {0.02, 0.02};
    contact.surface_b = {};
    return contact;
  };
  packing.contacts = {on_wall(0, hertz_force, 0, 0), on_wall(1, hertz_force, 2.5, 0),
                      on_wall(2, hertz_force, 100, 0)};
  PackingPressure found = packing_pressure(packing, {}, 1);
  for (const int k : {0, 1}) {
    CHECK(found.contacts[k].tier == Tier::numeric);
    CHECK(found.contacts[k].approach == Approx(0.0217351).epsilon(1e-3));
    CHECK(found.contacts[k].peak == Approx(hertz_peak).epsilon(1e-2));
    CHECK(found.contacts[k].warnings.empty());
  }
  CHECK(found.contacts[2].tier == Tier::hertz);
  CHECK(found.contacts[2].approach == Approx(0.02));
  // In any plane, in a row or not; what lies in none is computed apart.
  packing.contacts[2] = on_wall(2, hertz_force / 8, 1, 3);
  found = packing_pressure(packing, {}, 1);
  CHECK(found.contacts[2].approach > 0.25 * found.contacts[1].approach);
  CHECK(found.contacts[1].approach > 0.0217351);
  CHECK(found.contacts[2].warnings.empty());
  packing.contacts[2].point.z = 8;
  packing.contacts.push_back(on_wall(2, hertz_force, 1.2, -2.8));
  found = packing_pressure(packing, {}, 1);
  CHECK(found.contacts[0].tier == Tier::hertz);
  CHECK(found.contacts[0].warnings.size() == 1);
}

TEST_CASE("balls that no common grid resolves are computed apart, with a warning") {
  const auto on_wall = [](const std::vector<double>& places) {
    const int count = static_cast<int>(places.size());
    Packing packing = spheres(count);
    for (int k = 0; k < count; ++k) {
      PackedContact contact = between(k, count, hertz_force, places[k]);
      contact.surface_a = {0.02, 0.02};
      contact.surface_b = {};
      packing.contacts.push_back(contact);
    }
    return packing_pressure(packing, {}, 1);
  };
  std::vector<double> chain;
  for (int k = 0; k < 60; ++k) chain.push_back(3.0 * k);
  // The patches, of radius 1, of the last ones lie over each other, in one cell or not.
  for (const std::vector<double>& places : {chain, {0, 0}, {0, 0, 3}, {0, 1e-3}, {0, 0.04, 3}, {0, 1.9}}) {
    CAPTURE(places.size());
    const PackingPressure found = on_wall(places);
    for (const ContactPressure& contact : found.contacts) {
      CHECK(contact.tier == Tier::hertz);
      CHECK(contact.peak == Approx(hertz_peak));
      CHECK(contact.warnings.size() == 1);
    }
  }
}

TEST_CASE("a contact with a liner sticks where its tractions are below friction (2.7.4)") {
  Packing packing = spheres(1);
  // Hardly any liner: nearly Cattaneo's contact.
  packing.items[1].liner = {1, 1e7};
  packing.contacts = {between(0, 1, hertz_force)};
  packing.contacts[0].friction = 0.4;
  packing.contacts[0].tangential = 0.875 * 0.4 * hertz_force;
  PackingPressure found = packing_pressure(packing, {}, 1);
  CHECK(found.contacts[0].tier == Tier::numeric);
  CHECK(found.contacts[0].stick_share == Approx(0.25).margin(0.03));
  // At the limit of friction everything slips.
  packing.contacts[0].tangential = 0.4 * hertz_force;
  CHECK(packing_pressure(packing, {}, 1).contacts[0].stick_share == 0);
}

TEST_CASE("what half spaces do not cover is said (7.5)") {
  Packing packing = spheres(3);
  packing.contacts = {between(0, 3, 5), between(1, 3, 5, 50), between(1, 3, 5, 52), between(2, 3, 5, 100),
                      between(2, 3, 30000, 300)};
  packing.contacts[0].surface_a = packing.contacts[0].surface_b = {};
  packing.contacts[3].surface_b.edge_distance = 0.5;
  packing.contacts.push_back(between(0, 3, 5, 400));
  packing.contacts[5].surface_b.edge_distance = 1;
  const PackingPressure found = packing_pressure(packing, {}, 1);
  const auto says = [&](int k, const char* text) {
    return found.contacts[k].warnings.size() == 1 &&
           found.contacts[k].warnings[0].find(text) != std::string::npos;
  };
  CHECK(found.contacts[0].tier == Tier::none);
  CHECK(says(0, "not concentrated"));
  CHECK(says(1, "another patch lies 2 mm away"));
  CHECK(says(2, "another patch lies 2 mm away"));
  // A patch that reaches beyond an edge has no peak; one near it has.
  CHECK(says(3, "0.5 mm from an edge"));
  CHECK(found.contacts[3].tier == Tier::none);
  CHECK(found.contacts[3].peak == 0);
  CHECK(says(5, "an edge lies 1 mm away"));
  CHECK(found.contacts[5].tier == Tier::hertz);
  REQUIRE(found.contacts[4].warnings.size() == 2);
  CHECK(found.contacts[4].warnings[0].find("of the radius of curvature") != std::string::npos);
  CHECK(found.contacts[4].warnings[1].find("of E*") != std::string::npos);
  packing.contacts[1].unknown = "no shape";
  CHECK(packing_pressure(packing, {}, 1).contacts[1].warnings == std::vector<std::string>{"no shape"});
  CHECK(packing_pressure(packing, {}, 1).contacts[2].warnings.empty());
}

TEST_CASE("threads change no bit of the pressures of a packing") {
  Packing packing = spheres(100);
  packing.items[100].liner = {1, 100};
  for (int i = 0; i < 100; ++i)
    packing.contacts.push_back(between(i, i % 3 == 0 ? 100 : (i + 1) % 100, 1 + i, 10 * i));
  const PackingPressure one = packing_pressure(packing, {}, 1), two = packing_pressure(packing, {}, 2);
  for (std::size_t k = 0; k < 100; ++k) {
    REQUIRE(one.contacts[k].peak == two.contacts[k].peak);
    REQUIRE(one.contacts[k].approach == two.contacts[k].approach);
  }
  CHECK(one.penalty == two.penalty);
}
