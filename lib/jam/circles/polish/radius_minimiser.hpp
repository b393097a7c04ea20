// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The local minimum of the enclosing radius: min R over centres and R, subject to all gaps >= 0. A
// primal-dual interior-point method (Mehrotra's predictor and corrector, Nocedal and Wright, Numerical
// Optimization, ch. 14 and 19) that linearises the gaps at every step. The linearised gap of a pair never
// exceeds the true one, and most minima are vertices (as many contacts as unknowns), so it converges
// quadratically without second derivatives; the curvature of the enclosing circle is kept, the curvature of
// pairs (negative) is not. Only near pairs are constraints; when a circle has moved far the list is rebuilt
// and the multipliers are carried over. The longest move of a circle shortens the step of all circles. Among
// thousands of circles, a few in wide cages would move far in nearly every step. So with more than
// many_circles, these few are damped, and gaps start wider, which costs steps and lets the packing settle
// denser. Near a minimum of extremely uneven radii, the first gaps and the moves are in proportion to the
// smallest circle (Scale::fine). Lengths are scaled so that R is about 1.
#pragma once

#include <vector>

#include "jam/circles/polish/contact_system.hpp"
#include "jam/core/stop_query.hpp"

namespace jam::circles {

/// Number of circles above which the circles with long moves are damped.
inline constexpr int many_circles = 3000;

/// The unit of the first gaps and of the longest moves: the enclosing radius and the mean radius, or the
/// smallest radius.
enum class Scale { common, fine };

class RadiusMinimiser {
 public:
  /// Radii and centres to start from; the start's R is not used.
  RadiusMinimiser(std::vector<double> radii, Configuration start, Scale scale = Scale::common);

  /// Iterates until the sum of multiplier times gap, by which R exceeds the local minimum to first order, is
  /// at most `radius_tolerance`, gaps are feasible to 1e-12 and forces balance to 1e-8 (the forces on the
  /// enclosing circle sum up to 1). False when `iteration_limit` comes first, when the numbers overflow, and
  /// when it is stopped. Starts from the current centres each time it is called.
  bool minimise(double radius_tolerance, int iteration_limit, const StopQuery& stop = {});

  /// Newton's method on the contacts (constraints whose multiplier exceeds their gap): closes them to
  /// rounding errors by steps of least norm, and adds constraints that these would violate. Returns the
  /// largest remaining overlap; R then encloses all circles.
  double close_contacts();

  /// True when the contacts allow no motion along which R decreases to second order, apart from rattlers. A
  /// packing that is only stationary, like three equal circles in a row, is not.
  [[nodiscard]] bool is_minimum();

  /// Moves every centre by up to `distance`, in directions that depend on nothing but the index.
  void perturb(double distance);

  [[nodiscard]] const Configuration& configuration() const { return at_; }
  /// With more than many_circles: the state of the iterations so far that is smallest once its overlaps are
  /// removed by spreading all centres.
  [[nodiscard]] const Configuration& least_legal() const { return least_legal_; }
  [[nodiscard]] int iterations() const { return iterations_; }

 private:
  struct Residuals {
    double complementarity;  // sum of multiplier * slack
    double gap;              // largest |gap - slack|
    double force;            // largest unbalanced force
  };

  void collect(bool first);
  [[nodiscard]] Residuals residuals();
  bool step();
  void directions(double target, bool corrector);
  void damp_long_moves();
  void keep_least_legal();
  void evaluate() { system_.evaluate(at_, radii_); }

  std::vector<double> radii_;
  Configuration at_, anchor_, step_, force_;
  double first_slack_;  // gaps start no smaller
  double reach_ = 0;    // displacement after which the list of near pairs is rebuilt
  ContactSystem system_;
  std::vector<double> slack_, multiplier_, slack_step_, multiplier_step_, weight_, curvature_, right_;
  std::vector<double> damping_;  // per circle, above shift; empty: few circles, none is damped
  Configuration least_legal_;    // its R encloses the spread circles
  int iterations_ = 0;
};

}  // namespace jam::circles
