// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Files of contact problems: the same bits again, errors with places, and the independent checker of
// ../shared/verify.
#include <catch2/catch.hpp>

#include <cstdlib>
#include <cstring>
#include <fstream>

#include "dynamics/worlds.hpp"
#include "jam/dynamics/constraints/block_operator.hpp"
#include "jam/dynamics/io/problem_file.hpp"
#include "jam/io/number_text.hpp"
#include "support/paths.hpp"
#include "support/refusal.hpp"
#include "support/skip.hpp"
#include "support/temporary_file.hpp"

using namespace jam;
using namespace jam::dynamics;
using namespace jam::test;

namespace {

constexpr SolverKind kinds[] = {SolverKind::jor,          SolverKind::sor,       SolverKind::ccp,
                                SolverKind::apgd,         SolverKind::dense_jor, SolverKind::dense_sor,
                                SolverKind::dense_relaxed};

/// A lattice of spheres that is pushed, so that contacts stick, slide and open.
ContactProblem pushed_lattice(int n) {
  World world = lattice_world(n, 0.5);
  for (int i = 1; i < world.bodies.count(); ++i)
    world.bodies.velocity[i] = {0.02 * (i % 7), 0.01 * (i % 5), -0.03 * (i % 3)};
  return gravity_problem(world, {0, 0, -9.81}, 0.01);
}

bool same_bits(const std::vector<Vec3d>& a, const std::vector<Vec3d>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(Vec3d)) == 0;
}

std::string refusal(const std::string& text) {
  const TemporaryFile file("problem.json", text);
  const std::string message = refusal_of([&] { return read_problem(file.path()); });
  return message.substr(message.find("problem.json"));
}

/// The figure after `name=` in the checker's line.
double figure(const std::string& text, const std::string& name) {
  const std::size_t begin = text.find(name + "=") + name.size() + 1;
  return io::parse_number<double>(text.substr(begin, text.find_first_of(" \n", begin) - begin)).value_or(-1);
}

}  // namespace

TEST_CASE("a problem that was written is solved again to the same bits (Nuetzi 6-F S7)") {
  ContactProblem problem = pushed_lattice(4);
  problem.start = std::vector<Vec3d>(problem.count(), Vec3d{0.01, 0.001, 0});
  for (const SolverKind kind : kinds) {
    CAPTURE(name_of(kind));
    SolverSettings settings;
    settings.kind = kind;
    settings.tolerance = 1e-7;
    const Solution solution = solve(problem, settings);
    const TemporaryFile file("problem.json", problem_text(problem, settings, solution));
    const ProblemFile read = read_problem(file.path());
    REQUIRE(read.solution.has_value());
    CHECK(same_bits(read.solution->impulses, solution.impulses));
    CHECK(read.solution->residual == solution.residual);
    const Solution again = solve(read.problem, read.settings);
    CHECK(same_bits(again.impulses, solution.impulses));
    CHECK(again.iterations == solution.iterations);
    CHECK(again.residual == solution.residual);
  }
}

TEST_CASE("the independent checker finds the reported residual within 1 % for every solver and law") {
  const std::filesystem::path checker = source_dir() / ".." / "shared" / "verify" / "friction.py";
  if (!std::filesystem::exists(checker)) return skip("no ../shared/verify/friction.py");
  if (!has_python_module("numpy")) return skip("no NumPy (Debian package python3-numpy)");
  const ContactProblem problem = pushed_lattice(3);
  for (const SolverKind kind : kinds) {
    for (const ContactLaw law : {ContactLaw::coulomb, ContactLaw::ccp}) {
      CAPTURE(name_of(kind), name_of(law));
      SolverSettings settings;
      settings.kind = kind;
      settings.law = law;
      settings.iteration_limit = 100000;
      const Solution solution = solve(problem, settings);
      const TemporaryFile file("problem.json", problem_text(problem, settings, solution));
      const std::filesystem::path out = file.path().parent_path() / "out.txt";
      const std::string command = "/usr/bin/python3 '" + checker.string() + "' '" + file.path().string() +
                                  "' > '" + out.string() + "' 2>&1";
      const int status = std::system(command.c_str());
      const std::string text = text_of(out);
      CAPTURE(text);
      CHECK(status == 0);
      CHECK(text.find(std::string("law=") + name_of(law)) != std::string::npos);
      // The checker prints four digits.
      CHECK(figure(text, "residual") == Approx(solution.residual).epsilon(0.01));
      CHECK(figure(text, "cone") < 1e-12);
    }
  }
}

TEST_CASE("problems of others are read, dense and in blocks (validation S2)") {
  const std::string head = R"({"contacts": 1, "mu": [0.1], "q": [-1, 2, 3], )";
  for (const std::string& matrix :
       {std::string(R"("W": [[15, -1, -2], [-1, 14, 1], [-2, 1, 16]]})"),
        std::string(R"("W": {"blocks": [[0, 0, [15, -1, -2, -1, 14, 1, -2, 1, 16]]]}})")}) {
    const TemporaryFile file("problem.json", head + matrix);
    const ProblemFile read = read_problem(file.path());
    CHECK(!read.solution.has_value());
    SolverSettings settings;
    settings.tolerance = 1e-12;
    CHECK(length(solve(read.problem, settings).impulses[0] -
                 Vec3d{0.065695682898, -0.003678614907, -0.005443070814}) < 1e-11);
  }
}

TEST_CASE("errors in a problem name the place") {
  CHECK(refusal(R"({"contacts": 0})") ==
        "problem.json: contacts: it is 0: a whole number from 1 to 100000000 is needed");
  CHECK(refusal(R"({"contacts": 1, "mu": [0.1, 0.2]})") ==
        "problem.json: mu: it has 2 numbers: 1 are needed");
  CHECK(
      refusal(R"({"contacts": 1, "mu": [-0.1]})") ==
      "problem.json: mu[0]: the friction is negative: at least 0 is accepted, or -1 for a block of a joint");
  const std::string head = R"({"contacts": 1, "mu": [0.1], "q": [0, 0, 0], )";
  CHECK(refusal(head + R"("W": [[1, 0, 0]]})") == "problem.json: W: it has 1 rows: 3 are needed");
  CHECK(refusal(head + R"("W": {"blocks": []}})") ==
        "problem.json: W: contact 0: the diagonal of its block of W is missing or not positive");
  CHECK(refusal(head + R"("W": {"blocks": [[0, 1, [1]]]}})") ==
        "problem.json: W.blocks[0][1]: it is 1: a whole number from 0 to 0 is needed");
  CHECK(refusal(head + R"("W": {"blocks": [[0, 0, [1,0,0,0,1,0,0,0,1]]]}, "settings": {"law": "newton"}})") ==
        "problem.json: settings.law: 'newton' is unknown: coulomb, ccp, pyramid are accepted");
  const std::string rows =
      R"("rows": {"bodies": [[-1, 0]], "axes": [1,0,0,0,1,0,0,0,1], "turns_a": [0,0,0,0,0,0,0,0,0],
    "turns_b": [0,0,0,0,0,0,0,0,0], )";
  CHECK(refusal(head + rows + R"("inverse_mass": [], "inverse_inertia": []}})") ==
        "problem.json: rows.bodies[0][1]: there are no bodies: only -1, a wall, is accepted");
  CHECK(refusal(head + rows + R"("inverse_mass": [0], "inverse_inertia": [0, 0, 0]}})") ==
        "problem.json: rows: contact 0: the diagonal of its block of W is not positive");
  CHECK(refusal(R"({"schema": "jampack/contact-problem/2"})") ==
        "problem.json: schema: 'jampack/contact-problem/2': this program reads jampack/contact-problem/1");
}
