// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Circle packings as results of the shell: the formats in which they are written, and as records of the
// archive.
//
// In the archive a problem is defined by the text `circles/1` and its radii, ascending, one per line, each as
// the shortest decimal that reads back as the same double. A result is the text of a CIRCLES file whose radii
// are exactly these decimals; its value is R.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "jam/archive/archive.hpp"
#include "jam/circles/io/circle_files.hpp"
#include "jam/circles/polish/polish.hpp"
#include "options.hpp"
#include "shell/outputs.hpp"
#include "task.hpp"

namespace jam::app {

/// Largest relative growth that counts as rounding of a file's decimals [-].
inline constexpr double rounding_growth = 1e-9;

/// Content of Result::packing.
struct CircleResult {
  circles::Packing packing;
  std::optional<circles::ContactGraph> graph;  ///< Computed once the search is over.
};

/// A packing as a result of the shell, with its contacts or without.
[[nodiscard]] Result result_of(const circles::Packing& packing, bool with_graph);
[[nodiscard]] inline const CircleResult& circles_of(const Result& result) {
  return std::any_cast<const CircleResult&>(result.packing);
}

/// The formats that `options` asks for, with their files: CIRCLES (or .pck, by the suffix of the file),
/// Packomania, SVG, page, JSON. `annotations` must outlive them. With a problem, the written files are read
/// back and verified exactly: CIRCLES and JSON as written; .pck after its circles are spread outwards,
/// because its decimals are rounded.
[[nodiscard]] std::vector<Format> packing_formats(const Options& options,
                                                  const circles::Annotations& annotations,
                                                  const circles::Problem* problem);

/// Throws UnverifiedError unless the packing is exactly legal and holds the circles of the problem. `name` is
/// the place of the packing, for messages.
void require_verified(const std::string& name, const circles::Packing& packing,
                      const circles::Problem& problem);

/// R of the packing that a file holds, if it is a legal packing of the problem's circles.
[[nodiscard]] std::optional<double> legal_radius(const std::filesystem::path& file,
                                                 const circles::Problem& problem);

/// Results are circle packings, judged by exact verification of their text.
[[nodiscard]] archive::Kind circles_kind();

/// The problem with exactly these radii.
[[nodiscard]] archive::Problem archived_problem(const circles::Problem& problem);

/// --start archive: adds the best packings of the problem in the archive to `task`, after the starts from
/// files: up to eight for multistart, up to one for the other searches. Throws InputError if --search improve
/// has no start.
void add_archived_starts(const Options& options, Task& task, const Notices& notices);

}  // namespace jam::app
