// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Packings for tests of relaxation and moves: radii 1..n in the unit circle at a given density, centres at
// random. Single precision, in units of the enclosing radius.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "jam/circles/relax/team.hpp"
#include "jam/circles/tabu/moves.hpp"

namespace jam::circles::testing {

struct Discs {
  std::vector<float> x;
  std::vector<float> y;
  std::vector<float> r;
  [[nodiscard]] int count() const { return static_cast<int>(r.size()); }
};

inline Discs random_discs(int n, float density, std::uint32_t number) {
  Discs discs;
  double squares = 0;
  for (int i = 1; i <= n; ++i) squares += static_cast<double>(i) * i;
  RandomStream random(1, StreamId::test, number, 0);
  for (int i = 1; i <= n; ++i) {
    const auto radius = static_cast<float>(i * std::sqrt(density / squares));
    float x = 0;
    float y = 0;
    uniform_in_disc(random, 1.0F - radius, x, y);
    discs.r.push_back(radius);
    discs.x.push_back(x);
    discs.y.push_back(y);
  }
  return discs;
}

/// A one-thread team with its memory.
template <class Real, int lanes>
struct TeamMemory {
  explicit TeamMemory(int n)
      : locals(static_cast<std::size_t>(local_count * n)),
        list(static_cast<std::size_t>(n * n)),
        row(static_cast<std::size_t>(n + 1)) {
    scratch.locals = locals.data();
    scratch.list = list.data();
    scratch.row = row.data();
    scratch.item_limit = n;
  }
  [[nodiscard]] OneThreadTeam<Real, lanes> team() const { return OneThreadTeam<Real, lanes>(scratch); }

  std::vector<Real> locals;
  std::vector<int> list;
  std::vector<int> row;
  SerialScratch<Real> scratch;
};

using SerialMemory = TeamMemory<float, 1>;

/// Relaxes in place on a SerialTeam.
inline RelaxationResult<float> relax_serially(Discs& discs, const RelaxationParameters& parameters) {
  const SerialMemory memory(discs.count());
  return relax(memory.team(), {discs.count(), discs.x.data(), discs.y.data(), discs.r.data()}, parameters,
               false);
}

/// E = sum of squared overlaps, in double by the plain double loop.
inline double overlap_energy(const Discs& discs) {
  double energy = 0;
  for (int i = 0; i < discs.count(); ++i) {
    const double xi = discs.x[i];
    const double yi = discs.y[i];
    const double rim = std::max(0.0, std::hypot(xi, yi) + discs.r[i] - 1);
    energy += rim * rim;
    for (int j = 0; j < i; ++j) {
      const double overlap = std::max(
          0.0, static_cast<double>(discs.r[i]) + discs.r[j] - std::hypot(xi - discs.x[j], yi - discs.y[j]));
      energy += overlap * overlap;
    }
  }
  return energy;
}

}  // namespace jam::circles::testing
