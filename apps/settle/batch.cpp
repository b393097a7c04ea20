// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include "jam/core/device.hpp"
#include "jam/core/duration.hpp"
#include "jam/core/memory_plan.hpp"
#include "jam/core/parallel.hpp"
#include "jam/core/philox.hpp"
#include "jam/core/stop.hpp"
#include "jam/dynamics/batch/scene_batch.hpp"
#include "jam/dynamics/collide/bounds.hpp"
#include "jam/dynamics/step/collision.hpp"
#include "jam/io/json_writer.hpp"
#include "jam/io/number_text.hpp"
#include "report.hpp"
#include "shell/figure_text.hpp"
#include "shell/output_faults.hpp"
#include "shell/outputs.hpp"
#include "shell/program.hpp"
#include "step_settings.hpp"
#include "step_view.hpp"

namespace jam::app {
namespace {

using namespace dynamics;

/// What became of a scene.
struct Outcome {
  double top = 0;     ///< Highest point of its bodies [m].
  double centre = 0;  ///< Height of their centre of mass [m].
  double moved = 0;   ///< Largest distance of a body from its start [m].
};

double highest_point(const World& world, const Bodies& bodies) {
  double top = -std::numeric_limits<double>::infinity();
  for (const Shape& shape : world.shapes) {
    if (bodies.dynamic(shape.body))
      top = std::max(top, bounds_of(shape, bodies.pose[shape.body] * shape.pose, 0, {}).high().z);
  }
  return top;
}

Outcome outcome_of(const World& world, const Bodies& start, const Bodies& end) {
  Outcome outcome;
  outcome.top = highest_point(world, end);
  double mass = 0;
  for (int k = 0; k < end.count(); ++k) {
    if (!end.dynamic(k)) continue;
    mass += end.mass[k];
    outcome.centre += end.mass[k] * end.pose[k].position.z;
    outcome.moved = std::max(outcome.moved, length(end.pose[k].position - start.pose[k].position));
  }
  if (mass > 0) outcome.centre /= mass;
  return outcome;
}

/// The bodies of a world, those that forces move up to `jitter` away along each axis.
Bodies shifted(const World& world, double jitter, std::uint64_t seed) {
  Bodies bodies = world.bodies;
  RandomStream random(seed, StreamId::jitter, 0, 0);
  const auto shift = [&] { return jitter * (2 * random.uniform_double() - 1); };
  for (int k = 0; k < bodies.count(); ++k) {
    if (!bodies.dynamic(k)) continue;
    const double x = shift(), y = shift();
    bodies.pose[k].position += Vec3d{x, y, shift()};
  }
  return bodies;
}

/// Line with mean, range and median of the values: `top  0.512 m on average, 0.498 to 0.531 m, median 0.51
/// m`. Empty without values.
std::string spread(const char* name, std::vector<double> values, const char* unit) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  double sum = 0;
  for (const double value : values) sum += value;
  return fact(name,
              fmt::format("{}{} on average, {} to {}{}, median {}{}",
                          figures(sum / static_cast<double>(values.size())), unit, figures(values.front()),
                          figures(values.back()), unit, figures(values[(values.size() - 1) / 2]), unit));
}

class BatchRun {
 public:
  explicit BatchRun(const Options& options)
      : options_(options),
        guard_(stop_),
        scene_(scene_of(options)),
        settings_(step_settings(options, scene_)),
        steps_(std::max(1LL, std::llround(options.duration / settings_.step))),
        device_(choose_device(options.device, options.thread_count)),
        batch_(checked_batch()),
        view_(options, steps_, false) {
    set_starts();
  }

  ExitCode execute() {
    view_.present(
        fact("scenes", fmt::format("{} of {}, seeds {} to {}", options_.batch, scene_.name, options_.seed,
                                   seed_of(batch_.count() - 1))) +
        fact("method", fmt::format("{}, {} of {}", name_of(settings_.scheme),
                                   counted(steps_, "step", "steps"), format_duration(settings_.step))) +
        fact("device", device_.description));
    const StopToken clock;
    take_steps();
    const double seconds = clock.elapsed();
    judge();
    const Totals totals = totals_of();
    std::string text = result_text(totals, seconds);
    const std::string json = result_json(totals, seconds);
    OutputFaults faults([this](const std::string& line) { view_.warn(line); });
    const auto write = [&](const char* option, const std::filesystem::path& file, const auto& make) {
      if (file.empty() || file == "-") return;
      if (faults.write(option, file, make())) text += fact("written", file.string());
    };
    write("--csv", options_.csv, [&] { return table(); });
    write("--out", options_.out, [&] { return states(); });
    write("--json", options_.json, [&] { return json; });
    view_.finish(text, faults);
    print_result(options_, text, json);
    faults.require_none();
    return exit_code_of(stop_.reason());
  }

 private:
  [[nodiscard]] std::uint64_t seed_of(int scene) const {
    return options_.seed + static_cast<std::uint64_t>(scene);
  }
  [[nodiscard]] bool ran(int scene) const { return batch_.record(scene).state != SceneState::blown_up; }

  [[nodiscard]] SceneBatch checked_batch() const {
    require_memory(bytes_of_batch(scene_.world, options_.batch), available_memory_bytes(),
                   fmt::format("--batch {}", options_.batch), "a smaller batch needs less");
    try {
      return {scene_.world, settings_, options_.batch, device_};
    } catch (const InputError& error) {
      throw InputError(fmt::format("--batch {}: {}", options_.batch, error.what()));
    }
  }

  void set_starts() {
    const int count = batch_.count();
    starts_.resize(count);
    parallel_for(count, options_.thread_count, [&](int k) {
      Bodies& start = starts_[k];
      World world = scene_.world;
      world.bodies = start = shifted(world, options_.jitter, seed_of(k));
      require_apart(fmt::format("scene {} of --batch, seed {}", k, seed_of(k)), world, collider_detection(),
                    1);
    });
    for (int k = 0; k < count; ++k) {
      batch_.set_start(k, starts_[k]);
      batch_.set_inlet_seed(k, scene_.world.flow.inlet.seed + seed_of(k));
    }
  }

  /// Until the end or a signal, in portions of about half a second, between which signals are heard.
  void take_steps() {
    const StopToken clock;
    int portion = 1;
    while (batch_.steps() < steps_ && !stop_.stop_requested()) {
      const double before = clock.elapsed();
      const auto take = static_cast<int>(std::min<long long>(portion, steps_ - batch_.steps()));
      batch_.advance(take);
      const double now = clock.elapsed();
      if (now - before < 0.25) portion = std::min(2 * portion, 1 << 20);
      else if (now - before > 1) portion = std::max(1, portion / 2);
      if (view_.is_due(now)) {
        view_.progressed(batch_.steps(), now, counted(batch_.count(), "scene", "scenes"));
      }
    }
  }

  void judge() {
    outcomes_.resize(starts_.size());
    parallel_for(batch_.count(), options_.thread_count, [&](int k) {
      const std::size_t scene = k;
      outcomes_[scene] = outcome_of(scene_.world, starts_[scene], batch_.bodies(k));
    });
  }

  /// Values of the scenes that did not blow up.
  template <class Value>
  [[nodiscard]] std::vector<double> values(const Value& value) const {
    std::vector<double> result;
    for (int k = 0; k < batch_.count(); ++k) {
      if (ran(k)) result.push_back(value(outcomes_[k]));
    }
    return result;
  }

  /// Over all scenes.
  struct Totals {
    long long taken = 0, iterations = 0, unsolved = 0, blown_up = 0;
    double penetration = 0, residual = 0, joint_error = 0;
    std::vector<double> left;  ///< Bodies that left each scene.
    std::vector<std::string> warnings;
  };

  [[nodiscard]] Totals totals_of() const {
    Totals totals;
    for (int k = 0; k < batch_.count(); ++k) {
      const SceneRecord& r = batch_.record(k);
      if (ran(k)) totals.left.push_back(static_cast<double>(batch_.left(k)));
      totals.joint_error = std::max(totals.joint_error, r.joint_error);
      totals.taken += r.steps;
      totals.iterations += r.iterations;
      totals.unsolved += r.limited + r.diverged;
      totals.blown_up += ran(k) ? 0 : 1;
      totals.penetration = std::max(totals.penetration, r.penetration);
      totals.residual = std::max(totals.residual, r.residual);
      const auto shapes = scene_.world.shapes.size();
      const int a = scene_.world.shapes[r.deepest / shapes].body,
                b = scene_.world.shapes[r.deepest % shapes].body;
      const std::string warning = scene_warning(scene_.world.bodies, {r.deepest_step, r.overlap, a, b},
                                                r.growth, r.energy.scale_now());
      if (!warning.empty())
        totals.warnings.push_back(fmt::format("scene {} (seed {}): {}", k, seed_of(k), warning));
    }
    return totals;
  }

  [[nodiscard]] std::string result_text(const Totals& totals, double seconds) const {
    std::string text =
        fact("scenes",
             fmt::format("{}{}", counted(batch_.count(), "scene", "scenes"),
                         totals.blown_up > 0 ? fmt::format("; {} blew up", totals.blown_up) : std::string()));
    text += fact("time", fmt::format("{} s, {} in {}; {} of a scene per second",
                                     figures(batch_.steps() * settings_.step),
                                     counted(batch_.steps(), "step", "steps"), format_duration(seconds),
                                     count_text(static_cast<double>(totals.taken) / seconds) + " steps"));
    text += spread("top", values([](const Outcome& o) { return o.top; }), " m");
    text += spread("centre of mass", values([](const Outcome& o) { return o.centre; }), " m");
    text += spread("moved", values([](const Outcome& o) { return o.moved; }), " m");
    text += fact("contacts", fmt::format("deepest overlap of all {} m", figures(totals.penetration)));
    if (!scene_.world.joints.empty())
      text += fact("joints", fmt::format("off by {} m at most", figures(totals.joint_error)));
    if (scene_.world.flow.interval > 0) text += spread("left", totals.left, " bodies");
    if (!totals.warnings.empty()) {
      text += fact("warning", totals.warnings.front() +
                                  (totals.warnings.size() > 1
                                       ? fmt::format("; and {} other scenes", totals.warnings.size() - 1)
                                       : ""));
    }
    std::string solver = fmt::format("{}, {}; {} in all; largest residual {:.2e}",
                                     name_of(options_.solver.kind), name_of(options_.solver.law),
                                     counted(totals.iterations, "iteration", "iterations"), totals.residual);
    if (totals.unsolved > 0)
      solver +=
          fmt::format("; {} ended at the limit of iterations", counted(totals.unsolved, "step", "steps"));
    return text + fact("solver", solver);
  }

  /// {mean, least, median, most} of the values; null without any.
  [[nodiscard]] static std::optional<io::JsonObject> spread_json(std::vector<double> values) {
    if (values.empty()) return std::nullopt;
    std::sort(values.begin(), values.end());
    const double sum = std::accumulate(values.begin(), values.end(), 0.0);
    return io::JsonObject("mean", sum / static_cast<double>(values.size()), "least", values.front())
        .add("median", values[(values.size() - 1) / 2], "most", values.back());
  }

  /// The result as JSON, schema jampack/settle-batch/1 (docs/formats.md).
  [[nodiscard]] std::string result_json(const Totals& totals, double seconds) const {
    const io::RunSummary run =
        run_summary(options_, scene_.name, device_, seconds, io::stop_word(stop_.reason(), false));
    return io::JsonObject::document()
        .add("schema", "jampack/settle-batch/1", "run", io::run_json(run), "scenes", batch_.count())
        .add("blown_up", totals.blown_up, "step_s", settings_.step, "steps", batch_.steps())
        .add("time_s", batch_.steps() * settings_.step)
        .add("top_m", spread_json(values([](const Outcome& o) { return o.top; })))
        .add("centre_m", spread_json(values([](const Outcome& o) { return o.centre; })))
        .add("moved_m", spread_json(values([](const Outcome& o) { return o.moved; })))
        .add("left", spread_json(totals.left), "largest_penetration_m", totals.penetration)
        .add("largest_joint_error_m", totals.joint_error, "iterations", totals.iterations)
        .add("unsolved_steps", totals.unsolved, "largest_residual", totals.residual)
        .add("warnings", totals.warnings)
        .text();
  }

  /// --csv: a row for each scene.
  [[nodiscard]] std::string table() const {
    const auto number = [](double value) { return io::number_text(value); };
    std::string text =
        "scene,seed,state,steps,contacts,iterations,unsolved_steps,residual,penetration_m,joint_error_m,left,"
        "kinetic_J,centre_m,top_m,"
        "moved_m\n";
    for (int k = 0; k < batch_.count(); ++k) {
      const SceneRecord& r = batch_.record(k);
      const Outcome& o = outcomes_[k];
      text +=
          fmt::format("{},{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", k, seed_of(k),
                      ran(k) ? "ran" : "blown-up", r.steps, r.contacts, r.iterations, r.limited + r.diverged,
                      number(r.residual), number(r.penetration), number(r.joint_error), batch_.left(k),
                      number(r.kinetic), number(o.centre), number(o.top), number(o.moved));
    }
    return text;
  }

  /// --out: a line for each scene.
  [[nodiscard]] std::string states() const {
    std::string text;
    for (int k = 0; k < batch_.count(); ++k) {
      const Bodies bodies = batch_.bodies(k);
      std::vector<Vec3d> positions, velocities;
      std::vector<Quaterniond> rotations;
      for (int body = 0; body < bodies.count(); ++body) {
        if (!bodies.dynamic(body)) continue;
        positions.push_back(bodies.pose[body].position);
        rotations.push_back(bodies.pose[body].rotation);
        velocities.push_back(bodies.velocity[body]);
      }
      text +=
          io::JsonObject("scene", k, "seed", seed_of(k), "time_s", batch_.record(k).steps * settings_.step)
              .add("blown_up", batch_.blown_up(k), "position_m", positions, "orientation", rotations)
              .add("velocity_mps", velocities)
              .text();
      text += '\n';
    }
    return text;
  }

  const Options& options_;
  StopToken stop_;
  SignalGuard guard_;
  Scene scene_;
  StepSettings settings_;
  long long steps_;
  Device device_;
  SceneBatch batch_;
  StepView view_;
  std::vector<Bodies> starts_;
  std::vector<Outcome> outcomes_;
};

}  // namespace

ExitCode run_batch(const Options& options) {
  require_writable(output_files(options));
  return BatchRun(options).execute();
}

}  // namespace jam::app
