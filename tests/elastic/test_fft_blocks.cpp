// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The transforms and products that a GPU does in pieces, by one worker on the host: against sums written out,
// and direct products.
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "elastic/contacts.hpp"
#include "elastic/fft_pieces.hpp"
#include "elastic/reference_products.hpp"
#include "jam/core/error.hpp"
#include "jam/elastic/cuda/device.hpp"
#include "jam/elastic/product/fft_product.hpp"

using namespace jam;
using namespace jam::test;

namespace {

std::vector<double> random_field(int count, unsigned seed) {
  std::mt19937 engine(seed);
  std::vector<double> field;
  for (int i = 0; i < count; ++i) field.push_back(static_cast<double>(engine()) / 4294967296.0);
  return field;
}

}  // namespace

TEST_CASE("lines are transformed for all lengths with factors 2, 3 and 5") {
  for (const int length : {2, 4, 6, 8, 10, 18, 30, 64, 90, 120, 128, 250, 360}) {
    CAPTURE(length);
    const auto values = random_field(4 * length, static_cast<unsigned>(length));
    const std::vector<Complex<double>> roots = roots_of_unity<double>(length);
    LinePlan<double> plan = line_plan<double>(length);
    plan.roots = roots.data();
    std::vector<Complex<double>> a(2 * length), b(2 * length);
    for (int k = 0; k < 2 * length; ++k) a[k] = {values[2 * k], values[2 * k + 1]};
    const auto input = a;
    const Complex<double>* const result = transform_lines(OneThread(), plan, 2, a.data(), b.data());
    double largest = 0;
    for (int line = 0; line < 2; ++line) {
      for (int k = 0; k < length; ++k) {
        Complex<double> sum;
        for (int j = 0; j < length; ++j)
          sum = sum + input[line * length + j] * roots[static_cast<std::size_t>(j) * k % length];
        const Complex<double> error = result[line * length + k] - sum;
        largest = std::max({largest, std::fabs(error.re), std::fabs(error.im)});
      }
    }
    CHECK(largest < 2e-15 * length);
  }
}

TEMPLATE_TEST_CASE("products of influence coefficients in pieces are those of the direct sum", "", double,
                   float) {
  for (const auto& [nx, ny] : {std::pair(16, 16), std::pair(20, 9), std::pair(33, 50), std::pair(5, 1)}) {
    CAPTURE(nx, ny);
    const InfluenceKernel kernel{m1(), 0.1, 0.15, 1e-3};
    InfluenceTable table = influence_table(Block::nn, m1(), 0.1, 0.15, table_size(nx), table_size(ny));
    table.values[0] += 1e-3;
    const auto exact = make_product<double>(nx, ny, {1, {&table}}, ProductKind::direct, 1);
    const std::vector<double> in = random_field(nx * ny, 3);
    std::vector<double> expected(in.size());
    exact->apply(in.data(), expected.data());
    FftPieces<TestType> pieces(nx, ny, kernel);
    const std::vector<TestType> values(in.begin(), in.end());
    CHECK(relative_difference(pieces.multiply(pieces.spectrum(), values), expected) <
          (sizeof(TestType) == 8 ? 1e-14 : 1e-6));
    make_inverse<double>(nx, ny, {&table}, 1)->apply(in.data(), expected.data());
    CHECK(relative_difference(pieces.multiply(pieces.inverse(), values), expected) <
          (sizeof(TestType) == 8 ? 1e-12 : 1e-5));
  }
}

TEST_CASE("products of several fields in pieces are those of the direct sum") {
  const MaterialPair pair = combine({500, 0.3}, {2000, 0.1});
  for (const auto& [nx, ny] : {std::pair(16, 16), std::pair(20, 9), std::pair(7, 26), std::pair(5, 1)}) {
    CAPTURE(nx, ny);
    const double dx = 0.1, dy = 0.15;
    const auto table = [&, nx = nx, ny = ny](Block block) {
      return influence_table(block, pair, dx, dy, table_size(nx), table_size(ny));
    };
    const auto pieces = [&, nx = nx, ny = ny](Block block) {
      return FftPieces<double>(nx, ny, InfluenceKernel{pair, dx, dy, 0, block});
    };
    const auto expected = [nx = nx, ny = ny](const BlockMatrix& matrix, const std::vector<double>& in) {
      std::vector<double> out(static_cast<std::size_t>(matrix.outputs) * nx * ny);
      make_product<double>(nx, ny, matrix, ProductKind::direct, 1)->apply(in.data(), out.data());
      return out;
    };
    const InfluenceTable xx = table(Block::xx), xy = table(Block::xy), yy = table(Block::yy),
                         xn = table(Block::xn), yn = table(Block::yn);
    FftPieces<double> of_xx = pieces(Block::xx), of_xy = pieces(Block::xy), of_yy = pieces(Block::yy),
                      of_xn = pieces(Block::xn), of_yn = pieces(Block::yn);
    const std::vector<double> one = random_field(nx * ny, 5), two = random_field(2 * nx * ny, 6);
    const SpectrumMatrix<double, 2, 2> tangential{
        {of_xx.spectrum(), of_xy.spectrum(), of_xy.spectrum(), of_yy.spectrum()}};
    CHECK(relative_difference(of_xx.multiply(tangential, two), expected({2, {&xx, &xy, &xy, &yy}}, two)) <
          1e-14);
    const SpectrumMatrix<double, 2, 1> to_tangents{{of_xn.spectrum(), of_yn.spectrum()}};
    CHECK(relative_difference(of_xx.multiply(to_tangents, one), expected({2, {&xn, &yn}}, one)) < 1e-13);
    const SpectrumMatrix<double, 1, 2> to_normal{{of_xn.spectrum(), of_yn.spectrum()}};
    CHECK(relative_difference(of_xx.multiply(to_normal, two), expected({1, {&xn, &yn}}, two)) < 1e-13);
    std::vector<double> out(two.size());
    make_inverse<double>(nx, ny, {&xx, &yy}, 1)->apply(two.data(), out.data());
    const SpectrumMatrix<double, 2, 2> diagonal{{of_xx.inverse(), {}, {}, of_yy.inverse()}};
    CHECK(relative_difference(of_xx.multiply(diagonal, two), out) < 1e-12);
  }
}

TEST_CASE("the shared memory of a block is counted as the kernels take it") {
  NormalSettings settings;
  CHECK(device_shared_bytes({512, 512}, settings) == 32 * 1024);
  CHECK(device_shared_bytes({64, 2048}, settings) == 32 * 4096);
  CHECK(device_shared_bytes({2048, 64}, settings, 2) == 32 * 4096);
  CHECK(device_shared_bytes({64, 1024}, settings, 2) == 2 * 32 * 2048);
  settings.product = ProductKind::direct;
  CHECK(device_shared_bytes({24, 24}, settings) == 141312);
  CHECK(device_shared_bytes({64, 2048}, settings) == 141312);
  settings.precision = Precision::single;
  CHECK(device_shared_bytes({24, 24}, settings) == 70656);
  CHECK(shared_memory_shortage("a grid", 65536, 65536).empty());
  CHECK(shared_memory_shortage("a grid", 141312, 101376) ==
        "a grid on a GPU: a block needs 141312 bytes of shared memory, this GPU has 101376");
}

TEST_CASE("what a GPU does not do is refused before anything is computed") {
  const auto refused = [](const auto& call, const std::string& text) {
    CHECK_THROWS_AS(call(), InputError);
    CHECK_THROWS_WITH(call(), text);
  };
  NormalSettings settings;
  CHECK_NOTHROW(require_device_normal({device_edge, device_edge}, settings));
  refused(
      [&] {
        require_device_normal({device_edge + 1, 8}, settings);
      },
      "a grid of 2049 x 8 cells on a GPU: at most 2048 along an axis are accepted there");
  refused(
      [&] {
        require_device_normal({8, device_edge + 1}, settings);
      },
      "a grid of 8 x 2049 cells on a GPU: at most 2048 along an axis are accepted there");
  for (const auto method : {TangentialMethod::tang_cg, TangentialMethod::steady_gs})
    CHECK_NOTHROW(require_device_friction(settings, method));
  refused([&] { require_device_friction(settings, TangentialMethod::convex_gs); },
          "--tangential-method convex-gs on a GPU: tang-cg is accepted there");
  settings.product = ProductKind::direct;
  refused([&] { require_device_friction(settings, TangentialMethod::tang_cg); },
          "--product direct with friction on a GPU: auto and fft are accepted there");
  settings.method = NormalMethod::active_set;
  refused(
      [&] {
        require_device_normal({8, 8}, settings);
      },
      "--method active-set on a GPU: bound-cg is accepted there");
}
