// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Verifying and converting a packing.
#include "verify_mode.hpp"

#include <iostream>
#include <optional>

#include "jam/circles/io/circle_files.hpp"
#include "jam/circles/polish/polish.hpp"
#include "jam/circles/verify/verify.hpp"
#include "jam/core/version.hpp"
#include "jam/io/number_text.hpp"
#include "packing_formats.hpp"
#include "task.hpp"
#include "text.hpp"

namespace jam::app {
namespace {

using circles::Packing;
using circles::PackingFile;
using circles::Problem;
using circles::Verification;

/// The verdict, the packing it is about, and what was assumed on the way there (empty: nothing).
struct Verdict {
  Verification verification;
  Packing packing;
  std::string assumed;
};

/// Largest relative growth that counts as rounding of a file's decimals [-].
constexpr double rounding_growth = 1e-9;

Verdict judge(const Options& options, const PackingFile& file) {
  Verdict verdict{{}, file.packing, {}};
  const bool as_it_stands = file.format == circles::CircleFormat::circles && file.claimed;
  if (as_it_stands) {
    verdict.verification = circles::verify_file_exact(options.verify);
    return verdict;
  }
  verdict.assumed = std::string("read as ") + circles::format_name(file.format) + (file.claimed ? "" : ", R computed from the circles") +
                    ", converted to doubles in the unit of the radii";
  verdict.verification = circles::verify_exact(file.packing);
  if (verdict.verification.legal) return verdict;
  try {
    verdict.packing = circles::round_outwards(file.packing, rounding_growth);
    verdict.verification = circles::verify_exact(verdict.packing);
    verdict.assumed += ", spread outwards by the rounding of the file's decimals (relative " +
                       figures(verdict.packing.enclosing_radius / file.packing.enclosing_radius - 1) + ")";
  } catch (const UnverifiedError&) {
    // Not a matter of rounding: the violation found above stands.
  }
  return verdict;
}

}  // namespace

ExitCode run_verify(const Options& options) {
  require_writable(output_files(options));
  std::optional<Problem> problem;
  const bool complete = options.has("radii") && (options.has("n") || !circles::is_family(options.radii));
  if (complete) problem = make_problem(options, nullptr);
  const PackingFile file = circles::read_packing_file(options.verify, problem ? &*problem : nullptr, options.import_format);
  if (!problem) problem = make_problem(options, &file.packing);

  Verdict verdict = judge(options, file);
  const std::string difference = radii_difference(verdict.packing, *problem);
  if (!difference.empty()) verdict.verification = {false, "not the circles of the problem: " + difference};

  std::ostream& stream = options.json == "-" ? std::cerr : std::cout;
  if (!verdict.assumed.empty()) std::cerr << "note: " << options.verify.string() << ": " << verdict.assumed << '\n';
  if (!verdict.verification.legal) {
    stream << "illegal: " << verdict.verification.violation << '\n';
    return ExitCode::no_verified_result;
  }
  const Packing& packing = verdict.packing;
  stream << "legal: n=" << packing.count() << " R=" << radius_text(packing.enclosing_radius)
         << " density=" << io::fixed_text(circles::density(packing), 9) << '\n';

  circles::Annotations annotations = file.annotations;
  annotations["converted-by"] = std::string("circlepack ") + version_number;
  annotations["converted-from"] = options.verify.filename().string();
  const std::vector<Format> formats = packing_formats(options, annotations, nullptr);
  const Result result = result_of(packing, true);
  const Written written = write_formats(formats, result);
  if (!options.quiet) {
    for (const auto& path : written.files) stream << "written " << path.string() << '\n';
  }
  if (options.json == "-") std::cout << formats.back().text(result);
  if (!written.errors.empty()) throw InputError(written.errors.front());
  return ExitCode::ok;
}

}  // namespace jam::app
