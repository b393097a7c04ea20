// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/rooms/exact_pieces.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <map>
#include <optional>
#include <utility>

#include <CGAL/Constrained_Delaunay_triangulation_2.h>
#include <CGAL/Constrained_triangulation_face_base_2.h>
#include <CGAL/Constrained_triangulation_plus_2.h>
#include <CGAL/Triangulation_vertex_base_with_info_2.h>
#include <CGAL/box_intersection_d.h>
#include <CGAL/intersections.h>

#include "jam/mesh/cgal_mesh.hpp"
#include "jam/mesh/rooms/classes.hpp"

namespace jam::mesh {
namespace {

using trunk::TriangleMesh;
using Corners = std::array<int, 3>;
using TriangleBox = CGAL::Box_intersection_d::Box_with_info_d<double, 3, int>;
using PlanePoint = Exact::Point_2;
using PlaneVertexBase = CGAL::Triangulation_vertex_base_with_info_2<int, Exact>;
using PlaneStructure =
    CGAL::Triangulation_data_structure_2<PlaneVertexBase, CGAL::Constrained_triangulation_face_base_2<Exact>>;
using PlaneTriangulation = CGAL::Constrained_triangulation_plus_2<
    CGAL::Constrained_Delaunay_triangulation_2<Exact, PlaneStructure, CGAL::Exact_intersections_tag>>;

/// What cuts a triangle: a point or a segment, whose ends are then equal.
using Cut = std::pair<Exact::Point_3, Exact::Point_3>;

Exact::Point_3 exact_point(const Vec3d& v) { return {v.x, v.y, v.z}; }

int shared_corners(const Corners& a, const Corners& b) {
  int count = 0;
  for (const int corner : a) count += std::find(b.begin(), b.end(), corner) != b.end() ? 1 : 0;
  return count;
}

/// Sorts corners; returns whether the permutation is even.
bool sort_corners(Corners& corners) {
  bool even = true;
  for (const std::size_t k : {0, 1, 0}) {
    if (corners[k] < corners[k + 1]) continue;
    std::swap(corners[k], corners[k + 1]);
    even = !even;
  }
  return even;
}

/// How two triangles meet beyond the corners and the edge that they share.
enum class Contact { none, crossing, coplanar };

class PairTest {
 public:
  explicit PairTest(const TriangleMesh& mesh) : mesh_(mesh) {}

  [[nodiscard]] Contact operator()(int p, int q) const {
    const Corners& a = mesh_.triangles[p];
    const Corners& b = mesh_.triangles[q];
    const bool coplanar = std::all_of(b.begin(), b.end(), [&](int corner) {
      return CGAL::orientation(at(a[0]), at(a[1]), at(a[2]), at(corner)) == CGAL::COPLANAR;
    });
    const int shared = shared_corners(a, b);
    if (shared == 2) return coplanar && same_side(a, b) ? Contact::coplanar : Contact::none;
    if (shared == 1 ? !meet_beyond_corner(a, b) : !CGAL::do_intersect(triangle(a), triangle(b)))
      return Contact::none;
    return coplanar ? Contact::coplanar : Contact::crossing;
  }

 private:
  [[nodiscard]] Point at(int corner) const { return point_of(mesh_.vertex(corner)); }
  [[nodiscard]] Kernel::Triangle_3 triangle(const Corners& t) const { return {at(t[0]), at(t[1]), at(t[2])}; }

  /// Whether the third corners of two triangles in a plane lie on one side of the edge that they share.
  [[nodiscard]] bool same_side(const Corners& a, const Corners& b) const {
    std::array<int, 2> edge{};
    int own = 0, other = 0;
    std::size_t k = 0;
    for (const int corner : a) {
      if (std::find(b.begin(), b.end(), corner) != b.end()) edge[k++] = corner;
      else own = corner;
    }
    for (const int corner : b)
      if (corner != edge[0] && corner != edge[1]) other = corner;
    return CGAL::coplanar_orientation(at(edge[0]), at(edge[1]), at(own), at(other)) == CGAL::POSITIVE;
  }

  /// Whether triangles with one corner in common meet elsewhere, too.
  [[nodiscard]] bool meet_beyond_corner(const Corners& a, const Corners& b) const {
    const auto meets_far_edge = [&](const Corners& t, const Corners& with) {
      std::array<int, 2> edge{};
      std::size_t k = 0;
      for (const int corner : with)
        if (std::find(t.begin(), t.end(), corner) == t.end()) edge[k++] = corner;
      return CGAL::do_intersect(triangle(t), Kernel::Segment_3(at(edge[0]), at(edge[1])));
    };
    return meets_far_edge(a, b) || meets_far_edge(b, a);
  }

  const TriangleMesh& mesh_;
};

void collect_cuts(const Exact::Triangle_3& a, const Exact::Triangle_3& b, std::vector<Cut>& cuts) {
  const auto common = CGAL::intersection(a, b);
  if (!common) return;
  if (const auto* point = boost::get<Exact::Point_3>(&*common)) cuts.emplace_back(*point, *point);
  else if (const auto* segment = boost::get<Exact::Segment_3>(&*common))
    cuts.emplace_back(segment->source(), segment->target());
}

/// A plane that is not upright to the axis along which points are projected.
class Projection {
 public:
  explicit Projection(const Exact::Triangle_3& triangle) : plane_(triangle.supporting_plane()) {
    const std::array<double, 3> normal = {CGAL::to_double(plane_.a()), CGAL::to_double(plane_.b()),
                                          CGAL::to_double(plane_.c())};
    for (int axis = 0; axis < 3; ++axis)
      if (std::abs(normal[static_cast<std::size_t>(axis)]) >
          std::abs(normal[static_cast<std::size_t>(axis_)]))
        axis_ = axis;
  }

  [[nodiscard]] PlanePoint flat(const Exact::Point_3& p) const {
    return {p[(axis_ + 1) % 3], p[(axis_ + 2) % 3]};
  }
  [[nodiscard]] Exact::Point_3 lifted(const PlanePoint& p) const {
    const std::array<Exact::FT, 4> n = {plane_.a(), plane_.b(), plane_.c(), plane_.d()};
    const auto u = static_cast<std::size_t>((axis_ + 1) % 3), v = static_cast<std::size_t>((axis_ + 2) % 3),
               w = static_cast<std::size_t>(axis_);
    std::array<Exact::FT, 3> x;
    x[u] = p.x(), x[v] = p.y();
    x[w] = -(n[u] * p.x() + n[v] * p.y() + n[3]) / n[w];
    return {x[0], x[1], x[2]};
  }

 private:
  Exact::Plane_3 plane_;
  int axis_ = 0;
};

class Cutter {
 public:
  explicit Cutter(const TriangleMesh& mesh) : mesh_(mesh), groups_(mesh.triangles.size()) {
    for (const Vec3d& vertex : mesh.vertices) result_.points.push_back(exact_point(vertex));
    hide_repeated();
  }

  ExactPieces run() {
    find_contacts();
    std::map<int, std::vector<int>> members;  // By the first triangle of a group.
    for (const int t : touched_) members[groups_.root(t)].push_back(t);
    std::vector<bool> is_cut(mesh_.triangles.size(), false);
    for (const int t : touched_) is_cut[t] = true;
    for (int t = 0; t < static_cast<int>(mesh_.triangles.size()); ++t) {
      if (is_cut[t] || cover_[t].hidden) continue;
      result_.triangles.push_back(mesh_.triangles[t]);
      result_.source.push_back(t);
      result_.net_cover.push_back(cover_[t].net);
    }
    result_.cut_count = static_cast<int>(touched_.size());
    for (const auto& [root, group] : members) cut(group);
    return std::move(result_);
  }

 private:
  [[nodiscard]] Exact::Triangle_3 exact_triangle(int t) const {
    const Corners& c = mesh_.triangles[t];
    return {result_.points[c[0]], result_.points[c[1]], result_.points[c[2]]};
  }

  /// The first of several triangles with the same corners stands for all.
  void hide_repeated() {
    std::map<Corners, int> first;
    for (int t = 0; t < static_cast<int>(mesh_.triangles.size()); ++t) {
      Corners sorted = mesh_.triangles[t];
      const bool even = sort_corners(sorted);
      cover_.push_back({even, 1, false});
      const auto [entry, is_new] = first.emplace(sorted, t);
      if (is_new) continue;
      cover_[entry->second].net += cover_[entry->second].even == even ? 1 : -1;
      cover_[t].hidden = true;
    }
  }

  void find_contacts() {
    std::vector<TriangleBox> boxes;
    for (int t = 0; t < static_cast<int>(mesh_.triangles.size()); ++t) {
      if (cover_[t].hidden) continue;
      const auto [a, b, c] = mesh_.corners(mesh_.triangles[t]);
      boxes.emplace_back(Kernel::Triangle_3(point_of(a), point_of(b), point_of(c)).bbox(), t);
    }
    const PairTest contact(mesh_);
    std::vector<std::pair<int, int>> crossing;
    CGAL::box_self_intersection_d(
        boxes.begin(), boxes.end(), [&](const TriangleBox& a, const TriangleBox& b) {
          const int p = std::min(a.info(), b.info()), q = std::max(a.info(), b.info());
          const Contact kind = contact(p, q);
          if (kind == Contact::none) return;
          if (kind == Contact::coplanar) groups_.join(p, q);
          else crossing.emplace_back(p, q);
          touched_.push_back(p);
          touched_.push_back(q);
        });
    std::sort(touched_.begin(), touched_.end());
    touched_.erase(std::unique(touched_.begin(), touched_.end()), touched_.end());
    std::sort(crossing.begin(), crossing.end());
    for (const auto& [p, q] : crossing) {
      std::vector<Cut> cuts;
      collect_cuts(exact_triangle(p), exact_triangle(q), cuts);
      for (const int t : {p, q}) {
        std::vector<Cut>& all = cuts_[groups_.root(t)];
        all.insert(all.end(), cuts.begin(), cuts.end());
      }
    }
    for (const int t : touched_)
      for (const int corner : mesh_.triangles[t]) number_.emplace(result_.points[corner], corner);
  }

  /// The number of a vertex at an exact place.
  int number_of(const Exact::Point_3& point) {
    const auto [entry, is_new] = number_.emplace(point, static_cast<int>(result_.points.size()));
    if (is_new) result_.points.push_back(point);
    return entry->second;
  }

  /// Cuts the triangles of a group, which lie in one plane.
  void cut(const std::vector<int>& group) {
    const Projection projection(exact_triangle(group.front()));
    PlaneTriangulation plane;
    std::vector<std::array<PlanePoint, 3>> flat;
    for (const int t : group) {
      const Corners& c = mesh_.triangles[t];
      std::array<PlanePoint, 3> corner;
      for (std::size_t k = 0; k < 3; ++k) corner[k] = projection.flat(result_.points[c[k]]);
      for (std::size_t k = 0; k < 3; ++k) plane.insert_constraint(corner[k], corner[(k + 1) % 3]);
      flat.push_back(corner);
    }
    for (const auto& [from, to] : cuts_[group.front()]) {
      if (from == to) plane.insert(projection.flat(from));
      else plane.insert_constraint(projection.flat(from), projection.flat(to));
    }
    for (const auto vertex : plane.finite_vertex_handles())
      vertex->info() = number_of(projection.lifted(vertex->point()));
    for (const auto face : plane.finite_face_handles()) {
      const PlanePoint middle =
          CGAL::centroid(face->vertex(0)->point(), face->vertex(1)->point(), face->vertex(2)->point());
      int first = -1, net = 0;
      CGAL::Orientation turned = CGAL::COUNTERCLOCKWISE;  // The first covering triangle in the plane.
      for (std::size_t k = 0; k < flat.size(); ++k) {
        const Exact::Triangle_2 triangle(flat[k][0], flat[k][1], flat[k][2]);
        if (triangle.bounded_side(middle) != CGAL::ON_BOUNDED_SIDE) continue;
        if (first < 0) first = static_cast<int>(k), turned = triangle.orientation();
        net += cover_[group[k]].net * (triangle.orientation() == turned ? 1 : -1);
      }
      if (first < 0) continue;
      Corners piece = {face->vertex(0)->info(), face->vertex(1)->info(), face->vertex(2)->info()};
      if (turned != CGAL::COUNTERCLOCKWISE) std::swap(piece[1], piece[2]);
      result_.triangles.push_back(piece);
      result_.source.push_back(group[first]);
      result_.net_cover.push_back(net);
    }
  }

  /// How triangles of the input cover one of them.
  struct Cover {
    bool even = true;     ///< Whether its corners are in ascending order after an even permutation.
    int net = 1;          ///< As in ExactPieces.
    bool hidden = false;  ///< Whether an earlier triangle has the same corners.
  };

  const TriangleMesh& mesh_;
  std::vector<Cover> cover_;
  ExactPieces result_;
  Classes groups_;                        ///< Triangles that overlap in a plane are cut together.
  std::vector<int> touched_;              ///< Triangles that meet others, ascending.
  std::map<int, std::vector<Cut>> cuts_;  ///< By the first triangle of a group.
  std::map<Exact::Point_3, int> number_;
};

}  // namespace

ExactPieces cut_along_each_other(const TriangleMesh& mesh) { return Cutter(mesh).run(); }

}  // namespace jam::mesh
