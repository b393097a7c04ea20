// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Which options go together. An option that would do nothing is refused rather than ignored: whoever gives it expects something of it.
#pragma once

#include "options.hpp"

namespace jam::app {

/// Throws InputError, naming the options, for a combination that contradicts itself or in which one option would do nothing.
void check_rules(const Options& options);

/// Throws InputError where neither a mesh nor points are given.
void require_trunk(const Options& options);

/// Throws InputError unless --tolerance leaves a box its core: less than a quarter of its shortest edge.
void require_small_tolerance(const Options& options, Vec3d edge);

/// Throws InputError where boxes with this edge cannot have edges rounded by `radius`.
void require_fitting_radius(double radius, Vec3d edge);

}  // namespace jam::app
