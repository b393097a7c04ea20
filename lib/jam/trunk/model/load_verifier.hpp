// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The verdict on a load, and who gives it. jam_mesh has the exact verifier (mesh/mesh_verifier.hpp); searches know this interface only.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "jam/trunk/model/box_row.hpp"

namespace jam::trunk {

/// Boxes and triangles are numbered from 0 in the order of the load and the mesh.
struct LoadVerdict {
  static constexpr std::size_t most_lines = 10;

  bool legal = false;
  std::vector<std::string> violations;  ///< Readable lines, at most 10, then "and N more". Empty for a legal load.
  int violation_count = 0;              ///< All of them.

  /// Distance of each box, unshrunk, from the nearest wall or box [mm]; negative where it penetrates. Computed in double. A lower bound,
  /// which is exact where a face, or two edges, are nearest, and for penetrations. Infinite for a box that is no box.
  std::vector<double> clearance;

  /// How deep any two unshrunk boxes penetrate each other at most [mm], as separating them along one direction takes; 0 where none do.
  double deepest_pair_penetration = 0;

  /// One violation more.
  void add(const std::string& line);
};

/// Verifies complete loads of one trunk: fixed boxes and all others.
class LoadVerifier {
 public:
  virtual ~LoadVerifier() = default;
  [[nodiscard]] virtual LoadVerdict verify(const std::vector<BoxRow>& rows) const = 0;
};

}  // namespace jam::trunk
