// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/circles/islands/search_state.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "jam/core/error.hpp"

namespace jam::circles {
namespace {

static_assert(sizeof(InstanceState) == 10 * 4 + 3 * 8, "states are written as they lie in memory: no gaps");
static_assert(sizeof(Circle) == 3 * 8);

}  // namespace

void write_packing(io::StateWriter& state, const Packing& packing) {
  state.write(packing.enclosing_radius);
  state.write(packing.circles);
}

Packing read_packing(io::StateReader& state, const Problem& problem) {
  Packing packing;
  packing.enclosing_radius = state.read<double>();
  packing.circles = state.read_vector<Circle>();
  if (packing.circles.empty()) return packing;
  std::vector<double> radii;
  for (const Circle& circle : packing.circles) {
    if (!std::isfinite(circle.x) || !std::isfinite(circle.y)) io::fail_state("a centre is not finite");
    radii.push_back(circle.radius);
  }
  std::sort(radii.begin(), radii.end());
  if (radii != problem.radii) io::fail_state("it holds other circles than the problem");
  return packing;
}

void write_head(io::StateWriter& state, std::string_view tag, const SearchSize& size) {
  write_tag(state, tag);
  state.write(size);
}

SearchSize read_head(io::StateReader& state, std::string_view tag) {
  read_tag(state, tag);
  const auto size = state.read<SearchSize>();
  if (size.instance_count < 1 || size.active_limit < 0 || size.island_count < 1 || size.ladder_count < 0)
    io::fail_state("it has no instances");
  return size;
}

SearchSize size_of_state(const std::string& state) {
  const bool improves = io::StateReader(state).read_text().starts_with("improve ");
  io::StateReader reader(state);
  return read_head(reader, improves ? improve_state_tag : multistart_state_tag);
}

void write_instances(io::StateWriter& state, const ScaledInstances& instances, int instance_count) {
  const InstanceArrays& arrays = instances.arrays;
  const auto cells = static_cast<std::size_t>(instance_count) * static_cast<std::size_t>(arrays.count);
  state.write(instances.target_radius());
  state.write(arrays.count);
  const auto append = [&](const auto& array) { state.write(array, cells); };
  for (const auto* array : {&arrays.x, &arrays.y, &arrays.best_x, &arrays.best_y}) append(*array);
  for (const auto* array : {&arrays.tabu_swap, &arrays.tabu_place}) append(*array);
  state.write(arrays.state, static_cast<std::size_t>(instance_count));
}

int read_instances(io::StateReader& state, ScaledInstances& instances) {
  InstanceArrays& arrays = instances.arrays;
  const auto target = state.read<double>();
  if (!(target > 0) || !std::isfinite(target)) io::fail_state("its target radius is no radius");
  if (state.read<int>() != arrays.count) io::fail_state("it has another number of circles");
  instances.restore_target_radius(target);
  const auto restore = [&]<class Value>(std::vector<Value>& array) {
    const std::vector<Value> values = state.read_vector<Value>();
    if (values.size() > array.size()) io::fail_state("it has more instances");
    std::copy(values.begin(), values.end(), array.begin());
    return values.size();
  };
  std::size_t cells = 0;
  for (auto* array : {&arrays.x, &arrays.y, &arrays.best_x, &arrays.best_y}) cells = restore(*array);
  for (auto* array : {&arrays.tabu_swap, &arrays.tabu_place}) cells = restore(*array);
  const std::size_t instance_count = restore(arrays.state);
  if (instance_count * static_cast<std::size_t>(arrays.count) != cells) io::fail_state("its arrays differ in length");
  return static_cast<int>(instance_count);
}

void write_elites(io::StateWriter& state, const ElitePool& elites) {
  state.write(elites.size());
  for (int k = 0; k < elites.size(); ++k) write_packing(state, elites[k]);
}

void read_elites(io::StateReader& state, const Problem& problem, ElitePool& elites) {
  std::vector<Packing> packings;
  for (int count = state.read<int>(); count > 0; --count) {
    packings.push_back(read_packing(state, problem));
    if (packings.back().circles.empty()) io::fail_state("an elite has no circles");
  }
  elites.restore(std::move(packings));
}

void write_best(io::StateWriter& state, const VerifiedBest& best, const Progress& progress) {
  const Improvement& last = best.last_improvement();
  state.write(last.seconds);
  state.write(last.instance);
  state.write(last.move);
  write_packing(state, best.packing());
  state.write(best.seconds());
  state.write(best.told_radius());
  for (const long long count : {progress.trials, progress.relaxation_steps, progress.rounds, progress.meta_stable_count,
                                progress.duplicate_count, progress.extinction_count}) {
    state.write(count);
  }
  state.write(progress.mean_radius);
}

void read_best(io::StateReader& state, const Problem& problem, VerifiedBest& best) {
  Improvement last;
  last.seconds = state.read<double>();
  last.instance = state.read<int>();
  last.move = state.read<MoveKind>();
  last.packing = read_packing(state, problem);
  const auto seconds = state.read<double>();
  const auto told_radius = state.read<double>();
  Progress& progress = best.progress;
  for (long long* count : {&progress.trials, &progress.relaxation_steps, &progress.rounds, &progress.meta_stable_count,
                           &progress.duplicate_count, &progress.extinction_count}) {
    *count = state.read<long long>();
  }
  progress.mean_radius = state.read<double>();
  best.restore(std::move(last), seconds, told_radius);
}

}  // namespace jam::circles
