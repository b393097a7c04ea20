// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Options of trunkpack as text again, for files and for the user. Names that a shell would take apart are quoted.
#pragma once

#include <filesystem>
#include <string>

#include "options.hpp"

namespace jam::app {

/// As --box takes them: "200x100x50".
[[nodiscard]] std::string edges_text(Vec3d edge);

/// The options that, with the same version and kind of device, give the same sequence of packings again. Independent of the number of
/// threads, of the time limit and of the files written.
[[nodiscard]] std::string reproducing_options(const Options& options, const std::string& device);

/// The options that go on from the packing in `file`: those above with this start and without the seed, where to compute, and the files to
/// write. How long is left to the user.
[[nodiscard]] std::string continuing_options(const Options& options, const std::filesystem::path& file);

}  // namespace jam::app
