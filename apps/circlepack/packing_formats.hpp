// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Circle packings as results of the shell: the formats they are written in.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "jam/circles/io/circle_files.hpp"
#include "jam/circles/polish/polish.hpp"
#include "options.hpp"
#include "shell/outputs.hpp"

namespace jam::app {

/// Largest relative growth that counts as rounding of a file's decimals [-].
inline constexpr double rounding_growth = 1e-9;

/// What Result::packing holds.
struct CircleResult {
  circles::Packing packing;
  std::optional<circles::ContactGraph> graph;  ///< Computed once the search is over.
};

/// A packing as a result of the shell, with its contacts or without.
[[nodiscard]] Result result_of(const circles::Packing& packing, bool with_graph);
[[nodiscard]] inline const CircleResult& circles_of(const Result& result) { return std::any_cast<const CircleResult&>(result.packing); }

/// CIRCLES, Packomania, SVG, JSON, with the files that `options` names. `annotations` must outlive them. With a problem, CIRCLES and JSON
/// are read back and verified exactly as they stand there.
[[nodiscard]] std::vector<Format> packing_formats(const Options& options, const circles::Annotations& annotations,
                                                  const circles::Problem* problem);

/// Throws UnverifiedError unless the packing is exactly legal and holds the circles of the problem. `name` says where it stands.
void require_verified(const std::string& name, const circles::Packing& packing, const circles::Problem& problem);

/// R of the packing that a file holds, if it is a legal packing of the problem's circles.
[[nodiscard]] std::optional<double> legal_radius(const std::filesystem::path& file, const circles::Problem& problem);

}  // namespace jam::app
