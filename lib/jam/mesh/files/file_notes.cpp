// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/files/file_notes.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "jam/core/words.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/text_table.hpp"

namespace jam::mesh {
namespace {

constexpr std::size_t shown_parts = 8;

/// "the file has 3 parts: 'floor', 'hull', 'lid'".
std::string parts_text(const std::vector<std::string>& names) {
  std::string text = fmt::format("the file has {} parts: ", names.size());
  const std::size_t shown = std::min(names.size(), shown_parts);
  for (std::size_t part = 0; part < shown; ++part) text += (part > 0 ? ", " : "") + io::quoted(names[part]);
  return names.size() > shown ? text + fmt::format(", and {} more", names.size() - shown) : text;
}

}  // namespace

FileFrame frame_of(const PolygonSoup& soup, std::optional<LengthUnit> unit, std::optional<UpAxis> up) {
  const FileFrame otherwise;
  return {unit ? *unit : soup.unit.value_or(otherwise.unit), up ? *up : soup.up.value_or(otherwise.up)};
}

std::vector<std::string> file_notes(const PolygonSoup& soup, const FileFrame& frame) {
  std::vector<std::string> notes;
  std::string stated;
  if (soup.unit) {
    stated += fmt::format(" lengths in {}", word_of(*soup.unit, length_unit_words));
    if (*soup.unit != frame.unit)
      stated += fmt::format(" (--unit {} is used)", word_of(frame.unit, length_unit_words));
  }
  if (soup.up) {
    stated += fmt::format("{} {} as the axis that points up", soup.unit ? " and" : "",
                          word_of(*soup.up, up_axis_words));
    if (*soup.up != frame.up) stated += fmt::format(" (--up {} is used)", word_of(frame.up, up_axis_words));
  }
  if (!stated.empty()) notes.push_back("the file states" + stated);
  if (soup.part_names.size() > 1) notes.push_back(parts_text(soup.part_names));
  if (soup.tolerance > 0)
    notes.push_back(fmt::format("curved faces are approximated to {} mm", io::number_text(soup.tolerance)));
  notes.insert(notes.end(), soup.notes.begin(), soup.notes.end());
  return notes;
}

}  // namespace jam::mesh
