// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A container larger by a small share along every axis, about its middle. A packing that is legal there, with its centres moved back, is a
// squeezed packing of the container as it is: boxes overlap each other and the walls by up to that share of their distances. Lengths in mm.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "jam/trunk/model/box_packing.hpp"
#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::trunk {

/// A share at which lattices find a box or two more than can be made legal again, for a container with the volume of `bound` boxes. What
/// they find more lies at the wall, and so many boxes lie there that it falls with bound^(2/3). Shares were compared in four trunks
/// (tests/bench/results/trunk.md).
[[nodiscard]] inline double usual_stretch(int bound) {
  constexpr double factor = 0.24;
  constexpr double limit = 0.01;
  return std::min(limit, factor / std::pow(std::max(1, bound), 2.0 / 3));
}

/// From a stretched container to the container as it is.
struct Squeeze {
  double factor = 1;  ///< By which the container is stretched,
  Vec3d middle;       ///< and about which point [mm].

  [[nodiscard]] Vec3d operator()(const Vec3d& point) const { return middle + (1 / factor) * (point - middle); }
};

class StretchedContainer {
 public:
  StretchedContainer(const TriangleMesh& mesh, const std::vector<PlacedBox>& fixed, double stretch)
      : squeeze_{.factor = 1 + stretch, .middle = middle_of(mesh)}, mesh_(mesh), fixed_(fixed) {
    const auto stretched = [this](const Vec3d& point) { return squeeze_.middle + squeeze_.factor * (point - squeeze_.middle); };
    for (Vec3d& vertex : mesh_.vertices) vertex = stretched(vertex);
    for (PlacedBox& box : fixed_) {
      box.centre = stretched(box.centre);
      box.edge = squeeze_.factor * box.edge;
    }
  }

  [[nodiscard]] const TriangleMesh& mesh() const { return mesh_; }
  /// Larger by the same share.
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
