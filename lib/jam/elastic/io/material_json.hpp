// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Materials, radii and liners in input files.
#pragma once

#include <utility>

#include "jam/elastic/io/units.hpp"
#include "jam/elastic/normal/press.hpp"

namespace jam::elastic {

/// A name or an object of constants. Throws InputError.
[[nodiscard]] Material read_material(const io::JsonNode& node, const Units& units);

/// Principal curvatures by radii: one or two numbers, negative where the body is hollow, or `flat` [1/mm].
[[nodiscard]] std::pair<double, double> read_radii(const io::JsonNode& radii, const Units& units);

[[nodiscard]] Liner read_liner(const io::JsonNode& node, const Units& units);

/// The items of a list of exactly `count` numbers. Throws InputError for any other list. `what` names the
/// numbers in the message.
[[nodiscard]] std::vector<io::JsonNode> items_of(const io::JsonNode& list, std::size_t count,
                                                 const char* what);

}  // namespace jam::elastic
