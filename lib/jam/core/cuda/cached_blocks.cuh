// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "jam/core/cuda/buffer.cuh"

namespace jam {

/// Temporary memory of the algorithms on one stream (algorithms.cuh): a caching allocator as Thrust takes it.
/// A block that was given back serves the next request at once, because the stream ends the one use before it
/// begins the other.
class CachedBlocks {
 public:
  using value_type = char;

  [[nodiscard]] char* allocate(std::ptrdiff_t bytes) {
    const std::size_t wanted = bytes;
    auto block = std::ranges::find_if(
        blocks_, [wanted](const Block& b) { return !b.used && b.memory.bytes() >= wanted; });
    if (block == blocks_.end()) {
      std::erase_if(blocks_, [](const Block& b) { return !b.used; });  // They are too small.
      blocks_.push_back({DeviceBuffer<char>("memory of sorts", wanted + wanted / 4), false});
      block = blocks_.end() - 1;
    }
    block->used = true;
    return block->memory.data();
  }
  void deallocate(const char* memory, std::size_t /*bytes*/) {
    std::ranges::find_if(blocks_, [memory](const Block& b) { return b.memory.data() == memory; })->used =
        false;
  }

  [[nodiscard]] std::size_t bytes() const {
    std::size_t sum = 0;
    for (const Block& block : blocks_) sum += block.memory.bytes();
    return sum;
  }

 private:
  struct Block {
    DeviceBuffer<char> memory;
    bool used;
  };
  std::vector<Block> blocks_;
};

}  // namespace jam
