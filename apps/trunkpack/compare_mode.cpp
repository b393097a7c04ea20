// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "jam/core/device.hpp"
#include "jam/core/stop.hpp"
#include "jam/mesh/verify_boxes.hpp"
#include "jam/tightness/short_search.hpp"
#include "load/question_progress.hpp"
#include "load/set_rules.hpp"
#include "modes.hpp"
#include "shell/figure_text.hpp"
#include "shell/output_faults.hpp"
#include "shell/outputs.hpp"
#include "shell/program.hpp"
#include "task.hpp"
#include "variants.hpp"

namespace jam::app {
namespace {

using Rows = std::vector<trunk::BoxRow>;

/// The meshes of all variants, read before the first search: errors come early.
std::vector<Task> read_tasks(Options& options, StopToken& stop) {
  std::vector<Task> tasks;
  for (const std::filesystem::path& mesh : options.variants) {
    options.mesh = mesh;
    const std::string name = mesh.string();
    const Note note = [&](const std::string& text) {
      if (!options.quiet) std::cerr << "note: " << name << ": " << text << '\n' << std::flush;
    };
    const Note warn = [&](const std::string& text) {
      std::cerr << "warning: " << name << ": " << text << '\n' << std::flush;
    };
    tasks.push_back(make_task(options, note, warn, {&stop, {}, 0}));
    mesh::prepare_verification(tasks.back().problem.container, &stop);
  }
  return tasks;
}

/// What loads are compared by, as in a search.
double compared_value(const Options& options, const Rows& rows) {
  return options.set.uniform() ? static_cast<double>(rows.size()) : trunk::value_of(options.set, rows);
}

/// Searches all variants with one seed after the other, so that a machine that becomes slower is so for all.
void search_all(const Options& options, const std::vector<Task>& tasks, const Device& device, StopToken& stop,
                VariantComparison& comparison) {
  QuestionProgress shown(options);
  std::vector<SetRules> rules;
  for (const Task& task : tasks) rules.emplace_back(task.problem);
  const std::size_t all = options.seeds.size() * tasks.size();
  std::size_t done = 0;
  for (const std::uint64_t seed : options.seeds) {
    std::vector<Rows> loads;
    for (std::size_t k = 0; k < tasks.size(); ++k) {
      const Task& task = tasks[k];
      tightness::ShortSearch search;
      search.seconds = options.time_limit;
      search.turns = options.turn_limit;
      search.seed = seed;
      search.instances = options.instance_count;
      search.device = device;
      search.thread_count = options.thread_count;
      if (options.set.has_limits())
        search.boxes_beyond_rules = std::bind_front(&SetRules::boxes_beyond, &rules[k]);
      search.progress = [&](double seconds, int boxes) {
        const double share = options.time_limit > 0 ? std::min(1.0, seconds / options.time_limit) : 0;
        shown.show(static_cast<double>(done) + share, static_cast<double>(all),
                   fmt::format("compare: {}, seed {} ({} of {}), {}", task.name, seed, done + 1, all,
                               counted(boxes, "box", "boxes")));
      };
      const auto verify = [&](const trunk::TrunkProblem& problem, const Rows& rows) {
        return mesh::check_boxes(problem, rows, options.thread_count, options.set.own).legal;
      };
      loads.push_back(tightness::search_shortly(task.problem, search, verify, stop.query()));
      ++done;
      if (stop.stop_requested()) {
        comparison.complete = false;
        return;
      }
    }
    comparison.seeds.push_back(seed);
    for (std::size_t k = 0; k < loads.size(); ++k) {
      Variant& variant = comparison.variants[k];
      variant.results.push_back(compared_value(options, loads[k]));
      if (variant.results.back() == std::ranges::max(variant.results)) variant.best = std::move(loads[k]);
    }
  }
}

}  // namespace

ExitCode run_compare(Options& options) {
  require_writable(output_files(options));
  StopToken stop;
  const SignalGuard signals(stop);
  const Device device = choose_device(options.device, options.thread_count);
  const std::vector<Task> tasks = read_tasks(options, stop);
  VariantComparison comparison;
  comparison.boxes = boxes_text(tasks.front().problem);
  comparison.unit = options.set.uniform() ? "boxes" : options.set.has_values() ? "value" : "l";
  comparison.seconds = options.time_limit;
  comparison.turns = options.turn_limit;
  comparison.device = device.description;
  for (std::size_t k = 0; k < tasks.size(); ++k) {
    const double litres = tasks[k].problem.container.volume / trunk::cubic_millimetres_per_litre;
    comparison.variants.push_back({options.variants[k].string(), litres, {}, {}});
  }
  search_all(options, tasks, device, stop, comparison);
  OutputFaults faults;
  if (options.json == "-") print_result(variants_json(comparison));
  else if (!options.json.empty()) faults.write("--json", options.json, variants_json(comparison));
  if (!options.html.empty()) faults.write("--html", options.html, variants_page(comparison));
  const std::string text = variants_table(comparison);
  if (options.json == "-") std::cerr << text << std::flush;
  else print_result(text);
  faults.require_none();
  return exit_code_of(stop.reason());
}

}  // namespace jam::app
