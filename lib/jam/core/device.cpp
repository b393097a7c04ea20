// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Choosing a device.
#include "jam/core/device.hpp"

#include <algorithm>
#include <charconv>

#include <unistd.h>

#include "jam/core/error.hpp"
#include "jam/core/parallel.hpp"

namespace jam {
namespace {

/// The widest vector instructions of this CPU that our SIMD code knows.
const char* instruction_set() {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")) return ", AVX-512";
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) return ", AVX2";
  return ", SSE2";
#else
  return "";
#endif
}

Device cpu_device(int thread_count) {
  const int threads = thread_count > 0 ? std::min(thread_count, available_threads()) : available_threads();
  Device device;
  device.description = "CPU, " + std::to_string(threads) + (threads == 1 ? " thread" : " threads") + instruction_set();
  device.memory_bytes = physical_memory_bytes();
  return device;
}

Device automatic_device(int thread_count) {
  std::string reason = cuda_absence_reason();
  if (reason.empty()) {
    // A device may be there and still be of no use: too old for this build, or reserved by another process.
    try {
      return open_cuda_device(0);
    } catch (const Error& error) {
      reason = error.what();
    }
  }
  Device device = cpu_device(thread_count);
  device.fallback_reason = reason;
  return device;
}

}  // namespace

std::size_t physical_memory_bytes() {
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long page_bytes = ::sysconf(_SC_PAGESIZE);
  return pages > 0 && page_bytes > 0 ? static_cast<std::size_t>(pages) * static_cast<std::size_t>(page_bytes) : 0;
}

Device choose_device(std::string_view text, int thread_count) {
  if (text == "auto") return automatic_device(thread_count);
  if (text == "cpu") return cpu_device(thread_count);

  const std::string quoted = "'" + std::string(text) + "'";
  int index = 0;
  if (text != "cuda") {
    constexpr std::string_view prefix = "cuda:";
    const bool prefixed = text.starts_with(prefix);
    const std::string_view digits = prefixed ? text.substr(prefix.size()) : std::string_view{};
    const auto parsed = std::from_chars(digits.data(), digits.data() + digits.size(), index);
    if (!prefixed || digits.empty() || digits[0] == '-' || parsed.ec != std::errc{} || parsed.ptr != digits.data() + digits.size()) {
      throw InputError("unknown device " + quoted + ": use auto, cpu, cuda or cuda:0, cuda:1, ...");
    }
  }

  const std::string reason = cuda_absence_reason();
  if (!reason.empty()) throw DeviceError("device " + quoted + " is not there (" + reason + "): use --device cpu or --device auto");
  const int count = cuda_device_count();
  if (index >= count) {
    throw DeviceError("device " + quoted + " is not there: this machine has cuda:0" +
                      (count > 1 ? " to cuda:" + std::to_string(count - 1) : std::string(" only")));
  }
  return open_cuda_device(index);
}

}  // namespace jam
