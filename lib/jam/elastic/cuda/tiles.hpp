// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The tiles of the direct product D1 (product_kernels.cuh), and the shared memory that they take.
#pragma once

#include <cstddef>

namespace jam::elastic {

inline constexpr int tiled_run = 8;  ///< Number of neighbouring outputs of a thread in a grid row.
inline constexpr int tiled_width = 32 * tiled_run;  ///< Number of outputs of a warp in a grid row.
inline constexpr int tiled_warps = 16;              ///< Number of warps in a block.
/// Numbers that a warp stages: coefficients, with four after each 32 so that lanes read from different banks,
/// and two rows of inputs.
inline constexpr int tiled_coefficients = 2 * tiled_width + 2 * tiled_width / 8 + 16,
                     tiled_numbers = tiled_coefficients + 2 * tiled_width;

/// Shared memory of a block [bytes].
template <class Real>
inline constexpr std::size_t tiled_bytes = sizeof(Real) * tiled_numbers* tiled_warps;

}  // namespace jam::elastic
