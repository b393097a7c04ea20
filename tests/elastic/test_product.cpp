// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Products: exact integers, the dense matrix, direct against Fourier, threads.
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>

#include "elastic/reference_products.hpp"
#include "jam/elastic/product/direct_product.hpp"
#include "jam/elastic/product/fft_product.hpp"

using namespace jam;
using namespace jam::elastic;
using namespace jam::test;

namespace {

using Value = std::function<double(int, int)>;  ///< B by zero-based kx', ky'.

template <class Real>
std::shared_ptr<Kernel<Real>> kernel_of(int nx, int ny, const Value& value) {
  return std::make_shared<Kernel<Real>>(nx, ny,
                                        [&](int kx, int ky) { return value(kx + nx - 1, ky + ny - 1); });
}

template <class Real>
std::shared_ptr<const Spectrum<Real>> spectrum_of(int nx, int ny, const Value& value) {
  const int width = transform_length(2 * nx), height = transform_length(2 * ny);
  return make_spectrum<Real>(
      width, height,
      [&](int ix, int iy) {
        // Offsets receiver - source; B has source - receiver.
        const int kx = ix <= width / 2 ? -ix : width - ix, ky = iy <= height / 2 ? -iy : height - iy;
        return std::abs(kx) < nx && std::abs(ky) < ny ? value(kx + nx - 1, ky + ny - 1) : 0;
      },
      2);
}

template <class Real>
std::vector<Real> field(int nx, int ny, const Value& value) {
  std::vector<Real> result;
  for (int jy = 0; jy < ny; ++jy) {
    for (int jx = 0; jx < nx; ++jx) result.push_back(static_cast<Real>(value(jx, jy)));
  }
  return result;
}

template <class Real>
std::vector<Real> direct(int nx, int ny, int outputs,
                         std::vector<std::shared_ptr<const Kernel<Real>>> kernels,
                         const std::vector<Real>& in, int threads = 0) {
  DirectProduct<Real> product(nx, ny, outputs, std::move(kernels), threads);
  std::vector<Real> out(static_cast<std::size_t>(outputs) * nx * ny, std::numeric_limits<Real>::quiet_NaN());
  product.apply(in.data(), out.data());
  return out;
}

template <class Real>
std::vector<Real> fourier(int nx, int ny, int outputs,
                          std::vector<std::shared_ptr<const Spectrum<Real>>> spectra,
                          const std::vector<Real>& in, int threads = 0) {
  FftProduct<Real> product(nx, ny, outputs, std::move(spectra), threads);
  std::vector<Real> out(static_cast<std::size_t>(outputs) * nx * ny, std::numeric_limits<Real>::quiet_NaN());
  product.apply(in.data(), out.data());
  return out;
}

double total(const std::vector<double>& values) {
  double sum = 0;
  for (const double value : values) sum += value;
  return sum;
}

const Value b_xx = [](int kx, int ky) { return (7 * kx + 13 * ky) % 17; };
const Value b_xy = [](int kx, int ky) { return (5 * kx + 3 * ky) % 13; };
const Value b_yx = [](int kx, int ky) { return (3 * kx + 11 * ky) % 19; };
const Value b_yy = [](int kx, int ky) { return (2 * kx + 9 * ky) % 7; };
const Value p_x = [](int jx, int jy) { return (3 * jx + 5 * jy) % 11; };
const Value p_y = [](int jx, int jy) { return (4 * jx + 7 * jy) % 9; };

}  // namespace

TEMPLATE_TEST_CASE("an integer product is exact (T1)", "", double, float) {
  const auto in = field<TestType>(64, 32, p_x);
  const auto check = [](const std::vector<double>& u) {
    CHECK(u[0] == 81637);
    CHECK(u[63] == 81840);
    CHECK(u[1000] == 81840);
    CHECK(u[1984] == 81972);
    CHECK(u[2047] == 81886);
    CHECK(*std::max_element(u.begin(), u.end()) == 82177);
    CHECK(total(u) == 167657417);
  };
  check(dense_product(64, 32, b_xx, field<double>(64, 32, p_x)));
  const auto u = direct<TestType>(64, 32, 1, {kernel_of<TestType>(64, 32, b_xx)}, in);
  check({u.begin(), u.end()});
  std::vector<double> rounded;
  for (const TestType value : fourier<TestType>(64, 32, 1, {spectrum_of<TestType>(64, 32, b_xx)}, in))
    rounded.push_back(std::round(value));
  check(rounded);
}

TEST_CASE("two displacements of two tractions are exact (T2)") {
  auto in = field<double>(64, 32, p_x);
  const auto second = field<double>(64, 32, p_y);
  in.insert(in.end(), second.begin(), second.end());
  const auto check = [](const std::vector<double>& s) {
    const std::vector<double> x(s.begin(), s.begin() + 2048), y(s.begin() + 2048, s.end());
    CHECK(std::vector{x[0], x[63], x[1000], x[1984], x[2047], total(x)} ==
          std::vector<double>{130756, 130991, 130994, 131069, 130963, 268271546});
    CHECK(std::vector{y[0], y[63], y[1000], y[1984], y[2047], total(y)} ==
          std::vector<double>{116659, 116689, 116620, 116659, 117050, 238921729});
  };
  check(direct<double>(64, 32, 2,
                       {kernel_of<double>(64, 32, b_xx), kernel_of<double>(64, 32, b_xy),
                        kernel_of<double>(64, 32, b_yx), kernel_of<double>(64, 32, b_yy)},
                       in));
  auto s = fourier<double>(64, 32, 2,
                           {spectrum_of<double>(64, 32, b_xx), spectrum_of<double>(64, 32, b_xy),
                            spectrum_of<double>(64, 32, b_yx), spectrum_of<double>(64, 32, b_yy)},
                           in);
  for (double& value : s) value = std::round(value);
  check(s);
}

TEMPLATE_TEST_CASE("Fourier transforms round to the direct sums of integers on any grid", "", double, float) {
  for (const auto& [nx, ny] :
       {std::pair(1, 1), std::pair(1, 40), std::pair(33, 5), std::pair(20, 27), std::pair(45, 1)}) {
    CAPTURE(nx, ny);
    auto in = field<TestType>(nx, ny, p_x);
    const auto second = field<TestType>(nx, ny, p_y);
    in.insert(in.end(), second.begin(), second.end());
    auto u = fourier<TestType>(nx, ny, 2,
                               {spectrum_of<TestType>(nx, ny, b_xx), nullptr,
                                spectrum_of<TestType>(nx, ny, b_yx), spectrum_of<TestType>(nx, ny, b_yy)},
                               in);
    for (TestType& value : u) value = std::round(value);
    CHECK(u == direct<TestType>(nx, ny, 2,
                                {kernel_of<TestType>(nx, ny, b_xx), nullptr,
                                 kernel_of<TestType>(nx, ny, b_yx), kernel_of<TestType>(nx, ny, b_yy)},
                                in));
  }
}

TEST_CASE("a block that is missing is zero") {
  const auto in = field<double>(20, 10, p_x);
  auto twice = in;
  twice.insert(twice.end(), in.begin(), in.end());
  const auto alone = direct<double>(20, 10, 1, {kernel_of<double>(20, 10, b_xx)}, in);
  auto u = direct<double>(20, 10, 2, {nullptr, kernel_of<double>(20, 10, b_xx), nullptr, nullptr}, twice);
  CHECK(std::vector(u.begin(), u.begin() + 200) == alone);
  CHECK(std::vector(u.begin() + 200, u.end()) == std::vector<double>(200));
  const std::vector<double> zero(400);
  CHECK(fourier<double>(20, 10, 2, {nullptr, nullptr, nullptr, nullptr}, twice) == zero);
  u = fourier<double>(20, 10, 2, {nullptr, spectrum_of<double>(20, 10, b_xx), nullptr, nullptr}, twice);
  CHECK(relative_difference(std::vector(u.begin(), u.begin() + 200), alone) < 1e-14);
  CHECK(std::vector(u.begin() + 200, u.end()) == std::vector<double>(200));
}

TEST_CASE("padding is never used (T3)") {
  for (const auto& [nx, ny] : {std::pair(64, 32), std::pair(256, 1), std::pair(256, 7), std::pair(64, 16),
                               std::pair(512, 3), std::pair(33, 5)}) {
    auto kernel = kernel_of<double>(nx, ny, b_xx);
    for (int ky = 1 - ny; ky < ny; ++ky) {
      for (int k = 2 * nx - 1; k < kernel->stride(); ++k)
        kernel->row(ky)[k] = std::numeric_limits<double>::quiet_NaN();
    }
    const auto in = field<double>(nx, ny, p_x);
    CAPTURE(nx, ny);
    CHECK(direct<double>(nx, ny, 1, {kernel}, in) == dense_product(nx, ny, b_xx, in));
  }
}

TEST_CASE("random products: precisions and ways agree, threads change no bit (T5)") {
  std::mt19937 engine(1337);
  const auto random = [&](int, int) { return static_cast<double>(engine()) / 4294967296.0; };
  for (const auto& [nx, ny] :
       {std::pair(64, 16), std::pair(64, 64), std::pair(200, 90), std::pair(5, 3), std::pair(1, 40)}) {
    CAPTURE(nx, ny);
    const auto table = field<double>(2 * nx - 1, 2 * ny - 1, random);
    const Value value = [&, width = 2 * nx - 1](int kx, int ky) { return table[ky * width + kx]; };
    const auto in = field<double>(nx, ny, random);
    const std::vector<float> in_single(in.begin(), in.end());
    const auto exact = dense_product(nx, ny, value, in);
    CHECK(relative_difference(direct<double>(nx, ny, 1, {kernel_of<double>(nx, ny, value)}, in), exact) <
          1e-15);
    CHECK(relative_difference(direct<float>(nx, ny, 1, {kernel_of<float>(nx, ny, value)}, in_single), exact) <
          1e-6);
    const auto spectrum = spectrum_of<double>(nx, ny, value);
    const auto u = fourier<double>(nx, ny, 1, {spectrum}, in, 1);
    CHECK(relative_difference(u, exact) < 1e-13);
    CHECK(u == fourier<double>(nx, ny, 1, {spectrum}, in, 2));
    CHECK(relative_difference(fourier<float>(nx, ny, 1, {spectrum_of<float>(nx, ny, value)}, in_single),
                              exact) < 1e-6);
  }
}

TEST_CASE("all instruction sets give the same bits") {
  std::mt19937 engine(7);
  const auto random = [&](int, int) { return static_cast<double>(engine()) / 4294967296.0; };
  const auto table = field<double>(2 * 70 - 1, 2 * 9 - 1, random);
  const auto kernel = kernel_of<double>(70, 9, [&](int kx, int ky) { return table[ky * 139 + kx]; });
  const auto in = field<double>(70, 9, random);
  std::vector<double> plain(70), other(70);
  direct_row_double.version(Isa::plain)(kernel->view(), in.data(), 4, false, plain.data());
  for (const Isa isa : all_isas) {
    auto* const row = direct_row_double.version(isa);
    if (row == nullptr) continue;
    row(kernel->view(), in.data(), 4, false, other.data());
    CHECK(other == plain);
  }
}

TEST_CASE("lengths of transforms are even and smooth") {
  CHECK(transform_length(2) == 2);
  CHECK(transform_length(7) == 8);
  CHECK(transform_length(128) == 128);
  CHECK(transform_length(514) == 540);
  CHECK(transform_length(22) == 24);
}
