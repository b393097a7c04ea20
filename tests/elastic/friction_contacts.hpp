// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Contacts with friction that the tests of CPU and GPU share: those of Cattaneo, Carter and Spence
// (specification, section 6).
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "elastic/contacts.hpp"
#include "jam/elastic/tangential/frictional.hpp"

namespace jam::test {

inline Contact sphere_on(const Grid& grid, NormalLoad load) {
  Contact contact;
  contact.surface.curvature = {0.01, 0.01};
  contact.pair = m1();
  contact.grid = grid;
  contact.load = load;
  return contact;
}

/// `gpu` -1: on the CPU.
inline FrictionalContact shifted(const Contact& contact, double shift, TangentialMethod method,
                                 double tolerance = 1e-8, bool preconditioned = true, int gpu = -1) {
  FrictionalSettings settings;
  settings.normal.tolerance = 1e-9;
  settings.normal.gpu = gpu;
  settings.tangential.method = method;
  settings.tangential.tolerance = tolerance;
  settings.tangential.preconditioned = preconditioned;
  return press_with_friction(contact, {contact.load}, {0.4, Motion::shift, {shift, 0}, 0}, settings);
}

inline const Grid contact_grid =
    centred_grid(19, 19, 2 * 1.26667, 2 * 1.26667);  // That of CONTACT's example `cattaneo`.

/// Largest |p| - g, slip where cells stick, and angle between traction and -slip where they slip, all
/// relative.
inline double violation(const FrictionalContact& contact, double friction) {
  double worst = 0, largest = 0, peak = contact.pressed.normal.peak * friction;
  for (std::size_t i = 0; i < contact.tractions.slip.size(); ++i) {
    largest = std::max(largest, length(contact.tractions.slip[i] - contact.rigid_shift[i]));
  }
  for (std::size_t i = 0; i < contact.tractions.slip.size(); ++i) {
    const Tangent p = contact.tractions.traction[i], s = contact.tractions.slip[i];
    const double bound = friction * contact.pressed.normal.pressure[i];
    worst = std::max(worst, (length(p) - bound) / peak);
    if (contact.tractions.state[i] == CellState::adhesion) worst = std::max(worst, length(s) / largest);
    if (contact.tractions.state[i] == CellState::slip && length(s) > 1e-6 * largest) {
      worst = std::max(worst, std::fabs(1 + dot(p, s) / (length(p) * length(s))));
    }
  }
  return worst;
}

/// Carter's rolling cylinder (T18), a friction of 0.3, a creepage of -0.00024.
inline Contact carter_cylinder() {
  Contact contact;
  contact.surface.kind = SurfaceKind::raster;
  contact.pair = combine({2 * 82000 * 1.28, 0.28}, {2 * 82000 * 1.28, 0.28});
  contact.grid = {55, 1, 0.04, 200, -1.05, 0};
  contact.surface.raster = parabolic_gap(contact.grid, 0.001, 0);
  contact.load = by_force(35780);
  return contact;
}

/// Spence's compression of different materials (T19), a friction of 0.2986, with the loads of its 35 steps.
inline Contact spence_contact(std::vector<NormalLoad>& steps) {
  Contact contact;
  contact.surface.kind = SurfaceKind::raster;
  contact.pair = combine({2 * 0.5, 0}, {2 * 1e5, 0});
  contact.grid = {45, 45, 0.2, 0.2, -4.4999 + 0.1, -4.4999 + 0.1};
  contact.surface.raster = parabolic_gap(contact.grid, 0.004116, 0.004116);
  for (int k = 1; k <= 35; ++k) steps.push_back(by_force(std::pow(k / 45.0, 3)));
  contact.load = steps.back();
  return contact;
}

}  // namespace jam::test
