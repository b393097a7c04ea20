// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/clouds/enclose_points.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>
#include <utility>

#include <CGAL/Delaunay_triangulation_3.h>
#include <CGAL/Delaunay_triangulation_cell_base_3.h>
#include <CGAL/Triangulation_cell_base_with_info_3.h>
#include <CGAL/Triangulation_vertex_base_with_info_3.h>

#include "jam/core/error.hpp"
#include "jam/io/number_text.hpp"
#include "jam/mesh/cgal_mesh.hpp"

namespace jam::mesh {
namespace {

struct CellState {
  double radius = std::numeric_limits<double>::infinity();  ///< Radius of the circumscribed ball [mm].
  bool outside = false;
  int part = -1;
  int first_corner = -1;  ///< Number of the first of its corners in the surface.
};

using VertexBase = CGAL::Triangulation_vertex_base_with_info_3<int, Kernel>;
using CellBase = CGAL::Triangulation_cell_base_with_info_3<CellState, Kernel,
                                                           CGAL::Delaunay_triangulation_cell_base_3<Kernel>>;
using Delaunay =
    CGAL::Delaunay_triangulation_3<Kernel, CGAL::Triangulation_data_structure_3<VertexBase, CellBase>>;
using Cell = Delaunay::Cell_handle;

constexpr double first_alpha = 2;         ///< Over the spacing.
constexpr double least_hull_share = 0.2;  ///< A solid of less than this part of the convex hull has a hole.
constexpr double wall_cosine = 0.94;      ///< Between the normals of a triangle of a wall and of its planes.

double volume_of(Cell cell) {
  return std::abs(CGAL::volume(cell->vertex(0)->point(), cell->vertex(1)->point(), cell->vertex(2)->point(),
                               cell->vertex(3)->point()));
}

/// Classes of numbers that were united.
class Classes {
 public:
  explicit Classes(int count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0); }
  int find(int i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void unite(int a, int b) { parent_[find(a)] = find(b); }

 private:
  std::vector<int> parent_;
};

class Encloser {
 public:
  explicit Encloser(const PlanarCloud& cloud) : cloud_(cloud) {
    std::vector<std::pair<Point, int>> points;
    for (std::size_t i = 0; i < cloud.points.size(); ++i)
      if (!cloud.points[i].replaced)
        points.emplace_back(point_of(cloud.points[i].place), static_cast<int>(i));
    tetrahedra_.insert(points.begin(), points.end());
    for (const Cell cell : tetrahedra_.finite_cell_handles()) {
      cell->info().radius =
          std::sqrt(CGAL::squared_radius(cell->vertex(0)->point(), cell->vertex(1)->point(),
                                         cell->vertex(2)->point(), cell->vertex(3)->point()));
      hull_ += volume_of(cell);
    }
  }

  Enclosure run() {
    trunk::Bounds bounds;
    for (const CloudPoint& point : cloud_.points) bounds.add(point.place);
    const double diagonal = length(bounds.high - bounds.low);
    if (tetrahedra_.dimension() < 3 || !(hull_ > 1e-9 * diagonal * diagonal * diagonal))
      throw InputError("the points enclose no volume: all of them lie in a plane");
    for (alpha_ = first_alpha * cloud_.spacing;; alpha_ *= 2) {
      for (const Cell cell : tetrahedra_.all_cell_handles())
        cell->info().outside = tetrahedra_.is_infinite(cell);
      flood([this](Cell cell, int k) { return ball_radius(cell, k) > alpha_; });
      if (solid() >= least_hull_share * hull_) break;
      if (2 * alpha_ > diagonal / 4)
        throw InputError("the points enclose no volume: they leave holes wider than " +
                         io::fixed_text(2 * alpha_, 0) + " mm; give points there, or a mesh");
    }
    peel();
    keep_largest();
    part_edges();
    Enclosure result = surface();
    result.alpha = alpha_;
    return result;
  }

 private:
  [[nodiscard]] const CloudPoint& point(Cell cell, int k) const {
    return cloud_.points[cell->vertex(k)->info()];
  }
  [[nodiscard]] bool solid(Cell cell) const {
    return !tetrahedra_.is_infinite(cell) && !cell->info().outside;
  }
  [[nodiscard]] double solid() const {
    double sum = 0;
    for (const Cell cell : tetrahedra_.finite_cell_handles())
      if (!cell->info().outside) sum += volume_of(cell);
    return sum;
  }

  /// Radius of the smallest ball through the corners of a triangle that holds no point [mm].
  [[nodiscard]] double ball_radius(Cell cell, int k) const {
    const Cell other = cell->neighbor(k);
    const Point& a = cell->vertex((k + 1) & 3)->point();
    const Point& b = cell->vertex((k + 2) & 3)->point();
    const Point& c = cell->vertex((k + 3) & 3)->point();
    const auto holds = [&](Cell::value_type::Vertex_handle vertex) {
      return !tetrahedra_.is_infinite(vertex) &&
             CGAL::side_of_bounded_sphere(a, b, c, vertex->point()) == CGAL::ON_BOUNDED_SIDE;
    };
    if (!holds(cell->vertex(k)) && !holds(other->vertex(other->index(cell))))
      return std::sqrt(CGAL::squared_radius(a, b, c));
    return std::min(cell->info().radius, other->info().radius);
  }

  /// Spreads the outside through triangles that are `open`.
  template <class Open>
  void flood(const Open& open) {
    std::vector<Cell> stack;
    for (const Cell cell : tetrahedra_.all_cell_handles())
      if (cell->info().outside) stack.push_back(cell);
    while (!stack.empty()) {
      const Cell cell = stack.back();
      stack.pop_back();
      for (int k = 0; k < 4; ++k) {
        const Cell next = cell->neighbor(k);
        if (next->info().outside || !open(cell, k)) continue;
        next->info().outside = true;
        stack.push_back(next);
      }
    }
  }

  [[nodiscard]] Vec3d area_vector(Cell cell, int k) const {
    const Vec3d a = point(cell, (k + 1) & 3).place;
    return cross(point(cell, (k + 2) & 3).place - a, point(cell, (k + 3) & 3).place - a);
  }

  [[nodiscard]] Vec3d middle(Cell cell) const {
    Vec3d sum{};
    for (int k = 0; k < 4; ++k) sum += point(cell, k).place;
    return sum / 4.0;
  }

  /// For each plane a normal that points outwards where most of the solid's boundary in it does.
  [[nodiscard]] std::vector<Vec3d> outward_normals() const {
    std::vector<double> votes(cloud_.planes.size(), 0.0);
    for (const Cell cell : tetrahedra_.finite_cell_handles()) {
      if (!solid(cell)) continue;
      for (int k = 0; k < 4; ++k) {
        if (solid(cell->neighbor(k))) continue;
        const int plane = common_plane({cell->vertex((k + 1) & 3)->info(), cell->vertex((k + 2) & 3)->info(),
                                        cell->vertex((k + 3) & 3)->info()});
        if (plane < 0) continue;
        const Vec3d& normal = cloud_.planes[plane].normal;
        const double behind = dot(normal, point(cell, (k + 1) & 3).place - point(cell, k).place);
        votes[plane] += (behind > 0 ? 1 : -1) * length(area_vector(cell, k));
      }
    }
    std::vector<Vec3d> normals;
    for (std::size_t k = 0; k < votes.size(); ++k)
      normals.push_back(votes[k] < 0 ? -cloud_.planes[k].normal : cloud_.planes[k].normal);
    return normals;
  }

  /// Whether a triangle of the boundary bridges planes before a crease: its corners lie on planes, not all of
  /// them on one along the triangle, and the solid behind it lies outside of a plane of each.
  [[nodiscard]] bool bridges(Cell cell, int k, const std::vector<Vec3d>& outward) const {
    const Vec3d n = normalised(area_vector(cell, k), Vec3d{});
    const Vec3d behind = middle(cell->neighbor(k));
    bool along = true;
    for (int corner = 1; corner < 4; ++corner) {
      const CloudPoint& p = point(cell, (k + corner) & 3);
      if (std::ranges::none_of(p.planes,
                               [&](int plane) { return dot(outward[plane], behind - p.place) > 0; }))
        return false;
      along = along && std::ranges::any_of(p.planes, [&](int plane) {
                return std::abs(dot(outward[plane], n)) >= wall_cosine;
              });
    }
    return !along;
  }

  /// Takes off what alpha filled in creases.
  void peel() {
    const std::vector<Vec3d> outward = outward_normals();
    flood([&](Cell cell, int k) {
      return !tetrahedra_.is_infinite(cell->neighbor(k)) && has_points(cell, k) &&
             cell->neighbor(k)->info().radius <= 2 * alpha_ && bridges(cell, k, outward);
    });
  }

  /// Whether a triangle has no infinite corner.
  [[nodiscard]] bool has_points(Cell cell, int k) const {
    for (int corner = 1; corner < 4; ++corner)
      if (tetrahedra_.is_infinite(cell->vertex((k + corner) & 3))) return false;
    return true;
  }

  /// Where the solid touches itself in an edge, more than two triangles would share it: the smallest fan of
  /// its cells around the edge is taken off, until there is no such edge.
  void part_edges() {
    for (bool changed = true; changed;) {
      changed = false;
      for (const Delaunay::Edge& edge : tetrahedra_.finite_edges()) changed = part(edge) || changed;
    }
  }

  bool part(const Delaunay::Edge& edge) {
    std::vector<Cell> around;
    auto at = tetrahedra_.incident_cells(edge);
    const auto first = at;
    do around.emplace_back(at);
    while (++at != first);
    const std::size_t count = around.size();
    std::vector<std::size_t> begins;  // Places where a fan begins.
    for (std::size_t k = 0; k < count; ++k)
      if (solid(around[k]) != solid(around[(k + count - 1) % count])) begins.push_back(k);
    if (begins.size() <= 2) return false;
    double least = std::numeric_limits<double>::infinity();
    std::vector<Cell> smallest;
    for (std::size_t f = 0; f < begins.size(); ++f) {
      if (!solid(around[begins[f]])) continue;
      std::vector<Cell> fan;
      double volume = 0;
      for (std::size_t k = begins[f]; k != begins[(f + 1) % begins.size()]; k = (k + 1) % count) {
        fan.push_back(around[k]);
        volume += volume_of(around[k]);
      }
      if (volume < least) least = volume, smallest = std::move(fan);
    }
    for (const Cell cell : smallest) cell->info().outside = true;
    return true;
  }

  /// Gives all parts but the largest to the outside.
  void keep_largest() {
    std::vector<double> volumes;
    for (const Cell first : tetrahedra_.finite_cell_handles()) {
      if (first->info().outside || first->info().part >= 0) continue;
      const int part = static_cast<int>(volumes.size());
      volumes.push_back(0);
      std::vector<Cell> stack{first};
      first->info().part = part;
      while (!stack.empty()) {
        const Cell cell = stack.back();
        stack.pop_back();
        volumes.back() += volume_of(cell);
        for (int k = 0; k < 4; ++k) {
          const Cell next = cell->neighbor(k);
          if (!solid(next) || next->info().part >= 0) continue;
          next->info().part = part;
          stack.push_back(next);
        }
      }
    }
    const int largest = static_cast<int>(std::ranges::max_element(volumes) - volumes.begin());
    for (const Cell cell : tetrahedra_.finite_cell_handles())
      if (cell->info().part != largest) cell->info().outside = true;
  }

  /// The boundary of the solid. Each corner of each triangle begins as a vertex of its own; those of
  /// triangles that follow each other around an edge, through the solid, are united.
  Enclosure surface() {
    int corner_count = 0;
    std::vector<std::pair<Cell, int>> walls;
    for (const Cell cell : tetrahedra_.finite_cell_handles()) {
      if (!solid(cell)) continue;
      const std::size_t before = walls.size();
      for (int k = 0; k < 4; ++k)
        if (!solid(cell->neighbor(k))) walls.emplace_back(cell, k);
      if (walls.size() == before) continue;
      cell->info().first_corner = corner_count;  // Corner c of the triangle against vertex k: 4 k + c more.
      corner_count += 16;
    }
    Classes classes(corner_count);
    for (const auto& [cell, k] : walls)
      for (int across = 0; across < 4; ++across)
        if (across != k) unite_across(cell, k, across, classes);

    Enclosure result;
    std::vector<int> number(corner_count, -1);
    for (const auto& [cell, k] : walls) {
      std::array<int, 3> triangle{};
      std::array<int, 3> points{};
      for (int n = 0; n < 3; ++n) {
        const int corner = Delaunay::vertex_triple_index(k, n);
        int& vertex = number[classes.find(cell->info().first_corner + 4 * k + corner)];
        const int name = cell->vertex(corner)->info();
        if (vertex < 0) {
          vertex = static_cast<int>(result.surface.vertices.size());
          result.surface.vertices.push_back(cloud_.points[name].place);
        }
        triangle[n] = vertex;
        points[n] = name;
      }
      result.surface.triangles.push_back(triangle);
      result.plane_of.push_back(common_plane(points));
    }
    if (trunk::volume_of(result.surface) < 0)
      for (std::array<int, 3>& triangle : result.surface.triangles) std::swap(triangle[1], triangle[2]);
    return result;
  }

  /// Unites the corners on the edge against vertices k and `across` with those of the next triangle around
  /// it.
  void unite_across(Cell cell, int k, int across, Classes& classes) const {
    const std::array ends = {Delaunay::next_around_edge(k, across), Delaunay::next_around_edge(across, k)};
    Cell at = cell;
    int behind = k;      // Vertex against the triangle through which the walk came.
    int ahead = across;  // Vertex against the next one.
    while (solid(at->neighbor(ahead))) {
      const Cell next = at->neighbor(ahead);
      const int entry = next->index(at);
      const int exit = next->index(at->vertex(behind));
      at = next;
      behind = entry;
      ahead = exit;
    }
    for (const int end : ends) {
      const int there = at->index(cell->vertex(end));
      classes.unite(cell->info().first_corner + 4 * k + end, at->info().first_corner + 4 * ahead + there);
    }
  }

  [[nodiscard]] int common_plane(const std::array<int, 3>& points) const {
    for (const int plane : cloud_.points[points[0]].planes) {
      if (std::ranges::binary_search(cloud_.points[points[1]].planes, plane) &&
          std::ranges::binary_search(cloud_.points[points[2]].planes, plane))
        return plane;
    }
    return -1;
  }

  const PlanarCloud& cloud_;
  Delaunay tetrahedra_;
  double hull_ = 0;  ///< Volume of the convex hull [mm^3].
  double alpha_ = 0;
};

}  // namespace

Enclosure enclose_points(const PlanarCloud& cloud) { return Encloser(cloud).run(); }

}  // namespace jam::mesh
