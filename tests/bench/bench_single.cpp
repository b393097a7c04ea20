// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Benchmark of the search `single`: steps per second of the relaxation in a dense packing, and the density reached in a given time.
//   bench_single [device [seconds [threads]]]     device: auto (default), cpu, cuda
// Prints one CSV line per scene: family, circles, device, steps per second, circle steps per second, density, radius, seconds.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>

#include "jam/circles/model/search.hpp"

namespace {

struct Scene {
  const char* family;
  long long count;
};

constexpr Scene scenes[] = {{"equal", 10'000},   {"equal", 100'000},    {"linear", 10'000},
                            {"linear", 100'000}, {"inv-sqrt", 100'000}, {"equal", 1'000'000}};

void run_scene(const Scene& scene, const jam::Device& device, double seconds, int threads) {
  jam::circles::SearchOptions options;
  options.thread_count = threads;
  jam::StopToken stop;
  stop.set_time_limit(seconds);
  jam::circles::SearchListener silent;
  const jam::circles::SearchResult result =
      jam::circles::search_single(jam::circles::make_problem(scene.family, scene.count), {}, options, device, stop, silent);
  const double rate = static_cast<double>(result.totals.relaxation_steps) / result.totals.seconds;
  std::printf("%s,%lld,%s,%.1f,%.4g,%.5f,%.12g,%.1f\n", scene.family, scene.count, device.kind == jam::DeviceKind::cpu ? "cpu" : "cuda",
              rate, rate * static_cast<double>(scene.count), jam::circles::density(result.best), result.best.enclosing_radius,
              stop.elapsed());
  std::fflush(stdout);
}

}  // namespace

int main(int argument_count, char** arguments) {
  const std::string device_text = argument_count > 1 ? arguments[1] : "auto";
  const double seconds = argument_count > 2 ? std::atof(arguments[2]) : 60.0;
  const int threads = argument_count > 3 ? std::atoi(arguments[3]) : 0;
  try {
    const jam::Device device = jam::choose_device(device_text, threads);
    std::fprintf(stderr, "%s, %.0f s per scene\n", device.description.c_str(), seconds);
    std::printf("family,circles,device,steps_per_s,circle_steps_per_s,density,radius,seconds\n");
    for (const Scene& scene : scenes) run_scene(scene, device, seconds, threads);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_single: %s\n", error.what());
    return 1;
  }
  return 0;
}
