// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Choosing a device.
#include "jam/core/device.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <optional>

#include <unistd.h>

#include "jam/core/error.hpp"
#include "jam/core/isa.hpp"
#include "jam/core/parallel.hpp"

namespace jam {
namespace {

/// The widest vector instructions of this CPU that our SIMD code knows.
const char* instruction_set() {
#if defined(__x86_64__)
  const Isa isa = processor_isa();
  return isa == Isa::avx512 ? ", AVX-512" : isa == Isa::avx2 ? ", AVX2" : ", SSE2";
#else
  return "";
#endif
}

Device cpu_device(int thread_count) {
  const int threads = thread_count > 0 ? std::min(thread_count, available_threads()) : available_threads();
  Device device;
  device.description =
      "CPU, " + std::to_string(threads) + (threads == 1 ? " thread" : " threads") + instruction_set();
  device.memory_bytes = physical_memory_bytes();
  return device;
}

Device automatic_device(int thread_count) {
  std::string reason = cuda_absence_reason();
  if (reason.empty()) {
    // A device may exist and not be usable: too old for this build, or reserved by another process.
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

/// The ordinals that `cuda`, `cuda:i`, `cuda:i,j` or `cuda:all` (nothing, for all) name, ascending; none if
/// the text is something else.
std::optional<std::vector<int>> cuda_ordinals(std::string_view text) {
  if (text == "cuda") return std::vector<int>{0};
  constexpr std::string_view prefix = "cuda:";
  if (!text.starts_with(prefix)) return std::nullopt;
  text.remove_prefix(prefix.size());
  std::vector<int> ordinals;
  if (text == "all") return ordinals;
  for (;;) {
    int ordinal = 0;
    const auto parsed = std::from_chars(text.data(), text.data() + text.size(), ordinal);
    if (text.empty() || text[0] == '-' || parsed.ec != std::errc{}) return std::nullopt;
    ordinals.push_back(ordinal);
    text.remove_prefix(parsed.ptr - text.data());
    if (text.empty()) break;
    if (text[0] != ',') return std::nullopt;
    text.remove_prefix(1);
  }
  std::sort(ordinals.begin(), ordinals.end());
  if (std::adjacent_find(ordinals.begin(), ordinals.end()) != ordinals.end()) return std::nullopt;
  return ordinals;
}

/// Several GPUs as one device.
Device joined(const std::vector<Device>& parts) {
  Device device = parts.front();
  device.indices.clear();
  std::string others;
  for (const Device& part : parts) {
    device.indices.push_back(part.index);
    device.memory_bytes = std::min(device.memory_bytes, part.memory_bytes);
    if (part.description != parts.front().description) others += " + " + part.description;
  }
  if (parts.size() > 1) {
    device.description = others.empty() ? std::to_string(parts.size()) + " x " + parts.front().description
                                        : parts.front().description + others;
  }
  return device;
}

}  // namespace

std::vector<int> gpus_of(const Device& device) {
  return device.indices.empty() ? std::vector<int>{device.index} : device.indices;
}

std::size_t physical_memory_bytes() {
  const long pages = ::sysconf(_SC_PHYS_PAGES);
  const long page_bytes = ::sysconf(_SC_PAGESIZE);
  return pages > 0 && page_bytes > 0 ? static_cast<std::size_t>(pages) * static_cast<std::size_t>(page_bytes)
                                     : 0;
}

Device choose_device(std::string_view text, int thread_count) {
  if (text == "auto") return automatic_device(thread_count);
  if (text == "cpu") return cpu_device(thread_count);

  const std::string quoted = "'" + std::string(text) + "'";
  std::optional<std::vector<int>> ordinals = cuda_ordinals(text);
  if (!ordinals)
    throw InputError("unknown device " + quoted +
                     ": use auto, cpu, cuda, cuda:1, cuda:0,2 (several GPUs) or cuda:all");

  const std::string reason = cuda_absence_reason();
  if (!reason.empty())
    throw DeviceError("device " + quoted + " is not there (" + reason +
                      "): use --device cpu or --device auto");
  const int count = cuda_device_count();
  if (ordinals->empty()) {
    ordinals->resize(count);
    std::iota(ordinals->begin(), ordinals->end(), 0);
  }
  if (ordinals->back() >= count) {
    throw DeviceError("device " + quoted + " is not there: this machine has cuda:0" +
                      (count > 1 ? " to cuda:" + std::to_string(count - 1) : std::string(" only")));
  }
  std::vector<Device> parts;
  for (const int ordinal : *ordinals) parts.push_back(open_cuda_device(ordinal));
  return joined(parts);
}

}  // namespace jam
