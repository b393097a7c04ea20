// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A load as one JSON object, `"schema": "jampack/trunk-packing/1"`, for programs. Lengths in mm, z up, indices from 0. Fields:
//
//   schema        text     jampack/trunk-packing/1
//   totals        object   count, litres (of all boxes), container_litres, fill_ratio (litres / container_litres), free_litres; the last
//                          three are null where the volume of the container is unknown
//   verification  object   verified (true or false), tolerance_mm, against (text), failure (text, empty where verified)
//   run           object   how it came about: jam/io/run_summary.hpp
//   container     object   wrapped, wrap_alpha_mm, wrap_offset_mm (null where not wrapped), notes (array of texts)
//   boxes         array    of objects: position_mm [x, y, z] of the centre; quaternion [w, x, y, z]; matrix: the rotation by rows, nine
//                          numbers, whose columns are the directions of the edges; edges_mm: full lengths; litres; clearance_mm (null:
//                          not computed); tags: two free integers
//
// The first two columns of a matrix are the doubles of the BOX file. The seed is a number up to 2^64 - 1, which not every reader of JSON
// holds exactly.
#pragma once

#include <filesystem>
#include <string>

#include "jam/io/run_summary.hpp"
#include "jam/trunk/io/load_report.hpp"

namespace jam::trunk {

/// The text of the object; without `run`, with what the report says of it.
[[nodiscard]] std::string load_json(const LoadReport& report, const io::RunSummary* run = nullptr);

/// Writes it atomically.
void write_load_json(const std::filesystem::path& file, const LoadReport& report);

}  // namespace jam::trunk
