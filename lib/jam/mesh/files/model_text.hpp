// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What assimp drops from a 3MF file: the unit of the model and the names of its objects. A 3MF file is a ZIP
// archive with an XML file, the model. Inside jam_mesh_files only.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace jam::mesh {

struct ModelText {
  double unit = 1;                           ///< Length of the unit [mm]; a model without one is in mm.
  std::map<std::string, std::string> names;  ///< Name of each object by its id.
};

/// `name` is that of the file in messages. Throws InputError for bytes that are no ZIP archive, that hold no
/// model, and for a unit that 3MF does not have.
[[nodiscard]] ModelText read_model_text(const std::string& name, std::string_view bytes);

}  // namespace jam::mesh
