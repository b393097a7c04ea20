// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/core/memory_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <fstream>
#include <limits>
#include <stdexcept>

#include "jam/core/error.hpp"

namespace jam {
namespace {

constexpr std::size_t largest_size = std::numeric_limits<std::size_t>::max();

std::size_t rounded_up(std::size_t bytes, std::size_t alignment) {
  return (bytes + alignment - 1) & ~(alignment - 1);
}

}  // namespace

std::size_t MemoryPlan::add(std::string_view name, std::size_t element_bytes, std::size_t count,
                            std::size_t alignment) {
  if (!std::has_single_bit(alignment)) {
    throw std::logic_error(
        fmt::format("memory plan: the alignment of '{}' is {}, no power of two", name, alignment));
  }
  if (std::find(names_.begin(), names_.end(), name) != names_.end())
    throw std::logic_error(fmt::format("memory plan: the array '{}' was added twice", name));

  // Most of the range is left free, so that neither the sum nor rounding up wraps around.
  const bool wraps = end_ > largest_size / 4 || alignment > largest_size / 4 ||
                     (element_bytes > 0 && count > largest_size / 4 / element_bytes);
  if (wraps) {
    throw OverflowError(fmt::format(
        "the array '{}' of {} elements of {} bytes is larger than any memory: use a smaller problem", name,
        count, element_bytes));
  }
  const std::size_t offset = rounded_up(end_, alignment);
  names_.emplace_back(name);
  end_ = offset + element_bytes * count;
  alignment_ = std::max(alignment_, alignment);
  return offset;
}

std::size_t MemoryPlan::total_bytes() const { return rounded_up(end_, alignment_); }

std::size_t MemoryPlan::block_count(std::size_t limit) const {
  const std::size_t total = total_bytes();
  return total == 0 ? largest_size : limit / total;
}

void MemoryPlan::require_fit(std::size_t blocks, std::size_t limit, std::string_view what,
                             std::string_view advice) const {
  if (blocks <= block_count(limit)) return;
  const std::size_t total = total_bytes();
  const std::size_t needed = blocks > largest_size / total ? largest_size : blocks * total;
  throw OverflowError(fmt::format("{} needs {}{}, but only {} are there: {}", what, format_bytes(needed),
                                  blocks == 1 ? "" : fmt::format(" for {} instances", blocks),
                                  format_bytes(limit), advice));
}

std::size_t control_group_bytes(const std::filesystem::path& folder) {
  std::size_t limit = 0;
  std::size_t used = 0;
  if (!(std::ifstream(folder / "memory.max") >> limit) || !(std::ifstream(folder / "memory.current") >> used))
    return largest_size;
  std::ifstream statistics(folder / "memory.stat");
  std::string name;
  for (std::size_t bytes = 0; statistics >> name >> bytes;)
    if (name == "inactive_file" || name == "slab_reclaimable") used -= std::min(used, bytes);
  return limit - std::min(used, limit);
}

std::size_t available_memory_bytes() {
  std::size_t available = 0;
  std::ifstream information("/proc/meminfo");
  std::string name;
  for (std::size_t kibibytes = 0; information >> name >> kibibytes; information.ignore(80, '\n'))
    if (name == "MemAvailable:") available = kibibytes << 10U;
  if (available == 0) return 0;
  // At least 1: 0 means that nothing is known.
  return std::max<std::size_t>(1, std::min(available, control_group_bytes("/sys/fs/cgroup")));
}

std::string format_bytes(std::size_t bytes) {
  constexpr std::array<const char*, 7> units = {"B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  if (bytes < 1024) return fmt::format("{} B", bytes);
  double value = static_cast<double>(bytes);
  std::size_t unit = 0;
  // 1023.95 would be printed as 1024.
  for (; value >= 1023.5 && unit + 1 < units.size(); ++unit) value /= 1024;
  return fmt::format("{:.{}f} {}", value, value < 9.995 ? 2 : value < 99.95 ? 1 : 0, units[unit]);
}

}  // namespace jam
