// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Text of the report.
#include "report.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "jam/core/duration.hpp"
#include "jam/core/memory_plan.hpp"
#include "jam/io/number_text.hpp"
#include "shell/search_run.hpp"
#include "text.hpp"

namespace jam::app {
namespace {

using circles::Progress;

/// A line of the final block: the name in a column of its own.
std::string fact(const char* name, const std::string& text) { return app::fact(name, text, 12); }

std::string best_known_text(const circles::BestKnown& best) {
  // An exact value has no decimals to show.
  return io::fixed_text(best.radius, best.decimals) + " (" + best.source + ")";
}

std::string comparison(double radius, const circles::BestKnown& best) {
  const std::string known = best_known_text(best);
  if (beats(radius, best)) return known + ", this one is smaller by " + figures(-circles::relative_gap(radius, best)) + " relative";
  return known + (circles::reached(radius, best) ? ", reached" : ", gap " + gap_text(radius, best) + " relative");
}

int rattler_count(const circles::ContactGraph& graph) {
  return static_cast<int>(std::count(graph.rattler.begin(), graph.rattler.end(), 1));
}

std::string work_text(const Progress& totals) {
  const double seconds = std::max(totals.seconds, 1e-3);
  std::string text = count_text(static_cast<double>(totals.trials)) + " trials in " + format_duration(totals.seconds) + " (" +
                     count_text(static_cast<double>(totals.trials) / seconds) + "/s)";
  if (totals.instance_count > 1) text += ", " + std::to_string(totals.instance_count) + " instances";
  if (totals.meta_stable_count > 0) text += ", " + std::to_string(totals.meta_stable_count) + " meta-stable ones replaced";
  return text;
}

}  // namespace

std::string opening_text(const Options& options, const Task& task) {
  std::string text = fact("circles", problem_text(task.problem));
  if (task.best_known) text += fact("best known", best_known_text(*task.best_known));
  if (task.target_radius > 0) text += fact("target", radius_text(task.target_radius));
  std::string search = search_name(options.kind);
  if (options.search.instance_count > 0) search += ", " + std::to_string(options.search.instance_count) + " instances";
  const std::string trials = options.search.trial_limit > 0 ? std::to_string(options.search.trial_limit) + " trials" : "";
  return text + fact("search", search + ", " + limits_text(options, trials));
}

std::string improvement_heading() { return "    time [s]                     R        gap  instance  move"; }

std::string improvement_row(const circles::Improvement& improvement, const std::optional<circles::BestKnown>& best_known) {
  const double radius = improvement.packing.enclosing_radius;
  return padded(io::fixed_text(improvement.seconds, 3), 12) + padded(radius_text(radius), 22) + padded(gap_text(radius, best_known), 11) +
         padded(std::to_string(improvement.instance), 10) + "  " + circles::move_name(improvement.move);
}

std::string bar_text(const Progress& progress, double rate, const Task& task) {
  std::string text = count_text(rate) + " trials/s  " + std::to_string(progress.meta_stable_count) + " meta-stable  R ";
  text += std::isfinite(progress.best_radius) ? io::fixed_text(progress.best_radius, 6) : "-";
  if (task.best_known && std::isfinite(progress.best_radius)) text += " (" + gap_text(progress.best_radius, task.best_known) + ")";
  return text;
}

std::string progress_text(const Progress& progress, double rate, const Options& options, const Task& task) {
  std::string text = count_text(static_cast<double>(progress.trials)) + " trials  " + count_text(rate) + "/s  " +
                     std::to_string(progress.meta_stable_count) + " meta-stable  R " + radius_text(progress.best_radius);
  if (task.best_known) text += "  gap " + gap_text(progress.best_radius, task.best_known);
  if (!options.verbose) return text;
  const double seconds = std::max(progress.seconds, 1e-3);
  text += "  mean R " + figures(progress.mean_radius) + "  " + std::to_string(progress.rounds) + " rounds  " +
          count_text(static_cast<double>(progress.relaxation_steps) / seconds) + " steps/s";
  if (progress.device_bytes > 0) text += "  " + format_bytes(progress.device_bytes) + " on the device";
  return text;
}

std::string finish_text(const Progress& totals, const Options& options) {
  const long long limit = options.search.trial_limit;
  return limit > 0 && totals.trials >= limit ? "trial limit of " + std::to_string(limit) : "nothing left to try";
}

std::string stall_advice(const Options& options) {
  std::string anew = "another --seed begins elsewhere";
  switch (options.kind) {
    case SearchKind::multistart: return anew + ", more --instances search wider; --search improve goes on from the best packing";
    case SearchKind::improve: return "--search multistart --start FILE also searches elsewhere; " + anew;
    case SearchKind::single: break;
  }
  return anew;
}

std::string final_table(const Options& options, const Task& task, const CircleResult& result, const Progress& totals) {
  const circles::Packing& packing = result.packing;
  const circles::ContactGraph& graph = *result.graph;
  std::string text = fact("circles", problem_text(task.problem));
  text += fact("R", radius_text(packing.enclosing_radius));
  text += fact("density", io::fixed_text(circles::density(packing), 9));
  text += fact("contacts", std::to_string(graph.contacts.size()) + ", rattlers " + std::to_string(rattler_count(graph)));
  text += fact("verified", "exact");
  text += fact("best known", task.best_known ? comparison(packing.enclosing_radius, *task.best_known) : "none published");
  text +=
      fact("search", std::string(search_name(options.kind)) + ", seed " + std::to_string(options.search.seed) + ", " + work_text(totals));
  if (options.verbose) {
    text += fact("work", count_text(static_cast<double>(totals.relaxation_steps)) + " relaxation steps, " + std::to_string(totals.rounds) +
                             " rounds, mean R " + radius_text(totals.mean_radius));
  }
  return text;
}

std::string continue_hint(const Options& options, const std::filesystem::path& file) {
  if (file.empty()) return "a longer search: --time 10m, or --time 0 until Ctrl-C";
  std::string command = "circlepack --start " + file.string();
  if (options.kind != SearchKind::multistart) command += std::string(" --search ") + search_name(options.kind);
  if (options.has("out")) command += " --out " + options.out.string();
  return "to go on from this packing: " + command + " --time 10m (--time 0: until Ctrl-C)";
}

}  // namespace jam::app
