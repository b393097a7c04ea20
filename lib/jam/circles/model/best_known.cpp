// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The table of best known radii: reading, finding the file, comparing.
#include "jam/circles/model/best_known.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "jam/circles/model/problem.hpp"
#include "jam/core/error.hpp"

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

template <typename Number>
bool parse_number(std::string_view text, Number& value) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size();
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

BestKnownTable load_table() {
  if (const auto file = table_file()) {
    std::ifstream stream(*file, std::ios::binary);
    std::ostringstream text;
    text << stream.rdbuf();
    if (stream && !text.str().empty()) return BestKnownTable::parse(text.str(), file->string());
  }
  return BestKnownTable::parse(best_known_csv(), "built-in best-known.csv");
}

}  // namespace

BestKnownTable BestKnownTable::parse(std::string_view text, const std::string& name) {
  BestKnownTable table;
  bool header_seen = false;
  for (int line_number = 1; !text.empty(); ++line_number) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view{} : text.substr(end + 1);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    if (line.find_first_not_of(" \t") == std::string_view::npos || line.front() == '#') continue;
    const auto fail = [&](const std::string& what) -> InputError {
      return InputError(name + ":" + std::to_string(line_number) + ": " + what);
    };
    if (!header_seen) {
      if (line != "family,n,radius,source") throw fail("expected the header 'family,n,radius,source', found '" + std::string(line) + "'");
      header_seen = true;
      continue;
    }
    if (std::count(line.begin(), line.end(), ',') < 3)
      throw fail("expected 4 fields 'family,n,radius,source', found '" + std::string(line) + "'");

    const std::string_view family = next_field(line, false);
    const std::string_view n_text = next_field(line, false);
    const std::string_view radius_text = next_field(line, false);
    if (!is_family(family)) throw fail("family: '" + std::string(family) + "' is not a known radius family");
    int n = 0;
    if (!parse_number(n_text, n) || n < 1) throw fail("n: '" + std::string(n_text) + "' is not a whole number above 0");
    BestKnown value;
    if (!parse_number(radius_text, value.radius) || !std::isfinite(value.radius) || value.radius <= 0) {
      throw fail("radius: '" + std::string(radius_text) + "' is not a finite number above 0");
    }
    const std::size_t point = radius_text.find('.');
    value.decimals = point == std::string_view::npos ? 0 : static_cast<int>(radius_text.size() - point - 1);
    value.source = std::string(next_field(line, true));
    if (!table.values_.emplace(std::pair(std::string(family), n), value).second) {
      throw fail("family " + std::string(family) + " has a second value for n = " + std::to_string(n));
    }
  }
  if (!header_seen) throw InputError(name + ": the table is empty: expected the header 'family,n,radius,source'");
  return table;
}

std::optional<BestKnown> BestKnownTable::find(std::string_view family, int n) const {
  const auto found = values_.find({std::string(family), n});
  if (found == values_.end()) return std::nullopt;
  return found->second;
}

const BestKnownTable& best_known_table() {
  static const BestKnownTable table = load_table();
  return table;
}

std::optional<BestKnown> best_known(std::string_view family, int n) { return best_known_table().find(family, n); }

bool reached(double radius, const BestKnown& best) {
  const double unit = best.decimals > 0 ? std::pow(10.0, -best.decimals) : 0.0;
  return radius <= best.radius + std::max(unit, 1e-12 * best.radius);
}

double relative_gap(double radius, const BestKnown& best) { return (radius - best.radius) / best.radius; }

}  // namespace jam::circles
