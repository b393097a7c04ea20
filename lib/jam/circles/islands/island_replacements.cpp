// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Restarts of instances of an island: from a fresh start, an elite with some circles relocated, or a
// crossing.
#include <algorithm>
#include <span>
#include <unordered_set>
#include <utility>

#include "jam/circles/islands/elites.hpp"
#include "jam/circles/islands/island.hpp"
#include "jam/circles/model/contact_graph.hpp"
#include "jam/circles/tabu/start.hpp"
#include "jam/core/parallel.hpp"
#include "jam/core/philox.hpp"

namespace jam::circles {
namespace {

/// Shares of the replaced instances that begin from a fresh start, and from an elite with some circles
/// relocated; the others from a crossing.
constexpr float fresh_share = 0.1F;
constexpr float perturbed_share = 0.3F;

}  // namespace

void PackingIsland::replace(int k) {
  RandomStream random(options_.seed, StreamId::select_elite, static_cast<std::uint32_t>(number_of(k)),
                      static_cast<std::uint64_t>(restarts_[k]));
  const int parents = elites_.size() + migrants_.size();
  const float drawn = random.uniform();
  if (elites_.size() == 0 || drawn < fresh_share) {
    fresh_start(k);
    return;
  }
  const auto pick = [&](int count) {
    return static_cast<int>(random.below(static_cast<std::uint32_t>(count)));
  };
  ++restarts_[k];
  const int first = pick(elites_.size());
  if (parents == 1 || drawn < fresh_share + perturbed_share) {
    instances_.load(k, perturbed(elites_[first].circles, random));
    return;
  }
  int second = pick(parents - 1);
  if (second >= first) ++second;
  const Packing& other = second < elites_.size() ? elites_[second] : migrants_[second - elites_.size()];
  instances_.load(k, cross(elites_[first].circles, other.circles, random));
}

std::vector<Circle> PackingIsland::perturbed(std::vector<Circle> circles, RandomStream& random) const {
  const auto n = static_cast<std::uint32_t>(problem_.count());
  const int count =
      1 + static_cast<int>(random.below(static_cast<std::uint32_t>(parameters_.perturbation_limit)));
  for (int t = 0; t < count; ++t)
    place_at_random(circles[random.below(n)], instances_.target_radius(), random);
  return circles;
}

void PackingIsland::replace_duplicates() {
  // Only evaluated instances have a layout; among instances with the same layout the first is kept.
  const std::size_t n = problem_.count();
  std::vector<std::uint64_t> hash(size_.instance_count, 0);
  parallel_for(size_.instance_count, thread_count_, [&](int k) {
    if (!evaluated(k)) return;
    const InstanceArrays& arrays = instances_.arrays;
    const auto centres = [&](const std::vector<float>& values) {
      return std::span(values).subspan(k * n, n);
    };
    hash[k] = layout_hash(arrays.radius, centres(arrays.best_x), centres(arrays.best_y));
  });
  std::unordered_set<std::uint64_t> seen;
  for (int k = 0; k < size_.instance_count; ++k) {
    if (!evaluated(k) || seen.insert(hash[k]).second) continue;
    ++duplicate_count_;
    replace(k);
  }
}

}  // namespace jam::circles
