// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The product as a convolution by Fourier transforms in pieces that a block of a GPU does in its shared
// memory, for host and device. Three kinds of pieces one after the other: two rows of the grid, padded and
// transformed as one complex line; columns of all fields, padded, transformed, multiplied by the spectra and
// transformed back; two rows back, cropped. The padding is never stored. A piece writes what no other
// piece of its kind reads.
//
// Spectra of influence coefficients are real, or imaginary where a block is odd, as are those of the
// preconditioner, and even or odd along a column. They are made in two kinds of pieces, coefficients and
// preconditioner together: the one as the real and the other as the imaginary part of the same transforms.
#pragma once

#include "jam/elastic/model/influence_formulas.hpp"
#include "jam/elastic/product/fft_line.hpp"

namespace jam::elastic {

/// A grid of nx x ny cells and its padded size. Padded width and height are even, and at least twice nx, ny.
template <class Real>
struct FftShape {
  int nx = 0, ny = 0;
  LinePlan<Real> row, column;  ///< Plans for padded rows and columns.

  [[nodiscard]] JAM_HD_INLINE int padded_width() const { return row.length; }
  [[nodiscard]] JAM_HD_INLINE int padded_height() const { return column.length; }
  /// Number of columns of transformed rows: the other half follows from symmetry.
  [[nodiscard]] JAM_HD_INLINE int columns() const { return row.length / 2 + 1; }
  /// Number of values in a column of an even spectrum.
  [[nodiscard]] JAM_HD_INLINE int half_height() const { return column.length / 2 + 1; }
  [[nodiscard]] JAM_HD_INLINE int row_pairs() const { return (ny + 1) / 2; }
  /// Index of a number in the transformed rows of fields that follow each other.
  [[nodiscard]] JAM_HD_INLINE std::ptrdiff_t index(int field, int y, int column_number) const {
    return field * (static_cast<std::ptrdiff_t>(columns()) * ny) +
           static_cast<std::ptrdiff_t>(y) * columns() + column_number;
  }
};

/// The transform of influence coefficients over its number of points: columns() columns of half_height()
/// numbers, real or to be multiplied by i. Without numbers: zero.
template <class Real>
struct SpectrumView {
  const Real* half = nullptr;
  Real mirrored = 1;       ///< Number padded_height() - k of a column is this times number k.
  bool imaginary = false;  ///< The numbers are to be multiplied by i.

  [[nodiscard]] JAM_HD_INLINE bool zero() const { return half == nullptr; }

  [[nodiscard]] JAM_HD_INLINE Complex<Real> times(const FftShape<Real>& shape, int column, int k,
                                                  Complex<Real> value) const {
    const bool upper = 2 * k > shape.padded_height();
    const Real own = half[static_cast<std::ptrdiff_t>(column) * shape.half_height() +
                          (upper ? shape.padded_height() - k : k)],
               factor = upper ? mirrored * own : own;
    return imaginary ? Complex<Real>{-factor * value.im, factor * value.re} : factor * value;
  }
};

/// Transforms of the influence coefficients that map each input field to each output field, one row for each
/// output. With one input no view may be zero.
template <class Real, int outputs_, int inputs_>
struct SpectrumMatrix {
  static constexpr int outputs = outputs_, inputs = inputs_, fields = outputs > inputs ? outputs : inputs;
  SpectrumView<Real> view[outputs * inputs];
};

/// Rows 2 pair and 2 pair + 1 of `in` to rows of columns() numbers. `scratch`: twice padded_width() numbers,
/// as in all pieces of rows.
template <class Real, Workers W>
JAM_HD_INLINE void forward_row_pair(const W& workers, const FftShape<Real>& shape, const Real* in, int pair,
                                    Complex<Real>* scratch, Complex<Real>* rows) {
  const int width = shape.padded_width(), nx = shape.nx, columns = shape.columns();
  const bool second = 2 * pair + 1 < shape.ny;
  const Real* const low = in + static_cast<std::ptrdiff_t>(2 * pair) * nx;
  for_each_and_sync(workers, width, [&](int x) {
    scratch[x] = x < nx ? Complex<Real>{low[x], second ? low[nx + x] : Real(0)} : Complex<Real>{};
  });
  const Complex<Real>* const line = transform_lines(workers, shape.row, 1, scratch, scratch + width);
  Complex<Real>* const to = rows + static_cast<std::ptrdiff_t>(2 * pair) * columns;
  for_each_and_sync(workers, columns, [&](int k) {
    const Complex<Real> a = line[k], b = line[k == 0 ? 0 : width - k].conjugate();
    to[k] = Real(0.5) * (a + b);
    if (second) to[columns + k] = Real(0.5) * (a - b).times_minus_i();
  });
}

/// Columns first .. first + count - 1 of the transformed rows of all fields, to padded columns that follow
/// each other.
template <int fields, class Real, Workers W>
JAM_HD_INLINE void gather_columns(const W& workers, const FftShape<Real>& shape, int first, int count,
                                  const Complex<Real>* rows, Complex<Real>* padded) {
  const int height = shape.padded_height(), points = count * height;
  for_each_and_sync(workers, fields * points, [&](int i) {
    const int f = fields == 1 ? 0 : i / points, point = i - f * points, y = point / count,
              column = point - y * count;
    padded[f * points + column * height + y] =
        y < shape.ny ? rows[shape.index(f, y, first + column)] : Complex<Real>{};
  });
}

/// Replaces transformed columns of all inputs by those of all outputs. Real and imaginary parts are
/// exchanged, so that the next forward transform is a backward one (fft_line.hpp).
template <class Real, int outputs, int inputs, Workers W>
JAM_HD_INLINE void multiply_spectra(const W& workers, const FftShape<Real>& shape,
                                    const SpectrumMatrix<Real, outputs, inputs>& spectra, int first,
                                    int count, Complex<Real>* columns) {
  const int height = shape.padded_height(), points = count * height;
  for_each_and_sync(workers, points, [&](int i) {
    const int column = i / height, k = i - column * height;
    Complex<Real> in[inputs];
    JAM_UNROLL(2, 2)
    for (int f = 0; f < inputs; ++f) in[f] = columns[f * points + i];
    JAM_UNROLL(2, 2)
    for (int o = 0; o < outputs; ++o) {
      Complex<Real> sum;
      JAM_UNROLL(2, 2)
      for (int f = 0; f < inputs; ++f) {
        const SpectrumView<Real>& view = spectra.view[o * inputs + f];
        if (inputs == 1) sum = view.times(shape, first + column, k, in[f]);
        else if (!view.zero()) sum = sum + view.times(shape, first + column, k, in[f]);
      }
      columns[o * points + i] = sum.exchanged();
    }
  });
}

/// The way back of gather_columns(), without the padding; parts are exchanged again.
template <int fields, class Real, Workers W>
JAM_HD_INLINE void scatter_columns(const W& workers, const FftShape<Real>& shape, int first, int count,
                                   const Complex<Real>* padded, Complex<Real>* rows) {
  const int height = shape.padded_height(), points = count * height, kept = count * shape.ny;
  for_each_and_sync(workers, fields * kept, [&](int i) {
    const int f = fields == 1 ? 0 : i / kept, point = i - f * kept, y = point / count,
              column = point - y * count;
    rows[shape.index(f, y, first + column)] = padded[f * points + column * height + y].exchanged();
  });
}

/// Replaces columns first .. first + count - 1 of the transformed rows of all inputs by those of all outputs.
/// The rows of a field follow those of the previous field. `scratch`: twice Matrix::fields * count *
/// padded_height() numbers.
template <class Real, int outputs, int inputs, Workers W>
JAM_HD_INLINE void convolve_columns(const W& workers, const FftShape<Real>& shape,
                                    const SpectrumMatrix<Real, outputs, inputs>& spectra, int first,
                                    int count, Complex<Real>* scratch, Complex<Real>* rows) {
  Complex<Real>* const spare =
      scratch + SpectrumMatrix<Real, outputs, inputs>::fields * count * shape.padded_height();
  gather_columns<inputs>(workers, shape, first, count, rows, scratch);
  Complex<Real>* const columns = transform_lines(workers, shape.column, inputs * count, scratch, spare);
  multiply_spectra(workers, shape, spectra, first, count, columns);
  const Complex<Real>* const back =
      transform_lines(workers, shape.column, outputs * count, columns, columns == scratch ? spare : scratch);
  scatter_columns<outputs>(workers, shape, first, count, back, rows);
}

/// Transformed rows 2 pair and 2 pair + 1 to rows of `out`.
template <class Real, Workers W>
JAM_HD_INLINE void backward_row_pair(const W& workers, const FftShape<Real>& shape, const Complex<Real>* rows,
                                     int pair, Complex<Real>* scratch, Real* out) {
  const int width = shape.padded_width(), nx = shape.nx, columns = shape.columns();
  const bool second = 2 * pair + 1 < shape.ny;
  const Complex<Real>* const from = rows + static_cast<std::ptrdiff_t>(2 * pair) * columns;
  for_each_and_sync(workers, columns, [&](int k) {
    const Complex<Real> a = from[k], b = second ? from[columns + k] : Complex<Real>{};
    // a + i b and conj(a) + i conj(b), exchanged.
    scratch[k] = {a.im + b.re, a.re - b.im};
    if (k > 0 && k < columns - 1) scratch[width - k] = {b.re - a.im, a.re + b.im};
  });
  const Complex<Real>* const line = transform_lines(workers, shape.row, 1, scratch, scratch + width);
  Real* const low = out + static_cast<std::ptrdiff_t>(2 * pair) * nx;
  for_each_and_sync(workers, nx, [&](int x) {
    low[x] = line[x].im;
    if (second) low[nx + x] = line[x].re;
  });
}

/// Row ky, 0 <= ky < half_height(), of the coefficients, cut to the offsets of the grid, and, as imaginary
/// part, of those of the whole periodic grid, which the preconditioner inverts, where the block is even in x
/// and y; transformed, to `rows`.
template <Workers W>
JAM_HD_INLINE void kernel_row(const W& workers, const FftShape<double>& shape, const InfluenceKernel& kernel,
                              int ky, Complex<double>* scratch, Complex<double>* rows) {
  const int width = shape.padded_width(), columns = shape.columns();
  const double sign = x_sign(kernel.block);
  const bool even = sign > 0 && y_sign(kernel.block) > 0;
  for_each_and_sync(workers, columns, [&](int k) {
    const double value = offset_influence(kernel, k, ky);
    const Complex<double> both{k < shape.nx && ky < shape.ny ? value : 0, even ? value : 0};
    scratch[k] = both;
    if (k > 0 && k < columns - 1) scratch[width - k] = sign * both;
  });
  const Complex<double>* const line = transform_lines(workers, shape.row, 1, scratch, scratch + width);
  for_each_and_sync(workers, columns,
                    [&](int k) { rows[static_cast<std::ptrdiff_t>(ky) * columns + k] = line[k]; });
}

/// Computes column `column` of both spectra (SpectrumView::half) from the rows of kernel_row(). `inverse` is
/// the spectrum of the preconditioner; null unless the block is even. `scratch`: twice padded_height()
/// numbers.
template <class Real, Workers W>
JAM_HD_INLINE void kernel_column(const W& workers, const FftShape<double>& shape, Block block, int column,
                                 const Complex<double>* rows, Complex<double>* scratch, Real* spectrum,
                                 Real* inverse) {
  const int height = shape.padded_height(), columns = shape.columns(), half = shape.half_height();
  const double sign = y_sign(block);
  const bool imaginary = x_sign(block) * sign < 0;
  for_each_and_sync(workers, height, [&](int k) {
    const bool upper = 2 * k > height;
    const Complex<double> value =
        rows[static_cast<std::ptrdiff_t>(upper ? height - k : k) * columns + column];
    scratch[k] = upper ? sign * value : value;
  });
  const Complex<double>* const line = transform_lines(workers, shape.column, 1, scratch, scratch + height);
  const double scale = 1 / (static_cast<double>(shape.padded_width()) * height);
  for_each_and_sync(workers, half, [&](int k) {
    const std::ptrdiff_t place = static_cast<std::ptrdiff_t>(column) * half + k;
    spectrum[place] = static_cast<Real>(scale * (imaginary ? line[k].im : line[k].re));
    // Influence matrices are positive definite: no number of the spectrum is 0.
    if (inverse != nullptr) inverse[place] = static_cast<Real>(scale / line[k].im);
  });
}

/// The view of a spectrum of kernel_column().
template <class Real>
[[nodiscard]] JAM_HD_INLINE SpectrumView<Real> spectrum_view(Block block, const Real* values) {
  return {values, static_cast<Real>(y_sign(block)), x_sign(block) * y_sign(block) < 0};
}

}  // namespace jam::elastic
