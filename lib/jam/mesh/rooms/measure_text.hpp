// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Lengths and volumes in messages about meshes.
#pragma once

#include <string>

#include "jam/io/number_text.hpp"

namespace jam::mesh {

/// "250.000 l" for a volume in mm^3.
[[nodiscard]] inline std::string litres_text(double volume) { return io::fixed_text(volume / 1e6, 3) + " l"; }

/// A length in mm with the digits that matter: "0.0031 mm", "7.64 mm", "24 mm", "1640 m".
[[nodiscard]] inline std::string length_text(double length) {
  if (length >= 1e5) return io::fixed_text(length / 1000, 0) + " m";
  if (length < 0.1) return io::fixed_text(length, 4) + " mm";
  return io::fixed_text(length, length < 10 ? 2 : 0) + " mm";
}

}  // namespace jam::mesh
