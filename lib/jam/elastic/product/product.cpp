// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/elastic/product/product.hpp"

#include "jam/elastic/product/direct_product.hpp"
#include "jam/elastic/product/fft_product.hpp"

namespace jam::elastic {
namespace {

/// Index of an offset on a periodic axis, as an offset from -length / 2 to length / 2.
int wrapped(int k, int length) { return k <= length / 2 ? k : k - length; }

}  // namespace

ProductKind chosen(ProductKind kind, int cells) {
  if (kind != ProductKind::automatic) return kind;
  return cells >= fft_threshold ? ProductKind::fft : ProductKind::direct;
}

int table_size(int cells) { return transform_length(2 * cells) / 2 + 1; }

InfluenceTable grid_table(Block block, const Grid& grid, const MaterialPair& pair, int thread_count,
                          double liner) {
  InfluenceTable table =
      influence_table(block, pair, grid.dx, grid.dy, table_size(grid.nx), table_size(grid.ny), thread_count);
  table.values[0] += liner;
  return table;
}

template <class Real>
std::unique_ptr<Product<Real>> make_product(int nx, int ny, const BlockMatrix& matrix, ProductKind kind,
                                            int thread_count) {
  if (chosen(kind, nx * ny) == ProductKind::direct) {
    std::vector<std::shared_ptr<const Kernel<Real>>> kernels;
    for (const InfluenceTable* table : matrix.tables) {
      kernels.push_back(table == nullptr ? nullptr : std::make_shared<Kernel<Real>>(nx, ny, *table));
    }
    return std::make_unique<DirectProduct<Real>>(nx, ny, matrix.outputs, std::move(kernels), thread_count);
  }
  const int width = transform_length(2 * nx), height = transform_length(2 * ny);
  std::vector<std::shared_ptr<const Spectrum<Real>>> spectra;
  for (const InfluenceTable* table : matrix.tables) {
    if (table == nullptr) {
      spectra.push_back(nullptr);
      continue;
    }
    const auto value = [&](int ix, int iy) {
      const int kx = wrapped(ix, width), ky = wrapped(iy, height);
      return kx < nx && -kx < nx && ky < ny && -ky < ny ? table->at(kx, ky) : 0;
    };
    spectra.push_back(make_spectrum<Real>(width, height, value, thread_count));
  }
  return std::make_unique<FftProduct<Real>>(nx, ny, matrix.outputs, std::move(spectra), thread_count);
}

template <class Real>
std::unique_ptr<Product<Real>> make_inverse(int nx, int ny, const std::vector<const InfluenceTable*>& tables,
                                            int thread_count) {
  const int width = transform_length(2 * nx), height = transform_length(2 * ny);
  const std::size_t count = tables.size();
  std::vector<std::shared_ptr<const Spectrum<Real>>> spectra(count * count);
  for (std::size_t k = 0; k < count; ++k) {
    const auto value = [&](int ix, int iy) { return tables[k]->at(wrapped(ix, width), wrapped(iy, height)); };
    spectra[k * count + k] = make_spectrum<Real>(width, height, value, thread_count, /*inverse=*/true);
  }
  return std::make_unique<FftProduct<Real>>(nx, ny, static_cast<int>(count), std::move(spectra),
                                            thread_count);
}

template std::unique_ptr<Product<double>> make_product<double>(int, int, const BlockMatrix&, ProductKind,
                                                               int);
template std::unique_ptr<Product<float>> make_product<float>(int, int, const BlockMatrix&, ProductKind, int);
template std::unique_ptr<Product<double>> make_inverse<double>(int, int,
                                                               const std::vector<const InfluenceTable*>&,
                                                               int);
template std::unique_ptr<Product<float>> make_inverse<float>(int, int,
                                                             const std::vector<const InfluenceTable*>&, int);

}  // namespace jam::elastic
