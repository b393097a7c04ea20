// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The search `single` on a CUDA device: forces as on the CPU, circle by circle, the same result in every run,
// and verified packings.
#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <vector>

#include "jam/circles/large/engine.hpp"
#include "jam/circles/large/start.hpp"
#include "jam/circles/model/search.hpp"
#include "jam/circles/verify/verify.hpp"
#include "scenes/circles/logarithmic_radii.hpp"
#include "support/gpus.hpp"

using namespace jam;
using namespace jam::circles;
using namespace jam::circles::large;

TEST_CASE("forces on the GPU are those on the CPU, circle by circle", "[gpu][single]") {
  const double ratio = GENERATE(1.0, 30.0, 1e5);
  const int count = GENERATE(1, 31, 257, 20000);
  const Law law = GENERATE(Law::energy, Law::contact_mass);
  const std::vector<double> radii = logarithmic_radii(count, ratio);
  const double spread = container_radius_at(radii, 0.9);
  const Centres centres = random_centres(radii, spread, 7, 0);
  std::vector<Sum> forces[2];
  int k = 0;
  for (const auto& engine : {make_cpu_engine(radii, 2), make_cuda_engine(radii, 0)}) {
    forces[k++] = engine->forces(centres, 0.8 * spread, law);
  }
  REQUIRE(forces[0].size() == forces[1].size());
  for (int i = 0; i < count; ++i) {
    // The same terms in the same order; a device that fuses multiply and add rounds each of up to some
    // thousand terms otherwise.
    const double tolerance = 1e-5 * radii.back();
    const bool near = std::abs(forces[0][i].x - forces[1][i].x) <= tolerance &&
                      std::abs(forces[0][i].y - forces[1][i].y) <= tolerance &&
                      std::abs(forces[0][i].worst - forces[1][i].worst) <=
                          1e-3F * (1.0F + forces[0][i].worst) * (1.0F + forces[0][i].worst);
    if (!near)
      FAIL("circle " << i << ": (" << forces[0][i].x << ", " << forces[0][i].y << ") on the CPU, ("
                     << forces[1][i].x << ", " << forces[1][i].y << ") on the GPU");
  }
  SUCCEED();
}

TEST_CASE("a giant among thousands of small circles is shared by many threads", "[gpu][single]") {
  std::vector<double> radii(3000, 1.0);
  radii.push_back(500.0);
  const double container = container_radius_at(radii, 0.8);
  Centres centres = random_centres(radii, container, 3, 0);
  for (int i = 0; i < 3000; ++i) {
    const double angle = 2.0 * 3.141592653589793 * i / 3000.0;
    centres.x[i] = centres.x.back() + 500.5 * std::cos(angle);
    centres.y[i] = centres.y.back() + 500.5 * std::sin(angle);
  }
  const auto cpu = make_cpu_engine(radii, 2);
  const auto gpu = make_cuda_engine(radii, 0);
  const Sum expected = cpu->forces(centres, 10.0 * container, Law::energy).back();
  const Sum found = gpu->forces(centres, 10.0 * container, Law::energy).back();
  // 3000 terms of 0.5 whose sum nearly vanishes.
  CHECK(std::abs(found.x - expected.x) < 0.05F);
  CHECK(std::abs(found.y - expected.y) < 0.05F);
  CHECK(found.energy == Approx(expected.energy).epsilon(1e-3));
}

TEST_CASE("the search on the GPU repeats itself bit by bit and gives verified packings", "[gpu][single]") {
  const char* family = GENERATE("equal", "linear", "inv-sqrt");
  const int count = GENERATE(1, 33, 5000);
  SearchOptions options;
  options.trial_limit = 14;
  Packing best[2];
  for (Packing& packing : best) {
    StopToken stop;
    stop.set_time_limit(60);
    SearchListener silent;
    const SearchResult result =
        search_large(make_problem(family, count), {}, options,
                     {.device = jam::test::cuda_device(), .stop = stop, .listener = silent});
    packing = result.best;
    CHECK(verify_exact(packing).legal);
    CHECK(result.totals.device_bytes > 0);
  }
  REQUIRE(best[0].count() == count);
  CHECK(best[0].enclosing_radius == best[1].enclosing_radius);
  for (int i = 0; i < count; ++i) {
    if (best[0].circles[i].x != best[1].circles[i].x || best[0].circles[i].y != best[1].circles[i].y)
      FAIL("circle " << i << " differs");
  }
  if (count == 5000)
    CHECK(density(best[0]) > 0.78);  // jammed: 0.84 to 0.86; a search that never compressed: 0.6
}

TEST_CASE("100 000 circles on the GPU", "[gpu][single]") {
  const char* family = GENERATE("equal", "linear");
  SearchOptions options;
  StopToken stop;
  stop.set_time_limit(8);
  SearchListener silent;
  const SearchResult result =
      search_large(make_problem(family, 100000), {}, options,
                   {.device = jam::test::cuda_device(), .stop = stop, .listener = silent});
  CHECK(verify_exact(result.best).legal);
  CHECK(density(result.best) > 0.80);
}

TEST_CASE("a centre that is not finite ends a relaxation on the GPU, and is reported", "[gpu][single]") {
  const Law law = GENERATE(Law::energy, Law::contact, Law::contact_mass);
  const auto engine = make_cuda_engine(std::vector<double>(5, 1.0), 0);
  RelaxTask task;
  task.container_radius = 20.0;
  task.law = law;
  Centres centres = {{0.0, 3.0, -3.0, std::numeric_limits<double>::quiet_NaN(), 6.0},
                     {0.0, 0.0, 0.0, 0.0, 0.0}};
  CHECK(engine->relax(task, centres, {}, {}).status == Status::non_finite);
  centres = {{0.0, 3.0, -3.0, 9.0, 6.0}, {0.0, 0.0, 0.0, 0.0, 0.0}};
  CHECK(engine->relax(task, centres, {}, {}).status == Status::legal);
}
