// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/checkpointing.hpp"

#include <algorithm>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/io/number_text.hpp"
#include "shell/checkpointer.hpp"

namespace jam::app {
namespace {

namespace fs = std::filesystem;
using io::CheckpointOption;

/// The value of --instances among options that decide the results: a number or `auto`.
std::string instances_of(const std::vector<CheckpointOption>& options) {
  const auto found = std::find_if(options.begin(), options.end(), [](const auto& option) { return option.name == instances_option; });
  return found == options.end() ? std::string() : found->value;
}

void compare_instances(Assignment& assignment, const CheckpointRules& rules, const std::string& now) {
  const Resumed& resumed = *assignment.resumed;
  const std::string before = value_before(resumed, instances_option);
  if (before == now) return;
  // `auto` became a number once the search began.
  std::optional<int> many = io::parse_number<int>(before);
  if (!many) many = rules.instances_in_state(resumed.section(Checkpointer::state_section));
  const std::string number = many ? std::to_string(*many) : before;
  const std::optional<int> wanted = io::parse_number<int>(now);
  if (many && wanted && *wanted < *many) {
    throw InputError("--instances is " + now + ", " + resumed.file.string() + " was made with --instances " + number +
                     ": give at least as many, or leave the option out");
  }
  if (number != now) assignment.notes.push_back("--instances " + number + " before, " + now + " now; those added begin afresh");
}

}  // namespace

const char* device_kind(const Device& device) { return device.kind == DeviceKind::cuda ? "cuda" : "cpu"; }

fs::path own_checkpoint(const RunOptions& options, const std::function<std::string()>& stem) {
  if (!options.checkpoint.empty()) return options.checkpoint;
  if (const auto beside = checkpoint_beside({options.out, options.json})) return *beside;
  return stem() + ".checkpoint";
}

Assignment read_assignment(const RunOptions& asked, const ResumeRules& rules) {
  Assignment assignment;
  if (asked.resume.empty()) return assignment;
  fs::path file = asked.resume;
  if (file == "auto") {
    if (asked.checkpoint == "none") {
      throw InputError("--resume auto has nothing to go on from with --checkpoint none: leave one of them out");
    }
    if (asked.checkpoint.empty() && !has_neighbours(asked.out) && !has_neighbours(asked.json)) rules.require_problem();
    file = own_checkpoint(asked, rules.stem);
    if (!io::checkpoint_exists(file)) {
      rules.require_problem();
      assignment.notes.push_back("begins anew: there is no " + file.string());
      return assignment;
    }
  }
  assignment.resumed = read_resumed(file, rules.program);
  assignment.words = rules.complete(*assignment.resumed);
  assignment.warnings = resumption_warnings(*assignment.resumed);
  return assignment;
}

void compare_with_before(Assignment& assignment, const CheckpointRules& rules, const Device& device) {
  if (!assignment.resumed) return;
  const Resumed& resumed = *assignment.resumed;
  const std::string instances = instances_of(rules.options(device_kind(device)));
  assignment.history = extended_history(resumed, resumed.section(history_section), instances);
  for (std::string& note : resumption_notes(resumed, io::parse_options(resumed.section(limits_section)), rules.limits)) {
    assignment.notes.push_back(std::move(note));
  }
  require_same_device(resumed, device_kind(device));
  compare_instances(assignment, rules, instances);
  const std::string& before = resumed.section(device_section);
  if (before != device.description) {
    assignment.notes.push_back("device: " + before + " before, " + device.description + " now");
  }
}

CheckpointPlan checkpoint_plan(Assignment& assignment, const CheckpointRules& rules, const RunOptions& options) {
  if (options.checkpoint == "none" || rules.none) return {};
  CheckpointWishes wishes;
  wishes.file = own_checkpoint(options, rules.stem);
  wishes.interval = options.checkpoint_interval;
  wishes.asked = options.has("checkpoint") || options.has("checkpoint-every") || options.has("resume");
  wishes.counted = rules.counted;
  wishes.time_limit = rules.time_limit;
  return plan_checkpoints(wishes, assignment.resumed ? &*assignment.resumed : nullptr, assignment.warnings);
}

}  // namespace jam::app
