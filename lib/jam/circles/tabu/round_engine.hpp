// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The engines that run rounds of tabu search: CPU threads over instances, or one block of GPU threads per
// instance, on one GPU or several.
#pragma once

#include <memory>

#include "jam/circles/tabu/instance.hpp"
#include "jam/core/batch_engine.hpp"
#include "jam/core/device.hpp"
#include "jam/core/stop.hpp"

namespace jam::circles {

/// Largest number of circles of the searches that work on many instances; beyond, `--search single`.
inline constexpr int round_circle_limit = 2048;

/// A round of all instances.
struct RoundBatch {
  InstanceArrays& arrays;
  RoundParameters parameters;

  [[nodiscard]] int count() const { return arrays.instance_count; }
};

/// A stopped round ends soon and leaves the instances in any state: some finished, some not begun, some in
/// between. finish() throws an internal Error for a centre that is not finite (require_finite).
using RoundEngine = BatchEngine<RoundBatch>;

/// Throws an internal Error if a centre of these instances is inf or NaN: comparisons with it are false, so
/// that such a circle has no overlaps and its packing looks legal.
void require_finite(const InstanceArrays& arrays, IndexRange range);

/// `instance_count` instances with `count` circles each on CUDA device `index`. When `stop` fires, a round of
/// more than 256 circles ends within some hundredths of a second, a smaller one within about a second. Throws
/// DeviceError in a build without CUDA and OverflowError where the arrays do not fit.
[[nodiscard]] std::unique_ptr<RoundEngine> make_cuda_round_engine(int index, int instance_count, int count,
                                                                  StopToken& stop);

/// On `thread_count` CPU threads (0 = all), or on the GPUs of `device`, each of which takes an equal range of
/// the instances. When `stop` fires, a round of CPU threads ends within a fraction of a second (except with
/// parameters.finish_begun).
[[nodiscard]] std::unique_ptr<RoundEngine> make_round_engine(const Device& device, int thread_count,
                                                             int instance_count, int count, StopToken& stop);

}  // namespace jam::circles
