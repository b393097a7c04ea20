// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Comparison of Jampack's dynamics with engines that a user would take instead, on the same scenes.
//   bench_compare [SCENE...] [--threads T]     pile, wall, or a mesh into which boxes are poured; pile wall
//                                              meshes/sedan.off
// A row for each engine and each of some settings: CPU time for a simulated second, the deepest overlap, the
// residual of the impulses (natural map; none where contacts are springs) and the kinetic energy at the end.
// Engines are to be compared at equal overlap.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "compare/engine.hpp"
#include "support/bench_run.hpp"
#include "support/paths.hpp"

namespace {

using namespace jam;
using namespace jam::compare;

void heading(const Scene& scene) {
  const auto& kinds = scene.world.bodies.kind;
  fmt::print("\n## {}: {} bodies, {} s\n\n", scene.name,
             std::count(kinds.begin(), kinds.end(), BodyKind::dynamic), scene.time);
  fmt::print(
      "| engine | step [ms] | setting | CPU [s/s] | clock [s/s] | deepest overlap [m] | share of the size | "
      "residual | kinetic energy [J] "
      "|\n");
  fmt::print("|---|---|---|---|---|---|---|---|---|\n");
}

void row(const Scene& scene, const char* engine, const std::string& setting, const Measured& m) {
  const std::string residual = std::isfinite(m.residual) ? fmt::format("{:.1e}", m.residual) : "-";
  fmt::print("| {} | {:.3g} | {} | {:.3g} | {:.3g} | {:.2e} | {:.2e} | {} | {:.2e} |\n", engine, 1e3 * m.step,
             setting, m.seconds, m.wall, m.overlap, m.overlap / scene.size, residual, m.kinetic);
  std::fflush(stdout);
}

void compare_engines(Scene scene, const test::BenchRun& run, bool spheres) {
  if (run.quick) scene.time = look_interval;
  const auto settings = [&](std::vector<Setting> all) {
    if (run.quick && !all.empty()) all.resize(1);
    return all;
  };
  heading(scene);
#ifdef JAM_COMPARE_BULLET
  for (const Setting& s : settings({{4e-3, 10}, {4e-3, 50}, {1e-3, 10}, {1e-3, 50}, {2.5e-4, 10}})) {
    const auto engine = make_bullet(scene, s);
    row(scene, "Bullet", fmt::format("{} iterations", s.effort), measure(scene, s, *engine));
  }
#endif
#ifdef JAM_COMPARE_ODE
  for (const Setting& s : settings({{4e-3, 20}, {4e-3, 100}, {1e-3, 20}, {1e-3, 100}, {2.5e-4, 20}})) {
    const auto engine = make_ode(scene, s);
    row(scene, "ODE", fmt::format("{} iterations", s.effort), measure(scene, s, *engine));
  }
#endif
  for (const Setting& s :
       settings(spheres ? std::vector<Setting>{{0, 1e7}, {0, 1e8}, {0, 1e9}} : std::vector<Setting>{})) {
    const std::optional<Measured> measured = run_liggghts(scene, s);
    if (!measured) {
      fmt::print("| LIGGGHTS | no program liggghts (Debian package liggghts) that runs |\n");
      break;
    }
    row(scene, "LIGGGHTS", fmt::format("modulus {:.0e} Pa", s.effort), *measured);
  }
  for (const Setting& s : settings({{4e-3, 10},
                                    {4e-3, 30},
                                    {4e-3, 100},
                                    {2e-3, 30},
                                    {1e-3, 10},
                                    {1e-3, 50},
                                    {4e-3, 0.3},
                                    {4e-3, 0.1},
                                    {4e-3, 0.03},
                                    {2e-3, 0.01}})) {
    const auto engine = make_jampack(scene, s, run.threads);
    const std::string setting = s.effort < 1 ? fmt::format("apgd, residual {:g}", s.effort)
                                             : fmt::format("sor, {:g} sweeps", s.effort);
    row(scene, "Jampack", setting, measure(scene, s, *engine));
  }
}

}  // namespace

int main(int argument_count, char** arguments) {
  const test::BenchDefaults defaults = {
      "dynamics beside other engines", "cpu", 1, 0.01, {"pile", "wall", "meshes/sedan.off"}};
  return test::bench_main(argument_count, arguments, defaults, [](const test::BenchRun& run) {
#ifndef JAM_COMPARE_BULLET
    fmt::print("Bullet is left out: this build has none (Debian package libbullet-dev).\n");
#endif
#ifndef JAM_COMPARE_ODE
    fmt::print("ODE is left out: this build has none (Debian package libode-dev).\n");
#endif
    for (const std::filesystem::path file : run.files) {
      const std::string scene = file.filename().string();
      compare_engines(scene == "pile"   ? pile()
                      : scene == "wall" ? wall()
                                        : poured(file),
                      run, scene == "pile");
    }
  });
}
