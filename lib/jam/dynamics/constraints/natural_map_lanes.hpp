// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The natural map of several contacts side by side: the same bits as natural_map_terms(). Compiled once per
// instruction set (jam/core/isa.hpp).
#pragma once

#include "jam/core/isa.hpp"
#include "jam/dynamics/constraints/natural_map.hpp"

namespace jam::dynamics {

/// Consecutive contacts: impulses r, their products W r, and their terms in the problem.
struct NaturalMapRange {
  int count = 0;
  const Vec3d* r = nullptr;
  const Vec3d* product = nullptr;
  const Vec3d* q = nullptr;
  const double* friction = nullptr;
  const double* largest_diagonal = nullptr;
  ContactLaw law = ContactLaw::coulomb;
};

/// The terms of all of them, joined.
using NaturalMapLanes = NaturalMapTerms(const NaturalMapRange& range);
extern const IsaTable<NaturalMapLanes> natural_map_lanes;

}  // namespace jam::dynamics
