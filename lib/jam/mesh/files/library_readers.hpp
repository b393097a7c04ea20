// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The readers of formats that a library reads. Each file has a twin for builds without the library, whose
// readers say how to get it. `name` is the path of the file; nothing but its bytes is read, and from its
// folder the buffers of a glTF file. Broken files may crash the libraries (guarded_call.hpp). Inside
// jam_mesh_files only.
#pragma once

#include <string>
#include <string_view>

#include "jam/mesh/mesh_file.hpp"

namespace jam::mesh {

/// Whether this build reads STEP and IGES (read_cad.cpp), and glTF, 3MF, DAE and FBX (read_scene.cpp).
extern const bool reads_cad;
extern const bool reads_scenes;

/// Curved faces are replaced by triangles that are at most this far away [mm]. That is a twentieth of the
/// millimetre to which bodies are built, while a fillet of 5 mm has still no more than six strips. Plane
/// faces with straight edges are exact.
inline constexpr double chord_tolerance = 0.05;

/// STEP (ISO 10303-21: AP203, AP214, AP242) and IGES. Solids, open shells and, together, loose faces are
/// parts. Coordinates are in mm, whatever unit the file has; faces at an edge share its vertices.
[[nodiscard]] PolygonSoup read_step(const std::string& name, std::string_view bytes);
[[nodiscard]] PolygonSoup read_iges(const std::string& name, std::string_view bytes);

// Each node with polygons is a part; its transformation is applied. Points and lines are left out.
// Coordinates have single precision.

/// glTF 2.0, with its buffers inside or in the same folder, and GLB: in metres, y up.
[[nodiscard]] PolygonSoup read_gltf(const std::string& name, std::string_view bytes);
/// 3MF: in the unit of the model, z up.
[[nodiscard]] PolygonSoup read_3mf(const std::string& name, std::string_view bytes);
/// COLLADA: in the unit and with the axis of the asset.
[[nodiscard]] PolygonSoup read_dae(const std::string& name, std::string_view bytes);
/// FBX: in the unit and with the axis of the global settings.
[[nodiscard]] PolygonSoup read_fbx(const std::string& name, std::string_view bytes);

}  // namespace jam::mesh
