// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Values of a scene file (schema jampack/scene/1). Each function throws InputError with the file and the
// place in it where the value is missing or out of its range.
#pragma once

#include <vector>

#include "jam/dynamics/model/bodies.hpp"
#include "jam/io/json.hpp"

namespace jam::dynamics {

/// The three items of a list.
[[nodiscard]] std::vector<io::JsonNode> three_items(const io::JsonNode& node);
/// Three numbers, each of at most 1e12 in magnitude.
[[nodiscard]] Vec3d read_vector(const io::JsonNode& node);
/// A place in the world or in a body, each coordinate of at most 1e9 [m].
[[nodiscard]] Vec3d read_point(const io::JsonNode& node);
/// The vector or number under `key`, or `otherwise` where there is none.
[[nodiscard]] Vec3d vector_or(const io::JsonNode& object, const char* key, Vec3d otherwise);
[[nodiscard]] double number_or(const io::JsonNode& object, const char* key, double otherwise);
/// `position_m` and `orientation` (a unit quaternion w, x, y, z); the identity where they are missing.
[[nodiscard]] Pose read_pose(const io::JsonNode& object);
/// `friction` (at least 0) and `restitution` (0 to 1); values of `surface` if they are missing.
[[nodiscard]] Surface read_surface(const io::JsonNode& object, Surface surface);

}  // namespace jam::dynamics
