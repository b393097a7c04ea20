// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/model/box_classes.hpp"

#include "jam/trunk/model/orientation_class.hpp"

namespace jam::trunk {

std::array<int, 3> components_of(const std::string& colour) {
  const auto component = [&](std::size_t at) { return std::stoi(colour.substr(at, 2), nullptr, 16); };
  return {component(1), component(3), component(5)};
}

BoxClasses box_classes(const BoxSet& set, const std::vector<BoxRow>& boxes) {
  BoxClasses result;
  std::vector<int> class_of_kind;  // -1: by orientation.
  for (const Piece& piece : set.pieces) {
    class_of_kind.push_back(piece.colour.empty() ? -1 : static_cast<int>(result.classes.size()));
    if (!piece.colour.empty()) result.classes.push_back({piece.name, components_of(piece.colour), true});
  }
  const int first = static_cast<int>(result.classes.size());
  const OrientationClasses orientations = classify_orientations(boxes);
  for (int orientation = 0; orientation < orientation_class_count; ++orientation)
    result.classes.push_back({orientation_name(orientations, orientation), orientation_colour(orientation)});
  for (const int orientation : orientations.of_box) result.of_box.push_back(first + orientation);
  if (first == 0) return result;
  const std::vector<int> kinds = kinds_of(set, boxes);
  for (std::size_t k = 0; k < boxes.size(); ++k) {
    if (kinds[k] >= 0 && class_of_kind[kinds[k]] >= 0) result.of_box[k] = class_of_kind[kinds[k]];
  }
  return result;
}

}  // namespace jam::trunk
