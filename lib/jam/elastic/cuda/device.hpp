// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Elastic contact on a CUDA device: NORM and TANG on one large grid, and products for solvers on the CPU.
// Small contacts are in batch/contact.hpp.
//
// A solve keeps all fields on the device, coarser grids included: gaps go there, pressures and displacements
// come back. An iteration is a sequence of kernels: the steps of normal/bound_cg_steps.hpp, a thread a cell,
// and products, on small grids the direct sum, else by Fourier transforms (product/fft_blocks.hpp), two rows
// or two columns a block. Sums are binary trees over the cells, joined by the last block of a kernel, which
// also concludes what the next one does; the host launches four iterations ahead and then looks whether the
// solve has ended. Every run has the same bits, for any size of a block; they differ from those of the CPU by
// rounding.
//
// tang-cg is the same with the steps of tangential/tang_cg_steps.hpp and products of two fields. Gauss-Seidel
// solvers run on the CPU: cell by cell, a GPU is no faster.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "jam/elastic/normal/normal.hpp"
#include "jam/elastic/tangential/tangential.hpp"

namespace jam::elastic {

/// Largest number of cells along an axis: two padded columns fit into the 227 KiB of shared memory that a
/// block of Hopper has. A GPU with less memory has a smaller limit (device_shared_bytes()).
inline constexpr int device_edge = 2048;

/// Number of cells from which Fourier transforms are faster on the device than the direct sum, in double and
/// in single precision (measured: tests/bench/results/elastic.md).
inline constexpr int device_fft_threshold = 1500, device_fft_threshold_single = 2500;

/// Throws InputError if the device cannot solve with these settings: for active-set, more than device_edge
/// cells along an axis.
void require_device_normal(const Grid& grid, const NormalSettings& settings);

/// Throws InputError if the device cannot solve with friction with these settings: for direct products, for
/// convex-gs.
void require_device_friction(const NormalSettings& settings, TangentialMethod method);

/// Shared memory that a block needs [bytes]: two lines of Fourier transforms in double precision, which the
/// influence coefficients need in any case. A line is a row, or a column of each of `fields` fields (two with
/// friction). If the direct product is asked for, its tile counts too: the larger need is returned. If
/// only the tile is too large, `auto` selects transforms.
[[nodiscard]] std::size_t device_shared_bytes(const Grid& grid, const NormalSettings& settings,
                                              int fields = 1);

/// Largest shared memory of a block on the CUDA device with this ordinal [bytes]. Throws DeviceError if there
/// is no such device.
[[nodiscard]] std::size_t device_shared_limit(int device);

/// A message if a block needs more shared memory than the device has; else empty. `what` names the subject: a
/// grid, contacts.
[[nodiscard]] std::string shared_memory_shortage(std::string_view what, std::size_t needed,
                                                 std::size_t limit);

/// A message if a block needs more shared memory for the grid than the device has; else empty.
[[nodiscard]] std::string device_shortage(int device, const Grid& grid, const NormalSettings& settings,
                                          int fields = 1);

/// Throws DeviceError if there is a shortage: one line with the bytes.
void require_device_memory(int device, const Grid& grid, const NormalSettings& settings, int fields = 1);

/// solve_normal() on the CUDA device with this ordinal. Throws like require_device_normal(), DeviceError if
/// there is no such device, and OverflowError if its memory does not suffice. `start`: pressures to begin
/// with instead of those of coarser grids; empty: none.
[[nodiscard]] NormalSolution solve_normal_on_device(int device, const Grid& grid, const MaterialPair& pair,
                                                    double liner, std::span<const double> gap,
                                                    NormalLoad load, const NormalSettings& settings,
                                                    std::span<const double> start = {});

/// The product with a kernel of pressures, or that of make_inverse(), between fields in the host's memory. At
/// most device_edge cells along an axis. Throws like solve_normal_on_device().
[[nodiscard]] std::unique_ptr<Product<double>> make_device_product(int device, int nx, int ny,
                                                                   const InfluenceKernel& kernel,
                                                                   bool inverse);

/// TANG by tang-cg on the CUDA device. Throws DeviceError if there is no such device or its blocks have
/// too little shared memory, OverflowError if its memory does not suffice.
[[nodiscard]] std::unique_ptr<TangentialSolver> make_device_tangential(int device, const Grid& grid,
                                                                       const MaterialPair& pair,
                                                                       bool preconditioned);

/// Displacements by which pressures and tractions act on each other if materials differ. Fields lie in
/// host memory.
struct CouplingProducts {
  std::unique_ptr<Product<double>> to_tangents;  ///< Product of pressures with xn and yn.
  std::unique_ptr<Product<double>> to_normal;    ///< Product of tractions with nx and ny.
};

/// These products on the CUDA device. Throws like make_device_tangential().
[[nodiscard]] CouplingProducts make_device_coupling(int device, const Grid& grid, const MaterialPair& pair);

}  // namespace jam::elastic
