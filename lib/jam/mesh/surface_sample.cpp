// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/surface_sample.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/io/number_text.hpp"

namespace jam::mesh {
namespace {

using trunk::TriangleMesh;

/// Least distance of two samples, over the spacing [-]; candidates cover the surface within the rest of the
/// spacing.
constexpr double taken_share = 0.85;
constexpr double sharp_cosine = 0.9659;  ///< Cosine of 15 degrees.

/// Asks from time to time whether sampling is to end, and reports its progress.
class Pulse {
 public:
  explicit Pulse(const Watch& watch) : watch_(watch), clock_(watch) { clock_.begin({"sampling the walls"}); }

  /// After each candidate.
  void beat() {
    constexpr int candidates = 1 << 16;
    if (++count_ % candidates != 0) return;
    if (watch_.stop != nullptr)
      watch_.stop->require_running("sampling the walls; a larger --spacing needs less");
    clock_.reach(share_);
    clock_.report();
  }
  /// This share of the candidates was offered, about.
  void reach(double share) { share_ = share; }

 private:
  const Watch& watch_;
  ProgressClock clock_;
  unsigned count_ = 0;
  double share_ = 0;
};

/// Samples in cells of twice their least distance: samples too near to a point lie in at most eight cells.
class Thinning {
 public:
  Thinning(double least_distance, std::size_t limit, Pulse& pulse)
      : squared_(least_distance * least_distance), cell_(2 * least_distance), limit_(limit), pulse_(pulse) {}

  void offer(Vec3d point) {
    if (full()) return;
    pulse_.beat();
    const std::array<double, 3> place = {point.x / cell_, point.y / cell_, point.z / cell_};
    std::array<std::array<std::int64_t, 2>, 3> near;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      const double cell = std::floor(place[axis]);
      near[axis] = {static_cast<std::int64_t>(cell),
                    static_cast<std::int64_t>(cell) + (place[axis] - cell < 0.5 ? -1 : 1)};
    }
    for (const std::int64_t x : near[0])
      for (const std::int64_t y : near[1])
        for (const std::int64_t z : near[2])
          if (taken_near(key(x, y, z), point)) return;
    const auto [head, created] = first_.try_emplace(key(near[0][0], near[1][0], near[2][0]), -1);
    next_.push_back(head->second);
    head->second = static_cast<int>(samples_.size());
    samples_.push_back(point);
  }

  /// Whether there is one sample more than the limit: the rest need not be sampled.
  [[nodiscard]] bool full() const { return samples_.size() > limit_; }
  [[nodiscard]] std::vector<Vec3d>& samples() { return samples_; }

 private:
  // Cells 2^21 apart share a key; that costs time, no correctness.
  static std::uint64_t key(std::int64_t x, std::int64_t y, std::int64_t z) {
    constexpr std::uint64_t mask = (1U << 21U) - 1;
    return (static_cast<std::uint64_t>(x) & mask) << 42U | (static_cast<std::uint64_t>(y) & mask) << 21U |
           (static_cast<std::uint64_t>(z) & mask);
  }

  [[nodiscard]] bool taken_near(std::uint64_t cell, Vec3d point) const {
    const auto head = first_.find(cell);
    if (head == first_.end()) return false;
    for (int k = head->second; k >= 0; k = next_[k])
      if (length_squared(samples_[k] - point) < squared_) return true;
    return false;
  }

  double squared_;
  double cell_;
  std::size_t limit_;
  Pulse& pulse_;
  std::unordered_map<std::uint64_t, int> first_;  ///< Newest sample of each cell; never iterated.
  std::vector<int> next_;
  std::vector<Vec3d> samples_;
};

struct Edge {
  int from;
  int to;  ///< A vertex with a larger number than `from`.
  int triangle;
};

/// Edges where faces meet at an angle, and those that do not have exactly two faces.
std::vector<Edge> sharp_edges(const TriangleMesh& mesh) {
  std::vector<Vec3d> normals;
  std::vector<Edge> edges;
  normals.reserve(mesh.triangles.size());
  edges.reserve(3 * mesh.triangles.size());
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const auto& corner = mesh.triangles[t];
    const auto [a, b, c] = mesh.corners(corner);
    normals.push_back(normalised(cross(b - a, c - a), Vec3d{}));
    for (std::size_t k = 0; k < 3; ++k) {
      const auto [from, to] = std::minmax(corner[k], corner[(k + 1) % 3]);
      edges.push_back({from, to, static_cast<int>(t)});
    }
  }
  std::sort(edges.begin(), edges.end(), [](const Edge& a, const Edge& b) {
    return std::array{a.from, a.to, a.triangle} < std::array{b.from, b.to, b.triangle};
  });
  std::vector<Edge> sharp;
  for (std::size_t first = 0; first < edges.size();) {
    std::size_t last = first + 1;
    while (last < edges.size() && edges[last].from == edges[first].from && edges[last].to == edges[first].to)
      ++last;
    const auto normal = [&](std::size_t k) { return normals[edges[k].triangle]; };
    if (last - first != 2 || dot(normal(first), normal(first + 1)) < sharp_cosine)
      sharp.push_back(edges[first]);
    first = last;
  }
  return sharp;
}

/// Offers points of the segment, at most `step` apart, without its ends.
void offer_segment(Vec3d a, Vec3d b, double step, Thinning& thinning) {
  const double parts = std::ceil(length(b - a) / step);
  for (double k = 1; k < parts && !thinning.full(); ++k) thinning.offer(a + (b - a) * (k / parts));
}

/// Offers the midpoints of halving the triangle until no edge is longer than `step`. Halves are taken from a
/// list, not by recursion: edges of 100 m at a step of a nanometre must not overflow the stack.
void offer_triangle(const std::array<Vec3d, 3>& triangle, double step, Thinning& thinning,
                    std::vector<std::array<Vec3d, 3>>& open) {
  open.assign(1, triangle);
  while (!open.empty() && !thinning.full()) {
    const std::array<Vec3d, 3> t = open.back();
    open.pop_back();
    const std::array<double, 3> squared = {length_squared(t[1] - t[0]), length_squared(t[2] - t[1]),
                                           length_squared(t[0] - t[2])};
    const std::size_t k = squared[0] >= squared[1] && squared[0] >= squared[2] ? 0
                          : squared[1] >= squared[2]                           ? 1
                                                                               : 2;
    if (squared[k] <= step * step) continue;
    const Vec3d a = t[k];
    const Vec3d b = t[(k + 1) % 3];
    const Vec3d c = t[(k + 2) % 3];
    const Vec3d middle = (a + b) * 0.5;  // The same from both sides of an edge.
    thinning.offer(middle);
    open.push_back({a, middle, c});
    open.push_back({middle, b, c});
  }
}

/// The samples, or nothing if there are more than the limit.
std::optional<std::vector<Vec3d>> sample(const TriangleMesh& mesh, const std::vector<Edge>& sharp,
                                         double spacing, std::size_t limit, Pulse& pulse) {
  Thinning thinning(taken_share * spacing, limit, pulse);
  const double step = std::sqrt(3.0) * (1 - taken_share) * spacing;

  std::vector<int> sharp_count(mesh.vertices.size());
  for (const Edge& edge : sharp) {
    ++sharp_count[edge.from];
    ++sharp_count[edge.to];
  }
  for (const bool corner : {true, false})
    for (std::size_t i = 0; i < mesh.vertices.size(); ++i)
      if (corner ? sharp_count[i] > 2 || sharp_count[i] == 1 : sharp_count[i] == 2)
        thinning.offer(mesh.vertices[i]);
  for (const Edge& edge : sharp) offer_segment(mesh.vertex(edge.from), mesh.vertex(edge.to), step, thinning);
  std::vector<std::array<Vec3d, 3>> open;
  const double all = trunk::area_of(mesh);
  double area = 0;
  for (const auto& corner : mesh.triangles) {
    if (thinning.full()) return std::nullopt;
    const std::array<Vec3d, 3> triangle = mesh.corners(corner);
    area += length(cross(triangle[1] - triangle[0], triangle[2] - triangle[0])) / 2;
    pulse.reach(area / all);
    for (const Vec3d& point : triangle) thinning.offer(point);
    offer_triangle(triangle, step, thinning, open);
  }
  if (thinning.full()) return std::nullopt;
  return std::move(thinning.samples());
}

}  // namespace

double default_spacing(double tolerance) { return tolerance / std::sqrt(2.0); }

std::vector<Vec3d> sample_surface(const TriangleMesh& mesh, double spacing, std::size_t point_limit,
                                  double* spacing_used, const Watch& watch) {
  if (!(spacing > 0) || !std::isfinite(spacing))
    throw InputError("the spacing of surface points is " + io::number_text(spacing) +
                     " mm; it must be above zero");
  if (point_limit == 0) throw InputError("the limit of surface points is 0; at least one is needed");
  const std::vector<Edge> sharp = sharp_edges(mesh);

  // About 0.6 samples lie on an area of least distance squared; no need to try what would be far too many.
  spacing = std::max(spacing,
                     std::sqrt(0.3 * trunk::area_of(mesh) / static_cast<double>(point_limit)) / taken_share);
  Pulse pulse(watch);
  for (;;) {
    if (std::optional<std::vector<Vec3d>> samples = sample(mesh, sharp, spacing, point_limit, pulse)) {
      if (spacing_used != nullptr) *spacing_used = spacing;
      return *std::move(samples);
    }
    spacing *= 1.1;
  }
}

}  // namespace jam::mesh
