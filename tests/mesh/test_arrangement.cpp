// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Arrangements: the cells of solids that float, touch, share faces, cross; of sheets; of random triangles.
#include "jam/mesh/rooms/arrangement.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>
#include <vector>

#include "jam/core/philox.hpp"
#include "jam/mesh/inside_test.hpp"
#include "jam/mesh/rooms/openings.hpp"
#include "shapes.hpp"

using namespace jam::mesh;
using jam::Vec3d;
using jam::trunk::TriangleMesh;
using shapes::cuboid;
using shapes::joined;

namespace {

constexpr double litre_mm3 = 1e6;

/// Volumes of the bounded cells, ascending [l].
std::vector<double> cell_litres(const Arrangement& arrangement) {
  std::vector<double> litres;
  for (std::size_t cell = 1; cell < arrangement.cells().size(); ++cell)
    litres.push_back(arrangement.cells()[cell].volume / litre_mm3);
  std::sort(litres.begin(), litres.end());
  return litres;
}

void check_litres(const TriangleMesh& mesh, const std::vector<double>& expected) {
  const Arrangement arrangement(mesh);
  const std::vector<double> found = cell_litres(arrangement);
  REQUIRE(found.size() == expected.size());
  for (std::size_t k = 0; k < found.size(); ++k) CHECK(found[k] == Approx(expected[k]));
}

/// Each cell has a closed boundary with its volume, which holds its point.
void check_boundaries(const Arrangement& arrangement) {
  for (std::size_t cell = 1; cell < arrangement.cells().size(); ++cell) {
    std::vector<bool> inside(arrangement.cells().size(), false);
    inside[cell] = true;
    const TriangleMesh boundary = arrangement.boundary(inside);
    CHECK(volume_of(boundary) == Approx(arrangement.cells()[cell].volume));
    const Vec3d point = arrangement.point_in(static_cast<int>(cell));
    CHECK(InsideTest(boundary).contains(point));
    CHECK(arrangement.cell_at(point) == static_cast<int>(cell));
  }
}

const TriangleMesh hall = cuboid({0, 0, 0}, {1000, 500, 500});

}  // namespace

TEST_CASE("Solids that float, stand, share a face or cross divide space into cells") {
  check_litres(hall, {250});
  check_litres(joined(hall, cuboid({400, 100, 100}, {600, 300, 300})), {8, 242});      // Floats.
  check_litres(joined(hall, cuboid({400, 0, 0}, {600, 200, 200})), {8, 242});          // Stands in a corner.
  check_litres(joined(hall, cuboid({900, 100, 100}, {1100, 300, 300})), {4, 4, 246});  // Crosses a wall.
  check_litres(joined(hall, cuboid({1000, 0, 0}, {1400, 500, 500})), {100, 250});      // Shares a face.
  check_litres(joined(hall, cuboid({1000, 100, 100}, {1400, 300, 300})),
               {16, 250});  // Touches in a part of it.
  check_litres(joined(hall, cuboid({1000, 500, 500}, {1100, 600, 600})), {1, 250});  // Touches in a vertex.
  check_litres(joined(joined(hall, hall), hall), {250});
  // A turned solid through another: volumes from their intersection, the same whichever comes first.
  TriangleMesh turned = cuboid({-200, -200, -200}, {200, 200, 200});
  for (Vec3d& v : turned.vertices)
    v = Vec3d{0.6 * v.x - 0.8 * v.y, 0.8 * v.x + 0.6 * v.y, v.z} + Vec3d{500, 250, 250};
  const Arrangement a(joined(hall, turned)), b(joined(turned, hall));
  CHECK(cell_litres(a).size() == cell_litres(b).size());
  for (std::size_t k = 0; k < cell_litres(a).size(); ++k)
    CHECK(cell_litres(a)[k] == Approx(cell_litres(b)[k]));
  check_boundaries(a);
}

TEST_CASE("Sheets divide a room only where they reach its walls all around") {
  TriangleMesh sheet;
  sheet.vertices = {{500, -10, -10}, {500, 510, -10}, {500, 510, 510}, {500, -10, 510}};
  sheet.triangles = {{0, 1, 2}, {0, 2, 3}};
  check_litres(joined(hall, sheet), {125, 125});
  sheet.vertices[2].z = sheet.vertices[3].z = 400;  // A rib.
  const Arrangement rib(joined(hall, sheet));
  CHECK(rib.cells().size() == 2);
  CHECK(rib.cells()[1].volume == Approx(250 * litre_mm3));
  CHECK_FALSE(rib.oriented());
  // The rim of the rib is an opening that closes nothing.
  CHECK(find_openings(rib).size() == 1);
  check_boundaries(rib);
}

TEST_CASE("Windings count the solids that enclose a cell") {
  const Arrangement nested(joined(hall, cuboid({400, 100, 100}, {600, 300, 300})));
  REQUIRE(nested.oriented());
  std::vector<int> windings;
  for (const Cell& cell : nested.cells()) windings.push_back(cell.winding);
  CHECK(windings == std::vector{0, 1, 2});
}

TEST_CASE("Cuts are exact: corners on edges close without a crack") {
  // The floor has a corner in the middle of an edge that the wall does not have.
  TriangleMesh mesh = hall;
  mesh.vertices.push_back({500, 0, 0});
  mesh.triangles[1] = {0, 3, 8};
  mesh.triangles.push_back({8, 3, 1});
  const Arrangement arrangement(mesh);
  REQUIRE(arrangement.cells().size() == 2);
  CHECK(arrangement.cells()[1].volume == Approx(250 * litre_mm3));
  for (int t = 0; t < static_cast<int>(arrangement.pieces().size()); ++t) CHECK(arrangement.is_exact(t));
}

TEST_CASE("Random triangles give cells whose boundaries are closed") {
  for (const std::uint32_t number : {0U, 1U, 2U, 3U}) {
    const bool on_grid = number >= 2;  // Many coplanar overlaps and corners on edges.
    jam::RandomStream random(7, jam::StreamId::test, number, 0);
    TriangleMesh mesh = hall;
    for (int k = 0; k < 120; ++k) {
      const int first = static_cast<int>(mesh.vertices.size()), flat = static_cast<int>(3 * random.uniform());
      const double level = on_grid ? 100 * std::floor(6 * random.uniform()) : 0;
      for (int corner = 0; corner < 3; ++corner) {
        Vec3d v{1200 * random.uniform() - 100, 700 * random.uniform() - 100, 700 * random.uniform() - 100};
        if (on_grid) {
          v = {100 * std::round(v.x / 100), 100 * std::round(v.y / 100), 100 * std::round(v.z / 100)};
          jam::trunk::component(v, flat) = level;
        }
        mesh.vertices.push_back(v);
      }
      const Vec3d u = mesh.vertices[first + 1] - mesh.vertices[first],
                  w = mesh.vertices[first + 2] - mesh.vertices[first];
      if (length(cross(u, w)) > 1) mesh.triangles.push_back({first, first + 1, first + 2});
    }
    const Arrangement arrangement(mesh);
    CHECK(arrangement.cells().size() >= 2);
    std::vector<bool> inside(arrangement.cells().size(), true);
    inside[0] = false;
    const double total = std::accumulate(arrangement.cells().begin(), arrangement.cells().end(), 0.0,
                                         [](double sum, const Cell& cell) { return sum + cell.volume; });
    CHECK(volume_of(arrangement.boundary(inside)) == Approx(total));
    CHECK(total >= 250 * litre_mm3 * (1 - 1e-12));
    for (const Cell& cell : arrangement.cells()) CHECK(cell.volume >= 0);
    for (std::size_t cell = 1; cell < std::min<std::size_t>(arrangement.cells().size(), 20); ++cell) {
      std::vector<bool> one(arrangement.cells().size(), false);
      one[cell] = true;
      CHECK_NOTHROW(InsideTest(arrangement.boundary(one)));
    }
  }
}

TEST_CASE("Openings: a rim, holes, cracks; a loose sheet is none") {
  TriangleMesh tub = hall;
  tub.triangles.erase(tub.triangles.begin() + 2, tub.triangles.begin() + 4);  // The top.
  const Arrangement open(tub);
  REQUIRE(find_openings(open).size() == 1);
  CHECK(find_openings(open)[0].rim.size() == 4);
  CHECK(find_openings(open)[0].unevenness == 0);
  CHECK(close_openings(open, true).triangles.size() == 2);
  CHECK(close_openings(open, false).triangles.empty());
  CHECK(close_openings(open, false).left.size() == 1);

  const ClosedOpenings hole = close_openings(Arrangement(shapes::cube_with_hole(10)), true);
  CHECK(hole.left.empty());
  REQUIRE(hole.notes.size() == 1);
  CHECK(hole.notes[0] == "filled 1 hole, at most 14.1 mm wide");

  TriangleMesh sheet;
  sheet.vertices = {{0, 0, 0}, {500, 0, 0}, {500, 400, 0}, {0, 400, 0}};
  sheet.triangles = {{0, 1, 2}, {0, 2, 3}};
  CHECK(close_openings(Arrangement(sheet), true).triangles.empty());

  // Two openings: which of them is the lid is not clear.
  tub.triangles.pop_back();
  CHECK(close_openings(Arrangement(tub), true).triangles.empty());
}
