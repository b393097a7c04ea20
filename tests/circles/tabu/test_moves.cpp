// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The moves: each kind changes what it says and nothing else, and kinds are drawn as often as their weights
// say.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "jam/circles/tabu/start.hpp"
#include "jam/core/error.hpp"
#include "scenes/circles/random_discs.hpp"

using namespace jam;
using namespace jam::circles;
using namespace jam::circles::testing;

namespace {

constexpr int n = 20;

/// Draws and applies moves of one kind to the same base packing.
struct Mover {
  Discs base = random_discs(n, 0.8F, 1);
  RoundParameters parameters = with(MoveWeights());
  SerialMemory memory{n};

  /// Parameters with these weights, without a whole neighbourhood.
  static RoundParameters with(const MoveWeights& weights) {
    SearchOptions options;
    options.strategy = Strategy::trials;
    options.moves = weights;
    return make_round_parameters(make_problem("linear", n), options);
  }

  [[nodiscard]] RandomStream stream(int trial) const {
    return {7, StreamId::move, 0, static_cast<std::uint64_t>(trial)};
  }

  [[nodiscard]] Move draw(int trial) const {
    return draw_move(memory.team(), parameters, base.x.data(), base.y.data(), base.r.data(), 1000,
                     stream(trial));
  }

  [[nodiscard]] Discs apply(const Move& move, int trial) const {
    Discs discs = base;
    apply_move(memory.team(), parameters, move, base.r.data(), stream(trial), 0, discs.x.data(),
               discs.y.data(), discs.r.data());
    return discs;
  }

  /// Circles whose centre or radius is not that of the base.
  [[nodiscard]] std::set<int> changed(const Discs& discs) const {
    std::set<int> indices;
    for (int i = 0; i < n; ++i) {
      if (discs.x[i] != base.x[i] || discs.y[i] != base.y[i] || discs.r[i] != base.r[i]) indices.insert(i);
    }
    return indices;
  }

  /// Radius of the largest circle that fits at (x, y) besides circles `lowest` and up, `self` taken out.
  [[nodiscard]] float clearance(float x, float y, int self, int lowest, const Discs& discs) const {
    float gap = 1.0F - std::hypot(x, y);
    for (int j = lowest; j < n; ++j) {
      if (j != self) gap = std::min(gap, std::hypot(x - discs.x[j], y - discs.y[j]) - discs.r[j]);
    }
    return gap;
  }
};

}  // namespace

TEST_CASE("a swap exchanges the radii of two places and moves no centre", "[unit]") {
  for (const MoveKind kind : {MoveKind::neighbour_swap, MoveKind::swap}) {
    Mover mover;
    mover.parameters = Mover::with(MoveWeights(kind));
    int swaps = 0;
    for (int trial = 0; trial < 200; ++trial) {
      const Move move = mover.draw(trial);
      if (move.kind == MoveKind::insert)
        continue;  // The largest circle has no larger neighbour; a circle is not swapped with itself.
      ++swaps;
      const bool neighbours = kind == MoveKind::neighbour_swap;
      REQUIRE(move.kind == kind);
      if (neighbours) CHECK(move.second == move.first + 1);
      const Discs after = mover.apply(move, trial);
      CHECK(after.x == mover.base.x);
      CHECK(after.y == mover.base.y);
      CHECK(mover.changed(after) == std::set<int>{move.first, move.second});
      CHECK(after.r[move.first] == mover.base.r[move.second]);
      CHECK(after.r[move.second] == mover.base.r[move.first]);
    }
    CHECK(swaps > 170);  // One of twenty becomes an insertion.
  }
}

TEST_CASE("a gradual swap begins a part of the way and keeps the sum of the radii", "[unit]") {
  Mover mover;
  mover.parameters = Mover::with(MoveWeights(MoveKind::gradual_swap));
  for (int trial = 0; trial < 100; ++trial) {
    const Move move = mover.draw(trial);
    if (move.kind == MoveKind::insert) continue;
    REQUIRE(move.kind == MoveKind::gradual_swap);
    const Discs after = mover.apply(move, trial);
    const float a = mover.base.r[move.first];
    const float b = mover.base.r[move.second];
    CHECK(mover.changed(after) == std::set<int>{move.first, move.second});
    CHECK(after.r[move.first] == Approx(a + (b - a) / gradual_stage_count).epsilon(1e-6));  // Float rounding.
    CHECK(after.r[move.first] + after.r[move.second] == Approx(a + b).epsilon(1e-6));
  }
}

TEST_CASE("an insertion takes the emptiest of its sample places", "[unit]") {
  Mover mover;
  mover.parameters = Mover::with(MoveWeights(MoveKind::insert));
  for (int trial = 0; trial < 100; ++trial) {
    const Move move = mover.draw(trial);
    REQUIRE(move.kind == MoveKind::insert);
    const Discs after = mover.apply(move, trial);
    CHECK(mover.changed(after) == std::set<int>{move.first});
    CHECK(after.r == mover.base.r);

    // The sample places again: two in each block of the stream after the first, in the square about the
    // disc of possible centres.
    const RandomStream stream = mover.stream(trial);
    const float extent = 1.0F - mover.base.r[move.first];
    float best = -10.0F;
    for (int k = 0; k < mover.parameters.sample_count; ++k) {
      const auto draw = static_cast<std::uint64_t>(4 + 2 * k);
      const float x = (2.0F * uniform_float(stream.at(draw)) - 1.0F) * extent;
      const float y = (2.0F * uniform_float(stream.at(draw + 1)) - 1.0F) * extent;
      best = std::max(best, mover.clearance(x, y, move.first, 0, mover.base));
    }
    // The square roots of search and test differ by 3e-7 relative.
    CHECK(mover.clearance(move.x, move.y, move.first, 0, mover.base) == Approx(best).margin(2e-6));
  }
}

TEST_CASE("a circle moved outside has its centre on the rim, in all directions", "[unit]") {
  Mover mover;
  mover.parameters = Mover::with(MoveWeights(MoveKind::outside));
  int quadrant[4] = {0, 0, 0, 0};
  for (int trial = 0; trial < 400; ++trial) {
    const Move move = mover.draw(trial);
    REQUIRE(move.kind == MoveKind::outside);
    const Discs after = mover.apply(move, trial);
    CHECK(mover.changed(after) == std::set<int>{move.first});
    CHECK(std::hypot(after.x[move.first], after.y[move.first]) ==
          Approx(1.0).epsilon(1e-6));  // reciprocal_sqrt is good to 3e-7.
    ++quadrant[(after.x[move.first] > 0 ? 1 : 0) + (after.y[move.first] > 0 ? 2 : 0)];
  }
  for (const int count : quadrant)
    CHECK(std::abs(count - 100) < 45);  // Five standard deviations of a binomial (400, 1/4).
}

TEST_CASE("small circles last moves all small circles and no other, each to an empty place", "[unit]") {
  Mover mover;
  mover.parameters = Mover::with(MoveWeights(MoveKind::small_last));
  REQUIRE(mover.parameters.small_count == n / 4);
  for (int trial = 0; trial < 50; ++trial) {
    const Move move = mover.draw(trial);
    REQUIRE(move.kind == MoveKind::small_last);
    const Discs after = mover.apply(move, trial);
    std::set<int> small;
    for (int i = 0; i < mover.parameters.small_count; ++i) small.insert(i);
    CHECK(mover.changed(after) == small);
    CHECK(after.r == mover.base.r);
    // The emptiest of 32 places is better than half of all.
    RandomStream random(3, StreamId::test, 1, static_cast<std::uint64_t>(trial));
    for (const int i : small) {
      int better = 0;
      for (int k = 0; k < 64; ++k) {
        float x = 0;
        float y = 0;
        uniform_in_disc(random, 1.0F - after.r[i], x, y);
        better += mover.clearance(after.x[i], after.y[i], i, i + 1, after) >=
                  mover.clearance(x, y, i, i + 1, after);
      }
      CHECK(better >= 32);
    }
  }
}

TEST_CASE("a perturbation relocates at most its limit of circles, all to places inside", "[unit]") {
  Mover mover;
  mover.parameters.perturbation_limit = 3;
  std::size_t most = 0;
  std::size_t least = n;
  for (int trial = 0; trial < 200; ++trial) {
    Move move;
    move.kind = MoveKind::perturb;
    const Discs after = mover.apply(move, trial);
    const std::set<int> relocated = mover.changed(after);
    most = std::max(most, relocated.size());
    least = std::min(least, relocated.size());
    CHECK(after.r == mover.base.r);
    for (const int i : relocated) CHECK(std::hypot(after.x[i], after.y[i]) + after.r[i] < 1.0F + 1e-6F);
  }
  CHECK(most == 3);
  CHECK(least == 1);
}

TEST_CASE("with equal radii every swap becomes an insertion", "[unit]") {
  Mover mover;
  mover.base.r.assign(n, 0.15F);
  for (const MoveKind kind : {MoveKind::neighbour_swap, MoveKind::swap, MoveKind::gradual_swap}) {
    mover.parameters = Mover::with(MoveWeights(kind));
    for (int trial = 0; trial < 50; ++trial) CHECK(mover.draw(trial).kind == MoveKind::insert);
  }
}

TEST_CASE("the first candidates of a whole neighbourhood are all swaps, then all insertions", "[unit]") {
  Mover mover;
  mover.parameters.neighbour_swap_count = n - 1;
  mover.parameters.insert_count = n;
  for (int number = 0; number < 2 * n - 1; ++number) {
    const Move move = draw_move(mover.memory.team(), mover.parameters, mover.base.x.data(),
                                mover.base.y.data(), mover.base.r.data(), number, mover.stream(number));
    CHECK(move.kind == (number < n - 1 ? MoveKind::neighbour_swap : MoveKind::insert));
    CHECK(move.first == (number < n - 1 ? number : number - (n - 1)));
  }
}

TEST_CASE("kinds are drawn as often as their weights say", "[unit]") {
  // Weights 1, 2, 3, ...
  MoveWeights weights;
  for (const MoveRow& row : move_rows)
    weights[row.kind] = row.help != nullptr ? 1 + static_cast<int>(row.kind) : 0;
  Mover mover;
  mover.parameters = Mover::with(weights);
  constexpr int trials = 20000;
  std::map<MoveKind, int> counts;
  for (int trial = 0; trial < trials; ++trial) ++counts[mover.draw(trial).kind];
  for (const MoveRow& row : move_rows) {
    double share = weights[row.kind] / weights.sum();
    // One of n exchanges becomes an insertion.
    if (row.exchanges_two) share *= 1.0 - 1.0 / n;
    for (const MoveRow& other : move_rows) {
      if (row.kind == MoveKind::insert && other.exchanges_two)
        share += weights[other.kind] / weights.sum() / n;
    }
    INFO(move_name(row.kind));
    // Five standard deviations.
    CHECK(std::abs(counts[row.kind] - trials * share) <= 5 * std::sqrt(trials * share * (1 - share)));
  }
}

TEST_CASE("weights that are all 0, negative or not numbers are refused", "[unit]") {
  SearchOptions options;
  for (const MoveRow& row : move_rows) options.moves[row.kind] = 0;
  CHECK_THROWS_AS(make_round_parameters(make_problem("linear", n), options), InputError);
  for (const double weight : {-1.0, std::nan("")}) {
    options.moves[MoveKind::swap] = weight;
    CHECK_THROWS_AS(make_round_parameters(make_problem("linear", n), options), InputError);
  }
}
