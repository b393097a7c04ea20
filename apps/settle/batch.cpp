// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "batch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "jam/core/device.hpp"
#include "jam/core/duration.hpp"
#include "jam/core/memory_plan.hpp"
#include "jam/core/parallel.hpp"
#include "jam/core/stop.hpp"
#include "jam/dynamics/batch/outcomes.hpp"
#include "jam/dynamics/step/collision.hpp"
#include "jam/io/json_writer.hpp"
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

/// Line with mean, range and median: `top  0.512 m on average, 0.498 to 0.531 m, median 0.51 m`. Empty
/// without values.
std::string spread_text(const char* name, const std::optional<Spread>& spread, const char* unit) {
  if (!spread) return {};
  return fact(
      name, fmt::format("{}{} on average, {} to {}{}, median {}{}", figures(spread->mean), unit,
                        figures(spread->least), figures(spread->most), unit, figures(spread->median), unit));
}

/// null without values.
std::optional<io::JsonObject> spread_json(const std::optional<Spread>& spread) {
  if (!spread) return std::nullopt;
  return io::JsonObject("mean", spread->mean, "least", spread->least)
      .add("median", spread->median, "most", spread->most);
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
    const BatchOutcomes outcomes(scene_.world, batch_, starts_, options_.thread_count);
    const BatchTotals totals = outcomes.totals();
    const std::vector<std::string> warnings = warnings_of_scenes();
    std::string text = result_text(totals, warnings, seconds);
    const std::string json = result_json(totals, warnings, seconds);
    OutputFaults faults([this](const std::string& line) { view_.warn(line); });
    const auto write = [&](const char* option, const std::filesystem::path& file, const auto& make) {
      if (file.empty() || file == "-") return;
      if (faults.write(option, file, make())) text += fact("written", file.string());
    };
    write("--csv", options_.csv, [&] { return outcomes.table(options_.seed); });
    write("--out", options_.out, [&] { return outcomes.states(options_.seed, settings_.step); });
    write("--json", options_.json, [&]() -> const std::string& { return json; });
    view_.finish(text, faults);
    print_result(options_, text, json);
    faults.require_none();
    return exit_code_of(stop_.reason());
  }

 private:
  [[nodiscard]] std::uint64_t seed_of(int scene) const {
    return options_.seed + static_cast<std::uint64_t>(scene);
  }
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
      world.bodies = start = jittered(world.bodies, options_.jitter, seed_of(k));
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

  [[nodiscard]] std::vector<std::string> warnings_of_scenes() const {
    std::vector<std::string> warnings;
    const auto shapes = scene_.world.shapes.size();
    for (int k = 0; k < batch_.count(); ++k) {
      const SceneRecord& r = batch_.record(k);
      const int a = scene_.world.shapes[r.deepest / shapes].body,
                b = scene_.world.shapes[r.deepest % shapes].body;
      const std::string warning = scene_warning(scene_.world.bodies, {r.deepest_step, r.overlap, a, b},
                                                r.growth, r.energy.scale_now());
      if (!warning.empty()) warnings.push_back(fmt::format("scene {} (seed {}): {}", k, seed_of(k), warning));
    }
    return warnings;
  }

  [[nodiscard]] std::string result_text(const BatchTotals& totals, const std::vector<std::string>& warnings,
                                        double seconds) const {
    std::string text =
        fact("scenes",
             fmt::format("{}{}", counted(batch_.count(), "scene", "scenes"),
                         totals.blown_up > 0 ? fmt::format("; {} blew up", totals.blown_up) : std::string()));
    text += fact("time", fmt::format("{} s, {} in {}; {} of a scene per second",
                                     figures(batch_.steps() * settings_.step),
                                     counted(batch_.steps(), "step", "steps"), format_duration(seconds),
                                     count_text(static_cast<double>(totals.taken) / seconds) + " steps"));
    text += spread_text("top", totals.top, " m");
    text += spread_text("centre of mass", totals.centre, " m");
    text += spread_text("moved", totals.moved, " m");
    text += fact("contacts", fmt::format("deepest overlap of all {} m", figures(totals.penetration)));
    if (!scene_.world.joints.empty())
      text += fact("joints", fmt::format("off by {} m at most", figures(totals.joint_error)));
    if (scene_.world.flow.interval > 0) text += spread_text("left", totals.left, " bodies");
    if (!warnings.empty()) {
      text +=
          fact("warning",
               warnings.front() +
                   (warnings.size() > 1 ? fmt::format("; and {} other scenes", warnings.size() - 1) : ""));
    }
    std::string solver = fmt::format("{}, {}; {} in all; largest residual {:.2e}",
                                     name_of(options_.solver.kind), name_of(options_.solver.law),
                                     counted(totals.iterations, "iteration", "iterations"), totals.residual);
    if (totals.unsolved > 0)
      solver +=
          fmt::format("; {} ended at the limit of iterations", counted(totals.unsolved, "step", "steps"));
    return text + fact("solver", solver);
  }

  /// The result as JSON, schema jampack/settle-batch/1 (docs/formats.md).
  [[nodiscard]] std::string result_json(const BatchTotals& totals, const std::vector<std::string>& warnings,
                                        double seconds) const {
    const io::RunSummary run =
        run_summary(options_, scene_.name, device_, seconds, io::stop_word(stop_.reason(), false));
    return io::JsonObject::document()
        .add("schema", "jampack/settle-batch/1", "run", io::run_json(run), "scenes", batch_.count())
        .add("blown_up", totals.blown_up, "step_s", settings_.step, "steps", batch_.steps())
        .add("time_s", batch_.steps() * settings_.step)
        .add("top_m", spread_json(totals.top))
        .add("centre_m", spread_json(totals.centre))
        .add("moved_m", spread_json(totals.moved))
        .add("left", spread_json(totals.left), "largest_penetration_m", totals.penetration)
        .add("largest_joint_error_m", totals.joint_error, "iterations", totals.iterations)
        .add("unsolved_steps", totals.unsolved, "largest_residual", totals.residual)
        .add("warnings", warnings)
        .text();
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
  std::vector<Bodies> starts_;  ///< Bodies with which each scene begins.
};

}  // namespace

ExitCode run_batch(const Options& options) {
  require_writable(output_files(options));
  return BatchRun(options).execute();
}

}  // namespace jam::app
