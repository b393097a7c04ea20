// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "checkpointing.hpp"

#include <set>
#include <utility>

#include "archive_definition.hpp"
#include "jam/archive/fingerprint.hpp"
#include "jam/core/error.hpp"
#include "jam/core/version.hpp"
#include "jam/io/number_text.hpp"
#include "jam/trunk/search/trunk_search.hpp"
#include "option_rules.hpp"
#include "result_options.hpp"
#include "shell/checkpoint_plan.hpp"

namespace jam::app {
namespace {

namespace fs = std::filesystem;
using io::CheckpointOption;

constexpr const char* program = "trunkpack";

// Sections beside those of Checkpointer.
constexpr const char* problem_section = "problem";
constexpr const char* limits_section = "limits";
constexpr const char* device_section = "device";
constexpr const char* history_section = "history";
constexpr const char* starts_section = "starts";

/// Options that may differ from those of the checkpoint: what the files hold is compared, not how they are called; `device` by its kind
/// alone, once it is chosen.
const std::set<std::string> free_options = {mesh_option, "points", "fixed", "instances", "device"};

const char* kind_of(const Device& device) { return device.kind == DeviceKind::cuda ? "cuda" : "cpu"; }

/// The checkpoint that this command line writes: the one named, or beside the result.
fs::path own_checkpoint(const Options& options) {
  if (!options.checkpoint.empty()) return options.checkpoint;
  if (const auto beside = checkpoint_beside({options.out, options.json})) return *beside;
  return options.trunk_file().stem() += ".checkpoint";
}

/// What tells one problem from another: the trunk as it was read, boxes, tolerance; in a cloud the points, too.
std::string problem_id(const Options& options, const Task& task) {
  std::string points;
  for (const Vec3d& point : task.points_only ? task.points : std::vector<Vec3d>{}) {
    for (const double number : {point.x, point.y, point.z}) points += io::number_text(number) + " ";
  }
  return archive::fingerprint({definition_text(options, task), points});
}

/// `asked` with the options of the checkpoint.
Options completed(const Options& asked, const Resumed& resumed, int argc, const char* const* argv) {
  std::vector<CheckpointOption> named = result_options(asked, asked.device);
  for (CheckpointOption& option : named) option.given = asked.has(option.name);
  require_same_options(resumed, named, free_options);
  std::set<std::string> other{mesh_option};
  if (!asked.mesh.empty()) other.insert("points");
  std::vector<std::string> words =
      completed_arguments(argc, argv, asked.given, resumed, io::parse_options(resumed.section(limits_section)), other);
  if (asked.trunk_file().empty() && !value_before(resumed, mesh_option).empty()) words.push_back(value_before(resumed, mesh_option));
  std::vector<const char*> pointers;
  for (const std::string& word : words) pointers.push_back(word.c_str());
  Options options = parse_options(static_cast<int>(pointers.size()), pointers.data());
  if (options.checkpoint.empty()) options.checkpoint = resumed.file;
  return options;
}

/// How many packings are annealed side by side in the checkpoint: `auto` became a number once that began. Nothing before.
std::optional<int> instances_before(const Options& options, const Resumed& resumed) {
  if (const auto number = io::parse_number<int>(value_before(resumed, "instances"))) return number;
  const int count = options.set.uniform() ? trunk::annealed_in_state(resumed.section(Checkpointer::state_section)) : 0;
  return count > 0 ? std::optional<int>(count) : std::nullopt;
}

}  // namespace

Assignment read_assignment(int argc, const char* const* argv) {
  Assignment assignment{parse_options(argc, argv), std::nullopt, {}, {}, {}};
  const Options& asked = assignment.options;
  if (asked.mode != Mode::search || asked.resume.empty()) return assignment;
  if (asked.resume != "auto") {
    assignment.resumed = read_resumed(asked.resume, program);
  } else {
    if (asked.checkpoint == "none")
      throw InputError("--resume auto has nothing to go on from with --checkpoint none: leave one of them out");
    if (asked.checkpoint.empty() && !has_neighbours(asked.out) && !has_neighbours(asked.json)) require_trunk(asked);
    const fs::path file = own_checkpoint(asked);
    if (!io::checkpoint_exists(file)) {
      require_trunk(asked);
      assignment.notes.push_back("begins anew: there is no " + file.string());
      return assignment;
    }
    assignment.resumed = read_resumed(file, program);
  }
  const Resumed& resumed = *assignment.resumed;
  assignment.options = completed(asked, resumed, argc, argv);
  const Options& options = assignment.options;
  const std::string instances = options.instance_count > 0 ? std::to_string(options.instance_count) : "auto";
  assignment.history = extended_history(resumed, resumed.section(history_section), instances);
  assignment.notes = resumption_notes(resumed, io::parse_options(resumed.section(limits_section)), limit_options(options));
  assignment.warnings = resumption_warnings(resumed);
  return assignment;
}

void compare_with_before(Assignment& assignment, const Device& device) {
  if (!assignment.resumed) return;
  const Resumed& resumed = *assignment.resumed;
  require_same_device(resumed, kind_of(device));
  const std::optional<int> before = instances_before(assignment.options, resumed);
  const int now = assignment.options.instance_count;
  if (before && now > 0 && now != *before) {
    const std::string number = std::to_string(*before), wanted = std::to_string(now);
    if (now < *before) {
      throw InputError("--instances is " + wanted + ", " + resumed.file.string() + " was made with --instances " + number +
                       ": give at least as many, or leave the option out");
    }
    assignment.notes.push_back("--instances " + number + " before, " + wanted + " now; those added begin afresh");
  }
  const std::string& device_before = resumed.section(device_section);
  if (device_before != device.description)
    assignment.notes.push_back("device: " + device_before + " before, " + device.description + " now");
}

CheckpointPlan checkpoint_plan(Assignment& assignment) {
  const Options& options = assignment.options;
  if (options.checkpoint == "none") return {};
  CheckpointWishes wishes;
  wishes.file = own_checkpoint(options);
  wishes.interval = options.checkpoint_interval;
  wishes.asked = options.has("checkpoint") || options.has("checkpoint-every") || options.has("resume");
  wishes.counted = options.has("turns") && !options.has("time");
  wishes.time_limit = options.time_limit;
  return plan_checkpoints(wishes, assignment.resumed ? &*assignment.resumed : nullptr, assignment.warnings);
}

Task make_task(const Assignment& assignment, const Note& note) {
  Options options = assignment.options;
  if (assignment.resumed) options.start.clear();
  Task task = make_task(options, note);
  if (assignment.resumed && problem_id(options, task) != assignment.resumed->section(problem_section)) {
    const std::string fixed = options.fixed.empty() ? std::string() : " with the boxes of " + options.fixed.string();
    throw InputError(options.trunk_file().string() + fixed + " is another trunk than that of " + assignment.resumed->file.string() +
                     ": resume it with the trunk it was made for, or begin anew without --resume");
  }
  return task;
}

std::string start_before(const Assignment& assignment) { return assignment.resumed->section(starts_section); }

Checkpointer make_checkpointer(const Assignment& assignment, const Task& task, const Device& device, const CheckpointPlan& plan,
                               Checkpointer::Note note) {
  io::Checkpoint frame;
  frame.program = program;
  frame.version = version_number;
  frame.options = result_options(assignment.options, kind_of(device));
  const Resumed* resumed = assignment.resumed ? &*assignment.resumed : nullptr;
  // A large mesh takes a while, and many runs never write one.
  const auto add_sections = [&assignment, &task, id = std::string(), limits = io::options_bytes(limit_options(assignment.options)),
                             description = device.description](Checkpointer::Sections& sections) mutable {
    if (id.empty()) id = problem_id(assignment.options, task);
    sections[problem_section] = id;
    sections[limits_section] = limits;
    sections[device_section] = description;
    sections[history_section] = assignment.history;
    sections[starts_section] = task.archived_start;
  };
  return {plan,
          std::move(frame),
          resumed != nullptr ? resumed->section(Checkpointer::state_section) : std::string(),
          resumed != nullptr ? resumed->seconds : 0,
          add_sections,
          std::move(note)};
}

}  // namespace jam::app
