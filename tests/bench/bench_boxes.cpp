// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Benchmark of the contact simulation of boxes.
//   bench_boxes [--device D] [--seconds S] [--ghz F]     seconds per line
// First how many steps each contact law takes to bring scenes to 0.1 and 0.01 mm (at most 2000): the trunk of
// instances/trunk, a cavity that 64 boxes fill exactly, the same with 2 mm to spare, and a stack of ten in
// free space. Then the time per step in the trunk with 242 boxes and 38 693 points, over 500 steps from the
// perturbed packing and over 500 from the relaxed one pressed together again; for 1 packing and, on a GPU,
// for 132 and 1056. `share` is the share of the machine's peak that the arithmetic which cannot be left out
// takes: 400 operations for each near pair, 25 for each near point, 300 for each contact.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "jam/contact/box_box.hpp"
#include "jam/contact/box_point.hpp"
#include "jam/core/device.hpp"
#include "jam/trunk/io/box_files.hpp"
#include "jam/trunk/io/point_files.hpp"
#include "jam/trunk/relax/box_instances.hpp"
#include "scenes/trunk/cavity.hpp"
#include "support/bench_run.hpp"
#include "support/paths.hpp"

namespace {

using namespace jam;
using namespace jam::trunk;

struct Scene {
  const char* name;
  std::vector<Vec3d> points;
  BoxPacking packing;
};

std::vector<Scene> scenes() {
  const auto folder = test::source_dir() / "instances" / "trunk";
  std::vector<Scene> result;
  result.push_back(
      {"trunk-242", read_points(folder / "trunk.point"), read_boxes(folder / "perturbed-242.box")});
  BoxPacking exact = test::lattice_packing(4, 4, 4);
  test::perturb(exact, 3, 0.02, 3);
  result.push_back({"cavity-64-exact", test::cavity_points({800, 400, 200}, 9), exact});
  auto loose = test::cavity_points({802, 402, 202}, 9);
  for (Vec3d& p : loose) p -= Vec3d{1, 1, 1};
  result.push_back({"cavity-64-2mm", loose, exact});
  auto far_away = test::cavity_points({6000, 6000, 6000}, 200);
  for (Vec3d& p : far_away) p -= Vec3d{3000, 3000, 3000};
  BoxPacking stack = test::lattice_packing(1, 1, 10, 0.9);
  test::perturb(stack, 2, 0.02, 5);
  result.push_back({"stack-10", far_away, stack});
  return result;
}

struct Law {
  const char* name;
  BoxRelaxation parameters;
};

std::vector<Law> laws() {
  std::vector<Law> result(4);
  result[0].name = "single";
  result[0].parameters.law = ContactLaw::single;
  result[1].name = "patch without momentum";
  result[1].parameters.momentum = 0;
  result[1].parameters.factor = 1.9F;
  result[2].name = "patch without over-relaxation";
  result[2].parameters.factor = 1;
  result[3].name = "patch";
  return result;
}

void compare_laws(const Scene& scene, const Device& device) {
  const PointGrid grid(scene.points);
  const auto engine = make_relax_engine(grid, device, 1);
  for (const Law& law : laws()) {
    std::printf("%s,%s", scene.name, law.name);
    for (const float tolerance : {0.1F, 0.01F}) {
      BoxInstances instances(1, scene.packing.count());
      instances.load(0, scene.packing, grid.origin());
      BoxRelaxation parameters = law.parameters;
      parameters.step_limit = 2000;
      parameters.tolerance = tolerance;
      BoxRelaxationResult result;
      engine->run({instances, parameters, {&result, 1}});
      if (result.status.has(StatusBit::converged)) {
        std::printf(",%d", result.steps);
      } else {
        std::printf(",none (%.2f mm)", static_cast<double>(result.deepest));
      }
    }
    std::printf("\n");
    std::fflush(stdout);
  }
}

/// Operations of one step that cannot be left out, in a packing: near pairs and near points, counted by brute
/// force, and contacts.
double needed_operations(const BoxView& boxes, const PointGrid& grid, const BoxRelaxation& parameters,
                         const BoxRelaxationResult& result) {
  const contact::PointGridView view = grid.view();
  double near_pairs = 0;
  double near_points = 0;
  for (int i = 0; i < boxes.count; ++i) {
    auto box = contact::make_box(boxes.centre(i), boxes.rotation(i), boxes.size(i).half);
    for (int j = 0; j < i; ++j) {
      const auto other = contact::make_box(boxes.centre(j), boxes.rotation(j), boxes.size(j).half);
      near_pairs += contact::least_overlap(other, box).overlap > -parameters.skin ? 1 : 0;
    }
    const float margin = 0.5F * parameters.skin;
    box.half += Vec3f{margin, margin, margin};
    for (int at = 0; at < view.point_count; ++at) {
      near_points += contact::depth_in_box(box, Vec3f{view.x[at], view.y[at], view.z[at]}).depth > 0 ? 1 : 0;
    }
  }
  return 400 * near_pairs + 25 * near_points + 300.0 * (result.pair_count + result.wall_count);
}

void time_steps(const Scene& scene, const Device& device, int packings, double pressed, double seconds,
                double peak) {
  const PointGrid grid(scene.points);
  const auto engine = make_relax_engine(grid, device, 1);
  BoxInstances start(packings, scene.packing.count());
  for (int k = 0; k < packings; ++k) {
    BoxPacking packing = scene.packing;
    // Packings differ, as they do in a search.
    if (k > 0) test::perturb(packing, 1, 0.01, static_cast<std::uint64_t>(k));
    start.load(k, packing, grid.origin());
  }
  std::vector<BoxRelaxationResult> results(packings);
  BoxRelaxation parameters;
  if (pressed < 1) {
    parameters.step_limit = 200;
    engine->run({start, parameters, results});
    for (int k = 0; k < packings; ++k) {
      const BoxView boxes = start.view(k);
      for (int i = 0; i < boxes.count; ++i)
        boxes.set(i, static_cast<float>(pressed) * boxes.centre(i), boxes.rotation(i));
    }
  }
  parameters.step_limit = 500;
  parameters.tolerance = -1;
  BoxInstances instances = start;
  engine->run({instances, parameters, results});
  double elapsed = 0;
  int runs = 0;
  int builds = 0;
  for (; elapsed < seconds; ++runs) {
    instances = start;
    const auto begin = std::chrono::steady_clock::now();
    engine->run({instances, parameters, results});
    elapsed += std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    builds += results[0].list_builds;
  }
  // The phases, in a run of their own: on a GPU their clock takes time.
  instances = start;
  const RelaxPhaseTimes before = phase_times(*engine);
  engine->run({instances, parameters, results, true});
  const RelaxPhaseTimes after = phase_times(*engine);
  const double steps = 500.0 * runs;
  std::printf("%d,%s,%.1f,%.4g,%.1f", packings, pressed < 1 ? "pressed" : "perturbed", 1e6 * elapsed / steps,
              steps * packings / elapsed, steps / builds);
  for (int phase = 0; phase < relax_phase_count; ++phase) {
    std::printf(",%.2f", 1e6 * (after.seconds[phase] - before.seconds[phase]) / (500.0 * packings));
  }
  std::printf(",%.4f\n", needed_operations(instances.view(0), grid, parameters, results[0]) * steps *
                             packings / elapsed / peak);
  std::fflush(stdout);
}

}  // namespace

int main(int argument_count, char** arguments) {
  const test::BenchDefaults defaults = {"contact simulation of boxes", "auto", 1};
  return test::bench_main(argument_count, arguments, defaults, [](const test::BenchRun& run) {
    const bool gpu = run.device.kind == DeviceKind::cuda;
    // Single precision, multiply and add each counted: 128 lanes per multiprocessor; one core: two
    // registers of eight per clock at 3 GHz.
    const double peak = gpu ? 1e9 * run.gigahertz * run.multiprocessors * 128 : 3e9 * 16;
    const std::vector<Scene> all = scenes();
    std::printf("scene,law,steps_to_0.1_mm,steps_to_0.01_mm\n");
    for (const Scene& scene : all) {
      if (!run.quick || scene.packing.count() < 100) compare_laws(scene, run.device);
    }
    std::printf("packings,start,us_per_step,steps_per_s,steps_per_list");
    for (const char* name : relax_phase_names) std::printf(",%s_us", name);
    std::printf(",share\n");
    for (const int packings : gpu && !run.quick ? std::vector{1, 132, 1056} : std::vector{1}) {
      for (const double pressed : {1.0, 0.99})
        time_steps(all.front(), run.device, packings, pressed, run.seconds, peak);
    }
  });
}
