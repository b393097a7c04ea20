// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The packings of a search in single precision, in units of one target radius that all instances share. When
// the search lowers the target because it has found a better packing, everything here is rescaled. Lengths of
// parameters and results are in the unit of the radii.
#pragma once

#include <vector>

#include "jam/circles/model/packing.hpp"
#include "jam/circles/model/problem.hpp"
#include "jam/circles/tabu/instance.hpp"

namespace jam::circles {

/// An enclosing radius that random packings of these radii come near [unit of the radii]: density 0.86, but
/// never below the largest circle. The first target of a search.
[[nodiscard]] double first_target_radius(const Problem& problem);

class ScaledInstances {
 public:
  /// `instance_count` packings with all circles at the origin, and the target first_target_radius().
  /// `problem` must outlive the instances.
  ScaledInstances(const Problem& problem, int instance_count);

  /// For the engine, and for reading energies and counters.
  InstanceArrays arrays;

  [[nodiscard]] double target_radius() const { return target_radius_; }

  /// Lengths are in units of `radius` from now on, which is raised to just above the largest circle if it
  /// is smaller. Returns false and does nothing if that changes the target by less than 1e-7 (float
  /// precision); after true the next round needs RoundParameters::target_changed.
  bool set_target_radius(double radius);

  /// The target of a restored state, whose lengths are in its units already.
  void restore_target_radius(double radius);

  /// Puts a packing of the problem's circles (in any order) into instance `k`, as current and best one, and
  /// marks it as fresh: the next round relaxes it and clears its history.
  void load(int k, const std::vector<Circle>& circles);

  /// The best and the current packing of instance `k`, circles by ascending radius. Overlaps may remain;
  /// enclosing_radius is the smallest that encloses these circles.
  [[nodiscard]] Packing best(int k) const { return packing_at(k, arrays.best_x, arrays.best_y); }
  [[nodiscard]] Packing current(int k) const { return packing_at(k, arrays.x, arrays.y); }

  /// Makes every instance the same as instance `k`.
  void copy_to_all(int k);

  /// An estimate of the enclosing radius of a packing with that overlap energy, for progress displays and for
  /// ranking: the target, grown until its overlaps would be gone if all of them lay at the rim.
  [[nodiscard]] double estimated_radius(float energy) const;

 private:
  [[nodiscard]] std::size_t begin(int k) const { return static_cast<std::size_t>(k) * arrays.count; }
  [[nodiscard]] Packing packing_at(int k, const std::vector<float>& x, const std::vector<float>& y) const {
    return scaled_packing(problem_.radii, &x[begin(k)], &y[begin(k)], target_radius_);
  }
  void scale_radii();

  const Problem& problem_;
  double target_radius_;
};

}  // namespace jam::circles
