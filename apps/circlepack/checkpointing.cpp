// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "checkpointing.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "archive_mode.hpp"
#include "archive_start.hpp"
#include "jam/circles/islands/search_state.hpp"
#include "jam/core/error.hpp"
#include "jam/core/version.hpp"
#include "jam/io/binary_state.hpp"
#include "jam/io/number_text.hpp"
#include "option_rules.hpp"
#include "result_options.hpp"
#include "shell/checkpoint_plan.hpp"

namespace jam::app {
namespace {

namespace fs = std::filesystem;
using io::CheckpointOption;

constexpr const char* program = "circlepack";

// Sections beside those of Checkpointer.
constexpr const char* problem_section = "problem";
constexpr const char* limits_section = "limits";
constexpr const char* device_section = "device";
constexpr const char* stats_section = "stats";
constexpr const char* history_section = "history";

/// Among the options of a checkpoint, for information: Task::archived_starts.
constexpr const char* starts_entry = "starts";

/// Options that may differ from those of the checkpoint; `device` is compared by its kind alone, once it is chosen.
const std::set<std::string> free_options = {"instances", "device"};

const char* kind_of(const Device& device) { return device.kind == DeviceKind::cuda ? "cuda" : "cpu"; }

/// The checkpoint that this command line writes: the one named, or beside the result.
fs::path own_checkpoint(const Options& options, const Task* task) {
  if (!options.checkpoint.empty()) return options.checkpoint;
  if (const auto beside = checkpoint_beside({options.out, options.json})) return *beside;
  return default_stem(task != nullptr ? *task : make_task(options)) + ".checkpoint";
}

std::string problem_bytes(const circles::Problem& problem) {
  io::StateWriter writer;
  writer.put(problem.family);
  writer.put(problem.radii);
  return writer.take();
}

circles::Problem problem_of(const Resumed& resumed) {
  io::StateReader reader(resumed.section(problem_section));
  circles::Problem problem;
  problem.family = reader.take_text();
  problem.radii = reader.take_vector<double>();
  reader.finish();
  const bool sound = !problem.radii.empty() && std::is_sorted(problem.radii.begin(), problem.radii.end()) && problem.radii.front() > 0 &&
                     std::isfinite(problem.radii.back());
  if (!sound) throw InputError(resumed.file.string() + ": its radii are none: resume from another checkpoint");
  return problem;
}

/// `asked` with the options of the checkpoint.
Options completed(const Options& asked, const Resumed& resumed, int argc, const char* const* argv) {
  std::vector<CheckpointOption> named = result_options(asked, asked.device);
  for (CheckpointOption& option : named) option.given = asked.has(option.name);
  require_same_options(resumed, named, free_options);
  if (asked.has("radii") && !circles::is_family(asked.radii) && make_problem(asked, nullptr).radii != problem_of(resumed).radii) {
    throw InputError("--radii " + asked.radii + " holds other radii than " + resumed.file.string() +
                     ": leave the option out, or begin anew without --resume");
  }
  const std::vector<std::string> words =
      completed_arguments(argc, argv, asked.given, resumed, io::parse_options(resumed.section(limits_section)));
  std::vector<const char*> pointers;
  for (const std::string& word : words) pointers.push_back(word.c_str());
  Options options = parse_options(static_cast<int>(pointers.size()), pointers.data());
  if (options.checkpoint.empty()) options.checkpoint = resumed.file;
  return options;
}

/// How many instances the checkpoint has, where `said` is what its options say of them: `auto` became a number once the search began.
/// Nothing where a search takes as many as its neighbourhood has.
std::optional<int> instances_before(const Options& options, const Resumed& resumed, const std::string& said) {
  if (const auto number = io::parse_number<int>(said)) return number;
  if (options.kind == SearchKind::improve && options.search.strategy == circles::Strategy::tabu) return std::nullopt;
  return circles::size_of_state(resumed.section(Checkpointer::state_section)).instance_count;
}

/// What the checkpoint says of the past, and what ends with it.
std::string history_of(const Options& options, const Resumed& resumed) {
  const std::string now = options.search.instance_count > 0 ? std::to_string(options.search.instance_count) : "auto";
  return extended_history(resumed, resumed.section(history_section), now);
}

}  // namespace

Assignment read_assignment(int argc, const char* const* argv) {
  Assignment assignment{parse_options(argc, argv), std::nullopt, {}, {}};
  const Options& asked = assignment.options;
  if (asked.mode != Mode::search || asked.resume.empty()) return assignment;
  if (asked.resume != "auto") {
    assignment.resumed = read_resumed(asked.resume, program);
  } else {
    if (asked.checkpoint == "none")
      throw InputError("--resume auto has nothing to go on from with --checkpoint none: leave one of them out");
    if (asked.checkpoint.empty() && !has_neighbours(asked.out) && !has_neighbours(asked.json)) require_problem(asked);
    const fs::path file = own_checkpoint(asked, nullptr);
    if (io::checkpoint_exists(file)) {
      assignment.resumed = read_resumed(file, program);
    } else {
      require_problem(asked);
      assignment.notes.push_back("begins anew: there is no " + file.string());
    }
  }
  if (assignment.resumed) {
    const std::vector<CheckpointOption> limits = io::parse_options(assignment.resumed->section(limits_section));
    assignment.options = completed(asked, *assignment.resumed, argc, argv);
    assignment.history = history_of(assignment.options, *assignment.resumed);
    assignment.notes = resumption_notes(*assignment.resumed, limits, limit_options(assignment.options));
  }
  return assignment;
}

Task make_task(const Assignment& assignment) {
  Task task = assignment.resumed ? make_task(assignment.options, problem_of(*assignment.resumed)) : make_task(assignment.options);
  task.notes.insert(task.notes.end(), assignment.notes.begin(), assignment.notes.end());
  if (assignment.resumed) {
    task.warnings = resumption_warnings(*assignment.resumed);
    task.archived_starts = value_before(*assignment.resumed, starts_entry);
  } else if (assignment.options.start_archive) {
    add_archived_starts(assignment.options, task);
  }
  return task;
}

CheckpointPlan checkpoint_plan(const Assignment& assignment, Task& task) {
  const Options& options = assignment.options;
  if (options.checkpoint == "none" || options.kind == SearchKind::single) return {};
  CheckpointWishes wishes;
  wishes.file = own_checkpoint(options, &task);
  wishes.interval = options.checkpoint_interval;
  wishes.asked = options.has("checkpoint") || options.has("checkpoint-every") || options.has("resume");
  wishes.counted = options.has("trials") && !options.has("time");
  wishes.time_limit = options.time_limit;
  return plan_checkpoints(wishes, assignment.resumed ? &*assignment.resumed : nullptr, task.warnings);
}

void compare_with_before(const Assignment& assignment, const Device& device, Task& task) {
  if (!assignment.resumed) return;
  const Resumed& resumed = *assignment.resumed;
  const std::vector<CheckpointOption> now = result_options(assignment.options, kind_of(device));
  for (const CheckpointOption& before : resumed.checkpoint.options) {
    const auto found = std::find_if(now.begin(), now.end(), [&](const CheckpointOption& option) { return option.name == before.name; });
    if (found == now.end() || found->value == before.value || !free_options.contains(before.name)) continue;
    if (before.name == "device") require_same_device(resumed, found->value);
    if (before.name != "instances") continue;
    const auto many = instances_before(assignment.options, resumed, before.value), wanted = io::parse_number<int>(found->value);
    const std::string number = many ? std::to_string(*many) : before.value;
    if (many && wanted && *wanted < *many) {
      throw InputError("--instances is " + found->value + ", " + resumed.file.string() + " was made with --instances " + number +
                       ": give at least as many, or leave the option out");
    }
    if (number != found->value)
      task.notes.push_back("--instances " + number + " before, " + found->value + " now; those added begin afresh");
  }
  const std::string& before = resumed.section(device_section);
  if (before != device.description) task.notes.push_back("device: " + before + " before, " + device.description + " now");
}

Checkpointer make_checkpointer(const Assignment& assignment, const Task& task, const Device& device, const CheckpointPlan& plan,
                               Stats& stats, Checkpointer::Note note) {
  io::Checkpoint frame;
  frame.program = program;
  frame.version = version_number;
  frame.options = result_options(assignment.options, kind_of(device));
  frame.options.push_back({"problem", archived_problem(task.problem).id, false});
  if (!task.archived_starts.empty()) frame.options.push_back({starts_entry, task.archived_starts, false});
  const Resumed* resumed = assignment.resumed ? &*assignment.resumed : nullptr;
  if (resumed != nullptr) stats.restore(resumed->section(stats_section), resumed->seconds);
  const auto add_sections = [problem = problem_bytes(task.problem), limits = io::options_bytes(limit_options(assignment.options)),
                             description = device.description, history = assignment.history, &stats](Checkpointer::Sections& sections) {
    sections[problem_section] = problem;
    sections[limits_section] = limits;
    sections[device_section] = description;
    sections[history_section] = history;
    sections[stats_section] = stats.state();
  };
  return {plan,
          std::move(frame),
          resumed != nullptr ? resumed->section(Checkpointer::state_section) : std::string(),
          resumed != nullptr ? resumed->seconds : 0,
          add_sections,
          std::move(note)};
}

}  // namespace jam::app
