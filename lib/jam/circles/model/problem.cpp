// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Radius families and lists of radii.
#include "jam/circles/model/problem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "jam/core/error.hpp"

namespace jam::circles {
namespace {

constexpr std::string_view bidisperse = "bidisperse";

/// Radii of the same circle in two files agree to this [-]: twelve printed digits.
constexpr double same_radius = 1e-12;

/// i^p with the two exponents that are exact in floating point kept exact.
double power_radius(long long i, double exponent) {
  if (exponent == 0.0) return 1.0;
  if (exponent == 1.0) return static_cast<double>(i);
  if (exponent == 0.5) return std::sqrt(static_cast<double>(i));
  if (exponent == -0.5) return 1.0 / std::sqrt(static_cast<double>(i));
  return std::pow(static_cast<double>(i), exponent);
}

std::vector<double> family_radii(std::string_view family, long long n) {
  std::vector<double> radii(n);
  if (family == bidisperse) {
    std::fill(radii.begin(), radii.begin() + (n + 1) / 2, 1.0);
    std::fill(radii.begin() + (n + 1) / 2, radii.end(), 1.4);
    return radii;
  }
  const double exponent = family_exponent(family).value();
  for (long long i = 1; i <= n; ++i) radii[i - 1] = power_radius(i, exponent);
  if (exponent < 0) std::reverse(radii.begin(), radii.end());
  return radii;
}

}  // namespace

std::optional<double> family_exponent(std::string_view family) {
  constexpr std::array exponents = {1.0, 0.0, 0.5, -0.5, -0.2, -2.0 / 3.0};
  static_assert(exponents.size() + 1 == family_names.size() && family_names.back() == bidisperse,
                "the last family is no power");
  for (std::size_t k = 0; k < exponents.size(); ++k) {
    if (family_names[k] == family) return exponents[k];
  }
  return std::nullopt;
}

Problem problem_of(const Packing& packing) { return problem_from_radii(sorted_radii(packing.circles)); }

bool is_family(std::string_view name) {
  return std::find(family_names.begin(), family_names.end(), name) != family_names.end();
}

Problem make_problem(std::string_view family, long long n) {
  if (!is_family(family))
    throw InputError(
        fmt::format("unknown radius family '{}': known are {}", family, fmt::join(family_names, ", ")));
  if (n < 1) throw InputError(fmt::format("the number of circles is {}: at least 1 is needed", n));
  if (n > circle_count_limit)
    throw InputError(
        fmt::format("the number of circles is {}: at most {} are supported", n, circle_count_limit));
  return {std::string(family), family_radii(family, n)};
}

Problem problem_from_radii(std::vector<double> radii) {
  if (radii.empty()) throw InputError("the list of radii is empty: at least one radius is needed");
  if (radii.size() > circle_count_limit)
    throw InputError(
        fmt::format("the list holds {} radii: at most {} are supported", radii.size(), circle_count_limit));
  for (std::size_t i = 0; i < radii.size(); ++i) {
    if (!std::isfinite(radii[i]) || radii[i] <= 0)
      throw InputError(
          fmt::format("radius {} of the list is {}: a finite number above 0 is needed", i + 1, radii[i]));
  }
  std::sort(radii.begin(), radii.end());

  // A family only counts when every radius agrees; the first names win if two families coincide (n = 1).
  for (std::string_view family : family_names) {
    const std::vector<double> candidate = family_radii(family, static_cast<long long>(radii.size()));
    const bool same = std::equal(radii.begin(), radii.end(), candidate.begin(),
                                 [](double a, double b) { return std::abs(a - b) <= 1e-12 * b; });
    if (same) return {std::string(family), candidate};
  }
  return {"file", std::move(radii)};
}

std::string radii_difference(const Packing& packing, const Problem& problem) {
  if (packing.count() != problem.count())
    return fmt::format("it holds {} circles, the problem has {}", packing.count(), problem.count());
  const std::vector<double> radii = sorted_radii(packing.circles);
  for (std::size_t i = 0; i < radii.size(); ++i) {
    if (std::abs(radii[i] - problem.radii[i]) > same_radius * problem.radii[i]) {
      return fmt::format("its radius {} in ascending order is {:.6g}, that of the problem {:.6g}", i + 1,
                         radii[i], problem.radii[i]);
    }
  }
  return {};
}

Packing in_order_of(const Problem& problem, Packing packing) {
  sort_by_radius(packing.circles);
  for (int i = 0; i < packing.count(); ++i) packing.circles[i].radius = problem.radii[i];
  return packing;
}

std::string problem_text(const Problem& problem) {
  const double first = problem.radii.front(), last = problem.radii.back();
  return fmt::format(
      "{} circle{}, {} (radii {})", problem.count(), problem.count() == 1 ? "" : "s", problem.family,
      first == last ? fmt::format("all {:.6g}", first) : fmt::format("{:.6g} to {:.6g}", first, last));
}

}  // namespace jam::circles
