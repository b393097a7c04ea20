// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The difference of two series of searches with the same seeds: of the same boxes in two containers. A search
// draws random numbers, so a difference may be chance: it counts as measured only where the two series do not
// overlap.
#pragma once

#include <span>
#include <string>

#include "jam/io/json_writer.hpp"

namespace jam::trunk {

/// Results are boxes, litres or values (value_of). Differences are taken seed by seed.
struct Gain {
  double mean = 0;
  double least = 0;  ///< Over all seeds.
  double most = 0;
  /// Every result of one series is larger than every result of the other one.
  bool measured = false;
};

/// The gain of `results` over `base`: of the same seeds in the same order. Both have the same number of
/// results, at least one.
[[nodiscard]] Gain gain_of(std::span<const double> results, std::span<const double> base);

/// For people: `+25`, `0`, `+1.3 (1 to 2)`, `+0.3 (0 to 1, within the spread)`.
[[nodiscard]] std::string gain_text(const Gain& gain);

/// mean, least, most, measured.
[[nodiscard]] io::JsonObject gain_json(const Gain& gain);

}  // namespace jam::trunk
