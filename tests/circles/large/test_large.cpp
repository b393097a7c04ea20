// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The parts of the large search: forces against all pairs, relaxations, vacancies, starts.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

#include "jam/circles/large/engine.hpp"
#include "jam/circles/large/holes.hpp"
#include "jam/circles/large/start.hpp"
#include "jam/circles/model/search.hpp"
#include "scenes/circles/logarithmic_radii.hpp"

using namespace jam;
using namespace jam::circles;
using namespace jam::circles::large;

namespace {

/// Forces by the plain double loop.
std::vector<Sum> all_pair_forces(const std::vector<double>& radii, const Centres& centres,
                                 double container_radius, Law law) {
  std::vector<Site> sites;
  for (int i = 0; i < static_cast<int>(radii.size()); ++i) {
    sites.push_back({centres.x[i], centres.y[i], static_cast<float>(radii[i]), 0.0F, i, 0});
  }
  std::vector<Sum> forces;
  for (const Site& self : sites) {
    Sum sum;
    for (const Site& other : sites) {
      if (other.id != self.id) add_pair(self, other, law, sum);
    }
    static_cast<void>(add_wall(self, container_radius, sum));
    forces.push_back(sum);
  }
  return forces;
}

}  // namespace

TEST_CASE("cell lists give the forces of all pairs, for equal circles and for a ratio of radii of 1e5",
          "[unit][large]") {
  const double ratio = GENERATE(1.0, 30.0, 1e5);
  const int count = GENERATE(1, 2, 33, 1025);
  const Law law = GENERATE(Law::energy, Law::contact, Law::contact_mass);
  const std::vector<double> radii = logarithmic_radii(count, ratio);
  // Denser than any packing, and a quarter of the circles sticks out of the container.
  const double spread = container_radius_at(radii, 0.9);
  const double container = 0.8 * spread;
  const Centres centres = random_centres(radii, spread, 7, 0);
  const auto engine = make_cpu_engine(radii, 2);
  const std::vector<Sum> found = engine->forces(centres, container, law);
  const std::vector<Sum> expected = all_pair_forces(radii, centres, container, law);
  REQUIRE(found.size() == expected.size());
  for (int i = 0; i < count; ++i) {
    // Up to about a thousand float terms of the size of the largest radius, in another order.
    const double tolerance = 1e-5 * radii.back();
    CHECK(std::abs(found[i].x - expected[i].x) <= tolerance);
    CHECK(std::abs(found[i].y - expected[i].y) <= tolerance);
    CHECK(found[i].worst == expected[i].worst);
  }
}

TEST_CASE("a giant among thousands of small circles gets the force of all of them", "[unit][large]") {
  std::vector<double> radii(3000, 1.0);
  radii.push_back(200.0);
  const double container = container_radius_at(radii, 0.7);
  Centres centres = random_centres(radii, container, 3, 0);
  // The small ones gather on its rim, half a radius deep.
  for (int i = 0; i < 3000; ++i) {
    const double angle = 2.0 * 3.141592653589793 * i / 3000.0;
    centres.x[i] = centres.x.back() + 200.5 * std::cos(angle);
    centres.y[i] = centres.y.back() + 200.5 * std::sin(angle);
  }
  centres.x[0] += 10.0;
  const auto engine = make_cpu_engine(radii, 2);
  const std::vector<Sum> found = engine->forces(centres, 10.0 * container, Law::energy);
  const std::vector<Sum> expected = all_pair_forces(radii, centres, 10.0 * container, Law::energy);
  // 3000 terms of 0.5, each with a rounding error of 1e-7 of a partial sum of up to 1000.
  CHECK(std::abs(found.back().x - expected.back().x) < 0.05);
  CHECK(std::abs(found.back().y - expected.back().y) < 0.05);
  CHECK(found.back().energy == Approx(0.25 * 0.25 * 2999).epsilon(1e-3));
}

TEST_CASE("one contact step parts a pair exactly, and heavier circles move less", "[unit][large]") {
  for (const bool by_mass : {false, true}) {
    const std::vector<double> radii = {0.5, 1.0};
    const auto engine = make_cpu_engine(radii, 1);
    Centres moved = {{0.0, 1.2}, {0.0, 0.0}};
    RelaxTask task;
    task.container_radius = 100.0;
    task.step_limit = 1;
    task.law = by_mass ? Law::contact_mass : Law::contact;
    const RelaxReport report = engine->relax(task, moved, {}, {});
    CHECK(report.status == Status::legal);
    // The overlap is 0.3 to float precision.
    CHECK(moved.x[1] - moved.x[0] == Approx(1.5).epsilon(1e-6));
    CHECK(-moved.x[0] == Approx(by_mass ? 0.24 : 0.15).epsilon(1e-6));
  }
}

TEST_CASE("concentric circles part", "[unit][large]") {
  const std::vector<double> radii = {1.0, 1.0, 1.0};
  const auto engine = make_cpu_engine(radii, 1);
  Centres centres = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
  RelaxTask task;
  task.container_radius = 10.0;
  CHECK(engine->relax(task, centres, {}, {}).status == Status::legal);
}

TEST_CASE("a relaxation ends legal, stalled or at its limit, and an interrupted one says so",
          "[unit][large]") {
  const std::vector<double> radii(500, 1.0);
  const auto engine = make_cpu_engine(radii, 2);
  RelaxTask task;
  task.container_radius = container_radius_at(radii, 0.7);
  const Centres centres = random_centres(radii, task.container_radius, 5, 0);
  Centres relaxed = centres;
  long long steps = 0;
  const RelaxReport report = engine->relax(task, relaxed, {}, [&](int more) { steps += more; });
  REQUIRE(report.status == Status::legal);
  CHECK(steps == report.steps);
  Packing packing;
  for (int i = 0; i < 500; ++i) packing.circles.push_back({1.0, relaxed.x[i], relaxed.y[i]});
  packing.enclosing_radius = task.container_radius;
  // The tolerance of the task, relative to a diameter and to R.
  CHECK(largest_overlap(packing) <= 2.0 * task.tolerance * std::max(2.0, task.container_radius));

  task.container_radius = container_radius_at(radii, 1.1);
  relaxed = centres;
  CHECK(engine->relax(task, relaxed, {}, {}).status == Status::stalled);
  task.step_limit = 10;
  relaxed = centres;
  CHECK(engine->relax(task, relaxed, {}, {}).status == Status::step_limit);
  StopToken stop;
  stop.request(StopReason::interrupt);
  relaxed = centres;
  CHECK(engine->relax(task, relaxed, stop.query(), {}).status == Status::running);
}

TEST_CASE("a centre that is not finite ends a relaxation, and is reported", "[unit][large]") {
  const double bad =
      GENERATE(std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity());
  const Law law = GENERATE(Law::energy, Law::contact, Law::contact_mass);
  const std::vector<double> radii(5, 1.0);
  const auto engine = make_cpu_engine(radii, 1);
  RelaxTask task;
  task.container_radius = 20.0;
  task.law = law;
  Centres centres = {{0.0, 3.0, -3.0, bad, 6.0}, {0.0, 0.0, 0.0, 0.0, 0.0}};
  CHECK(engine->relax(task, centres, {}, {}).status == Status::non_finite);
  centres = {{0.0, 3.0, -3.0, 9.0, 6.0}, {0.0, 0.0, 0.0, 0.0, 0.0}};
  CHECK(engine->relax(task, centres, {}, {}).status == Status::legal);
}

TEST_CASE("the circle tangent to three touches all of them", "[unit][large]") {
  const double height = std::sqrt(3.0);
  const Circle pocket = tangent_circle({1, 0, 0}, {1, 2, 0}, {1, 1, height});
  CHECK(pocket.radius == Approx(2.0 / height - 1.0).epsilon(1e-12));
  CHECK(pocket.x == Approx(1.0).epsilon(1e-12));
  CHECK(pocket.y == Approx(1.0 / height).epsilon(1e-12));

  // Two circles side by side on a diameter of a container of radius 4, and the container as a circle of
  // radius -4.
  const Circle beside = tangent_circle({1.5, -2, 0.5}, {1.0, 1, 0.5}, {-4, 0, 0});
  CHECK(std::hypot(beside.x + 2, beside.y - 0.5) == Approx(beside.radius + 1.5).epsilon(1e-12));
  CHECK(std::hypot(beside.x - 1, beside.y - 0.5) == Approx(beside.radius + 1.0).epsilon(1e-12));
  CHECK(std::hypot(beside.x, beside.y) == Approx(4.0 - beside.radius).epsilon(1e-12));

  CHECK(tangent_circle({1, 0, 0}, {1, 2, 0}, {1, 4, 0}).radius == 0.0);
}

TEST_CASE("a squeezed circle moves into the vacancy of a lattice", "[unit][large]") {
  const std::vector<double> radii(91, 1.0);
  Centres centres = grid_centres(radii, 1, 0);
  const double container = 100.0;
  // The innermost circle is pushed onto one of the rim: its site is the only vacancy inside the lattice.
  // (Lattice sites come nearest first.)
  const double site_x = centres.x[0];
  const double site_y = centres.y[0];
  centres.x[0] = centres.x[90] + 0.2;
  centres.y[0] = centres.y[90];
  Vacancies vacancies(radii, 2);
  StopToken stopped;
  stopped.request(StopReason::interrupt);
  const Centres before = centres;
  CHECK_FALSE(vacancies.relocate(container, 1e-6, centres, stopped.query()));
  CHECK(centres.x == before.x);
  CHECK(vacancies.relocate(container, 1e-6, centres, {}));
  CHECK(centres.x != before.x);
  double nearest = container;
  for (int i = 0; i < 91; ++i)
    nearest = std::min(nearest, std::hypot(centres.x[i] - site_x, centres.y[i] - site_y));
  // A site of the lattice is found to double precision, but float decides whether it is free.
  CHECK(nearest < 1e-4);
}

TEST_CASE("the lattice start is legal and random starts stay in the container", "[unit][large]") {
  for (const int count : {1, 2, 7, 257}) {
    const std::vector<double> radii = logarithmic_radii(count, 50.0);
    const Centres grid = grid_centres(radii, 4, 0);
    Packing packing;
    for (int i = 0; i < count; ++i) packing.circles.push_back({radii[i], grid.x[i], grid.y[i]});
    packing.enclosing_radius = enclosing_radius_about_origin(packing.circles);
    CHECK(largest_overlap(packing) <= 1e-12 * packing.enclosing_radius);

    const double container = container_radius_at(radii, 0.5);
    const Centres random = random_centres(radii, container, 4, 0);
    for (int i = 0; i < count; ++i)
      CHECK(std::hypot(random.x[i], random.y[i]) + radii[i] <= container * (1 + 1e-15));
  }
}
