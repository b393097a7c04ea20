// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "checkpointing.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include "archive_mode.hpp"
#include "common/output_rules.hpp"
#include "common/shell_text.hpp"
#include "jam/circles/search_state.hpp"
#include "jam/core/duration.hpp"
#include "jam/core/error.hpp"
#include "jam/core/version.hpp"
#include "jam/io/atomic_file.hpp"
#include "jam/io/binary_state.hpp"
#include "jam/io/number_text.hpp"
#include "option_rules.hpp"
#include "result_options.hpp"

namespace jam::app {
namespace {

namespace fs = std::filesystem;
using io::CheckpointOption;

constexpr const char* program = "circlepack";

/// Runs longer than this write checkpoints without being asked [s].
constexpr double long_run = 600;

// Sections beside those of Checkpointer.
constexpr const char* problem_section = "problem";
constexpr const char* limits_section = "limits";
constexpr const char* device_section = "device";
constexpr const char* stats_section = "stats";
constexpr const char* history_section = "history";

/// Options that may differ from those of the checkpoint; `device` is compared by its kind alone, once it is chosen.
const std::set<std::string> free_options = {"instances", "device"};

const char* kind_of(const Device& device) { return device.kind == DeviceKind::cuda ? "cuda" : "cpu"; }

/// A file that others could stand beside.
bool has_neighbours(const fs::path& file) {
  std::error_code error;
  return !file.empty() && file != "-" && (!fs::exists(file, error) || fs::is_regular_file(file, error));
}

/// The checkpoint that this command line writes: the one named, or beside the result.
fs::path own_checkpoint(const Options& options, const Task* task) {
  if (!options.checkpoint.empty()) return options.checkpoint;
  fs::path file;
  if (has_neighbours(options.out)) {
    file = options.out;
  } else if (has_neighbours(options.json)) {
    file = options.json;
  } else {
    file = default_stem(task != nullptr ? *task : make_task(options));
    return file += ".checkpoint";
  }
  return file.replace_extension(".checkpoint");
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

bool any_limit_given(const Options& options) { return options.has("time") || options.has("trials") || options.has("target"); }

/// `asked` with the options of the checkpoint.
Options completed(const Options& asked, const Resumed& resumed, int argc, const char* const* argv) {
  std::vector<CheckpointOption> named = result_options(asked, asked.device);
  for (CheckpointOption& option : named) option.given = asked.has(option.name);
  require_same_options(resumed, named, free_options);
  if (asked.has("radii") && !circles::is_family(asked.radii) && make_problem(asked, nullptr).radii != problem_of(resumed).radii) {
    throw InputError("--radii " + asked.radii + " holds other radii than " + resumed.file.string() +
                     ": leave the option out, or begin anew without --resume");
  }
  std::vector<std::string> words(argv, argv + argc);
  const auto add = [&](const std::vector<CheckpointOption>& options) {
    for (std::string& word : missing_arguments(options, asked.given)) words.push_back(std::move(word));
  };
  add(resumed.checkpoint.options);
  if (!any_limit_given(asked)) add(io::parse_options(resumed.section(limits_section)));
  std::vector<const char*> pointers;
  for (const std::string& word : words) pointers.push_back(word.c_str());
  Options options = parse_options(static_cast<int>(pointers.size()), pointers.data());
  if (options.checkpoint.empty()) options.checkpoint = resumed.file;
  return options;
}

/// `--time 24h --trials 5`; `none`.
std::string limits_text(const std::vector<CheckpointOption>& limits) {
  std::string text;
  for (const CheckpointOption& limit : limits) {
    const std::string value = limit.name == "time" ? format_duration(parse_duration(limit.value)) : limit.value;
    text += (text.empty() ? "--" : " --") + limit.name + " " + value;
  }
  return text.empty() ? "none given" : text;
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
  std::string history = resumed.section(history_section);
  const auto add = [&](const std::string& text) {
    history += (history.empty() ? "" : ", ") + text + " until " + format_duration(resumed.seconds);
  };
  const std::string now = options.search.instance_count > 0 ? std::to_string(options.search.instance_count) : "auto";
  for (const CheckpointOption& before : resumed.checkpoint.options) {
    if (before.name == "instances" && before.value != now) add("--instances " + before.value);
  }
  if (resumed.checkpoint.version != version_number) add("version " + resumed.checkpoint.version);
  return history;
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
    assignment.notes.push_back("goes on from " + assignment.resumed->file.string() + ", after " +
                               format_duration(assignment.resumed->seconds));
    const std::string before = limits_text(limits), now = limits_text(limit_options(assignment.options));
    if (before != now) assignment.notes.push_back("limits: " + before + " before, " + now + " now; they count from the very beginning");
  }
  return assignment;
}

Task make_task(const Assignment& assignment) {
  Task task = assignment.resumed ? make_task(assignment.options, problem_of(*assignment.resumed)) : make_task(assignment.options);
  task.notes.insert(task.notes.end(), assignment.notes.begin(), assignment.notes.end());
  if (assignment.resumed) {
    const Resumed& resumed = *assignment.resumed;
    if (!resumed.warning.empty()) task.warnings.push_back(resumed.warning);
    if (resumed.checkpoint.version != version_number) {
      task.warnings.push_back(resumed.file.string() + ": was written by version " + resumed.checkpoint.version + ", this is " +
                              version_number + ": the same options may give another packing from here on");
    }
  }
  return task;
}

CheckpointPlan checkpoint_plan(const Assignment& assignment, Task& task) {
  const Options& options = assignment.options;
  CheckpointPlan plan;
  if (options.checkpoint == "none" || options.kind == SearchKind::single) return plan;
  plan.file = own_checkpoint(options, &task);
  plan.interval = options.checkpoint_interval;
  plan.replace_damaged = assignment.resumed && !assignment.resumed->warning.empty();
  const bool counted = options.has("trials") && !options.has("time");  // Nobody knows how long it will take.
  const bool wanted = options.has("checkpoint") || options.has("checkpoint-every") || options.has("resume");
  const bool known_long = !counted && (options.time_limit == 0 || options.time_limit > long_run);
  plan.first_after = wanted || known_long ? 0 : counted ? long_run : CheckpointPlan::never;
  const bool own = assignment.resumed && same_file(assignment.resumed->file, plan.file);
  plan.look_first = !own && plan.first_after > 0;  // It may never be written: no reason to refuse the run.
  if (plan.first_after > 0) return plan;

  io::require_writable(plan.file);
  if (!own && replaces_checkpoint(plan.file, "choose another --checkpoint")) {
    task.warnings.push_back(plan.file.string() + " is the checkpoint of another run and will be replaced; --resume " +
                            shell_word(plan.file.string()) + " would go on from it");
  }
  return plan;
}

void compare_with_before(const Assignment& assignment, const Device& device, Task& task) {
  if (!assignment.resumed) return;
  const Resumed& resumed = *assignment.resumed;
  const std::vector<CheckpointOption> now = result_options(assignment.options, kind_of(device));
  for (const CheckpointOption& before : resumed.checkpoint.options) {
    const auto found = std::find_if(now.begin(), now.end(), [&](const CheckpointOption& option) { return option.name == before.name; });
    if (found == now.end() || found->value == before.value || !free_options.contains(before.name)) continue;
    if (before.name == "device") {
      throw InputError("--device is " + found->value + ", " + resumed.file.string() + " was made with --device " + before.value +
                       ": resume it on the same kind of device, or begin from its packing with --start");
    }
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
