// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Influence coefficients against the specification's tables (2.3, T6), quadrature, parity, quadruple
// precision and the far field.
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "jam/core/error.hpp"
#include "jam/elastic/model/influence.hpp"
#include "jam/elastic/model/material.hpp"

using namespace jam;
using namespace jam::elastic;

namespace {

MaterialPair with(double nu, double coupling) {
  MaterialPair pair;
  pair.shear = 1;
  pair.poisson = nu;
  pair.coupling = coupling;
  return pair;
}

__extension__ using Wide = __float128;  ///< Quadruple precision.

/// The traction's integral over the cell by Gauss-Legendre with 6 points on each of `parts` x `parts` pieces.
double integral(Block block, const MaterialPair& pair, double dx, double dy, double x, double y, int parts) {
  constexpr double point[] = {0.2386191860831969086, 0.6612093864662645137, 0.9324695142031520278};
  constexpr double weight[] = {0.4679139345726910473, 0.3607615730481386076, 0.1713244923791703450};
  const double scale = 1 / (std::numbers::pi * pair.shear), nu = pair.poisson;
  const auto density = [&](double u, double v) {
    const double r2 = u * u + v * v, r = std::sqrt(r2);
    switch (block) {
      case Block::nn: return scale * (1 - nu) / r;
      case Block::xx: return scale * ((1 - nu) / r + nu * u * u / (r2 * r));
      case Block::yy: return scale * ((1 - nu) / r + nu * v * v / (r2 * r));
      case Block::xy: return scale * nu * u * v / (r2 * r);
      case Block::xn: return -scale * pair.coupling * u / r2;
      case Block::nx: return scale * pair.coupling * u / r2;
      case Block::yn: return -scale * pair.coupling * v / r2;
      default: return scale * pair.coupling * v / r2;
    }
  };
  double sum = 0;
  for (int j = 0; j < 6 * parts; ++j) {
    for (int i = 0; i < 6 * parts; ++i) {
      const auto at = [&](int k, double edge) {
        const int piece = k / 6, which = k % 6 / 2;
        return edge * ((piece + 0.5 + 0.5 * (k % 2 == 0 ? 1 : -1) * point[which]) / parts - 0.5);
      };
      sum += weight[i % 6 / 2] * weight[j % 6 / 2] * density(x - at(i, dx), y - at(j, dy));
    }
  }
  return sum * dx * dy / (4.0 * parts * parts);
}

/// The textbook form in quadruple precision.
Wide log_term(Wide a, Wide b, Wide r) {
  // a ln(b + r)
  const Wide sum = b >= 0 ? b + r : a * a / (r - b);
  // ln by Newton's method from the double: relative error 1e-32.
  const double first = std::log(static_cast<double>(sum));
  Wide value = first;
  const auto exponential = [](Wide x) {
    // exp(x) = exp(x / 2^10)^(2^10).
    Wide term = 1, total = 1;
    const Wide small = x / 1024;
    for (int k = 1; k < 22; ++k) total += term *= small / k;
    for (int k = 0; k < 10; ++k) total *= total;
    return total;
  };
  value += sum / exponential(value) - 1;
  return a * value;
}

Wide root(Wide x) {
  Wide y = std::sqrt(static_cast<double>(x));
  for (int k = 0; k < 3; ++k) y = (y + x / y) / 2;
  return y;
}

/// [[J1 + J2]] in quadruple precision.
double exact_nn(double dx, double dy, double x, double y) {
  const auto primitive = [](Wide u, Wide v) {
    const Wide r = root(u * u + v * v);
    return log_term(v, u, r) + log_term(u, v, r);
  };
  const Wide xp = Wide(x) + Wide(dx) / 2, xm = Wide(x) - Wide(dx) / 2;
  const Wide yp = Wide(y) + Wide(dy) / 2, ym = Wide(y) - Wide(dy) / 2;
  return static_cast<double>(primitive(xp, yp) - primitive(xm, yp) - primitive(xp, ym) + primitive(xm, ym));
}

}  // namespace

TEST_CASE("influence coefficients of the specification's table (2.3)") {
  struct Row {
    double x, y, nn, xx, yy, xy, xn, yn;
  };
  const Row rows[] = {
      {0, 0, 0.785539793275, 0.953869748977, 0.953869748977, 0, 0, 0},
      {1, 0, 0.231295045302, 0.320778913092, 0.240937625499, 0, -0.0313399146412, 0},
      {0, 1, 0.231295045302, 0.240937625499, 0.320778913092, 0, 0, -0.0313399146412},
      {1, 1, 0.161474851335, 0.196076605193, 0.196076605193, 0.03188037778, -0.01598323478, -0.01598323478},
      {2, 1, 0.100510259178, 0.134566600521, 0.109529743198, 0.016636337876, -0.01273883012, -0.00635921025},
      {2, 2, 0.07920633813, 0.096179124872, 0.096179124872, 0.016625100503, -0.00795982219, -0.00795982219},
  };
  const MaterialPair pair = with(0.3, 0.1);
  for (const Row& row : rows) {
    CAPTURE(row.x, row.y);
    const auto value = [&](Block block) { return influence(block, pair, 1, 1, row.x, row.y); };
    CHECK(value(Block::nn) == Approx(row.nn).margin(1e-11).epsilon(0));
    CHECK(value(Block::xx) == Approx(row.xx).margin(1e-11).epsilon(0));
    CHECK(value(Block::yy) == Approx(row.yy).margin(1e-11).epsilon(0));
    CHECK(value(Block::xy) == Approx(row.xy).margin(1e-11).epsilon(0));
    CHECK(value(Block::xn) == Approx(row.xn).margin(1e-11).epsilon(0));
    CHECK(value(Block::yn) == Approx(row.yn).margin(1e-11).epsilon(0));
    CHECK(value(Block::nx) == -value(Block::xn));
    CHECK(value(Block::ny) == -value(Block::yn));
  }
}

TEST_CASE("influence coefficients against quadrature (T6)") {
  const MaterialPair pair = with(0.28, 0.1);
  CHECK(influence(Block::nn, pair, 1, 0.7, 1, 0) == Approx(0.171025881806).margin(1e-11).epsilon(0));
  CHECK(influence(Block::xx, pair, 1, 0.7, 1, 0) == Approx(0.233869954524).margin(1e-11).epsilon(0));
  CHECK(influence(Block::xy, pair, 1, 0.7, -2, 0.7) == Approx(-0.00922666167989).margin(1e-11).epsilon(0));
  CHECK(influence(Block::yy, pair, 1, 0.7, 0, 1.4) == Approx(0.157100067830).margin(1e-11).epsilon(0));
  for (const Block block :
       {Block::nn, Block::xx, Block::yy, Block::xy, Block::xn, Block::nx, Block::yn, Block::ny}) {
    for (const auto& [kx, ky] :
         {std::pair(1, 0), std::pair(0, 2), std::pair(-2, 1), std::pair(3, -3), std::pair(9, -4)}) {
      CAPTURE(static_cast<int>(block), kx, ky);
      const double x = kx, y = 0.7 * ky;
      CHECK(influence(block, pair, 1, 0.7, x, y) ==
            Approx(integral(block, pair, 1, 0.7, x, y, 4)).margin(1e-10).epsilon(0));
    }
  }
}

TEST_CASE("the coefficients of a unit square under unit pressure (E4)") {
  MaterialPair pair = with(0, 0);
  CHECK(influence(Block::nn, pair, 1, 1, 0, 0) == Approx(1.122200).margin(1e-6));
  CHECK(influence(Block::nn, pair, 1, 1, 0.5, 0.5) == Approx(0.561100).margin(1e-6));
}

TEST_CASE("the coefficients of the cell itself (2.3, T15)") {
  CHECK(influence(Block::nn, with(0.28, 0), 1, 1, 0, 0) == Approx(0.807984).margin(1e-6));
  CHECK(influence(Block::xx, with(0.28, 0), 1, 1, 0, 0) == Approx(0.965092).margin(1e-6));
  MaterialPair pair = with(0.42, 0);
  pair.shear = 200;
  CHECK(influence(Block::nn, pair, 0.5, 0.5, 0, 0) == Approx(1.62718957e-3).epsilon(1e-8));
  CHECK(influence(Block::xx, pair, 0.5, 0.5, 0, 0) == Approx(2.21634442e-3).epsilon(1e-8));
  CHECK(influence(Block::nn, pair, 0.5, 0.5, 0.5, 0) == Approx(4.79111165e-4).epsilon(1e-8));
  CHECK(influence(Block::xy, pair, 0.5, 0.5, 0.5, 0.5) == Approx(1.11581322e-4).epsilon(1e-8));
}

TEST_CASE("coefficients keep their digits far away (T6)") {
  const MaterialPair pair = with(0.3, 0.1);
  double worst = 0;
  for (int k = 0; k < 4000; ++k) {
    const int kx = k * 37 % 1024, ky = k * 101 % 1024;
    const double exact = 0.7 / std::numbers::pi * exact_nn(1, 0.7, kx, 0.7 * ky);
    worst = std::max(worst, std::fabs(influence(Block::nn, pair, 1, 0.7, kx, 0.7 * ky) / exact - 1));
  }
  CHECK(worst < 2e-12);
}

TEST_CASE("coefficients are even or odd, and those of normal displacement positive (T6)") {
  const MaterialPair pair = with(0.3, 0.1);
  for (const Block block :
       {Block::nn, Block::xx, Block::yy, Block::xy, Block::xn, Block::nx, Block::yn, Block::ny}) {
    const InfluenceTable table = influence_table(block, pair, 1, 0.7, 40, 30);
    double worst = 0;
    for (int ky = -29; ky < 30; ++ky) {
      for (int kx = -39; kx < 40; ++kx) {
        const double value = influence(block, pair, 1, 0.7, kx, 0.7 * ky);
        worst = std::max(worst, std::fabs(table.at(kx, ky) - value) / std::max(std::fabs(value), 1e-3));
      }
    }
    CAPTURE(static_cast<int>(block));
    CHECK(worst < 1e-12);
  }
  const InfluenceTable table = influence_table(Block::nn, pair, 1, 1, 2048, 2048);
  bool positive = true;
  for (const double value : table.values) positive = positive && value > 0 && std::isfinite(value);
  CHECK(positive);
  for (const Block block : {Block::xy, Block::xn, Block::yn}) {
    for (const double value : influence_table(block, pair, 1, 1, 1024, 512).values)
      positive = positive && std::isfinite(value);
  }
  CHECK(positive);
}

TEST_CASE("the far field is that of a point force (2.3)") {
  const MaterialPair pair = with(0.3, 0);
  const auto deviation = [&](int cells) {
    return influence(Block::nn, pair, 1, 1, cells, 0) * std::numbers::pi * cells / 0.7 - 1;
  };
  CHECK(deviation(2) == Approx(1.0e-2).epsilon(0.05));
  CHECK(deviation(8) == Approx(6.5e-4).epsilon(0.01));
  CHECK(deviation(32) == Approx(4.1e-5).epsilon(0.01));
  for (const auto& [x, y] : {std::pair(30.0, 0.0), std::pair(200.0, 31.0), std::pair(-500.0, 400.0)}) {
    const double dx = 1, dy = 0.7, r = std::hypot(x, y);
    const double far =
        dx * dy / r *
        (1 + (dx * dx * (2 * x * x - y * y) + dy * dy * (2 * y * y - x * x)) / (24 * r * r * r * r));
    CHECK(influence(Block::nn, pair, dx, dy, x, y) * std::numbers::pi / 0.7 == Approx(far).epsilon(2e-8));
  }
}

TEST_CASE("coupling coefficients are good to 5e-11 of the far field (T6)") {
  // On both sides of the change from the primitive to quadrature.
  const MaterialPair pair = with(0.3, 1);
  for (const auto& [kx, ky] : {std::pair(8, 8), std::pair(8, 9), std::pair(9, 0), std::pair(300, 1000)}) {
    const double exact = integral(Block::xn, pair, 1, 1, kx, ky, 4),
                 scale = 1 / (std::numbers::pi * std::hypot(kx, ky));
    CAPTURE(kx, ky);
    CHECK(std::fabs(influence(Block::xn, pair, 1, 1, kx, ky) - exact) < 5e-11 * scale);
  }
}

TEST_CASE("constants of two materials") {
  const MaterialPair equal = combine({568, 0.42}, {568, 0.42});
  CHECK(equal.shear == Approx(200));
  CHECK(equal.poisson == Approx(0.42));
  CHECK(equal.coupling == 0);
  CHECK(equal.modulus == Approx(344.827586));
  const MaterialPair different = combine({2 * 0.5, 0}, {2 * 1e5, 0});  // T19
  CHECK(different.coupling == Approx(0.499995).epsilon(1e-9));
  const MaterialPair rigid = combine({1000, 0.25}, Material{});
  CHECK(rigid.modulus == Approx(1000 / (1 - 0.25 * 0.25)));
  CHECK(1 / combine({2000, 0.1}, {300, 0.4}).modulus == Approx((1 - 0.01) / 2000 + (1 - 0.16) / 300));
  CHECK_THROWS_AS(combine({-1, 0.3}, {1, 0.3}), InputError);
  CHECK_THROWS_AS(combine({1, 0.51}, {1, 0.3}), InputError);
  CHECK_THROWS_AS(combine({1, 0.3}, {1, -0.1}), InputError);
  CHECK_THROWS_AS(combine(Material{}, Material{}), InputError);
}
