// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Contacts of a packing that no point formula covers: faces, which have an area and a mean pressure, and
// lines, which have a length. A simulation of rigid bodies reports such a contact as several points, whose
// forces are known: together they are one face or line.
#pragma once

#include <span>

#include "jam/elastic/packing/packed_contacts.hpp"

namespace jam::elastic {

/// Solves contacts of flat surfaces, given by their numbers. Contacts of two items in one plane are one face:
/// its area is the convex hull of their points. Its peak is infinite at the edge of the face, hence unknown.
/// With a liner, pressures are computed on cells, so that their resultant is the resultant of the forces.
void solve_faces(const Packing& packing, std::span<const int> contacts, int thread_count, SolveWatch* watch,
                 PackingPressure& result);

/// Contacts along a line, whose length is stated or reaches from point to point: closed formulas for the load
/// per length at its heavier end; with a liner on one row of cells.
void solve_lines(const Packing& packing, std::span<const int> contacts, PackingPressure& result);

}  // namespace jam::elastic
