// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Meshes of several closed parts: which bound the container, which are obstacles in it; that no packing has
// more than the free volume.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <string>

#include "jam/mesh/inside_test.hpp"
#include "jam/mesh/read_container.hpp"
#include "jam/mesh/verify_boxes.hpp"
#include "jam/trunk/lattice/search.hpp"
#include "jam/trunk/model/container.hpp"
#include "shapes.hpp"
#include "support/temporary_file.hpp"

using namespace jam::mesh;
using Catch::Matchers::Contains;
using jam::Vec3d;
using jam::trunk::Container;
using jam::trunk::TriangleMesh;

namespace {

constexpr double litre = 1e6;

Container read(const TriangleMesh& mesh, const ReadOptions& options = {}) {
  const TemporaryFile file("mesh.off", shapes::off_text(mesh));
  return read_container(file.path(), options);
}

std::string notes_of(const Container& container) {
  std::string text;
  for (const std::string& note : container.notes) text += note + "\n";
  return text;
}

TriangleMesh room() { return shapes::cuboid({0, 0, 0}, {700, 500, 400}); }
constexpr double room_litres = 140;

/// Part k of a set is turned inside out where bit k is set.
TriangleMesh oriented(const std::vector<TriangleMesh>& parts, unsigned turned) {
  TriangleMesh mesh;
  for (std::size_t k = 0; k < parts.size(); ++k)
    mesh = shapes::joined(std::move(mesh), (turned >> k & 1U) != 0 ? shapes::inside_out(parts[k]) : parts[k]);
  return mesh;
}

bool within(Vec3d p, Vec3d low, Vec3d high) {
  return p.x > low.x && p.y > low.y && p.z > low.z && p.x < high.x && p.y < high.y && p.z < high.z;
}

/// Packs litre boxes into the container and checks the packing: it is legal, has at least `least` boxes and
/// not more than the bound, and no box is in the cuboid from `low` to `high`.
void check_packing(const Container& container, Vec3d low, Vec3d high, int least) {
  const TriangleMesh walls = container_walls(container);
  jam::trunk::LatticeOptions options;
  options.frame_count = 4;
  options.first_rounds = 100;
  options.round_budget = 1000;
  jam::StopToken stop;
  jam::trunk::LatticeSearch search(walls, options);
  // A wrap lies outside of the room.
  CHECK(search.bound() == static_cast<int>(std::floor(volume_of(container.surface) / litre * (1 + 1e-9))));
  while (search.advance(stop)) {
  }
  const jam::trunk::BoxPacking& packing = search.best().packing;
  CHECK(packing.count() >= least);
  CHECK(packing.count() * litre <= container.volume);
  CHECK(verify_boxes(packing, container).legal);
  for (const auto& box : packing.boxes) CHECK_FALSE(within(box.centre, low, high));
}

}  // namespace

TEST_CASE("What lies inside of an obstacle is no free room, whichever way each part faces") {
  // Room, obstacle, a hollow in it with room for boxes, and a core in that.
  const Vec3d low{100, 50, 50};
  const Vec3d high{550, 450, 350};
  const std::vector<TriangleMesh> parts = {room(), shapes::cuboid(low, high),
                                           shapes::cuboid({110, 60, 60}, {540, 440, 340}),
                                           shapes::cuboid({200, 100, 100}, {500, 400, 300})};
  const double free = room_litres - 0.45 * 0.4 * 0.3 * 1000;
  for (unsigned turned = 0; turned < 16; ++turned) {
    INFO(turned);
    // The order of the file decides nothing either.
    std::vector<TriangleMesh> order = parts;
    std::rotate(order.begin(), order.begin() + turned % 4, order.end());
    const Container container = read(oriented(order, turned));
    CHECK_FALSE(container.wrapped);
    CHECK(container.volume == Approx(free * litre));
    CHECK(volume_of(container.surface) == Approx(container.volume));
    CHECK(container.surface.triangles.size() == 24);
    CHECK_THAT(notes_of(container),
               Contains("3 parts lie inside of the room and are kept as obstacles of 54.000 l"));
    const InsideTest inside(container.surface);
    for (const Vec3d p : {Vec3d{105, 55, 55}, Vec3d{115, 65, 65}, Vec3d{300, 200, 200}})
      CHECK_FALSE(inside.contains(p));
    CHECK(inside.contains({620, 250, 200}));
    CHECK_FALSE(verify_boxes(jam::trunk::BoxPacking{{shapes::box({300, 200, 80})}}, container).legal);
    if (turned < 4) check_packing(container, low, high, 20);
  }
}

TEST_CASE("Obstacles beside each other are all taken off, parts outside are dropped, with what is in them") {
  std::vector<TriangleMesh> parts = {
      room(), shapes::cuboid({50, 50, 50}, {150, 150, 150}), shapes::cuboid({300, 50, 50}, {400, 250, 150}),
      shapes::cuboid({2000, 0, 0}, {2300, 300, 300}), shapes::cuboid({2100, 100, 100}, {2200, 200, 200})};
  for (const unsigned turned : {0U, 2U, 5U, 10U, 31U}) {
    const Container container = read(oriented(parts, turned));
    CHECK(container.volume == Approx((room_litres - 3) * litre));
    CHECK(volume_of(container.surface) == Approx(container.volume));
    CHECK(bounds_of(container.surface).high.x == 700);
    CHECK_THAT(notes_of(container),
               Contains("2 parts lie inside of the room and are kept as obstacles of 3.000 l") &&
                   Contains("kept 137.000 l, dropped 2 parts outside of it (27.000 l)"));
  }
}

TEST_CASE("An obstacle stays one where the surface around it is wrapped") {
  const Vec3d low{200, 100, 100};
  const Vec3d high{500, 400, 300};
  const TriangleMesh obstacle = shapes::cuboid(low, high);
  const double obstacle_volume = 300.0 * 300 * 200;
  ReadOptions options;
  options.wrap = {30, 2};

  // Forced.
  options.always_wrap = true;
  const Container forced = read(shapes::joined(room(), obstacle), options);
  CHECK(forced.wrapped);
  CHECK(forced.volume == Approx(room_litres * litre - obstacle_volume));
  check_packing(forced, low, high, 60);

  // Open, with an uneven rim; the obstacle, in either orientation, clear of the walls, standing on the floor,
  // or with a part in it.
  options.always_wrap = false;
  TriangleMesh open = room();
  open.vertices.push_back({350, 250, 370});
  open.triangles[2] = {4, 5, 8};  // The half 4-5-7 of the top, with a dent; 4-7-6 is open.
  open.triangles[3] = {5, 7, 8};
  const TriangleMesh standing = shapes::cuboid({200, 100, 0}, {500, 400, 300});
  const TriangleMesh core = shapes::cuboid({210, 110, 110}, {490, 390, 290});
  for (const TriangleMesh& inner : {obstacle, shapes::inside_out(obstacle), standing,
                                    shapes::inside_out(standing), shapes::joined(obstacle, core)}) {
    options.wrap = {150, 2};
    const Container container = read(shapes::joined(open, inner), options);
    CHECK(container.wrapped);
    CHECK_THAT(notes_of(container), Contains("closed by an alpha wrap: alpha = 150.00 mm") &&
                                        Contains(" inside: no box lies in "));
    // The wrap lies 2 mm outside of 1.7 m^2, and sags into the opening.
    CHECK(container.volume < room_litres * litre - obstacle_volume);
    CHECK(container.volume > 0.85 * (room_litres * litre - obstacle_volume));
    CHECK_FALSE(verify_boxes(jam::trunk::BoxPacking{{shapes::box({350, 250, 200})}}, container).legal);
    CHECK(verify_boxes(jam::trunk::BoxPacking{{shapes::box({110, 60, 350})}}, container).legal);
  }
}
