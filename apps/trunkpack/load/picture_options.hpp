// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Pictures and the sheet of a load: their options, one row each (option_table.hpp), and their formats.
#pragma once

#include <string>
#include <vector>

#include "jam/trunk/io/box_files.hpp"
#include "jam/trunk/pictures/view_axes.hpp"
#include "shell/outputs.hpp"
#include "trunkpack/options.hpp"

namespace jam::app {

/// Adds the rows.
void add_pictures(Options& options);

/// Throws InputError where such an option has no effect.
void check_pictures(const Options& options);

/// SVG, PNG and the sheet, with the files that `options` names; `comments` are those of the BOX file and must
/// outlive the formats.
[[nodiscard]] std::vector<Format> picture_formats(const Options& options,
                                                  const trunk::BoxFileComments& comments);

}  // namespace jam::app
