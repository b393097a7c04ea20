// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The interior-point method of polishing.
#include "jam/circles/polish/radius_minimiser.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "jam/circles/model/near_pairs.hpp"

namespace jam::circles {
namespace {

// All lengths are relative to R. Values were chosen by the mean number of iterations over random packings of
// 10 to 128 circles; a factor of ten either way costs less than two iterations.
constexpr double first_slack = 3e-3;  // Gaps start no smaller: the scale of the overlaps a search leaves.
constexpr double shift = 1e-4;        // Proximal term: holds rattlers and the free rotation.
constexpr double most_shift =
    1e6;  // The shift is raised up to this where rounding errors of weights exceed it.
constexpr double least_slack = 1e-17;    // Smaller ones are rounding errors; their weights would dominate.
constexpr double least_centring = 1e-3;  // Bounds on the reduction of the complementarity per step.
constexpr double most_centring = 0.8;
constexpr double list_reach = 0.5;  // Displacement between two lists of near pairs, in mean radii.

// For more than many_circles; measured with 10 000 circles, radii 1..n and equal ones.
constexpr double first_slack_many = 1e-2;

// For Scale::fine, in smallest radii; measured with one circle of radius 1000 and 20 to 200 of radius 1.
constexpr double first_slack_fine = 1e-3;
constexpr double list_reach_fine = 0.1;

constexpr double long_move = 0.5;     // Move in one step above which a circle's damping grows [list_reach].
constexpr double damping_growth = 4;  // Factor of the damping at a long move; it starts at `shift`.
constexpr double damping_decline = 0.5;  // Factor at any other move; below `shift` the damping is 0.
constexpr double gap_tolerance = 1e-12;
constexpr double force_tolerance = 1e-8;

// Smallest steps on the contacts: A^T A + closing_shift I. Far above rounding errors, far below the smallest
// squared singular values.
constexpr double closing_shift = 1e-9;
constexpr int closing_limit = 12;
constexpr double rounding = 4 * std::numeric_limits<double>::epsilon();

double reach_of(const Configuration& at, const std::vector<double>& radii, std::size_t i) {
  return std::hypot(at.x[i], at.y[i]) + radii[i];
}

}  // namespace

RadiusMinimiser::RadiusMinimiser(std::vector<double> radii, Configuration start, Scale scale)
    : radii_(std::move(radii)),
      at_(std::move(start)),
      anchor_(at_),
      step_(at_),
      force_(at_),
      first_slack_(first_slack) {
  if (scale == Scale::fine) {
    const double smallest = *std::min_element(radii_.begin(), radii_.end());
    first_slack_ = first_slack_fine * smallest;
    reach_ = list_reach_fine * smallest;
    return;
  }
  double sum = 0;
  for (const double radius : radii_) sum += radius;
  reach_ = list_reach * sum / static_cast<double>(radii_.size());
  if (static_cast<int>(radii_.size()) <= many_circles) return;
  first_slack_ = first_slack_many;
  damping_.assign(radii_.size(), 0.0);
}

void RadiusMinimiser::collect(bool first) {
  // Known multipliers by constraint.
  std::vector<std::pair<std::pair<int, int>, std::size_t>> known;
  for (std::size_t k = 0; k < slack_.size(); ++k)
    known.push_back({{system_.constraints()[k].first, system_.constraints()[k].second}, k});
  std::sort(known.begin(), known.end());
  double complementarity = 0;
  for (std::size_t k = 0; k < slack_.size(); ++k)
    complementarity += slack_[k] * multiplier_[k] / static_cast<double>(slack_.size());

  // Circles that move by reach_ each cannot touch unless their gap is below twice that.
  const double margin = 2 * reach_;
  std::vector<GapConstraint> constraints;
  std::vector<Circle> circles;
  for (std::size_t i = 0; i < radii_.size(); ++i) {
    circles.push_back({radii_[i], at_.x[i], at_.y[i]});
    if (at_.R - reach_of(at_, radii_, i) < margin) constraints.push_back({static_cast<int>(i), -1});
  }
  NearPairs(circles, margin).for_each([&](int i, int j) {
    const Circle &a = circles[i], &b = circles[j];
    if (std::hypot(a.x - b.x, a.y - b.y) - a.radius - b.radius < margin)
      constraints.push_back({std::min(i, j), std::max(i, j)});
  });
  system_.analyse(static_cast<int>(radii_.size()), constraints);
  evaluate();
  anchor_ = at_;

  const std::size_t count = constraints.size();
  const std::vector<double> old_slack = std::exchange(slack_, std::vector<double>(count));
  const std::vector<double> old_multiplier = std::exchange(multiplier_, std::vector<double>(count));
  for (auto* field : {&slack_step_, &multiplier_step_, &weight_, &curvature_, &right_})
    field->assign(count, 0.0);
  for (std::size_t k = 0; k < count; ++k) slack_[k] = std::max(system_.gaps()[k].value, first_slack_);
  if (first) {
    // Multipliers inverse to the gaps, so that the forces on the enclosing circle sum up to 1.
    double sum = 0;
    for (std::size_t k = 0; k < count; ++k)
      if (constraints[k].second < 0) sum += 1 / slack_[k];
    complementarity = 1 / sum;
  }
  for (std::size_t k = 0; k < count; ++k) {
    const std::pair<int, int> key{constraints[k].first, constraints[k].second};
    const auto found = std::lower_bound(known.begin(), known.end(), std::pair(key, std::size_t{0}));
    const bool carried = !first && found != known.end() && found->first == key;
    if (carried) slack_[k] = old_slack[found->second];
    multiplier_[k] = carried ? old_multiplier[found->second] : complementarity / slack_[k];
  }
}

RadiusMinimiser::Residuals RadiusMinimiser::residuals() {
  Residuals result{0, 0, 0};
  for (std::size_t k = 0; k < slack_.size(); ++k) {
    result.complementarity += slack_[k] * multiplier_[k];
    result.gap = std::max(result.gap, std::abs(system_.gaps()[k].value - slack_[k]));
  }
  system_.transpose_product(0, multiplier_, force_);
  result.force = std::abs(1 - force_.R);
  for (std::size_t i = 0; i < radii_.size(); ++i)
    result.force = std::max({result.force, std::abs(force_.x[i]), std::abs(force_.y[i])});
  return result;
}

// From step_: ds = A step + (gap - s),  dl = (target - [ds dl of the predictor]) / s - l - (l / s) ds.
void RadiusMinimiser::directions(double target, bool corrector) {
  for (std::size_t k = 0; k < slack_.size(); ++k) {
    const double second_order = corrector ? slack_step_[k] * multiplier_step_[k] : 0;
    slack_step_[k] = system_.change(k, step_) + system_.gaps()[k].value - slack_[k];
    multiplier_step_[k] = (target - second_order) / slack_[k] - multiplier_[k] - weight_[k] * slack_step_[k];
  }
}

bool RadiusMinimiser::step() {
  const std::size_t count = slack_.size();
  double complementarity = 0;
  for (std::size_t k = 0; k < count; ++k) {
    weight_[k] = multiplier_[k] / slack_[k];
    curvature_[k] = system_.constraints()[k].second < 0 ? multiplier_[k] : 0;
    complementarity += slack_[k] * multiplier_[k] / static_cast<double>(count);
  }
  double proximal = shift;
  while (!system_.factor(proximal, weight_, curvature_, damping_)) {
    proximal *= 100;
    if (proximal > most_shift) return false;
  }

  // The longest steps that keep slacks and multipliers positive.
  const auto longest = [count](const std::vector<double>& values, const std::vector<double>& steps) {
    double length = 1;
    for (std::size_t k = 0; k < count; ++k)
      if (steps[k] < 0) length = std::min(length, -values[k] / steps[k]);
    return length;
  };

  // Predictor: straight to complementarity zero.
  for (std::size_t k = 0; k < count; ++k) right_[k] = -weight_[k] * (system_.gaps()[k].value - slack_[k]);
  system_.solve(-1, right_, step_);
  directions(0, false);
  double primal = longest(slack_, slack_step_), dual = longest(multiplier_, multiplier_step_);
  double predicted = 0;
  for (std::size_t k = 0; k < count; ++k)
    predicted += (slack_[k] + primal * slack_step_[k]) * (multiplier_[k] + dual * multiplier_step_[k]) /
                 static_cast<double>(count);

  // Corrector: centring by how far the predictor got, and the product of its steps.
  const double target =
      complementarity * std::clamp(std::pow(predicted / complementarity, 3), least_centring, most_centring);
  for (std::size_t k = 0; k < count; ++k)
    right_[k] = (target - slack_step_[k] * multiplier_step_[k]) / slack_[k] -
                weight_[k] * (system_.gaps()[k].value - slack_[k]);
  system_.solve(-1, right_, step_);
  directions(target, true);

  const double fraction = std::max(0.99, 1 - 100 * complementarity);
  primal = std::min(1.0, fraction * longest(slack_, slack_step_));
  dual = std::min(1.0, fraction * longest(multiplier_, multiplier_step_));
  double longest_move = 0, sum = step_.R + primal + dual + target;
  for (std::size_t i = 0; i < radii_.size(); ++i) {
    const double move = std::hypot(step_.x[i], step_.y[i]);
    longest_move = std::max(longest_move, move);
    sum += move;
  }
  if (!std::isfinite(sum)) return false;
  damp_long_moves();
  if (primal * longest_move > reach_) primal = reach_ / longest_move;

  double moved = 0;
  for (std::size_t i = 0; i < radii_.size(); ++i) {
    at_.x[i] += primal * step_.x[i];
    at_.y[i] += primal * step_.y[i];
    moved = std::max(moved, std::hypot(at_.x[i] - anchor_.x[i], at_.y[i] - anchor_.y[i]));
  }
  at_.R += primal * step_.R;
  for (std::size_t k = 0; k < count; ++k) {
    slack_[k] += primal * slack_step_[k];
    multiplier_[k] += dual * multiplier_step_[k];
  }
  if (moved > reach_) {
    collect(false);
  } else {
    evaluate();
  }
  // A gap larger than its linearisation raises the slack.
  for (std::size_t k = 0; k < slack_.size(); ++k)
    slack_[k] = std::max({slack_[k], system_.gaps()[k].value, least_slack});
  return true;
}

void RadiusMinimiser::keep_least_legal() {
  double factor = 1;
  for (std::size_t k = 0; k < slack_.size(); ++k) {
    const Gap& gap = system_.gaps()[k];
    if (system_.constraints()[k].second >= 0)
      factor = std::max(factor, (gap.distance - gap.value) / gap.distance);
  }
  double radius = 0;
  for (std::size_t i = 0; i < radii_.size(); ++i)
    radius = std::max(radius, factor * std::hypot(at_.x[i], at_.y[i]) + radii_[i]);
  if (!least_legal_.x.empty() && !(radius < least_legal_.R)) return;
  least_legal_ = at_;
  least_legal_.R = radius;
}

void RadiusMinimiser::damp_long_moves() {
  for (std::size_t i = 0; i < damping_.size(); ++i) {
    double& damping = damping_[i];
    if (std::hypot(step_.x[i], step_.y[i]) > long_move * reach_) {
      damping = damping_growth * std::max(damping, shift);
    } else {
      damping *= damping_decline;
      if (damping < shift) damping = 0;
    }
  }
}

bool RadiusMinimiser::minimise(double radius_tolerance, int iteration_limit, const StopQuery& stop) {
  at_.R = 0;
  for (std::size_t i = 0; i < radii_.size(); ++i) at_.R = std::max(at_.R, reach_of(at_, radii_, i));
  slack_.clear();
  collect(true);
  for (int i = 0; i < iteration_limit; ++i, ++iterations_) {
    if (!damping_.empty()) keep_least_legal();
    const Residuals now = residuals();
    if (now.complementarity <= radius_tolerance && now.gap <= gap_tolerance && now.force <= force_tolerance)
      return true;
    if (stop.stopped() || !step()) return false;
  }
  return false;
}

double RadiusMinimiser::close_contacts() {
  const std::size_t count = slack_.size();
  for (std::size_t k = 0; k < count; ++k) weight_[k] = multiplier_[k] > slack_[k] ? 1 : 0;
  std::fill(curvature_.begin(), curvature_.end(), 0.0);

  // step = -(A^T A + shift)^-1 A^T gaps, while the gaps shrink. A constraint that is violated joins the
  // contacts.
  double least = std::numeric_limits<double>::infinity();
  Configuration best = at_;
  for (int i = 0; i < closing_limit; ++i) {
    double largest = 0;
    bool joined = false;
    for (std::size_t k = 0; k < count; ++k) {
      const double gap = system_.gaps()[k].value;
      if (weight_[k] == 0 && gap < -rounding) {
        weight_[k] = 1;
        joined = true;
      }
      right_[k] = -weight_[k] * gap;
      largest = std::max(largest, std::abs(right_[k]));
    }
    const bool shrunk = largest < 0.5 * least;
    if (largest < least) {
      least = largest;
      best = at_;
    }
    if (largest <= rounding || !(shrunk || joined) || !system_.factor(closing_shift, weight_, curvature_))
      break;
    system_.solve(0, right_, step_);
    for (std::size_t c = 0; c < radii_.size(); ++c) {
      at_.x[c] += step_.x[c];
      at_.y[c] += step_.y[c];
    }
    at_.R += step_.R;
    evaluate();
  }
  at_ = best;
  evaluate();

  at_.R = 0;
  for (std::size_t i = 0; i < radii_.size(); ++i) at_.R = std::max(at_.R, reach_of(at_, radii_, i));
  double overlap = 0;
  for (std::size_t k = 0; k < count; ++k)
    if (system_.constraints()[k].second >= 0) overlap = std::max(overlap, -system_.gaps()[k].value);
  return overlap;
}

bool RadiusMinimiser::is_minimum() {
  // On the motions that keep all contacts (others cost 1e8), the Hessian of the Lagrangian may not be below
  // -1e-4.
  for (std::size_t k = 0; k < slack_.size(); ++k) {
    const bool contact = multiplier_[k] > slack_[k];
    weight_[k] = contact ? 1e8 : 0;
    curvature_[k] = !contact ? 0 : system_.constraints()[k].second < 0 ? multiplier_[k] : -multiplier_[k];
  }
  return system_.factor(1e-4, weight_, curvature_);
}

void RadiusMinimiser::perturb(double distance) {
  // Golden angles: no two circles in the same direction.
  for (std::size_t i = 0; i < radii_.size(); ++i) {
    const double angle = 2.399963229728653 * static_cast<double>(i + 1);
    at_.x[i] += distance * std::cos(angle);
    at_.y[i] += distance * std::sin(angle);
  }
}

}  // namespace jam::circles
