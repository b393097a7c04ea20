// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Which of the axes along which two bodies overlap is taken where several are almost as good: the same for
// the contact simulation of trials and for the polish in double, so that both mean the same by a depth.
#pragma once

namespace jam::contact::preference {

/// An axis of two edges is taken only if its overlap is below edge_share times the overlap of the best face
/// [-]: this avoids switching back and forth.
inline constexpr double edge_share = 0.95;
/// For a box and a triangle, the overlap also has to be smaller by edge_gain [mm].
inline constexpr double edge_gain = 0.005;
/// The penetration of a triangle along its own normal is multiplied by plane_share [-], so that small
/// triangles of a flat wall push along the normal of the wall.
inline constexpr double plane_share = 0.5;

}  // namespace jam::contact::preference
