// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Containers of meshes made by hand, with their notes or the error. Lengths in mm.
#pragma once

#include <string>

#include "jam/core/error.hpp"
#include "jam/mesh/read_container.hpp"
#include "jam/mesh/verify_boxes.hpp"
#include "shapes.hpp"
#include "support/temporary_file.hpp"

namespace reading {

using jam::mesh::ReadOptions;
using shapes::Container;
using shapes::TriangleMesh;

inline Container read(const TriangleMesh& mesh, const ReadOptions& options = {}) {
  const TemporaryFile file("mesh.off", shapes::off_text(mesh));
  return jam::mesh::read_container(file.path(), options);
}

/// The line with which a mesh is refused, without the file's name; "no error" if it is read.
inline std::string failure(const TriangleMesh& mesh, const ReadOptions& options = {}) {
  try {
    (void)read(mesh, options);
  } catch (const jam::InputError& error) {
    const std::string message = error.what(), name = "mesh.off: ";
    const std::size_t at = message.find(name);
    if (at == std::string::npos || message.find('\n') != std::string::npos)
      return "not one line that begins with the file: " + message;
    return message.substr(at + name.size());
  }
  return "no error";
}

/// The notes, one a line.
inline std::string notes_of(const Container& container) {
  std::string text;
  for (const std::string& note : container.notes) text += note + "\n";
  return text;
}

inline bool is_legal(const Container& container, const jam::trunk::PlacedBox& box) {
  return jam::mesh::verify_boxes(jam::trunk::BoxPacking{{box}}, container).legal;
}

}  // namespace reading
