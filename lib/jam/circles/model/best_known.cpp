// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The table of best known radii: reading, finding the file, comparing.
#include "jam/circles/model/best_known.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "jam/circles/model/problem.hpp"
#include "jam/circles/model/search.hpp"
#include "jam/core/error.hpp"
#include "jam/io/number_text.hpp"

namespace jam::circles {
namespace {

namespace fs = std::filesystem;

/// Cuts the next field at a comma; the last field takes the rest of the line.
std::string_view next_field(std::string_view& rest, bool last) {
  const std::size_t comma = last ? std::string_view::npos : rest.find(',');
  const std::string_view field = rest.substr(0, comma);
  rest = comma == std::string_view::npos ? std::string_view{} : rest.substr(comma + 1);
  return field;
}

/// The table's file near the running program, if there is one.
std::optional<fs::path> table_file() {
  std::error_code error;
  const fs::path program = fs::read_symlink("/proc/self/exe", error);
  if (error) return std::nullopt;
  const fs::path installed = program.parent_path().parent_path() / "share/jampack/circles/best-known.csv";
  if (fs::is_regular_file(installed, error)) return installed;
  for (fs::path folder = program.parent_path(); folder.has_relative_path(); folder = folder.parent_path()) {
    const fs::path source = folder / "instances/circles/best-known.csv";
    if (fs::is_regular_file(source, error)) return source;
  }
  return std::nullopt;
}

/// A unit of the last published decimal; 0 for exact values.
double last_unit(const BestKnown& best) {
  const std::size_t point = best.text.find('.');
  return point == std::string::npos ? 0 : std::pow(10.0, -static_cast<double>(best.text.size() - point - 1));
}

BestKnownTable load_table() {
  if (const auto file = table_file()) {
    std::ifstream stream(*file, std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(stream), {});
    if (!text.empty()) return parse_best_known(text, file->string());
  }
  return parse_best_known(best_known_csv(), "built-in best-known.csv");
}

}  // namespace

BestKnownTable parse_best_known(std::string_view text, const std::string& name) {
  BestKnownTable table;
  bool header_seen = false;
  for (int line_number = 1; !text.empty(); ++line_number) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (line.find_first_not_of(" \t") == std::string_view::npos || line.front() == '#') continue;
    const auto fail = [&](const std::string& what) -> InputError {
      return InputError(fmt::format("{}:{}: {}", name, line_number, what));
    };
    if (!header_seen) {
      if (line != "family,n,radius,source")
        throw fail(fmt::format("expected the header 'family,n,radius,source', found '{}'", line));
      header_seen = true;
      continue;
    }
    if (std::count(line.begin(), line.end(), ',') < 3)
      throw fail(fmt::format("expected 4 fields 'family,n,radius,source', found '{}'", line));
    const std::string_view family = next_field(line, false);
    const std::string_view n_text = next_field(line, false);
    const std::string_view radius = next_field(line, false);
    if (!is_family(family)) throw fail(fmt::format("family: '{}' is not a known radius family", family));
    const int n = io::parse_number<int>(n_text).value_or(0);
    if (n < 1) throw fail(fmt::format("n: '{}' is not a whole number above 0", n_text));
    BestKnown value;
    value.radius = io::parse_number<double>(radius).value_or(0);
    if (!std::isfinite(value.radius) || value.radius <= 0)
      throw fail(fmt::format("radius: '{}' is not a finite number above 0", radius));
    value.text = std::string(radius);
    value.source = std::string(next_field(line, true));
    if (!table.emplace(std::pair(std::string(family), n), value).second)
      throw fail(fmt::format("family {} has a second value for n = {}", family, n));
  }
  if (!header_seen)
    throw InputError(name + ": the table is empty: expected the header 'family,n,radius,source'");
  return table;
}

const BestKnownTable& best_known_table() {
  static const BestKnownTable table = load_table();
  return table;
}

std::optional<BestKnown> best_known(std::string_view family, int n) {
  const auto found = best_known_table().find({std::string(family), n});
  return found == best_known_table().end() ? std::nullopt : std::optional(found->second);
}

std::string source_text(const BestKnown& best) {
  const std::string_view source = best.source;
  const std::size_t open = source.find(" (");
  const std::string by = open == std::string_view::npos
                             ? ""
                             : ", " + std::string(source.substr(open + 2, source.size() - open - 3));
  if (source.starts_with("proven")) return "proven optimum" + by;
  if (source.starts_with("conjectured")) return "conjectured optimum" + by;
  if (source.starts_with("Ye13")) return "Ye, Huang, L\xC3\xBC 2013";
  if (source.starts_with("AM 2015")) return "upper bound of 2015, github.com/muellan/packing";
  if (source.starts_with("AM")) return "upper bound, github.com/muellan/packing";
  return best.source;
}

double target_of(const BestKnown& best) { return best.radius + last_unit(best); }

bool reached(double radius, const BestKnown& best) { return meets_target(radius, target_of(best)); }

bool beats(double radius, const BestKnown& best) {
  return !meets_target(best.radius - last_unit(best), radius);
}

double relative_gap(double radius, const BestKnown& best) { return (radius - best.radius) / best.radius; }

std::string radius_text(double radius) {
  if (!std::isfinite(radius)) return "-";
  const int before_point = radius >= 1 ? 1 + static_cast<int>(std::floor(std::log10(radius))) : 1;
  return io::fixed_text(radius, std::clamp(16 - before_point, 0, 12));
}

std::string gap_text(double radius, const std::optional<BestKnown>& best) {
  if (!best || !std::isfinite(radius)) return "-";
  if (reached(radius, *best) && !beats(radius, *best)) return "reached";
  return fmt::format("{:+.2e}", relative_gap(radius, *best));
}

}  // namespace jam::circles
