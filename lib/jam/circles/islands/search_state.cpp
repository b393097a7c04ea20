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

void put_packing(io::StateWriter& state, const Packing& packing) {
  state.put(packing.enclosing_radius);
  state.put(packing.circles);
}

Packing take_packing(io::StateReader& state, const Problem& problem) {
  Packing packing;
  packing.enclosing_radius = state.take<double>();
  packing.circles = state.take_vector<Circle>();
  if (packing.circles.empty()) return packing;
  std::vector<double> radii;
  for (const Circle& circle : packing.circles) {
    if (!std::isfinite(circle.x) || !std::isfinite(circle.y)) fail_state("a centre is not finite");
    radii.push_back(circle.radius);
  }
  std::sort(radii.begin(), radii.end());
  if (radii != problem.radii) fail_state("it holds other circles than the problem");
  return packing;
}

void fail_state(std::string_view what) {
  throw InputError("the checkpoint does not belong to this search: " + std::string(what) + ": resume with the options it was made with");
}

void put_head(io::StateWriter& state, std::string_view tag, const SearchSize& size) {
  state.put(tag);
  state.put(size);
}

SearchSize take_head(io::StateReader& state, std::string_view tag) {
  const std::string found = state.take_text();
  const auto name = [](std::string_view text) { return text.substr(0, text.find(' ')); };
  if (found != tag && name(found) == name(tag)) {
    throw InputError("the checkpoint holds the state \"" + found + "\", this version writes \"" + std::string(tag) +
                     "\": resume with the version that wrote it");
  }
  if (found != tag) fail_state("it is the state of " + found + ", not of " + std::string(tag));
  const auto size = state.take<SearchSize>();
  if (size.instance_count < 1 || size.active_limit < 0 || size.island_count < 1 || size.ladder_count < 0) fail_state("it has no instances");
  return size;
}

SearchSize size_of_state(const std::string& state) {
  const bool improves = io::StateReader(state).take_text().starts_with("improve ");
  io::StateReader reader(state);
  return take_head(reader, improves ? improve_state_tag : multistart_state_tag);
}

void put_instances(io::StateWriter& state, const ScaledInstances& instances, int instance_count) {
  const InstanceArrays& arrays = instances.arrays;
  const auto cells = static_cast<std::size_t>(instance_count) * static_cast<std::size_t>(arrays.count);
  state.put(instances.target_radius());
  state.put(arrays.count);
  const auto put = [&](const auto& array) { state.put(array, cells); };
  for (const auto* array : {&arrays.x, &arrays.y, &arrays.best_x, &arrays.best_y}) put(*array);
  for (const auto* array : {&arrays.tabu_swap, &arrays.tabu_place}) put(*array);
  state.put(arrays.state, static_cast<std::size_t>(instance_count));
}

int restore_instances(io::StateReader& state, ScaledInstances& instances) {
  InstanceArrays& arrays = instances.arrays;
  const auto target = state.take<double>();
  if (!(target > 0) || !std::isfinite(target)) fail_state("its target radius is no radius");
  if (state.take<int>() != arrays.count) fail_state("it has another number of circles");
  instances.restore_target_radius(target);
  const auto restore = [&]<class Value>(std::vector<Value>& array) {
    const std::vector<Value> values = state.take_vector<Value>();
    if (values.size() > array.size()) fail_state("it has more instances");
    std::copy(values.begin(), values.end(), array.begin());
    return values.size();
  };
  std::size_t cells = 0;
  for (auto* array : {&arrays.x, &arrays.y, &arrays.best_x, &arrays.best_y}) cells = restore(*array);
  for (auto* array : {&arrays.tabu_swap, &arrays.tabu_place}) cells = restore(*array);
  const std::size_t instance_count = restore(arrays.state);
  if (instance_count * static_cast<std::size_t>(arrays.count) != cells) fail_state("its arrays differ in length");
  return static_cast<int>(instance_count);
}

void put_elites(io::StateWriter& state, const ElitePool& elites) {
  state.put(elites.size());
  for (int k = 0; k < elites.size(); ++k) put_packing(state, elites[k]);
}

void restore_elites(io::StateReader& state, const Problem& problem, ElitePool& elites) {
  std::vector<Packing> packings;
  for (int count = state.take<int>(); count > 0; --count) {
    packings.push_back(take_packing(state, problem));
    if (packings.back().circles.empty()) fail_state("an elite has no circles");
  }
  elites.restore(std::move(packings));
}

void put_best(io::StateWriter& state, const VerifiedBest& best, const Progress& progress) {
  const Improvement& last = best.last_improvement();
  state.put(last.seconds);
  state.put(last.instance);
  state.put(last.move);
  put_packing(state, best.packing());
  state.put(best.seconds());
  state.put(best.told_radius());
  for (const long long count : {progress.trials, progress.relaxation_steps, progress.rounds, progress.meta_stable_count,
                                progress.duplicate_count, progress.extinction_count}) {
    state.put(count);
  }
  state.put(progress.mean_radius);
}

void restore_best(io::StateReader& state, const Problem& problem, VerifiedBest& best) {
  Improvement last;
  last.seconds = state.take<double>();
  last.instance = state.take<int>();
  last.move = state.take<MoveKind>();
  last.packing = take_packing(state, problem);
  const auto seconds = state.take<double>();
  const auto told_radius = state.take<double>();
  Progress& progress = best.progress;
  for (long long* count : {&progress.trials, &progress.relaxation_steps, &progress.rounds, &progress.meta_stable_count,
                           &progress.duplicate_count, &progress.extinction_count}) {
    *count = state.take<long long>();
  }
  progress.mean_radius = state.take<double>();
  best.restore(std::move(last), seconds, told_radius);
}

}  // namespace jam::circles
