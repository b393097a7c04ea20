// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The rows of programs that read a mesh: what its lengths and axes mean.
#pragma once

#include "jam/mesh/file_frame.hpp"
#include "shell/option_values.hpp"

namespace jam::app {

/// The row --unit.
[[nodiscard]] inline OptionRow unit_row(mesh::LengthUnit& unit, Modes modes) {
  return {"unit", modes, Effect::result, choice(unit, mesh::length_unit_words), "what a length of 1 in MESH means"};
}

/// The row --up.
[[nodiscard]] inline OptionRow up_row(mesh::UpAxis& up, Modes modes) {
  return {"up", modes, Effect::result, choice(up, mesh::up_axis_words), "axis of MESH that points up; it becomes z"};
}

}  // namespace jam::app
