// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The product as a convolution: transform the zero-padded fields, multiply by the spectra of the
// coefficients, transform back. The padding is never stored: rows of the grid are transformed and stored,
// then columns are padded, transformed, multiplied and transformed back in the cache, a few at a time, then
// rows again.
#pragma once

#include <complex>
#include <functional>
#include <memory>
#include <vector>

#include "jam/core/aligned_array.hpp"
#include "jam/elastic/product/line_transforms.hpp"
#include "jam/elastic/product/product.hpp"

namespace jam::elastic {

/// The smallest even number with no prime factors but 2, 3 and 5 that is at least `length`: transforms of
/// such lengths are fast.
[[nodiscard]] int transform_length(int length);

/// The transform of a periodic field, divided by its number of points. Column kx = 0 .. width / 2 holds ky =
/// 0 .. height - 1 in a row. If the field is even under (x, y) -> (-x, -y) all are real, and only that is
/// stored.
template <class Real>
struct Spectrum {
  int width = 0, height = 0;  ///< Size of the periodic field.
  bool real = false;
  std::vector<Real> values;  ///< height * (width / 2 + 1) numbers, or pairs if not `real`.
};

/// A field on the periodic grid by its offsets receiver - source, 0 <= ix < width, 0 <= iy < height.
using PeriodicField = std::function<double(int ix, int iy)>;

/// The spectrum of a field, or of the inverse of an even, positive definite field: the reciprocals.
template <class Real>
[[nodiscard]] std::shared_ptr<const Spectrum<Real>> make_spectrum(int width, int height,
                                                                  const PeriodicField& field,
                                                                  int thread_count, bool inverse = false);

template <class Real>
class FftProduct : public Product<Real> {
 public:
  /// Spectra of each output and input, row by row, all of transform_length(2 nx) x transform_length(2 ny);
  /// null: none.
  FftProduct(int nx, int ny, int outputs, std::vector<std::shared_ptr<const Spectrum<Real>>> spectra,
             int thread_count);

  void apply(const Real* in, Real* out) override;

 private:
  using Complex = std::complex<Real>;
  void transform_columns(int first, int count);

  int nx_, ny_, outputs_, inputs_, thread_count_;
  std::vector<std::shared_ptr<const Spectrum<Real>>> spectra_;
  int width_, height_;
  std::ptrdiff_t stride_;  ///< Stride of the transformed rows.
  std::unique_ptr<LineTransforms<Real>> lines_;
  AlignedArray<Complex> rows_;  ///< Transformed rows of all fields.
};

}  // namespace jam::elastic
