// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A campaign: problems that are searched in slices of time, each from several seeds. docs/formats.md defines
// the file. Times are in seconds, radii in the unit of the radii, loads in litres.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "jam/circles/model/best_known.hpp"

namespace jam::campaign {

/// Circles for circlepack, whose enclosing radius is to be small, or boxes for trunkpack, whose litres are to
/// be many.
struct Problem {
  std::size_t entry = 0;  ///< Index in Campaign::entries.
  bool boxes = false;     ///< Whether trunkpack solves it.
  std::string name;       ///< Part of file names: `linear-n5`, `sedan-din`; unique in its campaign.
  std::string group;      ///< Name of its kind, as shown: `linear`, `mine.txt`, `sedan.off, din`.
  int count = 0;          ///< Number of circles; 0 for boxes.
  std::vector<std::string> arguments;  ///< Words of the command line: `--n 5 --radii linear`.
  /// Best known radius; only for circles, where one is published.
  std::optional<circles::BestKnown> best_known;
  std::optional<double> target;    ///< A search ends when its value is as good as this.
  bool target_best_known = false;  ///< The target is the best known radius.

  /// Whether value `a` is strictly better than `b`.
  [[nodiscard]] bool better(double a, double b) const { return boxes ? a > b : a < b; }
  /// Whether `value` is as good as `goal`: to a relative 1e-9, as --target has it.
  [[nodiscard]] bool meets(double value, double goal) const;
  /// Suffix of the file of a packing.
  [[nodiscard]] const char* suffix() const { return boxes ? ".box" : ".circles"; }
};

/// Problems with the same seeds, options and limits.
struct Entry {
  std::string name;                  ///< Stands before the names of its problems; may be empty.
  double share = 1;                  ///< Share of the time, relative to the shares of the other entries; > 0.
  double time = 0;                   ///< Limit of each search; 0: none.
  std::vector<std::uint64_t> seeds;  ///< Seeds of the searches: at least one, all different.
  std::vector<std::string> options;  ///< Words for the program: `--stuck 5000`.
  bool boxes = false;                ///< Whether trunkpack solves it.
};

/// One problem from one seed.
struct Search {
  std::string id;           ///< Unique in its campaign, and the name of its files: `linear-n5-seed1`.
  std::size_t problem = 0;  ///< Index in Campaign::problems.
  std::uint64_t seed = 1;
};

struct Campaign {
  std::filesystem::path file;        ///< File of the campaign, as the command line names it.
  std::string name;                  ///< Name that pages show.
  std::filesystem::path folder;      ///< Folder of the outputs.
  std::string archive;               ///< Value of --archive for the runs; empty: the per-user default.
  double time = 0;                   ///< Limit by the clock, over all runs of this campaign; 0: none.
  double slice = 120;                ///< Longest time of a search until the next one gets a slice; > 0.
  std::vector<std::string> devices;  ///< One for each concurrent search: `auto`, `cpu`, `cuda:0`.
  /// Threads of each search; 0: threads of the machine over the number of concurrent searches.
  int threads = 0;
  std::vector<Entry> entries;     ///< The entries, at least one.
  std::vector<Problem> problems;  ///< The problems, in the order of the entries.
  /// By entry; in an entry all problems with the first seed, then with the second.
  std::vector<Search> searches;

  [[nodiscard]] const Problem& problem_of(const Search& search) const { return problems[search.problem]; }
  [[nodiscard]] const Entry& entry_of(const Problem& problem) const { return entries[problem.entry]; }
  [[nodiscard]] const Entry& entry_of(const Search& search) const { return entry_of(problem_of(search)); }
};

/// Reads the text of a campaign file; names of files in it are relative to the folder of `file`, and those of
/// meshes and radii must exist. Throws InputError of one line with the place in the file: a text that is not
/// JSON, an unknown key, a wrong type, a missing file, an empty list, two searches of one name.
[[nodiscard]] Campaign parse_campaign(std::string_view text, const std::filesystem::path& file);

}  // namespace jam::campaign
