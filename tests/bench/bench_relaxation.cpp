// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Benchmark of the relaxation on one core: the energy law against the contact law of the seed, on the same
// candidates (all swaps of neighbouring radii of a good packing, and random starts), and both against a plain
// scalar loop over all pairs in double.
//   bench_relaxation [--seconds S]     of each measurement
// Prints two tables. A loose container (0.8 % wider than the packing) shows how a law makes candidates legal,
// a tight one (0.3 % narrower, as in a search) how it reaches the minimum: `energy` is the geometric mean of
// what is reached, over that of the energy law. The right half is about rounds of tabu search with all they
// do: minimisations, hopeless ones given up; `complete` ones, without; steps, where every SIMD lane takes the
// same number; and the steps of the plain loop. The second table: which share of random starts becomes legal
// in a container wider than the packing. Times are CPU times of the one thread at work.
#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>
#include <string>
#include <vector>

#include "jam/circles/model/search.hpp"
#include "jam/circles/tabu/round_engine.hpp"
#include "jam/circles/tabu/scaled_instances.hpp"
#include "jam/circles/tabu/start.hpp"
#include "support/bench_run.hpp"

namespace {

using namespace jam;
using namespace jam::circles;

constexpr double loose = 1.008;  ///< Radius of a loose container over the enclosing radius [-].
constexpr double tight = 0.997;  ///< Radius of a tight container over the enclosing radius [-].
constexpr int patient_step_limit = 3000;
constexpr int random_start_count = 200;

struct Law {
  const char* name;
  Relaxation relaxation;
  bool mass_by_area;
};
constexpr Law laws[] = {{"energy", Relaxation::energy, false},
                        {"contact", Relaxation::contact, false},
                        {"contact-area", Relaxation::contact, true}};

RelaxationParameters parameters_of(const Law& law) {
  RelaxationParameters parameters;
  parameters.contact = law.relaxation == Relaxation::contact;
  parameters.mass_by_area = law.mass_by_area;
  parameters.step_limit = patient_step_limit;
  return parameters;
}

double cpu_seconds() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

/// Calls `work` until `seconds` have passed; returns what it returns in all, per second.
double rate_of(double seconds, const std::function<double()>& work) {
  work();
  double done = 0;
  const double begin = cpu_seconds();
  double now = begin;
  while (now - begin < seconds) {
    done += work();
    now = cpu_seconds();
  }
  return done / (now - begin);
}

/// A packing from a short search.
Packing good_packing(const Problem& problem, long long trials) {
  SearchOptions options;
  options.trial_limit = trials;
  StopToken stop;
  SearchListener silent;
  return search_multistart(problem, {}, options, {.stop = stop, .listener = silent}).best;
}

/// The packing relaxed at `container`, alone in its arrays.
ScaledInstances base_packing(const Problem& problem, const Packing& packing, double container) {
  ScaledInstances base(problem, 1);
  base.set_target_radius(container);
  base.load(0, packing.circles);
  StopToken stop;
  RoundParameters parameters = make_round_parameters(problem, SearchOptions());
  parameters.sweep_count = 0;
  make_round_engine({}, 1, 0, 0, stop)->run({base.arrays, parameters});
  return base;
}

/// A packing to be relaxed; ranks by radius of the base packing.
struct Candidate {
  std::vector<float> x, y, r;
};

/// All swaps of neighbouring radii of the base.
std::vector<Candidate> neighbour_swaps(const ScaledInstances& base) {
  const InstanceArrays& arrays = base.arrays;
  std::vector<Candidate> candidates(static_cast<std::size_t>(arrays.count) - 1,
                                    {arrays.x, arrays.y, arrays.radius});
  for (std::size_t k = 0; k < candidates.size(); ++k) std::swap(candidates[k].r[k], candidates[k].r[k + 1]);
  return candidates;
}

/// Circles thrown anywhere into `container`.
std::vector<Candidate> random_starts(const Problem& problem, double container, int count) {
  std::vector<Candidate> candidates;
  for (int k = 0; k < count; ++k) {
    ScaledInstances packing(problem, 1);
    packing.set_target_radius(container);
    packing.load(0, start_centres(problem, Start::random_relax, 1, k, 0, container));
    candidates.push_back({packing.arrays.x, packing.arrays.y, packing.arrays.radius});
  }
  return candidates;
}

/// What became of the candidates.
struct Quality {
  double legal = 0;        ///< Share without overlaps [-].
  double legal_steps = 0;  ///< Mean steps of those.
  double at_rest = 0;      ///< Share that ended before the step limit [-].
  double steps = 0;        ///< Mean steps of those.
  double energy = 0;       ///< Geometric mean.
  double seconds = 0;      ///< CPU time of all.
};

/// Relaxes all candidates with great patience, each alone.
Quality relax_all(std::vector<Candidate> candidates, const RelaxationParameters& parameters) {
  const auto n = static_cast<int>(candidates.front().r.size());
  std::vector<float> locals(local_count * n);
  std::vector<int> list(n * n);
  std::vector<int> row(n + 1);
  const SerialTeam team(SerialScratch<float>{locals.data(), list.data(), row.data(), n});
  Quality quality;
  double logarithms = 0;
  const double begin = cpu_seconds();
  for (Candidate& c : candidates) {
    const RelaxationResult<float> result =
        relax(team, {n, c.x.data(), c.y.data(), c.r.data()}, parameters, false);
    if (result.energy < parameters.energy_floor) {
      quality.legal += 1;
      quality.legal_steps += result.steps;
    }
    if (static_cast<int>(result.steps) < parameters.step_limit) {
      quality.at_rest += 1;
      quality.steps += result.steps;
    }
    logarithms += std::log(static_cast<double>(result.energy));
  }
  quality.seconds = cpu_seconds() - begin;
  if (quality.legal > 0) quality.legal_steps /= quality.legal;
  if (quality.at_rest > 0) quality.steps /= quality.at_rest;
  const auto count = static_cast<double>(candidates.size());
  quality.legal /= count;
  quality.at_rest /= count;
  quality.energy = std::exp(logarithms / count);
  return quality;
}

/// What a round of tabu search on one thread does in a second.
struct Speed {
  double minimisations = 0;  ///< [1/s]
  double steps = 0;          ///< [1/s]
};

Speed round_speed(const ScaledInstances& base, RoundParameters parameters, double seconds) {
  parameters.sweep_count = 4;
  StopToken stop;
  const auto engine = make_round_engine({}, 1, 0, 0, stop);
  ScaledInstances packings = base;
  const InstanceState& state = packings.arrays.state[0];
  const long long steps_before = state.steps;
  const long long trials_before = state.trials;
  Speed speed;
  speed.minimisations = rate_of(seconds, [&] {
    const long long trials = state.trials;
    engine->run({packings.arrays, parameters});
    return static_cast<double>(state.trials - trials);
  });
  speed.steps = speed.minimisations * static_cast<double>(state.steps - steps_before) /
                static_cast<double>(state.trials - trials_before);
  return speed;
}

/// Every candidate is carried to rest, also a hopeless one.
RoundParameters without_giving_up(RoundParameters parameters) {
  parameters.relaxation.give_up_slope = 1e30F;
  return parameters;
}

/// The same without rest: every lane takes the same number of steps.
RoundParameters without_rest(RoundParameters parameters) {
  parameters.relaxation.step_limit = 200;
  parameters.relaxation.gradient_tolerance = 0;
  parameters.relaxation.energy_floor = 0;
  parameters.relaxation.give_up_slope = 1e30F;
  return parameters;
}

/// Steps per second of gradient descent by the plain loop over all pairs, in double.
double plain_speed(const ScaledInstances& base, double seconds) {
  const InstanceArrays& arrays = base.arrays;
  const int n = arrays.count;
  std::vector<double> x(arrays.x.begin(), arrays.x.end());
  std::vector<double> y(arrays.y.begin(), arrays.y.end());
  const std::vector<double> r(arrays.radius.begin(), arrays.radius.end());
  std::vector<double> gx(x.size());
  std::vector<double> gy(x.size());
  volatile double energy = 0;  // Keeps the sum from being optimised away.
  const auto step = [&] {
    double sum = 0;
    for (int i = 0; i < n; ++i) {
      const double distance = std::sqrt(x[i] * x[i] + y[i] * y[i]);
      const double overlap = distance + r[i] - 1;
      gx[i] = gy[i] = 0;
      if (overlap > 0) {
        sum += overlap * overlap;
        gx[i] = overlap * x[i] / distance;
        gy[i] = overlap * y[i] / distance;
      }
    }
    for (int i = 0; i < n; ++i) {
      for (int j = i + 1; j < n; ++j) {
        const double dx = x[i] - x[j];
        const double dy = y[i] - y[j];
        const double distance = std::sqrt(dx * dx + dy * dy);
        const double overlap = r[i] + r[j] - distance;
        if (overlap <= 0) continue;
        sum += overlap * overlap;
        const double weight = overlap / distance;
        gx[i] -= weight * dx;
        gy[i] -= weight * dy;
        gx[j] += weight * dx;
        gy[j] += weight * dy;
      }
    }
    for (int i = 0; i < n; ++i) {
      x[i] -= 0.5 * gx[i];
      y[i] -= 0.5 * gy[i];
    }
    energy = sum;
  };
  return rate_of(seconds, [&] {
    for (int k = 0; k < 100; ++k) step();
    return 100.0;
  });
}

/// Mean steps of the candidates that ended, or a dash.
std::string steps_text(const Quality& quality) {
  return quality.at_rest > 0 ? std::to_string(std::lround(quality.steps)) : "-";
}

/// The time of the mean steps of one packing [us], or a dash.
std::string time_text(const Quality& quality, double steps_per_second) {
  if (quality.at_rest == 0) return "-";
  char text[32];
  std::snprintf(text, sizeof(text), "%.1f", 1e6 * quality.steps / steps_per_second);
  return text;
}

void run_problem(int n, double seconds, long long trials) {
  const Problem problem = make_problem("linear", n);
  const Packing packing = good_packing(problem, trials);
  const ScaledInstances wide = base_packing(problem, packing, packing.enclosing_radius * loose);
  const ScaledInstances narrow = base_packing(problem, packing, packing.enclosing_radius * tight);
  const double plain = plain_speed(narrow, seconds);
  double least_energy = 0;
  for (const Law& law : laws) {
    RelaxationParameters parameters = parameters_of(law);
    parameters.gradient_tolerance = 0;  // Only legality ends it.
    const Quality loosely = relax_all(neighbour_swaps(wide), parameters);
    parameters.gradient_tolerance = RelaxationParameters().gradient_tolerance;
    const Quality tightly = relax_all(neighbour_swaps(narrow), parameters);
    if (law.relaxation == Relaxation::energy) least_energy = tightly.energy;
    SearchOptions options;
    options.relaxation = law.relaxation;
    options.mass_by_area = law.mass_by_area;
    const RoundParameters rounds = make_round_parameters(problem, options);
    const double minimisations = round_speed(narrow, rounds, seconds).minimisations;
    const double complete = round_speed(narrow, without_giving_up(rounds), seconds).minimisations;
    const double steps = round_speed(narrow, without_rest(rounds), seconds).steps;
    std::printf("%4d  %-12s %6.1f %6s %8s  %7.1f %6s %9.3f  %9.0f %9.0f %10.3g %10.3g %6.1f\n", n, law.name,
                100 * loosely.legal, steps_text(loosely).c_str(), time_text(loosely, steps).c_str(),
                100 * tightly.at_rest, steps_text(tightly).c_str(), tightly.energy / least_energy,
                minimisations, complete, steps, plain, steps / plain);
    std::fflush(stdout);
  }
}

/// How both laws make random starts legal in containers of several widths, the same starts for each.
void compare_random_starts(int n, long long trials) {
  const Problem problem = make_problem("linear", n);
  const double radius = good_packing(problem, trials).enclosing_radius;
  for (const double width : {1.05, 1.1, 1.2, 1.4}) {
    const std::vector<Candidate> starts = random_starts(problem, width * radius, random_start_count);
    for (const Law& law : laws) {
      RelaxationParameters parameters = parameters_of(law);
      parameters.gradient_tolerance = 0;
      const Quality quality = relax_all(starts, parameters);
      std::printf("%4d  %5.2f  %-12s %6.1f %8.0f %9.1f\n", n, width, law.name, 100 * quality.legal,
                  quality.legal_steps, 1e6 * quality.seconds / random_start_count);
      std::fflush(stdout);
    }
  }
}

}  // namespace

int main(int argument_count, char** arguments) {
  const test::BenchDefaults defaults = {"energy law against contact law on one core", "cpu", 2};
  return test::bench_main(argument_count, arguments, defaults, [](const test::BenchRun& run) {
    std::printf(
        "                   loose container        tight container           per second of one core\n");
    std::printf(
        "   n  law           legal  steps     time  at rest  steps    energy  minimised  complete      steps "
        "     plain  steps\n");
    std::printf(
        "                      [%%]    [-]     [us]      [%%]    [-]       [-]                               "
        "      steps /plain\n");
    const std::vector<int> sizes = run.quick ? std::vector{10} : std::vector{24, 50, 128};
    const long long trials = run.quick ? 1000 : 100'000;
    for (const int n : sizes) run_problem(n, run.seconds, trials);
    std::printf("\n%d random starts\n   n  width  law            legal    steps      time\n",
                random_start_count);
    std::printf("        [-]                   [%%]  if legal      [us]\n");
    for (const int n : sizes) compare_random_starts(n, trials);
  });
}
