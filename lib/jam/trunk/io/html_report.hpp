// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A load as a page to look at in a browser: the container translucent, boxes coloured by the way they lie, layers that can be peeled off,
// boxes that tell their numbers, and the final figures. One file that needs no network; about 0.9 MB of it is three.js, which the build
// takes from the Debian package libjs-three (or any folder that -DJAM_THREE_DIR names).
#pragma once

#include <filesystem>
#include <string>

#include "jam/trunk/io/load_report.hpp"

namespace jam::trunk {

/// Whether three.js was there when Jampack was built. Without it there are no pages.
[[nodiscard]] bool has_html_report();

/// The text of the page. Throws InputError, saying what to install, where has_html_report() is false.
[[nodiscard]] std::string html_report(const LoadReport& report);

/// Writes it atomically.
void write_html_report(const std::filesystem::path& file, const LoadReport& report);

}  // namespace jam::trunk
