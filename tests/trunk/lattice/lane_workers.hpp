// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A group of members and lanes for the rounds of the lattice search, as a GPU has them, played by one thread:
// each call takes the lanes one after the other, the last one first, and memory is laid out as on the GPU. So
// the rounds' use of its threads is tested without one.
#pragma once

#include <vector>

#include "jam/trunk/lattice/round.hpp"

namespace jam::trunk {
namespace {

template <int members, int lanes>
class LaneWorkers {
 public:
  static constexpr int place_buffers = 2;

  explicit LaneWorkers(int fast_rows)
      : fast_rows_(fast_rows),
        words_((1 + 2 * lattice_orientation_limit) * static_cast<std::size_t>(lattice_window_limit)),
        fast_words_(static_cast<std::size_t>(lattice_orientation_limit) *
                    static_cast<std::size_t>(fast_rows)) {}

  [[nodiscard]] WindowMemory memory(int words) const {
    most_words_ = std::max(most_words_, words);
    WindowMemory memory;
    memory.stride = words;
    memory.temporary_stride = words;
    memory.free = words_.data();
    memory.legal = memory.free + lattice_window_limit;
    memory.left =
        words <= fast_rows_
            ? fast_words_.data()
            : memory.legal + static_cast<std::ptrdiff_t>(lattice_orientation_limit) * lattice_window_limit;
    memory.temporary[0] = memory.left;
    memory.temporary[1] = memory.legal;
    return memory;
  }
  [[nodiscard]] RoundLists& lists() const { return lists_; }
  [[nodiscard]] int most_words() const { return most_words_; }

  void sync() const {}
  template <class F>
  void for_all(int count, const F& f) const {
    deal(count, members * lanes, f);
  }
  template <class F>
  void for_all_of_block(int ny, int nz, const F& f) const {
    deal(ny * nz, members * lanes, [&](int k) { f(k % ny, k / ny); });
  }
  template <class F>
  void for_orientations(int count, const F& f) const {
    deal(count, members, f);
  }
  template <class P>
  [[nodiscard]] int gather(int count, int limit, const P& wanted, std::int32_t* out) const {
    int found = 0;
    for (int base = 0; base < count && found <= limit; base += lanes) {
      for (int i = base; i < std::min(count, base + lanes); ++i) {
        if (!wanted(i)) continue;
        if (found <= limit) out[found] = i;
        ++found;
      }
    }
    return std::min(found, limit + 1);
  }
  template <class F>
  void once(const F& f) const {
    f();
  }
  template <class F>
  void for_rows(int count, const F& f) const {
    deal(count, lanes, f);
  }
  template <class F>
  void for_block(int ny, int nz, const F& f) const {
    deal(ny * nz, lanes, [&](int k) { f(k % ny, k / ny); });
  }
  template <class F>
  [[nodiscard]] std::uint64_t any_bits(int count, const F& f) const {
    std::uint64_t bits = 0;
    deal(count, lanes, [&](int r) { bits |= f(r); });
    return bits;
  }
  template <class P>
  [[nodiscard]] int first(int count, const P& wanted) const {
    int least = count;
    deal(count, lanes, [&](int i) { least = wanted(i) ? std::min(least, i) : least; });
    return least;
  }
  template <class F>
  [[nodiscard]] int least(int count, const F& f) const {
    int value = 1 << 30;
    deal(count, lanes, [&](int i) { value = std::min(value, f(i)); });
    return value;
  }
  template <class T>
  void store(T& to, const T& value) const {
    to = value;
  }

 private:
  /// f(i) for i < count, dealt to `takers`, the last one first.
  template <class F>
  static void deal(int count, int takers, const F& f) {
    for (int taker = takers - 1; taker >= 0; --taker) {
      for (int i = taker; i < count; i += takers) f(i);
    }
  }

  int fast_rows_;
  mutable int most_words_ = 0;
  mutable std::vector<std::uint64_t> words_;
  mutable std::vector<std::uint64_t> fast_words_;
  mutable RoundLists lists_{};
};

}  // namespace
}  // namespace jam::trunk
