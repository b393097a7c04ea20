// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Meshes as the contents of STEP, GLB, glTF, DAE and FBX files; those of the project's own writers where it
// has one.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>

#include "jam/trunk/io/load_cad.hpp"
#include "jam/trunk/io/load_report.hpp"
#include "mesh_encodings.hpp"
#include "shapes.hpp"

namespace encodings {

/// shapes::cube() as a box.
inline jam::trunk::BoxRow cube_row() {
  jam::trunk::BoxRow box;
  box.centre = {210, 120, 80};
  box.edge = {400, 200, 100};
  return box;
}

/// Boxes as solids `box_0`, `box_1`, ... in the unit and with the axis of the frame.
inline std::string step(const std::vector<jam::trunk::BoxRow>& boxes,
                        const jam::trunk::CadFrame& frame = {}) {
  jam::trunk::LoadReport report;
  report.boxes = boxes;
  report.problem = "room";
  return load_step_text(report, frame);
}

/// A mesh, and boxes in it as nodes of their own.
inline std::string glb(const jam::trunk::TriangleMesh& mesh,
                       const std::vector<jam::trunk::BoxRow>& boxes = {}) {
  jam::trunk::LoadReport report;
  report.container.surface = mesh;
  report.boxes = boxes;
  return load_glb_bytes(report);
}

/// A GLB file in two: the JSON, whose buffer has this URI, and the buffer.
struct Gltf {
  std::string json;
  std::string buffer;
};
inline Gltf gltf(const std::string& glb, const std::string& uri) {
  const auto length_at = [&](std::size_t place) {
    std::uint32_t length = 0;
    std::memcpy(&length, glb.data() + place, sizeof length);
    return length;
  };
  const std::uint32_t json = length_at(12);
  Gltf parts{glb.substr(20, json), glb.substr(28 + json)};
  parts.json.replace(parts.json.find("\"byteLength\"", parts.json.find("\"buffers\"")), 0,
                     "\"uri\":\"" + uri + "\",");
  return parts;
}

/// An indexed mesh as a glTF file with its buffer, room.bin, which has the indices first, as 16-bit numbers.
inline Gltf indexed_gltf(const jam::trunk::TriangleMesh& mesh) {
  Gltf parts;
  for (const auto& t : mesh.triangles)
    for (const int corner : t) append_bytes(parts.buffer, static_cast<std::uint16_t>(corner));
  const std::string split = std::to_string(parts.buffer.size());
  for (const jam::Vec3d& v : mesh.vertices)
    for (const double x : {v.x, v.y, v.z}) append_bytes(parts.buffer, static_cast<float>(x / 1000));
  const std::string vertices = std::to_string(mesh.vertices.size());
  parts.json =
      R"({"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [{"mesh": 0, "name": "room"}],
"meshes": [{"primitives": [{"attributes": {"POSITION": 1}, "indices": 0}]}],
"accessors": [{"bufferView": 0, "componentType": 5123, "count": )" +
      std::to_string(3 * mesh.triangles.size()) +
      R"(, "type": "SCALAR"}, {"bufferView": 1, "componentType": 5126, "count": )" + vertices +
      R"(, "type": "VEC3"}],
"bufferViews": [{"buffer": 0, "byteOffset": 0, "byteLength": )" +
      split + R"(}, {"buffer": 0, "byteOffset": )" + split + R"(, "byteLength": )" +
      std::to_string(12 * mesh.vertices.size()) + R"(}],
"buffers": [{"byteLength": )" +
      std::to_string(parts.buffer.size()) + R"(, "uri": "room.bin"}]})";
  return parts;
}

inline std::string numbers(const jam::trunk::TriangleMesh& mesh, double scale, const char* separator) {
  std::string text;
  for (const jam::Vec3d& v : mesh.vertices)
    for (const double x : {v.x, v.y, v.z})
      text += (text.empty() ? "" : separator) + std::to_string(x * scale);
  return text;
}

/// The mesh in cm, in a node `cargo`; `up` is X, Y or Z.
inline std::string dae(const jam::trunk::TriangleMesh& mesh, char up) {
  std::string corners;
  for (const auto& t : mesh.triangles)
    for (const int corner : t) corners += std::to_string(corner) + " ";
  const std::string count = std::to_string(mesh.vertices.size());
  return R"(<?xml version="1.0" encoding="utf-8"?>
<COLLADA xmlns="http://www.collada.org/2005/11/COLLADASchema" version="1.4.1">
<asset><created>2026-01-01T00:00:00Z</created><modified>2026-01-01T00:00:00Z</modified>
<unit name="centimeter" meter="0.01"/><up_axis>)" +
         std::string(1, up) + R"(_UP</up_axis></asset>
<library_geometries><geometry id="g" name="room"><mesh><source id="p"><float_array id="a" count=")" +
         std::to_string(3 * mesh.vertices.size()) + "\">" + numbers(mesh, 0.1, " ") +
         R"(</float_array><technique_common><accessor source="#a" count=")" + count + R"(" stride="3">
<param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count=")" +
         std::to_string(mesh.triangles.size()) + R"("><input semantic="VERTEX" source="#v" offset="0"/><p>)" +
         corners +
         R"(</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="s"><node id="n" name="cargo"><instance_geometry url="#g"/></node></visual_scene>
</library_visual_scenes><scene><instance_visual_scene url="#s"/></scene></COLLADA>
)";
}

/// The mesh in the unit of this length [cm], in a node `cargo`; `up` is 0, 1, 2 for x, y, z.
inline std::string fbx(const jam::trunk::TriangleMesh& mesh, int up, double unit) {
  std::string corners;
  for (const auto& t : mesh.triangles)
    corners += (corners.empty() ? "" : ",") + std::to_string(t[0]) + "," + std::to_string(t[1]) + "," +
               std::to_string(-t[2] - 1);
  return "; FBX 7.4.0 project file\nFBXHeaderExtension:  {\n FBXHeaderVersion: 1003\n FBXVersion: 7400\n}\n"
         "GlobalSettings:  {\n Version: 1000\n Properties70:  {\n"
         "  P: \"UpAxis\", \"int\", \"Integer\", \"\"," +
         std::to_string(up) +
         "\n  P: \"UpAxisSign\", \"int\", \"Integer\", \"\",1\n  P: \"UnitScaleFactor\", \"double\", "
         "\"Number\", \"\"," +
         std::to_string(unit) +
         "\n }\n}\nObjects:  {\n Geometry: 1001, \"Geometry::room\", \"Mesh\" {\n  Vertices: *" +
         std::to_string(3 * mesh.vertices.size()) + " {\n   a: " + numbers(mesh, 0.1 / unit, ",") +
         "\n  }\n  PolygonVertexIndex: *" + std::to_string(3 * mesh.triangles.size()) +
         " {\n   a: " + corners +
         "\n  }\n  GeometryVersion: 124\n }\n Model: 1002, \"Model::cargo\", \"Mesh\" {\n  Version: 232\n "
         "}\n}\n"
         "Connections:  {\n C: \"OO\",1002,0\n C: \"OO\",1001,1002\n}\n";
}

}  // namespace encodings
