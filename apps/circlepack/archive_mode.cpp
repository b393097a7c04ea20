// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "archive_mode.hpp"

#include <algorithm>
#include <fstream>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

#include "jam/archive/fingerprint.hpp"
#include "jam/circles/verify/decimal.hpp"
#include "jam/circles/verify/verify.hpp"
#include "jam/core/version.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/text_table.hpp"
#include "shell/archive/archive_commands.hpp"
#include "shell/archive/archived_starts.hpp"
#include "text.hpp"

namespace jam::app {
namespace {

using archive::Entry;
using circles::Packing;

constexpr const char* program_version = "circlepack ";

/// Largest relative growth that counts as rounding of a file's decimals [-].
constexpr double rounding_growth = 1e-9;

std::string definition_of(std::vector<double> radii) {
  std::sort(radii.begin(), radii.end());
  std::string text = "circles/1\n";
  for (const double radius : radii) text += io::number_text(radius) + "\n";
  return text;
}

std::vector<double> radii_of(const Packing& packing) {
  std::vector<double> radii;
  for (const circles::Circle& circle : packing.circles) radii.push_back(circle.radius);
  return radii;
}

/// Whether the radii that stand in a CIRCLES text are exactly the shortest decimals of their doubles: else the text is about other circles.
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
    const Packing packing = circles::parse_packing(record.text, "packing", nullptr, circles::CircleFormat::circles).packing;
    if (packing.count() != record.count) return "it holds another number of circles than it is listed with";
    if (packing.enclosing_radius != record.value) return "its R is another one than it is listed with";
    if (definition_of(radii_of(packing)) != problem.definition || !radii_are_shortest(record.text))
      return "its radii are not those of its problem";
    return {};
  } catch (const Error& error) {
    return error.what();
  }
}

std::string read_bytes(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream || std::filesystem::is_directory(file)) {
    throw InputError(file.string() + ": cannot be opened; check the name and its permissions");
  }
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

/// A file as it stands where that is a legal CIRCLES file of exactly the problem's radii; else what becomes of it when its radii are
/// replaced by them (to 1e-12) and rounding errors are spread.
Entry read_entry(const Options& options, const std::filesystem::path& file) {
  const bool complete = options.has("radii") && (options.has("n") || !circles::is_family(options.radii));
  std::optional<circles::Problem> problem;
  if (complete) problem = make_problem(options, nullptr);
  const std::string text = read_bytes(file);
  const circles::PackingFile read = circles::parse_packing(text, file.string(), problem ? &*problem : nullptr, options.import_format);
  if (!problem) problem = circles::problem_from_radii(radii_of(read.packing));
  const std::string difference = radii_difference(read.packing, *problem);
  if (!difference.empty()) throw UnverifiedError(file.string() + ": not the circles of the problem: " + difference);

  Entry entry{archived_problem(*problem), {}};
  if (read.format == circles::CircleFormat::circles && read.claimed) {
    entry.record = record_of(text, read.packing, read.annotations);
    if (violation_of(entry.problem, entry.record).empty()) return entry;
    const circles::Verification verification = circles::verify_text_exact(text, file.string());
    if (!verification.legal) throw UnverifiedError(file.string() + ": illegal: " + verification.violation);
  }
  Packing packing = read.packing;
  std::stable_sort(packing.circles.begin(), packing.circles.end(), [](const auto& a, const auto& b) { return a.radius < b.radius; });
  for (std::size_t i = 0; i < packing.circles.size(); ++i) packing.circles[i].radius = problem->radii[i];
  try {
    packing = circles::round_outwards(packing, rounding_growth);
  } catch (const UnverifiedError& error) {
    throw UnverifiedError(file.string() + ": illegal: " + error.what());
  }
  circles::Annotations annotations = read.annotations;
  annotations["converted-by"] = std::string(program_version) + version_number;
  annotations["converted-from"] = file.filename().string();
  entry.record = record_of(circles::circles_text(packing, annotations), packing, annotations);
  return entry;
}

constexpr int start_limit = 8;  ///< Packings that a multistart search takes from the archive.

std::optional<circles::BestKnown> best_known_of(const Entry& entry) {
  return circles::best_known(entry.problem.label, static_cast<int>(entry.record.count));
}

}  // namespace

archive::Kind circles_kind() { return {"circles", true, violation_of}; }

archive::Record record_of(std::string text, const Packing& packing, const circles::Annotations& annotations) {
  const auto annotation = [&](const char* key) {
    const auto found = annotations.find(key);
    return found == annotations.end() ? std::string() : found->second;
  };
  archive::Record record;
  record.count = packing.count();
  record.value = packing.enclosing_radius;
  record.text = std::move(text);
  record.seed = annotation("seed");
  record.options = annotation("options");
  record.version = annotation("generator");
  if (record.version.empty()) record.version = std::string("imported by ") + program_version + version_number;
  // The options end in the kind of device; files from elsewhere may have none.
  const std::size_t device = record.options.rfind("--device ");
  if (device != std::string::npos) record.device = record.options.substr(device + 9);
  return record;
}

archive::Problem archived_problem(const circles::Problem& problem) {
  archive::Problem result;
  result.definition = definition_of(problem.radii);
  result.id = archive::fingerprint(result.definition);
  result.label = problem.family == "file" ? "radii " + result.id.substr(0, 8) : problem.family;
  return result;
}

void add_archived_starts(const Options& options, Task& task, const Notices& notices) {
  const int limit = options.kind == SearchKind::multistart ? start_limit : 1;
  ArchivedStarts starts = archived_starts(
      options.archive, circles_kind(), archived_problem(task.problem), limit,
      [](const archive::Entry& entry) { return "R = " + radius_text(entry.record.value); }, notices.warn);
  for (const archive::Entry& entry : starts.entries) {
    task.starts.push_back(
        in_order_of(task.problem, circles::parse_packing(entry.record.text, "packing", nullptr, circles::CircleFormat::circles).packing));
  }
  task.archived_starts = std::move(starts.taken);
  if (!starts.note.empty()) notices.note(starts.note);
  if (starts.error.empty()) return;
  if (options.kind == SearchKind::improve) {
    throw InputError("--start archive: " + starts.error +
                     ": --search improve needs a packing to improve (circlepack --n N --time 10s makes one)");
  }
  notices.warn("--start archive: " + starts.error + ": the search begins anew");
}

ExitCode run_archive(const Options& options) {
  ArchiveProgram program;
  program.kind = circles_kind();
  program.value_name = "R";
  program.value_text = [](const Entry& entry) { return radius_text(entry.record.value); };
  program.remark_name = "gap";
  program.remark_text = [](const Entry& entry) { return gap_text(entry.record.value, best_known_of(entry)); };
  program.read = [&](const std::filesystem::path& file) { return read_entry(options, file); };
  program.which = "--id K names one of those that `archive list` shows, --n N the best one of a problem";
  program.selected = [&]() -> std::optional<archive::Problem> {
    if (!options.has("n") && !options.has("radii")) return std::nullopt;
    return archived_problem(make_problem(options, nullptr));
  };
  program.selected_name = [&] {
    const circles::Problem problem = make_problem(options, nullptr);
    return std::to_string(problem.count()) + " " + archived_problem(problem).label;
  };
  return run_archive_command(options.archive_request, program);
}

}  // namespace jam::app
