// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/circles/islands/search_state.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <string>

#include "jam/search/rank_link.hpp"

namespace jam::circles {
namespace {

bool possible(const InstanceState& state) {
  const auto energies = {state.energy, state.run_energy, state.best_energy, state.taken_energy};
  const auto sweeps = {state.sweep, state.run_sweeps, state.perturbations};
  return std::none_of(energies.begin(), energies.end(), [](float value) { return std::isnan(value); }) &&
         std::all_of(sweeps.begin(), sweeps.end(),
                     [](std::int32_t value) { return value >= 0 && value <= (1 << 30); }) &&
         is_move(state.best_move) && state.fresh >= 0 && state.fresh <= 1 && state.inactive >= 0 &&
         state.inactive <= 1 && io::is_count(state.trials) && io::is_count(state.gain_trial) &&
         io::is_count(state.steps);
}

}  // namespace

static_assert(sizeof(InstanceState) == 10 * 4 + 3 * 8, "states are written as they lie in memory: no gaps");

void write_head(io::StateWriter& state, std::string_view tag, const SearchSize& size) {
  write_tag(state, tag);
  state.write(size);
}

SearchSize read_head(io::StateReader& state, std::string_view tag) {
  read_tag(state, tag);
  const auto size = state.read<SearchSize>();
  if (size.instance_count < 1 || size.active_limit < 0 || size.island_count < 1 || size.ladder_count < 0)
    io::fail_state("its number of instances, islands or ladders is out of range");
  if (static_cast<std::size_t>(size.island_count) > state.remaining() / ranks::IslandState::least_bytes)
    io::fail_state("it has fewer islands than it says");
  return size;
}

SearchSize size_of_state(const std::string& state) {
  const std::string found = io::StateReader(state).read_text();
  const auto same_search = [&](const char* tag) {
    return found.starts_with(std::string_view(tag, std::string_view(tag).find(' ') + 1));
  };
  const char* tag = multistart_state_tag;
  for (const char* other : {multistart_compress_state_tag, improve_state_tag, compress_state_tag,
                            single_state_tag, annealing_state_tag}) {
    if (same_search(other)) tag = other;
  }
  io::StateReader reader(state);
  return read_head(reader, tag);
}

void write_instances(io::StateWriter& state, const ScaledInstances& instances, int instance_count) {
  const InstanceArrays& arrays = instances.arrays;
  const std::size_t cells = static_cast<std::size_t>(instance_count) * arrays.count;
  state.write(instances.target_radius());
  state.write(arrays.count);
  const auto append = [&](const auto& array) { state.write(array, cells); };
  for (const auto* array : {&arrays.x, &arrays.y, &arrays.best_x, &arrays.best_y}) append(*array);
  for (const auto* array : {&arrays.tabu_swap, &arrays.tabu_place}) append(*array);
  state.write(arrays.state, instance_count);
}

int read_instances(io::StateReader& state, ScaledInstances& instances) {
  InstanceArrays& arrays = instances.arrays;
  const auto target = state.read<double>();
  if (!(target > 0) || !std::isfinite(target))
    io::fail_state("its target radius is not a finite number above 0");
  if (state.read<int>() != arrays.count) io::fail_state("its number of circles is not that of the problem");
  instances.restore_target_radius(target);
  const auto restore = [&]<class Value>(std::vector<Value>& array) {
    const std::vector<Value> values = state.read_vector<Value>();
    if (values.size() > array.size()) io::fail_state("it has more instances than this search");
    std::copy(values.begin(), values.end(), array.begin());
    return values.size();
  };
  std::size_t cells = 0;
  for (auto* array : {&arrays.x, &arrays.y, &arrays.best_x, &arrays.best_y}) cells = restore(*array);
  for (auto* array : {&arrays.tabu_swap, &arrays.tabu_place}) cells = restore(*array);
  const std::size_t instance_count = restore(arrays.state);
  for (auto* array : {&arrays.x, &arrays.y, &arrays.best_x, &arrays.best_y}) {
    if (!std::all_of(array->begin(), array->begin() + static_cast<std::ptrdiff_t>(cells), in_reach))
      io::fail_state("a centre of an instance is out of range");
  }
  if (!std::all_of(arrays.state.begin(), arrays.state.begin() + static_cast<std::ptrdiff_t>(instance_count),
                   possible))
    io::fail_state("an instance cannot be");
  if (instance_count * arrays.count != cells) io::fail_state("its arrays differ in length");
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

}  // namespace jam::circles
