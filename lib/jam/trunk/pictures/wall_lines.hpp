// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The walls of a container as lines: edges where walls bend, and where they turn away from the eye.
#pragma once

#include <vector>

#include "jam/trunk/model/triangle_mesh.hpp"
#include "jam/trunk/pictures/view_axes.hpp"

namespace jam::trunk {

/// Lines of two points, View::flat() of the ends [mm]: at most 4000, the longest ones. Edges bend from 26
/// degrees on.
[[nodiscard]] std::vector<std::vector<io::DrawnPoint>> wall_lines(const TriangleMesh& mesh, const View& view);

}  // namespace jam::trunk
