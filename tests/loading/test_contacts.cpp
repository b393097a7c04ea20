// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "jam/loading/contacts.hpp"
#include "loading/rooms.hpp"

using namespace jam;
using namespace jam::loading;

namespace {

std::vector<Contact> contacts_of(const trunk::Container& room, const std::vector<trunk::BoxRow>& rows) {
  return find_contacts(trunk::WallTriangles(room), test::boxes_of(rows), {});
}

/// Contacts between boxes in a room whose walls are far away.
std::vector<Contact> contacts_of(const std::vector<trunk::BoxRow>& rows) {
  std::vector<trunk::BoxRow> high = rows;
  for (trunk::BoxRow& row : high) row.centre.z += 200;
  return contacts_of(test::cuboid(1000, 600, 800), high);
}

}  // namespace

TEST_CASE("a box touches another straight below it, with its corners") {
  const std::vector<Contact> found =
      contacts_of({test::flat_box(500, 300, 25), test::flat_box(550, 300, 75 + 4)});
  REQUIRE(found.size() == 4);
  for (const Contact& contact : found) {
    CHECK(contact.a == 0);
    CHECK(contact.b == 1);
    CHECK(contact.normal.z == Approx(1));
    CHECK(contact.friction == 0.4);
    CHECK(contact.arm_a.z == Approx(25).margin(0.02));
    CHECK(contact.arm_b.z == Approx(-25).margin(0.02));
    CHECK(std::fabs(contact.arm_b.x) <= 100);
  }
  CHECK(contacts_of({test::flat_box(500, 300, 25), test::flat_box(550, 300, 75 + 5.1)}).empty());
}

TEST_CASE("a corner beside a box does not bear, however near it is") {
  // 0.5 mm above the upper edge of the other one; straight down it would pass.
  for (const double beside : {0.02, 0.7, 2.0}) {
    INFO(beside << " mm beside");
    const std::vector<Contact> found =
        contacts_of({test::flat_box(500, 300, 25), test::flat_box(700 + beside, 300, 75.5)});
    CHECK(std::ranges::none_of(found, [](const Contact& one) { return std::fabs(one.normal.z) >= 0.1; }));
  }
  const std::vector<Contact> covered =
      contacts_of({test::flat_box(500, 300, 25), test::flat_box(700 - 0.7, 300, 75.5)});
  CHECK(std::ranges::any_of(covered, [](const Contact& one) { return one.normal.z >= 0.99; }));
}

TEST_CASE("boxes side by side have no friction") {
  const std::vector<Contact> found =
      contacts_of({test::flat_box(300, 300, 25), test::flat_box(501, 300, 25)});
  REQUIRE(found.size() == 4);
  CHECK(std::ranges::all_of(found, [](const Contact& one) { return one.friction == 0; }));
}

TEST_CASE("faces that gape by more than the reach touch where they are nearest") {
  // The upper box is turned about y by 0.06 over a length of 200 mm: its other end is 12 mm higher.
  trunk::BoxRow leaning = test::flat_box(500, 300, 75);
  leaning.first_axis = {std::cos(0.06), 0, std::sin(0.06)};
  leaning.centre.z += 100 * std::sin(0.06);
  const std::vector<Contact> found = contacts_of({test::flat_box(500, 300, 25, {400, 200, 50}), leaning});
  REQUIRE(!found.empty());
  for (const Contact& contact : found) CHECK(contact.arm_b.x < -90);
}

TEST_CASE("the floor has friction, a ceiling has none") {
  const std::vector<Contact> found =
      contacts_of(test::cuboid(1000, 600, 50.5), {test::flat_box(500, 300, 25)});
  const auto count = [&](double up, double friction) {
    return std::ranges::count_if(found, [&](const Contact& one) {
      return std::fabs(one.normal.z - up) < 1e-9 && one.friction == friction;
    });
  };
  CHECK(count(1, 0.4) >= 4);
  CHECK(count(-1, 0) >= 4);
  CHECK(count(1, 0.4) + count(-1, 0) == std::ssize(found));
}
