// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The command `ask` of pages, which changes the options with which a mesh is read, and these options as JSON.
#pragma once

#include <string>

#include "jam/io/json.hpp"
#include "jam/io/json_writer.hpp"
#include "jam/mesh/parted_mesh.hpp"
#include "jam/mesh/read_container.hpp"

namespace jam::view {

/// Largest number of points, planes or parts that a command may ask for.
inline constexpr std::size_t asked_limit = 64;
/// Largest number of characters of a point or a plane.
inline constexpr std::size_t asked_text_limit = 200;

/// Changes options by the members of the command: `inside` and `cap` are lists of texts as --inside and --cap
/// take them, `part` and `obstacle` lists of names of parts, `unit` and `up` words or null, `all_parts` and
/// `close_rim` truth values. Each replaces what was asked. Returns what was changed, for undo: "cap planes".
/// Throws InputError for a command that is not accepted; the options are then partly changed.
[[nodiscard]] std::string change_asked(const io::JsonNode& command, const mesh::PartedMesh& mesh,
                                       mesh::ReadOptions& options);

/// The options as the document has them; places of points and planes in mm, z up, too.
[[nodiscard]] io::JsonObject asked_json(const mesh::ReadOptions& options, const mesh::PartedMesh& mesh);

}  // namespace jam::view
