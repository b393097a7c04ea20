// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Products of influence matrices with fields: displacements of tractions. Two ways: the direct sum over all
// pairs of cells, n^2 products (toeplitz_tile.hpp), and a convolution by Fourier transforms of the
// zero-padded grid, about 100 n log2 n (fft_product.hpp). Both give the same bits for any number of threads.
#pragma once

#include <memory>
#include <vector>

#include "jam/elastic/model/grid.hpp"
#include "jam/elastic/model/influence.hpp"

namespace jam::elastic {

/// A linear map of several fields to several fields, stored one after the other.
template <class Real>
class Product {
 public:
  Product() = default;
  virtual ~Product() = default;
  Product(const Product&) = delete;
  Product& operator=(const Product&) = delete;

  /// Input and output do not overlap. One call at a time.
  virtual void apply(const Real* in, Real* out) = 0;
};

/// Influence coefficients that map each input field to each output field, one row per output; null: none.
struct BlockMatrix {
  int outputs = 1;
  std::vector<const InfluenceTable*> tables;
};

enum class ProductKind { automatic, direct, fft };

/// Number of cells from which `automatic` takes the Fourier transforms (measured:
/// tests/bench/results/elastic.md).
inline constexpr int fft_threshold = 200;

/// The kind that is taken: direct or fft.
[[nodiscard]] ProductKind chosen(ProductKind kind, int cells);

/// Size that a table needs to serve an nx x ny grid and its preconditioner along one axis.
[[nodiscard]] int table_size(int cells);

/// The influence coefficients of a block for products on a grid; `liner`: see InfluenceKernel.
[[nodiscard]] InfluenceTable grid_table(Block block, const Grid& grid, const MaterialPair& pair,
                                        int thread_count, double liner = 0);

/// The matrix on nx x ny cells. Tables of table_size(). `thread_count` 0: all.
template <class Real>
[[nodiscard]] std::unique_ptr<Product<Real>> make_product(int nx, int ny, const BlockMatrix& matrix,
                                                          ProductKind kind, int thread_count);

/// An approximate inverse of even coefficients: the inverse of the matrix on the periodic grid of twice the
/// size, cut to the grid (Vollebregt, J. Tribol. 136, 2014). It maps one field to one field for each table of
/// `tables`.
template <class Real>
[[nodiscard]] std::unique_ptr<Product<Real>> make_inverse(int nx, int ny,
                                                          const std::vector<const InfluenceTable*>& tables,
                                                          int thread_count);

}  // namespace jam::elastic
