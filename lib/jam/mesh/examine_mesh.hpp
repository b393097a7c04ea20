// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What a mesh file holds, and what would be packed, without a search.
#pragma once

#include <filesystem>

#include "jam/mesh/mesh_report.hpp"
#include "jam/mesh/read_container.hpp"

namespace jam::mesh {

/// Takes the steps of read_container() with the same options, up to the container. If it is not clear which
/// room is meant, the report says why and which options choose one. Throws as read_container() for a file
/// that cannot be read, and what ends the child process.
[[nodiscard]] MeshReport examine_mesh(const std::filesystem::path& file, const ReadOptions& options = {},
                                      const Watch& watch = {});

}  // namespace jam::mesh
