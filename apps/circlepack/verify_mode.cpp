// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/verify_mode.hpp"

#include <fmt/format.h>

#include <iostream>
#include <optional>
#include <utility>

#include "jam/circles/polish/polish.hpp"
#include "jam/circles/verify/verify.hpp"
#include "jam/core/version.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/read_file.hpp"
#include "modes.hpp"
#include "packing_formats.hpp"
#include "shell/figure_text.hpp"
#include "task.hpp"

namespace jam::app {
namespace {

using circles::Packing;
using circles::PackingFile;
using circles::Verification;

/// Verifies the file `name`, whose text is `text`. `packing` becomes the packing that was verified, `assumed`
/// the assumptions made to get it from the file.
Verification verify(const std::string& name, const std::string& text, const PackingFile& file,
                    Packing& packing, std::string& assumed) {
  packing = file.packing;
  if (file.format == circles::CircleFormat::circles && file.claimed)
    return circles::verify_text_exact(text, name);
  assumed =
      fmt::format("read as {}{}, converted to doubles in the unit of the radii",
                  circles::format_name(file.format), file.claimed ? "" : ", R computed from the circles");
  Verification verification = circles::verify_exact(packing);
  if (verification.legal) return verification;
  try {
    packing = circles::round_outwards(file.packing, rounding_growth);
    assumed += fmt::format(", spread outwards by the rounding of the file's decimals (relative {})",
                           figures(packing.enclosing_radius / file.packing.enclosing_radius - 1));
    return circles::verify_exact(packing);
  } catch (const UnverifiedError&) {
    return verification;  // The overlaps are larger than rounding can cause.
  }
}

}  // namespace

ExitCode run_verify(const Options& options) {
  circles::Annotations annotations;
  return verify_files(
      options,
      [&](const std::filesystem::path& name) -> Verdict {
        std::optional<circles::Problem> problem;
        if (options.define_problem()) problem = make_problem(options, nullptr);
        const std::string text = io::read_file(name);  // Once: it may be a pipe.
        const PackingFile file =
            circles::parse_packing(text, name.string(), problem ? &*problem : nullptr, options.import_format);
        if (!problem) problem = make_problem(options, &file.packing);

        Packing packing;
        std::string assumed;
        Verification verification = verify(name.string(), text, file, packing, assumed);
        const std::string difference = radii_difference(packing, *problem);
        if (!difference.empty()) verification = {false, "not the circles of the problem: " + difference};
        if (!assumed.empty()) std::cerr << "note: " << name.string() << ": " << assumed << '\n';
        if (!verification.legal)
          return {false, "illegal: " + verification.violation + "\n", result_of(packing, false), {}};

        annotations = file.annotations;
        annotations["converted-by"] = std::string("circlepack ") + version_number;
        annotations["converted-from"] = name.filename().string();
        return {
            true,
            fmt::format("legal: n={} R={} density={}\n", packing.count(),
                        radius_text(packing.enclosing_radius), io::fixed_text(circles::density(packing), 9)),
            result_of(packing, true), packing_formats(options, annotations, nullptr)};
      },
      compare);
}

}  // namespace jam::app
