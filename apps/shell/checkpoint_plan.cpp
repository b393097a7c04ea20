// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/checkpoint_plan.hpp"

#include <algorithm>
#include <system_error>

#include "jam/io/atomic_file.hpp"

namespace jam::app {
namespace {

namespace fs = std::filesystem;

/// Runs longer than this write checkpoints without being asked [s].
constexpr double long_run = 600;

}  // namespace

bool has_neighbours(const fs::path& file) {
  std::error_code error;
  return !file.empty() && file != "-" && (!fs::exists(file, error) || fs::is_regular_file(file, error));
}

std::optional<fs::path> checkpoint_beside(const std::vector<fs::path>& outputs) {
  const auto found = std::find_if(outputs.begin(), outputs.end(), has_neighbours);
  if (found == outputs.end()) return std::nullopt;
  return fs::path(*found).replace_extension(".checkpoint");
}

CheckpointPlan plan_checkpoints(const CheckpointWishes& wishes, const Resumed* resumed, std::vector<std::string>& warnings) {
  CheckpointPlan plan;
  plan.file = wishes.file;
  plan.interval = wishes.interval;
  plan.replace_damaged = resumed != nullptr && !resumed->warning.empty();
  const bool known_long = !wishes.counted && (wishes.time_limit == 0 || wishes.time_limit > long_run);
  plan.first_after = wishes.asked || known_long ? 0 : wishes.counted ? long_run : CheckpointPlan::never;
  const bool own = resumed != nullptr && same_file(resumed->file, plan.file);
  plan.look_first = !own && plan.first_after > 0;  // It may never be written: no reason to refuse the run.
  if (plan.first_after > 0) return plan;

  io::require_writable(plan.file);
  if (!own && replaces_checkpoint(plan.file, "choose another --checkpoint")) {
    warnings.push_back(plan.file.string() + " is the checkpoint of another run and will be replaced; --resume " +
                       shell_word(plan.file.string()) + " would go on from it");
  }
  return plan;
}

}  // namespace jam::app
