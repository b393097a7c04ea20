// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/rooms/keep_out.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "jam/core/error.hpp"
#include "jam/io/number_text.hpp"

namespace jam::mesh {

KeepOut parse_keep_out(std::string_view text) {
  constexpr const char* accepted =
      "X0,Y0,Z0,X1,Y1,Z1 is accepted, two opposite corners of a box in the frame and unit of the mesh";
  std::array<double, 6> numbers{};
  std::string_view rest = text;
  for (std::size_t k = 0; k < numbers.size(); ++k) {
    const std::size_t comma = rest.find(',');
    const bool last = k + 1 == numbers.size();
    const std::optional<double> number = io::parse_number<double>(rest.substr(0, comma));
    if ((comma == std::string_view::npos) != last || !number || !std::isfinite(*number))
      throw InputError(accepted);
    numbers[k] = *number;
    rest = last ? std::string_view() : rest.substr(comma + 1);
  }
  const auto& [x0, y0, z0, x1, y1, z1] = numbers;
  if (x0 == x1 || y0 == y1 || z0 == z1)
    throw InputError("the box has no volume: two corners that differ in x, y and z are accepted");
  return {{std::min(x0, x1), std::min(y0, y1), std::min(z0, z1)},
          {std::max(x0, x1), std::max(y0, y1), std::max(z0, z1)},
          std::string(text)};
}

trunk::TriangleMesh surface_of(const KeepOut& keep_out, LengthUnit unit, UpAxis up) {
  const Vec3d a = from_file(keep_out.low, unit, up), b = from_file(keep_out.high, unit, up);
  trunk::TriangleMesh mesh = trunk::unit_cube();
  for (Vec3d& vertex : mesh.vertices) {
    vertex = {vertex.x < 0 ? std::min(a.x, b.x) : std::max(a.x, b.x),
              vertex.y < 0 ? std::min(a.y, b.y) : std::max(a.y, b.y),
              vertex.z < 0 ? std::min(a.z, b.z) : std::max(a.z, b.z)};
  }
  return mesh;
}

}  // namespace jam::mesh
