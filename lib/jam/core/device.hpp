// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Where a search runs. "No GPU" is an answer, not a crash: `auto` falls back to the CPU and says why.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace jam {

enum class DeviceKind { cpu, cuda };

/// A chosen device, or several GPUs of one machine that work as one.
struct Device {
  DeviceKind kind = DeviceKind::cpu;
  int index = 0;                 ///< CUDA ordinal, of several the first; 0 for the CPU.
  std::vector<int> indices;      ///< All CUDA ordinals, ascending; empty: `index` alone.
  std::string description;       ///< Description for people: "NVIDIA H200, 132 multiprocessors, 139.8 GiB".
  std::size_t memory_bytes = 0;  ///< Memory: physical (CPU), of the device with the least (CUDA).
  std::string fallback_reason;   ///< Why `auto` took the CPU: "built without CUDA"; else empty.
};

/// Chooses by `auto`, `cpu`, `cuda`, `cuda:i`, `cuda:i,j,...` or `cuda:all`. Throws InputError for any other
/// text and DeviceError if a CUDA device is asked for and missing (or this build has no CUDA); `auto` never
/// throws, and takes one GPU. `thread_count` only goes into the description (0 = all).
[[nodiscard]] Device choose_device(std::string_view text, int thread_count = 0);

/// The CUDA ordinals of a device of kind `cuda`, at least one.
[[nodiscard]] std::vector<int> gpus_of(const Device& device);

/// Physical memory of this machine [bytes]; 0 when the system does not tell.
[[nodiscard]] std::size_t physical_memory_bytes();

/// Number of CUDA devices; 0 without driver, device, or CUDA in this build.
[[nodiscard]] int cuda_device_count();

/// Why there is no CUDA device ("built without CUDA", "no driver", …); empty when there is one.
[[nodiscard]] std::string cuda_absence_reason();

/// The CUDA device with ordinal `index`, after checking that kernels of this build run on it. Throws
/// DeviceError otherwise. Starts the device's context in this process, which takes some tenths of a second.
[[nodiscard]] Device open_cuda_device(int index);

/// Throws the DeviceError of a build without CUDA, for every function that needs a CUDA device. Other builds
/// do not have it.
[[noreturn]] void fail_without_cuda();

}  // namespace jam
