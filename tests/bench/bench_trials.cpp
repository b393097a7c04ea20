// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Benchmark of the annealing whose rounds stay on a device: boxes against time, from a legal packing, and
// rates.
//   bench_trials [MESH [START.box...]] [--device D] [--seconds S] [--threads T] [--seed K] [--out FILE.box]
// Without START.box it begins with what a lattice search finds first. TRIAL_SPACING=MM: contacts with points
// on the walls, that far apart, instead of triangles. Prints a CSV line every ten seconds and for each better
// packing: seconds, boxes, batches, trials/s, steps per trial, depth [mm] of the penetration of the polished
// packing that came nearest.
#include <cstdio>
#include <cstdlib>
#include <optional>

#include "bench/annealing_start.hpp"
#include "jam/mesh/read_container.hpp"
#include "jam/mesh/surface_sample.hpp"
#include "jam/mesh/verify_boxes.hpp"
#include "jam/trunk/annealing/box_annealing.hpp"
#include "support/bench_run.hpp"

namespace {

using namespace jam;
using namespace jam::trunk;

double setting(const char* name, double otherwise) {
  const char* text = std::getenv(name);
  return text != nullptr ? std::atof(text) : otherwise;
}

void run_trials(const test::BenchRun& run) {
  const Container container = mesh::read_container(run.files.at(0));
  AnnealingOptions options;
  options.thread_count = run.threads;
  options.seed = run.seed;
  options.instance_count = static_cast<int>(setting("TRIAL_INSTANCES", run.quick ? 2 : 0));
  const auto verify = [&](const BoxPacking& packing) {
    return mesh::verify_boxes(packing, container, 0, options.thread_count).legal;
  };
  TrialRules rules;
  rules.step_limit = static_cast<int>(setting("TRIAL_STEPS", rules.step_limit));
  rules.hottest = static_cast<float>(setting("TRIAL_HOT", rules.hottest));
  rules.coldest = static_cast<float>(setting("TRIAL_COLD", rules.coldest));
  rules.levels = static_cast<int>(setting("TRIAL_LEVELS", rules.levels));
  rules.give_up_first = static_cast<float>(setting("TRIAL_GIVE_UP", rules.give_up_first));
  rules.give_up_floor = static_cast<float>(setting("TRIAL_GIVE_UP_FLOOR", rules.give_up_floor));
  rules.give_up_share = static_cast<float>(setting("TRIAL_GIVE_UP_SHARE", rules.give_up_share));
  rules.drift = static_cast<float>(setting("TRIAL_DRIFT", rules.drift));
  rules.skin = static_cast<float>(setting("TRIAL_SKIN", rules.skin));
  rules.snapshot_energy = static_cast<float>(setting("TRIAL_SNAPSHOT", rules.snapshot_energy));
  rules.relocate = static_cast<float>(setting("TRIAL_RELOCATE", rules.relocate));
  rules.rebuild = static_cast<float>(setting("TRIAL_REBUILD", rules.rebuild));
  rules.rotate = static_cast<float>(setting("TRIAL_ROTATE", rules.rotate));
  rules.shake = static_cast<float>(setting("TRIAL_SHAKE", rules.shake));
  BoxAnnealing::Shape shape;
  shape.trials = static_cast<int>(setting("TRIAL_TRIALS", 0));
  shape.rounds = static_cast<int>(setting("TRIAL_ROUNDS", 0));
  shape.batches = static_cast<int>(setting("TRIAL_BATCHES", 1));
  shape.polished = static_cast<int>(setting("TRIAL_POLISHED", 0));
  shape.polish_every = static_cast<int>(setting("TRIAL_POLISH_EVERY", 0));
  shape.delay = static_cast<int>(setting("TRIAL_DELAY", 0));
  shape.second_delay = static_cast<int>(setting("TRIAL_SECOND_DELAY", 0));
  std::optional<PointGrid> points;
  if (const double spacing = setting("TRIAL_SPACING", 0); spacing > 0) {
    points.emplace(mesh::sample_surface(container.original, spacing, 1000000));
    options.points = &*points;
  }
  BoxAnnealing annealing(container, options, run.device, verify, shape, rules);
  test::take_start_packings(container, run, verify, [&](const BoxPacking& start) { annealing.offer(start); });
  StopToken stop;
  stop.set_time_limit(run.seconds);
  std::printf("seconds,boxes,batches,trials_per_s,steps_per_trial,least_depth\n");
  double next = 0;
  int count = annealing.best().count();
  std::fprintf(stderr, "%d boxes\n", count);
  while (annealing.advance(stop)) {
    const AnnealingProgress& at = annealing.progress();
    if (at.best_count == count && stop.elapsed() < next) continue;
    next = stop.elapsed() + setting("TRIAL_EVERY", 10);
    count = at.best_count;
    std::printf("%.1f,%d,%lld,%.0f,%.1f,%.4f\n", stop.elapsed(), count, at.rounds,
                static_cast<double>(at.attempts) / stop.elapsed(),
                static_cast<double>(at.steps) / static_cast<double>(at.attempts), at.least_depth);
    std::fflush(stdout);
    if (!run.out.empty()) write_boxes(run.out, annealing.best());
  }
}

}  // namespace

int main(int argument_count, char** arguments) {
  const test::BenchDefaults defaults = {
      "boxes against time, annealing on the device", "auto", 300, 1, {"meshes/roadster.off"}};
  return test::bench_main(argument_count, arguments, defaults, run_trials);
}
