// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Which of the axes along which two bodies overlap is taken where several are almost as good: the same for
// the contact simulation of trials and for the polish in double, so that both mean the same by a depth.
#pragma once

namespace jam::contact::preference {

/// An axis of two edges is taken only where its overlap is below this share of the best face's: avoids
/// switching back and forth;
inline constexpr double edge_share = 0.95;
/// and, of a box and a triangle, where it is below that by this [mm].
inline constexpr double edge_gain = 0.005;
/// The penetration of a triangle along its own normal counts as this share of it: small triangles of a flat
/// wall push along its normal.
inline constexpr double plane_share = 0.5;

}  // namespace jam::contact::preference
