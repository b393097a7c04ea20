// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>

#include "jam/core/duration.hpp"
#include "jam/core/version.hpp"
#include "jam/io/json_writer.hpp"
#include "shell/figure_text.hpp"
#include "shell/program.hpp"

namespace jam::app {

using namespace dynamics;

namespace {

constexpr double deep_overlap = 0.1;   // Share of the smaller body's size.
constexpr double growth_share = 1e-3;  // Share of the energy scale.

std::string overlap_text(const Bodies& bodies, const DeepOverlap& overlap) {
  return fmt::format(
      "step {}: {} and {} overlap by {:.0f} % of the smaller one's radius or smallest half edge; a smaller "
      "--step or --tolerance "
      "may help",
      overlap.step, name_of_body(bodies, overlap.a), name_of_body(bodies, overlap.b), 100 * overlap.share);
}

std::string growth_text(double growth) {
  return fmt::format(
      "the mechanical energy has grown by {} J, which no wall, joint or corrected overlap explains; a "
      "smaller --step or "
      "--tolerance may help",
      figures(growth));
}

}  // namespace

std::vector<std::string> RunTotals::add(const StepReport& report, const Bodies& bodies) {
  last = report;
  penetration = std::max(penetration, report.penetration);
  residual = std::max(residual, report.residual);
  joint_error = std::max(joint_error, report.joint_error);
  iterations += report.iterations;
  limited += report.status == SolveStatus::limit ? 1 : 0;
  diverged += report.status == SolveStatus::diverged ? 1 : 0;
  std::vector<std::string> warnings;
  if (!overlap_warned && report.overlap > deep_overlap) {
    overlap_warned = true;
    warnings.push_back(
        overlap_text(bodies, {report.step, report.overlap, report.overlap_a, report.overlap_b}));
  }
  if (!growth_warned && report.growth > growth_share * report.energy_scale) {
    growth_warned = true;
    std::string text = fmt::format("step {}: {}", report.step, growth_text(report.growth));
    if (report.gainer >= 0) text += fmt::format("; {} gained most", name_of_body(bodies, report.gainer));
    warnings.push_back(text);
  }
  return warnings;
}

std::string scene_warning(const Bodies& bodies, const DeepOverlap& overlap, double growth,
                          double energy_scale) {
  if (overlap.share > deep_overlap) return overlap_text(bodies, overlap);
  return growth > growth_share * energy_scale ? growth_text(growth) : std::string();
}

/// Visits what a checkpoint holds of totals, const or not.
template <class Totals, class Visit>
void visit_state(Totals& totals, const Visit& visit) {
  auto& last = totals.last;
  visit(totals.penetration, totals.residual, totals.joint_error, totals.iterations, totals.limited,
        totals.diverged, totals.overlap_warned, totals.growth_warned);
  visit(last.step, last.time, last.bodies, last.left, last.contacts, last.iterations, last.status,
        last.residual, last.penetration, last.joint_error, last.kinetic, last.potential, last.wall_work,
        last.growth);
}

void RunTotals::write(io::StateWriter& state) const {
  visit_state(*this, [&](const auto&... fields) { io::write_all(state, fields...); });
}

void RunTotals::read(io::StateReader& state) {
  visit_state(*this, [&](auto&... fields) { io::read_all(state, fields...); });
  const bool possible = iterations >= 0 && limited >= 0 && diverged >= 0 && last.step >= 0 &&
                        std::isfinite(last.time) && std::isfinite(last.growth) && last.bodies >= 0 &&
                        last.left >= 0 && last.contacts >= 0 && last.iterations >= 0 &&
                        last.status >= SolveStatus::solved && last.status <= SolveStatus::diverged;
  if (!possible) io::fail_state("its figures cannot be");
}

std::string step_text(const StepReport& report) {
  return fmt::format("t {} s  {}  {}  residual {:.1e}", figures(report.time),
                     counted(report.contacts, "contact", "contacts"),
                     counted(report.iterations, "iteration", "iterations"), report.residual);
}

io::RunSummary run_summary(const Options& options, const std::string& scene, const Device& device,
                           double seconds, const std::string& reason) {
  io::RunSummary run{scene, version_number, {}, device_kind(device), device.description, seconds, reason, {}};
  if (options.file.empty() || options.batch > 0) run.seed = options.seed;
  return run;
}

std::string opening_text(const Options& options, const Scene& scene, const StepSettings& settings,
                         long long steps) {
  const auto walls = std::count(scene.world.bodies.mass.begin(), scene.world.bodies.mass.end(), 0.0);
  const auto bodies = scene.world.bodies.count() - walls;
  std::string text = fact("scene", fmt::format("{}: {}, {}", scene.name, counted(bodies, "body", "bodies"),
                                               counted(walls, "wall", "walls")));
  if (options.file.empty()) text += fact("seed", std::to_string(options.seed));
  return text + fact("method", fmt::format("{}, {} of {}", name_of(settings.scheme),
                                           counted(steps, "step", "steps"), format_duration(settings.step)));
}

std::string result_text(const Options& options, const World& world, const RunTotals& totals, double seconds) {
  const StepReport& last = totals.last;
  std::string text = fact("time", fmt::format("{} s, {} in {}", figures(last.time),
                                              counted(last.step, "step", "steps"), format_duration(seconds)));
  text +=
      fact("energy", fmt::format("kinetic {} J, potential {} J, work of walls {} J", figures(last.kinetic),
                                 figures(last.potential), figures(last.wall_work)));
  if (const Flow& flow = world.flow; flow.interval > 0) {
    text += fact("flow", fmt::format("{} in the scene; {} entered, {} left, {} wait",
                                     counted(last.bodies, "body", "bodies"), flow.entered, flow.left,
                                     flow.waiting.size()));
  }
  if (const auto joints = static_cast<long long>(world.joints.size()); joints > 0) {
    text += fact("joints",
                 fmt::format("{}; largest error of all steps {} m", joints, figures(totals.joint_error)));
  }
  text += fact("contacts", fmt::format("{}; deepest overlap {} m, of all steps {} m", last.contacts,
                                       figures(last.penetration), figures(totals.penetration)));
  std::string solver = fmt::format("{}, {}; {} in all; largest residual {:.2e}", name_of(options.solver.kind),
                                   name_of(options.solver.law),
                                   counted(totals.iterations, "iteration", "iterations"), totals.residual);
  if (totals.limited > 0)
    solver += fmt::format("; {} ended at the limit of iterations", counted(totals.limited, "step", "steps"));
  if (totals.diverged > 0) solver += fmt::format("; {} diverged", counted(totals.diverged, "step", "steps"));
  return text + fact("solver", solver);
}

std::string result_json(const Options& options, const World& world, const StepSettings& settings,
                        const RunTotals& totals, const io::RunSummary& run, const std::string& blown_up) {
  const StepReport& last = totals.last;
  io::JsonObject json = io::JsonObject::document();
  json.add("schema", "jampack/settle-run/1", "run", io::run_json(run), "blown_up", blown_up)
      .add("scheme", name_of(settings.scheme), "solver", name_of(options.solver.kind))
      .add("law", name_of(options.solver.law), "tolerance", settings.solver.tolerance)
      .add("step_s", settings.step, "steps", last.step, "time_s", last.time, "bodies", last.bodies)
      .add("kinetic_J", last.kinetic, "potential_J", last.potential, "wall_work_J", last.wall_work)
      .add("energy_growth_J", last.growth, "contacts", last.contacts)
      .add("penetration_m", last.penetration, "largest_penetration_m", totals.penetration)
      .add("largest_joint_error_m", totals.joint_error, "iterations", totals.iterations)
      .add("steps_at_iteration_limit", totals.limited, "steps_diverged", totals.diverged)
      .add("largest_residual", totals.residual);
  if (const Flow& flow = world.flow; flow.interval > 0) {
    json.add("flow",
             io::JsonObject("entered", flow.entered, "left", flow.left).add("waiting", flow.waiting.size()));
  }
  return json.text();
}

}  // namespace jam::app
