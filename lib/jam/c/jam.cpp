// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/c/jam.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <exception>
#include <memory>
#include <new>
#include <string>
#include <vector>

#include "jam/core/device.hpp"
#include "jam/core/error.hpp"
#include "jam/core/version.hpp"
#include "jam/trunk/io/box_files.hpp"
#include "jam/trunk/io/point_files.hpp"
#include "jam/trunk/relax/box_instances.hpp"

using namespace jam;
using namespace jam::trunk;

struct jam_points {
  PointGrid grid;
  std::unique_ptr<RelaxEngine> engine;
};

namespace {

std::string& last_error() {
  thread_local std::string message;
  return message;
}

/// Runs `body`; an exception becomes a status and a message.
template <class Body>
jam_status guarded(const Body& body) noexcept {
  jam_status status = JAM_INTERNAL_ERROR;
  const char* message = "unknown error";
  try {
    try {
      body();
      return JAM_OK;
    } catch (const Error& error) {
      const int code = static_cast<int>(error.code());
      status = code == JAM_BAD_INPUT || code == JAM_NO_DEVICE || code == JAM_OVERFLOW ? static_cast<jam_status>(code) : JAM_INTERNAL_ERROR;
      last_error() = error.what();
    } catch (const std::bad_alloc&) {
      status = JAM_OVERFLOW;
      last_error() = "out of memory";
    } catch (const std::exception& error) {
      last_error() = error.what();
    } catch (...) {
      last_error() = message;
    }
  } catch (...) {  // No memory for the message.
    status = JAM_OVERFLOW;
  }
  return status;
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

BoxPacking packing_of(const jam_boxes* boxes) {
  require(boxes != nullptr, "boxes is NULL");
  const size_t count = boxes->count;
  require(count == 0 || (boxes->translations != nullptr && boxes->rotations != nullptr && boxes->dimensions != nullptr),
          "boxes: translations, rotations or dimensions is NULL");
  require(boxes->dimension_count == 1 || boxes->dimension_count == count, "boxes: dimension_count must be 1 or the number of boxes");
  BoxPacking packing;
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

/// Memory for jam_free.
double* new_numbers(size_t count) {
  auto* numbers = static_cast<double*>(std::malloc((count > 0 ? count : 1) * sizeof(double)));  // NOLINT: given to C.
  if (numbers == nullptr) throw std::bad_alloc();
  return numbers;
}

struct Free {
  void operator()(double* numbers) const { std::free(numbers); }  // NOLINT: given to C.
};
using Numbers = std::unique_ptr<double, Free>;

}  // namespace

const char* jam_version(void) { return version_number; }

const char* jam_last_error(void) { return last_error().c_str(); }

jam_status jam_load_points(const double* xyz, size_t count, double cell_size, const char* device, jam_points** points) {
  return guarded([&] {
    require(points != nullptr, "jam_load_points: points is NULL");
    *points = nullptr;
    const Device chosen = choose_device(device != nullptr ? device : "auto");
    auto loaded = std::make_unique<jam_points>(jam_points{PointGrid(points_of(xyz, count), cell_size), nullptr});
    loaded->engine = make_relax_engine(loaded->grid, chosen, 0);
    *points = loaded.release();
  });
}

void jam_unload_points(jam_points* points) { delete points; }

jam_status jam_simulate(jam_points* points, const jam_boxes* boxes, int32_t steps, double tolerance, jam_law law, jam_result* result) {
  return guarded([&] {
    require(points != nullptr, "jam_simulate: points is NULL");
    require(steps >= 0, "jam_simulate: steps is negative");
    require(law == JAM_LAW_PATCH || law == JAM_LAW_SINGLE, "jam_simulate: no such law");
    require(!std::isnan(tolerance), "jam_simulate: tolerance is not a number");
    BoxPacking packing = packing_of(boxes);
    BoxInstances instances(1, static_cast<int>(std::min<size_t>(packing.boxes.size(), box_count_limit + 1)));
    const Vec3d origin = points->grid.origin();
    instances.load(0, packing, origin, {boxes->fixed, boxes->fixed != nullptr ? boxes->count : 0});
    BoxRelaxation parameters;
    parameters.step_limit = steps;
    parameters.tolerance = static_cast<float>(tolerance);
    parameters.law = law == JAM_LAW_PATCH ? ContactLaw::patch : ContactLaw::single;
    BoxRelaxationResult relaxed;
    points->engine->run(instances, parameters, {&relaxed, 1});
    instances.store(0, packing, origin);
    int outside = 0;
    for (size_t i = 0; i < boxes->count; ++i) {
      const PlacedBox& box = packing.boxes[i];
      outside += points->grid.enclosed_volume() > 0 && !points->grid.centre_inside(box.centre) ? 1 : 0;
      const double t[3] = {box.centre.x, box.centre.y, box.centre.z};
      const double q[4] = {box.rotation.w, box.rotation.x, box.rotation.y, box.rotation.z};
      std::copy(t, t + 3, boxes->translations + 3 * i);
      std::copy(q, q + 4, boxes->rotations + 4 * i);
    }
    if (result != nullptr) {
      *result = {relaxed.deepest,
                 relaxed.energy,
                 relaxed.steps,
                 relaxed.pair_count,
                 relaxed.wall_count,
                 outside,
                 relaxed.status.has(StatusBit::converged) && outside == 0 ? 1 : 0};
    }
  });
}

jam_status jam_counters(const jam_points* points, double seconds[JAM_COUNTER_COUNT]) {
  static_assert(JAM_COUNTER_COUNT == relax_phase_count);
  return guarded([&] {
    require(points != nullptr && seconds != nullptr, "jam_counters: an argument is NULL");
    const RelaxPhaseTimes times = points->engine->phase_times();
    std::copy(times.seconds, times.seconds + relax_phase_count, seconds);
  });
}

const char* jam_counter_name(int counter) {
  return counter >= 0 && counter < relax_phase_count ? relax_phase_names[static_cast<size_t>(counter)] : nullptr;
}

jam_status jam_read_points(const char* path, double** xyz, size_t* count) {
  return guarded([&] {
    require(path != nullptr && xyz != nullptr && count != nullptr, "jam_read_points: an argument is NULL");
    const std::vector<Vec3d> points = read_points(path);
    double* at = *xyz = new_numbers(3 * points.size());
    for (const Vec3d& p : points) {
      *at++ = p.x;
      *at++ = p.y;
      *at++ = p.z;
    }
    *count = points.size();
  });
}

jam_status jam_write_points(const char* path, const double* xyz, size_t count) {
  return guarded([&] {
    require(path != nullptr, "jam_write_points: path is NULL");
    write_points(path, points_of(xyz, count));
  });
}

jam_status jam_read_boxes(const char* path, size_t* count, double** translations, double** rotations, double** dimensions) {
  return guarded([&] {
    require(path != nullptr && count != nullptr && translations != nullptr && rotations != nullptr && dimensions != nullptr,
            "jam_read_boxes: an argument is NULL");
    const BoxPacking packing = read_boxes(path);
    const size_t n = packing.boxes.size();
    Numbers t(new_numbers(3 * n));
    Numbers q(new_numbers(4 * n));
    Numbers d(new_numbers(3 * n));
    for (size_t i = 0; i < n; ++i) {
      const PlacedBox& box = packing.boxes[i];
      const double numbers[10] = {box.centre.x,   box.centre.y,   box.centre.z, box.rotation.w, box.rotation.x,
                                  box.rotation.y, box.rotation.z, box.edge.x,   box.edge.y,     box.edge.z};
      std::copy(numbers, numbers + 3, t.get() + 3 * i);
      std::copy(numbers + 3, numbers + 7, q.get() + 4 * i);
      std::copy(numbers + 7, numbers + 10, d.get() + 3 * i);
    }
    *count = n;
    *translations = t.release();
    *rotations = q.release();
    *dimensions = d.release();
  });
}

jam_status jam_write_boxes(const char* path, const jam_boxes* boxes, const char* generator) {
  return guarded([&] {
    require(path != nullptr, "jam_write_boxes: path is NULL");
    BoxFileComments comments;
    if (generator != nullptr) comments["generator"] = generator;
    write_boxes(path, packing_of(boxes), comments);
  });
}

void jam_free(void* memory) { std::free(memory); }  // NOLINT: the counterpart of new_numbers.
