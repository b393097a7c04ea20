// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/io/tight_walls.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "jam/io/number_text.hpp"

namespace jam::trunk {
namespace {

using io::json_if;
using io::JsonObject;

constexpr double square_millimetres_per_square_centimetre = 100;

JsonObject move_json(const MovedWall& move) {
  const bool measured = !move.counts.empty();
  return JsonObject("distance_mm", move.distance, "boxes", json_if(measured, move.counts))
      .add("gain", json_if(measured, gain_json(move.gain)))
      .add("obstacle", json_if(!move.obstacle.empty(), move.obstacle));
}

}  // namespace

std::string direction_text(Vec3d vector) {
  const std::array<double, 3> sizes = {std::abs(vector.x), std::abs(vector.y), std::abs(vector.z)};
  const double least = *std::ranges::max_element(sizes) / 3;
  std::vector<std::string> names;
  if (sizes[0] >= least) names.emplace_back(vector.x > 0 ? "+x" : "-x");
  if (sizes[1] >= least) names.emplace_back(vector.y > 0 ? "+y" : "-y");
  if (sizes[2] >= least) names.emplace_back(vector.z > 0 ? "+z (up)" : "-z (down)");
  return fmt::format("{}", fmt::join(names, " and "));
}

JsonObject tight_json(const TightWalls& tight) {
  const auto area = [](double square_millimetres) {
    return square_millimetres / square_millimetres_per_square_centimetre;
  };
  int number = 0;
  const auto patch_json = [&](const TightPatch& patch) {
    return JsonObject("number", ++number, "part", json_if(!patch.part.empty(), patch.part))
        .add("place_mm", patch.place, "outward", patch.outward, "area_cm2", area(patch.area))
        .add("share", patch.share, "triangles", patch.triangles.size())
        .add("moves", io::json_array(patch.moves, move_json));
  };
  const auto part_json = [&](const TightPart& part) {
    return JsonObject("name", part.name, "area_cm2", area(part.area), "share", part.share);
  };
  const TightRules& rules = tight.rules;
  return JsonObject(
             "rules",
             JsonObject("time_s", rules.seconds, "seeds", rules.seeds).add("distances_mm", rules.distances))
      .add("loads", JsonObject("boxes", tight.box_count, "count", tight.load_count)
                        .add("held", tight.held_count, "least_energy_mm2", tight.least_energy))
      .add("base", tight.base, "complete", tight.complete)
      .add("patches", io::json_lines(tight.patches, patch_json))
      .add("parts", io::json_lines(tight.parts, part_json))
      .add("inner_share", tight.inner_share);
}

std::string tight_json_text(const TightWalls& tight, const std::string& problem) {
  return JsonObject::document()
      .add("schema", "jampack/tight/1", "problem", problem)
      .add_members(tight_json(tight))
      .text();
}

JsonObject tight_view(const TightWalls& tight) {
  const auto plain = [](Vec3d v) {
    return io::JsonText{io::fixed_text(v.x, 2) + "," + io::fixed_text(v.y, 2) + "," + io::fixed_text(v.z, 2)};
  };
  const auto corners = [](const std::array<int, 3>& triangle) {
    return io::JsonText{fmt::format("{},{},{}", triangle[0], triangle[1], triangle[2])};
  };
  double most = 0;
  for (const double pressure : tight.pressure) most = std::max(most, pressure);
  const auto relative = [&](double pressure) { return io::json_figures(most > 0 ? pressure / most : 0); };
  return JsonObject("vertices_mm", io::json_array(tight.cells.vertices, plain))
      .add("triangles", io::json_array(tight.cells.triangles, corners))
      .add("pressure", io::json_array(tight.pressure, relative), "patch", tight.patch_of_cell);
}

}  // namespace jam::trunk
