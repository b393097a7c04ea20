// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Relaxations and rounds on a CUDA device: as on the CPU within the rounding of floats, and the same bits
// however they are dealt out.
#include <catch2/catch.hpp>

#include <cmath>
#include <cstdlib>
#include <cstring>
#include <string>

#include "jam/circles/tabu/round_engine.hpp"
#include "jam/core/error.hpp"
#include "relax_kernels.hpp"
#include "scenes/circles/round_arrays.hpp"

using namespace jam;
using namespace jam::circles;

namespace {

test::Relaxed serial_relax(const std::vector<float>& radius, const std::vector<float>& x,
                           const std::vector<float>& y, const RelaxationParameters& parameters) {
  const std::size_t n = radius.size();
  std::vector<float> locals(local_count * n);
  std::vector<int> list(n * n);
  std::vector<int> row(n + 1);
  const SerialScratch<float> scratch{locals.data(), list.data(), row.data(), static_cast<int>(n)};
  test::Relaxed relaxed{x, y, 0, 0};
  const auto result =
      relax(SerialTeam(scratch), {static_cast<int>(n), relaxed.x.data(), relaxed.y.data(), radius.data()},
            parameters, false);
  relaxed.energy = result.energy;
  relaxed.steps = result.steps;
  return relaxed;
}

float largest_difference(const std::vector<float>& a, const std::vector<float>& b) {
  float largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const float difference = std::abs(a[i] - b[i]);
    largest = difference <= largest ? largest : difference;  // NaN stays.
  }
  return largest;
}

template <class Value>
bool same_bits(const std::vector<Value>& a, const std::vector<Value>& b, std::size_t count) {
  return std::memcmp(a.data(), b.data(), count * sizeof(Value)) == 0;
}

/// Field by field: a structure may have padding.
bool same_state(const InstanceState& a, const InstanceState& b) {
  return a.energy == b.energy && a.run_energy == b.run_energy && a.best_energy == b.best_energy &&
         a.sweep == b.sweep && a.run_sweeps == b.run_sweeps && a.best_move == b.best_move &&
         a.perturbations == b.perturbations && a.fresh == b.fresh && a.trials == b.trials &&
         a.gain_trial == b.gain_trial && a.steps == b.steps;
}

/// Whether the first `instance_count` instances of both are the same, bit by bit.
bool same(const InstanceArrays& a, const InstanceArrays& b, int instance_count) {
  const auto cells = static_cast<std::size_t>(instance_count) * static_cast<std::size_t>(a.count);
  bool states = true;
  for (std::size_t k = 0; k < static_cast<std::size_t>(instance_count); ++k)
    states = states && same_state(a.state[k], b.state[k]);
  return states && same_bits(a.x, b.x, cells) && same_bits(a.y, b.y, cells) &&
         same_bits(a.best_x, b.best_x, cells) && same_bits(a.best_y, b.best_y, cells) &&
         same_bits(a.tabu_swap, b.tabu_swap, cells) && same_bits(a.tabu_place, b.tabu_place, cells);
}

/// Instances after one round; `warps` per block, 0 for the engine's own choice.
InstanceArrays after_round(int instance_count, const std::vector<float>& radii,
                           const RoundParameters& parameters, int warps) {
  InstanceArrays arrays = test::random_instances(instance_count, radii);
  StopToken stop;
  if (warps > 0) setenv("JAM_CUDA_WARPS", std::to_string(warps).c_str(), 1);
  make_cuda_round_engine(0, instance_count, static_cast<int>(radii.size()), stop)->run({arrays, parameters});
  unsetenv("JAM_CUDA_WARPS");
  return arrays;
}

}  // namespace

TEST_CASE("a relaxation on the GPU takes the steps it takes on the CPU", "[gpu][round]") {
  const int count = GENERATE(1, 2, 5, 31, 32, 33, 50, 64, 128, 129, 200, 257, 600);
  const bool contact = GENERATE(false, true);
  const auto radii = test::linear_radii(count, count == 1 ? 0.5 : 0.6);
  const InstanceArrays start = test::random_instances(1, radii);
  RelaxationParameters parameters;
  parameters.contact = contact;
  parameters.mass_by_area = contact && count % 2 == 0;
  parameters.step_limit = 3;
  const test::Relaxed cpu = serial_relax(radii, start.x, start.y, parameters);
  const test::Relaxed gpu = test::device_relax(radii, start.x, start.y, parameters);
  INFO(count << " circles, contact law " << contact);
  CHECK(gpu.steps == cpu.steps);
  // Fused multiply-add and another reciprocal root change overlaps by some 1e-7 in each of three steps,
  // centres by up to 3e-7 with such arithmetic on a CPU; ten times that.
  CHECK(largest_difference(gpu.x, cpu.x) < 3e-6F);
  CHECK(largest_difference(gpu.y, cpu.y) < 3e-6F);
  CHECK(gpu.energy == Approx(cpu.energy).epsilon(1e-5).margin(1e-12));
}

TEST_CASE("a relaxation on the GPU ends where it ends on the CPU", "[gpu][round]") {
  const int count = GENERATE(2, 5, 31, 33, 50, 128, 129, 200, 257, 600);
  const auto radii = test::linear_radii(count, 0.8);
  const InstanceArrays start = test::random_instances(1, radii);
  RelaxationParameters parameters;
  parameters.step_limit = 3000;
  parameters.gradient_tolerance = 1e-6F;
  // From near a packing at rest, so that rounding does not decide between two of them.
  test::Relaxed rest = serial_relax(radii, start.x, start.y, parameters);
  for (std::size_t i = 0; i < radii.size(); ++i) {
    rest.x[i] += 0.01F * radii[i] * (i % 2 == 0 ? 1.0F : -1.0F);
    rest.y[i] += 0.01F * radii[i] * (i % 3 == 0 ? 1.0F : -1.0F);
  }
  const test::Relaxed cpu = serial_relax(radii, rest.x, rest.y, parameters);
  const test::Relaxed gpu = test::device_relax(radii, rest.x, rest.y, parameters);
  INFO(count << " circles: " << cpu.steps << " steps on the CPU, " << gpu.steps << " on the GPU");
  CHECK(gpu.steps > 0);
  // Both are within 1 part in 1000 of the minimum of the basin, or legal: below the floor of 1e-13. Loose
  // circles may end in a basin beside it, hence 5 %.
  CHECK(gpu.energy == Approx(cpu.energy).epsilon(0.05).margin(1e-9));
}

TEST_CASE("warps per block, batch and repetition do not change a round", "[gpu][round]") {
  const int count = GENERATE(5, 32, 33, 50, 96, 128, 150, 200);
  const auto radii = test::linear_radii(count, 0.86);
  const RoundParameters parameters = test::mixed_parameters(radii, 8, 32);
  const InstanceArrays first = after_round(7, radii, parameters, 0);
  INFO(count << " circles");
  CHECK(same(first, after_round(7, radii, parameters, 0), 7));
  for (int warps : {1, 3, 4, 8, 16}) {
    INFO(warps << " warps");
    CHECK(same(first, after_round(7, radii, parameters, warps), 7));
  }
  CHECK(same(first, after_round(1, radii, parameters, 0), 1));
  CHECK(same(first, after_round(300, radii, parameters, 0), 7));
}

TEST_CASE("large packings repeat themselves too", "[gpu][round]") {
  const int count = GENERATE(257, 600, 2048);
  const auto radii = test::linear_radii(count, 0.84);
  const RoundParameters parameters = test::mixed_parameters(radii, 1, 4);
  const InstanceArrays first = after_round(3, radii, parameters, 0);
  CHECK(first.state[0].trials == 1 + 4);
  CHECK(first.state[0].energy < 0.1F);
  CHECK(same(first, after_round(3, radii, parameters, 0), 3));
  CHECK(same(first, after_round(1, radii, parameters, 0), 1));
}

TEST_CASE("rounds go on where they stopped", "[gpu][round]") {
  const auto radii = test::linear_radii(40, 0.86);
  RoundParameters parameters = test::mixed_parameters(radii, 6, 32);
  InstanceArrays parts = test::random_instances(3, radii);
  StopToken stop;
  const auto engine = make_cuda_round_engine(0, 3, 40, stop);
  for (int sweeps : {1, 3, 2}) {
    parameters.sweep_count = sweeps;
    engine->run({parts, parameters});
  }
  parameters.sweep_count = 6;
  CHECK(same(parts, after_round(3, radii, parameters, 0), 3));
}

TEST_CASE("a round counts its trials and steps and lowers the energy", "[gpu][round][sanitizer]") {
  const auto radii = test::linear_radii(12, 0.9);
  RoundParameters parameters = test::mixed_parameters(radii, 4, 16);
  parameters.depth = 1000;
  const InstanceArrays arrays = after_round(2, radii, parameters, 4);
  for (const InstanceState& state : arrays.state) {
    CHECK(state.fresh == 0);
    CHECK(state.sweep == 4);
    CHECK(state.trials == 1 + 4 * 16);
    CHECK(state.steps > state.trials);
    CHECK(state.steps <= 500 + 4 * 16 * (100 + 3 * 12));
    CHECK(0.999F * state.best_energy <= state.energy);  // Smaller gains are none.
    CHECK(state.best_energy > 0.0F);
    CHECK(state.best_energy < 0.1F);
  }
  InstanceArrays again = arrays;
  parameters.target_changed = 1;
  StopToken stop;
  make_cuda_round_engine(0, 2, 12, stop)->run({again, parameters});
  CHECK(again.state[0].trials == arrays.state[0].trials + 2 + 4 * 16);
}

TEST_CASE("a centre that is not finite ends a round with an error that names the instance", "[gpu][round]") {
  const auto radii = test::linear_radii(12, 0.8);
  StopToken stop;
  const auto engine = make_cuda_round_engine(0, 3, 12, stop);
  InstanceArrays arrays = test::random_instances(3, radii);
  arrays.y[2 * 12 + 7] = std::nanf("");
  CHECK_THROWS_WITH(engine->run({arrays, test::mixed_parameters(radii, 3, 16)}),
                    Catch::Contains("of instance 2 is not a finite number"));
}

TEST_CASE("every kind of move runs", "[gpu][round]") {
  const MoveRow& row = move_rows[GENERATE(range(0, move_kind_count))];
  const bool perturbs = row.kind == MoveKind::perturb;
  if (row.help == nullptr && !perturbs) return;
  const auto radii = test::linear_radii(30, 0.9);
  RoundParameters parameters = test::mixed_parameters(radii, 6, 32);
  parameters.neighbour_swap_count = row.kind == MoveKind::neighbour_swap ? 29 : 0;
  set_shares(parameters, MoveWeights(row.kind), 1);
  parameters.depth = perturbs ? 0 : 1000;
  const InstanceArrays arrays = after_round(4, radii, parameters, 0);
  for (const InstanceState& state : arrays.state) {
    INFO(move_name(row.kind));
    CHECK(state.sweep == 6);
    CHECK(state.perturbations == (perturbs ? 6 : 0));
    CHECK(state.trials == 1 + 6 * (perturbs ? parameters.perturbation_variants : 32));
    CHECK(state.energy < 0.1F);
    // A best packing came from the start or from that kind (a swap of equal circles, which is drawn now and
    // then, becomes an insertion).
    const auto best = static_cast<MoveKind>(state.best_move);
    CHECK((best == MoveKind::start || best == row.kind || best == MoveKind::insert));
  }
}

TEST_CASE("more circles than a round takes are refused", "[gpu][round]") {
  StopToken stop;
  CHECK_THROWS_AS(make_cuda_round_engine(0, 1, round_circle_limit + 1, stop), OverflowError);
  CHECK_THROWS_AS(make_cuda_round_engine(99, 1, 10, stop), DeviceError);
}
