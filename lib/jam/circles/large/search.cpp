// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The driver of the large search: start, compression, and rounds of shaking and compressing again. Compression: relax at fixed container
// radius R; when legal, lower R by a factor 1 - step; when not, move trapped circles into vacancies, raise R by half of the step and go on
// with half of it. A compression ends at the least step, the search after several rounds without gain.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "jam/circles/large/engine.hpp"
#include "jam/circles/large/holes.hpp"
#include "jam/circles/large/publish.hpp"
#include "jam/circles/large/start.hpp"
#include "jam/core/constants.hpp"
#include "jam/core/error.hpp"
#include "jam/core/memory_plan.hpp"

namespace jam::circles {

using namespace large;

namespace {

constexpr double start_density = 0.6;    ///< Of random starts [-]: relaxed within a few hundred steps.
constexpr double first_step = 0.02;      ///< Relative decrease of R per success at the beginning of a compression.
constexpr double largest_step = 0.1;     ///< While the packing is far from dense.
constexpr double step_end = 1e-5;        ///< A compression ends below this step.
constexpr double tolerance_share = 0.1;  ///< Overlap accepted as legal, as a share of the step [-].
constexpr double tolerance_least = search_tolerance;
constexpr double tolerance_largest = 1e-3;
constexpr int fail_limit = 3;             ///< Failures in a row after which the last legal state is taken up again.
constexpr double gain_least = 1e-6;       ///< Relative gain of a round that counts.
constexpr int fruitless_rounds = 5;       ///< Rounds without gain after which the search ends (SearchOptions::stuck = 0): this many,
constexpr int fruitless_circles = 20000;  ///< and one more for every time that the circles go into this number.
constexpr double shake_growth = 0.01;     ///< Relative growth of R before a shake.
constexpr double shake_amplitude = 0.4;   ///< Largest displacement of a shake [radii].

Law law_of(const SearchOptions& options) {
  if (options.relaxation == Relaxation::energy) return Law::energy;
  return options.mass_by_area ? Law::contact_mass : Law::contact;
}

class Compression {
 public:
  Compression(Engine& engine, const std::vector<double>& radii, const SearchOptions& options, const SearchRun& run, Publisher& publisher)
      : engine_(engine), options_(options), stop_(run.stop), publisher_(publisher), vacancies_(radii, run.thread_count) {
    for (const double radius : radii) area_ += radius * radius;
  }

  /// Compresses from `centres` in a container of radius `container_radius`, first by the relative `begin_step`.
  void run(const Centres& centres, double container_radius, double begin_step, MoveKind move) {
    double step = begin_step;
    double radius = container_radius;
    double legal_radius = 0;
    Centres legal;
    Centres current = centres;
    int fails = 0;
    bool ever_failed = false;
    engine_.load(current);
    while (step >= step_end && !over()) {
      const RelaxReport report = relax(radius, step);
      if (report.status == Status::running) break;
      if (report.status == Status::non_finite) {
        throw Error(ExitCode::internal,
                    "search single: after a relaxation, a centre is not a finite number: repeat the search; if it "
                    "happens again, check the memory of the device");
      }
      ++publisher_.best().progress.trials;
      if (report.worst <= largest_spread) {
        const double candidate = report.legal_radius(radius);
        if (candidate < publisher_.best_legal_radius()) {
          engine_.store(current);
          publisher_.offer(current, candidate);
          publisher_.publish_when_due(move);
        }
      }
      double factor = 1.0;
      if (report.status == Status::legal) {
        engine_.store(legal);
        legal_radius = radius;
        // Straight after a failure the old step would lead back to where that was.
        if (fails > 0) step *= 0.5;
        fails = 0;
        if (!ever_failed) step = easy_step(radius, begin_step);
        factor = 1.0 - step;
      } else {
        ever_failed = true;
        step *= 0.5;
        if (++fails <= fail_limit || legal.x.empty()) {
          engine_.store(current);
          if (vacancies_.relocate(radius, tolerance_of(step), current, [&] { return !over(); }) > 0) engine_.load(current);
          factor = 1.0 + step;
          // Without any legal state yet the container grows until there is one.
          if (legal.x.empty()) step = std::max(step * 2.0, first_step);
        } else {
          engine_.load(legal);
          radius = legal_radius;
          fails = 0;
          factor = 1.0 - step;
        }
      }
      radius *= factor;
      engine_.scale(factor);
    }
  }

  [[nodiscard]] bool over() {
    if (options_.trial_limit > 0 && publisher_.best().progress.trials >= options_.trial_limit) return true;
    return stop_.stop_requested();
  }

 private:
  [[nodiscard]] static double tolerance_of(double step) { return std::clamp(tolerance_share * step, tolerance_least, tolerance_largest); }

  /// The step while nothing has failed yet: long in loose packings, what the caller asked for in dense ones.
  [[nodiscard]] double easy_step(double radius, double begin_step) const {
    const double density = area_ / (radius * radius);
    return std::max(begin_step, std::min(0.5 * (1.0 - std::sqrt(density / 0.7)), largest_step));
  }

  [[nodiscard]] RelaxReport relax(double radius, double step) {
    RelaxTask task;
    task.container_radius = radius;
    task.tolerance = tolerance_of(step);
    task.law = law_of(options_);
    return engine_.relax(task, [&](int steps) {
      publisher_.best().progress.relaxation_steps += steps;
      publisher_.best().progress.device_bytes = engine_.device_bytes();
      publisher_.best().report();
      return !stop_.stop_requested();
    });
  }

  Engine& engine_;
  const SearchOptions& options_;
  StopToken& stop_;
  Publisher& publisher_;
  Vacancies vacancies_;
  double area_ = 0;
};

/// Largest power of two that brings the largest radius below 2.
double unit_of(const std::vector<double>& radii) { return std::ldexp(1.0, -std::ilogb(*std::max_element(radii.begin(), radii.end()))); }

/// Centres of `start` in the order of the problem, in the search's unit.
Centres start_centres(const Problem& problem, const Packing& start, double unit) {
  if (start.count() != problem.count()) {
    throw InputError(fmt::format("start packing has {} circles, the problem {}: they must be the same", start.count(), problem.count()));
  }
  std::vector<Circle> circles = start.circles;
  sort_by_radius(circles);
  Centres centres;
  for (const Circle& circle : circles) {
    if (!std::isfinite(circle.x) || !std::isfinite(circle.y)) throw InputError("the start has a centre that is not a finite number");
    centres.x.push_back(circle.x * unit);
    centres.y.push_back(circle.y * unit);
  }
  return centres;
}

/// max(|c| + r).
double enclosing_radius_of(const std::vector<double>& radii, const Centres& centres) {
  double radius = 0;
  for (std::size_t i = 0; i < radii.size(); ++i) radius = std::max(radius, std::hypot(centres.x[i], centres.y[i]) + radii[i]);
  return radius;
}

void spread(Centres& centres, double factor) {
  for (double& x : centres.x) x *= factor;
  for (double& y : centres.y) y *= factor;
}

/// The least factor that removes all overlaps, up to float precision.
double separating_factor(Engine& engine, const Centres& centres, double container_radius) {
  RelaxTask look;
  look.container_radius = container_radius;
  look.step_limit = 0;
  engine.load(centres);
  return (1.0 + 1e-6) * (1.0 + engine.relax(look, [](int) { return true; }).worst);
}

/// Refuses what cannot fit on the host; the CUDA engine looks after its device.
void require_memory(const Problem& problem, const Device& device) {
  const bool on_cpu = device.kind == DeviceKind::cpu;
  const std::size_t needed = (driver_bytes_per_circle + (on_cpu ? engine_bytes_per_circle : 0)) * problem.radii.size();
  const std::size_t available = on_cpu && device.memory_bytes > 0 ? device.memory_bytes : physical_memory_bytes();
  if (available == 0 || needed <= available) return;
  throw OverflowError(fmt::format("search single: {} circles need {} ({} bytes) of memory, this machine has {}: use fewer circles",
                                  problem.count(), format_bytes(needed), needed, format_bytes(available)));
}

}  // namespace

SearchResult search_large(const Problem& problem, const Packing& start, const SearchOptions& options, const SearchRun& run) {
  if (problem.radii.empty()) throw InputError("search single: the problem has no circles");
  require_memory(problem, run.device);
  const double unit = unit_of(problem.radii);
  std::vector<double> radii = problem.radii;
  for (double& radius : radii) radius *= unit;

  const std::unique_ptr<Engine> engine =
      run.device.kind == DeviceKind::cuda ? make_cuda_engine(radii, run.device.index) : make_cpu_engine(radii, run.thread_count);
  return search_on_engine(*engine, radii, unit, problem, start, options, run);
}

SearchResult large::search_on_engine(Engine& engine, const std::vector<double>& radii, double unit, const Problem& problem,
                                     const Packing& start, const SearchOptions& options, const SearchRun& run) {
  StopToken& stop = run.stop;
  Publisher publisher(problem, unit, options, run);
  Compression compression(engine, radii, options, run, publisher);

  // First round: from the given start, or from a fresh packing.
  MoveKind move = MoveKind::start;
  if (start.count() > 0) {
    const Centres centres = start_centres(problem, start, unit);
    compression.run(centres, enclosing_radius_of(radii, centres), 1e-3, move);
  } else if (options.start == Start::grid) {
    const Centres centres = grid_centres(radii, options.seed);
    compression.run(centres, enclosing_radius_of(radii, centres), first_step, move);
  } else {
    const double radius = container_radius_at(radii, start_density);
    Centres centres = random_centres(radii, radius, options.seed);
    double begin_radius = radius;
    if (options.start == Start::random_scale) {
      spread(centres, separating_factor(engine, centres, radius));
      begin_radius = enclosing_radius_of(radii, centres);
    }
    compression.run(centres, begin_radius, first_step, move);
  }
  publisher.publish(move, !stop.stop_requested());

  // Further rounds: shake the best state and compress it again.
  move = MoveKind::perturb;
  ++publisher.best().progress.rounds;
  const int fruitless_limit = fruitless_rounds + fruitless_circles / problem.count();
  int fruitless = 0;
  long long trials_at_gain = publisher.best().progress.trials;
  while (!compression.over() && std::isfinite(publisher.best_legal_radius())) {
    const double before = publisher.best_legal_radius();
    const double grown = before * (1.0 + shake_growth);
    Centres centres = publisher.best_centres();
    spread(centres, 1.0 + shake_growth);
    shake(radii, shake_amplitude, options.seed, static_cast<std::uint64_t>(publisher.best().progress.rounds), centres);
    compression.run(centres, grown, 0.25 * shake_growth, move);
    publisher.publish(move, !stop.stop_requested());
    ++publisher.best().progress.rounds;
    const bool gained = publisher.best_legal_radius() < before * (1.0 - gain_least);
    fruitless = gained ? 0 : fruitless + 1;
    if (gained) trials_at_gain = publisher.best().progress.trials;
    if (options.stuck > 0 ? publisher.best().progress.trials - trials_at_gain >= options.stuck : fruitless >= fruitless_limit) break;
  }
  if (publisher.best().empty()) publisher.publish_fallback(grid_centres(radii, options.seed));
  return publisher.best().result();
}

}  // namespace jam::circles
