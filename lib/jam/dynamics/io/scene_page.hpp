// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A recorded simulation as a document of the page (io/stage_page.hpp), which plays it, and as a report: one
// file that needs no network.
//
// Poses are whole numbers in base64: positions of 16 bits a coordinate between the bounds of all frames,
// components of quaternions of 16 bits between -1 and 1. A position so differs from the simulated one by at
// most 1/131068 of the extent. 65535 marks a body that is not in the scene.
#pragma once

#include <string>

#include "jam/dynamics/io/recording.hpp"
#include "jam/io/json_writer.hpp"

namespace jam::dynamics {

/// Texts of a page about a simulation, in addition to its frames.
struct PageFacts {
  std::string name;     ///< Name of the scene.
  std::string seed;     ///< Empty: none.
  std::string method;   ///< `semi-implicit, step 1 ms, apgd, coulomb`
  std::string version;  ///< Version of the program.
};

/// The members of the object `scene` of a document that do not change from frame to frame, of a recording of
/// any number of frames; `world` has the shapes and the walls that do not move.
[[nodiscard]] io::JsonObject scene_parts(const World& world, const Recording& recording,
                                         const PageFacts& facts);

/// The members of `scene` for the frames, which are at least one: `low_m`, `high_m`, `figures`, `positions`,
/// `rotations`.
[[nodiscard]] io::JsonObject scene_frames(const Recording& recording);

/// The document whose `scene` has these parts and frames.
[[nodiscard]] io::JsonObject scene_document(const std::string& name, const io::JsonObject& parts,
                                            const Recording& recording);

/// The report of a recording of at least one frame. Throws as io::require_stage_pages().
[[nodiscard]] std::string scene_page(const World& world, const Recording& recording, const PageFacts& facts);

}  // namespace jam::dynamics
