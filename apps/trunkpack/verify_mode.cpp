// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "verify_mode.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>

#include "jam/core/version.hpp"
#include "jam/io/number_text.hpp"
#include "jam/trunk/io/box_files.hpp"
#include "load_formats.hpp"
#include "shell/figure_text.hpp"
#include "shell/standard_output.hpp"
#include "task.hpp"

namespace jam::app {
namespace {

/// "0.0002 to 12.3 mm, half of the boxes below 0.4 mm".
std::string clearance_text(std::vector<double> clearance) {
  std::sort(clearance.begin(), clearance.end());
  const auto text = [](double value) { return io::fixed_text(std::abs(value) < 5e-5 ? 0.0 : value, 4); };
  return text(clearance.front()) + " to " + text(clearance.back()) + " mm, median " + text(clearance[clearance.size() / 2]) + " mm";
}

std::string verdict_text(const Options& options, const Task& task, const trunk::LoadReport& report,
                         const trunk::LoadVerdict& verification) {
  const trunk::LoadTotals totals = trunk::totals_of(report);
  const std::string boxes = counted(totals.count, "box", "boxes");
  std::string text;
  if (verification.legal) {
    text = "legal: " + boxes + ", " + io::fixed_text(totals.litres, 2) + " l, ";
    if (options.has("set")) text += "pieces of the set " + options.set.name + ", ";
    text += trunk::verified_text(task.problem) + "\n";
  } else {
    text = "illegal: " + counted(verification.violation_count, "violation", "violations") + ", " + boxes + "\n";
    for (const std::string& violation : verification.violations) text += "  " + violation + "\n";
  }
  if (!verification.clearance.empty()) text += "clearance: " + clearance_text(verification.clearance) + "\n";
  return text;
}

/// The comments of the file that was read, but for claims that were not checked now.
trunk::BoxFileComments converted(const Options& options, const Task& task, const trunk::BoxFile& file,
                                 const trunk::LoadVerdict& verification) {
  trunk::BoxFileComments comments = file.comments;
  comments.erase("options");
  comments.erase("boxes");
  if (options.has("set") && verification.legal) comments["boxes"] = boxes_text(task.problem);
  comments.erase(trunk::rounded_comment);
  if (task.problem.corner_radius > 0) comments[trunk::rounded_comment] = io::number_text(task.problem.corner_radius);
  comments["problem"] = options.trunk_file().filename().string();
  comments["verified"] = verification.legal ? trunk::verified_text(task.problem) : "no: " + verification.violations.front();
  comments["converted-by"] = std::string("trunkpack ") + version_number;
  comments["converted-from"] = options.verify.filename().string();
  return comments;
}

}  // namespace

ExitCode run_verify(const Options& options) {
  require_writable(output_files(options));
  const auto note = [&](const std::string& text) {
    if (!options.quiet) std::cerr << "note: " << text << '\n' << std::flush;
  };
  const trunk::BoxFile file = read_packing(options, options.verify);
  if (options.has("box") && file.tells_size) note(options.verify.string() + " tells how large its boxes are: --box is not used");
  Task task = make_task(options, note);
  take_corner_radius(options, file, options.verify, task, note);
  trunk::LoadVerdict verification = verify(options, task, file.rows);
  if (options.has("set")) trunk::add_set_violations(task.problem, file.rows, verification);
  const Result result = result_of(make_report(options, task, file.rows, verification));
  const trunk::BoxFileComments comments = converted(options, task, file, verification);
  const std::vector<Format> formats = load_formats(options, comments, [&](const std::filesystem::path& out) {
    if (trunk::read_box_file(out).rows != file.rows) throw UnverifiedError(out.string() + " does not hold what was written");
  });
  const Written written = write_formats(formats, result);
  std::string text = verdict_text(options, task, load_of(result), verification);
  if (!options.quiet) {
    for (const auto& path : written.files) text += "written " + path.string() + "\n";
  }
  if (options.json == "-") {
    std::cerr << text << std::flush;
    print_result(formats[2].text(result));
  } else {
    print_result(text);
  }
  if (!written.errors.empty()) throw InputError(written.errors.front());
  return verification.legal ? ExitCode::ok : ExitCode::no_verified_result;
}

}  // namespace jam::app
