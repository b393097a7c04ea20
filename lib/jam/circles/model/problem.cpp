// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Radius families and lists of radii.
#include "jam/circles/model/problem.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/io/text_table.hpp"

namespace jam::circles {
namespace {

/// i^p with the two exponents that are exact in floating point kept exact.
double power_radius(long long i, double exponent) {
  if (exponent == 0.0) return 1.0;
  if (exponent == 1.0) return static_cast<double>(i);
  if (exponent == 0.5) return std::sqrt(static_cast<double>(i));
  if (exponent == -0.5) return 1.0 / std::sqrt(static_cast<double>(i));
  return std::pow(static_cast<double>(i), exponent);
}

std::string known_families() {
  std::string text;
  for (std::string_view name : family_names) text += (text.empty() ? "" : ", ") + std::string(name);
  return text;
}

std::vector<double> family_radii(double exponent, long long n) {
  std::vector<double> radii(static_cast<std::size_t>(n));
  for (long long i = 1; i <= n; ++i) radii[static_cast<std::size_t>(i - 1)] = power_radius(i, exponent);
  if (exponent < 0) std::reverse(radii.begin(), radii.end());
  return radii;
}

}  // namespace

std::optional<double> family_exponent(std::string_view family) {
  constexpr std::array<double, family_names.size()> exponents = {1.0, 0.0, 0.5, -0.5, -0.2, -2.0 / 3.0};
  for (std::size_t k = 0; k < family_names.size(); ++k) {
    if (family_names[k] == family) return exponents[k];
  }
  return std::nullopt;
}

bool is_family(std::string_view name) { return family_exponent(name).has_value(); }

Problem make_problem(std::string_view family, long long n) {
  const auto exponent = family_exponent(family);
  if (!exponent) throw InputError("unknown radius family '" + std::string(family) + "': known are " + known_families());
  if (n < 1) throw InputError("the number of circles is " + std::to_string(n) + ": at least 1 is needed");
  if (n > circle_count_limit) {
    throw InputError("the number of circles is " + std::to_string(n) + ": at most " + std::to_string(circle_count_limit) +
                     " are supported");
  }
  return {std::string(family), family_radii(*exponent, n)};
}

Problem read_radii(const std::filesystem::path& file, long long n) {
  const io::TextTable table = io::TextTable::read(file);
  if (table.empty()) table.fail(0, "is empty: one radius per line is needed");
  if (table.row_count() > circle_count_limit) {
    table.fail(0,
               "holds " + std::to_string(table.row_count()) + " radii: at most " + std::to_string(circle_count_limit) + " are supported");
  }
  std::vector<double> radii;
  for (int row = 0; row < table.row_count(); ++row) {
    table.require_field_count(row, 1, "one radius per line");
    radii.push_back(table.number(row, 0, "radius", io::NumberRule::positive));
  }
  if (n > 0 && n != table.row_count()) {
    table.fail(0, "holds " + std::to_string(table.row_count()) + " radii, but n is " + std::to_string(n) + ": give another n, or none");
  }
  return problem_from_radii(std::move(radii));
}

Problem problem_from_radii(std::vector<double> radii) {
  if (radii.empty()) throw InputError("the list of radii is empty: at least one radius is needed");
  if (radii.size() > static_cast<std::size_t>(circle_count_limit)) {
    throw InputError("the list holds " + std::to_string(radii.size()) + " radii: at most " + std::to_string(circle_count_limit) +
                     " are supported");
  }
  for (std::size_t i = 0; i < radii.size(); ++i) {
    if (!std::isfinite(radii[i]) || radii[i] <= 0) {
      throw InputError("radius " + std::to_string(i + 1) + " of the list is " + std::to_string(radii[i]) +
                       ": a finite number above 0 is needed");
    }
  }
  std::sort(radii.begin(), radii.end());

  // A family only counts when every radius agrees; the first names win where two families coincide (n = 1).
  for (std::string_view family : family_names) {
    const std::vector<double> candidate = family_radii(*family_exponent(family), static_cast<long long>(radii.size()));
    const bool same =
        std::equal(radii.begin(), radii.end(), candidate.begin(), [](double a, double b) { return std::abs(a - b) <= 1e-12 * b; });
    if (same) return {std::string(family), candidate};
  }
  return {"file", std::move(radii)};
}

}  // namespace jam::circles
