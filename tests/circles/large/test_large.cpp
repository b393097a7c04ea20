// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The large search: forces against all pairs, independence of the number of threads, vacancies, and verified packings of every size.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <functional>
#include <memory>
#include <numeric>

#include "jam/circles/large/engine.hpp"
#include "jam/circles/large/holes.hpp"
#include "jam/circles/large/publish.hpp"
#include "jam/circles/large/start.hpp"
#include "jam/circles/model/search.hpp"
#include "jam/circles/verify/verify.hpp"
#include "jam/core/error.hpp"
#include "scenes/circles/logarithmic_radii.hpp"

using namespace jam;
using namespace jam::circles;
using namespace jam::circles::large;

namespace {

/// Forces by the plain double loop.
std::vector<Sum> all_pair_forces(const std::vector<double>& radii, const Centres& centres, double container_radius, Law law) {
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

double squares_of(const std::vector<double>& radii) { return std::inner_product(radii.begin(), radii.end(), radii.begin(), 0.0); }

SearchResult search(const Problem& problem, const SearchOptions& options, double seconds = 60, const Packing& start = {}, int threads = 2) {
  StopToken stop;
  stop.set_time_limit(seconds);
  SearchListener silent;
  return search_large(problem, start, options, {.thread_count = threads, .stop = stop, .listener = silent});
}

bool same_bits(const Packing& a, const Packing& b) {
  return a.count() == b.count() && a.enclosing_radius == b.enclosing_radius &&
         std::equal(a.circles.begin(), a.circles.end(), b.circles.begin(),
                    [](const Circle& p, const Circle& q) { return p.radius == q.radius && p.x == q.x && p.y == q.y; });
}

}  // namespace

TEST_CASE("cell lists give the forces of all pairs, for equal circles and for a ratio of radii of 1e5", "[unit][large]") {
  const double ratio = GENERATE(1.0, 30.0, 1e5);
  const int count = GENERATE(1, 2, 33, 1025);
  const Law law = GENERATE(Law::energy, Law::contact, Law::contact_mass);
  const std::vector<double> radii = logarithmic_radii(count, ratio);
  // Denser than any packing, and a quarter of the circles sticks out of the container.
  const double spread = container_radius_at(radii, 0.9);
  const double container = 0.8 * spread;
  const Centres centres = random_centres(radii, spread, 7);
  const auto engine = make_cpu_engine(radii, 2);
  engine->load(centres);
  const std::vector<Sum> found = engine->forces(container, law);
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
  Centres centres = random_centres(radii, container, 3);
  // The small ones gather on its rim, half a radius deep.
  for (int i = 0; i < 3000; ++i) {
    const double angle = 2.0 * 3.141592653589793 * i / 3000.0;
    centres.x[i] = centres.x.back() + 200.5 * std::cos(angle);
    centres.y[i] = centres.y.back() + 200.5 * std::sin(angle);
  }
  centres.x[0] += 10.0;
  const auto engine = make_cpu_engine(radii, 2);
  engine->load(centres);
  const std::vector<Sum> found = engine->forces(10.0 * container, Law::energy);
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
    engine->load({{0.0, 1.2}, {0.0, 0.0}});
    RelaxTask task;
    task.container_radius = 100.0;
    task.step_limit = 1;
    task.law = by_mass ? Law::contact_mass : Law::contact;
    const RelaxReport report = engine->relax(task, [](int) { return true; });
    Centres moved;
    engine->store(moved);
    CHECK(report.status == Status::legal);
    // The overlap is 0.3 to float precision.
    CHECK(moved.x[1] - moved.x[0] == Approx(1.5).epsilon(1e-6));
    CHECK(-moved.x[0] == Approx(by_mass ? 0.24 : 0.15).epsilon(1e-6));
  }
}

TEST_CASE("concentric circles part", "[unit][large]") {
  const std::vector<double> radii = {1.0, 1.0, 1.0};
  const auto engine = make_cpu_engine(radii, 1);
  engine->load({{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}});
  RelaxTask task;
  task.container_radius = 10.0;
  CHECK(engine->relax(task, [](int) { return true; }).status == Status::legal);
}

TEST_CASE("a relaxation ends legal, stalled or at its limit, and an interrupted one says so", "[unit][large]") {
  const std::vector<double> radii(500, 1.0);
  const auto engine = make_cpu_engine(radii, 2);
  const auto go_on = [](int) { return true; };
  RelaxTask task;
  task.container_radius = container_radius_at(radii, 0.7);
  const Centres centres = random_centres(radii, task.container_radius, 5);
  engine->load(centres);
  const RelaxReport report = engine->relax(task, go_on);
  REQUIRE(report.status == Status::legal);
  Centres relaxed;
  engine->store(relaxed);
  Packing packing;
  for (int i = 0; i < 500; ++i) packing.circles.push_back({1.0, relaxed.x[i], relaxed.y[i]});
  packing.enclosing_radius = task.container_radius;
  // The tolerance of the task, relative to a diameter and to R.
  CHECK(largest_overlap(packing) <= 2.0 * task.tolerance * std::max(2.0, task.container_radius));

  engine->load(centres);
  task.container_radius = container_radius_at(radii, 1.1);
  CHECK(engine->relax(task, go_on).status == Status::stalled);
  engine->load(centres);
  task.step_limit = 10;
  CHECK(engine->relax(task, go_on).status == Status::step_limit);
}

TEST_CASE("a start with a centre that is not finite is refused", "[unit][large]") {
  Packing start;
  for (int i = 0; i < 5; ++i) start.circles.push_back({1.0, 3.0 * i, 0.0});
  start.circles[2].y = GENERATE(std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity());
  CHECK_THROWS_AS(search(make_problem("equal", 5), {}, 60, start), InputError);
}

TEST_CASE("a centre that becomes no finite number ends the search with an error, and is not published", "[unit][large]") {
  /// Replaces a centre before the fifth relaxation.
  struct Faulty : Engine {
    void load(const Centres& centres) override { sound->load(centres); }
    void store(Centres& centres) override { sound->store(centres); }
    void scale(double factor) override { sound->scale(factor); }
    RelaxReport relax(const RelaxTask& task, const std::function<bool(int)>& tick) override {
      if (++relaxations == 5) {
        Centres centres;
        sound->store(centres);
        centres.x[3] = std::numeric_limits<double>::quiet_NaN();
        sound->load(centres);
      }
      return sound->relax(task, tick);
    }
    std::vector<Sum> forces(double container_radius, Law law) override { return sound->forces(container_radius, law); }
    std::size_t device_bytes() const override { return 0; }
    std::unique_ptr<Engine> sound;
    int relaxations = 0;
  } engine;
  struct Counter : SearchListener {
    void improved(const Improvement& improvement) override {
      ++improvements;
      CHECK(verify_exact(improvement.packing).legal);
    }
    int improvements = 0;
  } counter;
  const Problem problem = make_problem("equal", 30);
  engine.sound = make_cpu_engine(problem.radii, 1);
  StopToken stop;
  stop.set_time_limit(60);
  CHECK_THROWS_WITH(search_on_engine(engine, problem.radii, 1.0, problem, {}, {}, {.stop = stop, .listener = counter}),
                    Catch::Contains("a centre is not a finite number"));
  CHECK(engine.relaxations == 5);
}

TEST_CASE("a centre that is not finite ends a relaxation, and is reported", "[unit][large]") {
  const double bad = GENERATE(std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity());
  const Law law = GENERATE(Law::energy, Law::contact, Law::contact_mass);
  const std::vector<double> radii(5, 1.0);
  const auto engine = make_cpu_engine(radii, 1);
  RelaxTask task;
  task.container_radius = 20.0;
  task.law = law;
  engine->load({{0.0, 3.0, -3.0, bad, 6.0}, {0.0, 0.0, 0.0, 0.0, 0.0}});
  CHECK(engine->relax(task, [](int) { return true; }).status == Status::non_finite);
  engine->load({{0.0, 3.0, -3.0, 9.0, 6.0}, {0.0, 0.0, 0.0, 0.0, 0.0}});
  CHECK(engine->relax(task, [](int) { return true; }).status == Status::legal);
}

TEST_CASE("the circle tangent to three touches all of them", "[unit][large]") {
  const double height = std::sqrt(3.0);
  const Hole pocket = tangent_circle({0, 0, 1}, {2, 0, 1}, {1, height, 1});
  CHECK(pocket.radius == Approx(2.0 / height - 1.0).epsilon(1e-12));
  CHECK(pocket.x == Approx(1.0).epsilon(1e-12));
  CHECK(pocket.y == Approx(1.0 / height).epsilon(1e-12));

  // Two circles side by side on a diameter of a container of radius 4, and the container as a circle of radius -4.
  const Hole beside = tangent_circle({-2, 0.5, 1.5}, {1, 0.5, 1.0}, {0, 0, -4});
  CHECK(std::hypot(beside.x + 2, beside.y - 0.5) == Approx(beside.radius + 1.5).epsilon(1e-12));
  CHECK(std::hypot(beside.x - 1, beside.y - 0.5) == Approx(beside.radius + 1.0).epsilon(1e-12));
  CHECK(std::hypot(beside.x, beside.y) == Approx(4.0 - beside.radius).epsilon(1e-12));

  CHECK(tangent_circle({0, 0, 1}, {2, 0, 1}, {4, 0, 1}).radius == 0.0);
}

TEST_CASE("a squeezed circle moves into the vacancy of a lattice", "[unit][large]") {
  const std::vector<double> radii(91, 1.0);
  Centres centres = grid_centres(radii, 1);
  const double container = 100.0;
  // The innermost circle is pushed onto one of the rim: its site is the only vacancy inside the lattice. (Lattice sites come nearest
  // first.)
  const double site_x = centres.x[0];
  const double site_y = centres.y[0];
  centres.x[0] = centres.x[90] + 0.2;
  centres.y[0] = centres.y[90];
  Vacancies vacancies(radii, 2);
  CHECK(vacancies.relocate(container, 1e-6, centres, [] { return false; }) == 0);
  CHECK(vacancies.relocate(container, 1e-6, centres, [] { return true; }) >= 1);
  double nearest = container;
  for (int i = 0; i < 91; ++i) nearest = std::min(nearest, std::hypot(centres.x[i] - site_x, centres.y[i] - site_y));
  // A site of the lattice is found to double precision, but float decides whether it is free.
  CHECK(nearest < 1e-4);
}

TEST_CASE("the lattice start is legal and random starts stay in the container", "[unit][large]") {
  for (const int count : {1, 2, 7, 257}) {
    const std::vector<double> radii = logarithmic_radii(count, 50.0);
    const Centres grid = grid_centres(radii, 4);
    Packing packing;
    for (int i = 0; i < count; ++i) packing.circles.push_back({radii[i], grid.x[i], grid.y[i]});
    packing.enclosing_radius = enclosing_radius_about_origin(packing.circles);
    CHECK(largest_overlap(packing) <= 1e-12 * packing.enclosing_radius);

    const double container = container_radius_at(radii, 0.5);
    const Centres random = random_centres(radii, container, 4);
    for (int i = 0; i < count; ++i) CHECK(std::hypot(random.x[i], random.y[i]) + radii[i] <= container * (1 + 1e-15));
  }
}

TEST_CASE("the search is the same for any number of threads", "[large]") {
  SearchOptions options;
  options.trial_limit = 4;
  options.seed = 11;
  const Problem problem = make_problem("inv-sqrt", 5000);
  const SearchResult one = search(problem, options, 60, {}, 1);
  const SearchResult two = search(problem, options);
  CHECK(one.totals.relaxation_steps == two.totals.relaxation_steps);
  CHECK(same_bits(one.best, two.best));
  options.seed = 12;
  CHECK_FALSE(same_bits(one.best, search(problem, options).best));
}

TEST_CASE("every size gives a verified packing of its circles", "[large]") {
  const int count = GENERATE(1, 2, 3, 5, 31, 32, 33, 257);
  const std::string family = GENERATE("linear", "equal", "inv-two-thirds");
  const Problem problem = make_problem(family, count);
  SearchOptions options;
  options.trial_limit = 60;
  const SearchResult result = search(problem, options, 20);
  REQUIRE(result.best.count() == count);
  for (int i = 0; i < count; ++i) CHECK(result.best.circles[i].radius == problem.radii[i]);
  CHECK(verify_exact(result.best).legal);
  CHECK(result.reason == StopReason::finished);
  // Far below any sensible packing of few circles; two circles, a half, are the worst case.
  CHECK(density(result.best) >= 0.49);
}

TEST_CASE("all starts and both relaxations lead to dense packings", "[large]") {
  SearchOptions options;
  options.start = GENERATE(Start::random_relax, Start::random_scale, Start::grid);
  options.relaxation = GENERATE(Relaxation::energy, Relaxation::contact);
  options.mass_by_area = true;
  options.trial_limit = 120;
  const SearchResult result = search(make_problem("linear", 200), options, 20);
  CHECK(verify_exact(result.best).legal);
  // Jammed random mixtures have 0.80 to 0.84 at this size; loose ones less than 0.75.
  CHECK(density(result.best) > 0.77);
}

TEST_CASE("thousands of circles are packed with more than 0.80", "[large]") {
  const std::string family = GENERATE("equal", "linear");
  SearchOptions options;
  options.trial_limit = 14;
  const SearchResult result = search(make_problem(family, 4000), options, 60);
  CHECK(verify_exact(result.best).legal);
  CHECK(density(result.best) > 0.80);
}

TEST_CASE("a giant and many small circles, a ratio of radii of 2000", "[large]") {
  std::vector<double> radii(2500, 1.0);
  radii.push_back(2000.0);
  SearchOptions options;
  options.trial_limit = 20;
  const SearchResult result = search(problem_from_radii(radii), options, 30);
  CHECK(verify_exact(result.best).legal);
  // The small circles fit around the giant without making the container half as large again.
  CHECK(result.best.enclosing_radius < 1.5 * 2000.0);
}

TEST_CASE("a search that is stopped before it begins still returns a verified packing", "[large]") {
  StopToken stop;
  stop.request(StopReason::interrupt);
  SearchListener silent;
  const SearchResult result = search_large(make_problem("linear", 3000), {}, {}, {.stop = stop, .listener = silent});
  CHECK(result.reason == StopReason::interrupt);
  CHECK(result.best.count() == 3000);
  CHECK(verify_exact(result.best).legal);
}

TEST_CASE("a start packing is improved, and one of other circles is an error", "[large]") {
  const Problem problem = make_problem("linear", 40);
  const Centres grid = grid_centres(problem.radii, 2);
  Packing loose;
  for (int i = 39; i >= 0; --i) loose.circles.push_back({problem.radii[i], grid.x[i], grid.y[i]});
  loose.enclosing_radius = enclosing_radius_about_origin(loose.circles);
  SearchOptions options;
  options.trial_limit = 200;
  const SearchResult better = search(problem, options, 20, loose);
  CHECK(verify_exact(better.best).legal);
  // A lattice of the largest circle's pitch wastes more than half of the area; the best known packing of these circles has density 0.87.
  CHECK(density(loose) < 0.5);
  CHECK(density(better.best) > 0.75);
  CHECK_THROWS_AS(search(make_problem("linear", 41), options, 1, loose), InputError);
}

TEST_CASE("the listener hears of every verified improvement and of progress; a reached target ends the search", "[large]") {
  struct Counter : SearchListener {
    void improved(const Improvement& improvement) override {
      ++improvements;
      CHECK(improvement.packing.enclosing_radius < last);
      CHECK(verify_exact(improvement.packing).legal);
      last = improvement.packing.enclosing_radius;
    }
    void progressed(const Progress&) override { ++reports; }
    int improvements = 0;
    int reports = 0;
    double last = std::numeric_limits<double>::infinity();
  } counter;
  StopToken stop;
  stop.set_time_limit(20);
  SearchOptions options;
  const Problem problem = make_problem("equal", 100);
  options.target_radius = std::sqrt(squares_of(problem.radii) / 0.7);
  const SearchResult result = search_large(problem, {}, options, {.stop = stop, .listener = counter});
  CHECK(result.reason == StopReason::target_reached);
  CHECK(counter.improvements >= 1);
  CHECK(counter.reports >= 1);
  CHECK(counter.last == result.best.enclosing_radius);
}

TEST_CASE("a problem that does not fit says how many bytes it needs", "[large]") {
  Device small;
  small.memory_bytes = 1 << 20;
  StopToken stop;
  SearchListener silent;
  const SearchRun run{.device = small, .stop = stop, .listener = silent};
  CHECK_THROWS_WITH(search_large(make_problem("equal", 100000), {}, {}, run), Catch::Contains("bytes"));
  CHECK_THROWS_AS(search_large(make_problem("equal", 100000), {}, {}, run), OverflowError);
}
