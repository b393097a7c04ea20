// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Products by the pieces of fft_blocks.hpp, one after the other on the host.
#pragma once

#include <vector>

#include "jam/elastic/product/fft_blocks.hpp"
#include "jam/elastic/product/fft_product.hpp"

namespace jam::test {

using namespace elastic;

template <class Real>
class FftPieces {
 public:
  FftPieces(int nx, int ny, const InfluenceKernel& kernel) : FftPieces(nx, ny) {
    const std::vector<Complex<double>> row_roots = roots_of_unity<double>(shape_.padded_width()),
                                       column_roots = roots_of_unity<double>(shape_.padded_height());
    FftShape<double> exact{nx, ny, line_plan<double>(shape_.padded_width()),
                           line_plan<double>(shape_.padded_height())};
    exact.row.roots = row_roots.data();
    exact.column.roots = column_roots.data();
    const std::size_t points = static_cast<std::size_t>(exact.columns()) * exact.half_height();
    std::vector<Complex<double>> rows(points),
        scratch(2 * std::max(exact.padded_width(), exact.padded_height()));
    spectrum_.resize(points), inverse_.resize(points);
    const bool even = x_sign(kernel.block) > 0 && y_sign(kernel.block) > 0;
    block_ = kernel.block;
    for (int ky = 0; ky < exact.half_height(); ++ky)
      kernel_row(OneThread(), exact, kernel, ky, scratch.data(), rows.data());
    for (int c = 0; c < exact.columns(); ++c)
      kernel_column(OneThread(), exact, kernel.block, c, rows.data(), scratch.data(), spectrum_.data(),
                    even ? inverse_.data() : nullptr);
  }

  [[nodiscard]] SpectrumView<Real> spectrum() const { return spectrum_view(block_, spectrum_.data()); }
  [[nodiscard]] SpectrumView<Real> inverse() const { return spectrum_view(block_, inverse_.data()); }

  [[nodiscard]] std::vector<Real> multiply(const SpectrumView<Real>& spectrum, const std::vector<Real>& in) {
    return multiply(SpectrumMatrix<Real, 1, 1>{{spectrum}}, in);
  }

  /// Fields stand one behind the other; the spectra are of the same grid.
  template <int outputs, int inputs>
  [[nodiscard]] std::vector<Real> multiply(const SpectrumMatrix<Real, outputs, inputs>& spectra,
                                           const std::vector<Real>& in) {
    constexpr int fields = SpectrumMatrix<Real, outputs, inputs>::fields;
    const std::size_t cells = static_cast<std::size_t>(shape_.nx) * shape_.ny,
                      row_points = static_cast<std::size_t>(shape_.columns()) * shape_.ny;
    std::vector<Complex<Real>> rows(fields * row_points),
        scratch(static_cast<std::size_t>(4) * fields *
                std::max(shape_.padded_width(), shape_.padded_height()));
    std::vector<Real> out(outputs * cells);
    for (int f = 0; f < inputs; ++f) {
      for (int pair = 0; pair < shape_.row_pairs(); ++pair)
        forward_row_pair(OneThread(), shape_, in.data() + f * cells, pair, scratch.data(),
                         rows.data() + f * row_points);
    }
    for (int c = 0; c < shape_.columns(); c += 2)
      convolve_columns(OneThread(), shape_, spectra, c, std::min(2, shape_.columns() - c), scratch.data(),
                       rows.data());
    for (int f = 0; f < outputs; ++f) {
      for (int pair = 0; pair < shape_.row_pairs(); ++pair)
        backward_row_pair(OneThread(), shape_, rows.data() + f * row_points, pair, scratch.data(),
                          out.data() + f * cells);
    }
    return out;
  }

 private:
  FftPieces(int nx, int ny) {
    shape_ = {nx, ny, line_plan<Real>(transform_length(2 * nx)), line_plan<Real>(transform_length(2 * ny))};
    row_roots_ = roots_of_unity<Real>(shape_.padded_width());
    column_roots_ = roots_of_unity<Real>(shape_.padded_height());
    shape_.row.roots = row_roots_.data();
    shape_.column.roots = column_roots_.data();
  }

  FftShape<Real> shape_;
  std::vector<Complex<Real>> row_roots_, column_roots_;
  std::vector<Real> spectrum_, inverse_;
  Block block_ = Block::nn;
};

}  // namespace jam::test
