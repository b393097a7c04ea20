// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/model/box_sets.hpp"

#include <cmath>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "jam/core/error.hpp"
#include "jam/io/text_table.hpp"
#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::trunk {
namespace {

constexpr const char* names[] = {"din", "iso3832", "sae-j1100"};

}  // namespace

std::span<const char* const> box_set_names() { return names; }

BoxSet box_set(std::string_view name) {
  if (name == "din" || name == "iso3832")
    return {std::string(name), {{"litre box", {200, 100, 50}, 0, false}}};
  if (name == "sae-j1100") {
    return {std::string(name),
            {{"A", {610, 483, 229}, 4, false},
             {"B", {457, 330, 165}, 4, false},
             {"C", {660, 406, 229}, 2, false},
             {"D", {533, 457, 216}, 2, false},
             {"E", {381, 229, 203}, 2, false},
             {"F", {533, 356, 178}, 2, false},
             {"G", {1143, 204, 204}, 2, false},
             {"H", {325, 152, 114}, 20, true}}};
  }
  throw InputError("the set " + io::quoted(name) + " is not known; take din, iso3832 or sae-j1100");
}

int vertical_axis(Vec3d first, Vec3d second, Vec3d third) {
  const double heights[3] = {first.z, second.z, third.z};
  for (int k = 0; k < 3; ++k) {
    if (std::abs(heights[k]) >= upright_cosine) return k;
  }
  return -1;
}

bool lies_as_allowed(const Piece& piece, const BoxRow& row) {
  if (piece.any_way()) return true;
  const int axis = vertical_axis(row.first_axis, row.second_axis, row.third_axis());
  return axis >= 0 && may_be_vertical(piece.vertical, piece.edge, component(row.edge, axis));
}

std::vector<int> kinds_of(const BoxSet& set, std::span<const BoxRow> rows) {
  std::map<std::array<double, 3>, std::vector<int>> by_size;
  for (std::size_t kind = 0; kind < set.pieces.size(); ++kind)
    by_size[sorted_edges(set.pieces[kind].edge)].push_back(static_cast<int>(kind));
  const auto strictness = [&](int kind) { return std::ranges::count(set.pieces[kind].vertical, true); };
  for (auto& [size, kinds] : by_size) std::ranges::stable_sort(kinds, {}, strictness);

  std::vector<int> result(rows.size(), -1);
  std::vector<int> counts(set.pieces.size(), 0);
  const auto take = [&](std::size_t row, int kind) {
    result[row] = kind;
    ++counts[kind];
  };
  std::vector<std::pair<std::size_t, const std::vector<int>*>> open;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto found = by_size.find(sorted_edges(rows[i].edge));
    if (found == by_size.end()) continue;
    const std::vector<int>& kinds = found->second;
    if (kinds.size() == 1) {
      take(i, kinds.front());
    } else if (const int tagged = rows[i].tag[0] - 1; std::ranges::find(kinds, tagged) != kinds.end()) {
      take(i, tagged);
    } else {
      open.emplace_back(i, &kinds);
    }
  }
  for (const auto& [i, kinds] : open) {
    const BoxRow& row = rows[i];
    const auto fits = std::ranges::find_if(*kinds, [&](int kind) {
      const Piece& piece = set.pieces[kind];
      return (piece.count == 0 || counts[kind] < piece.count) && lies_as_allowed(piece, row);
    });
    take(i, fits != kinds->end() ? *fits : kinds->front());
  }
  return result;
}

std::vector<int> piece_counts(const BoxSet& set, std::span<const BoxRow> rows, std::size_t skipped) {
  std::vector<int> counts(set.pieces.size(), 0);
  for (const int kind : kinds_of(set, rows.subspan(skipped))) {
    if (kind >= 0) ++counts[kind];
  }
  return counts;
}

int lacking_pieces(const BoxSet& set, std::span<const BoxRow> rows, std::size_t skipped) {
  if (!set.has_least()) return 0;
  const std::vector<int> counts = piece_counts(set, rows, skipped);
  int lacking = 0;
  for (std::size_t kind = 0; kind < counts.size(); ++kind)
    lacking += std::max(0, set.pieces[kind].least - counts[kind]);
  return lacking;
}

std::string lacking_text(const BoxSet& set, std::span<const BoxRow> rows, std::size_t skipped) {
  if (!set.has_least()) return {};
  const std::vector<int> counts = piece_counts(set, rows, skipped);
  std::vector<std::string> lines;
  for (std::size_t kind = 0; kind < counts.size(); ++kind) {
    const auto& [name, least] = std::tie(set.pieces[kind].name, set.pieces[kind].least);
    if (counts[kind] < least)
      lines.push_back(
          fmt::format("{} of item {} ({} of at least {})", least - counts[kind], name, counts[kind], least));
  }
  return fmt::format("{}", fmt::join(lines, ", "));
}

std::vector<double> masses_of(const BoxSet& set, std::span<const BoxRow> rows, double density) {
  constexpr double cubic_metres_per_litre = 1e-3;
  const std::vector<int> kinds = kinds_of(set, rows);
  std::vector<double> masses;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double by_volume = density * cubic_metres_per_litre * litres_of(rows[i]);
    masses.push_back(kinds[i] < 0 ? by_volume : set.pieces[kinds[i]].mass.value_or(by_volume));
  }
  return masses;
}

std::vector<std::string> piece_names(const BoxSet& set, std::span<const BoxRow> rows) {
  std::vector<std::string> pieces(rows.size());
  if (set.uniform() && !set.own) return pieces;
  const std::vector<int> kinds = kinds_of(set, rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (kinds[i] >= 0) pieces[i] = set.pieces[kinds[i]].name;
  }
  return pieces;
}

double value_of(const BoxSet& set, const Piece& piece) {
  const double litres = volume_of(piece) / cubic_millimetres_per_litre;
  return set.has_values() ? piece.value.value_or(litres) : litres;
}

double value_of(const BoxSet& set, const std::vector<BoxRow>& rows) {
  if (!set.has_values()) return litres_of(rows);
  const std::vector<int> kinds = kinds_of(set, rows);
  double sum = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (kinds[i] >= 0) sum += set.pieces[kinds[i]].value.value_or(litres_of(rows[i]));
  }
  return sum;
}

}  // namespace jam::trunk
