// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The border between C and C++: exceptions become a jam_status and the message of jam_last_error, arrays of
// the caller become packings and back, messages go to the log of jam_set_log.
#pragma once

#include <exception>
#include <new>
#include <string>
#include <vector>

#include "jam/c/jam.h"
#include "jam/core/error.hpp"
#include "jam/trunk/model/box_packing.hpp"

namespace jam::c {

/// The message of the last call in this thread that failed.
std::string& last_error();

/// Runs `body`; an exception becomes a status and a message.
template <class Body>
jam_status guarded(const Body& body) noexcept {
  jam_status status = JAM_INTERNAL_ERROR;
  try {
    try {
      body();
      return JAM_OK;
    } catch (const Error& error) {
      const int code = static_cast<int>(error.code());
      status = code == JAM_BAD_INPUT || code == JAM_NO_DEVICE || code == JAM_OVERFLOW
                   ? static_cast<jam_status>(code)
                   : JAM_INTERNAL_ERROR;
      last_error() = error.what();
    } catch (const std::bad_alloc&) {
      status = JAM_OVERFLOW;
      last_error() = "out of memory";
    } catch (const std::exception& error) {
      last_error() = error.what();
    } catch (...) {
      last_error() = "unknown error";
    }
  } catch (...) {  // No memory for the message.
    status = JAM_OVERFLOW;
  }
  return status;
}

/// Throws InputError if `condition` is false.
void require(bool condition, const char* what);

/// `count` points x y z [mm].
[[nodiscard]] std::vector<Vec3d> points_of(const double* xyz, size_t count);

/// The boxes of the caller. Throws InputError for missing arrays.
[[nodiscard]] trunk::BoxPacking packing_of(const jam_boxes* boxes);

/// Writes the poses into arrays of the caller, [3 count] and [4 count].
void write_poses(const trunk::BoxPacking& packing, double* translations, double* rotations);

/// Whether lines of this verbosity are wanted.
[[nodiscard]] bool logs(jam_verbosity verbosity);

void log_line(const std::string& line);

}  // namespace jam::c
