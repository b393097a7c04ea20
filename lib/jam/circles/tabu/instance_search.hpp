// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// One round of one instance: tabu search over whole neighbourhoods (T. Ye, W. Huang, Z. Lue,
// arXiv:1306.0694), one source for CPU and GPU. A neighbourhood is all swaps of neighbouring radii plus
// randomly drawn moves; every candidate starts from the same base packing and is relaxed at the target
// radius; the best one that is not tabu becomes the next base, even if it is worse. Without gain for `depth`
// neighbourhoods, some circles of the best packing are relocated. Candidates are distributed to the teams of
// a crew; the result does not depend on which team takes which, because the choice is by (energy, number).
#pragma once

#include <concepts>

#include "jam/circles/relax/relaxation.hpp"
#include "jam/circles/tabu/instance.hpp"
#include "jam/circles/tabu/moves.hpp"

namespace jam::circles {

/// The arrays of one instance during a round; visible to all teams of the crew. `state` is copied in and out
/// by the caller.
struct InstanceView {
  InstanceState* state;
  const float* radius;  ///< [count]
  float* x;             ///< [count] current
  float* y;
  float* best_x;  ///< [count]
  float* best_y;
  std::int32_t* tabu_swap;   ///< [count]
  std::int32_t* tabu_place;  ///< [count]
  std::uint32_t instance;    ///< Number of the instance, for its random streams.
};

/// Number of the instance that is the `at`-th of a round.
JAM_HD_INLINE std::uint32_t instance_number(const RoundParameters& parameters, int at) {
  return static_cast<std::uint32_t>(parameters.instance_first + parameters.instance_stride * at);
}

/// The arrays of one team.
template <class Real>
struct TeamView {
  Real* x;  ///< [count] the packing being relaxed, one per lane.
  Real* y;
  Real* r;
  float* choice_x;  ///< [count] the best candidate of this team in this neighbourhood, sorted by radius.
  float* choice_y;
};

/// The best candidate a team has seen in a neighbourhood.
struct Choice {
  float energy = 1e30F;
  int number = 0x7fffffff;
  Move move;
};

JAM_HD_INLINE bool precedes(float energy, int number, const Choice& choice) {
  return energy < choice.energy || (energy == choice.energy && number < choice.number);
}

/// The teams that search one instance: one on a CPU, the warps of a block (or the block) on a GPU. Worker 0
/// writes the state.
template <class C>
concept SearchCrew = Crew<C> && Team<typename C::Team> &&
    requires(const C crew, const typename C::Team::Real value, const Choice choice, long long& steps) {
  {
    crew.next_pack(0)
    } -> std::same_as<int>;  // The next pack of candidates for this team; -1 gives the first.
  {
    crew.first(choice, steps)
    } -> std::same_as<Choice>;  // First by (energy, number) over the teams; `steps` becomes their sum.
  { crew.sum_lanes(value) } -> std::same_as<float>;
};

/// True while the tabu list forbids the move.
JAM_HD_INLINE bool is_tabu(const InstanceView& view, const Move& move, int sweep) {
  if (is_one_of(upwards_kinds, move.kind)) return view.tabu_swap[move.first] > sweep;
  if (!is_one_of(places_kinds, move.kind)) return false;
  return view.tabu_place[move.first] > sweep &&
         (!is_one_of(exchanging_kinds, move.kind) || view.tabu_place[move.second] > sweep);
}

/// Number of the first candidate of this instance among the candidates of all instances with its base
/// packing.
JAM_HD_INLINE int first_shared_candidate(const InstanceView& view, const RoundParameters& parameters) {
  return parameters.shared_count > 0 ? parameters.candidate_count * static_cast<int>(view.instance) : 0;
}

/// Number of the `shared` candidates of all instances that this instance evaluates, or `own` if it has a base
/// packing of its own.
JAM_HD_INLINE int own_candidate_count(const InstanceView& view, const RoundParameters& parameters, int own,
                                      int shared) {
  if (parameters.shared_count == 0) return own;
  const int left = shared - first_shared_candidate(view, parameters);
  return left < 0 ? 0 : left < parameters.candidate_count ? left : parameters.candidate_count;
}

/// Kind of the neighbourhood that is evaluated.
enum class SweepKind { neighbourhood, perturbation, relaxation };

/// Evaluates candidates [0, candidate_count) of the base packing; returns this team's choice, with its
/// centres in choice_x, choice_y.
template <SearchCrew Crew>
JAM_HD_INLINE Choice evaluate(const Crew& crew, const InstanceView& view,
                              const TeamView<typename Crew::Team::Real>& own,
                              const RoundParameters& parameters, SweepKind sweep_kind, int candidate_count,
                              const float* base_x, const float* base_y, long long& steps) {
  using Team = typename Crew::Team;
  using Real = typename Team::Real;
  constexpr int lanes = Team::packing_count;
  const Team& team = crew.team();
  const InstanceState state = *view.state;
  const int n = parameters.count;
  // Instances with the same base draw from the streams of instance 0.
  const int offset = first_shared_candidate(view, parameters);
  const std::uint32_t stream_instance = parameters.shared_count > 0 ? 0U : view.instance;
  RelaxationParameters relaxation = parameters.relaxation;
  if (sweep_kind == SweepKind::neighbourhood) {
    relaxation.give_up_energy = larger(3.0F * state.energy, 1e-6F);
  } else if (sweep_kind == SweepKind::relaxation) {
    relaxation.step_limit *= 5;
    relaxation.gradient_tolerance *= 0.01F;
  }
  // A drawn move, unlike a swap, must gain: otherwise the cheapest one, a tiny circle moved between
  // vacancies, would always be taken.
  const bool must_gain = parameters.drawn_must_gain != 0 && sweep_kind == SweepKind::neighbourhood;
  const float gain_below = must_gain ? 0.999F * state.run_energy : 1e30F;
  Choice choice;
  for (int pack = crew.next_pack(-1); pack * lanes < candidate_count; pack = crew.next_pack(pack)) {
    const int first = pack * lanes;
    // Drawn moves are given up once they cannot gain; by groups of sixteen, so that the pack width changes no
    // result.
    if (gain_below < 1e30F && (first + offset) / 16 * 16 >= parameters.neighbour_swap_count)
      relaxation.give_up_energy = larger(gain_below, 1e-6F);
    // The base packing in every lane, then one move per lane.
    team.for_owned(n, [&](int i, int) {
      own.x[i] = Real(base_x[i]);
      own.y[i] = Real(base_y[i]);
      own.r[i] = Real(view.radius[i]);
    });
    team.sync();
    Move moves[lanes];
    Real idle(1.0F);
    bool gradual = false;
    for (int lane = 0; lane < lanes; ++lane) {
      const int number = first + lane;
      if (number >= candidate_count) break;
      set_lane(idle, lane, 0.0F);
      const int global_number = number + offset;
      const auto trial = static_cast<std::uint64_t>(state.trials + global_number);
      if (sweep_kind == SweepKind::neighbourhood) {
        const RandomStream random(parameters.seed, StreamId::move, stream_instance, trial);
        moves[lane] = draw_move(team, parameters, base_x, base_y, view.radius, global_number, random);
        apply_move(team, parameters, moves[lane], view.radius, random, lane, own.x, own.y, own.r);
        gradual = gradual || moves[lane].kind == MoveKind::gradual_swap;
      } else if (sweep_kind == SweepKind::perturbation) {
        const RandomStream random(parameters.seed, StreamId::perturb, stream_instance, trial);
        moves[lane].kind = MoveKind::perturb;
        apply_move(team, parameters, moves[lane], view.radius, random, lane, own.x, own.y, own.r);
      }
    }
    team.sync();
    if (sweep_kind == SweepKind::relaxation) part_coinciding(team, n, own.x, own.y, own.r);
    const MaskOf<Real> unused = Real(0.5F) < idle;

    // Gradual swaps: a few steps at each stage of the growing and shrinking radii, while the other lanes
    // wait. Then all lanes to the end.
    RelaxationResult<Real> result;
    for (int stage = gradual ? 1 : gradual_stage_count;; ++stage) {
      const bool to_the_end = stage == gradual_stage_count;
      RelaxationParameters part = relaxation;
      MaskOf<Real> idle_now = unused;
      if (!to_the_end) {
        part.step_limit = 12;
        Real waiting(1.0F);
        for (int lane = 0; lane < lanes; ++lane) {
          if (moves[lane].kind == MoveKind::gradual_swap) set_lane(waiting, lane, 0.0F);
        }
        idle_now = (Real(0.5F) < waiting) | unused;
      }
      result = relax(team, {n, own.x, own.y, own.r}, part, idle_now);
      steps += static_cast<long long>(crew.sum_lanes(select(idle_now, Real(0.0F), result.steps)));
      if (to_the_end) break;
      for (int lane = 0; lane < lanes; ++lane) {
        const Move& move = moves[lane];
        if (move.kind != MoveKind::gradual_swap || team.rank() != 0) continue;
        const float small = view.radius[move.first];
        const float large = view.radius[move.second];
        const float difference =
            (large - small) * static_cast<float>(stage + 1) / static_cast<float>(gradual_stage_count);
        const bool last = stage + 1 == gradual_stage_count;
        set_lane(own.r[move.first], lane, last ? large : small + difference);
        set_lane(own.r[move.second], lane, last ? small : large - difference);
      }
      team.sync();
    }

    if (team.stopped()) break;

    // Keep the best candidate that is allowed; a candidate better than every packing so far is always
    // allowed.
    for (int lane = 0; lane < lanes; ++lane) {
      const int number = first + lane;
      if (number >= candidate_count) break;
      const float energy = get_lane(result.energy, lane);
      if (!precedes(energy, number, choice)) continue;
      if (sweep_kind == SweepKind::neighbourhood && parameters.tabu != 0 &&
          is_tabu(view, moves[lane], state.sweep) && !(energy < 0.999F * state.best_energy)) {
        continue;
      }
      if (must_gain && moves[lane].kind != MoveKind::neighbour_swap && !(energy < gain_below)) continue;
      choice = {energy, number, moves[lane]};
      team.sync();
      team.for_owned(n, [&](int i, int) {
        const Move& move = moves[lane];
        const bool exchange = is_one_of(exchanging_kinds, move.kind);
        const int from = exchange && i == move.first    ? move.second
                         : exchange && i == move.second ? move.first
                                                        : i;
        own.choice_x[i] = get_lane(own.x[from], lane);
        own.choice_y[i] = get_lane(own.y[from], lane);
      });
      team.sync();
    }
  }
  return choice;
}

/// Evaluates a neighbourhood and replaces (x, y) by the crew's choice if its energy is below `accept_below`;
/// returns the choice. Counts trials.
template <SearchCrew Crew>
JAM_HD_INLINE Choice take_best(const Crew& crew, const InstanceView& view,
                               const TeamView<typename Crew::Team::Real>& own,
                               const RoundParameters& parameters, SweepKind kind, int candidate_count,
                               const float* base_x, const float* base_y, float* x, float* y,
                               float accept_below) {
  long long steps = 0;
  const Choice own_choice =
      evaluate(crew, view, own, parameters, kind, candidate_count, base_x, base_y, steps);
  crew.sync();
  const Choice choice = crew.first(own_choice, steps);  // `steps` becomes the sum over the crew.
  if (choice.energy < accept_below && choice.number == own_choice.number) {
    crew.team().for_owned(parameters.count, [&](int i, int) {
      x[i] = own.choice_x[i];
      y[i] = own.choice_y[i];
    });
  }
  if (crew.rank() == 0) {
    view.state->trials += candidate_count;
    view.state->steps += steps;
  }
  crew.sync();
  return choice;
}

/// Copies the current packing over the best one.
template <SearchCrew Crew>
JAM_HD_INLINE void store_as_best(const Crew& crew, const InstanceView& view, int count) {
  if (crew.team_index() == 0) {
    crew.team().for_owned(count, [&](int i, int) {
      view.best_x[i] = view.x[i];
      view.best_y[i] = view.y[i];
    });
  }
}

/// Clears the tabu list.
template <SearchCrew Crew>
JAM_HD_INLINE void clear_tabu(const Crew& crew, const InstanceView& view, int count) {
  if (crew.team_index() == 0) {
    crew.team().for_owned(count, [&](int i, int) {
      view.tabu_swap[i] = 0;
      view.tabu_place[i] = 0;
    });
  }
}

/// Stores the energies of the current packing, and of the best one if it differs, after a relaxation at the
/// start of a round.
template <SearchCrew Crew>
JAM_HD_INLINE void finish_relaxation(const Crew& crew, const InstanceView& view,
                                     const RoundParameters& parameters, bool fresh, float energy,
                                     float best_energy) {
  if (fresh || energy < best_energy) store_as_best(crew, view, parameters.count);
  if (fresh) clear_tabu(crew, view, parameters.count);
  if (crew.rank() == 0) {
    InstanceState& state = *view.state;
    state.energy = energy;
    state.run_energy = energy;
    state.best_energy = smaller(energy, best_energy);
    if (fresh) {
      state.perturbations = 0;
      state.gain_trial = state.trials;
      state.best_move = static_cast<std::int32_t>(MoveKind::start);
    }
    state.fresh = 0;
    state.run_sweeps = 0;
    state.sweep = fresh ? 0 : state.sweep;
  }
  crew.sync();
}

/// Evaluates parameters.sweep_count neighbourhoods. Before that it relaxes the current packing if its centres
/// are new, or the current and the best packing if the target radius has changed; of several instances with
/// the same base packing, only the first one relaxes. take_best is called in one place, because its code is
/// large on a GPU. When the team is stopped, the round ends at once and the current centres are undefined.
template <SearchCrew Crew>
JAM_HD_INLINE void search_round(const Crew& crew, const InstanceView& view,
                                const TeamView<typename Crew::Team::Real>& own,
                                const RoundParameters& parameters) {
  if (view.state->inactive != 0) return;
  const int n = parameters.count;
  const bool fresh = view.state->fresh != 0;
  const int relaxation_count = fresh ? 1 : parameters.target_changed != 0 ? 2 : 0;
  float relaxed_energy = 0;

  for (int sweep = -relaxation_count; sweep < parameters.sweep_count; ++sweep) {
    const bool relaxing = sweep < 0;
    const bool relax_best = sweep == -1 && !fresh;
    // A legal packing: the host lowers the target radius first.
    if (!relaxing && view.state->energy < parameters.relaxation.energy_floor) break;
    const bool perturb = !relaxing && view.state->run_sweeps >= parameters.depth;
    crew.sync();

    const int variants = parameters.perturbation_variants;
    const int candidates = relaxing  ? own_candidate_count(view, parameters, 1, 1)
                           : perturb ? own_candidate_count(view, parameters, variants, variants)
                                     : own_candidate_count(view, parameters, parameters.candidate_count,
                                                           parameters.shared_count);
    const float accept_below = relaxing || perturb || parameters.tabu != 0 ? 1e30F : view.state->energy;
    const bool from_best = relax_best || perturb;
    const Choice choice =
        take_best(crew, view, own, parameters,
                  relaxing  ? SweepKind::relaxation
                  : perturb ? SweepKind::perturbation
                            : SweepKind::neighbourhood,
                  candidates, from_best ? view.best_x : view.x, from_best ? view.best_y : view.y,
                  relax_best ? view.best_x : view.x, relax_best ? view.best_y : view.y, accept_below);
    if (crew.team().stopped()) return;
    if (relaxing) {
      if (!relax_best) relaxed_energy = choice.energy;
      if (sweep == -1) finish_relaxation(crew, view, parameters, fresh, relaxed_energy, choice.energy);
      continue;
    }
    if (perturb) clear_tabu(crew, view, n);
    const bool accepted = choice.number != 0x7fffffff &&
                          (perturb || parameters.tabu != 0 || choice.energy < view.state->energy);
    const bool best = accepted && choice.energy < 0.999F * view.state->best_energy;
    if (best) store_as_best(crew, view, n);
    crew.sync();
    if (crew.rank() == 0) {
      InstanceState& state = *view.state;
      ++state.sweep;
      ++state.run_sweeps;
      state.taken_energy = accepted ? choice.energy : 1e30F;
      if (perturb) {
        state.run_energy = 1e30F;
        ++state.perturbations;
      }
      if (accepted) {
        state.energy = choice.energy;
        if (choice.energy < 0.999F * state.run_energy) {
          state.run_energy = choice.energy;
          state.run_sweeps = 0;
        }
        if (best) {
          state.best_energy = choice.energy;
          state.best_move = static_cast<std::int32_t>(choice.move.kind);
          state.gain_trial = state.trials;
        }
        // The moved circles become tabu for a while.
        const RandomStream random(parameters.seed, StreamId::tenure, view.instance,
                                  static_cast<std::uint64_t>(state.trials));
        const int until = state.sweep + parameters.tenure +
                          static_cast<int>(uniform_below(
                              random.at(0), 0, static_cast<std::uint32_t>(parameters.tenure_range)));
        const Move& move = choice.move;
        if (is_one_of(upwards_kinds, move.kind)) {
          view.tabu_swap[move.first] = until;
        } else if (is_one_of(places_kinds, move.kind)) {
          view.tabu_place[move.first] = until;
          if (is_one_of(exchanging_kinds, move.kind)) view.tabu_place[move.second] = until;
        }
      }
    }
    crew.sync();
  }
}

}  // namespace jam::circles
