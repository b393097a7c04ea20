// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Files of contacts, JSON with the schema jampack/contact/1 (docs/contactpatch.md). Lengths, forces and
// moduli are in the units that the file names and become mm, N and MPa.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "jam/elastic/tangential/frictional.hpp"

namespace jam::elastic {

struct ContactFile {
  std::string name;                          ///< Name that is shown.
  Contact contact;                           ///< Its load is the last one of the steps.
  std::vector<NormalLoad> steps;             ///< Loads in the order of application, at least one.
  std::optional<TangentialLoad> tangential;  ///< Tangential load; empty if the file has no friction.
  std::vector<std::string> notes;            ///< Values chosen because the file does not give them.
};

/// Reads a file. Throws InputError that names the place.
[[nodiscard]] ContactFile read_contact(const std::filesystem::path& file);

}  // namespace jam::elastic
