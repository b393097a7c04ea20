// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// An array aligned to 64 bytes, the widest vector register and a line of the cache.
#pragma once

#include <cstddef>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>
#include <utility>

namespace jam {

/// Elements begin undefined. Owns its memory. Not thread-safe.
template <class T>
requires std::is_trivially_copyable_v<T>
class AlignedArray {
 public:
  AlignedArray() = default;
  explicit AlignedArray(std::size_t count) { reserve(count); }
  /// An array that was moved from is empty.
  AlignedArray(AlignedArray&& other) noexcept
      : memory_(std::move(other.memory_)), count_(std::exchange(other.count_, 0)) {}
  AlignedArray& operator=(AlignedArray&& other) noexcept {
    memory_ = std::move(other.memory_);
    count_ = std::exchange(other.count_, 0);
    return *this;
  }

  /// Raises the capacity to `count` elements and keeps the present elements; never shrinks. Returns data().
  T* reserve(std::size_t count) {
    if (count > count_) {
      Memory larger(static_cast<T*>(::operator new(count * sizeof(T), alignment)));
      if (count_ > 0) std::memcpy(static_cast<void*>(larger.get()), memory_.get(), count_ * sizeof(T));
      memory_ = std::move(larger);
      count_ = count;
    }
    return memory_.get();
  }

  /// Null before memory was reserved; invalid after a reserve() that makes it larger.
  [[nodiscard]] T* data() { return memory_.get(); }

 private:
  static constexpr std::align_val_t alignment{64};
  struct Free {
    void operator()(T* p) const { ::operator delete(p, alignment); }
  };
  using Memory = std::unique_ptr<T, Free>;
  Memory memory_;
  std::size_t count_ = 0;
};

}  // namespace jam
