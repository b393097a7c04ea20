// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The relaxation: forces against finite differences, both contact laws on isolated contacts, when it ends,
// and the same bits from one packing alone, from sixteen in SIMD lanes, and from every instruction set.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>

#include "jam/circles/tabu/cpu_round.hpp"
#include "jam/circles/tabu/round_engine.hpp"
#include "jam/core/aligned_array.hpp"
#include "scenes/circles/random_discs.hpp"
#include "scenes/circles/round_arrays.hpp"

using namespace jam;
using namespace jam::circles;
using namespace jam::circles::testing;

namespace {

/// Two circles near the middle, too far from the rim to touch it.
Discs pair(float r0, float r1, float distance) {
  Discs discs;
  discs.r = {r0, r1};
  discs.x = {-0.05F, -0.05F + 0.6F * distance};
  discs.y = {0.02F, 0.02F + 0.8F * distance};
  return discs;
}

float distance_of(const Discs& d) { return std::hypot(d.x[0] - d.x[1], d.y[0] - d.y[1]); }

}  // namespace

TEST_CASE("the reciprocal square root is as accurate as its comment says", "[unit]") {
  double worst = 0;
  for (double q = 1e-20; q < 1e3; q *= 1.0007) {
    const auto value = static_cast<float>(q);
    worst = std::max(
        worst,
        std::abs(static_cast<double>(reciprocal_sqrt(value)) * std::sqrt(static_cast<double>(value)) - 1));
  }
  CHECK(worst < 3e-7);
}

TEST_CASE("the first step goes down the gradient of the overlap energy", "[unit]") {
  for (const int n : {1, 2, 7, 24}) {
    const Discs before = random_discs(n, 0.9F, 3);
    Discs after = before;
    RelaxationParameters parameters;
    parameters.step_limit = 1;
    parameters.energy_floor = 0;
    const RelaxationResult<float> result = relax_serially(after, parameters);
    const double energy = overlap_energy(before);
    // Float sums of a few dozen terms.
    CHECK(result.energy == Approx(energy).epsilon(1e-5).margin(1e-12));
    for (int i = 0; i < n; ++i) {
      for (const bool along_x : {true, false}) {
        // The centres are floats: a shift of 2^-12 is exact, and E is piecewise smooth, so its error is about
        // shift * curvature.
        const float shift = 0x1p-12F;
        Discs plus = before;
        Discs minus = before;
        (along_x ? plus.x : plus.y)[i] += shift;
        (along_x ? minus.x : minus.y)[i] -= shift;
        const double slope = (overlap_energy(plus) - overlap_energy(minus)) / (2.0 * shift);
        // The first step is a quarter of the gradient.
        const double step = along_x ? before.x[i] - after.x[i] : before.y[i] - after.y[i];
        CHECK(4 * step == Approx(slope).margin(2e-3));
      }
    }
  }
}

TEST_CASE("an isolated overlapping pair ends touching", "[unit]") {
  for (const bool contact : {false, true}) {
    for (const bool by_area : {false, true}) {
      Discs discs = pair(0.1F, 0.2F, 0.25F);
      RelaxationParameters parameters;
      parameters.contact = contact;
      parameters.mass_by_area = by_area;
      const RelaxationResult<float> result = relax_serially(discs, parameters);
      CHECK(result.energy < parameters.energy_floor);
      // The floor of the energy is an overlap of 3e-7; the rounding of the distance is smaller.
      CHECK(distance_of(discs) == Approx(0.3).margin(5e-7));
    }
  }
}

TEST_CASE("a circle that sticks out comes back inside", "[unit]") {
  for (const bool contact : {false, true}) {
    Discs discs;
    discs.r = {0.25F};
    discs.x = {0.9F};
    discs.y = {-0.7F};
    RelaxationParameters parameters;
    parameters.contact = contact;
    relax_serially(discs, parameters);
    CHECK(std::hypot(discs.x[0], discs.y[0]) == Approx(0.75).margin(5e-7));  // As above.
    CHECK(discs.y[0] / discs.x[0] == Approx(-7.0 / 9.0).epsilon(1e-5));      // Straight to the centre.
  }
}

TEST_CASE("the contact law moves a pair by the formula of its source", "[unit]") {
  const float r0 = 0.1F;
  const float r1 = 0.2F;
  const Discs before = pair(r0, r1, 0.25F);
  RelaxationParameters parameters;
  parameters.contact = true;
  parameters.step_limit = 1;

  // 1/2 ((r0 + r1) / d - 1) (c0 - c1), and the opposite for the other one. A few float roundings of numbers
  // below 0.3.
  Discs after = before;
  relax_serially(after, parameters);
  const double factor = 0.5 * ((static_cast<double>(r0) + r1) / distance_of(before) - 1);
  CHECK(after.x[0] - before.x[0] == Approx(factor * (before.x[0] - before.x[1])).margin(1e-7));
  CHECK(after.y[0] - before.y[0] == Approx(factor * (before.y[0] - before.y[1])).margin(1e-7));
  CHECK(after.x[1] - before.x[1] == Approx(before.x[0] - after.x[0]).margin(1e-7));
  CHECK(after.y[1] - before.y[1] == Approx(before.y[0] - after.y[0]).margin(1e-7));

  // With masses by area the shares are inverse to r^2, and the pair touches after the step as well.
  parameters.mass_by_area = true;
  after = before;
  relax_serially(after, parameters);
  CHECK(r0 * r0 * (after.x[0] - before.x[0]) == Approx(-r1 * r1 * (after.x[1] - before.x[1])).margin(1e-8));
  CHECK(r0 * r0 * (after.y[0] - before.y[0]) == Approx(-r1 * r1 * (after.y[1] - before.y[1])).margin(1e-8));
  CHECK(distance_of(after) == Approx(0.3).margin(5e-7));
}

TEST_CASE("a legal packing stays as it is after one evaluation", "[unit]") {
  Discs discs = pair(0.1F, 0.2F, 0.4F);
  const Discs before = discs;
  const RelaxationResult<float> result = relax_serially(discs, {});
  CHECK(result.steps == 1.0F);
  CHECK(result.energy == 0.0F);
  CHECK(discs.x == before.x);
  CHECK(discs.y == before.y);
}

TEST_CASE("a relaxation ends at its step limit", "[unit]") {
  RelaxationParameters parameters;
  parameters.gradient_tolerance = 0;  // Never at rest.
  parameters.step_limit = 37;
  Discs discs = random_discs(24, 1.0F, 5);
  CHECK(relax_serially(discs, parameters).steps == 37.0F);
}

TEST_CASE("the energy law lowers the energy and ends at rest", "[unit]") {
  for (std::uint32_t number = 0; number < 8; ++number) {
    Discs discs = random_discs(24, 0.95F, number);
    const double before = overlap_energy(discs);
    RelaxationParameters parameters;
    parameters.step_limit = 5000;
    const RelaxationResult<float> result = relax_serially(discs, parameters);
    CHECK(result.steps < 5000.0F);
    CHECK(result.energy < 0.2 * before);
    // The energy that is returned belongs to the centres that are returned; each overlap of about 1e-2
    // carries the rounding of a distance, 1e-7.
    CHECK(result.energy == Approx(overlap_energy(discs)).epsilon(1e-4));
  }
}

TEST_CASE("both laws make a loose packing legal", "[unit]") {
  for (const bool contact : {false, true}) {
    for (std::uint32_t number = 0; number < 8; ++number) {
      Discs discs = random_discs(24, 0.5F, number);
      RelaxationParameters parameters;
      parameters.step_limit = 5000;
      parameters.contact = contact;
      CHECK(relax_serially(discs, parameters).energy < parameters.energy_floor);
      // Energies below the floor are overlaps below 3.2e-7; the rounding of a distance adds 1e-7.
      CHECK(overlap_energy(discs) < 3e-13);
    }
  }
}

TEST_CASE("a hopeless packing is given up early, a hopeful one is not", "[unit]") {
  Discs discs = random_discs(24, 1.2F, 7);  // Density above 1: its energy cannot vanish.
  RelaxationParameters parameters;
  const RelaxationResult<float> full = relax_serially(discs, parameters);
  REQUIRE(full.energy > 1e-4F);

  discs = random_discs(24, 1.2F, 7);
  parameters.give_up_energy = 0.2F * full.energy;
  const RelaxationResult<float> early = relax_serially(discs, parameters);
  CHECK(early.steps < full.steps);
  CHECK(early.energy > parameters.give_up_energy);

  discs = random_discs(24, 1.2F, 7);
  parameters.give_up_energy = 1.5F * full.energy;
  const RelaxationResult<float> hopeful = relax_serially(discs, parameters);
  CHECK(hopeful.energy == full.energy);
  CHECK(hopeful.steps == full.steps);
}

TEST_CASE("each SIMD lane gives the bits of a packing relaxed alone, and idle lanes stay", "[unit]") {
  for (const int n : {1, 2, 15, 16, 17, 33, 50}) {
    for (const bool contact : {false, true}) {
      RelaxationParameters parameters;
      parameters.contact = contact;
      parameters.step_limit = 120;
      std::vector<Discs> alone;
      std::vector<Floats> x(n);
      std::vector<Floats> y(n);
      std::vector<Floats> r(n);
      Floats waiting(0.0F);
      const auto is_idle = [](int lane) { return lane % 5 == 3; };
      for (int lane = 0; lane < simd_lane_count; ++lane) {
        // From loose to hopeless, so that lanes end at different steps.
        alone.push_back(
            random_discs(n, 0.6F + 0.03F * static_cast<float>(lane), static_cast<std::uint32_t>(lane)));
        for (int i = 0; i < n; ++i) {
          set_lane(x[i], lane, alone.back().x[i]);
          set_lane(y[i], lane, alone.back().y[i]);
          set_lane(r[i], lane, alone.back().r[i]);
        }
        set_lane(waiting, lane, is_idle(lane) ? 1.0F : 0.0F);
      }
      const TeamMemory<Floats, simd_lane_count> memory(n);
      const RelaxationResult<Floats> together =
          relax(memory.team(), {n, x.data(), y.data(), r.data()}, parameters, Floats(0.5F) < waiting);
      for (int lane = 0; lane < simd_lane_count; ++lane) {
        RelaxationResult<float> result{0, 0};
        if (!is_idle(lane)) result = relax_serially(alone[lane], parameters);
        INFO("n = " << n << ", lane " << lane << ", contact law " << contact);
        CHECK(get_lane(together.steps, lane) == result.steps);
        CHECK(get_lane(together.energy, lane) == result.energy);
        int different = 0;
        for (int i = 0; i < n; ++i) {
          different += get_lane(x[i], lane) != alone[lane].x[i] || get_lane(y[i], lane) != alone[lane].y[i];
        }
        CHECK(different == 0);
      }
    }
  }
}

TEST_CASE("coinciding circles separate under both laws, others stay as they are", "[unit]") {
  for (const bool contact : {false, true}) {
    Discs discs{{0.1F, 0.1F, 0.1F, -0.5F}, {0.2F, 0.2F, 0.2F, 0.0F}, {0.1F, 0.1F, 0.1F, 0.1F}};
    const Discs before = discs;
    RelaxationParameters parameters;
    parameters.contact = contact;
    parameters.step_limit = 2000;
    INFO("contact law " << contact);
    // Without a direction they stay where they are.
    CHECK(relax_serially(discs, parameters).energy > 0.05F);
    discs = before;
    const SerialMemory memory(4);
    part_coinciding(memory.team(), 4, discs.x.data(), discs.y.data(), discs.r.data());
    CHECK(discs.x[0] == before.x[0]);
    CHECK(discs.y[0] == before.y[0]);
    CHECK(discs.x[3] == before.x[3]);
    CHECK(discs.y[3] == before.y[3]);
    CHECK(relax_serially(discs, parameters).energy < 1e-6F);
  }
}

TEST_CASE("circles that all lie at one place do not relax into a line", "[unit]") {
  for (const int n : {2, 3, 6, 20, 60}) {
    Discs discs = random_discs(n, 0.5F, 1);
    for (auto* centres : {&discs.x, &discs.y}) std::fill(centres->begin(), centres->end(), 0.0F);
    const SerialMemory memory(n);
    part_coinciding(memory.team(), n, discs.x.data(), discs.y.data(), discs.r.data());
    RelaxationParameters parameters;
    parameters.step_limit = 2000;
    INFO(n << " circles");
    CHECK(relax_serially(discs, parameters).energy < 1e-6F);
  }
}

TEST_CASE("all instruction sets give the same bits over whole rounds", "[unit]") {
  for (const bool contact : {false, true}) {
    const int n = 20;
    const Discs start = random_discs(n, 0.9F, 11);
    RoundParameters parameters;
    parameters.count = n;
    parameters.sweep_count = 12;
    parameters.candidate_count = 48;
    parameters.neighbour_swap_count = n - 1;
    set_shares(parameters, jam::test::equal_weights(), jam::test::equal_weights().sum());
    parameters.small_count = n / 4;
    parameters.depth = 3;
    parameters.relaxation.contact = contact;
    struct Outcome {
      InstanceState state;
      std::vector<float> x, y, best_x, best_y;
      std::vector<std::int32_t> tabu_swap, tabu_place;
    };
    std::vector<Outcome> outcomes;
    for (const Isa isa : all_isas) {
      CpuRound* const run = cpu_round.version(isa);
      if (run == nullptr) continue;
      Outcome o{
          {}, start.x, start.y, start.x, start.y, std::vector<std::int32_t>(n), std::vector<std::int32_t>(n)};
      const InstanceView view{&o.state,           start.r.data(),      o.x.data(),
                              o.y.data(),         o.best_x.data(),     o.best_y.data(),
                              o.tabu_swap.data(), o.tabu_place.data(), 5};
      run(view, parameters, AlignedArray<std::byte>(cpu_round_scratch_bytes(n)).data(), {});
      CHECK(o.state.trials > 12 * 16);
      outcomes.push_back(std::move(o));
    }
    REQUIRE_FALSE(outcomes.empty());
    for (const Outcome& o : outcomes) {
      CHECK(o.x == outcomes[0].x);
      CHECK(o.y == outcomes[0].y);
      CHECK(o.best_x == outcomes[0].best_x);
      CHECK(o.best_y == outcomes[0].best_y);
      CHECK(o.tabu_swap == outcomes[0].tabu_swap);
      CHECK(o.tabu_place == outcomes[0].tabu_place);
      CHECK(o.state.energy == outcomes[0].state.energy);
      CHECK(o.state.best_energy == outcomes[0].state.best_energy);
      CHECK(o.state.steps == outcomes[0].state.steps);
      CHECK(o.state.trials == outcomes[0].state.trials);
    }
  }
}

TEST_CASE("a centre that is not finite ends a round with an error that names the instance", "[unit]") {
  const auto radii = jam::test::linear_radii(12, 0.8);
  RoundParameters parameters = jam::test::mixed_parameters(radii, 3, 16);
  StopToken stop;
  const auto engine = make_round_engine({}, 2, 0, 0, stop);
  for (const float bad : {0.5F, std::nanf(""), std::numeric_limits<float>::infinity()}) {
    InstanceArrays arrays = jam::test::random_instances(3, radii);
    arrays.x[1 * 12 + 5] = bad;
    if (std::isfinite(bad)) {
      CHECK_NOTHROW(engine->run({arrays, parameters}));
    } else {
      CHECK_THROWS_WITH(engine->run({arrays, parameters}),
                        Catch::Contains("of instance 1 is not a finite number"));
    }
  }
}

TEST_CASE("a round that is stopped ends at once", "[unit]") {
  const int n = 20;
  const Discs start = random_discs(n, 0.9F, 11);
  RoundParameters parameters;
  parameters.count = n;
  parameters.sweep_count = 1000;
  parameters.candidate_count = 48;
  parameters.neighbour_swap_count = n - 1;
  set_shares(parameters, MoveWeights(MoveKind::swap), 1);
  for (const int allowed : {0, 1, 10, 1000}) {
    InstanceState state;
    std::vector<float> x = start.x, y = start.y, best_x = x, best_y = y;
    std::vector<std::int32_t> tabu_swap(n), tabu_place(n);
    const InstanceView view{&state,        start.r.data(),   x.data(),          y.data(), best_x.data(),
                            best_y.data(), tabu_swap.data(), tabu_place.data(), 0};
    int questions = 0;
    struct Counter {
      int* questions;
      int allowed;
    } counter{&questions, allowed};
    const StopQuery stop{[](void* context) {
                           const auto* c = static_cast<Counter*>(context);
                           return ++*c->questions > c->allowed;
                         },
                         &counter};
    cpu_round.best()(view, parameters, AlignedArray<std::byte>(cpu_round_scratch_bytes(n)).data(), stop);
    INFO(allowed << " questions answered with no");
    CHECK(questions > allowed);
    CHECK(questions < allowed + 8);  // Once stopped, it asks on its way out, and does nothing else.
    CHECK(state.sweep < parameters.sweep_count);
  }
}
