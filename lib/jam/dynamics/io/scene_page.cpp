// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/io/scene_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <span>
#include <vector>

#include "jam/dynamics/collide/placed_shape.hpp"
#include "jam/io/base64.hpp"
#include "jam/io/json_text.hpp"
#include "jam/io/stage_page.hpp"

namespace jam::dynamics {
namespace {

/// Six significant figures: enough for a picture.
std::string number(double value) { return fmt::format("{:.6g}", value); }
std::string vector(Vec3d v) { return fmt::format("[{}, {}, {}]", number(v.x), number(v.y), number(v.z)); }

/// Centre and rotation as seven numbers.
std::string pose_text(const Pose& pose) {
  const Quaterniond q = pose.rotation;
  return fmt::format("[{}, {}, {}, {}, {}, {}, {}]", number(pose.position.x), number(pose.position.y),
                     number(pose.position.z), number(q.w), number(q.x), number(q.y), number(q.z));
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

/// A shape without its body. `half` of a sphere: the radius three times; of a capsule: half the axis, and the
/// radius twice.
std::string shape_text(const Shape& shape) {
  const double r = shape.radius;
  const Vec3d half = shape.kind == ShapeKind::box      ? shape.half
                     : shape.kind == ShapeKind::sphere ? Vec3d{r, r, r}
                                                       : Vec3d{shape.half.x, r, r};
  return fmt::format(R"({{"kind": "{}", "half": {}, "pose": {}}})", kind_of(shape.kind), vector(half),
                     pose_text(shape.pose));
}

/// Different shapes, and the parts of the picture: a shape at a place. Places are tracks, then the walls that
/// do not move.
struct Parts {
  std::vector<std::string> shapes, fixed_poses;
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
        parts.fixed_poses.push_back(pose_text(world.bodies.pose[shape.body]));
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
      if (is_new) parts.shapes.push_back(found->first);
      const int of_part[] = {static_cast<int>(found->second), place[shape.body], number_of[shape.body]};
      for (const int value : of_part) parts.numbers.push_back(static_cast<std::uint32_t>(value));
    }
    if (!wall) parts.body_parts = static_cast<int>(parts.numbers.size() / 3);
  }
  return parts;
}

/// Numbers between two bounds as whole ones from 0 to 65534, and 65535 for what is no number.
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

std::string scene_parts_text(const World& world, const Recording& recording, const PageFacts& facts) {
  const Parts parts = parts_of(world, recording);
  const auto same = [](const std::string& text) { return text; };
  std::string text =
      fmt::format("\"name\": {}, \"seed\": {}, \"method\": {}, \"version\": {},\n",
                  io::json_string(facts.name), facts.seed.empty() ? "null" : io::json_string(facts.seed),
                  io::json_string(facts.method), io::json_string(facts.version));
  text += fmt::format(
      "\"bodies\": {}, \"tracks\": {}, \"turning\": {},\n\"shapes\": {},\n\"fixed\": {},\n\"parts\": \"{}\", "
      "\"body_parts\": {},\n",
      parts.bodies, recording.tracks().size(), recording.turning_count(),
      io::json_lines(parts.shapes, 2, same), io::json_lines(parts.fixed_poses, 2, same),
      io::base64_of(std::span<const std::uint32_t>(parts.numbers)), parts.body_parts);
  return text + "\"surfaces\": " + io::json_lines(parts.surfaces, 2, [](const auto& surface) {
           return fmt::format(R"({{"place": {}, "corners": "{}"}})", surface.first,
                              io::base64_of(std::span<const float>(surface.second)));
         });
}

std::string scene_frames_text(const Recording& recording) {
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
    const auto exact = [](double value) { return io::json_number(value); };
    return fmt::format(
        R"({{"step": {}, "time_s": {}, "kinetic_J": {}, "potential_J": {}, "wall_work_J": {}, "bodies": {}, "contacts": {}, )"
        R"("penetration_m": {}, "iterations": {}, "status": "{}", "residual": {}}})",
        f.step, exact(f.time), exact(f.kinetic), exact(f.potential), exact(f.wall_work), f.bodies, f.contacts,
        exact(f.penetration), f.iterations, name_of(f.status), exact(f.residual));
  };
  const auto all_digits = [](Vec3d v) {
    return fmt::format("[{}, {}, {}]", io::json_number(v.x), io::json_number(v.y), io::json_number(v.z));
  };
  return fmt::format(
      "\"low_m\": {}, \"high_m\": {},\n\"figures\": {},\n\"positions\": \"{}\",\n\"rotations\": \"{}\"",
      all_digits(low), all_digits(high), io::json_lines(recording.figures(), 2, figures),
      io::base64_of(std::span<const std::uint16_t>(places)),
      io::base64_of(std::span<const std::uint16_t>(turns)));
}

std::string scene_document(const std::string& name, const std::string& parts, const Recording& recording) {
  return fmt::format(
      "\"schema\": \"jampack/view/1\", \"kind\": \"scene\", \"name\": {}, \"scene\": {{{},\n{}}}",
      io::json_string(name), parts, scene_frames_text(recording));
}

std::string scene_page(const World& world, const Recording& recording, const PageFacts& facts) {
  return io::stage_page(
      facts.name,
      "{" + scene_document(facts.name, scene_parts_text(world, recording, facts), recording) + "}");
}

}  // namespace jam::dynamics
