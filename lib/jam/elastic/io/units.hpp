// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Input files, and the units of their numbers.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <string>

#include "jam/io/json.hpp"

namespace jam::elastic {

/// Sizes of the units of a file in mm, N and MPa.
struct Units {
  double length = 1, force = 1, modulus = 1;
};

/// A JSON file with a schema.
struct InputFile {
  io::JsonNode root;
  std::string name;  ///< Value of the key `name`, or else the name of the file.
  Units units;  ///< Those of the object `units`: length (um, mm, cm, m), force (mN, N, kN) and modulus (Pa,
                ///< kPa, MPa, GPa), each of which may be missing.
};

/// Reads a file whose root has some of these keys, `schema`, `name` and `units` among them. Throws InputError
/// for other keys, another schema and unknown units.
[[nodiscard]] InputFile open_input(const std::filesystem::path& file, const char* schema,
                                   std::initializer_list<const char*> keys);

/// Largest size of a quantity in mm, N, MPa or without unit: squares of pressures, and their sums, stay
/// finite. One over it is the smallest that a length, a modulus or another quantity above 0 may have.
inline constexpr double quantity_limit = 1e30;

/// A number of a file times its unit. Throws InputError for a size above quantity_limit.
[[nodiscard]] double quantity(const io::JsonNode& node, double unit);

/// A number above 0 of a file times its unit. Throws InputError for a size outside 1 / quantity_limit ..
/// quantity_limit.
[[nodiscard]] double positive_quantity(const io::JsonNode& node, double unit);

/// A number of at least 0 of a file times its unit. Throws InputError for other sizes; `what` names the
/// quantity: `force`.
[[nodiscard]] double least_zero_quantity(const io::JsonNode& node, double unit, const char* what);

}  // namespace jam::elastic
