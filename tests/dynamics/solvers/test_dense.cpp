// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The dense solvers against the definitions of their sweeps (Nuetzi 2.8, 2.9, 2.11; C6), their bits, and
// their memory (E10). Numbers of iterations are in test_golden_iterations.cpp.
#include <catch2/catch.hpp>

#include <cstring>

#include "dynamics/random_problem.hpp"
#include "jam/core/error.hpp"
#include "jam/dynamics/solvers/dense/dense_sweeps.hpp"
#include "jam/dynamics/solvers/relaxation.hpp"

using namespace jam;
using namespace jam::dynamics;
using namespace jam::test;

namespace {

/// T and d as plain arrays, and the definitions of the sweeps.
class Definition {
 public:
  Definition(const ContactProblem& problem, const DenseRule& rule, double alpha)
      : problem_(problem),
        rule_(rule),
        n_(3 * problem.count()),
        t_(static_cast<std::size_t>(n_) * n_),
        d_(n_) {
    const std::vector<Vec3d> steps = step_lengths(*problem.matrix, rule.steps);
    for (int i = 0; i < n_; ++i) t_[i * n_ + i] = 1;
    problem.matrix->visit_blocks([&](int i, int j, const Mat3d& block) {
      for (int c = 0; c < 3; ++c) {
        const Vec3d column = alpha * scaled(steps[i], block.column[c]);
        const double entries[3] = {column.x, column.y, column.z};
        for (int k = 0; k < 3; ++k) t_[(3 * i + k) * n_ + 3 * j + c] -= entries[k];
      }
    });
    for (int i = 0; i < problem.count(); ++i) {
      const Vec3d v = alpha * scaled(steps[i], problem.q[i]);
      d_[3 * i] = -v.x, d_[3 * i + 1] = -v.y, d_[3 * i + 2] = -v.z;
    }
  }

  void sweep(std::vector<double>& x) const {
    const int contacts = n_ / 3;
    for (int first = 0; first < contacts; first += rule_.in_turn ? 1 : rule_.group) {
      const int last = rule_.in_turn ? first + 1 : std::min(contacts, first + rule_.group);
      const std::vector<double> before = x;
      for (int i = first; i < last; ++i) {
        const double mu = problem_.friction[i];
        std::vector<double> old = before;
        if (rule_.normal_first) {
          const double normal = row(3 * i, old);
          old[3 * i] = mu < 0 ? normal : std::max(0.0, normal);
          set(x, i, on_set(rule_.set, {old[3 * i], row(3 * i + 1, old), row(3 * i + 2, old)}, mu));
        } else {
          set(x, i, on_set(rule_.set, {row(3 * i, old), row(3 * i + 1, old), row(3 * i + 2, old)}, mu));
        }
      }
    }
  }

 private:
  [[nodiscard]] double row(int i, const std::vector<double>& x) const {
    double sum = 0;
    for (int j = 0; j < n_; ++j) sum += t_[i * n_ + j] * x[j];
    return sum + d_[i];
  }
  static void set(std::vector<double>& x, int i, Vec3d r) {
    x[3 * i] = r.x, x[3 * i + 1] = r.y, x[3 * i + 2] = r.z;
  }

  const ContactProblem& problem_;
  DenseRule rule_;
  int n_;
  std::vector<double> t_, d_;
};

SolverSettings settings_of(SolverKind kind, int group = 32, ContactLaw law = ContactLaw::coulomb) {
  SolverSettings settings;
  settings.kind = kind;
  settings.law = law;
  settings.group = group;
  return settings;
}

/// Largest difference to the definition within ten sweeps.
double difference(const ContactProblem& problem, const DenseRule& rule, const std::vector<Vec3d>& start) {
  constexpr double alpha = 0.8;
  DenseSweeps sweeps(problem, rule);
  sweeps.start(start);
  const Definition definition(problem, rule, alpha);
  std::vector<double> x;
  for (const Vec3d r : start) x.insert(x.end(), {r.x, r.y, r.z});
  std::vector<Vec3d> now(start.size());
  double largest = 0;
  for (int turn = 0; turn < 10; ++turn) {
    sweeps.run(alpha, 1);
    definition.sweep(x);
    sweeps.store(now);
    for (std::size_t i = 0; i < now.size(); ++i) {
      largest = std::max(largest, largest_component(now[i] - Vec3d{x[3 * i], x[3 * i + 1], x[3 * i + 2]}));
    }
  }
  return largest;
}

/// Impulses after three sweeps.
std::vector<Vec3d> swept(const ContactProblem& problem, const SolverSettings& settings, int threads = 1) {
  DenseSweeps sweeps(problem, dense_rule(settings, problem.count()));
  std::vector<Vec3d> r = random_impulses(problem.count());
  sweeps.start(r);
  for (int turn = 0; turn < 3; ++turn) sweeps.run(0.8, threads);
  sweeps.store(r);
  return r;
}

}  // namespace

TEST_CASE("dense sweeps are those of their definitions (Nuetzi C6)") {
  const int contacts = GENERATE(1, 10, 37, 100);
  const bool warm = GENERATE(false, true);
  const ContactLaw law = GENERATE(ContactLaw::coulomb, ContactLaw::ccp, ContactLaw::pyramid);
  CAPTURE(contacts, warm, name_of(law));
  const ContactProblem problem = random_problem(contacts, contacts == 37);
  const std::vector<Vec3d> start = warm ? random_impulses(contacts) : std::vector<Vec3d>(contacts);
  DenseRule in_turn = dense_rule(settings_of(SolverKind::dense_sor, 32, law), contacts);
  CHECK(in_turn.group == 32);
  CHECK(difference(problem, in_turn, start) <= 1e-15);
  in_turn.group = 4;
  CHECK(difference(problem, in_turn, start) <= 1e-15);
  for (const int group : {1, 2, 4, 16, 128}) {
    CAPTURE(group);
    CHECK(difference(problem, dense_rule(settings_of(SolverKind::dense_relaxed, group, law), contacts),
                     start) <= 1e-15);
  }
  CHECK(difference(problem, dense_rule(settings_of(SolverKind::dense_jor, 32, law), contacts), start) <=
        1e-15);
}

TEST_CASE("one group of all contacts is dense-jor (Nuetzi C6)") {
  const ContactProblem problem = random_problem(37);
  const std::vector<Vec3d> jor = swept(problem, settings_of(SolverKind::dense_jor));
  for (const int group : {37, 1'000'000'000})
    CHECK(swept(problem, settings_of(SolverKind::dense_relaxed, group)) == jor);
  CHECK_FALSE(swept(problem, settings_of(SolverKind::dense_relaxed, 36)) == jor);
}

TEST_CASE("dense sweeps have the same bits for any number of threads") {
  // Large enough for threads to share a product.
  const ContactProblem problem = random_problem(400);
  for (const SolverKind kind : {SolverKind::dense_jor, SolverKind::dense_relaxed}) {
    const std::vector<Vec3d> one = swept(problem, settings_of(kind, 200)),
                             two = swept(problem, settings_of(kind, 200), 2);
    CHECK(std::memcmp(one.data(), two.data(), one.size() * sizeof(Vec3d)) == 0);
  }
}

TEST_CASE("strips cover the columns of a product once and in order") {
  for (const int columns : {1, 3, 6, 12, 96, 384, 511, 512, 513, 12000}) {
    const Strips strips(5, 5 + columns);
    int at = 5;
    for (int segment = 0; segment < strips.segments(); ++segment) {
      for (int k = 0; k < segment_strips; ++k) {
        CHECK(strips.begin(segment, k) == at);
        at = strips.begin(segment, k + 1);
      }
    }
    CHECK(at == 5 + columns);
    CHECK(strips.length <= longest_strip);
    CHECK(strips.segments() == (columns + 511) / 512);
  }
}

TEST_CASE("a dense matrix that does not fit is refused with its bytes (Nuetzi E10)") {
  // 8 (3 n)^2 bytes: 1.39 GB at 4400 contacts; 139 GiB hold 45 500 contacts.
  CHECK_NOTHROW(require_dense_memory(SolverKind::dense_sor, 4400, 1'407'000'000));
  CHECK_THROWS_AS(require_dense_memory(SolverKind::dense_sor, 4400, 1'393'000'000), OverflowError);
  CHECK_NOTHROW(require_dense_memory(SolverKind::dense_sor, 4400, 0));  // Not known.
  CHECK_NOTHROW(require_dense_memory(SolverKind::dense_sor, 45'400, std::size_t{139} << 30));
  CHECK_THROWS_WITH(require_dense_memory(SolverKind::dense_jor, 45'700, std::size_t{139} << 30),
                    "the matrix of dense-jor for 45700 contacts needs 140 GiB, but only 139 GiB are there: "
                    "apgd, sor and jor need none");
}
