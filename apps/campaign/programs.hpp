// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The programs that a campaign runs, what they can, and their command lines.
#pragma once

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "campaign/campaign.hpp"
#include "campaign/child.hpp"

namespace jam::campaign {

struct Programs {
  std::filesystem::path circlepack;         ///< This program.
  std::filesystem::path trunkpack;          ///< Beside it; empty: it is not there.
  std::set<std::string> trunkpack_options;  ///< Names without dashes; empty where it is not there.

  [[nodiscard]] bool trunkpack_keeps_checkpoints() const {
    return trunkpack_options.contains("checkpoint") && trunkpack_options.contains("resume");
  }
};

/// Throws what is wrong with a command line of circlepack (InputError).
using CheckWords = std::function<void(const std::vector<std::string>&)>;

/// This program, and trunkpack where it stands beside it.
[[nodiscard]] Programs find_programs();

/// Notes in the campaign which searches keep no checkpoints. Throws InputError where it needs a program that is not there, gives an option
/// that the program does not have, or has searches without checkpoints and without a time.
void adapt_to_programs(Campaign& campaign, const Programs& programs, const CheckWords& check);

/// The files of a search, absolute: `searches/linear-n5-seed1` in the campaign's folder with a suffix.
[[nodiscard]] std::filesystem::path search_file(const Campaign& campaign, const Search& search, const char* suffix);

/// Suffix of the packing of a search: `.circles` or `.box`.
[[nodiscard]] const char* packing_suffix(const Problem& problem);

/// Threads of each search on a machine with so many cores.
[[nodiscard]] int threads_of_search(const Campaign& campaign, int cores);

/// The words for a slice that ends at `end` [s], counted from the search's beginning.
[[nodiscard]] std::vector<std::string> slice_words(const Campaign& campaign, const Search& search, const std::string& device, int threads,
                                                   double end);

/// The command for it.
[[nodiscard]] Command slice_command(const Campaign& campaign, const Programs& programs, const Search& search,
                                    std::vector<std::string> words);

/// A device as a search finds it.
struct FoundDevice {
  std::string kind;         ///< `cpu` or `cuda`.
  std::string description;  ///< `CPU, 2 threads, AVX-512`.
};

/// Has circlepack look for a device, in a process of its own, so that this one leaves the device to the searches. Throws DeviceError or
/// InputError, with what it says, where it does not find it.
[[nodiscard]] FoundDevice find_device(const Campaign& campaign, const Programs& programs, const std::string& device, int threads);

/// What a program complains about in `text`, its standard error: the last line with `error: `, without the program's name; else the last
/// line.
[[nodiscard]] std::string complaint_in(const std::string& text);

}  // namespace jam::campaign
