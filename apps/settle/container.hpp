// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// --container: boxes that are poured into a mesh and shaken (lib/jam/dynamics/scenes/filling.hpp), and the
// BOX file that trunkpack takes as --start. The mesh and the file are in mm.
#pragma once

#include <string>

#include "jam/dynamics/scenes/filling.hpp"
#include "options.hpp"

namespace jam::app {

/// Number and size of the poured boxes, times and seed, from --boxes, --box, --pour, --shake and --seed.
[[nodiscard]] dynamics::FillingOptions filling_options(const Options& options);

/// Reads the mesh. Throws InputError for a file that is no mesh, a surface that is not closed, and where no
/// box finds room in it.
[[nodiscard]] dynamics::Filling read_filling(const Options& options);

/// The packing as a BOX file. Adds to `result` how many boxes there are.
[[nodiscard]] std::string box_file_text(const Options& options, const dynamics::Filling& filling,
                                        const dynamics::World& world, std::string& result);

}  // namespace jam::app
