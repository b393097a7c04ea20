// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Small contacts that tests on the CPU and on a GPU use.
#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "elastic/contacts.hpp"
#include "jam/elastic/batch/contact.hpp"

namespace jam::test {

/// The Hertz problem of the acceptance tests on n x n cells of [-1.25, 1.25]^2.
inline SmallContact hertz_contact(int n, NormalLoad load) {
  return {centred_grid(n, n, 2.5, 2.5), {0.01, 0.01}, m1(), 0, load};
}

/// Contacts with random materials, curvatures, loads and grids of 8 to 32 cells, every third with a liner.
/// Grids are 1.3 times the patch of Hertz.
inline std::vector<SmallContact> random_contacts(int count, unsigned seed) {
  std::mt19937 engine(seed);
  const auto uniform = [&](double low, double high) {
    return low + (high - low) * (static_cast<double>(engine()) / 4294967296.0);
  };
  std::vector<SmallContact> contacts;
  for (int k = 0; k < count; ++k) {
    SmallContact contact;
    contact.pair = combine({uniform(100, 1000), uniform(0, 0.5)}, {uniform(100, 1000), uniform(0, 0.5)});
    contact.curvature = {uniform(0.005, 0.02), uniform(0.005, 0.02)};
    if (k % 3 == 2) contact.liner = uniform(1e-4, 1e-2);
    const double force = uniform(1, 20);
    const HertzContact hertz = hertz_by_force(contact.curvature, contact.pair.modulus, force);
    contact.load = k % 2 == 0 ? by_force(force) : by_approach(hertz.approach);
    const int nx = static_cast<int>(uniform(8, 33)), ny = static_cast<int>(uniform(8, 33));
    contact.grid = centred_grid(nx, ny, 2.6 * hertz.x_axis, 2.6 * hertz.y_axis);
    contacts.push_back(contact);
  }
  return contacts;
}

}  // namespace jam::test
