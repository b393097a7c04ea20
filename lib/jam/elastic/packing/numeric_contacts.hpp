// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The contacts of a packing that closed forms do not cover: those with a liner, and patches that lie near
// each other.
#pragma once

#include <span>

#include "jam/elastic/packing/packed_contacts.hpp"

namespace jam::elastic {

/// Cells along an axis of contacts that are solved numerically: an odd number, so that the peak lies in the
/// middle of a cell.
inline constexpr int numeric_cells = 31;

struct LinedContact {
  int number = 0;   ///< Number of the contact in the packing.
  Contact contact;  ///< The contact; its grid is not set.
};

/// Pressures of contacts with a liner, as batches of small contacts on `device`: approach, area, peak and
/// stiffness. Where more than a tenth of the limit of friction is called for, the tractions are solved for as
/// well, without the coupling of different materials, and tell which part of the patch sticks.
void solve_lined(const Packing& packing, std::span<const LinedContact> contacts, const Device& device,
                 int thread_count, SolveWatch* watch, PackingPressure& result);

/// Patches on one item nearer to each other than four times the larger of them lie in each other's hollow.
/// Balls without liner on a flat item are solved on one grid (wall_patches.hpp); for others, a warning says
/// that they were computed separately.
void solve_neighbours(const Packing& packing, int thread_count, SolveWatch* watch, PackingPressure& result);

}  // namespace jam::elastic
