// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Benchmark of the search `single`: steps per second of the relaxation in a dense packing, and the density
// reached in a given time.
//   bench_single [--device D] [--seconds S] [--threads T]     seconds per scene
// Prints one CSV line per scene: family, circles, device, steps per second, circle steps per second, density,
// radius, seconds.
#include <cstdio>
#include <vector>

#include "jam/circles/model/search.hpp"
#include "support/bench_run.hpp"

namespace {

struct Scene {
  const char* family;
  long long count;
};

const std::vector<Scene> scenes = {{"equal", 10'000},   {"equal", 100'000},    {"linear", 10'000},
                                   {"linear", 100'000}, {"inv-sqrt", 100'000}, {"equal", 1'000'000}};

void run_scene(const Scene& scene, const jam::test::BenchRun& run) {
  jam::circles::SearchOptions options;
  jam::StopToken stop;
  stop.set_time_limit(run.seconds);
  jam::circles::SearchListener silent;
  const jam::circles::SearchResult result = jam::circles::search_large(
      jam::circles::make_problem(scene.family, scene.count), {}, options,
      {.device = run.device, .thread_count = run.threads, .stop = stop, .listener = silent});
  const double rate = static_cast<double>(result.totals.relaxation_steps) / result.totals.seconds;
  std::printf("%s,%lld,%s,%.1f,%.4g,%.5f,%.12g,%.1f\n", scene.family, scene.count,
              run.device.kind == jam::DeviceKind::cpu ? "cpu" : "cuda", rate,
              rate * static_cast<double>(scene.count), jam::circles::density(result.best),
              result.best.enclosing_radius, stop.elapsed());
  std::fflush(stdout);
}

}  // namespace

int main(int argument_count, char** arguments) {
  const jam::test::BenchDefaults defaults = {"the search single", "auto", 60, 0.2};
  return jam::test::bench_main(argument_count, arguments, defaults, [](const jam::test::BenchRun& run) {
    std::printf("family,circles,device,steps_per_s,circle_steps_per_s,density,radius,seconds\n");
    for (const Scene& scene : run.quick ? std::vector<Scene>{{"equal", 500}} : scenes) run_scene(scene, run);
  });
}
