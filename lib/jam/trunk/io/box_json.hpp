// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A box as JSON, in all files that hold boxes.
#pragma once

#include "jam/io/json_writer.hpp"
#include "jam/trunk/model/box_row.hpp"

namespace jam::trunk {

/// Members position_mm, quaternion [w, x, y, z], matrix (nine numbers by rows) and edges_mm.
[[nodiscard]] inline io::JsonObject box_json(const BoxRow& box) {
  const Vec3d &a = box.first_axis, &b = box.second_axis, c = box.third_axis();
  return io::JsonObject("position_mm", box.centre, "quaternion", quaternion_of(a, b))
      .add("matrix", io::json_list(a.x, b.x, c.x, a.y, b.y, c.y, a.z, b.z, c.z), "edges_mm", box.edge);
}

}  // namespace jam::trunk
