// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The functions of jam.h that read and write files.
#include <cstdlib>
#include <memory>

#include "jam/c/guard.hpp"
#include "jam/trunk/io/box_files.hpp"
#include "jam/trunk/io/point_files.hpp"

using namespace jam;
using namespace jam::c;
using namespace jam::trunk;

namespace {

struct Free {
  void operator()(void* numbers) const { std::free(numbers); }  // NOLINT: given to C.
};
template <class Number>
using Numbers = std::unique_ptr<Number, Free>;

/// Memory for jam_free.
template <class Number = double>
Numbers<Number> new_numbers(size_t count) {
  Numbers<Number> numbers(
      static_cast<Number*>(std::malloc((count > 0 ? count : 1) * sizeof(Number))));  // NOLINT: given to C.
  if (numbers == nullptr) throw std::bad_alloc();
  return numbers;
}

}  // namespace

jam_status jam_read_points(const char* path, double** xyz, size_t* count) {
  return guarded([&] {
    require(path != nullptr && xyz != nullptr && count != nullptr, "jam_read_points: an argument is NULL");
    const std::vector<Vec3d> points = read_points(path);
    Numbers<double> numbers = new_numbers(3 * points.size());
    double* at = numbers.get();
    for (const Vec3d& p : points)
      for (const double value : {p.x, p.y, p.z}) *at++ = value;
    *count = points.size();
    *xyz = numbers.release();
  });
}

jam_status jam_write_points(const char* path, const double* xyz, size_t count) {
  return guarded([&] {
    require(path != nullptr, "jam_write_points: path is NULL");
    write_points(path, points_of(xyz, count));
  });
}

jam_status jam_read_boxes(const char* path, size_t* count, double** translations, double** rotations,
                          double** dimensions, int32_t** tags) {
  return guarded([&] {
    require(path != nullptr && count != nullptr && translations != nullptr && rotations != nullptr &&
                dimensions != nullptr,
            "jam_read_boxes: an argument is NULL");
    const BoxPacking packing = read_boxes(path);
    const size_t n = packing.boxes.size();
    Numbers<double> t = new_numbers(3 * n);
    Numbers<double> q = new_numbers(4 * n);
    Numbers<double> d = new_numbers(3 * n);
    Numbers<int32_t> free_integers = new_numbers<int32_t>(2 * n);
    write_poses(packing, t.get(), q.get());
    double* at = d.get();
    for (const PlacedBox& box : packing.boxes)
      for (const double value : {box.edge.x, box.edge.y, box.edge.z}) *at++ = value;
    int32_t* integer = free_integers.get();
    for (const PlacedBox& box : packing.boxes)
      for (const int32_t value : box.tag) *integer++ = value;
    *count = n;
    if (tags != nullptr) *tags = free_integers.release();
    *translations = t.release();
    *rotations = q.release();
    *dimensions = d.release();
  });
}

jam_status jam_write_boxes(const char* path, const jam_boxes* boxes, int32_t version, const char* generator) {
  return guarded([&] {
    require(path != nullptr, "jam_write_boxes: path is NULL");
    require(version == 0 || version == 2 || version == 3,
            "jam_write_boxes: version must be 2, 3 or 0 (chosen by the boxes)");
    BoxFileComments comments;
    if (generator != nullptr) comments["generator"] = generator;
    const BoxVersion box_version = version == 2   ? BoxVersion::one_size
                                   : version == 3 ? BoxVersion::with_edges
                                                  : BoxVersion::automatic;
    write_boxes(path, packing_of(boxes), comments, box_version);
  });
}

void jam_free(void* memory) { std::free(memory); }  // NOLINT: the counterpart of new_numbers.
