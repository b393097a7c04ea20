// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The product as a convolution by Fourier transforms in pieces that a block of a GPU does in its shared
// memory, for host and device. Three kinds of pieces one after the other: two rows of the grid, padded and
// transformed as one complex line; columns of all fields, padded, transformed, multiplied by the spectra and
// transformed back; two rows back, cropped. The padding is never stored. A piece writes what no other piece
// of its kind reads.
//
// Spectra of influence coefficients are real, or imaginary where a block is odd, as are those of the
// preconditioner, and even or odd along a column. They are made in two kinds of pieces, coefficients and
// preconditioner together: the one as the real and the other as the imaginary part of the same transforms.
#pragma once

#include "jam/elastic/model/influence_formulas.hpp"
#include "jam/elastic/product/fft_line.hpp"

namespace jam::elastic {

/// A grid and its padded size, both even and at least twice the grid.
template <class Real>
struct FftShape {
  int nx = 0, ny = 0;
  LinePlan<Real> row, column;  ///< Plans for padded rows and columns.

  [[nodiscard]] JAM_HD_INLINE int width() const { return row.length; }
  [[nodiscard]] JAM_HD_INLINE int height() const { return column.length; }
  [[nodiscard]] JAM_HD_INLINE int columns() const {
    return row.length / 2 + 1;
  }  ///< Columns of transformed rows.
  [[nodiscard]] JAM_HD_INLINE int half_height() const {
    return column.length / 2 + 1;
  }  ///< Numbers in a column of an even spectrum.
  [[nodiscard]] JAM_HD_INLINE int row_pairs() const { return (ny + 1) / 2; }
};

/// The transform of influence coefficients over its number of points: columns() columns of half_height()
/// numbers, real or to be multiplied by i. Without numbers: zero.
template <class Real>
struct SpectrumView {
  const Real* half = nullptr;
  Real mirrored = 1;       ///< Number height() - k of a column is number k times this.
  bool imaginary = false;  ///< The numbers are to be multiplied by i.

  [[nodiscard]] JAM_HD_INLINE bool zero() const { return half == nullptr; }

  [[nodiscard]] JAM_HD_INLINE Complex<Real> times(const FftShape<Real>& shape, int column, int k,
                                                  Complex<Real> value) const {
    const bool upper = 2 * k > shape.height();
    const Real own = half[static_cast<std::ptrdiff_t>(column) * shape.half_height() +
                          (upper ? shape.height() - k : k)],
               factor = upper ? mirrored * own : own;
    return imaginary ? Complex<Real>{-factor * value.im, factor * value.re} : factor * value;
  }
};

/// Spectra from each input to each output, row by row.
template <class Real, int outputs_, int inputs_>
struct SpectrumMatrix {
  static constexpr int outputs = outputs_, inputs = inputs_, fields = outputs > inputs ? outputs : inputs;
  SpectrumView<Real> view[outputs * inputs];
};

/// Rows 2 pair and 2 pair + 1 of `in` to rows of columns() numbers. `scratch`: twice width() numbers, as in
/// all pieces of rows.
template <class Real, class Workers>
JAM_HD_INLINE void forward_row_pair(const Workers& workers, const FftShape<Real>& shape, const Real* in,
                                    int pair, Complex<Real>* scratch, Complex<Real>* rows) {
  const int width = shape.width(), nx = shape.nx, columns = shape.columns();
  const bool second = 2 * pair + 1 < shape.ny;
  const Real* const low = in + static_cast<std::ptrdiff_t>(2 * pair) * nx;
  workers.for_each(width, [&](int x) {
    scratch[x] = x < nx ? Complex<Real>{low[x], second ? low[nx + x] : Real(0)} : Complex<Real>{};
  });
  const Complex<Real>* const line = transform_lines(workers, shape.row, 1, scratch, scratch + width);
  Complex<Real>* const to = rows + static_cast<std::ptrdiff_t>(2 * pair) * columns;
  workers.for_each(columns, [&](int k) {
    const Complex<Real> a = line[k], b = line[k == 0 ? 0 : width - k].conjugate();
    to[k] = Real(0.5) * (a + b);
    if (second) to[columns + k] = Real(0.5) * (a - b).times_minus_i();
  });
}

/// Replaces columns first .. first + count - 1 of the transformed rows of all inputs by those of all outputs.
/// The rows of a field stand behind those of the field before. `scratch`: twice Matrix::fields * count *
/// height() numbers.
template <class Real, int outputs, int inputs, class Workers>
JAM_HD_INLINE void convolve_columns(const Workers& workers, const FftShape<Real>& shape,
                                    const SpectrumMatrix<Real, outputs, inputs>& spectra, int first,
                                    int count, Complex<Real>* scratch, Complex<Real>* rows) {
  const int height = shape.height(), columns = shape.columns(), points = count * height;
  const std::ptrdiff_t field = static_cast<std::ptrdiff_t>(columns) * shape.ny;
  Complex<Real>* const spare = scratch + SpectrumMatrix<Real, outputs, inputs>::fields * points;
  workers.for_each(inputs * points, [&](int i) {
    const int f = inputs == 1 ? 0 : i / points, rest = i - f * points, y = rest / count, c = rest - y * count;
    scratch[f * points + c * height + y] =
        y < shape.ny ? rows[f * field + static_cast<std::ptrdiff_t>(y) * columns + first + c]
                     : Complex<Real>{};
  });
  Complex<Real>* const there = transform_lines(workers, shape.column, inputs * count, scratch, spare);
  workers.for_each(points, [&](int i) {
    const int c = i / height, k = i - c * height;
    Complex<Real> in[inputs];
    JAM_UNROLL(2, 2)
    for (int f = 0; f < inputs; ++f) in[f] = there[f * points + i];
    JAM_UNROLL(2, 2)
    for (int o = 0; o < outputs; ++o) {
      Complex<Real> sum;
      JAM_UNROLL(2, 2)
      for (int f = 0; f < inputs; ++f) {
        const SpectrumView<Real>& view = spectra.view[o * inputs + f];
        if (inputs == 1) sum = view.times(shape, first + c, k, in[f]);
        else if (!view.zero()) sum = sum + view.times(shape, first + c, k, in[f]);
      }
      there[o * points + i] = sum.exchanged();
    }
  });
  const Complex<Real>* const back =
      transform_lines(workers, shape.column, outputs * count, there, there == scratch ? spare : scratch);
  workers.for_each(outputs * count * shape.ny, [&](int i) {
    const int f = outputs == 1 ? 0 : i / (count * shape.ny), rest = i - f * count * shape.ny,
              y = rest / count, c = rest - y * count;
    rows[f * field + static_cast<std::ptrdiff_t>(y) * columns + first + c] =
        back[f * points + c * height + y].exchanged();
  });
}

/// Transformed rows 2 pair and 2 pair + 1 to rows of `out`.
template <class Real, class Workers>
JAM_HD_INLINE void backward_row_pair(const Workers& workers, const FftShape<Real>& shape,
                                     const Complex<Real>* rows, int pair, Complex<Real>* scratch, Real* out) {
  const int width = shape.width(), nx = shape.nx, columns = shape.columns();
  const bool second = 2 * pair + 1 < shape.ny;
  const Complex<Real>* const from = rows + static_cast<std::ptrdiff_t>(2 * pair) * columns;
  workers.for_each(columns, [&](int k) {
    const Complex<Real> a = from[k], b = second ? from[columns + k] : Complex<Real>{};
    // a + i b and conj(a) + i conj(b), exchanged.
    scratch[k] = {a.im + b.re, a.re - b.im};
    if (k > 0 && k < columns - 1) scratch[width - k] = {b.re - a.im, a.re + b.im};
  });
  const Complex<Real>* const line = transform_lines(workers, shape.row, 1, scratch, scratch + width);
  Real* const low = out + static_cast<std::ptrdiff_t>(2 * pair) * nx;
  workers.for_each(nx, [&](int x) {
    low[x] = line[x].im;
    if (second) low[nx + x] = line[x].re;
  });
}

/// Row ky, 0 <= ky < half_height(), of the coefficients, cut to the offsets of the grid, and, as imaginary
/// part, of those of the whole periodic grid, which the preconditioner inverts, where the block is even in x
/// and y; transformed, to `rows`.
template <class Workers>
JAM_HD_INLINE void kernel_row(const Workers& workers, const FftShape<double>& shape,
                              const InfluenceKernel& kernel, int ky, Complex<double>* scratch,
                              Complex<double>* rows) {
  const int width = shape.width(), columns = shape.columns();
  const double sign = x_sign(kernel.block);
  const bool even = sign > 0 && y_sign(kernel.block) > 0;
  workers.for_each(columns, [&](int k) {
    const double value = offset_influence(kernel, k, ky);
    const Complex<double> both{k < shape.nx && ky < shape.ny ? value : 0, even ? value : 0};
    scratch[k] = both;
    if (k > 0 && k < columns - 1) scratch[width - k] = sign * both;
  });
  const Complex<double>* const line = transform_lines(workers, shape.row, 1, scratch, scratch + width);
  workers.for_each(columns, [&](int k) { rows[static_cast<std::ptrdiff_t>(ky) * columns + k] = line[k]; });
}

/// Column `column` of both spectra, from the rows of kernel_row(): SpectrumView::half, of the preconditioner
/// of an even block only. `scratch`: twice height() numbers.
template <class Real, class Workers>
JAM_HD_INLINE void kernel_column(const Workers& workers, const FftShape<double>& shape, Block block,
                                 int column, const Complex<double>* rows, Complex<double>* scratch,
                                 Real* spectrum, Real* inverse) {
  const int height = shape.height(), columns = shape.columns(), half = shape.half_height();
  const double sign = y_sign(block);
  const bool imaginary = x_sign(block) * sign < 0;
  workers.for_each(height, [&](int k) {
    const bool upper = 2 * k > height;
    const Complex<double> value =
        rows[static_cast<std::ptrdiff_t>(upper ? height - k : k) * columns + column];
    scratch[k] = upper ? sign * value : value;
  });
  const Complex<double>* const line = transform_lines(workers, shape.column, 1, scratch, scratch + height);
  const double scale = 1 / (static_cast<double>(shape.width()) * height);
  workers.for_each(half, [&](int k) {
    const std::ptrdiff_t place = static_cast<std::ptrdiff_t>(column) * half + k;
    spectrum[place] = static_cast<Real>(scale * (imaginary ? line[k].im : line[k].re));
    if (inverse != nullptr) inverse[place] = static_cast<Real>(scale / line[k].im);
  });
}

/// The view of a spectrum of kernel_column().
template <class Real>
[[nodiscard]] JAM_HD_INLINE SpectrumView<Real> spectrum_view(Block block, const Real* values) {
  return {values, static_cast<Real>(y_sign(block)), x_sign(block) * y_sign(block) < 0};
}

}  // namespace jam::elastic
