// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A container stretched by a small fraction, about its middle, across one axis: along the two axes of a frame
// in which it is longer. A packing that is legal there, with its centres moved back, is a squeezed packing of
// the container as it is: boxes overlap each other and the walls by up to that fraction of their distances.
// Lengths in mm.
//
// Along the shortest axis, usually the height, boxes are not squeezed: that brought hardly any boxes, and the
// polish had to make up for it (tests/bench/results/trunk.md).
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "jam/trunk/lattice/raster.hpp"
#include "jam/trunk/model/box_packing.hpp"
#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::trunk {

/// A share at which lattices find a box or two more than can be made legal again, for a container with the
/// volume of `bound` boxes. The additional boxes lie at the wall. The number of boxes there grows with
/// bound^(2/3), so that the share is proportional to 1 / bound^(2/3). Shares were compared in four trunks
/// (tests/bench/results/trunk.md).
[[nodiscard]] inline double usual_stretch(int bound) {
  constexpr double factor = 0.24;
  constexpr double limit = 0.01;
  return std::min(limit, factor / std::pow(std::max(1, bound), 2.0 / 3));
}

/// The axis of a frame with this rotation along which the mesh is shortest; a unit vector.
[[nodiscard]] inline Vec3d shortest_axis(const TriangleMesh& mesh, const Quaterniond& rotation) {
  const Bounds bounds = bounds_of(in_frame(mesh, rotation));
  const Vec3d extent = bounds.high - bounds.low;
  int shortest = 0;
  for (int axis = 1; axis < 3; ++axis) {
    if (component(extent, axis) < component(extent, shortest)) shortest = axis;
  }
  return rotation_matrix(rotation).column[shortest];
}

/// But for the rounding of a rotation.
[[nodiscard]] inline bool is_unit_vector(const Vec3d& v) { return std::fabs(dot(v, v) - 1) < 1e-9; }

/// From a stretched container to the container as it is.
struct Squeeze {
  double factor = 1;    ///< Factor by which the container is stretched.
  Vec3d axis{0, 0, 1};  ///< Axis along which it is not stretched: a unit vector.
  Vec3d middle;         ///< Point about which the container is stretched [mm].

  [[nodiscard]] Vec3d operator()(const Vec3d& point) const { return moved(point, 1 / factor); }
  /// From the container as it is to the stretched one.
  [[nodiscard]] Vec3d undone(const Vec3d& point) const { return moved(point, factor); }
  /// How much longer a distance along `direction`, a unit vector, is in the stretched container.
  [[nodiscard]] double factor_along(const Vec3d& direction) const {
    const double along = dot(axis, direction);
    return std::hypot(along, factor * std::sqrt(std::max(0.0, 1 - along * along)));
  }

 private:
  [[nodiscard]] Vec3d moved(const Vec3d& point, double by) const {
    const Vec3d away = point - middle;
    const Vec3d along = dot(axis, away) * axis;
    return middle + along + by * (away - along);
  }
};

class StretchedContainer {
 public:
  /// Stretches the mesh and the fixed boxes by the fraction `stretch` [-] across `axis`, a unit vector.
  StretchedContainer(const TriangleMesh& mesh, const std::vector<PlacedBox>& fixed, double stretch,
                     const Vec3d& axis)
      : squeeze_{.factor = 1 + stretch, .axis = axis, .middle = middle_of(mesh)}, mesh_(mesh), fixed_(fixed) {
    for (Vec3d& vertex : mesh_.vertices) vertex = squeeze_.undone(vertex);
    for (PlacedBox& box : fixed_) {
      const Mat3<double> axes = rotation_matrix(box.rotation);
      box.centre = squeeze_.undone(box.centre);
      box.edge.x *= squeeze_.factor_along(axes.column[0]);
      box.edge.y *= squeeze_.factor_along(axes.column[1]);
      box.edge.z *= squeeze_.factor_along(axes.column[2]);
    }
  }

  [[nodiscard]] const TriangleMesh& mesh() const { return mesh_; }
  /// The fixed boxes, stretched as the mesh is.
  [[nodiscard]] const std::vector<PlacedBox>& fixed() const { return fixed_; }

  [[nodiscard]] const Squeeze& squeeze() const { return squeeze_; }
  /// A packing of the stretched container in the container as it is.
  [[nodiscard]] BoxPacking squeezed(BoxPacking packing) const {
    for (PlacedBox& box : packing.boxes) box.centre = squeeze_(box.centre);
    return packing;
  }

 private:
  [[nodiscard]] static Vec3d middle_of(const TriangleMesh& mesh) {
    const Bounds bounds = bounds_of(mesh);
    return 0.5 * (bounds.low + bounds.high);
  }

  Squeeze squeeze_;
  TriangleMesh mesh_;
  std::vector<PlacedBox> fixed_;
};

}  // namespace jam::trunk
