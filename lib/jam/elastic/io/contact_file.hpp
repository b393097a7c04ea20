// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Files of contacts, JSON with the schema jampack/contact/1 (docs/contactpatch.md). Lengths, forces and moduli are in the units that the
// file names and become mm, N and MPa.
#pragma once

#include <filesystem>
#include <string>

#include "jam/elastic/normal/press.hpp"

namespace jam::elastic {

struct ContactFile {
  std::string name;  ///< For people.
  Contact contact;
};

/// Reads a file. Throws InputError that names the place.
[[nodiscard]] ContactFile read_contact(const std::filesystem::path& file);

}  // namespace jam::elastic
