// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <string>

#include "batch.hpp"
#include "container.hpp"
#include "jam/core/device.hpp"
#include "jam/core/duration.hpp"
#include "jam/core/stop.hpp"
#include "jam/core/version.hpp"
#include "jam/dynamics/cuda/device.hpp"
#include "jam/dynamics/step/collision.hpp"
#include "jam/io/read_file.hpp"
#include "jam/io/run_summary.hpp"
#include "live_scene.hpp"
#include "options.hpp"
#include "report.hpp"
#include "series.hpp"
#include "shell/checkpoints.hpp"
#include "shell/figure_text.hpp"
#include "shell/output_faults.hpp"
#include "shell/outputs.hpp"
#include "shell/program.hpp"
#include "step_settings.hpp"
#include "step_view.hpp"

namespace jam::app {
namespace {

using namespace dynamics;

/// Which scene it is, for the checkpoint: a checksum of its file and of the meshes in it.
std::string scene_id(const Options& options, const Scene& scene) {
  const std::filesystem::path& file = options.file.empty() ? options.container : options.file;
  if (file.empty()) return {};
  io::StateWriter bytes;
  bytes.write(io::read_file(file, io::mesh_byte_limit));
  for (const SceneMesh& mesh : scene.meshes) io::write_all(bytes, mesh.vertices, mesh.triangles);
  return std::to_string(io::options_hash({{"scene", bytes.finish(), true}}));
}

/// The device of --device. `auto` takes the CPU where a GPU lacks the criterion, and for the dense solvers,
/// whose problems are assembled on the host.
Device device_of(const Options& options) {
  const bool chosen = options.device == "auto";
  Device device =
      choose_device(chosen && is_dense(options.solver.kind) ? "cpu" : options.device, options.thread_count);
  if (device.kind == DeviceKind::cpu) return device;
  if (gpus_of(device).size() > 1)
    throw InputError(fmt::format("--device {}: a simulation runs on one GPU", options.device));
  try {
    require_device_steps(options.solver);
  } catch (const InputError&) {
    if (!chosen) throw;
    return choose_device("cpu", options.thread_count);
  }
  return device;
}

/// A run from its scene or its checkpoint to its files.
class Run {
 public:
  Run(const Options& options, Assignment& assignment)
      : options_(options),
        assignment_(assignment),
        guard_(stop_),
        filling_(options.container.empty() ? std::nullopt : std::optional(read_filling(options))),
        scene_(filling_ ? filling_->scene() : scene_of(options)),
        settings_(step_settings(options, scene_)),
        steps_(std::max(1LL, std::llround(options.duration / settings_.step))),
        device_(device_of(options)),
        detect_(on_gpu() ? cuda_detection(device_.index) : collider_detection()),
        simulation_(scene_.world, settings_, detect_, on_gpu() ? cuda_steps(device_.index) : MakeDriver{}),
        view_(options, steps_, assignment.resumed.has_value()),
        faults_([this](const std::string& text) { view_.warn(text); }),
        series_(options, scene_.world, steps_, faults_) {
    if (options.problem_step > steps_) {
      throw InputError(fmt::format("--at-step {}: the simulation has {}", options.problem_step,
                                   counted(steps_, "step", "steps")));
    }
    require_apart(options.file.empty() ? scene_.name : options.file.string(), simulation_.world(), detect_,
                  options.thread_count);
    const auto& kinds = simulation_.world().bodies.kind;
    totals_.last.bodies = static_cast<int>(std::count(kinds.begin(), kinds.end(), BodyKind::dynamic));
    totals_.last.kinetic = kinetic_energy(simulation_.world().bodies);
    totals_.last.potential = potential_energy(simulation_.world().bodies, scene_.gravity);
  }

  ExitCode execute() {
    CheckpointRules rules;
    rules.time_unknown = true;
    rules.stem = [this] { return stem(options_); };
    compare_options(assignment_, rules, options_);
    compare_device(assignment_, device_);
    Checkpointer checkpointer(plan_checkpoints(options_, {}, rules, assignment_), checkpoint_frame(),
                              assignment_, [&](Checkpointer::Sections& sections) { add_sections(sections); },
                              {.warn = [this](const std::string& text) { view_.warn(text); },
                               .present = [this](const std::string& text) { view_.present(text); }});
    if (assignment_.resumed) read_state();
    if (options_.live_port >= 0) show_live();
    if (!assignment_.resumed) series_.take(simulation_, totals_.last);
    view_.present(opening_text(options_, scene_, settings_, steps_) + fact("device", device_.description));
    for (const std::string& text : assignment_.notes) view_.note(text);
    for (const std::string& text : assignment_.warnings) view_.warn(text);

    const std::string blown_up = take_steps(checkpointer);
    return finish(checkpointer, blown_up);
  }

 private:
  [[nodiscard]] bool on_gpu() const { return device_.kind == DeviceKind::cuda; }

  [[nodiscard]] double seconds() const { return assignment_.seconds_before() + stop_.elapsed(); }

  [[nodiscard]] PageFacts page_facts() const {
    return {scene_.name, options_.file.empty() ? std::to_string(options_.seed) : "",
            fmt::format("{}, step {}, {}, {}", name_of(settings_.scheme), format_duration(settings_.step),
                        name_of(settings_.solver.kind), name_of(settings_.solver.law)),
            version_number};
  }

  void show_live() {
    live_.emplace(options_.live_port, simulation_.world(), totals_.last, page_facts(), seconds());
    series_.on_frame = [this](const Simulation& simulation, const StepReport& report) {
      live_->frame(simulation.world(), report);
    };
    view_.address(live_->url());
  }

  // The checkpoint.

  [[nodiscard]] io::Checkpoint checkpoint_frame() const {
    io::Checkpoint frame;
    frame.program = program_name;
    frame.version = version_number;
    frame.options = result_options(options_.table, device_kind(device_));
    return frame;
  }

  void add_sections(Checkpointer::Sections& sections) const {
    sections[problem_section] = scene_id(options_, scene_);
    sections[limits_section] = io::options_bytes(limit_options(options_.table));
    sections[device_section] = device_.description;
    sections[history_section] = assignment_.history;
  }

  [[nodiscard]] std::string state() {
    io::StateWriter state;
    simulation_.write(state);
    totals_.write(state);
    series_.write_state(state);
    return state.finish();
  }

  void read_state() {
    const Resumed& resumed = *assignment_.resumed;
    if (scene_id(options_, scene_) != resumed.section(problem_section)) {
      throw InputError(
          fmt::format("{} is another scene than that of {}: resume it with the scene it was made for, or "
                      "start a new run without --resume",
                      options_.file.string(), resumed.file.string()));
    }
    io::StateReader state(resumed.section(state_section));
    simulation_.read(state);
    totals_.read(state);
    for (const std::string& text : series_.read_state(state)) assignment_.notes.push_back(text);
    state.finish();
  }

  // The steps.

  /// Until the end, a signal or a blow-up, why there was one is returned.
  std::string take_steps(Checkpointer& checkpointer) {
    while (simulation_.steps() < steps_ && !stop_.stop_requested()) {
      if (filling_) filling_->prepare_step(simulation_);
      const StepReport report = simulation_.advance();
      if (!report.blown_up.empty()) return report.blown_up;
      for (const std::string& text : totals_.add(report, scene_.world.bodies)) view_.warn(text);
      series_.take(simulation_, report);
      if (view_.is_due(seconds())) view_.progressed(report.step, seconds(), step_text(report));
      if (live_) live_->step(report, seconds());
      const bool ends = simulation_.steps() >= steps_ || stop_.stop_requested();
      if (const double now = seconds(); checkpointer.due(now) && (ends || checkpointer.writes_now()))
        checkpointer.save(state(), now);
    }
    return {};
  }

  ExitCode finish(Checkpointer& checkpointer, const std::string& blown_up) {
    if (live_) {
      live_->end(simulation_.world(), totals_.last,
                 !blown_up.empty()        ? "blown_up"
                 : stop_.stop_requested() ? io::stop_word(stop_.reason(), false)
                                          : "finished");
    }
    const std::optional<std::filesystem::path> checkpoint = checkpointer.finish(simulation_.steps() < steps_);
    std::string text = result_text(options_, simulation_.world(), totals_, seconds());
    const std::string packing =
        filling_ ? box_file_text(options_, *filling_, simulation_.world(), text) : std::string();
    if (!options_.out.empty() &&
        faults_.write("--out", options_.out, filling_ ? packing : scene_text(scene_, simulation_)))
      text += fact("written", options_.out.string());
    for (const std::string& name : series_.write(simulation_, totals_.last, page_facts()))
      text += fact("written", name);
    if (checkpoint) text += fact("written", checkpoint->string());
    const std::string reason = blown_up.empty() ? io::stop_word(stop_.reason(), false) : "blown_up";
    const std::string json =
        result_json(options_, simulation_.world(), settings_, totals_,
                    run_summary(options_, scene_.name, device_, seconds(), reason), blown_up);
    if (options_.json != "-" && !options_.json.empty() && faults_.write("--json", options_.json, json))
      text += fact("written", options_.json.string());
    view_.finish(text, faults_);
    print_result(options_, text, json);

    if (checkpointer.lost()) faults_.add("--checkpoint", "the last one could not be written");
    if (!blown_up.empty()) {
      const std::string what = fmt::format(
          "step {} blew up: {}; {} the state before it. A smaller --step may help", simulation_.steps() + 1,
          blown_up, options_.out.empty() ? "--out writes" : options_.out.string() + " holds");
      if (!faults_.any()) throw UnverifiedError(what);
      view_.warn(what);
    }
    faults_.require_none();
    if (!options_.problem.empty() && !series_.has_problem()) {
      throw InputError(fmt::format("--dump-problem {}: not written, as the step {}",
                                   options_.problem.string(),
                                   simulation_.steps() < steps_ ? "was not reached" : "has no contacts"));
    }
    return exit_code_of(stop_.reason());
  }

  const Options& options_;
  Assignment& assignment_;
  StopToken stop_;
  SignalGuard guard_;
  std::optional<dynamics::Filling> filling_;
  Scene scene_;
  StepSettings settings_;
  long long steps_;
  Device device_;
  Simulation::Detect detect_;
  Simulation simulation_;
  StepView view_;
  OutputFaults faults_;
  Series series_;
  RunTotals totals_;
  std::optional<LiveScene> live_;
};

}  // namespace

ExitCode run_scene(Options& options, Assignment& assignment) {
  if (options.batch > 0) return run_batch(options);
  require_writable(output_files(options));
  return Run(options, assignment).execute();
}

}  // namespace jam::app
