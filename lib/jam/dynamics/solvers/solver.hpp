// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Solvers of contact problems: settings in; impulses, iterations, status and residual out.
//   apgd       Nesterov's accelerated projected gradient with adaptive restart and backtracking (Mazhar et
//              al., ACM TOG 34(3), 2015), each contact scaled by its diagonal block
//   jor        Nuetzi's JOR Prox: projected Jacobi, a step of its own for the normal and for the tangents
//              (2.8)
//   sor        Nuetzi's SOR Prox: projected Gauss-Seidel (2.9), in the order of the colours of the contacts
//   ccp        Negrut's fixed point: projected Jacobi with eta = 3 / trace, omega and lambda (2.4)
//   pe-jacobi  Strobl's projected Jacobi: a step of its own for each component, for a pyramid of friction
//              (2.6)
//   dense-jor, dense-sor, dense-relaxed
//              Nuetzi's solvers with a matrix that is stored whole (dense/dense_arrays.hpp), 72 n^2 bytes for
//              n contacts: jor; sor in the order of the list; groups of contacts one after the other, the
//              contacts of a group at once (2.11)
// For the law coulomb jor, sor and the dense solvers project normal and tangents one after the other (Nuetzi
// 2.4), ccp adds De Saxce's term mu |u_T| of the last iterate to u_N, and apgd lets that term follow its
// iterates, and holds it fixed in a sequence of convex problems if that stalls. For the law ccp all
// project onto the cone. The law pyramid is treated by jor, sor, the dense solvers and pe-jacobi, which
// treats no other; it projects normal and tangents one after the other. Blocks of joints are two-sided: sor
// solves the rows of a block together. The same problem and settings give the same bits for any number of
// threads.
#pragma once

#include <vector>

#include "jam/core/vec.hpp"
#include "jam/core/words.hpp"
#include "jam/dynamics/constraints/contact_problem.hpp"

namespace jam::dynamics {

enum class SolverKind { jor, sor, ccp, apgd, pe_jacobi, dense_jor, dense_sor, dense_relaxed };

/// Whether a solver stores its matrix whole.
[[nodiscard]] constexpr bool is_dense(SolverKind kind) {
  return kind == SolverKind::dense_jor || kind == SolverKind::dense_sor || kind == SolverKind::dense_relaxed;
}

/// When a solve ends.
enum class Criterion {
  residual,      ///< The natural map is at most `tolerance`.
  step_norm,     ///< |new - old| <= relative |old| + absolute, Euclidean over all impulses (Nuetzi 2.12, V).
  step_element,  ///< The formula of step_norm holds for every component (Nuetzi 2.12, E).
};

enum class SolveStatus {
  solved,   ///< The criterion is met.
  limit,    ///< The limit on iterations came first.
  diverged  ///< Impulses grew without bound, or the residual is larger than at the start; the best impulses
            ///< found are returned.
};

struct SolverSettings {
  SolverKind kind = SolverKind::apgd;
  ContactLaw law = ContactLaw::coulomb;
  Criterion criterion = Criterion::residual;
  double tolerance = 1e-6;     ///< Limit of the natural map [-].
  double relative = 1e-7;      ///< `relative` in the formula of step_norm [-].
  double absolute = 1e-7;      ///< `absolute` in the formula of step_norm [N s].
  int iteration_limit = 2000;  ///< Limit; apgd does not count iterations that only search for a step length.
  /// alpha of jor, sor and the dense solvers, omega of ccp and pe-jacobi; 0: chosen. Then sor and dense-sor
  /// take 1, the others 0.9 of the bound 2 / lambda_max by power iteration, at most 1, and all of them halve
  /// it whenever the residual grows. apgd has no such parameter.
  double relaxation = 0;
  /// lambda of ccp: weight of the new impulses, that of the old ones is 1 - lambda; in (0, 1].
  double blend = 1;
  int group = 32;           ///< dense-relaxed: contacts of a group.
  int check_interval = 10;  ///< sor and the dense solvers: sweeps between two evaluations of the natural map.
  int thread_count = 1;     ///< 0: all.
};

struct Solution {
  std::vector<Vec3d> impulses;  ///< Impulses in the frames of the contacts [N s].
  int iterations = 0;
  SolveStatus status = SolveStatus::solved;
  double residual = 0;  ///< Natural map of the impulses [-], computed for the result.
  /// The last alpha or omega; for apgd the last step length in units of the diagonal.
  double relaxation = 0;
  int colour_count = 0;  ///< Number of colours of sor.
};

/// Throws InputError for settings out of their ranges.
void check_settings(const SolverSettings& settings);

/// Solves. Throws InputError like check_settings(), and OverflowError, with the bytes, if the matrix of a
/// dense solver does not fit into the free memory.
[[nodiscard]] Solution solve(const ContactProblem& problem, const SolverSettings& settings);

/// Solves by a dense solver on a CUDA device, by its ordinal: the sweeps run there, tests of the natural map
/// here. The bits are those of solve(). Throws InputError like solve(), and OverflowError if the matrix
/// does not fit into the free memory of the device.
[[nodiscard]] Solution solve_dense_on_cuda(const ContactProblem& problem, const SolverSettings& settings,
                                           int device);

/// Words of options and files.
inline constexpr Words<SolverKind> solver_words[] = {{"apgd", SolverKind::apgd},
                                                     {"sor", SolverKind::sor},
                                                     {"jor", SolverKind::jor},
                                                     {"ccp", SolverKind::ccp},
                                                     {"pe-jacobi", SolverKind::pe_jacobi},
                                                     {"dense-jor", SolverKind::dense_jor},
                                                     {"dense-sor", SolverKind::dense_sor},
                                                     {"dense-relaxed", SolverKind::dense_relaxed}};
inline constexpr Words<ContactLaw> law_words[] = {
    {"coulomb", ContactLaw::coulomb}, {"ccp", ContactLaw::ccp}, {"pyramid", ContactLaw::pyramid}};
inline constexpr Words<Criterion> criterion_words[] = {{"residual", Criterion::residual},
                                                       {"step-norm", Criterion::step_norm},
                                                       {"step-element", Criterion::step_element}};
inline constexpr Words<SolveStatus> status_words[] = {
    {"solved", SolveStatus::solved}, {"limit", SolveStatus::limit}, {"diverged", SolveStatus::diverged}};
[[nodiscard]] inline const char* name_of(SolverKind kind) { return word_of(kind, solver_words); }
[[nodiscard]] inline const char* name_of(ContactLaw law) { return word_of(law, law_words); }
[[nodiscard]] inline const char* name_of(Criterion criterion) { return word_of(criterion, criterion_words); }
[[nodiscard]] inline const char* name_of(SolveStatus status) { return word_of(status, status_words); }

}  // namespace jam::dynamics
