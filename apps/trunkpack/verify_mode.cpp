// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/verify_mode.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <optional>

#include "jam/core/version.hpp"
#include "jam/io/number_text.hpp"
#include "jam/mesh/verify_boxes.hpp"
#include "jam/trunk/io/box_files.hpp"
#include "load/finished_load.hpp"
#include "load/load_test.hpp"
#include "load/loading.hpp"
#include "load/set_rules.hpp"
#include "load/standing.hpp"
#include "load/tight.hpp"
#include "load_formats.hpp"
#include "modes.hpp"
#include "shell/figure_text.hpp"
#include "task.hpp"

namespace jam::app {
namespace {

/// "0.0002 to 12.3 mm, median 0.4 mm".
std::string clearance_text(std::vector<double> clearance) {
  std::sort(clearance.begin(), clearance.end());
  const auto text = [](double value) { return io::fixed_text(std::abs(value) < 5e-5 ? 0.0 : value, 4); };
  return fmt::format("{} to {} mm, median {} mm", text(clearance.front()), text(clearance.back()),
                     text(clearance[clearance.size() / 2]));
}

/// The verdict with a summary of the clearances, or with the first violations.
std::string verdict_text(const Options& options, const Task& task, const trunk::LoadReport& report,
                         const trunk::LoadVerdict& verification) {
  const trunk::LoadTotals totals = trunk::totals_of(report);
  const std::string boxes = counted(totals.count, "box", "boxes");
  std::string text;
  if (verification.legal) {
    text = fmt::format("legal: {}, {} l, {}{}\n", boxes, io::fixed_text(totals.litres, 2),
                       options.has("set") ? "pieces of the set " + options.set.name + ", " : "",
                       trunk::checked_text(task.problem));
  } else {
    text = fmt::format("illegal: {}, {}\n", counted(verification.violation_count, "violation", "violations"),
                       boxes);
    for (const std::string& violation : verification.violations) text += "  " + violation + "\n";
  }
  if (!verification.clearance.empty()) text += "clearance: " + clearance_text(verification.clearance) + "\n";
  return text;
}

/// The comments of the file that was read, without its claims that were not checked.
trunk::BoxFileComments converted(const Options& options, const Task& task, const trunk::BoxFile& file,
                                 const std::filesystem::path& name, const trunk::LoadVerdict& verification) {
  trunk::BoxFileComments comments = file.comments;
  comments.erase("options");
  comments.erase("boxes");
  if (options.has("set") && verification.legal) comments["boxes"] = boxes_text(task.problem);
  comments.erase(trunk::rounded_comment);
  if (task.problem.corner_radius > 0)
    comments[trunk::rounded_comment] = io::number_text(task.problem.corner_radius);
  comments["problem"] = options.trunk_file().filename().string();
  comments["verified"] =
      verification.legal ? trunk::verified_text(task.problem) : "no: " + verification.violations.front();
  comments["converted-by"] = std::string("trunkpack ") + version_number;
  comments["converted-from"] = name.filename().string();
  return comments;
}

}  // namespace

ExitCode run_verify(const Options& options) {
  trunk::BoxFileComments comments;
  std::optional<Task> read;  // Once for all files.
  return verify_files(
      options,
      [&](const std::filesystem::path& name) -> Verdict {
        const auto note = [&](const std::string& text) {
          if (!options.quiet) std::cerr << "note: " << text << '\n' << std::flush;
        };
        const trunk::BoxFile file = read_packing(options, name);
        if (options.has("box") && file.tells_size)
          note(name.string() + " states the size of its boxes: --box is not used");
        const auto warn = [](const std::string& text) {
          std::cerr << "warning: " << text << '\n' << std::flush;
        };
        if (!read) read = make_task(options, note, warn, {}, true, file.rows);
        Task& task = *read;
        take_corner_radius(options, file, name, task, note);
        trunk::LoadVerdict verification =
            mesh::check_boxes(task.problem, file.rows, options.thread_count, options.has("set"));
        if (options.has("set")) SetRules(task.problem).add_violations(file.rows, verification);
        trunk::LoadReport report = make_report(options, task, file.rows, verification);
        if (verification.legal && options.has("standing") && options.standing)
          report.standing = standing_boxes(task.problem, file.rows, options.thread_count);
        std::string failed;
        if (verification.legal) failed = ask_load(options, task.problem, report, {}, note, warn);
        const std::string none = missing_answers(options, report);
        if (verification.legal) warn_of_missing_answers(options, report, warn);
        else if (!none.empty())
          failed = fmt::format("{}: {} is not legal, and only a legal load is {}", none, name.string(),
                               options.tight.empty() ? "planned" : "examined");
        comments = converted(options, task, file, name, verification);
        const auto check = [rows = file.rows](const std::filesystem::path& out) {
          if (trunk::read_box_file(out).rows != rows)
            throw UnverifiedError(out.string() + " does not hold what was written");
        };
        const std::string text = verdict_text(options, task, report, verification);
        Verdict verdict{verification.legal,
                        text + standing_row(report.standing) + plan_row(report.plan) +
                            tight_table(report.tight) + load_test_table(report.test),
                        result_of(report), load_formats(options, comments, check)};
        verdict.failed_check = failed;
        if (!report.test.motions.empty())
          verdict.line = text.substr(0, text.find('\n')) + "; load test " + hold_text(report.test);
        return verdict;
      },
      compare);
}

}  // namespace jam::app
