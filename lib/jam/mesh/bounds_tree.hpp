// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A binary tree of axis-aligned bounds (bounding volume hierarchy): which of many triangles or boxes come
// near a box. Split at the median along the longest side, four items per leaf; built in n log n, the same
// tree for the same items on every machine.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>
#include <vector>

#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::mesh {

/// Distance between two bounds [mm], 0 if they meet.
[[nodiscard]] double distance_between(const trunk::Bounds& a, const trunk::Bounds& b);

class BoundsTree {
 public:
  explicit BoundsTree(std::vector<trunk::Bounds> items);

  /// The items whose bounds meet `query`, in ascending order.
  [[nodiscard]] std::vector<int> items_meeting(const trunk::Bounds& query) const;

  /// The least value of distance_to(item) over all items; `start` for no items, or where all are further than
  /// that. Negative values are penetrations, of items whose bounds meet the query's. Near items are visited
  /// first, and those whose bounds are further than the least so far are skipped.
  template <class DistanceTo>
  [[nodiscard]] double least_distance(const trunk::Bounds& query, const DistanceTo& distance_to,
                                      double start = std::numeric_limits<double>::infinity()) const {
    double least = start;
    if (!nodes_.empty()) visit(0, query, distance_to, least);
    return least;
  }

 private:
  struct Node {
    trunk::Bounds bounds;
    /// Leaf: position of its first item in order_. Else: left child; `right` is the other one.
    int first = 0;
    int right = -1;  ///< -1 for a leaf.
    int count = 0;   ///< Number of items of a leaf.
  };

  int build(int first, int last);

  template <class DistanceTo>
  void visit(int index, const trunk::Bounds& query, const DistanceTo& distance_to, double& least) const {
    const Node& node = nodes_[index];
    if (node.right < 0) {
      for (int k = node.first; k < node.first + node.count; ++k) {
        const int item = order_[k];
        if (distance_between(items_[item], query) > std::max(least, 0.0)) continue;
        const double distance = distance_to(item);
        if (distance < least) least = distance;
      }
      return;
    }
    int near = node.first;
    int far = node.right;
    double near_distance = distance_between(nodes_[near].bounds, query);
    double far_distance = distance_between(nodes_[far].bounds, query);
    if (far_distance < near_distance) {
      std::swap(near, far);
      std::swap(near_distance, far_distance);
    }
    if (near_distance <= std::max(least, 0.0)) visit(near, query, distance_to, least);
    if (far_distance <= std::max(least, 0.0)) visit(far, query, distance_to, least);
  }

  std::vector<trunk::Bounds> items_;
  std::vector<int> order_;
  std::vector<Node> nodes_;
};

}  // namespace jam::mesh
