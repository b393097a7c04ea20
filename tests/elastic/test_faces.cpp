// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Faces and lines of packings: their areas, mean pressures, peaks on a liner, warnings.
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "elastic/contacts.hpp"
#include "jam/elastic/packing/face_pressure.hpp"
#include "jam/elastic/packing/packed_contacts.hpp"

using namespace jam;
using namespace jam::test;

namespace {

const Material m1_material{568, 0.42};

/// A box of 40 x 20 mm on a floor, rotated by 0.4, which touches in its corners with these forces.
Packing box_on_floor(std::vector<double> forces, const Liner& liner) {
  Packing packing;
  packing.items = {{"floor", m1_material, 0, liner}, {"box", m1_material, 0.5, {}}};
  const double c = std::cos(0.4), s = std::sin(0.4);
  for (std::size_t k = 0; k < forces.size(); ++k) {
    const double x = k == 1 || k == 2 ? 20 : -20, y = k < 2 ? -10 : 10;
    PackedContact contact;
    contact.b = 1;
    contact.force = forces[k];
    contact.point = {c * x - s * y + 100, s * x + c * y, 5};
    packing.contacts.push_back(contact);
  }
  return packing;
}

}  // namespace

TEST_CASE("the corners of a box are one face with a mean pressure") {
  const Packing packing = box_on_floor({100, 50, 100, 150}, {});
  const PackingPressure found = packing_pressure(packing, {}, 1);
  for (const ContactPressure& contact : found.contacts) {
    CHECK(contact.tier == Tier::flat);
    CHECK(contact.face == 0);
    CHECK(contact.area == Approx(800));
    CHECK(contact.mean == Approx(0.5));
    CHECK(contact.peak == 0);
    CHECK(contact.share == Approx(1));
    CHECK(contact.stick_share < 0);
  }
  CHECK(found.contacts[0].warnings.size() == 1);
  CHECK(found.contacts[1].warnings.empty());
  CHECK(found.items[1].area == Approx(800));
  CHECK(found.items[1].mean == Approx(0.5));
  CHECK(found.items[1].worst_contact == 0);
  CHECK(found.items[1].share == Approx(1));
}

TEST_CASE("two or three points along a line are no face, nor are points in no plane") {
  Packing packing = box_on_floor({100, 50}, {});
  PackingPressure found = packing_pressure(packing, {}, 1);
  CHECK(found.contacts[0].tier == Tier::none);
  CHECK(found.contacts[0].warnings[0].find("edge or a corner") != std::string::npos);
  packing = box_on_floor({100, 50, 100, 100}, {});
  packing.contacts[2].point.z = 15;
  found = packing_pressure(packing, {}, 1);
  CHECK(found.contacts[0].tier == Tier::none);
  CHECK(found.contacts[0].warnings[0].find("no plane") != std::string::npos);
  // Points of two faces with normals of their own.
  packing.contacts[2].point.z = 5;
  for (int k = 0; k < 4; ++k) packing.contacts[k].normal = {0, 0, 1};
  packing.contacts.push_back(packing.contacts[0]);
  packing.contacts[4].normal = {1, 0, 0};
  found = packing_pressure(packing, {}, 1);
  CHECK(found.contacts[3].face == 0);
  CHECK(found.contacts[4].tier == Tier::none);
}

TEST_CASE("a face on a soft liner bears Navier's pressures") {
  // Bodies that are rigid against the liner: p = F/A (1 + 6 e/L) under an eccentricity e, and 2 F / (3 (L/2 -
  // e) W) beyond e = L/6.
  const MaterialPair hard = combine({1e9, 0.3}, {1e9, 0.3});
  for (const double eccentricity : {0.0, 4.0, 8.0}) {
    const Face face = make_face({{-20, -10}, {20, -10}, {20, 10}, {-20, 10}, {0, 0}}, {eccentricity, 0});
    CHECK(face.area == Approx(800));
    const FacePressure found = face_pressure(face, hard, 0.01, 400);
    REQUIRE(found.solved);
    const double edge = eccentricity <= 40 / 6.0 ? 0.5 * (1 + 6 * eccentricity / 40)
                                                 : 2 * 400 / (3 * (20 - eccentricity) * 20);
    // The peak is that in the middle of the last cell, half a cell of 40/31 mm from the edge.
    const double wide = eccentricity <= 40 / 6.0 ? 40 : 3 * (20 - eccentricity),
                 low = eccentricity <= 40 / 6.0 ? 1 - edge : 0;
    CAPTURE(eccentricity);
    CHECK(found.peak == Approx(edge - (edge - low) * 0.5 * (40 / 31.0) / wide).epsilon(5e-3));
    CHECK(found.area == Approx(20 * wide).epsilon(0.05));
  }
}

TEST_CASE("a liner gives a face a peak above its mean, the higher the stiffer it is") {
  double before = 0.5;
  for (const double modulus : {1.0, 10.0, 100.0}) {
    const PackingPressure found = packing_pressure(box_on_floor({100, 100, 100, 100}, {2, modulus}), {}, 1);
    const ContactPressure& face = found.contacts[0];
    CAPTURE(modulus);
    CHECK(face.tier == Tier::numeric);
    CHECK(face.mean == Approx(0.5).epsilon(1e-3));
    CHECK(face.peak > before);
    CHECK(face.share == Approx(face.peak / 0.5));
    CHECK((face.warnings.size() == 1) == (modulus == 1.0));  // Compressed by half of its thickness.
    before = face.peak;
  }
  // A force beyond every tilt has no peak.
  const PackingPressure corner = packing_pressure(box_on_floor({400, 0, 0, 0}, {2, 10}), {}, 1);
  CHECK(corner.contacts[0].tier == Tier::flat);
  CHECK(corner.contacts[0].warnings[0].find("too near to the edge") != std::string::npos);
}

TEST_CASE("a cylinder on a floor is a line contact of the length between its points") {
  Packing packing = box_on_floor({1000, 1000}, {});
  for (PackedContact& contact : packing.contacts)
    contact.surface_b = {0, 1 / 10.0}, contact.friction = 0.4, contact.tangential = 300;
  PackingPressure found = packing_pressure(packing, {}, 1);
  for (const ContactPressure& line : found.contacts) {
    CHECK(line.tier == Tier::line);
    CHECK(line.peak == Approx(std::sqrt(2000 * m1().modulus / (std::numbers::pi * 10 * 40))));
    CHECK(line.mean == Approx(line.peak * std::numbers::pi / 4));
    CHECK(line.long_axis == Approx(20));
    CHECK(line.stick_share == Approx(0.5));
  }
  CHECK(found.items[1].area == Approx(found.contacts[0].area));
  // Uneven forces: the heavier end.
  packing.contacts[0].force = 1200, packing.contacts[1].force = 800;
  CHECK(packing_pressure(packing, {}, 1).contacts[0].peak == Approx(found.contacts[0].peak * std::sqrt(1.6)));
  // A point without a length; a stated one.
  packing.contacts.pop_back();
  CHECK(packing_pressure(packing, {}, 1).contacts[0].tier == Tier::none);
  packing.contacts[0].length = 24;
  CHECK(packing_pressure(packing, {}, 1).contacts[0].peak == Approx(found.contacts[0].peak));
  // On a liner.
  packing.items[0].liner = {2, 100};
  const ContactPressure lined = packing_pressure(packing, {}, 1).contacts[0];
  CHECK(lined.tier == Tier::numeric);
  CHECK(lined.peak < found.contacts[0].peak);
  CHECK(lined.peak > lined.mean);
}

TEST_CASE("a flat contact without a place has a mean pressure where its area is stated") {
  Packing packing = box_on_floor({400}, {});
  packing.contacts[0].area = 200;
  CHECK(packing_pressure(packing, {}, 1).contacts[0].mean == Approx(2));
  packing.items[0].liner = {2, 100};
  const ContactPressure lined = packing_pressure(packing, {}, 1).contacts[0];
  CHECK(lined.tier == Tier::numeric);
  CHECK(lined.peak > 2);
}
