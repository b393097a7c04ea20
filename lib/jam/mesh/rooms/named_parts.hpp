// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Parts of a mesh file that the user names: objects, groups, solids.
#pragma once

#include <string>
#include <vector>

#include "jam/mesh/mesh_file.hpp"

namespace jam::mesh {

/// Names as the user writes them.
struct PartNames {
  std::vector<std::string> container;  ///< Parts that make the container; none: all that are no obstacles.
  std::vector<std::string> obstacles;  ///< Parts in which no box lies.
};

/// Polygons of a file, by what they are meant for.
struct NamedParts {
  PolygonSoup container;               ///< Those of the container, and all that the file states.
  std::vector<PolygonSoup> obstacles;  ///< Those of each name.
};

/// Takes the named parts; all others are dropped if parts of the container are named. A name means the parts
/// that have it; else those whose names differ from it in upper and lower case only. `notes` receives a line
/// for what was dropped. Throws InputError for a name that no part has, with the nearest name and at most
/// 20 names of the file; for a part that is named twice; and if the file has no names, or nothing but
/// obstacles.
[[nodiscard]] NamedParts take_named_parts(PolygonSoup soup, const PartNames& names,
                                          std::vector<std::string>& notes);

}  // namespace jam::mesh
