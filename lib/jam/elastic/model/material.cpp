// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/elastic/model/material.hpp"

#include <fmt/format.h>

#include <cmath>

#include "jam/core/error.hpp"

namespace jam::elastic {
namespace {

constexpr NamedMaterial materials[] = {
    {"rigid", {std::numeric_limits<double>::infinity(), 0}, "by definition"},
    {"steel", {210'000, 0.3}, "EN 1993-1-1, 3.2.6"},
    {"stainless-steel", {200'000, 0.3}, "EN 1993-1-4, 2.1.3"},
    {"aluminium", {70'000, 0.3}, "EN 1999-1-1, 3.2.5"},
    {"glass", {70'000, 0.2}, "EN 572-1, soda lime silicate glass"},
    {"concrete", {33'000, 0.2}, "EN 1992-1-1, table 3.1, C30/37, uncracked"},
    {"rubber", {2.2, 0.5}, "P. B. Lindley, Engineering Design with Natural Rubber, 50 IRHD"},
};

void check(const Material& material) {
  if (!(material.young > 0))
    throw InputError(fmt::format("a Young modulus of {} MPa: a number above 0 is accepted", material.young));
  if (!(material.poisson >= 0 && material.poisson <= 0.5)) {
    throw InputError(
        fmt::format("a Poisson ratio of {}: a number from 0 to 0.5 is accepted", material.poisson));
  }
}

}  // namespace

MaterialPair combine(const Material& upper, const Material& lower) {
  check(upper), check(lower);
  const double f1 = 1 / upper.shear(), f2 = 1 / lower.shear();  // 0 of a rigid body.
  if (!(f1 + f2 > 0)) throw InputError("both bodies are rigid: at least one must be elastic");
  MaterialPair pair;
  pair.shear = 2 / (f1 + f2);
  pair.poisson = 0.5 * pair.shear * (upper.poisson * f1 + lower.poisson * f2);
  pair.coupling = 0.25 * pair.shear * ((1 - 2 * upper.poisson) * f1 - (1 - 2 * lower.poisson) * f2);
  pair.modulus = pair.shear / (1 - pair.poisson);
  pair.mindlin = (2 - upper.poisson) * f1 + (2 - lower.poisson) * f2;
  return pair;
}

std::span<const NamedMaterial> named_materials() { return materials; }

}  // namespace jam::elastic
