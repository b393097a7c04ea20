// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The frames of a load test for the page that plays them (web/motion_player.js).
#pragma once

#include "jam/io/json_writer.hpp"
#include "jam/trunk/io/load_motion.hpp"

namespace jam::trunk {

/// An object: times_s of the frames; low_mm and high_mm, the bounds of all centres; positions, by frame, box
/// and coordinate, from 0 (low) to 65535 (high), and rotations, by frame, box and component w, x, y, z, as
/// 32767 (1 + component), both as base64 of 16-bit numbers. A box takes 14 bytes a frame, 19 as text.
[[nodiscard]] io::JsonObject motion_view(const LoadMotion& motion);

}  // namespace jam::trunk
