// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Memory of an instance, planned on the host before anything is launched: named arrays, each with its place
// in one block of bytes. Used for the shared memory of a thread block, for arrays that are copied together,
// and to refuse, with the number of bytes it would take, a problem that does not fit. Sizes and offsets are
// in bytes.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace jam {

/// Arrays in the order in which they were added, most important first.
class MemoryPlan {
 public:
  /// Adds an array and returns its offset, a multiple of `alignment`. Throws OverflowError when the total
  /// exceeds what a size_t holds, std::logic_error for an alignment that is not a power of two or a name that
  /// is taken.
  std::size_t add(std::string_view name, std::size_t element_bytes, std::size_t count, std::size_t alignment);

  /// add() for elements of type T.
  template <class T>
  std::size_t add(std::string_view name, std::size_t count) {
    return add(name, sizeof(T), count, alignof(T));
  }

  /// Bytes of one block, a multiple of the largest alignment, so that blocks can follow each other in memory.
  [[nodiscard]] std::size_t total_bytes() const;

  /// True when one block fits into `limit` bytes.
  [[nodiscard]] bool fits(std::size_t limit) const { return total_bytes() <= limit; }

  /// How many blocks fit into `limit` bytes; the largest size_t for a plan without bytes.
  [[nodiscard]] std::size_t block_count(std::size_t limit) const;

  /// Throws OverflowError unless `blocks` blocks fit into `limit` bytes: "WHAT needs 12.3 GiB for 200
  /// instances, but only 8 GiB are there: ADVICE".
  void require_fit(std::size_t blocks, std::size_t limit, std::string_view what,
                   std::string_view advice) const;

 private:
  std::vector<std::string> names_;
  std::size_t end_ = 0;
  std::size_t alignment_ = 1;  ///< The strictest one.
};

/// Memory that may still be taken without any other process losing its own [bytes]: what the system counts as
/// available, or less where a control group (a container, a batch job) allows less. 0 if unknown.
[[nodiscard]] std::size_t available_memory_bytes();

/// Memory that a control group (version 2; a container or a batch job has one) still allows to be taken
/// [bytes], read from its `folder`. Memory that only caches files counts as free, as the system gives it back
/// first. The largest size_t where there is no limit.
[[nodiscard]] std::size_t control_group_bytes(const std::filesystem::path& folder);

/// A number of bytes as text: `512 B`, `12.3 KiB`, `4.00 GiB`.
[[nodiscard]] std::string format_bytes(std::size_t bytes);

}  // namespace jam
