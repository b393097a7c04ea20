// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Materials, radii, liners and grids in input files.
#pragma once

#include <array>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/elastic/io/units.hpp"
#include "jam/elastic/normal/press.hpp"

namespace jam::elastic {

/// A name or an object of constants. Throws InputError.
[[nodiscard]] Material read_material(const io::JsonNode& node, const Units& units);

/// Principal curvatures by radii: one or two numbers, negative if the body is hollow, or `flat` [1/mm].
[[nodiscard]] std::pair<double, double> read_radii(const io::JsonNode& radii, const Units& units);

[[nodiscard]] Liner read_liner(const io::JsonNode& node, const Units& units);

/// The items of a list of exactly `count` numbers. Throws InputError for any other list. `what` names the
/// numbers in the message.
[[nodiscard]] std::vector<io::JsonNode> items_of(const io::JsonNode& list, std::size_t count,
                                                 const char* what);

/// Largest number of cells along an axis.
inline constexpr int axis_limit = 16384;

/// A list of the numbers of cells along x and y, each from 1 to axis_limit.
[[nodiscard]] std::array<int, 2> read_cells(const io::JsonNode& node);

/// A list of the edges along x and y [mm].
[[nodiscard]] Extent read_size(const io::JsonNode& node, const Units& units);

/// Returns the result of `find`; an error that names no place is one of `node`.
template <class Find>
auto named(const io::JsonNode& node, const Find& find) {
  try {
    return find();
  } catch (const InputError& error) {
    node.fail(error.what());
  }
}

}  // namespace jam::elastic
