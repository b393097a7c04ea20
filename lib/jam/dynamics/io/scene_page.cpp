// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/io/scene_page.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <vector>

#include "jam/dynamics/collide/placed_shape.hpp"
#include "jam/io/base64.hpp"
#include "jam/io/json_writer.hpp"
#include "jam/io/stage_page.hpp"

namespace jam::dynamics {
namespace {

using io::JsonObject;

/// Six significant figures: enough for a picture.
io::JsonText vector(Vec3d v) {
  return io::json_list(io::json_figures(v.x), io::json_figures(v.y), io::json_figures(v.z));
}

/// Centre and rotation as seven numbers.
io::JsonText pose_json(const Pose& pose) {
  const auto [w, x, y, z] = pose.rotation;
  const Vec3d p = pose.position;
  return io::json_array(std::array{p.x, p.y, p.z, w, x, y, z}, io::json_figures);
}

const char* kind_of(ShapeKind kind) {
  switch (kind) {
    case ShapeKind::sphere: return "sphere";
    case ShapeKind::capsule: return "capsule";
    case ShapeKind::box: return "box";
    case ShapeKind::triangle:
    case ShapeKind::plane: break;
  }
  return "plane";
}

/// A shape without its body. `half` is the radius three times for a sphere; half the axis, and the radius
/// twice, for a capsule.
std::string shape_text(const Shape& shape) {
  const double r = shape.radius;
  const Vec3d half = shape.kind == ShapeKind::box      ? shape.half
                     : shape.kind == ShapeKind::sphere ? Vec3d{r, r, r}
                                                       : Vec3d{shape.half.x, r, r};
  return JsonObject("kind", kind_of(shape.kind), "half", vector(half), "pose", pose_json(shape.pose)).text();
}

/// Different shapes, and the parts of the picture: a shape at a place. Places are tracks, then the walls that
/// do not move.
struct Parts {
  std::vector<io::JsonText> shapes, fixed_poses;
  /// Shape, place and body number (of a wall 0) of each part. Walls come last.
  std::vector<std::uint32_t> numbers;
  int body_parts = 0;  ///< Number of parts before the walls.
  int bodies = 0;
  /// By place: corners of triangles in the frame of their wall [m].
  std::map<int, std::vector<float>> surfaces;
};

Parts parts_of(const World& world, const Recording& recording) {
  Parts parts;
  std::vector<int> place(world.bodies.count(), -1), number_of(world.bodies.count(), 0);
  for (int i = 0; i < world.bodies.count(); ++i) {
    if (!world.bodies.is_wall(i)) number_of[i] = parts.bodies++;
  }
  const std::vector<int>& tracks = recording.tracks();
  for (int k = 0; k < static_cast<int>(tracks.size()); ++k) place[tracks[k]] = k;
  std::map<std::string, std::uint32_t> known;
  for (const bool wall : {false, true}) {
    for (const Shape& shape : world.shapes) {
      if (world.bodies.is_wall(shape.body) != wall) continue;
      if (place[shape.body] < 0) {
        place[shape.body] = static_cast<int>(tracks.size() + parts.fixed_poses.size());
        parts.fixed_poses.push_back(pose_json(world.bodies.pose[shape.body]));
      }
      if (shape.kind == ShapeKind::triangle) {
        const PlacedTriangle triangle = placed_triangle(shape, shape.pose);
        for (const Vec3d corner : triangle.corner) {
          for (int k = 0; k < 3; ++k)
            parts.surfaces[place[shape.body]].push_back(static_cast<float>(component(corner, k)));
        }
        continue;
      }
      const auto [found, is_new] =
          known.emplace(shape_text(shape), static_cast<std::uint32_t>(parts.shapes.size()));
      if (is_new) parts.shapes.push_back({found->first});
      const int of_part[] = {static_cast<int>(found->second), place[shape.body], number_of[shape.body]};
      for (const int value : of_part) parts.numbers.push_back(static_cast<std::uint32_t>(value));
    }
    if (!wall) parts.body_parts = static_cast<int>(parts.numbers.size() / 3);
  }
  return parts;
}

/// A number between two bounds as a whole number from 0 to 65534; 65535 for NaN.
std::uint16_t quantised(double value, double low, double high) {
  if (std::isnan(value)) return 65535;
  const double share = high > low ? (value - low) / (high - low) : 0;
  return static_cast<std::uint16_t>(std::lround(65534 * std::clamp(share, 0.0, 1.0)));
}

/// Bounds of coordinate `axis` over all frames.
std::pair<double, double> bounds_of(std::span<const float> positions, std::size_t axis) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  std::pair<double, double> bounds{infinity, -infinity};
  for (std::size_t i = axis; i < positions.size(); i += 3) {
    const double x = positions[i];
    if (!std::isnan(x)) bounds = {std::min(bounds.first, x), std::max(bounds.second, x)};
  }
  return bounds.first <= bounds.second ? bounds : std::pair{0.0, 0.0};
}

}  // namespace

JsonObject scene_parts(const World& world, const Recording& recording, const PageFacts& facts) {
  const Parts parts = parts_of(world, recording);
  const auto surface_object = [](const auto& surface) {
    return JsonObject("place", surface.first, "corners",
                      io::base64_of(std::span<const float>(surface.second)));
  };
  return JsonObject("name", facts.name, "seed", io::json_if(!facts.seed.empty(), facts.seed))
      .add("method", facts.method, "version", facts.version, "bodies", parts.bodies)
      .add("tracks", recording.tracks().size(), "turning", recording.turning_count())
      .add("shapes", parts.shapes, "fixed", parts.fixed_poses)
      .add("parts", io::base64_of(std::span<const std::uint32_t>(parts.numbers)))
      .add("body_parts", parts.body_parts, "surfaces", io::json_array(parts.surfaces, surface_object));
}

JsonObject scene_frames(const Recording& recording) {
  const std::span<const float> positions = recording.positions(), rotations = recording.rotations();
  std::vector<std::uint16_t> places(positions.size()), turns(rotations.size());
  Vec3d low, high;
  double* const ends[3][2] = {{&low.x, &high.x}, {&low.y, &high.y}, {&low.z, &high.z}};
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const auto [least, most] = bounds_of(positions, axis);
    *ends[axis][0] = least;
    *ends[axis][1] = most;
    for (std::size_t i = axis; i < positions.size(); i += 3) places[i] = quantised(positions[i], least, most);
  }
  for (std::size_t i = 0; i < rotations.size(); ++i) turns[i] = quantised(rotations[i], -1, 1);

  const auto figures = [](const FrameFigures& f) {
    return JsonObject("step", f.step, "time_s", f.time, "kinetic_J", f.kinetic, "potential_J", f.potential)
        .add("wall_work_J", f.wall_work, "bodies", f.bodies, "contacts", f.contacts)
        .add("penetration_m", f.penetration, "iterations", f.iterations, "status", name_of(f.status))
        .add("residual", f.residual);
  };
  return JsonObject("low_m", low, "high_m", high, "figures", io::json_array(recording.figures(), figures))
      .add("positions", io::base64_of(std::span<const std::uint16_t>(places)))
      .add("rotations", io::base64_of(std::span<const std::uint16_t>(turns)));
}

JsonObject scene_document(const std::string& name, const JsonObject& parts, const Recording& recording) {
  JsonObject scene = parts;
  return JsonObject("schema", "jampack/view/1", "kind", "scene", "name", name)
      .add("scene", scene.add_members(scene_frames(recording)));
}

std::string scene_page(const World& world, const Recording& recording, const PageFacts& facts) {
  const JsonObject document = scene_document(facts.name, scene_parts(world, recording, facts), recording);
  return io::stage_page(facts.name, document.text());
}

}  // namespace jam::dynamics
