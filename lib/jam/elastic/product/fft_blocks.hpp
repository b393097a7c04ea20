// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The product as a convolution by Fourier transforms in pieces that a block of a GPU does in its shared memory, for host and device. Three
// kinds of pieces one after the other: two rows of the grid, padded and transformed as one complex line; columns, padded, transformed,
// multiplied by the spectrum and transformed back; two rows back, cropped. Of the padding nothing is stored. A piece writes what no other
// piece of its kind reads.
//
// The spectra of an even kernel and of the preconditioner, which are real, are found together in two kinds of pieces: one as the real and
// the other as the imaginary part of the same transforms.
#pragma once

#include "jam/elastic/model/influence_formulas.hpp"
#include "jam/elastic/product/fft_line.hpp"

namespace jam::elastic {

/// A grid and its padded size, both even and at least twice the grid.
template <class Real>
struct FftShape {
  int nx = 0, ny = 0;
  LinePlan<Real> row, column;  ///< Of padded rows and columns.

  [[nodiscard]] JAM_HD_INLINE int width() const { return row.length; }
  [[nodiscard]] JAM_HD_INLINE int height() const { return column.length; }
  [[nodiscard]] JAM_HD_INLINE int columns() const { return row.length / 2 + 1; }         ///< Of transformed rows.
  [[nodiscard]] JAM_HD_INLINE int half_height() const { return column.length / 2 + 1; }  ///< Numbers in a column of an even spectrum.
  [[nodiscard]] JAM_HD_INLINE int row_pairs() const { return (ny + 1) / 2; }
};

/// The transform of a kernel over its number of points, column by column: real where the kernel is even, half_height() numbers each; else
/// complex, height() numbers each.
template <class Real>
struct SpectrumView {
  const Real* even = nullptr;
  const Complex<Real>* any = nullptr;

  [[nodiscard]] JAM_HD_INLINE Complex<Real> times(const FftShape<Real>& shape, int column, int k, Complex<Real> value) const {
    if (any != nullptr) return any[static_cast<std::ptrdiff_t>(column) * shape.height() + k] * value;
    return even[static_cast<std::ptrdiff_t>(column) * shape.half_height() + (2 * k > shape.height() ? shape.height() - k : k)] * value;
  }
};

/// Rows 2 pair and 2 pair + 1 of `in` to rows of columns() numbers. `scratch`: twice width() numbers, as in all pieces of rows.
template <class Real, class Workers>
JAM_HD_INLINE void forward_row_pair(const Workers& workers, const FftShape<Real>& shape, const Real* in, int pair, Complex<Real>* scratch,
                                    Complex<Real>* rows) {
  const int width = shape.width(), nx = shape.nx, columns = shape.columns();
  const bool second = 2 * pair + 1 < shape.ny;
  const Real* const low = in + static_cast<std::ptrdiff_t>(2 * pair) * nx;
  workers.for_each(width, [&](int x) { scratch[x] = x < nx ? Complex<Real>{low[x], second ? low[nx + x] : Real(0)} : Complex<Real>{}; });
  const Complex<Real>* const line = transform_lines(workers, shape.row, 1, scratch, scratch + width);
  Complex<Real>* const to = rows + static_cast<std::ptrdiff_t>(2 * pair) * columns;
  workers.for_each(columns, [&](int k) {
    const Complex<Real> a = line[k], b = line[k == 0 ? 0 : width - k].conjugate();
    to[k] = Real(0.5) * (a + b);
    if (second) to[columns + k] = Real(0.5) * (a - b).turned();
  });
}

/// Columns first .. first + count - 1 of the transformed rows, in place. `scratch`: twice count * height() numbers.
template <class Real, class Workers>
JAM_HD_INLINE void convolve_columns(const Workers& workers, const FftShape<Real>& shape, const SpectrumView<Real>& spectrum, int first,
                                    int count, Complex<Real>* scratch, Complex<Real>* rows) {
  const int height = shape.height(), columns = shape.columns();
  Complex<Real>* const spare = scratch + count * height;
  workers.for_each(count * height, [&](int i) {
    const int y = i / count, c = i - y * count;
    scratch[c * height + y] = y < shape.ny ? rows[static_cast<std::ptrdiff_t>(y) * columns + first + c] : Complex<Real>{};
  });
  Complex<Real>* const there = transform_lines(workers, shape.column, count, scratch, spare);
  workers.for_each(count * height, [&](int i) {
    const int c = i / height, k = i - c * height;
    there[i] = spectrum.times(shape, first + c, k, there[i]).exchanged();
  });
  const Complex<Real>* const back = transform_lines(workers, shape.column, count, there, there == scratch ? spare : scratch);
  workers.for_each(count * shape.ny, [&](int i) {
    const int y = i / count, c = i - y * count;
    rows[static_cast<std::ptrdiff_t>(y) * columns + first + c] = back[c * height + y].exchanged();
  });
}

/// Transformed rows 2 pair and 2 pair + 1 to rows of `out`.
template <class Real, class Workers>
JAM_HD_INLINE void backward_row_pair(const Workers& workers, const FftShape<Real>& shape, const Complex<Real>* rows, int pair,
                                     Complex<Real>* scratch, Real* out) {
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

/// Row ky, 0 <= ky < half_height(), of the coefficients, cut to the offsets of the grid, and, as imaginary part, of those of the whole
/// periodic grid, which the preconditioner inverts; transformed, to `rows`. Both are even, and so are real after the transform.
template <class Workers>
JAM_HD_INLINE void kernel_row(const Workers& workers, const FftShape<double>& shape, const NormalKernel& kernel, int ky,
                              Complex<double>* scratch, Complex<double>* rows) {
  const int width = shape.width(), columns = shape.columns();
  workers.for_each(columns, [&](int k) {
    const double value = offset_influence(Block::nn, kernel.pair, kernel.dx, kernel.dy, k, ky) + (k == 0 && ky == 0 ? kernel.liner : 0);
    const Complex<double> both{k < shape.nx && ky < shape.ny ? value : 0, value};
    scratch[k] = both;
    if (k > 0 && k < columns - 1) scratch[width - k] = both;
  });
  const Complex<double>* const line = transform_lines(workers, shape.row, 1, scratch, scratch + width);
  workers.for_each(columns, [&](int k) { rows[static_cast<std::ptrdiff_t>(ky) * columns + k] = line[k]; });
}

/// Column `column` of both spectra, from the rows of kernel_row(). `scratch`: twice height() numbers.
template <class Real, class Workers>
JAM_HD_INLINE void kernel_column(const Workers& workers, const FftShape<double>& shape, int column, const Complex<double>* rows,
                                 Complex<double>* scratch, Real* spectrum, Real* inverse) {
  const int height = shape.height(), columns = shape.columns(), half = shape.half_height();
  workers.for_each(height,
                   [&](int k) { scratch[k] = rows[static_cast<std::ptrdiff_t>(2 * k > height ? height - k : k) * columns + column]; });
  const Complex<double>* const line = transform_lines(workers, shape.column, 1, scratch, scratch + height);
  const double scale = 1 / (static_cast<double>(shape.width()) * height);
  workers.for_each(half, [&](int k) {
    const std::ptrdiff_t place = static_cast<std::ptrdiff_t>(column) * half + k;
    spectrum[place] = static_cast<Real>(scale * line[k].re);
    inverse[place] = static_cast<Real>(scale / line[k].im);
  });
}

/// Column `column` of any kernel's spectrum, from its rows transformed by forward_row_pair() on the padded grid; scaled.
template <class Real, class Workers>
JAM_HD_INLINE void any_column(const Workers& workers, const FftShape<Real>& shape, int column, const Complex<Real>* rows,
                              Complex<Real>* scratch, Complex<Real>* spectrum) {
  const int height = shape.height();
  workers.for_each(height, [&](int k) { scratch[k] = rows[static_cast<std::ptrdiff_t>(k) * shape.columns() + column]; });
  const Complex<Real>* const line = transform_lines(workers, shape.column, 1, scratch, scratch + height);
  const Real scale = static_cast<Real>(1 / (static_cast<double>(shape.width()) * height));
  workers.for_each(height, [&](int k) { spectrum[static_cast<std::ptrdiff_t>(column) * height + k] = scale * line[k]; });
}

}  // namespace jam::elastic
