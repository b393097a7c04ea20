// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Twin of read_cad.cpp for builds without OpenCASCADE.
#include "jam/core/error.hpp"
#include "jam/mesh/files/library_readers.hpp"

namespace jam::mesh {
namespace {

[[noreturn]] void fail_without_cad(const std::string& name, const char* format) {
  throw InputError(
      name + ": " + format +
      " files are read by OpenCASCADE, which this build lacks: run scripts/setup --cad (Debian package "
      "libocct-data-exchange-dev) and build again, or export the mesh as OFF, OBJ, PLY or STL");
}

}  // namespace

const bool reads_cad = false;

PolygonSoup read_step(const std::string& name, std::string_view /*bytes*/) { fail_without_cad(name, "STEP"); }
PolygonSoup read_iges(const std::string& name, std::string_view /*bytes*/) { fail_without_cad(name, "IGES"); }

}  // namespace jam::mesh
