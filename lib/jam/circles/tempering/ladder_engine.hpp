// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Engines that advance ladders of replicas: CPU threads, or a GPU with a block of threads for each ladder. A
// ladder depends neither on the others nor on where it runs; the same kind of device gives the same bits.
#pragma once

#include <memory>
#include <span>

#include "jam/circles/tempering/ladder.hpp"
#include "jam/core/batch_engine.hpp"
#include "jam/core/device.hpp"
#include "jam/core/stop.hpp"

namespace jam::circles {

/// Settings that all ladders share. Arrays of the tables are on the host and must stay until the ladders are
/// advanced.
struct LadderSetting {
  SweepTables tables;
  std::array<double, replica_count> beta{};  ///< 1 / temperature by temperature index.
  std::uint64_t seed = 0;
};

/// `block_count` more blocks of every ladder. If the search is stopped meanwhile, the ladders end in any
/// state.
struct LadderBatch {
  std::span<Ladder> ladders;
  LadderSetting setting;
  long long block_count = 0;

  [[nodiscard]] int count() const { return static_cast<int>(ladders.size()); }
};

/// Advances ladders; those then hold their new samples. finish() throws an internal Error for a centre that
/// is not finite (require_finite).
using LadderEngine = BatchEngine<LadderBatch>;

/// Throws an internal Error if a centre of these ladders is inf or NaN. `thread_count`: 0 = all.
void require_finite(std::span<const Ladder> ladders, int thread_count);

/// `ladder_count` ladders of `count` circles on CUDA device `index`. Throws DeviceError in a build without
/// CUDA and OverflowError where they do not fit.
[[nodiscard]] std::unique_ptr<LadderEngine> make_cuda_ladder_engine(int index, int ladder_count, int count,
                                                                    StopToken& stop);

/// On `thread_count` CPU threads (0 = all), or on the GPUs of `device`, each of which takes an equal part of
/// the ladders.
[[nodiscard]] std::unique_ptr<LadderEngine> make_ladder_engine(const Device& device, int thread_count,
                                                               int ladder_count, int count, StopToken& stop);

}  // namespace jam::circles
