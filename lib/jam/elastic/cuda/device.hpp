// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Elastic contact on a CUDA device: NORM on one large grid, and products for solvers on the CPU. Small contacts are in
// batch/small_contact.hpp, what is measured beside the programs of the source in measured.hpp.
//
// A solve keeps all fields on the device, coarser grids included: gaps go there, pressures and displacements come back. An iteration is a
// sequence of kernels: the steps of normal/bound_cg_steps.hpp, a thread a cell, and products, on small grids the
// direct sum, else by Fourier transforms (product/fft_blocks.hpp), two rows or two columns a block. Sums are binary trees over the cells,
// joined by the last block of a kernel, which also concludes what the next one does; the host launches four iterations ahead and then looks
// whether the solve has ended. Every run has the same bits, for any size of a block; they differ from those of the CPU by rounding.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "jam/elastic/normal/normal.hpp"

namespace jam::elastic {

/// Most cells along an axis: two padded columns fit into the 227 KiB of shared memory that a block of Hopper has. A GPU with less has
/// less (device_shared_bytes()).
inline constexpr int device_edge = 2048;

/// From so many cells on Fourier transforms are faster there than the direct sum, in double and in single precision: measured,
/// tests/bench/results/elastic.md.
inline constexpr int device_fft_threshold = 1500, device_fft_threshold_single = 2500;

/// Throws InputError where the device does not solve so: for active-set, more than device_edge cells along an axis.
void require_device_normal(const Grid& grid, const NormalSettings& settings);

/// Shared memory of a block that this needs [bytes]: two lines of Fourier transforms in double precision, which the influence coefficients
/// take in any case, or the tile of a direct product that was asked for. Where only the tile is too large, `auto` takes transforms.
[[nodiscard]] std::size_t device_shared_bytes(const Grid& grid, const NormalSettings& settings);

/// Most shared memory of a block on the CUDA device with this ordinal [bytes]. DeviceError where there is no such device.
[[nodiscard]] std::size_t device_shared_limit(int device);

/// What to say where a block needs more shared memory than there is; empty where it does not. `what`: a grid, contacts.
[[nodiscard]] std::string shared_memory_shortage(std::string_view what, std::size_t needed, std::size_t limit);

/// The same for a grid on a device.
[[nodiscard]] std::string device_shortage(int device, const Grid& grid, const NormalSettings& settings);

/// Throws DeviceError where there is a shortage: one line with the bytes.
void require_device_memory(int device, const Grid& grid, const NormalSettings& settings);

/// solve_normal() on the CUDA device with this ordinal. Throws as require_device_normal(), DeviceError where there is no such device, and
/// OverflowError where its memory does not suffice.
[[nodiscard]] NormalSolution solve_normal_on_device(int device, const Grid& grid, const MaterialPair& pair, double liner,
                                                    std::span<const double> gap, NormalLoad load, const NormalSettings& settings);

/// The product with a kernel of pressures, or that of make_inverse(), between fields in the host's memory. At most device_edge cells along
/// an axis. Throws as solve_normal_on_device().
[[nodiscard]] std::unique_ptr<Product<double>> make_device_product(int device, int nx, int ny, const NormalKernel& kernel, bool inverse);

}  // namespace jam::elastic
