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

class StretchedContainer {
 public:
  StretchedContainer(const TriangleMesh& mesh, const std::vector<PlacedBox>& fixed, double stretch)
      : factor_(1 + stretch), mesh_(mesh), fixed_(fixed) {
    const Bounds bounds = bounds_of(mesh);
    middle_ = 0.5 * (bounds.low + bounds.high);
    for (Vec3d& vertex : mesh_.vertices) vertex = middle_ + factor_ * (vertex - middle_);
    for (PlacedBox& box : fixed_) {
      box.centre = middle_ + factor_ * (box.centre - middle_);
      box.edge = factor_ * box.edge;
    }
  }

  [[nodiscard]] const TriangleMesh& mesh() const { return mesh_; }
  /// Larger by the same share.
  [[nodiscard]] const std::vector<PlacedBox>& fixed() const { return fixed_; }

  /// A packing of the stretched container in the container as it is.
  [[nodiscard]] BoxPacking squeezed(BoxPacking packing) const {
    for (PlacedBox& box : packing.boxes) box.centre = middle_ + (1 / factor_) * (box.centre - middle_);
    return packing;
  }

 private:
  double factor_;
  Vec3d middle_;
  TriangleMesh mesh_;
  std::vector<PlacedBox> fixed_;
};

}  // namespace jam::trunk
