// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/io/vtk.hpp"

#include <fmt/format.h>

#include "jam/io/number_text.hpp"

namespace jam::dynamics {
namespace {

/// Numbers of one array, with blanks between.
class Column {
 public:
  template <class... Numbers>
  void add(Numbers... values) {
    ((text_ += io::number_text(values) + " "), ...);
  }
  void add(Vec3d v) { add(v.x, v.y, v.z); }
  [[nodiscard]] std::string array(const char* type, const char* name, int components) const {
    return fmt::format(
        "<DataArray type=\"{}\" Name=\"{}\" NumberOfComponents=\"{}\" format=\"ascii\">{}</DataArray>\n",
        type, name, components, text_);
  }

 private:
  std::string text_;
};

Vec3d extents(const Shape& shape) {
  if (shape.kind == ShapeKind::box) return 2.0 * shape.half;
  const double across = 2 * shape.radius;
  return {across + (shape.kind == ShapeKind::capsule ? 2 * shape.half.x : 0), across, across};
}

}  // namespace

std::string vtp_text(const World& world) {
  Column points, body, kind, size, orientation, velocity, connectivity, offsets;
  int count = 0;
  for (const Shape& shape : world.shapes) {
    if (shape.kind == ShapeKind::plane || shape.kind == ShapeKind::triangle ||
        world.bodies.kind[shape.body] == BodyKind::inactive)
      continue;
    const Pose pose = world.bodies.pose[shape.body] * shape.pose;
    points.add(pose.position);
    body.add(shape.body);
    kind.add(shape.kind == ShapeKind::sphere ? 0 : shape.kind == ShapeKind::capsule ? 1 : 2);
    size.add(extents(shape));
    orientation.add(pose.rotation.w, pose.rotation.x, pose.rotation.y, pose.rotation.z);
    velocity.add(world.bodies.velocity[shape.body]);
    connectivity.add(count);
    offsets.add(++count);
  }
  return fmt::format(
             "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" "
             "byte_order=\"LittleEndian\">\n<PolyData>\n"
             "<Piece NumberOfPoints=\"{0}\" NumberOfVerts=\"{0}\" NumberOfLines=\"0\" NumberOfStrips=\"0\" "
             "NumberOfPolys=\"0\">\n",
             count) +
         "<PointData>\n" + body.array("Int32", "body", 1) + kind.array("Int32", "kind", 1) +
         size.array("Float64", "size", 3) + orientation.array("Float64", "orientation", 4) +
         velocity.array("Float64", "velocity", 3) + "</PointData>\n<Points>\n" +
         points.array("Float64", "points", 3) + "</Points>\n<Verts>\n" +
         connectivity.array("Int32", "connectivity", 1) + offsets.array("Int32", "offsets", 1) +
         "</Verts>\n</Piece>\n</PolyData>\n</VTKFile>\n";
}

std::string pvd_text(std::span<const std::pair<double, std::string>> frames) {
  std::string text =
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\" "
      "byte_order=\"LittleEndian\">\n<Collection>\n";
  for (const auto& [time, file] : frames)
    text += fmt::format("<DataSet timestep=\"{}\" file=\"{}\"/>\n", io::number_text(time), file);
  return text + "</Collection>\n</VTKFile>\n";
}

}  // namespace jam::dynamics
