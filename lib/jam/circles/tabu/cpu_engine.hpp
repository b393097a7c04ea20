// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The engines that run rounds: CPU threads over instances, or one block of GPU threads per instance, on one GPU or several.
#pragma once

#include <memory>
#include <vector>

#include "jam/circles/tabu/instance.hpp"
#include "jam/core/device.hpp"
#include "jam/core/stop.hpp"

namespace jam::circles {

/// Largest number of circles of the searches that work on many instances; beyond, `--search single`.
inline constexpr int round_circle_limit = 2048;

/// Rounds on `thread_count` CPU threads (0 = all). When `stop` fires in the middle of a round, it ends within a
/// fraction of a second, with the instances in any state: some finished, some not begun, some in between (but for parameters.finish_begun).
[[nodiscard]] std::unique_ptr<RoundEngine> make_cpu_engine(int thread_count, StopToken& stop);

/// Of the instances of a search, those that one device runs.
struct InstanceRange {
  int first = 0;
  int count = 0;
};

/// Rounds of the instances `range`, with `count` circles each, on CUDA device `index`; the arrays that it is given hold all instances.
/// Where `stop` fires, a round of more than 256 circles ends within some hundredths of a second, a smaller one within about a second.
/// Throws DeviceError in a build without CUDA and OverflowError where the arrays do not fit.
[[nodiscard]] std::unique_ptr<RoundEngine> make_cuda_engine(int index, InstanceRange range, int count, StopToken& stop);

/// Rounds of `instance_count` instances with `count` circles on `device`: where it has several GPUs, each takes an equal range of them.
/// No instance knows where the others run, so the results are those of one device.
[[nodiscard]] std::unique_ptr<RoundEngine> make_engine(const Device& device, int thread_count, int instance_count, int count,
                                                       StopToken& stop);

}  // namespace jam::circles
