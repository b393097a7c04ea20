// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The contacts of two shapes that move during a step, for host and device.
//   found       at the start of the step, as far ahead as the motion and the margins reach
//   prediction  gap + n . (relative displacement): what a contact with a fixed normal says about the end of
//               the step
// If the prediction is an overlap, the motion itself is examined:
//   slow pairs  that pass each other without an overlap (a sphere or capsule over an edge) get the gap that
//               allows just this motion; boxes which a face keeps apart (a box that slides over the seam of
//               two others) have no contact
//   fast pairs  are followed to their first contact by conservative advancement (B. Mirtich, Impulse-based
//               Dynamic Simulation (1996), 2.3): point and normal are those of that moment, the gap is
//               extrapolated from there to the start of the step
// So a body neither passes through another one in a step, nor is it held by one that it misses.
#pragma once

#include "jam/dynamics/collide/motion.hpp"
#include "jam/dynamics/collide/shape_pair.hpp"

namespace jam::dynamics {

/// A pair is slow if it comes nearer by at most this fraction of its smallest size in one step.
inline constexpr double slow_share = 0.5;
/// A prediction is an overlap if it is below minus this fraction of the smallest size.
inline constexpr double predicted_overlap_share = 1e-6;
/// Largest number of tests along a motion.
inline constexpr int look_limit = 32;

/// A shape in the world and its motion.
struct MovingShape {
  const Shape& shape;
  const Pose& pose;
  const StepMotion& motion;
};

/// The displacement of B relative to A at a point, with both at fraction `share` of the step.
[[nodiscard]] JAM_HD_INLINE Vec3d relative_shift(const MovingShape& a, const MovingShape& b, Vec3d point,
                                                 double share) {
  const Vec3d of_a = a.motion.shift + cross(a.motion.spin, point - a.pose.position - share * a.motion.shift);
  return b.motion.shift + cross(b.motion.spin, point - b.pose.position - share * b.motion.shift) - of_a;
}

/// Cosine of an angle below which a normal is that of a face: nearest points of boxes that all but touch have
/// directions by chance.
inline constexpr double face_normal_cosine = 1 - 1e-6;

/// Whether a face of one of the boxes keeps them apart, but for `tolerance`, before and after a
/// displacement of B against A. Faces that the contact's normal belongs to do not count.
[[nodiscard]] JAM_HD_INLINE bool face_keeps_apart(const PlacedBox& a, const PlacedBox& b, Vec3d shift,
                                                  Vec3d normal, double tolerance) {
  const Vec3d before = b.centre - a.centre, after = before + shift;
  for (int k = 0; k < 6; ++k) {
    const Vec3d axis = k < 3 ? a.axis[k] : b.axis[k - 3];
    if (fabs(dot(axis, normal)) > face_normal_cosine) continue;
    double reach = -tolerance;
    for (int j = 0; j < 3; ++j) {
      reach += component(a.half, j) * fabs(dot(axis, a.axis[j])) +
               component(b.half, j) * fabs(dot(axis, b.axis[j]));
    }
    const double was = dot(axis, before), is = dot(axis, after);
    if (fabs(was) >= reach && fabs(is) >= reach && (was > 0) == (is > 0)) return true;
  }
  return false;
}

/// Height of the lowest point of the shape over the plane of the triangle, along its normal [m].
template <ShapeKind kind>
[[nodiscard]] JAM_HD_INLINE double height_over(const Shape& shape, const Pose& pose,
                                               const PlacedTriangle& triangle) {
  const Vec3d n = triangle.normal;
  double reach = shape.radius;
  if constexpr (kind != ShapeKind::sphere) {
    const Mat3<double> frame = rotation_matrix(pose.rotation);
    const Vec3d half = kind == ShapeKind::capsule ? Vec3d{shape.half.x, 0, 0} : shape.half;
    for (int k = 0; k < 3; ++k) reach += component(half, k) * fabs(dot(n, frame.column[k]));
    if (kind == ShapeKind::box) reach -= shape.radius;
  }
  return dot(n, pose.position - triangle.corner[0]) - reach;
}

/// Looks along the motion of a pair; made for one pair.
template <ShapeKind first, ShapeKind second>
class PairLook {
 public:
  JAM_HD_INLINE PairLook(const MovingShape& a, const MovingShape& b)
      : a_(a), b_(b), margin_(a.motion.margin + b.motion.margin) {
    constexpr bool to_plane = second == ShapeKind::plane;
    shift_ = (to_plane ? shift_at(b.motion, b.pose, a.pose.position) : b.motion.shift) - a.motion.shift;
    const double radius = turning_radius(a.shape);
    turn_ = length(a.motion.spin) * radius +
            length(b.motion.spin) * (to_plane ? radius + a.shape.radius : turning_radius(b.shape));
    reach_ = length(shift_) + turn_;
    const double of_a = smallest_half(a.shape), of_b = smallest_half(b.shape);
    size_ = of_a < of_b ? of_a : of_b;
  }

  /// The contacts, with normals from A to B.
  template <class Found>
  JAM_HD_INLINE void run(Found& found) {
    Look next = Look::start;
    while (next != Look::done) {
      found.clear();
      const double delta = margin_ + reach_;
      if (share_ == 0) collide_kinds<first, second>(a_.shape, a_.pose, b_.shape, b_.pose, delta, found);
      else
        collide_kinds<first, second>(a_.shape, moved(a_.pose, a_.motion, share_), b_.shape,
                                     moved(b_.pose, b_.motion, share_), delta, found);
      ++looks_;
      next = after(next, found);
    }
  }

 private:
  enum class Look { start, advance, march, end, again, done };

  template <class Found>
  JAM_HD_INLINE Look after(Look look, Found& found) {
    switch (look) {
      case Look::start: return after_start(found);
      case Look::advance: return after_advance(found);
      case Look::march: return after_march(found);
      case Look::end:
        least_at_end_ = found.least_gap();
        share_ = 0;
        return Look::again;
      default: return keep(found);
    }
  }

  template <class Found>
  JAM_HD_INLINE Look after_start(Found& found) {
    if (!(reach_ > 0)) return Look::done;
    if constexpr (second == ShapeKind::plane) return keep(found);
    if constexpr (second == ShapeKind::triangle) {
      const bool touches =
          found.count > 0 && (reach_ <= slow_share * size_ || found.points[found.nearest].gap <= margin_);
      return touches ? keep(found) : begin_march(found);
    }
    if (found.count == 0) return Look::done;
    if constexpr (first == ShapeKind::box && second == ShapeKind::box) {
      if (face_keeps_apart(placed_box(a_.shape, a_.pose), placed_box(b_.shape, b_.pose), shift_,
                           found.points[found.nearest].normal, tolerance())) {
        found.clear();
        return Look::done;
      }
    }
    if (!predicts_overlap(found)) return keep(found);
    if (reach_ > slow_share * size_) return advance(found);
    if (first == ShapeKind::box) return keep(found);
    share_ = 1;
    return Look::end;
  }

  /// To the moment at which the present normal allows an overlap of `tolerance`.
  template <class Found>
  JAM_HD_INLINE Look advance(Found& found) {
    const ContactPoint& nearest = found.points[found.nearest];
    const double closing = turn_ - dot(nearest.normal, shift_);
    if (nearest.gap <= -0.5 * tolerance() || looks_ >= look_limit) return keep(found);
    const double next = closing > 0 ? share_ + (nearest.gap + tolerance()) / closing : 1;
    share_ = next < 1 ? next : 1;
    return next < 1 ? Look::advance : Look::end;
  }
  template <class Found>
  JAM_HD_INLINE Look after_advance(Found& found) {
    if (found.count > 0) return advance(found);
    share_ = 1;
    return Look::end;
  }

  /// A body that crosses the plane of a triangle, perhaps outside of the triangle at first.
  template <class Found>
  JAM_HD_INLINE Look begin_march(Found& found) {
    found.clear();
    if constexpr (second == ShapeKind::triangle) {
      const PlacedTriangle triangle = placed_triangle(b_.shape, b_.pose);
      const double height = height_over<first>(a_.shape, a_.pose, triangle),
                   closing = turn_ + dot(triangle.normal, shift_);
      if (!(height > 0 && height < closing)) return Look::done;
      share_ = height / closing;
      return Look::march;
    }
    return Look::done;
  }
  template <class Found>
  JAM_HD_INLINE Look after_march(Found& found) {
    if (found.least_gap() <= margin_) return keep(found);
    found.clear();
    if (share_ >= 1 || looks_ >= 2 * look_limit) return Look::done;
    const double step = slow_share * size_ / reach_, least = 1.0 / look_limit;
    share_ += step > least ? step : least;
    if (share_ > 1) share_ = 1;
    return Look::march;
  }

  template <class Found>
  [[nodiscard]] JAM_HD_INLINE bool predicts_overlap(const Found& found) const {
    bool overlap = false;
    for (int k = 0; k < found.count; ++k) {
      const ContactPoint& point = found.points[k];
      overlap = overlap || point.gap + dot(point.normal, relative_shift(a_, b_, point.point, 0)) <
                               -predicted_overlap_share * size_;
    }
    return overlap;
  }

  /// The contacts that are left: as of the start of the step, and near enough at its end.
  template <class Found>
  JAM_HD_INLINE Look keep(Found& found) const {
    const bool passes = least_at_end_ >= -tolerance();
    int kept = 0;
    for (int k = 0; k < found.count; ++k) {
      ContactPoint point = found.points[k];
      const double ahead = dot(point.normal, relative_shift(a_, b_, point.point, share_));
      point.gap -= share_ * ahead;
      point.share = share_;
      if (passes && point.gap < least_at_end_ - ahead) point.gap = least_at_end_ - ahead;
      if (point.gap <= 0 || point.gap + ahead <= margin_) found.points[kept++] = point;
    }
    found.count = kept;
    return Look::done;
  }

  /// An overlap up to which a pair passes each other [m].
  [[nodiscard]] JAM_HD_INLINE double tolerance() const { return face_preference * size_; }

  const MovingShape &a_, &b_;
  double margin_;
  Vec3d shift_;  ///< Displacement of B against A [m].
  double turn_ = 0, reach_ = 0, size_ = 0;
  double share_ = 0;
  double least_at_end_ = -1e300;  ///< Least gap at the end of the step [m]; -1e300: not computed.
  int looks_ = 0;
};

/// The contacts of two shapes of known kinds, the smaller kind first, with normals from the first to the
/// second: all whose gaps are at most the sum of the margins, or would be at the end of the step.
template <ShapeKind first, ShapeKind second, class Found>
JAM_HD_INLINE void collide_moving(const MovingShape& a, const MovingShape& b, Found& found) {
  PairLook<first, second>(a, b).run(found);
}

/// The contacts of two shapes of any kinds, the smaller kind first; planes and triangles among themselves
/// have none.
template <class Found>
JAM_HD_INLINE void collide_moving(const MovingShape& a, const MovingShape& b, Found& found) {
  using enum ShapeKind;
  const auto as = [&]<ShapeKind first, ShapeKind second>() { collide_moving<first, second>(a, b, found); };
  switch (kinds_number(a.shape.kind, b.shape.kind)) {
    case kinds_number(sphere, sphere): return as.template operator()<sphere, sphere>();
    case kinds_number(sphere, capsule): return as.template operator()<sphere, capsule>();
    case kinds_number(sphere, box): return as.template operator()<sphere, box>();
    case kinds_number(sphere, plane): return as.template operator()<sphere, plane>();
    case kinds_number(sphere, triangle): return as.template operator()<sphere, triangle>();
    case kinds_number(capsule, capsule): return as.template operator()<capsule, capsule>();
    case kinds_number(capsule, box): return as.template operator()<capsule, box>();
    case kinds_number(capsule, plane): return as.template operator()<capsule, plane>();
    case kinds_number(capsule, triangle): return as.template operator()<capsule, triangle>();
    case kinds_number(box, box): return as.template operator()<box, box>();
    case kinds_number(box, plane): return as.template operator()<box, plane>();
    case kinds_number(box, triangle): return as.template operator()<box, triangle>();
    default: return;
  }
}

}  // namespace jam::dynamics
