// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Vacancies of a packing of the large search: pockets bounded by a circle and two of its neighbours (or one
// and the container), found as the circle tangent to all three. A circle that is squeezed between others
// moves into the tightest vacancy that holds it; that always lowers the energy, and it is what lets the small
// circles of a mixture find the gaps of the large ones. Runs on the CPU between relaxations, in the search's
// unit; the result does not depend on the number of threads.
#pragma once

#include <vector>

#include "jam/circles/large/engine.hpp"
#include "jam/circles/model/packing.hpp"

namespace jam::circles::large {

/// The circle of positive radius that touches three circles from outside; a container of radius R counts as a
/// circle of radius -R. Radius 0: there is none.
///
/// Apollonius' problem: subtracting the equations |p - c_k|^2 = (rho + r_k)^2 pairwise leaves p linear in
/// rho, then a quadratic equation in rho, of which the smallest positive root is taken.
[[nodiscard]] Circle tangent_circle(const Circle& a, const Circle& b, const Circle& c);

class Vacancies {
 public:
  Vacancies(const std::vector<double>& radii, int thread_count);

  /// Moves circles that overlap larger circles, circles of their own size or the container by more than
  /// `tolerance` [-, of the distance] into vacancies of the container of radius `container_radius`, largest
  /// first. False: stopped, nothing was moved.
  [[nodiscard]] bool relocate(double container_radius, double tolerance, Centres& centres,
                              const StopQuery& stop);

 private:
  void index(double container_radius, const Centres& centres);
  [[nodiscard]] std::vector<int> trapped_slots(double container_radius, double tolerance,
                                               const StopQuery& stop) const;
  void find_holes(double container_radius, double radius_least, int first, int last,
                  std::vector<Circle>& holes) const;
  [[nodiscard]] bool is_free(const Circle& hole, double container_radius) const;

  LevelTable table_;
  int thread_count_;
  Grid grid_;
  std::vector<Site> sites_;  ///< Sites in the order of the cells.
  std::vector<int> cell_begin_;
};

}  // namespace jam::circles::large
