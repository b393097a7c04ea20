// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/elastic/product/fft_product.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <utility>

#include "jam/core/parallel.hpp"

namespace jam::elastic {

int transform_length(int length) {
  for (int n = length + length % 2;; n += 2) {
    int rest = n;
    for (const int prime : {2, 3, 5}) {
      while (rest % prime == 0) rest /= prime;
    }
    if (rest == 1) return n;
  }
}

namespace {

/// Columns that go through the cache together: two lines of it for each row.
constexpr int column_block = 8;

/// Transforms of fewer points take less time than threads to start.
constexpr long long threaded_points = 1 << 16;

/// A multiple of 64 bytes.
std::ptrdiff_t padded(std::ptrdiff_t numbers) { return (numbers + 15) / 16 * 16; }

/// Memory of this thread for lines, kept from call to call.
template <class T>
T* scratch(std::ptrdiff_t count) {
  thread_local AlignedArray<T> memory;
  return memory.reserve(count);
}

/// sum += factor * line, or = if `first`. Written out, as std::complex also treats infinities.
template <class Real>
void multiply(const Spectrum<Real>& spectrum, std::ptrdiff_t column, const std::complex<Real>* line,
              bool first, std::complex<Real>* sum) {
  const int height = spectrum.height;
  if (spectrum.real) {
    const Real* factor = spectrum.values.data() + column * height;
    for (int k = 0; k < height; ++k) {
      const std::complex<Real> value(factor[k] * line[k].real(), factor[k] * line[k].imag());
      sum[k] = first ? value : sum[k] + value;
    }
    return;
  }
  const Real* factor = spectrum.values.data() + 2 * column * height;
  for (int k = 0; k < height; ++k) {
    const Real a = factor[2 * k], b = factor[2 * k + 1], re = line[k].real(), im = line[k].imag();
    const std::complex<Real> value(a * re - b * im, a * im + b * re);
    sum[k] = first ? value : sum[k] + value;
  }
}

/// The whole transform in double precision, columns one after the other, unscaled.
std::vector<std::complex<double>> transformed(int width, int height, const PeriodicField& field,
                                              int thread_count) {
  const int columns = width / 2 + 1;
  const auto lines = make_line_transforms<double>(width, height);
  std::vector<std::complex<double>> values(static_cast<std::size_t>(columns) * height);
  parallel_for(height, thread_count, [&](int iy) {
    double* const row = scratch<double>(width);
    std::complex<double>* const out = scratch<std::complex<double>>(columns);
    for (int ix = 0; ix < width; ++ix) row[ix] = field(ix, iy);
    lines->real_forward(row, out);
    for (int k = 0; k < columns; ++k) values[static_cast<std::size_t>(k) * height + iy] = out[k];
  });
  parallel_for(columns, thread_count, [&](int k) {
    std::complex<double>* const line = scratch<std::complex<double>>(height);
    const auto column = values.begin() + static_cast<std::ptrdiff_t>(k) * height;
    std::copy_n(column, height, line);
    lines->forward(line);
    std::copy_n(line, height, column);
  });
  return values;
}

bool is_even(int width, int height, const PeriodicField& field) {
  for (int iy = 0; iy < height; ++iy) {
    for (int ix = 0; ix < width; ++ix) {
      if (field(ix, iy) != field((width - ix) % width, (height - iy) % height)) return false;
    }
  }
  return true;
}

}  // namespace

template <class Real>
std::shared_ptr<const Spectrum<Real>> make_spectrum(int width, int height, const PeriodicField& field,
                                                    int thread_count, bool inverse) {
  const auto values = transformed(width, height, field, thread_count);
  auto spectrum = std::make_shared<Spectrum<Real>>();
  *spectrum = {width, height, inverse || is_even(width, height, field), {}};
  const double scale = 1 / (static_cast<double>(width) * height);
  spectrum->values.reserve(values.size() * (spectrum->real ? 1 : 2));
  for (const std::complex<double>& value : values) {
    spectrum->values.push_back(static_cast<Real>(inverse ? scale / value.real() : scale * value.real()));
    if (!spectrum->real) spectrum->values.push_back(static_cast<Real>(scale * value.imag()));
  }
  return spectrum;
}

template <class Real>
FftProduct<Real>::FftProduct(int nx, int ny, int outputs,
                             std::vector<std::shared_ptr<const Spectrum<Real>>> spectra, int thread_count)
    : nx_(nx),
      ny_(ny),
      outputs_(outputs),
      inputs_(static_cast<int>(spectra.size()) / outputs),
      thread_count_(thread_count),
      spectra_(std::move(spectra)),
      width_(transform_length(2 * nx)),
      height_(transform_length(2 * ny)),
      stride_(padded(width_ / 2 + 1)),
      lines_(make_line_transforms<Real>(width_, height_)) {
  if (static_cast<long long>(width_) * height_ < threaded_points) thread_count_ = 1;
  rows_.reserve(std::max(inputs_, outputs_) * stride_ * ny_);
}

template <class Real>
void FftProduct<Real>::apply(const Real* in, Real* out) {
  constexpr int rows_at_once = 8;
  parallel_for(
      inputs_ * ny_, thread_count_,
      [&](int k) {
        Real* const line = scratch<Real>(width_);
        std::fill(std::copy_n(in + static_cast<std::ptrdiff_t>(k) * nx_, nx_, line), line + width_, Real(0));
        lines_->real_forward(line, rows_.data() + k * stride_);
      },
      rows_at_once);
  const int columns = width_ / 2 + 1;
  parallel_for((columns + column_block - 1) / column_block, thread_count_, [&](int block) {
    const int first = block * column_block;
    transform_columns(first, std::min(column_block, columns - first));
  });
  parallel_for(
      outputs_ * ny_, thread_count_,
      [&](int k) {
        Real* const line = scratch<Real>(width_);
        lines_->real_backward(rows_.data() + k * stride_, line);
        std::copy_n(line, nx_, out + static_cast<std::ptrdiff_t>(k) * nx_);
      },
      rows_at_once);
}

template <class Real>
void FftProduct<Real>::transform_columns(int first, int count) {
  const std::ptrdiff_t length = padded(height_);
  Complex* const input = scratch<Complex>((inputs_ * column_block + 1) * length);
  Complex* const product = input + inputs_ * column_block * length;
  for (int j = 0; j < inputs_; ++j) {
    Complex* const lines = input + j * column_block * length;
    const Complex* row = rows_.data() + j * ny_ * stride_ + first;
    for (int iy = 0; iy < ny_; ++iy, row += stride_) {
      for (int c = 0; c < count; ++c) lines[c * length + iy] = row[c];
    }
    for (int c = 0; c < count; ++c) {
      std::fill(lines + c * length + ny_, lines + c * length + height_, Complex());
      lines_->forward(lines + c * length);
    }
  }
  for (int i = 0; i < outputs_; ++i) {
    Complex* const rows = rows_.data() + i * ny_ * stride_ + first;
    for (int c = 0; c < count; ++c) {
      bool none = true;
      for (int j = 0; j < inputs_; ++j) {
        const Spectrum<Real>* const spectrum = spectra_[i * inputs_ + j].get();
        if (spectrum == nullptr) continue;
        multiply(*spectrum, first + c, input + (j * column_block + c) * length, none, product);
        none = false;
      }
      if (none) std::fill_n(product, height_, Complex());
      else lines_->backward(product);
      for (int iy = 0; iy < ny_; ++iy) rows[iy * stride_ + c] = product[iy];
    }
  }
}

template std::shared_ptr<const Spectrum<double>> make_spectrum<double>(int, int, const PeriodicField&, int,
                                                                       bool);
template std::shared_ptr<const Spectrum<float>> make_spectrum<float>(int, int, const PeriodicField&, int,
                                                                     bool);
template class FftProduct<double>;
template class FftProduct<float>;

}  // namespace jam::elastic
