// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The large search as a whole: verified packings of every size, resumption, ends by limits, and errors.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <memory>
#include <numeric>
#include <string>
#include <utility>

#include "jam/circles/large/engine.hpp"
#include "jam/circles/large/publish.hpp"
#include "jam/circles/large/start.hpp"
#include "jam/circles/model/contact_graph.hpp"
#include "jam/circles/model/search.hpp"
#include "jam/circles/polish/polish.hpp"
#include "jam/circles/verify/verify.hpp"
#include "jam/core/error.hpp"
#include "large_searches.hpp"
#include "support/resume_sink.hpp"

using namespace jam;
using namespace jam::circles;
using namespace jam::circles::large;
using namespace jam::test;

namespace {

double squares_of(const std::vector<double>& radii) {
  return std::inner_product(radii.begin(), radii.end(), radii.begin(), 0.0);
}

/// An engine of one CPU thread that may work in a thread of its own, as one of a GPU does, and may spoil a
/// centre.
struct WrappedEngine : Engine {
  RelaxReport relax(const RelaxTask& task, Centres& centres, const StopQuery& stop,
                    const StepListener& listener) override {
    if (++relaxations == faulty) centres.x[3] = std::numeric_limits<double>::quiet_NaN();
    return inner->relax(task, centres, stop, listener);
  }
  std::vector<Sum> forces(const Centres& centres, double radius, Law law) override {
    return inner->forces(centres, radius, law);
  }
  [[nodiscard]] bool on_gpu() const override { return concurrent; }
  [[nodiscard]] std::size_t device_bytes() const override { return 0; }

  std::unique_ptr<Engine> inner;
  bool concurrent = false;
  int faulty = 0;  ///< Before this relaxation a centre becomes no number; 0: never.
  int relaxations = 0;
};

std::vector<std::unique_ptr<Engine>> wrapped_engines(const std::vector<double>& radii, int count,
                                                     bool concurrent) {
  std::vector<std::unique_ptr<Engine>> engines;
  for (int k = 0; k < count; ++k) {
    auto engine = std::make_unique<WrappedEngine>();
    engine->inner = make_cpu_engine(radii, 1);
    engine->concurrent = concurrent;
    engines.push_back(std::move(engine));
  }
  return engines;
}

}  // namespace

TEST_CASE("a start with a centre that is not finite is refused", "[unit][large]") {
  Packing start;
  for (int i = 0; i < 5; ++i) start.circles.push_back({1.0, 3.0 * i, 0.0});
  start.circles[2].y =
      GENERATE(std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity());
  CHECK_THROWS_AS(search(make_problem("equal", 5), {}, start), InputError);
}

TEST_CASE("a centre that becomes no finite number ends the search with an error, and is not published",
          "[unit][large]") {
  struct Counter : SearchListener {
    void improved(const Improvement& improvement) override {
      ++improvements;
      CHECK(verify_exact(improvement.packing).legal);
    }
    int improvements = 0;
  } counter;
  const Problem problem = make_problem("equal", 30);
  // The second one goes on relaxing until it is told to end.
  const bool concurrent = GENERATE(false, true);
  std::vector<std::unique_ptr<Engine>> engines =
      wrapped_engines(problem.radii, concurrent ? 2 : 1, concurrent);
  auto& engine = static_cast<WrappedEngine&>(*engines.front());
  engine.faulty = 5;
  StopToken stop;
  stop.set_time_limit(60);
  CHECK_THROWS_WITH(
      search_on_engines(engines, problem.radii, 1.0, problem, {}, {}, {.stop = stop, .listener = counter}),
      Catch::Contains("a centre is not a finite number"));
  CHECK(engine.relaxations == 5);
}

TEST_CASE("the search is the same for any number of threads", "[large]") {
  SearchOptions options;
  options.trial_limit = 4;
  options.seed = 11;
  const Problem problem = make_problem("inv-sqrt", 5000);
  const SearchResult one = search(problem, options, {}, 1);
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
  const SearchResult result = search(problem, options);
  REQUIRE(result.best.count() == count);
  for (int i = 0; i < count; ++i) CHECK(result.best.circles[i].radius == problem.radii[i]);
  CHECK(verify_exact(result.best).legal);
  CHECK(result.reason == StopReason::finished);
  // Far below any sensible packing of few circles; two circles, a half, are the worst case.
  CHECK(density(result.best) >= 0.49);
}

TEST_CASE("all starts and both relaxations lead to dense packings", "[large]") {
  SearchOptions options;
  options.start = GENERATE(Start::automatic, Start::random_relax, Start::random_scale, Start::grid);
  options.relaxation = GENERATE(Relaxation::energy, Relaxation::contact);
  options.mass_by_area = true;
  options.trial_limit = 120;
  const SearchResult result = search(make_problem("linear", 200), options);
  CHECK(verify_exact(result.best).legal);
  // Jammed random mixtures have 0.80 to 0.84 at this size; loose ones less than 0.75.
  CHECK(density(result.best) > 0.77);
}

TEST_CASE("thousands of circles are packed with more than 0.80", "[large]") {
  const std::string family = GENERATE("equal", "linear");
  SearchOptions options;
  options.trial_limit = 14;
  const SearchResult result = search(make_problem(family, 4000), options);
  CHECK(verify_exact(result.best).legal);
  CHECK(density(result.best) > 0.80);
}

TEST_CASE("thousands of circles end in a local minimum", "[large]") {
  const Problem problem = make_problem("linear", 3200);  // Above polish_count_limit, and above many_circles.
  SearchOptions options;
  options.trial_limit = 30;
  const SearchResult result = search(problem, options);
  REQUIRE(result.reason == StopReason::finished);
  CHECK(verify_exact(result.best).legal);
  const ContactGraph graph = contact_graph(result.best);
  // No fewer contacts than unknowns, the centres that are held and R, less the free rotation.
  const auto rattlers = static_cast<int>(std::count(graph.rattler.begin(), graph.rattler.end(), 1));
  CHECK(rattlers < 0.45 * problem.count());  // A third is usual; where nothing is closed, all are.
  CHECK(static_cast<int>(graph.contacts.size()) >= 2 * (problem.count() - rattlers));
  PolishOptions patient;
  patient.circle_limit = polish_patient_limit;
  patient.iteration_limit = 1000;
  const PolishResult again = polish(result.best, patient);
  CHECK(again.converged);
}

TEST_CASE("a search of thousands of circles leaves time for the polish", "[large]") {
  struct Contacts : SearchListener {
    void improved(const Improvement& improvement) override {
      most = std::max(most, contact_graph(improvement.packing).contacts.size());
    }
    std::size_t most = 0;
  } contacts;
  const Problem problem = make_problem("linear", 2100);
  StopToken stop;
  stop.set_time_limit(12);
  const SearchResult result =
      search_large(problem, {}, {}, {.thread_count = 1, .stop = stop, .listener = contacts});
  CHECK(result.reason == StopReason::time_limit);
  // Packings that are not polished have one or two.
  CHECK(contacts.most > static_cast<std::size_t>(problem.count()));
}

TEST_CASE("a large search that has finished does not polish beyond its time limit", "[large]") {
  SearchOptions options;
  options.trial_limit = 2;
  StopToken stop;
  stop.set_time_limit(5);
  SearchListener silent;
  const SearchResult result = search_large(make_problem("equal", 10'000), {}, options,
                                           {.thread_count = 2, .stop = stop, .listener = silent});
  CHECK(result.reason == StopReason::finished);
  CHECK(verify_exact(result.best).legal);
  // The whole polish takes 20 s and more.
  CHECK(stop.elapsed() < 12);
}

TEST_CASE("a giant and many small circles, a ratio of radii of 2000", "[large]") {
  std::vector<double> radii(2500, 1.0);
  radii.push_back(2000.0);
  SearchOptions options;
  options.trial_limit = 20;
  const SearchResult result = search(problem_from_radii(radii), options);
  CHECK(verify_exact(result.best).legal);
  // The small circles fit around the giant without making the container half as large again.
  CHECK(result.best.enclosing_radius < 1.5 * 2000.0);
}

TEST_CASE("a search that is stopped before it begins still returns a verified packing", "[large]") {
  StopToken stop;
  stop.request(StopReason::interrupt);
  SearchListener silent;
  const SearchResult result =
      search_large(make_problem("linear", 3000), {}, {}, {.stop = stop, .listener = silent});
  CHECK(result.reason == StopReason::interrupt);
  CHECK(result.best.count() == 3000);
  CHECK(verify_exact(result.best).legal);
}

TEST_CASE("a start packing is improved, and one of other circles is an error", "[large]") {
  const Problem problem = make_problem("linear", 40);
  const Centres grid = grid_centres(problem.radii, 2, 0);
  Packing loose;
  for (int i = 39; i >= 0; --i) loose.circles.push_back({problem.radii[i], grid.x[i], grid.y[i]});
  loose.enclosing_radius = enclosing_radius_about_origin(loose.circles);
  SearchOptions options;
  options.trial_limit = 200;
  const SearchResult better = search(problem, options, loose);
  CHECK(verify_exact(better.best).legal);
  // A lattice of the largest circle's pitch wastes more than half of the area; the best known packing of
  // these circles has density 0.87.
  CHECK(density(loose) < 0.5);
  CHECK(density(better.best) > 0.75);
  CHECK_THROWS_AS(search(make_problem("linear", 41), options, loose), InputError);
}

TEST_CASE(
    "the listener hears of every verified improvement and of progress; a reached target ends the search",
    "[large]") {
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

TEST_CASE("a search resumed from any boundary ends with the packing of one that was not interrupted",
          "[large]") {
  const Problem problem = make_problem(GENERATE("linear", "equal"), 150);
  // Islands on GPUs relax while others wait, and while the state is saved.
  const std::pair<int, bool> kind = GENERATE(std::pair(1, false), std::pair(3, false), std::pair(3, true));
  const int islands = kind.first;
  const bool concurrent = kind.second;
  CAPTURE(problem.family, islands, concurrent);
  SearchOptions options;
  options.seed = 3;
  options.exchange_interval = 8;
  options.trial_limit = 90 * islands;  // Several compressions.
  const auto search = [&](const std::string& begun, int end_at, std::string* state) {
    StopToken stop;
    SearchListener silent;
    test::ResumeSink sink(begun, &stop, end_at);
    SearchResult result =
        search_on_engines(wrapped_engines(problem.radii, islands, concurrent), problem.radii, 1.0, problem,
                          {}, options, {.stop = stop, .listener = silent, .checkpoint = &sink});
    if (state != nullptr) *state = sink.newest;
    return result;
  };
  const SearchResult whole = search({}, test::never, nullptr);
  REQUIRE(whole.totals.trials == 90 * islands);
  for (const int k : {0, 1, 2, 8, 9, 40, 89}) {
    INFO("ended at boundary " << k);
    std::string state;
    const SearchResult part = search({}, k, &state);
    CHECK(part.totals.trials == k * islands);
    const SearchResult resumed = search(state, test::never, nullptr);
    CHECK(same_bits(whole.best, resumed.best));
    CHECK(resumed.totals.trials == whole.totals.trials);
    CHECK(resumed.totals.relaxation_steps == whole.totals.relaxation_steps);
  }
}

TEST_CASE("a state of other circles or of another search is refused", "[large]") {
  SearchOptions options;
  options.trial_limit = 3;
  StopToken stop;
  SearchListener silent;
  test::ResumeSink sink;
  static_cast<void>(search_large(make_problem("linear", 20), {}, options,
                                 {.stop = stop, .listener = silent, .checkpoint = &sink}));
  test::ResumeSink again(sink.newest);
  StopToken other;
  const SearchRun run{.stop = other, .listener = silent, .checkpoint = &again};
  CHECK_THROWS_AS(search_large(make_problem("linear", 21), {}, options, run), InputError);
  CHECK_THROWS_AS(search_multistart(make_problem("linear", 20), {}, options, run), InputError);
}

TEST_CASE("equal circles begin on a lattice, few of them also at random places", "[large]") {
  SearchOptions options;
  options.trial_limit = 4;
  // One more than are polished: how the search begins is the question here.
  const SearchResult many = search(make_problem("equal", 20'001), options);
  // Random starts end at 0.82 to 0.85, after many more relaxations.
  CHECK(density(many.best) > 0.885);
  options.trial_limit = 300;
  const SearchResult few = search(make_problem("equal", 20), options);
  options.start = Start::grid;
  CHECK(few.best.enclosing_radius <= search(make_problem("equal", 20), options).best.enclosing_radius + 1e-9);
}

TEST_CASE("a search of a million circles ends soon after it is told to", "[large]") {
  // Tens of seconds with an end after the next relaxation, or with a verification that cannot be stopped; a
  // bound for a busy machine.
  StopToken stop;
  stop.set_time_limit(1);
  SearchListener silent;
  const SearchResult result = search_large(make_problem("linear", 1'000'000), {}, {},
                                           {.thread_count = 2, .stop = stop, .listener = silent});
  CHECK(result.reason == StopReason::time_limit);
  CHECK((result.best.circles.empty() || verify_exact(result.best).legal));
}
