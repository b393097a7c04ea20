// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The engines that run rounds: CPU threads over instances, or one block of GPU threads per instance.
#pragma once

#include <memory>

#include "jam/circles/instance.hpp"
#include "jam/core/stop.hpp"

namespace jam::circles {

/// Largest number of circles of the searches that work on many instances; beyond, `--search single`.
inline constexpr int round_circle_limit = 2048;

/// Rounds on `thread_count` CPU threads (0 = all). When `stop` fires in the middle of a round, it ends within a
/// fraction of a second, with the instances in any state: some finished, some not begun, some in between (but for parameters.finish_begun).
[[nodiscard]] std::unique_ptr<RoundEngine> make_cpu_engine(int thread_count, StopToken& stop);

/// Rounds on CUDA device `index`. Throws DeviceError in a build without CUDA and OverflowError where the arrays do not fit.
[[nodiscard]] std::unique_ptr<RoundEngine> make_cuda_engine(int index, int instance_count, int count);

}  // namespace jam::circles
