// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// One vertex for all corners at one place. Inside jam_mesh and jam_mesh_files only.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <utility>
#include <vector>

#include "jam/core/vec.hpp"

namespace jam::mesh {

/// Vertices are numbered in the order in which their places occur first.
class MergedVertices {
 public:
  std::size_t number(Vec3d v) {
    const auto [at, is_new] =
        numbers_.try_emplace({v.x + 0.0, v.y + 0.0, v.z + 0.0}, vertices_.size());  // -0 is 0.
    if (is_new) vertices_.push_back(v);
    return at->second;
  }
  [[nodiscard]] std::vector<Vec3d> take() { return std::move(vertices_); }

 private:
  struct Hash {
    std::size_t operator()(const Vec3d& v) const {
      std::uint64_t hash = 0;
      for (const double x : {v.x, v.y, v.z})
        hash = std::rotl(hash, 23) ^ std::bit_cast<std::uint64_t>(x) * 0x9E3779B97F4A7C15U;
      return static_cast<std::size_t>(hash ^ hash >> 32U);
    }
  };
  std::unordered_map<Vec3d, std::size_t, Hash> numbers_;
  std::vector<Vec3d> vertices_;
};

}  // namespace jam::mesh
