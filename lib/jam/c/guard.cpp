// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/c/guard.hpp"

namespace jam::c {

std::string& last_error() {
  thread_local std::string message;
  return message;
}

void require(bool condition, const char* what) {
  if (!condition) throw InputError(what);
}

std::vector<Vec3d> points_of(const double* xyz, size_t count) {
  require(xyz != nullptr || count == 0, "the array of points is NULL");
  std::vector<Vec3d> points(count);
  for (size_t i = 0; i < count; ++i) points[i] = {xyz[3 * i], xyz[3 * i + 1], xyz[3 * i + 2]};
  return points;
}

trunk::BoxPacking packing_of(const jam_boxes* boxes) {
  require(boxes != nullptr, "boxes is NULL");
  const size_t count = boxes->count;
  require(count == 0 || (boxes->translations != nullptr && boxes->rotations != nullptr && boxes->dimensions != nullptr),
          "boxes: translations, rotations or dimensions is NULL");
  require(boxes->dimension_count == 1 || boxes->dimension_count == count, "boxes: dimension_count must be 1 or the number of boxes");
  trunk::BoxPacking packing;
  packing.boxes.resize(count);
  for (size_t i = 0; i < count; ++i) {
    const double* const t = boxes->translations + 3 * i;
    const double* const q = boxes->rotations + 4 * i;
    const double* const d = boxes->dimensions + (boxes->dimension_count == 1 ? 0 : 3 * i);
    packing.boxes[i].centre = {t[0], t[1], t[2]};
    packing.boxes[i].rotation = {q[0], q[1], q[2], q[3]};
    packing.boxes[i].edge = {d[0], d[1], d[2]};
  }
  return packing;
}

}  // namespace jam::c

const char* jam_last_error(void) { return jam::c::last_error().c_str(); }
