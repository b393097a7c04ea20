// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Exact tests of circle packings.
//
// Error bound of the filter. Let u = 2^-53 and M bound every number. Each nearest double is off by at most u
// M, a difference or sum of two by at most e = 4 u M (two input errors and one rounding of a result <= 2 M).
// For q = dx^2 + dy^2 - s^2 computed from such values,
//   |q - exact| <= 2 e (|dx| + |dy| + |s|) + 3 e^2 + 4 u (dx^2 + dy^2 + s^2).
// The code uses twice this, and adds 1e-290 for products that underflow; every comparison with a NaN or an
// infinite bound is undecided.
#include "jam/circles/verify/exact_packing.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <tuple>

namespace jam::circles {
namespace {

constexpr double unit_roundoff = 0x1p-53;

/// Circles between two checks of the stop query.
constexpr int stop_interval = 1024;

enum class Sign { negative, undecided, positive };

// Sign of dx^2 + dy^2 - s^2 from doubles whose errors are at most 4 u M each.
Sign filtered_sign(double dx, double dy, double s, double magnitude) {
  const double e = 4 * unit_roundoff * magnitude;
  const double squares = dx * dx + dy * dy;
  const double q = squares - s * s;
  const double bound = 2 * (2 * e * (std::abs(dx) + std::abs(dy) + std::abs(s)) + 3 * e * e +
                            4 * unit_roundoff * (squares + s * s)) +
                       1e-290;
  if (q > bound) return Sign::positive;
  if (q < -bound) return Sign::negative;
  return Sign::undecided;
}

// |s - d| for d^2 = distance_square, s > 0, all scaled by 10^exponent; never 0 (it is only asked for
// violations).
double depth_of(const Integer& distance_square, const Integer& s, int exponent) {
  const Integer difference = distance_square - s * s;
  const auto sum = s.convert_to<long double>() + std::sqrt(distance_square.convert_to<long double>());
  const long double depth = std::abs(difference.convert_to<long double>()) / sum *
                            std::pow(10.0L, static_cast<long double>(exponent));
  const auto result = static_cast<double>(depth);
  return result > 0 ? result : std::numeric_limits<double>::denorm_min();
}

int common_exponent(std::initializer_list<const Decimal*> numbers) {
  int exponent = std::numeric_limits<int>::max();
  for (const Decimal* number : numbers)
    if (!number->is_zero()) exponent = std::min(exponent, number->exponent());
  return exponent;
}

}  // namespace

ExactPacking::ExactPacking(std::vector<ExactCircle> circles, Decimal enclosing_radius, Decimal centre_x,
                           Decimal centre_y)
    : circles_(std::move(circles)),
      centre_x_(std::move(centre_x)),
      centre_y_(std::move(centre_y)),
      radius_(circles_.size()),
      x_(circles_.size()),
      y_(circles_.size()),
      magnitude_(1.0001 * std::max(std::abs(centre_x_.nearest()), std::abs(centre_y_.nearest()))) {
  set_enclosing_radius(std::move(enclosing_radius));
  for (int i = 0; i < count(); ++i) refresh(i);
}

void ExactPacking::refresh(int i) {
  radius_[i] = circles_[i].radius.nearest();
  x_[i] = circles_[i].x.nearest();
  y_[i] = circles_[i].y.nearest();
  // The factor covers the error of the nearest doubles themselves.
  magnitude_ = std::max(
      {magnitude_, 1.0001 * std::abs(radius_[i]), 1.0001 * std::abs(x_[i]), 1.0001 * std::abs(y_[i])});
}

void ExactPacking::set_centre(int i, Decimal x, Decimal y) {
  circles_[i].x = std::move(x);
  circles_[i].y = std::move(y);
  refresh(i);
}

void ExactPacking::set_enclosing_radius(Decimal radius) {
  enclosing_radius_ = std::move(radius);
  magnitude_ = std::max(magnitude_, 1.0001 * std::abs(enclosing_radius_.nearest()));
}

double ExactPacking::pair_depth(int i, int j) const {
  if (filtered_sign(x_[i] - x_[j], y_[i] - y_[j], radius_[i] + radius_[j], magnitude_) == Sign::positive)
    return 0;

  const ExactCircle &p = circles_[i], &q = circles_[j];
  const int exponent = common_exponent({&p.radius, &p.x, &p.y, &q.radius, &q.x, &q.y});
  const Integer dx = p.x.scaled(exponent) - q.x.scaled(exponent);
  const Integer dy = p.y.scaled(exponent) - q.y.scaled(exponent);
  const Integer s = p.radius.scaled(exponent) + q.radius.scaled(exponent);
  const Integer distance_square = dx * dx + dy * dy;
  if (distance_square >= s * s) return 0;
  return depth_of(distance_square, s, exponent);
}

double ExactPacking::escape_depth(int i) const {
  const double clearance = enclosing_radius_.nearest() - radius_[i];
  const double near_x = x_[i] - centre_x_.nearest();
  const double near_y = y_[i] - centre_y_.nearest();
  if (clearance > 8 * unit_roundoff * magnitude_ &&
      filtered_sign(near_x, near_y, clearance, magnitude_) == Sign::negative)
    return 0;

  const ExactCircle& p = circles_[i];
  const int exponent = common_exponent({&p.radius, &p.x, &p.y, &enclosing_radius_, &centre_x_, &centre_y_});
  const Integer x = p.x.scaled(exponent) - centre_x_.scaled(exponent);
  const Integer y = p.y.scaled(exponent) - centre_y_.scaled(exponent);
  const Integer s = enclosing_radius_.scaled(exponent) - p.radius.scaled(exponent);
  const Integer distance_square = x * x + y * y;
  if (s.sign() >= 0 && distance_square <= s * s) return 0;
  if (s.sign() > 0) return depth_of(distance_square, s, exponent);
  const double depth = std::hypot(near_x, near_y) - clearance;
  return depth > 0 ? depth : std::numeric_limits<double>::denorm_min();
}

template <class Visit>
void ExactPacking::visit_near_pairs(double margin, const StopQuery& stop, const Visit& visit) const {
  const auto n = circles_.size();
  if (n < 2) return;

  // Sweep along the longer side of the bounding box of the centres.
  const auto [x_low, x_high] = std::minmax_element(x_.begin(), x_.end());
  const auto [y_low, y_high] = std::minmax_element(y_.begin(), y_.end());
  const bool along_x = *x_high - *x_low >= *y_high - *y_low;
  const std::vector<double>& along = along_x ? x_ : y_;
  const std::vector<double>& across = along_x ? y_ : x_;

  // The slack covers the rounding of all sums and differences below (each at most 8 u M).
  const double slack = margin + 64 * unit_roundoff * magnitude_;
  std::vector<int> order(n);
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) {
    const double left_a = along[a] - radius_[a], left_b = along[b] - radius_[b];
    return left_a != left_b ? left_a < left_b : a < b;
  });
  struct Item {
    double low, across, radius;
  };
  std::vector<Item> items(n);
  for (std::size_t k = 0; k < n; ++k) {
    const int i = order[k];
    items[k] = {along[i] - radius_[i], across[i], radius_[i]};
  }

  for (std::size_t k = 0; k < n; ++k) {
    if (k % stop_interval == 0 && stop.stopped()) return;
    const Item& a = items[k];
    const double high = a.low + 2 * a.radius + slack;
    const double middle = a.low + a.radius;
    for (std::size_t l = k + 1; l < n && items[l].low <= high; ++l) {
      const Item& b = items[l];
      const double reach = a.radius + b.radius + slack;
      const double dy = a.across - b.across;
      if (std::abs(dy) > reach) continue;
      const double dx = b.low + b.radius - middle;
      if (dx * dx + dy * dy > reach * reach * (1 + 1e-14)) continue;
      if (!visit(std::min(order[k], order[l]), std::max(order[k], order[l]))) return;
    }
  }
}

std::vector<std::pair<int, int>> ExactPacking::near_pairs(double margin, const StopQuery& stop) const {
  std::vector<std::pair<int, int>> pairs;
  visit_near_pairs(margin, stop, [&](int i, int j) {
    pairs.emplace_back(i, j);
    return true;
  });
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

std::vector<ExactViolation> ExactPacking::violations(const StopQuery& stop) const {
  std::vector<ExactViolation> escapes, overlaps;
  for (int i = 0; i < count() && escapes.size() < violation_limit; ++i) {
    if (i % stop_interval == 0 && stop.stopped()) return {};
    if (const double depth = escape_depth(i); depth > 0) escapes.push_back({i, -1, depth});
  }
  const std::size_t limit = violation_limit - escapes.size();
  std::size_t visited = 0;
  visit_near_pairs(0, stop, [&](int i, int j) {
    if (overlaps.size() == limit || (++visited % stop_interval == 0 && stop.stopped())) return false;
    if (const double depth = pair_depth(i, j); depth > 0) overlaps.push_back({i, j, depth});
    return true;
  });
  std::sort(overlaps.begin(), overlaps.end(), [](const ExactViolation& a, const ExactViolation& b) {
    return std::tie(a.first, a.second) < std::tie(b.first, b.second);
  });
  escapes.insert(escapes.end(), overlaps.begin(), overlaps.end());
  return escapes;
}

ExactPacking exact_packing(const Packing& packing, const StopQuery& stop) {
  std::vector<ExactCircle> circles;
  circles.reserve(packing.circles.size());
  for (const Circle& circle : packing.circles) {
    if (circles.size() % stop_interval == 0 && stop.stopped()) break;
    circles.push_back(
        {Decimal::shortest(circle.radius), Decimal::shortest(circle.x), Decimal::shortest(circle.y)});
  }
  return ExactPacking(std::move(circles), Decimal::shortest(packing.enclosing_radius));
}

}  // namespace jam::circles
