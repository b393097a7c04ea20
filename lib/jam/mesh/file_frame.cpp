// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/file_frame.hpp"

#include "jam/core/error.hpp"

namespace jam::mesh {

LengthUnit parse_length_unit(std::string_view text) {
  for (const auto& [word, unit] : length_unit_words)
    if (text == word) return unit;
  throw InputError("mm, cm, m or inch is accepted");
}

UpAxis parse_up_axis(std::string_view text) {
  for (const auto& [word, axis] : up_axis_words)
    if (text == word) return axis;
  throw InputError("x, y or z is accepted");
}

double millimetres_of(LengthUnit unit) {
  switch (unit) {
    case LengthUnit::millimetre: break;
    case LengthUnit::centimetre: return 10;
    case LengthUnit::metre: return 1000;
    case LengthUnit::inch: return 25.4;
  }
  return 1;
}

Vec3d from_file(Vec3d vertex, LengthUnit unit, UpAxis up) {
  const double scale = millimetres_of(unit);
  switch (up) {
    case UpAxis::x: return Vec3d{-vertex.z, vertex.y, vertex.x} * scale;
    case UpAxis::y: return Vec3d{vertex.x, -vertex.z, vertex.y} * scale;
    case UpAxis::z: break;
  }
  return vertex * scale;
}

Vec3d to_file(Vec3d point, LengthUnit unit, UpAxis up) {
  const Vec3d p = point / millimetres_of(unit);
  switch (up) {
    case UpAxis::x: return {p.z, p.y, -p.x};
    case UpAxis::y: return {p.x, p.z, -p.y};
    case UpAxis::z: break;
  }
  return p;
}

}  // namespace jam::mesh
