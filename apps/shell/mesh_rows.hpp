// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The rows of programs that read a mesh: what its lengths and axes mean.
#pragma once

#include "jam/io/number_text.hpp"
#include "jam/mesh/read_container.hpp"
#include "shell/option_values.hpp"

namespace jam::app {

/// The row --unit.
[[nodiscard]] inline OptionRow unit_row(mesh::LengthUnit& unit, Modes modes) {
  return {"unit", modes, Effect::result, choice(unit, mesh::length_unit_words),
          "unit of the lengths in MESH"};
}

/// The row --up.
[[nodiscard]] inline OptionRow up_row(mesh::UpAxis& up, Modes modes) {
  return {"up", modes, Effect::result, choice(up, mesh::up_axis_words),
          "axis of MESH that points up; it becomes z"};
}

/// The row --wrap.
[[nodiscard]] inline OptionRow wrap_row(mesh::ReadOptions& read, Modes modes) {
  const auto set = [&read](const std::string& text) {
    read.wrap = mesh::parse_wrap(text);
    read.always_wrap = true;
  };
  const auto texts = [&read] {
    const mesh::WrapOptions& wrap = read.wrap;
    return texts_if(read.always_wrap, io::number_text(wrap.alpha) +
                                          (wrap.offset > 0 ? "," + io::number_text(wrap.offset) : ""));
  };
  return {
      "wrap",
      modes,
      Effect::result,
      {"ALPHA[,OFFSET]", set, texts},
      "close the mesh by an alpha wrap with these values in mm: it closes openings up to 2 ALPHA and lies "
      "OFFSET outside. By default only defective meshes are wrapped, with values chosen from their size"};
}

}  // namespace jam::app
