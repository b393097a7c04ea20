// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Packings and the forces in them, from files, and the pressures as files.
#pragma once

#include <filesystem>
#include <string>

#include "jam/elastic/packing/packed_contacts.hpp"

namespace jam::elastic {

/// Reads a file with the schema jampack/pressure/1 (docs/contactpatch.md): contacts that it lists, or
/// those of a state of settle, which it names. Throws InputError that names the place.
[[nodiscard]] Packing read_packing(const std::filesystem::path& file);

/// All contacts and items as JSON, schema jampack/pressure-result/1. Lengths in mm, forces in N, pressures in
/// MPa.
[[nodiscard]] std::string pressure_json(const Packing& packing, const PackingPressure& pressure);

/// A line per contact.
[[nodiscard]] std::string pressure_csv(const Packing& packing, const PackingPressure& pressure);

[[nodiscard]] const char* name_of(Tier tier);

}  // namespace jam::elastic
