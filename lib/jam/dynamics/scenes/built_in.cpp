// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/scenes/built_in.hpp"

#include <array>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "jam/core/error.hpp"
#include "jam/core/memory_plan.hpp"

namespace jam::dynamics {
namespace {

constexpr std::array<SceneInfo, 9> infos{{{"pile", 3000, 3000, 3000},
                                          {"bricks", 73, 73, 73},
                                          {"well", 3900, 3900, 3900},
                                          {"hopper", 9857, 9857, 9857},
                                          {"silo", 16'000, 4'000, 4'000'000},
                                          {"tank", 100'000, 10'000, 10'000'000},
                                          {"shaken-tank", 1'000'000, 10'000, 10'000'000},
                                          {"mixer", 40'000, 1'000, 4'000'000},
                                          {"segregation", 3'000, 1'000, 100'000}}};
using Maker = Scene (*)(int, std::uint64_t);
constexpr std::array<Maker, infos.size()> makers{make_pile,        make_bricks, make_well,
                                                 make_hopper,      make_silo,   make_tank,
                                                 make_shaken_tank, make_mixer,  make_segregation};

}  // namespace

std::span<const SceneInfo> built_in_scenes() { return infos; }

const SceneInfo& scene_info(std::string_view name) {
  std::vector<const char*> names;
  for (const SceneInfo& info : infos) {
    if (name == info.name) return info;
    names.push_back(info.name);
  }
  throw InputError(fmt::format("there is no scene '{}': {} are accepted", name, fmt::join(names, ", ")));
}

void require_count(const SceneInfo& info, int count) {
  if (count >= info.least && count <= info.most) return;
  if (info.least == info.most)
    throw InputError(fmt::format("the scene {} has {} bodies: its size is fixed", info.name, info.bodies));
  throw InputError(fmt::format("the scene {} has {} to {} bodies: {} are not accepted", info.name, info.least,
                               info.most, count));
}

Scene built_in_scene(std::string_view name, std::uint64_t seed, int count) {
  const SceneInfo& info = scene_info(name);
  if (count == 0) count = info.bodies;
  require_count(info, count);
  require_memory(bytes_of_run(count), available_memory_bytes(),
                 fmt::format("the scene {} of {} bodies", name, count), "a smaller --count needs less");
  return makers[&info - infos.data()](count, seed);
}

}  // namespace jam::dynamics
