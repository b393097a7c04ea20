// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Fresh packings and round parameters.
#include "jam/circles/tabu/start.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "jam/core/error.hpp"
#include "jam/core/philox.hpp"

namespace jam::circles {
namespace {

/// Largest number of candidate moves in one step of tabu search; the usual weights give two for each circle.
constexpr int candidate_limit = 1'000'000;

}  // namespace

std::vector<Circle> start_centres(const Problem& problem, Start start, std::uint64_t seed, int instance,
                                  long long number, double container) {
  const int n = problem.count();
  std::vector<Circle> circles(n);
  RandomStream random(seed, StreamId::start, static_cast<std::uint32_t>(instance),
                      static_cast<std::uint64_t>(number));
  if (start == Start::grid) {
    // A square grid, whose cells are assigned at random.
    const int side = static_cast<int>(std::ceil(std::sqrt(n)));
    std::vector<int> cell(n);
    std::iota(cell.begin(), cell.end(), 0);
    for (int k = n - 1; k > 0; --k) std::swap(cell[k], cell[random.below(static_cast<std::uint32_t>(k + 1))]);
    const double pitch = 2 * problem.radii.back();
    for (int i = 0; i < n; ++i) {
      const int row = cell[i] / side;
      const int column = cell[i] % side;
      circles[i] = {problem.radii[i], pitch * (column - 0.5 * (side - 1)), pitch * (row - 0.5 * (side - 1))};
    }
    return circles;
  }
  for (int i = 0; i < n; ++i) {
    Circle& circle = circles[i];
    circle.radius = problem.radii[i];
    place_at_random(circle, container, random);
  }
  if (start == Start::random_scale) {
    double factor = 1;
    for (int i = 0; i < n; ++i) {
      for (int j = 0; j < i; ++j) {
        const Circle& a = circles[i];
        const Circle& b = circles[j];
        factor = std::max(
            factor, (a.radius + b.radius) / std::max(std::hypot(a.x - b.x, a.y - b.y), 1e-3 * container));
      }
    }
    for (Circle& circle : circles) {
      circle.x *= factor;
      circle.y *= factor;
    }
  }
  return circles;
}

void set_shares(RoundParameters& parameters, const MoveWeights& weights, double sum) {
  double cumulative = 0;
  for (int kind = 1; kind < move_kind_count; ++kind) {
    cumulative += weights.values()[kind] / sum;
    parameters.shares[kind] = static_cast<float>(cumulative);
  }
}

RoundParameters make_round_parameters(const Problem& problem, const SearchOptions& options) {
  const MoveWeights& moves = options.moves;
  for (const double weight : moves.values()) {
    if (!(weight >= 0) || !std::isfinite(weight))
      throw InputError("a move weight is negative or not a number; weights are >= 0 and finite");
  }
  const double sum = moves.sum();
  const double neighbour_weight = moves[MoveKind::neighbour_swap];
  if (sum <= 0)
    throw InputError("all move weights are 0: give at least one --move-... option a positive weight");

  const int n = problem.count();
  RoundParameters parameters;
  parameters.count = n;
  parameters.seed = options.seed;
  parameters.tabu = options.strategy == Strategy::tabu ? 1 : 0;

  // Tabu search takes all swaps of neighbours and draws the other moves in proportion; trials draw all of
  // them.
  const bool whole = options.strategy == Strategy::tabu && neighbour_weight > 0 && n > 1 &&
                     problem.radii.front() < problem.radii.back();
  double drawn = whole ? sum - neighbour_weight : sum;
  int candidates = 16;
  if (whole) {
    parameters.neighbour_swap_count = n - 1;
    parameters.drawn_must_gain = 1;
    const double proportional = (n - 1) * sum / neighbour_weight;
    if (!(proportional <= candidate_limit)) {
      throw InputError(
          fmt::format("the swaps of neighbours are too small a share of all moves: more than {} candidates "
                      "per step; raise "
                      "--move-neighbour-swap, set it to 0, or lower the others",
                      candidate_limit));
    }
    candidates = static_cast<int>(std::lround(proportional));
  } else if (options.strategy == Strategy::tabu) {
    candidates = n;
  }
  // Whole packs of sixteen; with neighbour swaps alone, the rest of the last pack stays empty.
  parameters.candidate_count = drawn > 0 ? (candidates + 15) / 16 * 16 : candidates;
  if (drawn <= 0) drawn = 1;
  set_shares(parameters, moves, drawn);
  if (whole) {
    // Rounding must not let a drawn move be a neighbour swap: the last kind with a weight takes the rest.
    int last = move_kind_count - 1;
    while (last > 1 && !(moves.values()[last] > 0)) --last;
    parameters.shares[last] = 2.0F;
  }

  parameters.small_count = static_cast<int>(std::count_if(
      problem.radii.begin(), problem.radii.end(), [&](double r) { return r <= problem.radii.back() / 4; }));
  if (parameters.small_count == n) parameters.small_count = 0;
  parameters.tenure = n / 5 + 1;
  parameters.relaxation.contact = options.relaxation == Relaxation::contact;
  parameters.relaxation.mass_by_area = options.mass_by_area;
  if (parameters.relaxation.contact) {
    // The corrections converge linearly, and several times slower.
    parameters.relaxation.step_limit = 600;
    parameters.relaxation.give_up_energy = 1e30F;
  }
  return parameters;
}

}  // namespace jam::circles
