// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The moves of the search: how a candidate packing is made from the base packing of a neighbourhood. Sources:
// swaps of neighbouring radii and the outmost placement, Goetzmann 2007 and T. Ye, W. Huang, Z. Lue
// (arXiv:1306.0694); vacancies and small circles last, as in E. Specht (2015). Host and device share this;
// units as in relaxation.hpp.
#pragma once

#include "jam/circles/model/move_rows.hpp"
#include "jam/circles/tabu/instance.hpp"
#include "jam/core/philox.hpp"

namespace jam::circles {

/// A move: its kind, the circles it concerns (ranks), and where the first of them goes.
struct Move {
  MoveKind kind = MoveKind::start;
  int first = 0;
  int second = 0;
  float x = 0;
  float y = 0;
};

/// An empty place and its clearance: the radius of the largest circle that fits there (negative: occupied).
struct Vacancy {
  float clearance = -1e30F;
  float x = 0;
  float y = 0;
};

/// A uniform point of the disc of radius `radius`, by rejection (eight tries, then the last one is scaled
/// inwards): no transcendental functions, hence the same bits everywhere.
JAM_HD_INLINE void uniform_in_disc(RandomStream& random, float radius, float& x, float& y) {
  float u = 0;
  float v = 0;
  for (int trial = 0; trial < 8; ++trial) {
    u = 2.0F * random.uniform() - 1.0F;
    v = 2.0F * random.uniform() - 1.0F;
    if (u * u + v * v < 1.0F) break;
    if (trial == 7) {
      u *= 0.7F;
      v *= 0.7F;
    }
  }
  x = u * radius;
  y = v * radius;
}

/// The emptiest of `sample_count` random points for circle `self` of radius `radius`, among the circles from
/// number `lowest` on. centre_x(j), centre_y(j), radius_of(j) describe them. The whole team works on the
/// samples and all its threads get the answer.
template <Team T, class X, class Y, class R>
JAM_HD_INLINE Vacancy find_vacancy(const T& team, const RandomStream& random, int sample_count, int self,
                                   int lowest, int count, float radius, const X& centre_x, const Y& centre_y,
                                   const R& radius_of) {
  using Real = typename T::Real;
  const float extent = 1.0F - radius;
  Real best(-1e30F);
  Real best_x(0.0F);
  Real best_y(0.0F);
  for (int first = 0; first < sample_count; first += T::packing_count * team.size()) {
    Real x(0.0F);
    Real y(0.0F);
    PhiloxBlock words;
    for (int lane = 0; lane < T::packing_count; ++lane) {
      // Block 0 of the stream belongs to the choice of the move; then every block holds two points.
      const int sample = first + team.rank() * T::packing_count + lane;
      if (T::packing_count == 1 || sample % 2 == 0)
        words = random.block(static_cast<std::uint32_t>(1 + sample / 2));
      const bool even = sample % 2 == 0;
      set_lane(x, lane, (2.0F * uniform_float(even ? words.x : words.z) - 1.0F) * extent);
      set_lane(y, lane, (2.0F * uniform_float(even ? words.y : words.w) - 1.0F) * extent);
    }
    const Real square = larger(x * x + y * y, Real(1e-12F));
    Real clearance = Real(1.0F) - square * reciprocal_sqrt(square);
    for (int j = lowest; j < count; ++j) {
      if (j == self) continue;
      const Real dx = x - Real(centre_x(j));
      const Real dy = y - Real(centre_y(j));
      const Real distance = larger(dx * dx + dy * dy, Real(1e-12F));
      clearance = smaller(clearance, distance * reciprocal_sqrt(distance) - Real(radius_of(j)));
    }
    const auto better = best < clearance;
    best_x = select(better, x, best_x);
    best_y = select(better, y, best_y);
    best = larger(best, clearance);
  }
  Vacancy vacancy;
  for (int lane = 0; lane < T::packing_count; ++lane) {
    if (get_lane(best, lane) > vacancy.clearance)
      vacancy = {get_lane(best, lane), get_lane(best_x, lane), get_lane(best_y, lane)};
  }
  team.largest(vacancy.clearance, vacancy.x, vacancy.y);
  return vacancy;
}

/// The next circle larger than `k`, or -1.
JAM_HD_INLINE int next_larger(const float* radius, int count, int k) {
  for (int j = k + 1; j < count; ++j) {
    if (radius[j] > radius[k]) return j;
  }
  return -1;
}

/// Draws candidate `number` of a neighbourhood. A swap of equal circles would change nothing and becomes an
/// insertion.
template <Team T>
JAM_HD_INLINE Move draw_move(const T& team, const RoundParameters& parameters, const float* x, const float* y,
                             const float* radius, int number, const RandomStream& random) {
  const int n = parameters.count;
  const PhiloxBlock words = random.block(0);
  const auto pick = [&](std::uint32_t word) {
    return static_cast<int>(uniform_below(word, 0, static_cast<std::uint32_t>(n)));
  };
  Move move;
  if (number < parameters.neighbour_swap_count) {
    move = {MoveKind::neighbour_swap, number, next_larger(radius, n, number)};
  } else if (number - parameters.neighbour_swap_count < parameters.insert_count) {
    move = {MoveKind::insert, number - parameters.neighbour_swap_count};
  } else {
    const float share = uniform_float(words.x);
    move.first = pick(words.y);
    move.second = pick(words.z);
    int kind = 1;
    while (kind < move_kind_count && !(share < parameters.shares[kind])) ++kind;
    move.kind = kind < move_kind_count ? static_cast<MoveKind>(kind) : MoveKind::neighbour_swap;
    if (move.kind == MoveKind::neighbour_swap) move.second = next_larger(radius, n, move.first);
  }
  if (is_one_of(exchanging_kinds, move.kind) &&
      (move.second < 0 || radius[move.first] == radius[move.second]))
    move.kind = MoveKind::insert;
  if (move.kind == MoveKind::small_last && parameters.small_count == 0) move.kind = MoveKind::insert;
  if (move.kind == MoveKind::insert) {
    const Vacancy vacancy = find_vacancy(
        team, random, parameters.sample_count, move.first, 0, n, radius[move.first],
        [&](int j) { return x[j]; }, [&](int j) { return y[j]; }, [&](int j) { return radius[j]; });
    move.x = vacancy.x;
    move.y = vacancy.y;
  } else if (move.kind == MoveKind::outside) {
    // The centre lies on the rim in a random direction: half of the circle is outside.
    RandomStream direction = random;
    direction.seek(4);
    float u = 0;
    float v = 0;
    uniform_in_disc(direction, 1.0F, u, v);
    const float inverse = reciprocal_sqrt(larger(u * u + v * v, 1e-12F));
    move.x = u * inverse;
    move.y = v * inverse;
  }
  return move;
}

/// Stages of a gradual swap; the packing is relaxed after each of them.
inline constexpr int gradual_stage_count = 4;

/// Applies `move` to lane `lane` of the team's packing, which holds the base packing. The caller has to
/// synchronise the team afterwards.
template <Team T>
JAM_HD_INLINE void apply_move(const T& team, const RoundParameters& parameters, const Move& move,
                              const float* radius, const RandomStream& random, int lane, typename T::Real* x,
                              typename T::Real* y, typename T::Real* r) {
  const int n = parameters.count;
  switch (move.kind) {
    case MoveKind::neighbour_swap:
    case MoveKind::swap:
    case MoveKind::gradual_swap:
      if (team.rank() == 0) {
        // A gradual swap starts with its first stage; instance_search.hpp does the others.
        const float part =
            move.kind == MoveKind::gradual_swap ? 1.0F / static_cast<float>(gradual_stage_count) : 1.0F;
        const float difference = part * (radius[move.second] - radius[move.first]);
        set_lane(r[move.first], lane, part < 1.0F ? radius[move.first] + difference : radius[move.second]);
        set_lane(r[move.second], lane, part < 1.0F ? radius[move.second] - difference : radius[move.first]);
      }
      break;
    case MoveKind::outside:
    case MoveKind::insert:
      if (team.rank() == 0) {
        set_lane(x[move.first], lane, move.x);
        set_lane(y[move.first], lane, move.y);
      }
      break;
    case MoveKind::small_last:
      // The largest of the small circles first; those not yet placed are not in the way.
      for (int k = parameters.small_count - 1; k >= 0; --k) {
        RandomStream samples(parameters.seed, StreamId::vacancy, static_cast<std::uint32_t>(k), random.at(3));
        const Vacancy vacancy = find_vacancy(
            team, samples, parameters.sample_count, k, k + 1, n, radius[k],
            [&](int j) { return get_lane(x[j], lane); }, [&](int j) { return get_lane(y[j], lane); },
            [&](int j) { return radius[j]; });
        team.sync();
        if (team.rank() == 0) {
          set_lane(x[k], lane, vacancy.x);
          set_lane(y[k], lane, vacancy.y);
        }
        team.sync();
      }
      break;
    case MoveKind::perturb:
      if (team.rank() == 0) {
        RandomStream draws = random;
        const int relocated =
            1 + static_cast<int>(draws.below(static_cast<std::uint32_t>(parameters.perturbation_limit)));
        for (int k = 0; k < relocated; ++k) {
          const int circle = static_cast<int>(draws.below(static_cast<std::uint32_t>(n)));
          float u = 0;
          float v = 0;
          uniform_in_disc(draws, 1.0F - radius[circle], u, v);
          set_lane(x[circle], lane, u);
          set_lane(y[circle], lane, v);
        }
      }
      break;
    case MoveKind::start:
    case MoveKind::replica_exchange:
    case MoveKind::annealing: break;
  }
}

}  // namespace jam::circles
