// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The problems that one entry of a campaign file names.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "campaign/campaign.hpp"
#include "jam/io/json.hpp"

namespace jam::campaign {

/// The problems of `{"radii": ..., "n": ...}` or `{"mesh": ..., "set" or "box": ...}`, without targets. Files are relative to `folder`, and
/// must be there. `n` is a whole number, a range `"5..40"`, or a list of both. Throws InputError.
[[nodiscard]] std::vector<Problem> read_problems(const io::JsonNode& node, const std::filesystem::path& folder);

/// `text` as part of a file name: all but letters, digits, '.', '-' and '_' become '-'.
[[nodiscard]] std::string file_stem(const std::string& text);

}  // namespace jam::campaign
