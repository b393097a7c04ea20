// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The problems that one entry of a campaign file names.
#pragma once

#include <filesystem>
#include <vector>

#include "campaign/campaign.hpp"
#include "jam/io/json.hpp"

namespace jam::campaign {

/// Whole numbers as a campaign writes them: `7`, `"5..40"`, or a list of these. Throws InputError for a range that runs backwards, a number
/// that comes twice, none at all, and numbers outside [1, highest].
[[nodiscard]] std::vector<int> number_list(const io::JsonNode& node, int highest);

/// The problems of `{"radii": ..., "n": ...}` or `{"mesh": ..., "set" or "box": ...}`, without targets. Files are relative to `folder`, and
/// must be there. Throws InputError.
[[nodiscard]] std::vector<Problem> read_problems(const io::JsonNode& node, const std::filesystem::path& folder);

/// `text` as part of a file name: what is no letter, digit, point, dash or underscore becomes a dash.
[[nodiscard]] std::string file_stem(const std::string& text);

}  // namespace jam::campaign
