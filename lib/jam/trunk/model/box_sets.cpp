// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/model/box_sets.hpp"

#include "jam/core/error.hpp"
#include "jam/io/text_table.hpp"

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

std::string piece_name(const BoxSet& set, Vec3d edge) {
  if (set.uniform()) return {};
  const auto found =
      std::ranges::find_if(set.pieces, [&](const Piece& piece) { return same_size(piece.edge, edge); });
  return found != set.pieces.end() ? found->name : std::string();
}

std::vector<int> piece_counts(const BoxSet& set, std::span<const BoxRow> rows, std::size_t skipped) {
  std::vector<int> counts;
  for (const Piece& piece : set.pieces) {
    counts.push_back(static_cast<int>(std::ranges::count_if(
        rows.subspan(skipped), [&](const BoxRow& row) { return same_size(row.edge, piece.edge); })));
  }
  return counts;
}

}  // namespace jam::trunk
