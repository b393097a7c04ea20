// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Ladders of circles of radii 1..n at random places in a circle of radius 1, with the tables that their
// engines need.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "jam/circles/tempering/ladder_engine.hpp"

namespace jam::test {

/// Circles that take 0.85 of the area.
class SweepSetting {
 public:
  explicit SweepSetting(int n) : count(n) {
    float squares = 0;
    for (int i = 1; i <= n; ++i) squares += static_cast<float>(i * i);
    const float container = std::sqrt(squares / 0.85F);
    for (int i = 1; i <= n; ++i) radius.push_back(static_cast<float>(i) / container);
    for (const float r : radius) {
      const float clearance = (1 - r) * (1 - r);
      rim.push_back({clearance, 0.25F / clearance});
      for (const float other : radius) {
        const float reach = r + other;
        pair.push_back({r == other ? 0.0F : reach * reach, 0.25F / (reach * reach)});
      }
    }
  }

  [[nodiscard]] circles::SweepTables tables() const {
    return {count, radius.data(), pair.data(), rim.data()};
  }

  /// Temperatures from 1 / coldest on, each `ratio` times the one before.
  [[nodiscard]] circles::LadderSetting ladders(double coldest, double ratio, std::uint64_t seed = 7) const {
    circles::LadderSetting setting{tables(), {}, seed};
    for (std::size_t temperature = 0; temperature < setting.beta.size(); ++temperature)
      setting.beta[temperature] = coldest / std::pow(ratio, static_cast<double>(temperature));
    return setting;
  }

  /// E from its definition; x(i) and y(i) are the centres.
  template <class X, class Y>
  [[nodiscard]] double energy(const X& x, const Y& y) const {
    double sum = 0;
    const auto add = [&sum](double square, double reach) {
      sum += std::pow(std::max(0.0, reach * reach - square) / (2 * reach), 2);
    };
    for (int i = 0; i < count; ++i) {
      const double xi = x(i);
      const double yi = y(i);
      const double ri = radius[i];
      sum += std::pow(std::max(0.0, xi * xi + yi * yi - (1 - ri) * (1 - ri)) / (2 * (1 - ri)), 2);
      for (int j = 0; j < i; ++j) {
        const double dx = xi - x(j);
        const double dy = yi - y(j);
        add(dx * dx + dy * dy, ri + static_cast<double>(radius[j]));
      }
    }
    return sum;
  }

  int count;
  std::vector<float> radius;
  std::vector<circles::PairTerm> pair;
  std::vector<circles::RimTerm> rim;
};

/// Numbers first, first + 1, ...
inline std::vector<circles::Ladder> random_ladders(int ladder_count, int n, std::uint32_t first = 0) {
  std::vector<circles::Ladder> ladders(static_cast<std::size_t>(ladder_count));
  for (circles::Ladder& ladder : ladders) {
    ladder.number = first++;
    ladder.x.resize(static_cast<std::size_t>(n));
    ladder.y.resize(static_cast<std::size_t>(n));
    for (std::size_t replica = 0; replica < circles::replica_count; ++replica) {
      ladder.temperature[replica] = static_cast<std::int32_t>(replica);
      ladder.step[replica] = 0.05F;
      RandomStream random(1, StreamId::test, ladder.number, replica);
      for (std::size_t i = 0; i < ladder.x.size(); ++i) {
        ladder.x[i].value[replica] = random.uniform() - 0.5F;
        ladder.y[i].value[replica] = random.uniform() - 0.5F;
      }
    }
  }
  return ladders;
}

/// Whether both stand at the same place, bit by bit, with the same samples.
inline bool same_ladder(const circles::Ladder& a, const circles::Ladder& b) {
  const auto same_lanes = [](const std::vector<circles::Lanes>& p, const std::vector<circles::Lanes>& q) {
    return std::equal(p.begin(), p.end(), q.begin(), q.end(),
                      [](const auto& s, const auto& t) { return s.value == t.value; });
  };
  const auto same_sample = [](const circles::LadderSample& s, const circles::LadderSample& t) {
    return s.energy == t.energy && s.x == t.x && s.y == t.y;
  };
  return a.number == b.number && a.block == b.block && a.temperature == b.temperature && a.step == b.step &&
         same_lanes(a.x, b.x) && same_lanes(a.y, b.y) &&
         std::equal(a.samples.begin(), a.samples.end(), b.samples.begin(), b.samples.end(), same_sample);
}

}  // namespace jam::test
