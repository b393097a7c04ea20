// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Works through a campaign: starts a search on every device, takes its result when its slice is over, and
// starts the next one. Whatever happens to this process, the next run resumes: the state is written after
// every slice, searches have their checkpoints, and end by themselves when this process is gone.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "campaign/programs.hpp"
#include "jam/core/error.hpp"

namespace jam::campaign {

/// A line for the user; `warning`: also with --quiet.
using Note = std::function<void(const std::string& text, bool warning)>;

/// Runs until everything is done, the campaign's time is over, or SIGINT or SIGTERM comes, which is passed on
/// to the searches; those that have not ended after 10 s are killed, and resume from their last checkpoint
/// next time. Prints a summary on standard output. Returns how it ended: with failures, the exit code of the
/// first one. Throws InputError if the campaign cannot begin, DeviceError if a device is missing.
[[nodiscard]] ExitCode run_campaign(const Campaign& campaign, const Programs& programs,
                                    const std::filesystem::path& report, const Note& note);

}  // namespace jam::campaign
