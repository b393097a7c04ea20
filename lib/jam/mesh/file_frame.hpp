// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Unit and axes of a mesh file; inside Jampack meshes are in mm, z up.
#pragma once

#include <string_view>
#include <utility>

#include "jam/core/vec.hpp"

namespace jam::mesh {

/// Unit of the lengths in a file.
enum class LengthUnit { millimetre, centimetre, metre, inch };

/// Which way is up in the file. The mesh is turned, not mirrored, so that it is z: x about the y axis, y
/// about the x axis, by 90 degrees.
enum class UpAxis { x, y, z };

/// Their words in options and files.
inline constexpr std::pair<const char*, LengthUnit> length_unit_words[] = {{"mm", LengthUnit::millimetre},
                                                                           {"cm", LengthUnit::centimetre},
                                                                           {"m", LengthUnit::metre},
                                                                           {"inch", LengthUnit::inch}};
inline constexpr std::pair<const char*, UpAxis> up_axis_words[] = {
    {"x", UpAxis::x}, {"y", UpAxis::y}, {"z", UpAxis::z}};

/// The unit or axis of a word. Throws InputError that says which words are accepted.
[[nodiscard]] LengthUnit parse_length_unit(std::string_view text);
[[nodiscard]] UpAxis parse_up_axis(std::string_view text);

/// [mm]
[[nodiscard]] double millimetres_of(LengthUnit unit);

/// A vertex of the file in mm, z up.
[[nodiscard]] Vec3d from_file(Vec3d vertex, LengthUnit unit, UpAxis up);

/// The way back: a point in mm, z up, in the frame of the file.
[[nodiscard]] Vec3d to_file(Vec3d point, LengthUnit unit, UpAxis up);

}  // namespace jam::mesh
