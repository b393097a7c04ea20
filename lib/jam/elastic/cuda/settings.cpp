// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "jam/core/error.hpp"
#include "jam/elastic/cuda/device.hpp"
#include "jam/elastic/cuda/tiles.hpp"
#include "jam/elastic/product/fft_product.hpp"

namespace jam::elastic {

void require_device_normal(const Grid& grid, const NormalSettings& settings) {
  if (settings.method != NormalMethod::bound_cg) {
    throw InputError(
        fmt::format("--method {} on a GPU: bound-cg is accepted there", name_of(settings.method)));
  }
  if (grid.nx > device_edge || grid.ny > device_edge) {
    throw InputError(
        fmt::format("a grid of {} x {} cells on a GPU: at most {} along an axis are accepted there", grid.nx,
                    grid.ny, device_edge));
  }
}

void require_device_friction(const NormalSettings& settings, TangentialMethod method) {
  if (settings.product == ProductKind::direct)
    throw InputError("--product direct with friction on a GPU: auto and fft are accepted there");
  if (method == TangentialMethod::convex_gs)
    throw InputError("--tangential-method convex-gs on a GPU: tang-cg is accepted there");
}

std::size_t device_shared_bytes(const Grid& grid, const NormalSettings& settings, int fields) {
  constexpr std::size_t numbers = 2 * 2;  // Two lines of complex numbers.
  const std::size_t lines = numbers * sizeof(double) *
                            static_cast<std::size_t>(std::max(transform_length(2 * grid.nx),
                                                              fields * transform_length(2 * grid.ny)));
  if (settings.product != ProductKind::direct) return lines;
  return std::max(lines, settings.precision == Precision::single ? tiled_bytes<float> : tiled_bytes<double>);
}

std::string shared_memory_shortage(std::string_view what, std::size_t needed, std::size_t limit) {
  if (needed <= limit) return {};
  return fmt::format("{} on a GPU: a block needs {} bytes of shared memory, this GPU has {}", what, needed,
                     limit);
}

std::string device_shortage(int device, const Grid& grid, const NormalSettings& settings, int fields) {
  return shared_memory_shortage(
      fmt::format("a grid of {} x {} cells{}", grid.nx, grid.ny, fields > 1 ? " with friction" : ""),
      device_shared_bytes(grid, settings, fields), device_shared_limit(device));
}

void require_device_memory(int device, const Grid& grid, const NormalSettings& settings, int fields) {
  if (const std::string shortage = device_shortage(device, grid, settings, fields); !shortage.empty())
    throw DeviceError(shortage + "; use --device cpu");
}

}  // namespace jam::elastic
