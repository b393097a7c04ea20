// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/rooms/arrangement.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <optional>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/mesh/rooms/classes.hpp"
#include "jam/mesh/rooms/exact_pieces.hpp"
#include "jam/mesh/rooms/ray.hpp"

namespace jam::mesh {
namespace {

using trunk::TriangleMesh;

/// A piece at an edge from vertex `low` to vertex `high`.
struct EdgeUse {
  int low = 0, high = 0;
  int piece = 0;
  int third = 0;         ///< The other corner of the piece.
  bool forward = false;  ///< Whether the piece has its corners in the order low, high, third.
};

/// The edges of the pieces that `chosen` accepts, sorted by their vertices.
template <class Chosen>
std::vector<EdgeUse> edge_uses(const ExactPieces& pieces, const Chosen& chosen) {
  std::vector<EdgeUse> uses;
  for (int t = 0; t < static_cast<int>(pieces.triangles.size()); ++t) {
    if (!chosen(t)) continue;
    const std::array<int, 3>& c = pieces.triangles[t];
    for (std::size_t k = 0; k < 3; ++k) {
      const int a = c[k], b = c[(k + 1) % 3];
      uses.push_back({std::min(a, b), std::max(a, b), t, c[(k + 2) % 3], a < b});
    }
  }
  std::sort(uses.begin(), uses.end(), [](const EdgeUse& a, const EdgeUse& b) {
    return std::array{a.low, a.high, a.piece} < std::array{b.low, b.high, b.piece};
  });
  return uses;
}

/// Sides of a piece: 2 t before it, where its normal points, and 2 t + 1 behind it.
int side_of(int piece, bool behind) { return 2 * piece + (behind ? 1 : 0); }

/// Orders the pieces around an edge counter-clockwise, seen from its end towards its start.
class AroundEdge {
 public:
  AroundEdge(const ExactPieces& pieces, const EdgeUse& first) : points_(pieces.points), first_(first) {}

  [[nodiscard]] bool operator()(const EdgeUse& a, const EdgeUse& b) const {
    const int of_a = quarter(a.third), of_b = quarter(b.third);
    if (of_a != of_b) return of_a < of_b;
    if (of_a == 0 || of_a == 2) return false;
    return turn(a.third, b.third) == CGAL::POSITIVE;
  }

 private:
  [[nodiscard]] CGAL::Orientation turn(int from, int to) const {
    return CGAL::orientation(points_[first_.low], points_[first_.high], points_[from], points_[to]);
  }
  /// 0: as the first piece; 1: up to half a turn from it; 2: opposite; 3: beyond.
  [[nodiscard]] int quarter(int third) const {
    if (third == first_.third) return 0;
    const CGAL::Orientation side = turn(first_.third, third);
    return side == CGAL::POSITIVE ? 1 : side == CGAL::NEGATIVE ? 3 : 2;
  }

  const std::vector<Exact::Point_3>& points_;
  const EdgeUse& first_;
};

/// Calls visit(use, next) for the chosen pieces around each edge, where `next` follows counter-clockwise.
template <class Chosen, class Visit>
void each_wedge(const ExactPieces& pieces, const Chosen& chosen, const Visit& visit) {
  std::vector<EdgeUse> uses = edge_uses(pieces, chosen);
  for (auto begin = uses.begin(); begin != uses.end();) {
    const auto end = std::find_if(begin, uses.end(), [&](const EdgeUse& use) {
      return use.low != begin->low || use.high != begin->high;
    });
    const EdgeUse first = *begin;
    if (end - begin > 2) std::sort(begin, end, AroundEdge(pieces, first));
    for (auto use = begin; use != end; ++use) visit(*use, use + 1 == end ? *begin : *(use + 1));
    begin = end;
  }
}

constexpr int ray_attempts = 60;

}  // namespace

struct Arrangement::Data {
  explicit Data(const TriangleMesh& mesh)
      : exact(cut_along_each_other(mesh)), input_vertex_count(static_cast<int>(mesh.vertices.size())) {
    for (const Exact::Point_3& p : exact.points)
      rounded.vertices.push_back({CGAL::to_double(p.x()), CGAL::to_double(p.y()), CGAL::to_double(p.z())});
    rounded.triangles = exact.triangles;
    caster.emplace(rounded);
    find_cells();
    measure_cells();
    find_windings();
  }

  void find_cells();
  void measure_cells();
  void find_windings();
  /// Joins the outer side of the part of a piece to the cell in which the part lies: a ray leaves the part at
  /// its last crossing, and arrives next at a wall of that cell, or at none if the cell is unbounded.
  void place_part(int piece, Classes& sides, Classes& parts, int outside) const;

  [[nodiscard]] BorderEdge border_edge(const EdgeUse& use) const {
    const int from = use.forward ? use.low : use.high, to = use.forward ? use.high : use.low;
    const Vec3d start = rounded.vertex(from);
    const Vec3d along = rounded.vertex(to) - start, inward = rounded.vertex(use.third) - start;
    const Vec3d upright = inward - (dot(inward, along) / dot(along, along)) * along;
    const double size = length(upright);
    return {from, to, part_of[use.piece], size > 0 ? (-1 / size) * upright : Vec3d{}};
  }

  ExactPieces exact;
  int input_vertex_count;
  TriangleMesh rounded;
  std::vector<int> part_of;  ///< First piece of the part of each piece.
  std::vector<double> part_area;
  std::vector<trunk::Bounds> part_bounds;
  std::optional<RayCaster> caster;
  std::vector<Piece> pieces;
  std::vector<Cell> cells;
  bool oriented = true;
};

void Arrangement::Data::find_cells() {
  const int count = static_cast<int>(exact.triangles.size()), outside = 2 * count;
  Classes sides(static_cast<std::size_t>(outside) + 1);
  Classes parts(exact.triangles.size());  // Pieces that share an edge.
  each_wedge(
      exact, [](int) { return true; },
      [&](const EdgeUse& use, const EdgeUse& next) {
        sides.join(side_of(use.piece, !use.forward), side_of(next.piece, next.forward));
        parts.join(use.piece, next.piece);
      });
  part_area.resize(exact.triangles.size());
  part_bounds.resize(exact.triangles.size());
  std::vector<double> largest(exact.triangles.size(), 0);
  std::vector<int> largest_piece(exact.triangles.size(), 0);
  for (int t = 0; t < count; ++t) {
    const int part = parts.root(t);
    part_of.push_back(part);
    const auto [a, b, c] = rounded.corners(rounded.triangles[t]);
    const double area = length(cross(b - a, c - a)) / 2;
    part_area[part] += area;
    if (area >= largest[part]) largest[part] = area, largest_piece[part] = t;
    for (const Vec3d& corner : {a, b, c}) part_bounds[part].add(corner);
  }
  for (int t = 0; t < count; ++t)
    if (part_of[t] == t) place_part(largest_piece[t], sides, parts, outside);

  std::vector<int> number(static_cast<std::size_t>(outside) + 1, -1);
  number[sides.root(outside)] = 0;
  cells.resize(1);
  for (int t = 0; t < count; ++t) {
    Piece piece{exact.source[t], {}, exact.net_cover[t]};
    for (const bool behind : {false, true}) {
      int& cell = number[sides.root(side_of(t, behind))];
      if (cell < 0) {
        cell = static_cast<int>(cells.size());
        cells.emplace_back();
      }
      piece.cells[behind ? 1 : 0] = cell;
    }
    pieces.push_back(piece);
  }
}

void Arrangement::Data::place_part(int piece, Classes& sides, Classes& parts, int outside) const {
  const int part = parts.root(piece);
  const auto [a, b, c] = rounded.corners(rounded.triangles[piece]);
  for (int attempt = 0; attempt < ray_attempts; ++attempt) {
    const std::optional<std::vector<Hit>> hits = caster->cast((1.0 / 3) * (a + b + c), attempt);
    if (!hits) continue;
    // The ray leaves the part at its last crossing with it; the next piece is a neighbour.
    const auto last = std::find_if(hits->rbegin(), hits->rend(),
                                   [&](const Hit& hit) { return parts.root(hit.piece) == part; });
    if (last == hits->rend()) continue;
    // It arrives at a piece on one side and leaves on the other.
    const int outer = side_of(last->piece, !last->from_behind);
    if (last == hits->rbegin()) {
      sides.join(outer, outside);
    } else {
      const Hit& next = *(last - 1);
      sides.join(outer, side_of(next.piece, next.from_behind));
    }
    return;
  }
  throw InputError("parts of the mesh lie too close to each other to tell which encloses which");
}

void Arrangement::Data::measure_cells() {
  const Vec3d origin = rounded.vertices.empty() ? Vec3d{} : rounded.vertices.front();
  for (std::size_t t = 0; t < pieces.size(); ++t) {
    const auto corner = rounded.corners(rounded.triangles[t]);
    const Vec3d normal = cross(corner[1] - corner[0], corner[2] - corner[0]);
    const double volume = dot(corner[0] - origin, normal) / 6;
    for (const std::size_t side : {0, 1}) {
      Cell& cell = cells[pieces[t].cells[side]];
      cell.volume += side == 0 ? -volume : volume;
      for (const Vec3d& vertex : corner) cell.bounds.add(vertex);
    }
  }
  cells[0].volume = 0;
}

void Arrangement::Data::find_windings() {
  std::vector<std::vector<int>> walls(cells.size());
  for (std::size_t t = 0; t < pieces.size(); ++t)
    for (const int cell : pieces[t].cells) walls[cell].push_back(static_cast<int>(t));
  std::vector<bool> known(cells.size(), false);
  std::vector<int> next = {0};
  known[0] = true;
  while (!next.empty()) {
    const int from = next.back();
    next.pop_back();
    for (const int t : walls[from]) {
      const auto [front, behind] = pieces[t].cells;
      const int to = from == front ? behind : front;
      const int winding = cells[from].winding + (from == front ? pieces[t].net_cover : -pieces[t].net_cover);
      if (front == behind ? pieces[t].net_cover != 0 : known[to] && cells[to].winding != winding)
        oriented = false;
      if (known[to]) continue;
      known[to] = true;
      cells[to].winding = winding;
      next.push_back(to);
    }
  }
}

Arrangement::Arrangement(const TriangleMesh& mesh) : data_(std::make_unique<Data>(mesh)) {}
Arrangement::~Arrangement() = default;

const std::vector<Cell>& Arrangement::cells() const { return data_->cells; }
const std::vector<Piece>& Arrangement::pieces() const { return data_->pieces; }
bool Arrangement::oriented() const { return data_->oriented; }
std::array<Vec3d, 3> Arrangement::corners(int piece) const {
  return data_->rounded.corners(data_->rounded.triangles[piece]);
}

int Arrangement::cell_at(Vec3d point) const {
  for (int attempt = 0; attempt < ray_attempts; ++attempt) {
    const std::optional<std::vector<Hit>> hits = data_->caster->cast(point, attempt);
    if (!hits) continue;
    if (hits->empty()) return 0;
    const Hit& first = hits->front();
    if (first.distance <= 1e-12) return -1;
    return data_->pieces[first.piece].cells[first.from_behind ? 1 : 0];
  }
  return -1;
}

bool Arrangement::is_exact(int piece) const {
  const std::array<int, 3>& corners = data_->exact.triangles[piece];
  return std::all_of(corners.begin(), corners.end(),
                     [&](int corner) { return corner < data_->input_vertex_count; });
}
int Arrangement::cut_count() const { return data_->exact.cut_count; }
Vec3d Arrangement::vertex(int index) const { return data_->rounded.vertex(index); }
double Arrangement::part_area(int part) const { return data_->part_area[part]; }
double Arrangement::part_extent(int part) const {
  return length(data_->part_bounds[part].high - data_->part_bounds[part].low);
}

std::vector<BorderEdge> Arrangement::free_edges() const {
  std::vector<BorderEdge> edges;
  const auto add = [&](const EdgeUse& use, const EdgeUse& next) {
    if (use.piece == next.piece) edges.push_back(data_->border_edge(use));
  };
  each_wedge(
      data_->exact, [](int) { return true; }, add);
  return edges;
}

std::vector<BorderEdge> Arrangement::creases() const {
  constexpr double bent = -0.866;  // Cosine of 150 degrees: of a flat surface it is -1.
  std::vector<BorderEdge> edges;
  const auto add = [&](const EdgeUse& use, const EdgeUse& next) {
    if (use.piece == next.piece) return;
    const BorderEdge edge = data_->border_edge(use);
    if (dot(edge.outward, data_->border_edge(next).outward) > bent) edges.push_back(edge);
  };
  each_wedge(
      data_->exact, [](int) { return true; }, add);
  return edges;
}

int Arrangement::usual_crossings() const {
  constexpr int sample_limit = 400;
  const int count = static_cast<int>(data_->pieces.size()), step = std::max(1, count / sample_limit);
  std::vector<int> crossings;
  for (int t = 0; t < count; t += step) {
    const auto [a, b, c] = corners(t);
    const Vec3d middle = (1.0 / 3) * (a + b + c);
    if (const auto hits = data_->caster->cast(middle - 0.5 * data_->caster->direction(0), 0))
      crossings.push_back(static_cast<int>(hits->size()));
  }
  if (crossings.empty()) return 0;
  const auto median = crossings.begin() + static_cast<std::ptrdiff_t>(crossings.size() / 2);
  std::nth_element(crossings.begin(), median, crossings.end());
  return *median;
}

Vec3d Arrangement::point_in(int cell) const {
  // The middle of the longest way from one of its largest walls along a ray.
  std::vector<std::pair<double, int>> walls;
  for (int t = 0; t < static_cast<int>(data_->pieces.size()); ++t) {
    const auto [front, behind] = data_->pieces[t].cells;
    if (front != cell && behind != cell) continue;
    const auto [a, b, c] = corners(t);
    walls.emplace_back(length(cross(b - a, c - a)), t);
  }
  constexpr std::size_t wall_limit = 200;
  std::sort(walls.begin(), walls.end(), std::greater<>());
  if (walls.size() > wall_limit) walls.resize(wall_limit);
  Vec3d best;
  double longest = -1;
  for (const auto& [area, t] : walls) {
    const auto [a, b, c] = corners(t);
    const Vec3d start = (1.0 / 3) * (a + b + c);
    const std::optional<std::vector<Hit>> hits = data_->caster->cast(start, 0);
    if (!hits) continue;
    for (std::size_t k = 0; k + 1 < hits->size(); ++k) {
      const Hit &from = (*hits)[k], &to = (*hits)[k + 1];
      if (data_->pieces[to.piece].cells[to.from_behind ? 1 : 0] != cell ||
          to.distance - from.distance <= longest)
        continue;
      longest = to.distance - from.distance;
      best = start + (0.5 * (from.distance + to.distance)) * data_->caster->direction(0);
    }
  }
  return best;
}

TriangleMesh Arrangement::boundary(const std::vector<bool>& inside) const {
  const ExactPieces& exact = data_->exact;
  const auto is_inside = [&](int piece, std::size_t side) {
    return inside[data_->pieces[piece].cells[side]];
  };
  const auto chosen = [&](int piece) { return is_inside(piece, 0) != is_inside(piece, 1); };
  // Corners that meet through the inside are one vertex.
  const auto corner_at = [&](const EdgeUse& use, int vertex) {
    const std::array<int, 3>& c = exact.triangles[use.piece];
    return 3 * use.piece + static_cast<int>(std::find(c.begin(), c.end(), vertex) - c.begin());
  };
  Classes corners(3 * exact.triangles.size());
  each_wedge(exact, chosen, [&](const EdgeUse& use, const EdgeUse& next) {
    if (!is_inside(use.piece, use.forward ? 0 : 1)) return;
    for (const int vertex : {use.low, use.high})
      corners.join(corner_at(use, vertex), corner_at(next, vertex));
  });
  TriangleMesh mesh;
  std::vector<int> number(3 * exact.triangles.size(), -1);
  for (int t = 0; t < static_cast<int>(exact.triangles.size()); ++t) {
    if (!chosen(t)) continue;
    std::array<int, 3> triangle{};
    for (int k = 0; k < 3; ++k) {
      int& vertex = number[corners.root(3 * t + k)];
      if (vertex < 0) {
        vertex = static_cast<int>(mesh.vertices.size());
        mesh.vertices.push_back(data_->rounded.vertex(exact.triangles[t][static_cast<std::size_t>(k)]));
      }
      triangle[static_cast<std::size_t>(k)] = vertex;
    }
    if (is_inside(t, 0)) std::swap(triangle[1], triangle[2]);
    mesh.triangles.push_back(triangle);
  }
  return mesh;
}

}  // namespace jam::mesh
