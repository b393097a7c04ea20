// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Which options go together, beyond the modes in their rows. An option that has no effect is refused rather than ignored: whoever gives it
// expects something of it.
#pragma once

#include "options.hpp"

namespace jam::app {

/// The kinds of search, as modes of options: boxes of one size, or the pieces of a set.
inline constexpr Modes one_size = 1, set_of_boxes = 2;

/// Throws InputError, naming the options, for a combination that contradicts itself or in which one option has no effect. `table` is that
/// into which the options were read.
void check_rules(const Options& options, const OptionTable& table);

/// Throws InputError where neither a mesh nor points are given.
void require_trunk(const Options& options);

/// Throws InputError unless --tolerance leaves a box its core: less than a quarter of its shortest edge.
void require_small_tolerance(const Options& options, Vec3d edge);

/// Throws InputError where boxes with this edge cannot have edges rounded by `radius`.
void require_fitting_radius(double radius, Vec3d edge);

}  // namespace jam::app
