// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// One block, one team, one packing.
#include "relax_kernels.hpp"

#include "jam/circles/relax/cuda_team.cuh"
#include "jam/core/cuda/buffer.cuh"
#include "jam/core/cuda/launch.cuh"

namespace jam::test {
namespace {

template <class Team>
__global__ void __launch_bounds__(Team::thread_count)
    relax_kernel(int count, float* x, float* y, const float* radius, circles::RelaxationParameters parameters,
                 float* answer) {
  __shared__ float partial[96];
  __shared__ float shared[3 * Team::item_limit];
  const Team team(partial);
  float* const own_x = shared;
  float* const own_y = own_x + Team::item_limit;
  float* const own_r = own_y + Team::item_limit;
  team.for_owned(count, [&](int i, int) {
    own_x[i] = x[i];
    own_y[i] = y[i];
    own_r[i] = radius[i];
  });
  team.sync();
  const auto result = circles::relax(team, {count, own_x, own_y, own_r}, parameters, false);
  team.for_owned(count, [&](int i, int) {
    x[i] = own_x[i];
    y[i] = own_y[i];
  });
  if (team.rank() == 0) {
    answer[0] = result.energy;
    answer[1] = result.steps;
  }
}

template <class Team>
Relaxed run(const std::vector<float>& radius, const std::vector<float>& x, const std::vector<float>& y,
            const circles::RelaxationParameters& parameters) {
  DeviceBuffer<float> device_x("x", x.size());
  DeviceBuffer<float> device_y("y", y.size());
  DeviceBuffer<float> device_radius("radius", radius.size());
  DeviceBuffer<float> answer("answer", 2);
  device_x.upload(x);
  device_y.upload(y);
  device_radius.upload(radius);
  launch("relax", {dim3(1), dim3(Team::thread_count), 0, nullptr}, relax_kernel<Team>,
         static_cast<int>(x.size()), device_x.data(), device_y.data(), device_radius.data(), parameters,
         answer.data());
  const std::vector<float> told = answer.to_host();
  return {device_x.to_host(), device_y.to_host(), told[0], told[1]};
}

}  // namespace

Relaxed device_relax(const std::vector<float>& radius, const std::vector<float>& x,
                     const std::vector<float>& y, const circles::RelaxationParameters& parameters) {
  const std::size_t count = radius.size();
  if (count <= 32) return run<circles::WarpTeam<1>>(radius, x, y, parameters);
  if (count <= 64) return run<circles::WarpTeam<2>>(radius, x, y, parameters);
  if (count <= 128) return run<circles::WarpTeam<4>>(radius, x, y, parameters);
  if (count <= 160) return run<circles::WarpTeam<5>>(radius, x, y, parameters);
  if (count <= 256) return run<circles::WarpTeam<8>>(radius, x, y, parameters);
  if (count <= 512) return run<circles::BlockTeam<256, 2>>(radius, x, y, parameters);
  return run<circles::BlockTeam<512, 4>>(radius, x, y, parameters);
}

}  // namespace jam::test
