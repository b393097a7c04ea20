// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The programs that a campaign runs: their command lines, and what a slice has brought.
#pragma once

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "campaign/campaign.hpp"
#include "campaign/child.hpp"
#include "campaign/state.hpp"

namespace jam::campaign {

/// Paths of the programs: in the folder of this one.
struct Programs {
  std::filesystem::path circlepack;
  std::filesystem::path trunkpack;

  [[nodiscard]] const std::filesystem::path& of(bool boxes) const { return boxes ? trunkpack : circlepack; }
};

[[nodiscard]] Programs find_programs();

/// Has the programs check the options of every entry (--dry-run). Throws InputError that names the entry if a
/// program refuses its options or is missing.
void check_entries(const Campaign& campaign, const Programs& programs);

/// A file of a search, absolute: `searches/linear-n5-seed1` in the campaign's folder with a suffix.
[[nodiscard]] std::filesystem::path search_file(const Campaign& campaign, const Search& search,
                                                const char* suffix);

/// The words for a slice that ends at `end` [s], counted from the search's beginning.
[[nodiscard]] std::vector<std::string> slice_words(const Campaign& campaign, const Search& search,
                                                   const std::string& device, int threads, double end);

/// The command with these words. The output of the program goes to files next to those of the search.
[[nodiscard]] Command slice_command(const Campaign& campaign, const Programs& programs, const Search& search,
                                    std::vector<std::string> words);

/// A device as a search finds it.
struct FoundDevice {
  std::string kind;         ///< `cpu` or `cuda`.
  std::string description;  ///< `CPU, 2 threads, AVX-512`.
};

/// Has circlepack look for a device, in a process of its own: this one leaves all devices to the searches.
/// Throws DeviceError or InputError, with the message of circlepack, if the device is missing.
[[nodiscard]] FoundDevice find_device(const Campaign& campaign, const Programs& programs,
                                      const std::string& device, int threads);

/// A slice that has ended.
struct Slice {
  double end = 0;        ///< Time at which the slice had to end, since the beginning of the search [s].
  Ending ending;         ///< How the program ended.
  bool stopped = false;  ///< Whether the runner ended the program before `end`.
};

/// What to do after a slice.
enum class Verdict {
  recorded,  ///< The slice is in the record.
  crashed,   ///< Something else than the runner ended the program; it may be tried again.
  no_device  ///< The device is missing.
};

/// Brings a search's record up to date, from the packing and the JSON of its slice. A packing counts only if
/// it passes exact verification (boxes: if the program says that it did). Where the program failed,
/// Record::error says why. Returns what to do next, and why.
[[nodiscard]] std::pair<Verdict, std::string> take_outcome(const Campaign& campaign, const Search& search,
                                                           const Slice& slice, Record& record);

/// The text of a file that a child wrote; empty if it cannot be read.
[[nodiscard]] std::string left_text(const std::filesystem::path& file);

/// The error that a program has printed on standard error, which `file` holds: the text after the last
/// `error: `, else the last line; empty if there is no line.
[[nodiscard]] std::string error_of(const std::filesystem::path& file);

}  // namespace jam::campaign
