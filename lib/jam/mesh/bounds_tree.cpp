// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/bounds_tree.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace jam::mesh {
namespace {

constexpr int leaf_size = 4;

double gap(double low_a, double high_a, double low_b, double high_b) {
  return std::max({0.0, low_b - high_a, low_a - high_b});
}

}  // namespace

double distance_between(const trunk::Bounds& a, const trunk::Bounds& b) {
  return length(Vec3d{gap(a.low.x, a.high.x, b.low.x, b.high.x), gap(a.low.y, a.high.y, b.low.y, b.high.y),
                      gap(a.low.z, a.high.z, b.low.z, b.high.z)});
}

BoundsTree::BoundsTree(std::vector<trunk::Bounds> items) : items_(std::move(items)), order_(items_.size()) {
  std::iota(order_.begin(), order_.end(), 0);
  nodes_.reserve(items_.size());
  if (!items_.empty()) build(0, static_cast<int>(items_.size()));
}

int BoundsTree::build(int first, int last) {
  Node node;
  for (int k = first; k < last; ++k) {
    const trunk::Bounds& item = items_[order_[k]];
    node.bounds.add(item.low);
    node.bounds.add(item.high);
  }
  const int index = static_cast<int>(nodes_.size());
  node.first = first;
  node.count = last - first;
  nodes_.push_back(node);
  if (last - first <= leaf_size) return index;

  const Vec3d size = node.bounds.high - node.bounds.low;
  const int axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2;
  using trunk::component;
  const auto before = [&](int i, int j) {
    const trunk::Bounds& a = items_[i];
    const trunk::Bounds& b = items_[j];
    const double middle_a = component(a.low, axis) + component(a.high, axis);
    const double middle_b = component(b.low, axis) + component(b.high, axis);
    return middle_a != middle_b ? middle_a < middle_b : i < j;
  };
  const int middle = first + (last - first) / 2;
  std::nth_element(order_.begin() + first, order_.begin() + middle, order_.begin() + last, before);
  const int left = build(first, middle);
  const int right = build(middle, last);
  nodes_[index].first = left;
  nodes_[index].right = right;
  return index;
}

std::vector<int> BoundsTree::items_meeting(const trunk::Bounds& query) const {
  std::vector<int> found;
  std::vector<int> open;
  if (!nodes_.empty()) open.push_back(0);
  while (!open.empty()) {
    const Node& node = nodes_[open.back()];
    open.pop_back();
    if (distance_between(node.bounds, query) > 0) continue;
    if (node.right >= 0) {
      open.push_back(node.first);
      open.push_back(node.right);
      continue;
    }
    for (int k = node.first; k < node.first + node.count; ++k) {
      const int item = order_[k];
      if (distance_between(items_[item], query) <= 0) found.push_back(item);
    }
  }
  std::sort(found.begin(), found.end());
  return found;
}

}  // namespace jam::mesh
