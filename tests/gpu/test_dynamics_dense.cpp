// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The dense solvers on a CUDA device: the bits of those on the CPU. Nuetzi C8, D1 to D6.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cstring>
#include <vector>

#include "dynamics/heap.hpp"
#include "dynamics/random_problem.hpp"
#include "dynamics/worlds.hpp"
#include "jam/core/error.hpp"
#include "jam/dynamics/cuda/device.hpp"
#include "jam/dynamics/solvers/dense/dense_sweeps.hpp"
#include "jam/dynamics/step/collision.hpp"

using namespace jam;
using namespace jam::dynamics;
using namespace jam::test;

namespace {

constexpr SolverKind dense_kinds[] = {SolverKind::dense_jor, SolverKind::dense_sor,
                                      SolverKind::dense_relaxed};

SolverSettings settings_of(SolverKind kind, ContactLaw law = ContactLaw::coulomb, int group = 32) {
  SolverSettings settings;
  settings.kind = kind;
  settings.law = law;
  settings.group = group;
  return settings;
}

std::vector<Vec3d> swept(Sweeps& sweeps, const std::vector<Vec3d>& start, double alpha, int count) {
  sweeps.start(start);
  for (int turn = 0; turn < count; ++turn) sweeps.run(alpha, 1);
  std::vector<Vec3d> r(start.size());
  sweeps.store(r);
  return r;
}

bool same_bits(const std::vector<Vec3d>& a, const std::vector<Vec3d>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Vec3d)) == 0;
}

/// Ten sweeps from zero and from other impulses, and twice on the GPU.
void check_same(const ContactProblem& problem, const SolverSettings& settings) {
  DenseSweeps here(problem, dense_rule(settings, problem.count()));
  const std::unique_ptr<Sweeps> there = cuda_dense_sweeps(0, problem, settings);
  for (const std::vector<Vec3d>& start :
       {std::vector<Vec3d>(problem.count()), random_impulses(problem.count())}) {
    const std::vector<Vec3d> expected = swept(here, start, 0.8, 10), found = swept(*there, start, 0.8, 10);
    CHECK(same_bits(found, expected));
    CHECK(same_bits(swept(*there, start, 0.8, 10), found));
  }
  // Another relaxation: the matrix is made anew.
  CHECK(same_bits(swept(*there, random_impulses(problem.count()), 0.5, 2),
                  swept(here, random_impulses(problem.count()), 0.5, 2)));
}

/// Contacts of a heap, whose matrix has not full rank.
ContactProblem heap_problem(int bodies) {
  const World world = mixed_heap(bodies, 3);
  StepSettings settings;
  settings.solver.tolerance = 1e-2;
  Simulation simulation(world, settings, collider_detection());
  simulation.advance();
  ContactProblem problem = simulation.problem();
  problem.start.clear();
  return problem;
}

}  // namespace

TEST_CASE("dense sweeps on the GPU have the bits of those on the CPU (Nuetzi D1, D2, D4)",
          "[gpu][dynamics][dense]") {
  const int contacts = GENERATE(1, 2, 3, 31, 32, 33, 41, 42, 43, 63, 64, 65);
  const SolverKind kind = GENERATE(SolverKind::dense_jor, SolverKind::dense_sor, SolverKind::dense_relaxed);
  CAPTURE(contacts, name_of(kind));
  check_same(random_problem(contacts, contacts == 42), settings_of(kind));
}

TEST_CASE("a sweep of a panel and a part of one has the bits of the CPU on the GPU (Nuetzi D5)",
          "[gpu][dynamics][dense][sanitizer]") {
  const ContactProblem problem = random_problem(33);
  for (const SolverKind kind : dense_kinds) {
    const SolverSettings settings = settings_of(kind);
    DenseSweeps here(problem, dense_rule(settings, problem.count()));
    const std::vector<Vec3d> start = random_impulses(problem.count());
    CHECK(same_bits(swept(*cuda_dense_sweeps(0, problem, settings), start, 0.8, 2),
                    swept(here, start, 0.8, 2)));
  }
}

TEST_CASE("dense sweeps over many contacts have the bits of those on the CPU (Nuetzi D1)",
          "[gpu][dynamics][dense]") {
  // 700 contacts have five segments of columns.
  const int contacts = GENERATE(127, 128, 129, 500, 700);
  const SolverKind kind = GENERATE(SolverKind::dense_jor, SolverKind::dense_sor, SolverKind::dense_relaxed);
  const ContactLaw law = GENERATE(ContactLaw::coulomb, ContactLaw::ccp, ContactLaw::pyramid);
  CAPTURE(contacts, name_of(kind), name_of(law));
  check_same(random_problem(contacts), settings_of(kind, law, contacts == 700 ? 300 : 32));
}

TEST_CASE("dense sweeps over the contacts of a heap have the bits of those on the CPU (Nuetzi D2)",
          "[gpu][dynamics][dense]") {
  const ContactProblem problem = heap_problem(600);
  REQUIRE(problem.count() > 1000);
  for (const SolverKind kind : dense_kinds) check_same(problem, settings_of(kind));
}

TEST_CASE("dense solvers on the GPU take the iterations of those on the CPU (Nuetzi D6)",
          "[gpu][dynamics][dense]") {
  const Criterion criterion = GENERATE(Criterion::step_norm, Criterion::step_element, Criterion::residual);
  CAPTURE(name_of(criterion));
  for (const SolverKind kind : dense_kinds) {
    for (const bool cube : {false, true}) {
      const Vec3d gravity = cube ? inclined(20) : Vec3d{0, 0, -9.81};
      const ContactProblem problem = gravity_problem(cube ? cube_world() : stack_world(10), gravity, 1e-3);
      SolverSettings settings = settings_of(kind);
      settings.criterion = criterion;
      settings.relaxation = cube && kind != SolverKind::dense_sor ? 0.5 : 1;
      settings.iteration_limit = 100000;
      const Solution expected = solve(problem, settings), found = solve_dense_on_cuda(problem, settings, 0);
      CAPTURE(name_of(kind), cube);
      CHECK(found.iterations == expected.iterations);
      CHECK(found.status == expected.status);
      CHECK(found.residual == expected.residual);
      CHECK(same_bits(found.impulses, expected.impulses));
    }
  }
}

TEST_CASE("a relaxation that diverges is reported on the GPU (Nuetzi C8)", "[gpu][dynamics][dense]") {
  SolverSettings settings = settings_of(SolverKind::dense_jor);
  settings.relaxation = 1.9;
  const Solution found = solve_dense_on_cuda(gravity_problem(cube_world(), inclined(20), 1e-3), settings, 0);
  CHECK(found.status == SolveStatus::diverged);
  for (const Vec3d r : found.impulses) CHECK(std::isfinite(r.x + r.y + r.z));
}

TEST_CASE("steps by a dense solver on the GPU are those on the CPU", "[gpu][dynamics][dense]") {
  const SolverKind kind = GENERATE(SolverKind::dense_jor, SolverKind::dense_sor, SolverKind::dense_relaxed);
  CAPTURE(name_of(kind));
  const World world = mixed_heap(60, 11);
  StepSettings settings;
  settings.solver = settings_of(kind);
  settings.solver.iteration_limit = 5000;
  Simulation cpu(world, settings, collider_detection()),
      gpu(world, settings, collider_detection(), cuda_steps(0));
  for (int step = 0; step < 3; ++step) {
    const StepReport a = cpu.advance(), b = gpu.advance();
    REQUIRE(a.contacts == b.contacts);
    CHECK(b.residual <= 1.01 * settings.solver.tolerance);
    CHECK(b.kinetic == Approx(a.kinetic).epsilon(1e-3));
  }
}
