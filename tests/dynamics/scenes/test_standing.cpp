// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/scenes/standing.hpp"

#include <catch2/catch.hpp>

#include "dynamics/meshes.hpp"

using namespace jam;
using namespace jam::dynamics;

namespace {

const test::Mesh room_mesh = test::box_mesh(0.5, 0.4, 0.3);
const std::vector<Shape> room = MeshContainer(room_mesh.vertices, room_mesh.triangles).shapes();
const Vec3d half{0.1, 0.05, 0.025};

BoxAt box_at(double x, double y, double z) { return {{{x, y, z}, {}}, half}; }

}  // namespace

TEST_CASE("boxes on the floor and on each other stand; those that float or overhang do not") {
  const std::vector<BoxAt> boxes{box_at(0.15, 0.1, 0.025),   // On the floor,
                                 box_at(0.15, 0.1, 0.075),   // on that box,
                                 box_at(0.27, 0.1, 0.125),   // on the edge of the second,
                                 box_at(0.15, 0.3, 0.0251),  // a tenth of a millimetre above the floor,
                                 box_at(0.15, 0.3, 0.2)};    // high above it.
  CHECK(standing({room, boxes}, 1) == std::vector<char>{1, 1, 0, 1, 0});
  CHECK(standing({room, boxes}, 2) == standing({room, boxes}, 1));
}

TEST_CASE("fixed boxes stand wherever they are, and bear others") {
  const std::vector<BoxAt> boxes{box_at(0.15, 0.1, 0.2), box_at(0.15, 0.1, 0.25)};
  CHECK(standing({room, boxes, 1}, 1) == std::vector<char>{1, 1});
  CHECK(settle({room, boxes, 1}, 1).front().position == boxes[0].pose.position);
}

TEST_CASE("boxes that settle come to rest on what is below") {
  const std::vector<BoxAt> boxes{box_at(0.15, 0.1, 0.1), box_at(0.15, 0.1, 0.2)};
  const std::vector<Pose> poses = settle({room, boxes}, 1);
  REQUIRE(poses.size() == 2);
  CHECK(poses[0].position.z == Approx(0.025).margin(2e-3));
  CHECK(poses[1].position.z == Approx(0.075).margin(4e-3));
  std::vector<BoxAt> settled = boxes;
  for (std::size_t k = 0; k < settled.size(); ++k)
    settled[k].pose.position.z = 0.025 + 0.05 * static_cast<double>(k);
  CHECK(standing({room, settled}, 1) == std::vector<char>{1, 1});
}

TEST_CASE("of boxes that overlap nothing is known") {
  const std::vector<BoxAt> boxes{box_at(0.15, 0.1, 0.025), box_at(0.15, 0.1, 0.05)};
  CHECK(standing({room, boxes}, 1).empty());
  CHECK(settle({room, boxes}, 1).empty());
}
