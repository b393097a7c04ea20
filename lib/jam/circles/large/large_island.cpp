// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/circles/large/large_island.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "jam/circles/islands/lone_island.hpp"
#include "jam/circles/large/start.hpp"
#include "jam/circles/model/corner_packing.hpp"
#include "jam/core/batch_engine.hpp"
#include "jam/core/constants.hpp"

namespace jam::circles::large {
namespace {

constexpr double start_density = 0.6;  ///< Density of random starts [-], relaxed within a few hundred steps.
constexpr double first_step = 0.02;    ///< First relative decrease of R per success [-].
/// Largest relative decrease of R per success while the packing is loose [-].
constexpr double largest_step = 0.1;
constexpr double step_end = 1e-5;        ///< A compression ends below this step.
constexpr double tolerance_share = 0.1;  ///< Overlap accepted as legal, over the step [-].
constexpr double tolerance_least = search_tolerance;
constexpr double tolerance_largest = 1e-3;
constexpr int fail_limit = 3;        ///< Consecutive failures after which the last legal state is restored.
constexpr double gain_least = 1e-6;  ///< Least relative gain of a round that counts [-].
constexpr int fruitless_rounds = 5;  ///< Number of rounds without gain that end an island (option stuck = 0).
constexpr int fruitless_circles = 20000;  ///< An island of n circles has this / n more rounds.
constexpr int lattice_circles = 3000;  ///< Above this number of equal circles only the lattice is compressed.
constexpr double shake_growth = 0.01;  ///< Relative growth of R before a shake [-].
constexpr double shake_amplitude = 0.4;  ///< Largest displacement of a shake [radii].

Law law_of(const SearchOptions& options) {
  if (options.relaxation == Relaxation::energy) return Law::energy;
  return options.mass_by_area ? Law::contact_mass : Law::contact;
}

/// Centres of `start` in the order of the problem, in the search's unit.
Centres start_centres(const Problem& problem, const Packing& start, double unit) {
  check_start(problem, start);
  std::vector<Circle> circles = start.circles;
  sort_by_radius(circles);
  Centres centres;
  for (const Circle& circle : circles) {
    centres.x.push_back(circle.x * unit);
    centres.y.push_back(circle.y * unit);
  }
  return centres;
}

/// max(|c| + r).
double enclosing_radius_of(const std::vector<double>& radii, const Centres& centres) {
  double radius = 0;
  for (std::size_t i = 0; i < radii.size(); ++i)
    radius = std::max(radius, std::hypot(centres.x[i], centres.y[i]) + radii[i]);
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

double tolerance_of(double step) {
  return std::clamp(tolerance_share * step, tolerance_least, tolerance_largest);
}

}  // namespace

double least_legal_radius(const std::vector<LargeIsland*>& islands) {
  double least = std::numeric_limits<double>::infinity();
  for (const LargeIsland* island : islands) least = std::min(least, island->best_legal_radius());
  return least;
}

LargeIsland::LargeIsland(LargeSearch& search, Engine& engine, const IslandPlace& place)
    : search_(search),
      engine_(engine),
      place_(place),
      stop_(search.run.stop),
      publisher_(search.problem, search.unit, search.run.stop, search.best, place.number),
      vacancies_(search.radii, search.run.thread_count) {
  for (const double radius : search.radii) area_ += radius * radius;
  search.islands.push_back(this);
  count_device_bytes();
}

LargeIsland::~LargeIsland() {
  abandon();
  std::erase(search_.islands, this);
}

void LargeIsland::begin(const Packing& start) {
  if (place_.number == 0) {
    if (const std::optional<Packing> corners = corner_packing(search_.problem, stop_.query())) {
      publisher_.offer(start_centres(search_.problem, *corners, search_.unit),
                       corners->enclosing_radius * search_.unit);
      publisher_.publish(MoveKind::start);
    }
  }
  if (start.count() > 0) {
    Centres centres = start_centres(search_.problem, start, search_.unit);
    if (place_.number == 0) return compress(std::move(centres), 1e-3);
    const double radius = enclosing_radius_of(search_.radii, centres);
    return compress_shaken(std::move(centres), radius);
  }
  const Start kind = search_.options.start;
  if (kind != Start::automatic || !equal()) return begin_fresh(kind);
  // Lattices of equal circles are all the same.
  if (place_.number == 0) return begin_fresh(Start::grid);
  if (few()) return begin_fresh(Start::random_relax);
  Centres centres = grid_centres(search_.radii, search_.options.seed, place_.number);
  const double radius = enclosing_radius_of(search_.radii, centres);
  compress_shaken(std::move(centres), radius);
}

bool LargeIsland::finished() const {
  const long long limit = search_.options.trial_limit;
  return finished_ != 0 || (limit > 0 && trials_ >= std::max(1LL, place_.share(limit)));
}

void LargeIsland::begin_round() {
  relaxed_ = current_;
  round_steps_ = 0;
  if (engine_.on_gpu()) round_ = std::async(std::launch::async, [this] { return relax(); });
}

bool LargeIsland::finish_round() {
  const RelaxReport report = engine_.on_gpu() ? wait() : relax();
  count_in_progress();
  count_device_bytes();
  if (report.status == Status::running || stop_.stop_requested()) return false;
  if (report.status == Status::non_finite) fail_not_finite("search single: after a relaxation, a centre");
  std::swap(current_, relaxed_);
  steps_ += round_steps_.exchange(0);
  ++trials_;
  count_in_progress();
  if (report.worst <= largest_spread) publisher_.offer(current_, report.legal_radius(at_.radius));
  publisher_.publish_when_due(move());
  if (polish_before_limit()) return false;
  if (!advance(report.status == Status::legal)) return false;
  if (at_.step < step_end) {
    end_compression();
    if (stop_.stop_requested()) return false;  // The polish may have been cut.
  }
  return true;
}

/// Lets the island with the best state polish it if the time that is left is just enough. True: the search
/// ends then.
bool LargeIsland::polish_before_limit() {
  const double least = least_legal_radius(search_.islands);
  const bool polished = std::any_of(search_.islands.begin(), search_.islands.end(), [&](LargeIsland* island) {
    return island->best_legal_radius() == least && island->publisher_.polish_before_limit(island->move());
  });
  if (polished) stop_.request(StopReason::time_limit);
  return polished;
}

void LargeIsland::end() {
  publisher_.publish_last(move(), [this] { return grid_centres(search_.radii, search_.options.seed, 0); });
}

std::string LargeIsland::migrant() const {
  if (!std::isfinite(best_legal_radius())) return {};
  io::StateWriter writer;
  writer.write(best_legal_radius());
  write_centres(writer, publisher_.best_centres());
  return writer.finish();
}

void LargeIsland::accept(const std::string& migrant) {
  io::StateReader reader(migrant);
  const auto radius = reader.read<double>();
  Centres centres = read_centres(reader, search_.radii.size());
  reader.finish();
  publisher_.adopt(std::move(centres), radius);
}

LargeIsland::Best::Counters LargeIsland::counters() const { return {trials_, steps_, 0, 0, 0}; }

void LargeIsland::summarise(const std::vector<const LargeIsland*>& islands, Progress& progress) {
  const LargeSearch& search = islands.front()->search_;
  progress.mean_radius = search.best.radius();
  if (islands.size() == 1) return;
  double sum = 0;
  for (const LargeIsland* island : islands) sum += island->best_legal_radius() / search.unit;
  progress.mean_radius = sum / static_cast<double>(islands.size());
}

void LargeIsland::write(io::StateWriter& state) const {
  state.write(at_);
  write_centres(state, current_);
  write_centres(state, legal_);
  publisher_.write(state);
  io::write_all(state, compressions_, fruitless_, trials_at_gain_, radius_before_, finished_);
}

void LargeIsland::read(io::StateReader& state, const Best::Counters& counters) {
  const std::size_t count = search_.radii.size();
  at_ = state.read<CompressionStep>();
  current_ = read_centres(state, count);
  legal_ = read_centres(state, at_.legal_radius > 0 ? count : 0);
  publisher_.read(state);
  io::read_all(state, compressions_, fruitless_, trials_at_gain_, radius_before_, finished_);
  if (!(at_.radius > 0) || !std::isfinite(at_.radius) || !(at_.step > 0) || compressions_ < 0)
    io::fail_state("its counters are out of range");
  const auto in_reach = [&](double value) { return std::fabs(value) <= 1e6 * at_.radius; };
  for (const Centres* centres : {&current_, &legal_}) {
    if (!std::ranges::all_of(centres->x, in_reach) || !std::ranges::all_of(centres->y, in_reach))
      io::fail_state("a centre is out of range");
  }
  trials_ = counters[0];
  steps_ = counters[1];
  counted_ = counters;
}

bool LargeIsland::equal() const { return search_.radii.front() == search_.radii.back(); }

bool LargeIsland::few() const { return search_.problem.count() <= lattice_circles; }

MoveKind LargeIsland::move() const {
  return compressions_ > fresh_compressions() ? MoveKind::perturb : MoveKind::start;
}

/// Number of compressions after the first one that begin from a fresh packing: 1 for few equal circles, for
/// which a dense lattice is not always the best, else 0.
int LargeIsland::fresh_compressions() const {
  return search_.options.start == Start::automatic && equal() && few() && place_.number == 0 ? 1 : 0;
}

/// Compresses from `centres`, first by the relative `begin_step`.
void LargeIsland::compress(Centres centres, double begin_step, double container_radius) {
  current_ = std::move(centres);
  legal_ = {};
  at_ = {};
  at_.radius = container_radius > 0 ? container_radius : enclosing_radius_of(search_.radii, current_);
  at_.step = at_.begin_step = begin_step;
  radius_before_ = best_legal_radius();
}

/// Compresses from legal `centres`, which reach as far as `legal_radius`, after a shake.
void LargeIsland::compress_shaken(Centres centres, double legal_radius) {
  spread(centres, 1.0 + shake_growth);
  shake(search_.radii, shake_amplitude,
        {search_.options.seed, place_.number, static_cast<std::uint64_t>(compressions_)}, centres);
  compress(std::move(centres), 0.25 * shake_growth, legal_radius * (1.0 + shake_growth));
}

void LargeIsland::begin_fresh(Start start) {
  const std::uint64_t seed = search_.options.seed;
  if (start == Start::grid) return compress(grid_centres(search_.radii, seed, place_.number), first_step);
  const double radius = container_radius_at(search_.radii, start_density);
  Centres centres = random_centres(search_.radii, radius, seed, place_.number);
  if (start != Start::random_scale) return compress(std::move(centres), first_step, radius);
  spread(centres, separating_factor(engine_, centres, radius));
  compress(std::move(centres), first_step);
}

/// The step until a compression fails for the first time: longer in a loose packing, `begin_step` in a dense
/// packing [-].
double LargeIsland::easy_step() const {
  const double density = area_ / (at_.radius * at_.radius);
  return std::max(at_.begin_step, std::min(0.5 * (1.0 - std::sqrt(density / 0.7)), largest_step));
}

/// On a GPU in the thread of the round, else in the one that waits for it and reports.
RelaxReport LargeIsland::relax() {
  RelaxTask task;
  task.container_radius = at_.radius;
  task.tolerance = tolerance_of(at_.step);
  task.law = law_of(search_.options);
  const auto ends = [](void* context) {
    const auto* island = static_cast<const LargeIsland*>(context);
    return island->abandoned_ || island->stop_.stop_requested();
  };
  return engine_.relax(task, relaxed_, {ends, this}, [&](int steps) {
    round_steps_ += steps;
    if (engine_.on_gpu()) return;
    count_in_progress();
    search_.best.report();
  });
}

/// Waits for the end of the round, and reports how it goes on.
RelaxReport LargeIsland::wait() {
  constexpr auto report_interval = std::chrono::milliseconds(50);
  while (round_.wait_for(report_interval) != std::future_status::ready) {
    count_in_progress();
    search_.best.report();
  }
  return round_.get();
}

/// Changes container and centres for the next relaxation. False: stopped halfway.
bool LargeIsland::advance(bool legal) {
  double factor = 1.0;
  if (legal) {
    legal_ = current_;
    at_.legal_radius = at_.radius;
    // After a failure, the same step leads back to the radius that failed.
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

/// Starts the next compression: from a fresh packing, or from the best state after a shake; or ends the
/// search.
void LargeIsland::end_compression() {
  publisher_.publish(move());
  const double legal_radius = publisher_.best_legal_radius();
  const bool shaken = compressions_ > fresh_compressions();
  const bool gained = !shaken || legal_radius < radius_before_ * (1.0 - gain_least);
  fruitless_ = gained ? 0 : fruitless_ + 1;
  if (gained) trials_at_gain_ = trials_;
  const bool stuck = search_.options.stuck > 0
                         ? trials_ - trials_at_gain_ >= search_.options.stuck
                         : fruitless_ >= fruitless_rounds + fruitless_circles / search_.problem.count();
  ++compressions_;
  if (!std::isfinite(legal_radius) || (shaken && stuck)) {
    finished_ = 1;
  } else if (compressions_ <= fresh_compressions()) {
    begin_fresh(Start::random_relax);
  } else {
    compress_shaken(publisher_.best_centres(), legal_radius);
  }
}

/// With the steps of the round under way, which no state counts.
void LargeIsland::count_in_progress() {
  Best::Counters counted = counters();
  counted[1] += round_steps_;
  search_.best.add_counters(counted, counted_);
}

/// Only while no round is under way.
void LargeIsland::count_device_bytes() {
  search_.best.progress.device_bytes += engine_.device_bytes() - counted_bytes_;
  counted_bytes_ = engine_.device_bytes();
}

}  // namespace jam::circles::large
