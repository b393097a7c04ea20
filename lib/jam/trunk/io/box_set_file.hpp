// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Sets of boxes that a user describes: JSON with the schema jampack/box-set/1, or a packing list as CSV with
// the header `name,length,width,height,count`. docs/formats-boxes.md defines both. Lengths in mm.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "jam/trunk/model/box_sets.hpp"

namespace jam::trunk {

inline constexpr int item_limit = 1000;              ///< Largest number of kinds in a file.
inline constexpr int item_count_limit = 10'000;      ///< Largest count of a kind.
inline constexpr std::size_t item_name_limit = 100;  ///< Longest name [bytes].

/// Reads a set of boxes: a packing list if the name of the file ends in `.csv`, else JSON. Throws InputError,
/// one line that names file and place, for a file that cannot be read, an unknown key, a value with a wrong
/// type or beyond its limits, a name that occurs twice, and a set without items.
[[nodiscard]] BoxSet read_box_set(const std::filesystem::path& file);

/// The same for texts; `file` stands for the file in errors, and names a set that has no name.
[[nodiscard]] BoxSet parse_box_set(std::string_view text, const std::filesystem::path& file);
[[nodiscard]] BoxSet parse_packing_list(std::string text, const std::filesystem::path& file);

}  // namespace jam::trunk
