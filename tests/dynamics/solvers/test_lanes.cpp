// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What several contacts compute side by side has the bits of one contact after the other, with every
// instruction set.
#include <catch2/catch.hpp>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

#include "jam/dynamics/constraints/natural_map_lanes.hpp"
#include "jam/dynamics/solvers/gradient_step.hpp"

using namespace jam;
using namespace jam::dynamics;

namespace {

/// Contacts inside, beside and below their cones, without friction, steep ones, and blocks of joints; 37 do
/// not fill the lanes.
struct Contacts {
  int count = 37;
  std::vector<Vec3d> r, product, q;
  std::vector<double> friction, largest, shift;
  std::vector<ContactMetric> metric;

  Contacts() {
    std::mt19937 engine(6);
    const auto number = [&engine] { return static_cast<double>(engine()) / 4294967296.0 - 0.5; };
    const auto vector = [&] { return Vec3d{number(), number(), number()}; };
    for (int i = 0; i < count; ++i) {
      r.push_back(i % 5 == 0 ? Vec3d{} : vector());
      product.push_back(i % 7 == 0 ? Vec3d{-1, 0, 0} : vector());
      q.push_back(vector());
      friction.push_back(i % 6 == 0 ? two_sided : i % 6 == 1 ? 0 : i % 6 == 2 ? 3 : 0.8);
      shift.push_back(std::fabs(number()));
      const double normal = 1 + number(), tangent = 3 + number();
      largest.push_back(std::max(normal, tangent));
      metric.push_back({normal, tangent, 1 / normal, 1 / tangent});
    }
  }
  [[nodiscard]] NaturalMapRange range(ContactLaw law) const {
    return {count, r.data(), product.data(), q.data(), friction.data(), largest.data(), law};
  }
};

bool same_bits(double a, double b) {
  return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

}  // namespace

TEST_CASE("the natural map of contacts side by side") {
  Contacts contacts;
  for (const ContactLaw law : {ContactLaw::coulomb, ContactLaw::ccp, ContactLaw::pyramid}) {
    for (const int count : {1, 8, 37}) {
      contacts.count = count;
      NaturalMapTerms expected;
      for (int i = 0; i < count; ++i) {
        expected.join(natural_map_terms(contacts.r[i], contacts.product[i], contacts.q[i],
                                        contacts.friction[i], contacts.largest[i], law));
      }
      REQUIRE(expected.defect > 0);
      for (const Isa isa : all_isas) {
        NaturalMapLanes* const version = natural_map_lanes.version(isa);
        if (version == nullptr) continue;
        const NaturalMapTerms got = version(contacts.range(law));
        CHECK(same_bits(got.defect, expected.defect));
        CHECK(same_bits(got.velocity, expected.velocity));
        CHECK(same_bits(got.error, expected.error));
        CHECK(same_bits(got.load, expected.load));
      }
    }
  }
  // One at a time, so that none hides behind the largest.
  for (int i = 0; i < 37; ++i) {
    NaturalMapRange one = contacts.range(ContactLaw::coulomb);
    one = {1, one.r + i, one.product + i, one.q + i, one.friction + i, one.largest_diagonal + i, one.law};
    const double expected = natural_map_terms(*one.r, *one.product, *one.q, *one.friction,
                                              *one.largest_diagonal, ContactLaw::coulomb)
                                .defect;
    CHECK(same_bits(natural_map_lanes.best()(one).defect, expected));
  }
  contacts.q[20].y = std::numeric_limits<double>::quiet_NaN();
  for (const Isa isa : all_isas) {
    NaturalMapLanes* const version = natural_map_lanes.version(isa);
    if (version != nullptr) CHECK(std::isnan(version(contacts.range(ContactLaw::coulomb)).defect));
  }
}

TEST_CASE("a projected gradient of contacts side by side") {
  const Contacts contacts;
  constexpr double share = 0.7;
  const bool splits = GENERATE(false, true);
  std::vector<Vec3d> expected;
  int inside = 0, zero = 0;
  for (int i = 0; i < contacts.count; ++i) {
    const ContactMetric& metric = contacts.metric[i];
    Vec3d g = contacts.product[i] + contacts.q[i];
    g.x += contacts.shift[i];
    g = share * g;
    const Vec3d moved =
        contacts.r[i] - Vec3d{g.x * metric.over_normal, g.y * metric.over_tangent, g.z * metric.over_tangent};
    const double mu = contacts.friction[i];
    expected.push_back(splits && is_steep(mu)
                           ? on_disc(moved, mu)
                           : on_cone_weighted(moved, mu, metric.tangent * metric.over_normal));
    inside += expected.back() == moved ? 1 : 0;
    zero += expected.back() == Vec3d{} ? 1 : 0;
  }
  REQUIRE((inside > 0 && zero > 0 && inside + zero < contacts.count));
  for (const Isa isa : all_isas) {
    GradientStep* const version = gradient_step.version(isa);
    if (version == nullptr) continue;
    std::vector<Vec3d> got(contacts.count + 1, Vec3d{7, 7, 7});
    version({contacts.count, share, splits, contacts.r.data(), contacts.product.data(), contacts.q.data(),
             contacts.shift.data(), contacts.friction.data(), contacts.metric.data(), got.data()});
    for (int i = 0; i < contacts.count; ++i) CHECK(got[i] == expected[i]);
    CHECK(got.back() == Vec3d{7, 7, 7});
  }
}
