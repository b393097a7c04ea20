// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/elastic/model/influence.hpp"

#include "jam/core/parallel.hpp"
#include "jam/elastic/model/influence_formulas.hpp"

namespace jam::elastic {
namespace {

/// Tables of fewer coefficients take less time than threads to start.
constexpr long long threaded_offsets = 4096;

}  // namespace

double influence(Block block, const MaterialPair& pair, double dx, double dy, double x, double y) {
  return from_corners(block, pair, {x - 0.5 * dx, x + 0.5 * dx, y - 0.5 * dy, y + 0.5 * dy}, x, y);
}

InfluenceTable influence_table(Block block, const MaterialPair& pair, double dx, double dy, int nx, int ny,
                               int thread_count) {
  InfluenceTable table{nx, ny, x_sign(block), y_sign(block),
                       std::vector<double>(static_cast<std::size_t>(nx) * ny)};
  parallel_for(ny, static_cast<long long>(nx) * ny < threaded_offsets ? 1 : thread_count, [&](int ky) {
    double* const row = table.values.data() + static_cast<std::size_t>(ky) * nx;
    for (int kx = 0; kx < nx; ++kx) row[kx] = offset_influence(block, pair, dx, dy, kx, ky);
  });
  return table;
}

}  // namespace jam::elastic
