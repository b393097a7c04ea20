// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Units of input files.
#pragma once

#include "jam/io/json.hpp"

namespace jam::elastic {

/// What 1 in a file is in mm, N and MPa.
struct Units {
  double length = 1, force = 1, modulus = 1;
};

/// Of the object `units` with the keys length (um, mm, cm, m), force (mN, N, kN), modulus (Pa, kPa, MPa, GPa), each of which may be
/// missing. Throws InputError for other words.
[[nodiscard]] Units read_units(const io::JsonNode& node);

}  // namespace jam::elastic
