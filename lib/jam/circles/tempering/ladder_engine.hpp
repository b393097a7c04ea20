// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What advances ladders of replicas: CPU threads, or a GPU with a block of threads for each ladder. No ladder knows of the others or where
// they run; the same kind of device gives the same bits.
#pragma once

#include <memory>
#include <span>

#include "jam/circles/tempering/ladder.hpp"
#include "jam/core/device.hpp"
#include "jam/core/stop.hpp"

namespace jam::circles {

/// What all ladders have in common. Arrays of the tables are on the host and must stay until the ladders are advanced.
struct LadderSetting {
  SweepTables tables;
  std::array<double, replica_count> cold{};  ///< 1 / temperature by rung.
  std::uint64_t seed = 0;
};

/// After an exception, no ladder that was given to the engine is to be used, nor is the engine. Destruction ends what is under way.
class LadderEngine {
 public:
  virtual ~LadderEngine() = default;

  /// Begins `block_count` more blocks of every ladder; the ladders must stay where they are, and as they are, until finish(), which has to
  /// come before the next begin(). (CPU threads do it all in finish().)
  virtual void begin(std::span<Ladder> ladders, const LadderSetting& setting, long long block_count) = 0;
  /// Waits for the end. The ladders then stand there, with their new samples; where the search was told to stop, in any state.
  virtual void finish() = 0;
  /// Tells what is under way to end, without waiting for it; instead of finish(), and before any memory of the device is freed, for that
  /// waits for the ladders of all engines.
  virtual void give_up() = 0;

  /// Device memory held [bytes]; 0 on a CPU.
  [[nodiscard]] virtual std::size_t device_bytes() const = 0;
};

/// On `thread_count` CPU threads (0 = all).
[[nodiscard]] std::unique_ptr<LadderEngine> make_cpu_ladders(int thread_count, StopToken& stop);

/// `ladder_count` ladders of `count` circles on CUDA device `index`. Throws DeviceError in a build without CUDA and OverflowError where
/// they do not fit.
[[nodiscard]] std::unique_ptr<LadderEngine> make_cuda_ladders(int index, int ladder_count, int count, StopToken& stop);

/// The same on `device`: where it has several GPUs, each takes an equal part of the ladders.
[[nodiscard]] std::unique_ptr<LadderEngine> make_ladders(const Device& device, int thread_count, int ladder_count, int count,
                                                         StopToken& stop);

}  // namespace jam::circles
