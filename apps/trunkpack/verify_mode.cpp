// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "verify_mode.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>

#include "jam/core/version.hpp"
#include "jam/io/number_text.hpp"
#include "jam/trunk/box_files.hpp"
#include "jam/trunk/load_json.hpp"
#include "outputs.hpp"
#include "task.hpp"

namespace jam::app {
namespace {

/// "0.0002 to 12.3 mm, half of the boxes below 0.4 mm".
std::string clearance_text(std::vector<double> clearance) {
  std::sort(clearance.begin(), clearance.end());
  const auto text = [](double value) { return io::fixed_text(std::abs(value) < 5e-5 ? 0.0 : value, 4); };
  return text(clearance.front()) + " to " + text(clearance.back()) + " mm, median " + text(clearance[clearance.size() / 2]) + " mm";
}

}  // namespace

ExitCode run_verify(const Options& options) {
  require_outputs_writable(options);
  const trunk::BoxFile file = trunk::read_box_file(options.verify, options.edge());
  const Task task = make_task(options);
  if (!options.quiet) {
    for (const std::string& note : task.notes) std::cerr << "note: " << note << '\n';
  }
  const mesh::Verification verification = verify(options, task, file.rows);
  trunk::LoadReport report = make_report(options, task, Device{}, file.rows, verification);
  report.device.clear();
  report.seed = 0;
  const trunk::LoadTotals totals = trunk::totals_of(report);

  std::ostream& stream = options.json == "-" ? std::cerr : std::cout;
  if (verification.legal) {
    stream << "legal: " << totals.count << " boxes, " << io::fixed_text(totals.litres, 2) << " l, against " << verified_against(task)
           << ", tolerance " << io::number_text(options.tolerance) << " mm\n";
  } else {
    stream << "illegal: " << verification.violation_count << (verification.violation_count == 1 ? " violation" : " violations") << ", "
           << totals.count << " boxes\n";
    for (const std::string& violation : verification.violations) stream << "  " << violation << '\n';
  }
  if (!verification.clearance.empty()) stream << "clearance: " << clearance_text(verification.clearance) << '\n';

  trunk::BoxFileComments comments = file.comments;
  comments["converted-by"] = std::string("trunkpack ") + version_number;
  comments["converted-from"] = options.verify.filename().string();
  const Written written = write_load_files(options, options.out, report, comments);
  if (!options.quiet) {
    for (const auto& path : written.files) stream << "written " << path.string() << '\n';
  }
  if (options.json == "-") std::cout << trunk::load_json(report);
  if (!written.errors.empty()) throw InputError(written.errors.front());
  return verification.legal ? ExitCode::ok : ExitCode::no_verified_result;
}

}  // namespace jam::app
