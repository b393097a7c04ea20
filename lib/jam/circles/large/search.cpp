// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The driver of the large search: start, compression, and rounds of shaking and compressing again. Compression: relax at fixed
// container radius R; when legal, lower R by a factor 1 - step; when not, move trapped circles into vacancies, raise R by half of
// the step and continue with half the step. A compression ends at the least step, the search after several rounds without gain.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "jam/circles/islands/lone_island.hpp"
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
constexpr int fail_limit = 3;             ///< Failures in a row after which the last legal state is restored.
constexpr double gain_least = 1e-6;       ///< Relative gain of a round that counts.
constexpr int fruitless_rounds = 5;       ///< Rounds without gain after which the search ends (SearchOptions::stuck = 0): this many,
constexpr int fruitless_circles = 20000;  ///< and as many more as the circles go into this number (integer division).
constexpr int lattice_circles = 3000;     ///< Of more equal circles, the lattice alone is compressed.
constexpr double shake_growth = 0.01;     ///< Relative growth of R before a shake.
constexpr double shake_amplitude = 0.4;   ///< Largest displacement of a shake [radii].

Law law_of(const SearchOptions& options) {
  if (options.relaxation == Relaxation::energy) return Law::energy;
  return options.mass_by_area ? Law::contact_mass : Law::contact;
}

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
  Centres same = centres;
  return (1.0 + 1e-6) * (1.0 + engine.relax(look, same, {}, {}).worst);
}

/// Refuses problems that cannot fit on the host; the CUDA engine checks the memory of its device.
void require_memory(const Problem& problem, const Device& device) {
  const bool on_cpu = device.kind == DeviceKind::cpu;
  const std::size_t needed = (driver_bytes_per_circle + (on_cpu ? engine_bytes_per_circle : 0)) * problem.radii.size();
  const std::size_t available = on_cpu && device.memory_bytes > 0 ? device.memory_bytes : physical_memory_bytes();
  if (available == 0 || needed <= available) return;
  throw OverflowError(fmt::format("search single: {} circles need {} ({} bytes) of memory, this machine has {}: use fewer circles",
                                  problem.count(), format_bytes(needed), needed, format_bytes(available)));
}

/// State of a compression between two relaxations.
struct CompressionStep {
  double radius = 0;        ///< Of the container.
  double legal_radius = 0;  ///< Of the container at the last legal state.
  double step = 0;          ///< Relative change of the radius [-].
  double begin_step = 0;    ///< The first step [-].
  std::int32_t fails = 0;   ///< Failures in a row.
  std::int32_t ever_failed = 0;
};

/// One packing; a round is one relaxation.
class LargeIsland : public LoneIsland {
 public:
  LargeIsland(Engine& engine, const std::vector<double>& radii, double unit, const Problem& problem, const SearchOptions& options,
              const SearchRun& run, PackingIncumbent& best)
      : LoneIsland(problem, options, run, best),
        engine_(engine),
        radii_(radii),
        unit_(unit),
        publisher_(problem, unit, run.stop, best),
        vacancies_(radii, run.thread_count) {
    for (const double radius : radii) area_ += radius * radius;
    set_size(1, engine.device_bytes());
  }

  /// Compresses first from the given start, or from a fresh packing.
  bool begin(const Packing& start) {
    if (start.count() > 0) {
      compress(start_centres(problem_, start, unit_), 1e-3);
    } else {
      begin_fresh(options_.start == Start::automatic && equal() ? Start::grid : options_.start);
    }
    return true;
  }

  [[nodiscard]] bool finished() const { return finished_ != 0 || LoneIsland::finished(); }

  [[nodiscard]] bool finish_round() {
    if (stop_.stop_requested()) return false;
    const RelaxReport report = relax();
    if (report.status == Status::running) return false;
    if (report.status == Status::non_finite) {
      throw Error(ExitCode::internal,
                  "search single: after a relaxation, a centre is not a finite number: repeat the search; if it happens again, check the "
                  "memory of the device");
    }
    ++best_.progress.trials;
    if (report.worst <= largest_spread) publisher_.offer(current_, report.legal_radius(at_.radius));
    publisher_.publish_when_due(move());
    if (publisher_.polish_before_limit(move())) {
      stop_.request(StopReason::time_limit);
      return false;
    }
    if (!advance(report.status == Status::legal)) return false;
    if (at_.step < step_end) {
      end_compression();
      if (stop_.stop_requested()) return false;  // The polish may have been cut.
    }
    mean_radius_ = best_.radius();
    return true;
  }

  void end() {
    publisher_.publish_last(move(), [this] { return grid_centres(radii_, options_.seed); });
  }

  void write(io::StateWriter& state) const {
    state.write(at_);
    write_centres(state, current_);
    write_centres(state, legal_);
    publisher_.write(state);
    for (const long long count : {compressions_, fruitless_, trials_at_gain_}) state.write(count);
    state.write(radius_before_);
    state.write(finished_);
  }
  void read(io::StateReader& state, const Best::Counters& /*counters*/) {
    at_ = state.read<CompressionStep>();
    current_ = read_centres(state, radii_.size());
    legal_ = read_centres(state, at_.legal_radius > 0 ? radii_.size() : 0);
    publisher_.read(state);
    for (long long* count : {&compressions_, &fruitless_, &trials_at_gain_}) *count = state.read<long long>();
    radius_before_ = state.read<double>();
    finished_ = state.read<std::int32_t>();
    if (!(at_.radius > 0) || !std::isfinite(at_.radius) || !(at_.step > 0) || compressions_ < 0)
      io::fail_state("its counters are out of range");
  }

 private:
  [[nodiscard]] bool equal() const { return radii_.front() == radii_.back(); }
  [[nodiscard]] MoveKind move() const { return compressions_ > fresh_compressions() ? MoveKind::perturb : MoveKind::start; }

  /// How many compressions begin from fresh packings after the first one: dense lattices of few equal circles are not always the best.
  [[nodiscard]] int fresh_compressions() const {
    return options_.start == Start::automatic && equal() && problem_.count() <= lattice_circles ? 1 : 0;
  }

  /// Compresses from `centres`, first by the relative `begin_step`.
  void compress(Centres centres, double begin_step, double container_radius = 0) {
    current_ = std::move(centres);
    legal_ = {};
    at_ = {};
    at_.radius = container_radius > 0 ? container_radius : enclosing_radius_of(radii_, current_);
    at_.step = at_.begin_step = begin_step;
    radius_before_ = publisher_.best_legal_radius();
  }

  void begin_fresh(Start start) {
    if (start == Start::grid) return compress(grid_centres(radii_, options_.seed), first_step);
    const double radius = container_radius_at(radii_, start_density);
    Centres centres = random_centres(radii_, radius, options_.seed);
    if (start != Start::random_scale) return compress(std::move(centres), first_step, radius);
    spread(centres, separating_factor(engine_, centres, radius));
    compress(std::move(centres), first_step);
  }

  [[nodiscard]] static double tolerance_of(double step) { return std::clamp(tolerance_share * step, tolerance_least, tolerance_largest); }

  /// The step while nothing has failed yet: long in loose packings, the first one in dense ones.
  [[nodiscard]] double easy_step() const {
    const double density = area_ / (at_.radius * at_.radius);
    return std::max(at_.begin_step, std::min(0.5 * (1.0 - std::sqrt(density / 0.7)), largest_step));
  }

  [[nodiscard]] RelaxReport relax() {
    RelaxTask task;
    task.container_radius = at_.radius;
    task.tolerance = tolerance_of(at_.step);
    task.law = law_of(options_);
    return engine_.relax(task, current_, stop_.query(), [&](int steps) {
      best_.progress.relaxation_steps += steps;
      best_.progress.device_bytes = engine_.device_bytes();
      best_.report();
    });
  }

  /// Changes container and centres for the next relaxation. False: stopped halfway.
  bool advance(bool legal) {
    double factor = 1.0;
    if (legal) {
      legal_ = current_;
      at_.legal_radius = at_.radius;
      // After a failure, the same step would lead back to the radius that failed.
      if (at_.fails > 0) at_.step *= 0.5;
      at_.fails = 0;
      if (at_.ever_failed == 0) at_.step = easy_step();
      factor = 1.0 - at_.step;
    } else {
      at_.ever_failed = 1;
      at_.step *= 0.5;
      if (++at_.fails <= fail_limit || legal_.x.empty()) {
        if (!vacancies_.relocate(at_.radius, tolerance_of(at_.step), current_, stop_.query())) return false;
        factor = 1.0 + at_.step;
        // Until there is a legal state, the container grows.
        if (legal_.x.empty()) at_.step = std::max(at_.step * 2.0, first_step);
      } else {
        current_ = legal_;
        at_.radius = at_.legal_radius;
        at_.fails = 0;
        factor = 1.0 - at_.step;
      }
    }
    at_.radius *= factor;
    spread(current_, factor);
    return true;
  }

  /// Starts the next compression: from a fresh packing, or from the best state after a shake; or ends the search.
  void end_compression() {
    publisher_.publish(move());
    const long long trials = best_.progress.trials;
    const double legal_radius = publisher_.best_legal_radius();
    const bool shaken = compressions_ > fresh_compressions();
    const bool gained = !shaken || legal_radius < radius_before_ * (1.0 - gain_least);
    fruitless_ = gained ? 0 : fruitless_ + 1;
    if (gained) trials_at_gain_ = trials;
    const bool stuck = options_.stuck > 0 ? trials - trials_at_gain_ >= options_.stuck
                                          : fruitless_ >= fruitless_rounds + fruitless_circles / problem_.count();
    ++compressions_;
    if (!std::isfinite(legal_radius) || (shaken && stuck)) {
      finished_ = 1;
    } else if (compressions_ <= fresh_compressions()) {
      begin_fresh(Start::random_relax);
    } else {
      Centres centres = publisher_.best_centres();
      spread(centres, 1.0 + shake_growth);
      shake(radii_, shake_amplitude, options_.seed, static_cast<std::uint64_t>(compressions_), centres);
      compress(std::move(centres), 0.25 * shake_growth, legal_radius * (1.0 + shake_growth));
    }
  }

  Engine& engine_;
  const std::vector<double>& radii_;
  double unit_;
  Publisher publisher_;
  Vacancies vacancies_;
  double area_ = 0;

  // The state.
  CompressionStep at_;
  Centres current_;             ///< The state that is relaxed next.
  Centres legal_;               ///< The last legal state of this compression; empty: none.
  long long compressions_ = 0;  ///< Number of compressions that have ended.
  long long fruitless_ = 0;     ///< Number of consecutive compressions without gain, up to the last one.
  long long trials_at_gain_ = 0;
  double radius_before_ = 0;   ///< Best legal radius at the beginning of this compression.
  std::int32_t finished_ = 0;  ///< 1: nothing was gained for long.
};

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
  PackingIncumbent best(problem, options, run);
  auto island = std::make_unique<LargeIsland>(engine, radii, unit, problem, options, run, best);
  return run_alone(single_state_tag, std::move(island), best, start, run);
}

}  // namespace jam::circles
