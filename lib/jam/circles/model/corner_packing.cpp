// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Corners, and the search for the smallest radius.
#include "jam/circles/model/corner_packing.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <queue>
#include <utility>
#include <vector>

#include "jam/circles/model/contact_graph.hpp"
#include "jam/circles/model/placed_circles.hpp"

namespace jam::circles {
namespace {

/// Least ratio of two radii next to each other in the order of size, in extremely uneven radii [-].
constexpr double step_factor = 8;
/// Least ratio of the largest radius to the median, in extremely uneven radii [-].
constexpr double median_factor = 16;

constexpr double overlap_tolerance = 1e-13;  ///< Largest overlap [enclosing radius].

/// Excess of the enclosing radius over its lower bound [-]: the least, how it grows until all circles fit,
/// and how far it is bisected.
constexpr double least_excess = 2e-13;
constexpr double first_excess = 1e-10;
constexpr double excess_growth = 8;
constexpr double excess_tolerance = 1e-14;

/// Number of orders of corners at the same distance that are tried, and the factor by which the excess must
/// shrink in each.
constexpr std::uint64_t order_count = 8;
constexpr double excess_gain = 0.999;

/// Radii for which corners are collected, times circles, at most: others take the corners of the next larger
/// one.
constexpr long long most_recollections = 10'000;

/// Corners that are examined, at most, before radius and order are settled: about a second, and more of many
/// circles.
constexpr long long most_corners = 1'000'000;
constexpr long long most_corners_per_circle = 200;

/// Distances that differ by less than this count as equal [enclosing radius].
constexpr double distance_step = 1e-9;

/// The enclosing circle as one of the two that a corner touches.
constexpr int rim = -1;

/// One of the two places where a circle touches `first` and `second`.
struct Corner {
  double distance;      ///< How far the circle reaches from the origin, in steps of distance_step.
  std::uint64_t order;  ///< Order among corners of the same distance.
  int first;            ///< Index of a placed circle.
  int second;           ///< Index of another placed circle, or `rim`.
  bool left;            ///< Which of the two places.

  bool operator<(const Corner& other) const {
    return distance < other.distance || (distance == other.distance && order > other.order);
  }
};

class CornerFiller {
 public:
  /// `order`: 0 takes the corners of a distance as they come; others shuffle them.
  CornerFiller(double enclosing_radius, std::uint64_t order, const StopQuery& stop)
      : enclosing_radius_(enclosing_radius),
        tolerance_(overlap_tolerance * enclosing_radius),
        order_(order),
        stop_(stop) {}

  /// Corners examined so far.
  [[nodiscard]] long long examined() const { return examined_; }

  /// Places circles of these descending radii; nothing if one finds no corner. `classes`: places at which
  /// corners are collected again.
  [[nodiscard]] std::optional<std::vector<Circle>> fill(const std::vector<double>& radii,
                                                        const std::vector<char>& classes) {
    placed_.add({radii[0], -(enclosing_radius_ - radii[0]), 0});
    for (std::size_t k = 1; k < radii.size(); ++k) {
      if (stop_.stopped()) return std::nullopt;
      if (classes[k] != 0 || k == 1) collect(radii[k]);
      if (!place(radii[k])) return std::nullopt;
    }
    return placed_.take();
  }

 private:
  void collect(double radius) {
    corners_ = {};
    radius_ = radius;
    for (int i = 0; i < placed_.count(); ++i) add_corners(i);
  }

  /// The corners of circle `i` with the rim and with those placed before it.
  void add_corners(int i) {
    const Circle& circle = placed_[i];
    if (enclosing_radius_ - std::hypot(circle.x, circle.y) - circle.radius <= 2 * radius_) add_pair(i, rim);
    partners_.clear();
    placed_.around(circle, 2 * radius_, [&](int j) {
      const Circle& other = placed_[j];
      if (j < i &&
          std::hypot(circle.x - other.x, circle.y - other.y) - circle.radius - other.radius <= 2 * radius_)
        partners_.push_back(j);
      return true;
    });
    for (const int j : partners_) add_pair(i, j);
  }

  void add_pair(int first, int second) {
    for (const bool left : {false, true}) {
      ++examined_;
      Corner corner{0, 0, first, second, left};
      const std::optional<Circle> circle = circle_at(corner, radius_);
      if (!circle || !fits(*circle)) continue;
      corner.distance =
          std::round((std::hypot(circle->x, circle->y) + radius_) / (distance_step * enclosing_radius_));
      corner.order = order_ == 0 ? ++added_ : mixed(++added_ + (order_ << 40));
      corners_.push(corner);
    }
  }

  /// The circle of `radius` in the corner, if the two are near enough to each other.
  [[nodiscard]] std::optional<Circle> circle_at(const Corner& corner, double radius) const {
    const Circle a = placed_[corner.first];
    const Circle b = corner.second == rim ? Circle{} : placed_[corner.second];
    const double from_a = a.radius + radius;
    const double from_b = corner.second == rim ? enclosing_radius_ - radius : b.radius + radius;
    const double dx = b.x - a.x, dy = b.y - a.y;
    const double distance = std::hypot(dx, dy);
    if (distance == 0) return std::nullopt;
    const double along = 0.5 * ((from_a - from_b) * (from_a + from_b) / distance + distance);
    double square = (from_a - along) * (from_a + along);
    if (square < -tolerance_ * from_a) return std::nullopt;
    const double across = (corner.left ? 1 : -1) * std::sqrt(std::max(0.0, square));
    return Circle{radius, a.x + (along * dx - across * dy) / distance,
                  a.y + (along * dy + across * dx) / distance};
  }

  [[nodiscard]] bool fits(const Circle& circle) const {
    if (std::hypot(circle.x, circle.y) + circle.radius > enclosing_radius_ + tolerance_) return false;
    return placed_.around(circle, 0, [&](int j) {
      const Circle& other = placed_[j];
      return std::hypot(circle.x - other.x, circle.y - other.y) >= circle.radius + other.radius - tolerance_;
    });
  }

  [[nodiscard]] bool place(double radius) {
    while (!corners_.empty()) {
      const Corner corner = corners_.top();
      corners_.pop();
      std::optional<Circle> circle = circle_at(corner, radius);
      if (!circle || !fits(*circle)) continue;
      placed_.add(*circle);
      add_corners(placed_.count() - 1);
      return true;
    }
    return false;
  }

  double enclosing_radius_;
  double tolerance_;
  std::uint64_t order_;
  const StopQuery& stop_;
  double radius_ = 0;  ///< Radius for which the corners were collected.
  std::uint64_t added_ = 0;
  long long examined_ = 0;
  PlacedCircles placed_;
  std::priority_queue<Corner> corners_;
  std::vector<int> partners_;
};

/// Places at which corners are collected again, for descending radii: at every new radius, or if it is
/// smaller by a factor that grows with the number of radii.
std::vector<char> classes_of(const std::vector<double>& radii) {
  const auto n = static_cast<long long>(radii.size());
  std::vector<char> begins(radii.size(), 0);
  for (double factor = 1;; factor = factor == 1 ? 0.999 : factor * factor) {
    long long count = 1;
    double first = radii[0];
    std::fill(begins.begin(), begins.end(), 0);
    for (std::size_t k = 1; k < radii.size(); ++k) {
      if (!(radii[k] < factor * first)) continue;
      first = radii[k];
      begins[k] = 1;
      ++count;
    }
    if (count * n <= std::max(most_recollections, 2 * n)) return begins;
  }
}

}  // namespace

bool extremely_uneven(const std::vector<double>& radii) {
  if (radii.size() < 3) return false;
  if (radii.back() >= median_factor * radii[(radii.size() - 1) / 2]) return true;
  return std::adjacent_find(radii.begin(), radii.end(),
                            [](double a, double b) { return b >= step_factor * a; }) != radii.end();
}

std::optional<Packing> corner_packing(const Problem& problem, const StopQuery& stop) {
  if (!extremely_uneven(problem.radii) || problem.count() > corner_count_limit) return std::nullopt;
  const std::vector<double> radii(problem.radii.rbegin(), problem.radii.rend());
  const std::vector<char> classes = classes_of(radii);
  const double squares = std::inner_product(radii.begin(), radii.end(), radii.begin(), 0.0);
  const double bound = std::max(radii[0] + radii[1], std::sqrt(squares));
  std::vector<Circle> best;
  long long corners_left = most_corners + most_corners_per_circle * problem.count();
  const auto fits = [&](double excess, std::uint64_t order) {
    CornerFiller filler(bound * (1 + excess), order, stop);
    std::optional<std::vector<Circle>> circles = filler.fill(radii, classes);
    corners_left -= filler.examined();
    if (circles) best = std::move(*circles);
    return circles.has_value();
  };
  // From the excess at which all fit down to the one at which they do not.
  const auto bisect = [&](double low, double high, std::uint64_t order) {
    while (high - low > std::max(excess_tolerance, 1e-9 * high) && corners_left > 0 && !stop.stopped()) {
      const double middle = 0.5 * (low + high);
      (fits(middle, order) ? high : low) = middle;
    }
    return high;
  };
  double excess = least_excess;
  if (!fits(excess, 0)) {
    double failed = excess;
    for (excess = first_excess; !fits(excess, 0); excess *= excess_growth) {
      if (stop.stopped()) return std::nullopt;
      failed = excess;
    }
    excess = bisect(failed, excess, 0);
    for (std::uint64_t order = 1; order < order_count && corners_left > 0 && !stop.stopped(); ++order) {
      if (fits(excess * excess_gain, order)) excess = bisect(0.5 * excess, excess * excess_gain, order);
    }
  }
  if (stop.stopped()) return std::nullopt;
  Packing packing;
  packing.circles = std::move(best);
  sort_by_radius(packing.circles);
  packing.enclosing_radius = enclosing_radius_about_origin(packing.circles);
  return packing;
}

}  // namespace jam::circles
