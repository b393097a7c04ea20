// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Problems given by their matrices, with known solutions, and settings that are refused.
#include <catch2/catch.hpp>

#include "jam/dynamics/constraints/block_operator.hpp"
#include "jam/dynamics/solvers/solver.hpp"
#include "support/refusal.hpp"

using namespace jam;
using namespace jam::dynamics;

namespace {

constexpr SolverKind kinds[] = {SolverKind::jor,          SolverKind::sor,       SolverKind::ccp,
                                SolverKind::apgd,         SolverKind::dense_jor, SolverKind::dense_sor,
                                SolverKind::dense_relaxed};

ContactProblem block_problem(const Mat3d& block, int contacts, Vec3d q, double mu) {
  std::vector<MatrixBlock> blocks;
  for (int i = 0; i < contacts; ++i) blocks.push_back({i, i, block});
  ContactProblem problem;
  problem.matrix = std::make_shared<BlockOperator>(contacts, blocks);
  problem.friction.assign(contacts, mu);
  problem.q.assign(contacts, q);
  return problem;
}

}  // namespace

TEST_CASE("three contacts with the identity (validation S1)") {
  const ContactProblem problem = block_problem({{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, 3, {-1, 1, 3}, 0.1);
  for (const SolverKind kind : kinds) {
    CAPTURE(name_of(kind));
    SolverSettings settings;
    settings.kind = kind;
    settings.tolerance = 1e-13;
    const Solution solution = solve(problem, settings);
    REQUIRE(solution.status == SolveStatus::solved);
    for (const Vec3d r : solution.impulses)
      CHECK(length(r - Vec3d{1, -0.031622776602, -0.094868329805}) < 1e-12);
  }
}

TEST_CASE("one contact with a full block (validation S2)") {
  const ContactProblem problem =
      block_problem({{{15, -1, -2}, {-1, 14, 1}, {-2, 1, 16}}}, 1, {-1, 2, 3}, 0.1);
  for (const SolverKind kind : kinds) {
    CAPTURE(name_of(kind));
    SolverSettings settings;
    settings.kind = kind;
    settings.tolerance = 1e-13;
    const Solution solution = solve(problem, settings);
    REQUIRE(solution.status == SolveStatus::solved);
    CHECK(length(solution.impulses[0] - Vec3d{0.065695682898, -0.003678614907, -0.005443070814}) < 1e-12);
  }
}

TEST_CASE("no contacts need no solver") {
  const Solution solution = solve(ContactProblem{}, {});
  CHECK(solution.status == SolveStatus::solved);
  CHECK(solution.iterations == 0);
  CHECK(solution.residual == 0);
}

TEST_CASE("a limit on iterations is a status") {
  const ContactProblem problem =
      block_problem({{{15, -1, -2}, {-1, 14, 1}, {-2, 1, 16}}}, 1, {-1, 2, 3}, 0.1);
  for (const SolverKind kind : kinds) {
    SolverSettings settings;
    settings.kind = kind;
    settings.tolerance = 1e-15;
    settings.iteration_limit = 2;
    const Solution solution = solve(problem, settings);
    CHECK(solution.status == SolveStatus::limit);
    CHECK(solution.iterations == 2);
    CHECK(solution.residual > 1e-15);
  }
}

TEST_CASE("settings out of their ranges are refused") {
  const ContactProblem problem = block_problem({{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, 1, {-1, 1, 3}, 0.1);
  const auto refused = [&](const auto& change) {
    SolverSettings settings;
    change(settings);
    return test::refusal_of([&] { return solve(problem, settings); });
  };
  CHECK(refused([](SolverSettings& s) { s.tolerance = 0; }) == "the tolerance of a solver must be above 0");
  CHECK(refused([](SolverSettings& s) { s.iteration_limit = 0; }) == "a solver needs at least 1 iteration");
  CHECK(refused([](SolverSettings& s) { s.relaxation = -1; }) ==
        "a relaxation from 0 (chosen) to 2 is accepted");
  CHECK(refused([](SolverSettings& s) { s.group = 0; }) == "a group of dense-relaxed has at least 1 contact");
  CHECK(refused([](SolverSettings& s) { s.blend = 0; }) == "a blend above 0 and up to 1 is accepted");
}
