// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/pictures/painted_boxes.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "jam/trunk/io/load_cad.hpp"

namespace jam::trunk {
namespace {

using io::DrawnPoint;
using Polygon = std::vector<DrawnPoint>;

constexpr double touching = 1e-6;  ///< Pictures that overlap by less only touch [mm].
constexpr int most_cuts = 5000;    ///< Reached only by boxes that overlap in space.

/// A box, or a part of its picture.
struct Item {
  int box = 0;
  Polygon outline;  ///< Convex, counter-clockwise in the axes of the picture.
  std::vector<PaintedFace> faces;
  DrawnPoint low, high;
};

double turn(DrawnPoint a, DrawnPoint b, DrawnPoint p) {
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

Polygon hull_of(Polygon points) {
  std::sort(points.begin(), points.end(),
            [](DrawnPoint a, DrawnPoint b) { return a.x != b.x ? a.x < b.x : a.y < b.y; });
  Polygon hull;
  for (int pass = 0; pass < 2; ++pass) {
    const std::size_t begin = hull.size();
    for (const DrawnPoint& point : points) {
      while (hull.size() > begin + 1 && turn(hull[hull.size() - 2], hull.back(), point) <= 1e-9)
        hull.pop_back();
      hull.push_back(point);
    }
    hull.pop_back();
    std::reverse(points.begin(), points.end());
  }
  return hull;
}

void set_bounds(Item& item) {
  item.low = {1e300, 1e300};
  item.high = {-1e300, -1e300};
  for (const DrawnPoint& point : item.outline) {
    item.low = {std::min(item.low.x, point.x), std::min(item.low.y, point.y)};
    item.high = {std::max(item.high.x, point.x), std::max(item.high.y, point.y)};
  }
}

/// Distance of a polygon from the left side of an edge of another one; positive: it lies to the right of it.
double beyond(const Polygon& edges, std::size_t k, const Polygon& other) {
  const DrawnPoint a = edges[k], b = edges[(k + 1) % edges.size()];
  const double size = std::hypot(b.x - a.x, b.y - a.y);
  if (!(size > 0)) return -1e300;
  double nearest = 1e300;
  for (const DrawnPoint& point : other) nearest = std::min(nearest, -turn(a, b, point) / size);
  return nearest;
}

/// Whether the interiors of two convex polygons meet.
bool overlap(const Item& a, const Item& b) {
  if (a.low.x >= b.high.x - touching || b.low.x >= a.high.x - touching || a.low.y >= b.high.y - touching ||
      b.low.y >= a.high.y - touching)
    return false;
  for (const auto& [one, other] : {std::pair(&a, &b), std::pair(&b, &a)}) {
    for (std::size_t k = 0; k < one->outline.size(); ++k)
      if (beyond(one->outline, k, other->outline) > -touching) return false;
  }
  return true;
}

/// The part of a convex polygon to the left of a line; `is_edge` follows the corners.
Polygon left_of(const Polygon& polygon, DrawnPoint a, DrawnPoint b, std::vector<char>* is_edge = nullptr) {
  Polygon part;
  std::vector<char> flags;
  for (std::size_t k = 0; k < polygon.size(); ++k) {
    const DrawnPoint p = polygon[k], q = polygon[(k + 1) % polygon.size()];
    const double left_p = turn(a, b, p), left_q = turn(a, b, q);
    const char flag = is_edge != nullptr ? (*is_edge)[k] : char{1};
    if (left_p >= 0) {
      part.push_back(p);
      flags.push_back(flag);
    }
    if ((left_p >= 0) == (left_q >= 0)) continue;
    const double share = left_p / (left_p - left_q);
    part.push_back({p.x + (q.x - p.x) * share, p.y + (q.y - p.y) * share});
    flags.push_back(left_p >= 0 ? char{0} : flag);
  }
  if (is_edge != nullptr) *is_edge = std::move(flags);
  return part;
}

/// 1 where box `b` is in front of box `a`, -1 where it is behind, for boxes whose pictures overlap; 0: the
/// boxes overlap in space.
int front_of(const BoxRow& a, const BoxRow& b, const Vec3d& eye) {
  const std::array<Vec3d, 3> own{a.first_axis, a.second_axis, a.third_axis()},
      others{b.first_axis, b.second_axis, b.third_axis()};
  const auto half_width = [](const std::array<Vec3d, 3>& axes, Vec3d edge, const Vec3d& along) {
    return 0.5 * (edge.x * std::abs(dot(axes[0], along)) + edge.y * std::abs(dot(axes[1], along)) +
                  edge.z * std::abs(dot(axes[2], along)));
  };
  double best = -1e-3;  // Deeper boxes overlap [mm].
  int side = 0;
  const auto visit = [&](Vec3d axis) {
    const double size = length(axis);
    if (size < 1e-6) return;
    axis = axis / size;
    const double between = dot(axis, b.centre - a.centre), towards = dot(axis, eye);
    const double space = std::abs(between) - half_width(own, a.edge, axis) - half_width(others, b.edge, axis);
    if (std::abs(towards) < 1e-9 || space <= best) return;
    best = space;
    side = (between > 0) == (towards > 0) ? 1 : -1;
  };
  for (const Vec3d& axis : own) visit(axis);
  for (const Vec3d& axis : others) visit(axis);
  for (const Vec3d& u : own)
    for (const Vec3d& v : others) visit(cross(u, v));
  return side;
}

class Painter {
 public:
  Painter(const std::vector<BoxRow>& boxes, const View& view) : boxes_(boxes), view_(view) {
    for (std::size_t k = 0; k < boxes.size(); ++k) add(item_of(static_cast<int>(k)));
  }

  std::vector<PaintedFace> paint() {
    std::vector<PaintedFace> faces;
    for (std::size_t left = items_.size(); left > 0;) {
      std::size_t next = 0;
      while (next < items_.size() && (done_[next] || behind_count_[next] > 0)) ++next;
      if (next == items_.size()) {
        if (cuts_ < most_cuts && cut_circle()) {
          ++left;
          continue;
        }
        next = farthest();
      }
      done_[next] = true;
      --left;
      for (const int front : fronts_[next]) --behind_count_[front];
      for (PaintedFace& face : items_[next].faces) faces.push_back(std::move(face));
    }
    return faces;
  }

 private:
  [[nodiscard]] Item item_of(int index) const {
    const BoxRow& box = boxes_[index];
    const std::array<Vec3d, 8> corners = cad_corners(box, {});
    const std::array<Vec3d, 3> axes{box.third_axis(), box.second_axis,
                                    box.first_axis};  // As cad_faces has them.
    Item item;
    item.box = index;
    for (const Vec3d& corner : corners) item.outline.push_back(view_.flat(corner));
    item.outline = hull_of(std::move(item.outline));
    for (std::size_t k = 0; k < 6; ++k) {
      const Vec3d normal = k % 2 == 0 ? -axes[k / 2] : axes[k / 2];
      if (dot(normal, view_.eye) < 1e-9) continue;
      PaintedFace face{index, normal, {}, {1, 1, 1, 1}};
      for (const int corner : cad_faces[k]) face.corners.push_back(view_.flat(corners[corner]));
      item.faces.push_back(std::move(face));
    }
    return item;
  }

  void relate(int a, int b) {
    if (!overlap(items_[a], items_[b])) return;
    int side = front_of(boxes_[items_[a].box], boxes_[items_[b].box], view_.eye);
    if (side == 0) side = depth(a) < depth(b) ? 1 : -1;
    if (side < 0) std::swap(a, b);
    fronts_[a].push_back(b);
    ++behind_count_[b];
  }

  void add(Item item) {
    set_bounds(item);
    items_.push_back(std::move(item));
    fronts_.emplace_back();
    behind_count_.push_back(0);
    done_.push_back(false);
    const int own = static_cast<int>(items_.size()) - 1;
    for (int other = 0; other < own; ++other)
      if (!done_[other] && items_[other].box != items_[own].box) relate(other, own);
  }

  /// Takes an item out of all relations.
  void detach(int item) {
    for (const int front : fronts_[item]) --behind_count_[front];
    fronts_[item].clear();
    for (std::vector<int>& fronts : fronts_) std::erase(fronts, item);
    behind_count_[item] = 0;
  }

  [[nodiscard]] double depth(int item) const { return dot(boxes_[items_[item].box].centre, view_.eye); }

  [[nodiscard]] std::size_t farthest() const {
    std::size_t best = items_.size();
    for (std::size_t k = 0; k < items_.size(); ++k)
      if (!done_[k] && (best == items_.size() || depth(static_cast<int>(k)) < depth(static_cast<int>(best))))
        best = k;
    return best;
  }

  /// A shortest circle through an item that is in one, each item behind the next one.
  [[nodiscard]] std::vector<int> circle() const {
    std::vector<int> behind(items_.size(), -1);  // One item that is behind each.
    int at = -1;
    for (std::size_t k = 0; k < items_.size(); ++k) {
      if (done_[k]) continue;
      at = static_cast<int>(k);
      for (const int front : fronts_[k]) behind[front] = at;
    }
    std::vector<char> met(items_.size(), 0);
    while (met[at] == 0) {
      met[at] = 1;
      at = behind[at];
    }
    std::vector<int> from(items_.size(), -1), queue{at};
    for (std::size_t k = 0; k < queue.size(); ++k) {
      for (const int front : fronts_[queue[k]]) {
        if (front == at) {
          std::vector<int> found{queue[k]};
          while (found.back() != at) found.push_back(from[found.back()]);
          std::reverse(found.begin(), found.end());
          return found;
        }
        if (from[front] >= 0) continue;
        from[front] = queue[k];
        queue.push_back(front);
      }
    }
    return {};
  }

  [[nodiscard]] Polygon common(int a, int b) const {
    Polygon part = items_[a].outline;
    const Polygon& other = items_[b].outline;
    for (std::size_t k = 0; k < other.size() && !part.empty(); ++k)
      part = left_of(part, other[k], other[(k + 1) % other.size()]);
    return part;
  }

  /// Cuts an item of a circle between its overlaps with its neighbours there. False: none can be cut.
  bool cut_circle() {
    const std::vector<int> found = circle();
    const std::size_t count = found.size();
    for (std::size_t k = 0; k < count; ++k) {
      const int own = found[k];
      const Polygon first = common(own, found[(k + count - 1) % count]),
                    second = common(own, found[(k + 1) % count]);
      for (const auto& [one, other] : {std::pair(&first, &second), std::pair(&second, &first)}) {
        for (std::size_t e = 0; e < one->size(); ++e) {
          if (beyond(*one, e, *other) < -touching) continue;
          cut(own, (*one)[e], (*one)[(e + 1) % one->size()]);
          return true;
        }
      }
    }
    return false;
  }

  void cut(int own, DrawnPoint a, DrawnPoint b) {
    ++cuts_;
    detach(own);
    done_[own] = true;
    const Item whole = std::move(items_[own]);
    for (const auto& [from, to] : {std::pair(a, b), std::pair(b, a)}) {
      Item part = whole;
      part.outline = left_of(whole.outline, from, to);
      for (PaintedFace& face : part.faces) face.corners = left_of(face.corners, from, to, &face.is_edge);
      std::erase_if(part.faces, [](const PaintedFace& face) { return face.corners.size() < 3; });
      add(std::move(part));
    }
  }

  const std::vector<BoxRow>& boxes_;
  const View& view_;
  std::vector<Item> items_;
  std::vector<std::vector<int>> fronts_;  ///< Items that cover an item.
  std::vector<int> behind_count_;         ///< Items behind an item that are not painted yet.
  std::vector<bool> done_;
  int cuts_ = 0;
};

}  // namespace

std::vector<PaintedFace> painted_faces(const std::vector<BoxRow>& boxes, const View& view) {
  return Painter(boxes, view).paint();
}

}  // namespace jam::trunk
