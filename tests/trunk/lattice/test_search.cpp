// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The search as a whole: cavities with a known answer, legality, determinism, fixed boxes, bad input.
#include <catch2/catch.hpp>

#include <cmath>
#include <limits>

#include "jam/core/error.hpp"
#include "jam/trunk/lattice/search.hpp"
#include "scenes/trunk/lattice_meshes.hpp"

using namespace jam;
using namespace jam::trunk;

namespace {

/// A small sloped container of about 60 litres, of no round measures.
TriangleMesh small_trunk() {
  return test::hexahedron({{{0, 0, 0},
                            {523, 0, 0},
                            {0, 437, 0},
                            {523, 437, 0},
                            {60, 20, 333},
                            {430, 20, 333},
                            {60, 410, 333},
                            {430, 410, 333}}},
                          from_axis_angle(Vec3d{0.2, 0.1, 1}, 0.9), {100, -40, 25});
}

LatticeOptions small_options() {
  LatticeOptions options;
  options.frame_count = 4;
  options.first_rounds = 200;
  options.round_budget = 6000;
  return options;
}

/// What a search finds until its end or the stop.
LatticePacking found_in(const TriangleMesh& mesh, const LatticeOptions& options, StopToken& stop) {
  LatticeSearch search(mesh, options);
  while (search.advance(stop)) {
  }
  return search.best();
}

/// Boxes so small that the search does not find the best packing at once.
LatticeOptions options_of_small_boxes() {
  LatticeOptions options = small_options();
  options.edge = {97, 61, 37};
  options.frame_count = 4;
  options.pair_limit = 1;
  options.yaw_step = 90;
  return options;
}

bool same_bits(const BoxPacking& a, const BoxPacking& b) {
  if (a.count() != b.count()) return false;
  for (std::size_t i = 0; i < a.boxes.size(); ++i) {
    if (!(a.boxes[i].centre == b.boxes[i].centre && a.boxes[i].rotation == b.boxes[i].rotation)) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("cavities that a lattice fills take all boxes, turned by any rotation") {
  struct Cavity {
    Vec3d size;
    int boxes;
  };
  const Quaterniond turns[] = {
      {}, from_axis_angle(Vec3d{1, 2, 3}, 1.0), from_axis_angle(Vec3d{-0.3, 0.1, 0.7}, 2.3)};
  for (const Cavity& cavity : {Cavity{{400, 200, 100}, 8}, Cavity{{800, 400, 200}, 64}}) {
    for (const Quaterniond& turn : turns) {
      const TriangleMesh mesh = test::cuboid(cavity.size, turn, {123.4, -56.7, 8.9});
      StopToken stop;
      LatticeOptions options;
      options.round_budget = 100'000;
      const LatticePacking found = found_in(mesh, options, stop);
      REQUIRE(found.packing.count() == cavity.boxes);
      // Touching, to the rounding of coordinates of a few hundred mm.
      CHECK(test::deepest_overlap(found.packing) < 1e-10);
      for (const PlacedBox& box : found.packing.boxes) CHECK(test::beyond_walls(box, mesh) < 1e-10);
    }
  }
}

TEST_CASE("packings have gaps between boxes and to walls, and only get better") {
  const TriangleMesh mesh = small_trunk();
  StopToken stop;
  int last = 0;
  LatticeSearch search(mesh, small_options());
  for (bool goes_on = true; goes_on;) {
    goes_on = search.advance(stop);
    CHECK(search.best().packing.count() >= last);
    last = search.best().packing.count();
  }
  // By volume 57 would go in; the plain layers give 33.
  CHECK(last >= 36);
  CHECK(last <= search.bound());
  for (const LatticePacking& kept : search.kept()) {
    CHECK(kept.packing.count() <= last);
    CHECK(test::deepest_overlap(kept.packing) < -1e-5);
    for (const PlacedBox& box : kept.packing.boxes) CHECK(test::beyond_walls(box, mesh) < -5e-5);
  }
}

TEST_CASE("the number of threads changes no bit, the seed does") {
  const TriangleMesh mesh = small_trunk();
  const auto found = [&](int threads, std::uint64_t seed) {
    LatticeOptions options = options_of_small_boxes();
    options.thread_count = threads;
    options.seed = seed;
    StopToken stop;
    return found_in(mesh, options, stop).packing;
  };
  const BoxPacking one = found(1, 1);
  CHECK(same_bits(found(2, 1), one));
  CHECK_FALSE(same_bits(found(1, 2), one));
}

TEST_CASE("fixed boxes stay free of others") {
  const TriangleMesh mesh = test::cuboid({503, 404, 305});
  LatticeOptions options = small_options();
  PlacedBox fixed;
  fixed.centre = {250, 200, 150};
  fixed.rotation = from_axis_angle(Vec3d{1, 2, 0.5}, 0.6);
  options.fixed.push_back(fixed);
  StopToken stop;
  LatticePacking found = found_in(mesh, options, stop);
  CHECK(found.packing.count() >= 30);
  found.packing.boxes.push_back(fixed);
  CHECK(test::deepest_overlap(found.packing) < 0);
}

TEST_CASE("boxes of other sizes, also equal edges and no multiples of the pitch") {
  const TriangleMesh mesh = test::cuboid({701, 503, 402});
  for (const Vec3d edge : {Vec3d{80, 80, 80}, Vec3d{152, 114, 325}, Vec3d{167, 97, 97}}) {
    LatticeOptions options = small_options();
    options.edge = edge;
    StopToken stop;
    const LatticePacking found = found_in(mesh, options, stop);
    CHECK(found.packing.count() >= 12);
    CHECK(test::deepest_overlap(found.packing) < 0);
    for (const PlacedBox& box : found.packing.boxes) {
      CHECK(box.edge == edge);
      CHECK(test::beyond_walls(box, mesh) < 0);
    }
  }
}

TEST_CASE("a container smaller than a box takes none and the search ends") {
  StopToken stop;
  const TriangleMesh mesh = test::cuboid({110, 110, 110});  // Its diagonal is 190.5 mm.
  const LatticePacking found = found_in(mesh, {}, stop);
  CHECK(found.packing.count() == 0);
}

TEST_CASE("a search that is stopped at once ends cleanly") {
  StopToken stop;
  stop.request(StopReason::interrupt);
  const TriangleMesh mesh = small_trunk();
  CHECK(found_in(mesh, {}, stop).packing.count() == 0);
}

TEST_CASE("a search that is stopped anywhere has a packing of the sequence, and goes on no more") {
  const TriangleMesh mesh = small_trunk();
  StopToken never;
  /// Each better packing of a search; `steps` counts those that advanced it.
  const auto packings_of = [](LatticeSearch& search, StopToken& stop, int& steps) {
    std::vector<BoxPacking> found;
    for (bool goes_on = true; goes_on; steps += goes_on ? 1 : 0) {
      goes_on = search.advance(stop);
      const BoxPacking& best = search.best().packing;
      if (best.count() > (found.empty() ? 0 : found.back().count())) found.push_back(best);
    }
    return found;
  };
  int all_steps = 0;
  LatticeSearch whole(mesh, options_of_small_boxes());
  const std::vector<BoxPacking> sequence = packings_of(whole, never, all_steps);
  REQUIRE(sequence.size() >= 2);
  const double seconds = never.elapsed();
  for (int k = 1; k <= 12; ++k) {
    StopToken stop;
    stop.set_time_limit(seconds * k / 10);
    LatticeSearch search(mesh, options_of_small_boxes());
    int steps = 0;
    const std::vector<BoxPacking> found = packings_of(search, stop, steps);
    // In the first step, whatever was there.
    if (steps == 0) CHECK(found.size() <= 1);
    if (steps == 0) continue;
    REQUIRE(found.size() <= sequence.size());
    for (std::size_t i = 0; i < found.size(); ++i) CHECK(same_bits(found[i], sequence[i]));
    const long long rounds = search.progress().rounds;
    StopToken another;
    if (stop.stop_requested()) CHECK_FALSE(search.advance(another));
    if (stop.stop_requested()) CHECK(search.progress().rounds == rounds);
  }
}

TEST_CASE("edges and rounds that make no sense are refused") {
  const TriangleMesh mesh = small_trunk();
  LatticeOptions options;
  options.edge = {200, 0, 50};
  CHECK_THROWS_AS(LatticeSearch(mesh, options), InputError);
  options.edge = {200, std::numeric_limits<double>::quiet_NaN(), 50};
  CHECK_THROWS_AS(LatticeSearch(mesh, options), InputError);
  options.edge = {200, 100, 50};
  options.first_rounds = 0;
  CHECK_THROWS_AS(LatticeSearch(mesh, options), InputError);
}
