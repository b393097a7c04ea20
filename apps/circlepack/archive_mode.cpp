// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "packing_formats.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "jam/archive/fingerprint.hpp"
#include "jam/circles/verify/decimal.hpp"
#include "jam/circles/verify/verify.hpp"
#include "jam/core/version.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/read_file.hpp"
#include "jam/io/text_table.hpp"
#include "modes.hpp"
#include "shell/archive/archive_commands.hpp"
#include "shell/archive/search_archive.hpp"
#include "shell/figure_text.hpp"

namespace jam::app {
namespace {

using archive::Entry;
using circles::Packing;

/// `radii` ascend.
std::string definition_of(const std::vector<double>& radii) {
  std::string text = "circles/1\n";
  for (const double radius : radii) text += io::number_text(radius) + "\n";
  return text;
}

/// A packing from the text of a record.
Packing packing_in(const std::string& text) {
  return circles::parse_packing(text, "packing", nullptr, circles::CircleFormat::circles).packing;
}

/// Whether the radii in a CIRCLES text are exactly the shortest decimals of their doubles. If not, the text
/// is about other circles.
bool radii_are_shortest(const std::string& text) {
  io::TextTable table("packing", text);
  const int count = table.take_count("circles");
  for (int row = 0; row < count; ++row) {
    const auto stands = circles::Decimal::parse(table.field(row, 0, "r"));
    const auto shortest = circles::Decimal::shortest(table.number(row, 0, "r"));
    if (!stands) return false;
    const int exponent = std::min(stands->exponent(), shortest.exponent());
    if (stands->scaled(exponent) != shortest.scaled(exponent)) return false;
  }
  return true;
}

std::string violation_of(const archive::Problem& problem, const archive::Record& record) {
  try {
    const circles::Verification verification = circles::verify_text_exact(record.text, "packing");
    if (!verification.legal) return verification.violation;
    const Packing packing = packing_in(record.text);
    if (packing.count() != record.count) return "its number of circles is not the one it is listed with";
    if (packing.enclosing_radius != record.value) return "its R is not the one it is listed with";
    if (definition_of(circles::sorted_radii(packing.circles)) != problem.definition ||
        !radii_are_shortest(record.text))
      return "its radii are not those of its problem";
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}

/// A packing as a record: its CIRCLES text, and what its annotations say of its origin.
archive::Record record_of(std::string text, const Packing& packing, const circles::Annotations& annotations) {
  archive::Record record = imported_record("circlepack", std::move(text), annotations);
  record.count = packing.count();
  record.value = packing.enclosing_radius;
  // The options end in the kind of device; files from elsewhere may have none.
  const std::size_t device = record.options.rfind("--device ");
  if (device != std::string::npos) record.device = record.options.substr(device + 9);
  return record;
}

/// The text of a file, unchanged if it is a legal CIRCLES file of exactly the problem's radii. Otherwise its
/// radii are replaced by the problem's (to 1e-12), and the packing is spread outwards by rounding errors.
Entry read_entry(const Options& options, const std::filesystem::path& file) {
  std::optional<circles::Problem> problem;
  if (options.define_problem()) problem = make_problem(options, nullptr);
  const std::string text = io::read_file(file);
  const circles::PackingFile read =
      circles::parse_packing(text, file.string(), problem ? &*problem : nullptr, options.import_format);
  if (!problem) problem = circles::problem_of(read.packing);
  const std::string difference = radii_difference(read.packing, *problem);
  if (!difference.empty())
    throw UnverifiedError(file.string() + ": not the circles of the problem: " + difference);

  Entry entry{archived_problem(*problem), {}};
  if (read.format == circles::CircleFormat::circles && read.claimed) {
    entry.record = record_of(text, read.packing, read.annotations);
    if (violation_of(entry.problem, entry.record).empty()) return entry;
    const circles::Verification verification = circles::verify_text_exact(text, file.string());
    if (!verification.legal) throw UnverifiedError(file.string() + ": illegal: " + verification.violation);
  }
  try {
    const Packing packing = circles::round_outwards(in_order_of(*problem, read.packing), rounding_growth);
    circles::Annotations annotations = read.annotations;
    annotations["converted-by"] = std::string("circlepack ") + version_number;
    annotations["converted-from"] = file.filename().string();
    entry.record = record_of(circles::circles_text(packing, annotations), packing, annotations);
  } catch (const UnverifiedError& error) {
    throw UnverifiedError(file.string() + ": illegal: " + error.what());
  }
  return entry;
}

}  // namespace

archive::Kind circles_kind() { return {"circles", true, violation_of}; }

archive::Problem archived_problem(const circles::Problem& problem) {
  archive::Problem result;
  result.definition = definition_of(problem.radii);
  result.id = archive::fingerprint(result.definition);
  result.label = problem.family == "file" ? "radii " + result.id.substr(0, 8) : problem.family;
  return result;
}

void add_archived_starts(const Options& options, Task& task, const Notices& notices) {
  const int limit = options.kind == SearchKind::multistart ? archived_start_limit : 1;
  const char* needed =
      options.kind == SearchKind::improve
          ? "--search improve needs a packing to improve (circlepack --n N --time 10s makes one)"
          : "";
  ArchivedStarts starts = archived_starts(
      options.archive, circles_kind(), archived_problem(task.problem), limit,
      [](double radius) { return "R = " + radius_text(radius); }, notices, needed);
  for (const Entry& entry : starts.entries)
    task.starts.push_back(in_order_of(task.problem, packing_in(entry.record.text)));
  task.archived_starts = std::move(starts.taken);
}

ExitCode run_archive(Options& options) {
  ArchiveProgram program;
  program.kind = circles_kind();
  program.value_name = "R";
  program.value_text = radius_text;
  program.remark_name = "gap";
  program.remark_text = [](const Entry& entry) {
    return gap_text(entry.record.value,
                    circles::best_known(entry.problem.label, static_cast<int>(entry.record.count)));
  };
  program.read = [&](const std::filesystem::path& file) { return read_entry(options, file); };
  program.exported = [&](const Entry& entry) {
    const auto file = std::make_shared<const circles::PackingFile>(
        circles::parse_packing(entry.record.text, "packing", nullptr, circles::CircleFormat::circles));
    std::vector<Format> formats = packing_formats(options, file->annotations, nullptr);
    if (!circles::is_pck(options.out)) formats.erase(formats.begin());  // Stored as it is to be written.
    return ExportedResult{result_of(file->packing, true), std::move(formats), file};
  };
  program.which = "--id K names one of those that `archive list` shows, --n N the best one of a problem";
  program.selected = [&]() -> std::optional<SelectedProblem> {
    if (!options.has("n") && !options.has("radii")) return std::nullopt;
    const circles::Problem problem = make_problem(options, nullptr);
    const archive::Problem archived = archived_problem(problem);
    return SelectedProblem{archived, fmt::format("{} {}", problem.count(), archived.label)};
  };
  return run_archive_command(options, program);
}

}  // namespace jam::app
