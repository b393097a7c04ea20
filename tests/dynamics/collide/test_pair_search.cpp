// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Bins against all pairs one by one. validation.md G2; Negrut T21 to T23.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <numeric>

#include "jam/core/philox.hpp"
#include "jam/dynamics/collide/pair_search.hpp"

using namespace jam;
using namespace jam::dynamics;

namespace {

Bounds sphere_bounds(Vec3d centre, double radius, int body, double delta = 0) {
  const Shape shape{.kind = ShapeKind::sphere, .radius = radius, .body = body};
  return bounds_of(shape, {centre, {}}, 0, {{}, {}, 0.5 * delta});
}

/// n spheres, each a body of its own.
std::vector<Bounds> random_spheres(int n, std::uint64_t seed,
                                   const std::function<Vec3d(RandomStream&)>& place,
                                   const std::function<double(RandomStream&)>& radius) {
  RandomStream random(seed, StreamId::test, 0, 0);
  std::vector<Bounds> bounds;
  for (int i = 0; i < n; ++i) {
    const Vec3d centre = place(random);
    bounds.push_back(sphere_bounds(centre, radius(random), i));
  }
  return bounds;
}

std::function<Vec3d(RandomStream&)> in_cube(double edge, Vec3d corner = {0, 0, 0}) {
  return [edge, corner](RandomStream& random) {
    const double x = random.uniform_double();
    const double y = random.uniform_double();
    return corner + edge * Vec3d{x, y, random.uniform_double()};
  };
}
std::function<double(RandomStream&)> always(double radius) {
  return [radius](RandomStream&) { return radius; };
}
/// Logarithmically even from low to high.
std::function<double(RandomStream&)> spread(double low, double high) {
  return [low, high](RandomStream& random) { return low * std::pow(high / low, random.uniform_double()); };
}

std::vector<std::uint64_t> sorted(std::vector<std::uint64_t> pairs) {
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

std::vector<std::uint64_t> one_by_one(const std::vector<Bounds>& bounds) {
  std::vector<std::uint64_t> pairs;
  add_pairs_one_by_one(bounds, pairs);
  return pairs;
}

/// The pairs from bins are those of one by one, each once, whole and in slabs; returns their number.
std::size_t check_search(const std::vector<Bounds>& bounds) {
  BinnedPairs search;
  std::vector<std::uint64_t> pairs;
  search.add(bounds, 1, pairs);
  const std::vector<std::uint64_t> expected = one_by_one(bounds);
  CHECK(sorted(pairs) == expected);
  CHECK(search.entry_count() <= 64 * bounds.size());
  for (const int threads : {2, 7}) {
    std::vector<std::uint64_t> again;
    search.add(bounds, threads, again);
    CHECK(again == pairs);  // Not only the same pairs, but in the same order.
  }
  for (const std::size_t slabs : {2, 8, 125}) {
    BinnedPairs in_slabs(std::max<std::size_t>(
        1, 8 * static_cast<std::size_t>(make_bins(bounds).level_count) * bounds.size() / slabs));
    std::vector<std::uint64_t> again;
    in_slabs.add(bounds, 2, again);
    CHECK(sorted(again) == expected);
    CHECK(in_slabs.entry_count() <= search.entry_count());
  }
  return expected.size();
}

/// The same bins with another edge.
Bins scaled(Bins bins, double factor) {
  bins.key_count = 0;
  for (int k = 0; k < bins.level_count; ++k) {
    BinLevel& level = bins.level[k];
    level.inverse_edge /= factor;
    for (int& count : level.bins) count = static_cast<int>(std::ceil(count / factor)) + 1;
    level.first_key = bins.key_count;
    bins.key_count += static_cast<std::uint64_t>(level.bins[0]) * level.bins[1] * level.bins[2];
  }
  return bins;
}

}  // namespace

TEST_CASE("bins find the pairs of random scenes", "[dynamics][g2][t21]") {
  CHECK(check_search(random_spheres(2000, 1, in_cube(10), always(0.3))) > 1000);
  CHECK(check_search(random_spheres(2000, 2, in_cube(10, {-5, -2000, 1e5}), always(0.3))) >
        1000);  // Negative and large coordinates.
  CHECK(check_search(random_spheres(2000, 3, in_cube(15), spread(0.1, 1))) > 1000);
  CHECK(check_search(random_spheres(2000, 4, in_cube(100), spread(0.001, 30))) >
        1000);  // More sizes than there are levels.
  CHECK(check_search(random_spheres(300, 5, in_cube(0), always(1))) == 300 * 299 / 2);  // All at one place.
  CHECK(check_search(random_spheres(1, 6, in_cube(1), always(1))) == 0);
  CHECK(check_search({}) == 0);
  // Flat, and in a row.
  const auto row = [](RandomStream& random) { return Vec3d{100 * random.uniform_double(), 0, 0}; };
  CHECK(check_search(random_spheres(500, 7, row, always(0.3))) > 500);
}

TEST_CASE("slabs with too many entries are halved until they have few, or one layer", "[dynamics][g2][t21]") {
  // Most of the spheres are in a hundredth of the length.
  const auto uneven = [](RandomStream& random) {
    const double x = random.uniform_double(), part = random.uniform_double();
    return Vec3d{part < 0.9 ? x : 100 * x, 3 * random.uniform_double(), 3 * random.uniform_double()};
  };
  const std::vector<Bounds> bounds = random_spheres(4000, 14, uneven, always(0.03));
  const std::vector<std::uint64_t> expected = one_by_one(bounds);
  REQUIRE(expected.size() > 500);
  for (const std::size_t limit : {4000, 2500}) {
    BinnedPairs search(limit);
    std::vector<std::uint64_t> pairs;
    search.add(bounds, 2, pairs);
    CHECK(sorted(pairs) == expected);
    CHECK(search.entry_count() <= limit);
  }
}

TEST_CASE("bins find the pairs of 10 000 spheres in any order and with any edge", "[dynamics][g2][t21]") {
  std::vector<Bounds> bounds = random_spheres(10'000, 8, in_cube(40), spread(0.1, 1));
  // The four classes: disjoint are most; contained, touching within one unit in the last place, overlapping.
  RandomStream random(9, StreamId::test, 0, 0);
  for (int k = 0; k < 300; ++k) {
    const Vec3d centre = in_cube(40)(random);
    const int body = static_cast<int>(bounds.size());
    bounds.push_back(sphere_bounds(centre, 0.5, body));
    bounds.push_back(sphere_bounds(centre + Vec3d{0.1, 0, 0}, 0.2, body + 1));
    const double touching = centre.y + 1.0;
    bounds.push_back(sphere_bounds(
        {centre.x, k % 2 == 0 ? touching : std::nextafter(touching, 0.0), centre.z}, 0.5, body + 2));
    bounds.push_back(sphere_bounds(centre + Vec3d{0, 0, 0.7}, 0.5, body + 3));
  }
  const std::vector<std::uint64_t> expected = one_by_one(bounds);
  CHECK(expected.size() > 3000);
  for (const double factor : {0.5, 1.0, 2.0, 4.0}) {
    BinnedPairs search;
    std::vector<std::uint64_t> pairs;
    search.add(bounds, scaled(make_bins(bounds), factor), 2, pairs);
    CHECK(sorted(pairs) == expected);
  }
  // Shapes in another order.
  const std::size_t n = bounds.size();
  std::vector<std::size_t> order(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = n; i > 1; --i)
    std::swap(order[i - 1], order[random.below(static_cast<std::uint32_t>(i))]);
  std::vector<Bounds> shuffled;
  for (const std::size_t i : order) shuffled.push_back(bounds[i]);
  BinnedPairs search;
  std::vector<std::uint64_t> pairs;
  search.add(shuffled, 2, pairs);
  for (std::uint64_t& pair : pairs) {
    const std::size_t a = order[pair / n];
    const std::size_t b = order[pair % n];
    pair = pair_key(std::min(a, b), std::max(a, b), n);
  }
  CHECK(sorted(pairs) == expected);
}

TEST_CASE("one giant body, or sizes over eight decades, take at most 64 entries for each shape",
          "[dynamics][g2]") {
  std::vector<Bounds> bounds = random_spheres(3000, 10, in_cube(20), always(0.2));
  bounds.push_back(sphere_bounds({10, 10, 10}, 1000, 3000));
  CHECK(check_search(bounds) > 3000);
  BinnedPairs search;
  std::vector<std::uint64_t> pairs;
  search.add(bounds, 1, pairs);
  CHECK(search.entry_count() <= 16 * bounds.size());  // Two levels.
  CHECK(make_bins(bounds).level_count == 2);

  const std::vector<Bounds> wide = random_spheres(2000, 11, in_cube(1e4), spread(1e-4, 1e4));
  CHECK(make_bins(wide).level_count == bin_level_limit);
  CHECK(check_search(wide) > 1000);

  // Two tiny shapes far from each other: bins are made no smaller than their keys allow.
  const std::vector<Bounds> far = {sphere_bounds({0, 0, 0}, 1e-3, 0), sphere_bounds({1e9, 1e9, 1e9}, 1e-3, 1),
                                   sphere_bounds({0, 0, 1e-3}, 1e-3, 2)};
  CHECK(make_bins(far).key_count < std::uint64_t{1} << 60);
  CHECK(check_search(far) == 1);
}

TEST_CASE("spheres on the borders of bins and concentric ones are found once", "[dynamics][t23]") {
  std::vector<Bounds> bounds;
  for (int k = 0; k < 6; ++k) {
    for (int j = 0; j < 6; ++j) {
      for (int i = 0; i < 6; ++i) {
        for (int copy = 0; copy < 2; ++copy) {
          const double x = static_cast<double>(i);
          bounds.push_back(sphere_bounds({x, static_cast<double>(j), static_cast<double>(k)}, 0.5,
                                         static_cast<int>(bounds.size())));
        }
      }
    }
  }
  // 216 concentric pairs; four pairs for each of the 540 edges of the lattice.
  CHECK(check_search(bounds) == 216 + 4 * 540);
}

TEST_CASE("the bins of the example of Negrut 2.6 are active, and the pair in two bins is found once",
          "[dynamics][t23]") {
  Bins bins;  // Five columns 1 to 5, three rows A to C, edge 1.
  bins.level_count = 1;
  bins.level[0] = {1e300, 1, {5, 3, 1}, 0};
  bins.key_count = 15;
  const auto rectangle = [](int body, double x0, double x1, double y0, double y1) {
    Bounds bounds;
    bounds.centre = {(x0 + x1) / 2, (y0 + y1) / 2, 0.5};
    bounds.extent = {(x1 - x0) / 2, (y1 - y0) / 2, 0.4};
    bounds.reach = 10;
    bounds.body = body;
    return bounds;
  };
  const std::vector<Bounds> bounds = {
      rectangle(0, 9, 9.5, 9, 9.5),       // Not in the example: clamped into the last bin, C5.
      rectangle(1, 0.5, 1.5, 1.5, 2.5),   // B1 B2 C1 C2
      rectangle(2, 1.6, 2.4, 0.6, 1.4),   // A2 A3 B2 B3
      rectangle(3, 0.6, 1.4, 0.6, 1.4),   // A1 A2 B1 B2
      rectangle(4, 3.5, 4.5, 0.3, 1.4),   // A4 A5 B4 B5
      rectangle(5, 2.2, 2.6, 0.05, 0.2),  // A3
      rectangle(6, 0.1, 0.2, 2.1, 2.2),   // C1
      rectangle(7, 2.5, 4.2, 0.1, 0.4),   // A3 A4 A5
  };
  KeyedValues entries;
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    const std::size_t count = entries_of(bins, bounds[i]);
    const std::size_t before = entries.keys.size();
    entries.keys.resize(before + count);
    entries.values.resize(before + count);
    write_entries(bins, bounds[i], static_cast<int>(i), &entries.keys[before], &entries.values[before]);
  }
  CHECK(entries.keys.size() == 1 + 4 + 4 + 4 + 4 + 1 + 1 + 3);
  KeyedValues scratch;
  radix_sort(entries, scratch, bins.key_count, 1);
  std::vector<std::uint64_t> keys;
  for (const ActiveBin& bin : active_bins(entries, 1)) keys.push_back(entries.keys[bin.first]);
  // A2 {2 3}, A3 {2 5 7}, A4 {4 7}, A5 {4 7}, B1 {1 3}, B2 {1 2 3}, C1 {1 6}; A1 {3} is inactive.
  CHECK(keys == std::vector<std::uint64_t>{1, 2, 3, 4, 5, 6, 10});

  BinnedPairs search;
  std::vector<std::uint64_t> pairs;
  search.add(bounds, bins, 1, pairs);
  const std::uint64_t n = bounds.size();
  CHECK(std::count(pairs.begin(), pairs.end(), pair_key(4, 7, n)) == 1);
  CHECK(sorted(pairs) == one_by_one(bounds));
}

TEST_CASE("random spheres have as many contacts as probability says", "[dynamics][t22]") {
  // Two random points in a cube of edge L: P(distance < x L) = 4/3 pi x^3 - 3/2 pi x^4 + 8/5 x^5 - x^6/6.
  // L/r is scaled from Negrut, table 2: a sphere has the number of contacts that it has among 1 million.
  constexpr int n = 20'000;
  const double edge = 331 * std::cbrt(n / 1e6);
  const std::vector<Bounds> bounds = random_spheres(n, 12, in_cube(edge), always(1));
  BinnedPairs search;
  std::vector<std::uint64_t> pairs;
  search.add(bounds, 0, pairs);
  const double x = 2 / edge;
  constexpr double pi = std::numbers::pi;
  const double p =
      4.0 / 3 * pi * std::pow(x, 3) - 1.5 * pi * std::pow(x, 4) + 1.6 * std::pow(x, 5) - std::pow(x, 6) / 6;
  const double expected = 0.5 * n * (n - 1) * p;
  CHECK(std::abs(static_cast<double>(pairs.size()) - expected) < 3 * std::sqrt(expected));
  CHECK(expected == Approx(16.0 / 3 * pi * n * n / std::pow(edge, 3)).epsilon(0.05));
}

TEST_CASE("keys are sorted as by std::stable_sort", "[dynamics]") {
  RandomStream random(13, StreamId::test, 0, 0);
  for (const std::size_t count : {0, 1, 2, 1000, 200'000}) {
    for (const std::uint64_t key_count :
         {std::uint64_t{1}, std::uint64_t{2}, std::uint64_t{3000}, std::uint64_t{1} << 40}) {
      KeyedValues data;
      std::vector<std::pair<std::uint64_t, std::uint32_t>> expected;
      for (std::size_t i = 0; i < count; ++i) {
        const std::uint64_t high = random.next_u32();
        data.keys.push_back((high << 32 | random.next_u32()) % key_count);
        data.values.push_back(static_cast<std::uint32_t>(i));
        expected.emplace_back(data.keys.back(), data.values.back());
      }
      std::stable_sort(expected.begin(), expected.end(),
                       [](const auto& a, const auto& b) { return a.first < b.first; });
      KeyedValues scratch;
      radix_sort(data, scratch, key_count, 2);
      bool same = true;
      for (std::size_t i = 0; i < count; ++i)
        same = same && data.keys[i] == expected[i].first && data.values[i] == expected[i].second;
      CHECK(same);
    }
  }
}
