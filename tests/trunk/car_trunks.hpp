// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The trunks of meshes/, and lattice searches of them that are short enough for a test.
#pragma once

#include <string>

#include "jam/trunk/lattice/search.hpp"
#include "jam/trunk/model/container.hpp"
#include "scenes/trunk/off_triangles.hpp"
#include "support/paths.hpp"

namespace jam::trunk::test {

/// `mesh`: the name of a file in meshes/.
inline Container car_trunk(const std::string& mesh) {
  Container container;
  container.surface = jam::test::read_off_triangles((jam::test::source_dir() / "meshes" / mesh).string());
  container.original = container.surface;
  container.volume = volume_of(container.surface);
  return container;
}

inline LatticeOptions few_frames() {
  LatticeOptions options;
  options.frame_count = 8;
  options.pair_limit = 4;
  options.yaw_step = 45;
  return options;
}

}  // namespace jam::trunk::test
