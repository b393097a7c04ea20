// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Polishing: known optima from rough starts, optimality conditions checked by a solver of their own, awkward
// input, contact graphs.
#include "jam/circles/polish/polish.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "jam/circles/verify/verify.hpp"
#include "scenes/circles/relaxed_packing.hpp"

using namespace jam::circles;
using jam::circles::test::linear_radii;
using jam::circles::test::relaxed_packing;

namespace {

// min |A x - b| over x >= 0 (Lawson and Hanson, Solving Least Squares Problems, ch. 23). Returns the largest
// residual.
double nonnegative_residual(const Eigen::MatrixXd& A, const Eigen::VectorXd& b) {
  const Eigen::Index count = A.cols();
  Eigen::VectorXd x = Eigen::VectorXd::Zero(count);
  std::vector<Eigen::Index> passive;
  for (int round = 0; round < 3 * count; ++round) {
    const Eigen::VectorXd gradient = A.transpose() * (b - A * x);
    Eigen::Index enter = -1;
    for (Eigen::Index k = 0; k < count; ++k)
      if (std::find(passive.begin(), passive.end(), k) == passive.end() && gradient[k] > 1e-13 &&
          (enter < 0 || gradient[k] > gradient[enter]))
        enter = k;
    if (enter < 0) break;
    passive.push_back(enter);
    for (;;) {
      Eigen::MatrixXd columns(A.rows(), static_cast<Eigen::Index>(passive.size()));
      for (std::size_t k = 0; k < passive.size(); ++k)
        columns.col(static_cast<Eigen::Index>(k)) = A.col(passive[k]);
      const Eigen::VectorXd z = columns.completeOrthogonalDecomposition().solve(b);
      double length = 1;
      for (std::size_t k = 0; k < passive.size(); ++k) {
        const double from = x[passive[k]], to = z[static_cast<Eigen::Index>(k)];
        if (to < 0) length = std::min(length, from / (from - to));
      }
      std::vector<Eigen::Index> kept;
      for (std::size_t k = 0; k < passive.size(); ++k) {
        double& value = x[passive[k]];
        value += length * (z[static_cast<Eigen::Index>(k)] - value);
        if (length == 1 || value > 1e-15) {
          kept.push_back(passive[k]);
        } else {
          value = 0;
        }
      }
      const bool done = kept.size() == passive.size();
      passive = kept;
      if (done) break;
    }
  }
  return (b - A * x).cwiseAbs().maxCoeff();
}

// Smallest unbalanced force over all contact forces >= 0 that press on the enclosing circle with 1 in all: 0
// at a stationary packing.
double unbalanced_force(const Packing& packing) {
  const ContactGraph graph = contact_graph(packing, 1e-9);
  const int n = packing.count();
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(2 * n + 1, static_cast<Eigen::Index>(graph.contacts.size()));
  Eigen::VectorXd b = Eigen::VectorXd::Zero(2 * n + 1);
  b[2 * n] = 1;
  for (std::size_t k = 0; k < graph.contacts.size(); ++k) {
    const auto [i, j] = graph.contacts[k];
    const Circle& first = packing.circles[i];
    const Circle second = j < 0 ? Circle{} : packing.circles[j];
    Eigen::Vector2d normal(first.x - second.x, first.y - second.y);
    normal.normalize();
    const auto column = static_cast<Eigen::Index>(k);
    A.col(column).segment<2>(2 * i) = j < 0 ? Eigen::Vector2d(-normal) : normal;
    if (j < 0) {
      A(2 * n, column) = 1;
    } else {
      A.col(column).segment<2>(2 * j) = -normal;
    }
  }
  return nonnegative_residual(A, b);
}

Packing shaken(Packing packing, double distance, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (Circle& circle : packing.circles) {
    circle.x += distance * unit(random);
    circle.y += distance * unit(random);
  }
  return packing;
}

// Coordinates to two decimals: overlaps up to 5e-4 R.
const std::vector<Circle> ten_circles = {
    {1, 19.12, 6.64},  {2, 15.76, -11.79}, {3, 2.64, 17.83}, {4, -17.83, -0.26}, {5, 3.04, -1.63},
    {6, 15.56, -3.72}, {7, 6.83, -13.36},  {8, 10.45, 9.31}, {9, -8.73, -9.63},  {10, -7.54, 9.33}};

}  // namespace

TEST_CASE("the proven optima of equal circles are reached from relaxed random starts", "[validation]") {
  struct Case {
    int n;
    double ratio;
  };
  // validation.md P1, given to 1e-9.
  const Case cases[] = {
      {2, 2},           {3, 2.154700538}, {4, 2.414213562},  {5, 2.701301617},  {6, 3},           {7, 3},
      {8, 3.304764871}, {9, 3.613125930}, {11, 3.923804400}, {13, 4.236067977}, {19, 4.863703305}};
  for (const Case& c : cases) {
    double best = HUGE_VAL;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      const PolishResult result = polish(relaxed_packing(std::vector<double>(c.n, 1.0), seed));
      CHECK(result.converged);
      best = std::min(best, result.packing.enclosing_radius);
    }
    INFO("n = " << c.n << ", R = " << best);
    CHECK(std::abs(best - c.ratio) < 1e-9 * c.ratio);
  }
}

TEST_CASE("the best known packing of radii 1 to 10 is reached from coordinates rounded to two decimals",
          "[validation]") {
  const double optimum = 22.0001930127373705;  // validation.md P2
  const PolishResult result = polish({ten_circles, 0});
  CHECK(result.converged);
  // The contacts alone determine R: rounding errors only.
  CHECK(std::abs(result.packing.enclosing_radius - optimum) < 1e-14 * optimum);
  const Packing rounded = round_outwards(result.packing);
  CHECK(verify_exact(rounded).legal);
  CHECK(rounded.enclosing_radius >= optimum * (1 - 2e-16));
  CHECK(rounded.enclosing_radius < optimum * (1 + 1e-14));

  // The same from further off: 1e-3 R, ten times the overlaps a search leaves.
  for (std::uint64_t seed = 0; seed < 20; ++seed)
    CHECK(std::abs(polish(shaken({ten_circles, 0}, 0.022, seed)).packing.enclosing_radius - optimum) <
          1e-12 * optimum);
}

TEST_CASE("relaxed random packings end in local minima: forces balance, gaps close, decimals verify",
          "[validation][fuzz]") {
  int converged = 0;
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    const Packing start = relaxed_packing(linear_radii(2 + static_cast<int>(seed % 29)), seed);
    const PolishResult result = polish(start);
    if (!result.converged) continue;
    ++converged;
    INFO("seed " << seed);
    const double R = result.packing.enclosing_radius;
    CHECK(R < start.enclosing_radius * (1 + 1e-3));
    CHECK(largest_overlap(result.packing) <= 1e-15 * R);  // 4 eps, and R is at most 2 units off
    // The interior-point method stops at 1e-8; contacts closed to rounding errors leave less.
    CHECK(unbalanced_force(result.packing) < 1e-8);
    const Packing rounded = round_outwards(result.packing);
    CHECK(verify_exact(rounded).legal);
    CHECK(rounded.enclosing_radius < R * (1 + 1e-14));  // five times the worst seen
  }
  CHECK(converged > 190);  // 200 when this was written
}

TEST_CASE("a polished packing stays where it is", "[unit]") {
  const PolishResult first = polish(relaxed_packing(linear_radii(30), 7));
  const PolishResult second = polish(first.packing);
  REQUIRE(second.converged);
  CHECK(std::abs(second.packing.enclosing_radius / first.packing.enclosing_radius - 1) < 1e-14);
  const ContactGraph before = contact_graph(first.packing), after = contact_graph(second.packing);
  CHECK(before.contacts.size() == after.contacts.size());
  CHECK(before.rattler == after.rattler);
}

TEST_CASE("polishing gives the same bits every time and is blind to the unit of length up to rounding",
          "[unit]") {
  const Packing start = relaxed_packing(linear_radii(25), 3);
  const PolishResult first = polish(start), second = polish(start);
  for (std::size_t i = 0; i < start.circles.size(); ++i) {
    CHECK(first.packing.circles[i].x == second.packing.circles[i].x);
    CHECK(first.packing.circles[i].y == second.packing.circles[i].y);
  }
  // Powers of two scale without rounding: the very same steps.
  Packing scaled = start;
  for (Circle& circle : scaled.circles)
    circle = {circle.radius * 0x1p-20, circle.x * 0x1p-20, circle.y * 0x1p-20};
  CHECK(polish(scaled).packing.enclosing_radius == first.packing.enclosing_radius * 0x1p-20);
}

TEST_CASE("a stationary packing that is no minimum is left", "[unit]") {
  // Three equal circles in a row press on each other along one line: stationary, R = 3; the minimum is 1 + 2
  // / sqrt(3).
  const PolishResult row = polish({{{1, -2, 0}, {1, 0, 0}, {1, 2, 0}}, 3});
  CHECK(row.converged);
  CHECK(std::abs(row.packing.enclosing_radius - (1 + 2 / std::sqrt(3.0))) < 1e-12);
  // Two circles in a row are a minimum.
  CHECK(std::abs(polish({{{1, -1, 0}, {2, 2, 0}}, 5}).packing.enclosing_radius - 3) < 1e-12);
}

TEST_CASE("deep overlaps and coincident centres end in a legal packing", "[unit]") {
  std::mt19937_64 random(11);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (int trial = 0; trial < 20; ++trial) {
    Packing start;
    for (int i = 1; i <= 20; ++i)
      start.circles.push_back({static_cast<double>(i), 40 * unit(random), 40 * unit(random)});
    const PolishResult result = polish(start);
    CHECK(verify_exact(round_outwards(result.packing)).legal);
    CHECK(density(result.packing) > 0.4);
  }
  const PolishResult stacked = polish({{{1, 0, 0}, {1, 0, 0}, {1, 0, 0}}, 1});
  CHECK(verify_exact(round_outwards(stacked.packing)).legal);
}

TEST_CASE("small and extreme problems", "[unit]") {
  CHECK(polish({{{2, 5, 7}}, 100}).packing.enclosing_radius == 2);
  CHECK(polish({{{2, 5, 7}}, 100}).converged);
  CHECK_FALSE(polish({}).converged);
  CHECK_FALSE(polish({{{1, std::nan(""), 0}, {1, 0, 0}}, 1}).converged);
  CHECK_FALSE(polish({{{1, HUGE_VAL, 0}, {1, 0, 0}}, 1}).converged);
  CHECK_FALSE(polish({{{0, 1, 0}, {1, 0, 0}}, 1}).converged);
  // One circle a million times larger: the pair fills the diameter.
  const PolishResult uneven = polish({{{1e6, 0.5, 0}, {1, -1e6, 3}}, 0});
  CHECK(std::abs(uneven.packing.enclosing_radius - 1'000'001) < 1e-6);
  CHECK(verify_exact(round_outwards(uneven.packing)).legal);
}

TEST_CASE("more circles than polishing takes are made legal", "[unit]") {
  // A square lattice with overlaps of 2 % and noise.
  Packing start;
  for (int row = 0; row < 60; ++row)
    for (int column = 0; column < 60; ++column)
      if (std::hypot(row - 29.5, column - 29.5) < 34)
        start.circles.push_back({1, 1.96 * (column - 29.5), 1.96 * (row - 29.5)});
  start = shaken(start, 0.02, 5);
  REQUIRE(start.count() > polish_minimum_limit);
  const PolishResult result = polish(start);
  CHECK_FALSE(result.converged);
  CHECK(largest_overlap(result.packing) <= 1e-15 * result.packing.enclosing_radius);
  CHECK(result.packing.enclosing_radius < 1.05 * enclosing_radius_about_origin(start.circles));
  CHECK(verify_exact(round_outwards(result.packing)).legal);
}

TEST_CASE("a legal packing is not changed by making it legal", "[unit]") {
  const Packing start{{{1, -2, 0}, {2, 1.5, 0}, {1, 0, 3}}, 10};
  const Packing legal = legalise(start);
  for (std::size_t i = 0; i < 3; ++i) {
    CHECK(legal.circles[i].x == start.circles[i].x);
    CHECK(legal.circles[i].y == start.circles[i].y);
  }
  CHECK(legal.enclosing_radius == 4);
}

TEST_CASE("contacts equal those of all pairs, in order", "[unit][fuzz]") {
  std::mt19937_64 random(9);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (int trial = 0; trial < 100; ++trial) {
    Packing packing;
    const int n = 1 + static_cast<int>(random() % 50);
    for (int i = 0; i < n; ++i)
      packing.circles.push_back({std::exp(2 * unit(random)), 20 * unit(random), 20 * unit(random)});
    packing.enclosing_radius = 24;
    const double tolerance = 0.01;
    std::vector<std::pair<int, int>> expected, found;
    for (int i = 0; i < n; ++i) {
      const Circle& a = packing.circles[i];
      if (24 - a.radius - std::hypot(a.x, a.y) < 0.24) expected.emplace_back(i, -1);
      for (int j = i + 1; j < n; ++j) {
        const Circle& b = packing.circles[j];
        if (std::hypot(a.x - b.x, a.y - b.y) - a.radius - b.radius < 0.24) expected.emplace_back(i, j);
      }
    }
    for (const auto& [i, j] : contact_graph(packing, tolerance).contacts) found.emplace_back(i, j);
    CHECK(found == expected);
  }
}

TEST_CASE("a long polish that is cut has compressed the packing", "[unit]") {
  // A loose hexagonal lattice of circles of slightly different radii.
  Packing start;
  for (int i = -60; i <= 60; ++i)
    for (int j = -60; j <= 60; ++j)
      start.circles.push_back(
          {1 - 0.05 * ((7 * i + 3 * j) % 5 + 4) / 8.0, 2.04 * (i + 0.5 * j), 2.04 * std::sqrt(0.75) * j});
  std::stable_sort(start.circles.begin(), start.circles.end(), [](const Circle& a, const Circle& b) {
    return std::hypot(a.x, a.y) < std::hypot(b.x, b.y);
  });
  start.circles.resize(3100);  // More than many_circles.
  start.enclosing_radius = enclosing_radius_about_origin(start.circles);
  int left = 60;  // Iterations; a minimum takes some hundred.
  const jam::StopQuery stop{[](void* context) { return --*static_cast<int*>(context) < 0; }, &left};
  const PolishResult cut = polish(start, {.circle_limit = polish_patient_limit, .stop = stop});
  CHECK(cut.cut);
  CHECK(spread_apart(cut.packing).enclosing_radius < 0.995 * start.enclosing_radius);
}

TEST_CASE("rattlers are not determined where the enclosing circle can shrink", "[unit]") {
  // Two circles across the diameter, and the same with the enclosing circle a little too large, or with
  // one of them moved.
  CHECK(contact_graph({{{1, -1, 0}, {1, 1, 0}}, 2}).minimum);
  CHECK_FALSE(contact_graph({{{1, -1, 0}, {1, 1, 0}}, 2.001}).minimum);
  CHECK_FALSE(contact_graph({{{1, -1, 0}, {1, 1.1, 0}}, 2.1}).minimum);
  CHECK(contact_graph({{{1, 0, 0}}, 1}).minimum);
  CHECK_FALSE(contact_graph({{{1, 0, 0}}, 1.5}).minimum);
  // A hexagonal lattice of 1000 circles in its smallest enclosing circle about the origin.
  Packing lattice;
  for (int i = -40; i <= 40; ++i)
    for (int j = -40; j <= 40; ++j)
      lattice.circles.push_back({1, 2.001 * (i + 0.5 * j) + 0.3, 2.001 * std::sqrt(0.75) * j + 0.1});
  std::stable_sort(lattice.circles.begin(), lattice.circles.end(), [](const Circle& a, const Circle& b) {
    return std::hypot(a.x, a.y) < std::hypot(b.x, b.y);
  });
  lattice.circles.resize(1000);
  lattice.enclosing_radius = enclosing_radius_about_origin(lattice.circles);
  CHECK(rattler_count(contact_graph(lattice)) == "not determined (no local minimum)");
  const PolishResult minimum = polish(relaxed_packing(linear_radii(20), 1));
  REQUIRE(minimum.converged);
  CHECK(contact_graph(minimum.packing).minimum);
}

TEST_CASE("rattlers are the circles that nothing holds", "[unit]") {
  // Seven equal circles: the one in the middle touches all others.
  CHECK(contact_graph(polish(relaxed_packing(std::vector<double>(7, 1.0), 0)).packing).rattler ==
        std::vector<char>(7, 0));

  // Two circles across the diameter hold each other; a third one in the gap is free, even where it leans
  // against both.
  Packing packing{{{1, -1, 0}, {1, 1, 0}, {0.2, 0, 1.5}}, 2};
  CHECK(contact_graph(packing).rattler == std::vector<char>{0, 0, 1});
  packing.circles[2] = {0.5, 0, std::sqrt(1.5 * 1.5 - 1)};
  const ContactGraph leaning = contact_graph(packing);
  CHECK(leaning.contacts.size() == 5);
  CHECK(leaning.rattler == std::vector<char>{0, 0, 1});

  // A chain that starts with a rattler falls apart link by link.
  const Packing chain{{{1, -2, 0}, {1, 0, 0}, {1, 2, 0}}, 4};
  CHECK(contact_graph(chain).rattler == std::vector<char>{1, 1, 1});
  CHECK(contact_graph({{{1, 0, 0}}, 1}).rattler == std::vector<char>{0});

  // Isostatic: in a generic packing the held circles have as many contacts as degrees of freedom (R and one
  // rotation make up for each other).
  int isostatic = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const PolishResult result = polish(relaxed_packing(linear_radii(20), seed));
    const ContactGraph graph = contact_graph(result.packing);
    const auto held = 20 - std::count(graph.rattler.begin(), graph.rattler.end(), 1);
    isostatic += static_cast<long>(graph.contacts.size()) == 2 * held;
  }
  CHECK(isostatic >= 18);  // hypostatic minima, held by the curvature of the enclosing circle, are rare
}

TEST_CASE("a stopped polish reports it and returns the start") {
  Packing start;
  for (int i = 0; i < 12; ++i)
    start.circles.push_back({1.0 + i, 20 * std::cos(2.4 * i), 20 * std::sin(2.4 * i)});
  const Packing whole = polish(start).packing;
  int left = 0;
  PolishOptions options;
  options.stop = {[](void* context) { return --*static_cast<int*>(context) < 0; }, &left};
  for (const int allowed : {0, 1, 3}) {
    left = allowed;
    const PolishResult result = polish(start, options);
    CHECK(result.cut);
    CHECK_FALSE(result.converged);
    CHECK(result.packing.circles[3].x == start.circles[3].x);
  }
  left = 1 << 30;
  const PolishResult result = polish(start, options);
  CHECK_FALSE(result.cut);
  CHECK(result.packing.enclosing_radius == whole.enclosing_radius);
}
