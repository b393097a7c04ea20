// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What a load is held against: the container, and the set its boxes are to be pieces of.
#pragma once

#include <string>
#include <vector>

#include "jam/mesh/verify_boxes.hpp"
#include "options.hpp"
#include "task.hpp"

namespace jam::app {

/// Exact verification of a complete load in the container (mesh::verify_boxes). In a cloud of points, also that every centre lies among
/// them; violations then speak of points.
[[nodiscard]] mesh::Verification verify(const Options& options, const Task& task, const std::vector<trunk::BoxRow>& rows);

/// Adds to a verdict what speaks against the set: a box that is no piece of it, more pieces of a kind than it has. Boxes of task.fixed
/// count as none, but all of them have to be there.
void hold_against_set(const Options& options, const Task& task, const std::vector<trunk::BoxRow>& rows, mesh::Verification& verdict);

/// Against what loads are verified, for people.
[[nodiscard]] std::string verified_against(const Task& task);

/// The same with the tolerance, as the comment `verified` of a BOX file.
[[nodiscard]] std::string verified_text(const Options& options, const Task& task);

}  // namespace jam::app
