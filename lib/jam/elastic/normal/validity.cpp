// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/elastic/normal/validity.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "jam/core/error.hpp"

namespace jam::elastic {
namespace {

/// A patch of fewer cells across is rough: its largest pressure is off by more than 1 %. 50 cells in a
/// square.
constexpr double coarse_cells = 7.05;

/// Limits of small strains [-]. largest_axis: half of the extent of the patch over the radius of curvature,
/// and slope of the gap. largest_pressure: largest pressure over E*. largest_strain: compression of a liner
/// over its thickness.
constexpr double largest_axis = 0.2, largest_pressure = 0.1, largest_strain = 0.3;

}  // namespace

std::vector<std::string> validity_warnings(const PatchFacts& patch) {
  std::vector<std::string> warnings;
  if (patch.cells > 0 && patch.cells_across < coarse_cells) {
    warnings.push_back(
        fmt::format("the patch has {} cells only: pressures are rough below 8 cells across", patch.cells));
  }
  const auto share = [&](BodyCurvature body) {
    return std::max(patch.x_axis * std::fabs(body.x), patch.y_axis * std::fabs(body.y));
  };
  const std::array shares{share({2 * patch.gap.a, 2 * patch.gap.b}), share(patch.bodies[0]),
                          share(patch.bodies[1])};
  const auto worst = std::max_element(shares.begin(), shares.end());
  if (*worst > largest_axis) {
    // A ball on a plane has the radius of its gap; the body need not be named.
    const std::size_t body = worst - shares.begin();
    warnings.push_back(fmt::format(
        "the patch is large: {:.3g} of the radius of curvature{}, half-space theory holds up to {}", *worst,
        body > 0 ? " of " + patch.names[body - 1] : "", largest_axis));
  }
  if (patch.pressure > largest_pressure * patch.modulus) {
    warnings.push_back(fmt::format("the {} pressure is {:.3g} of E*: half-space theory holds up to {}",
                                   patch.sharp ? "mean" : "peak", patch.pressure / patch.modulus,
                                   largest_pressure));
  }
  if (patch.liner_strain > largest_strain) {
    warnings.push_back(
        fmt::format("the liner is compressed by {:.3g} of its thickness: its modulus holds up to {}",
                    patch.liner_strain, largest_strain));
  }
  return warnings;
}

double largest_slope(const Grid& grid, std::span<const double> gap, std::span<const double> pressure) {
  double slope = 0;
  const auto look = [&](std::size_t i, std::size_t j, double distance) {
    if (pressure[i] > 0 && pressure[j] > 0) slope = std::max(slope, std::fabs(gap[i] - gap[j]) / distance);
  };
  for (int iy = 0; iy < grid.ny; ++iy) {
    for (int ix = 0; ix < grid.nx; ++ix) {
      const std::size_t i = static_cast<std::size_t>(iy) * grid.nx + ix;
      if (ix + 1 < grid.nx) look(i, i + 1, grid.dx);
      if (iy + 1 < grid.ny) look(i, i + grid.nx, grid.dy);
    }
  }
  return slope;
}

std::string slope_warning(double slope) {
  if (slope <= largest_axis) return {};
  return fmt::format("the gap is steep below the patch: a slope of {:.3g}, half-space theory holds up to {}",
                     slope, largest_axis);
}

void require_finite(std::span<const double> values) {
  if (std::all_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); })) return;
  throw InputError(
      "the result is not finite: loads, lengths or moduli are beyond what is computed: other sizes are "
      "accepted");
}

void require_finite(const NormalSolution& solution) {
  require_finite(std::array{solution.approach, solution.force, solution.peak, solution.residual});
  require_finite(solution.pressure);
  require_finite(solution.gap);
}

}  // namespace jam::elastic
