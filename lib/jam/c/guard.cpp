// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/c/guard.hpp"

#include <chrono>
#include <cstdio>
#include <mutex>

namespace jam::c {
namespace {

struct Log {
  jam_verbosity verbosity = JAM_QUIET;
  jam_log write = nullptr;
  void* user = nullptr;
};

std::mutex log_mutex;
Log shared_log;  // NOLINT: C has no object that could hold it.

Log current_log() {
  const std::lock_guard lock(log_mutex);
  return shared_log;
}

}  // namespace

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
  require(count == 0 ||
              (boxes->translations != nullptr && boxes->rotations != nullptr && boxes->dimensions != nullptr),
          "boxes: translations, rotations or dimensions is NULL");
  require(boxes->dimension_count == 1 || boxes->dimension_count == count,
          "boxes: dimension_count must be 1 or the number of boxes");
  trunk::BoxPacking packing;
  packing.boxes.resize(count);
  for (size_t i = 0; i < count; ++i) {
    const double* const t = boxes->translations + 3 * i;
    const double* const q = boxes->rotations + 4 * i;
    const double* const d = boxes->dimensions + (boxes->dimension_count == 1 ? 0 : 3 * i);
    packing.boxes[i].centre = {t[0], t[1], t[2]};
    packing.boxes[i].rotation = {q[0], q[1], q[2], q[3]};
    packing.boxes[i].edge = {d[0], d[1], d[2]};
    for (size_t k = 0; boxes->tags != nullptr && k < 2; ++k) packing.boxes[i].tag[k] = boxes->tags[2 * i + k];
  }
  return packing;
}

void write_poses(const trunk::BoxPacking& packing, double* translations, double* rotations) {
  for (const trunk::PlacedBox& box : packing.boxes) {
    for (const double value : {box.centre.x, box.centre.y, box.centre.z}) *translations++ = value;
    for (const double value : {box.rotation.w, box.rotation.x, box.rotation.y, box.rotation.z})
      *rotations++ = value;
  }
}

bool logs(jam_verbosity verbosity) { return current_log().verbosity >= verbosity; }

void log_line(const std::string& line) {
  const Log log = current_log();  // A copy: the caller's function may call the library.
  if (log.write != nullptr) {
    log.write(line.c_str(), log.user);
  } else {
    std::fprintf(stderr, "%s\n", line.c_str());  // NOLINT: asked for.
  }
}

}  // namespace jam::c

const char* jam_last_error(void) { return jam::c::last_error().c_str(); }

jam_status jam_set_log(jam_verbosity verbosity, jam_log log, void* user) {
  using namespace jam::c;
  return guarded([&] {
    require(verbosity == JAM_QUIET || verbosity == JAM_BRIEF || verbosity == JAM_TIMES,
            "jam_set_log: no such verbosity");
    const std::lock_guard lock(log_mutex);
    shared_log = {verbosity, log, user};
  });
}

double jam_seconds(void) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}
