// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The workers of a round of the lattice search (round.hpp): a group of members, each of some lanes.
// On the CPU a group is one thread; on a GPU it is a block of threads, a member is a warp, and the window
// lies in shared memory (cuda_round_workers.cuh). Everything that is not distributed to the workers is
// computed by all threads alike, so that all of them take the same branches.
//
// Functions of the group; when a call returns, its writes are visible to all:
//   for_all(n, f)           f(i) for each i < n, in any order.
//   for_all_of_block(ny, nz, f)  f(y, z) for each y < ny, z < nz, in any order.
//   for_orientations(n, f)  f(o) for each o < n, each by one member, always the same one.
//   gather(n, limit, p, out)  The first limit + 1 numbers i < n for which p(i), ascending; returns how many.
//   once(f)                 f() by one thread; visible to the others after the next call that makes writes
//   visible. sync()                  Barrier of all threads.
// Functions of one member; when a call returns, its writes are visible to its lanes:
//   for_rows(n, f)          f(r) for each r < n, in any order.
//   for_block(ny, nz, f)    f(y, z) for each y < ny, z < nz, in any order.
// Functions of one member, or of all alike; f only reads:
//   any_bits(n, f)          The bitwise OR of f(r), r < n.
//   first(n, p)             The least i < n for which p(i), or n.
//   least(n, f)             The least of f(i), i < n; a large number for n = 0.
//   store(to, value)        Assigns, by one lane.
// memory(words) is the memory of a window of `words` words; lists() is that of the lists of a round.
//
// Included in sources compiled per instruction set; the unnamed namespace keeps one set's functions from
// being called by another's.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>

#include "jam/core/macros.hpp"
#include "jam/trunk/lattice/rounds.hpp"

namespace jam::trunk {
namespace {

inline constexpr int window_box_limit = 160;  ///< Boxes in a window, at most; a filling ends there.

/// Where the words of a window lie.
struct WindowMemory {
  std::uint64_t* free = nullptr;      ///< Free cells.
  std::uint64_t* legal = nullptr;     ///< Legal positions of orientation o begin at legal + o * stride.
  std::uint64_t* left = nullptr;      ///< The same of those left during a filling.
  std::uint64_t* temporary[2] = {};   ///< Orientation o begins at temporary[k] + o * temporary_stride. May be
                                      ///< the words of left and legal.
  int stride = lattice_window_limit;  ///< Words.
  int temporary_stride = 0;           ///< Words; 0 where orientations come one after the other.
};

/// The place where the next box of an orientation would come.
struct FirstPlace {
  std::uint32_t key = 0;  ///< Grows along the order of filling.
  std::int16_t x = 0;
  std::int16_t y = 0;
  std::int16_t z = 0;
  std::int16_t layer = 0;  ///< Layers before this one are known to be empty.
};

/// The lists of a round.
struct RoundLists {
  std::int32_t removed[window_box_limit + 1];      ///< Numbers of the boxes that are taken out.
  LatticeBox old[window_box_limit];                ///< These boxes.
  LatticeBox filled[2][window_box_limit];          ///< The best filling and the current one.
  FirstPlace place[2][lattice_orientation_limit];  ///< Places of each orientation: read from one array,
                                                   ///< written to the other.
};

/// Placeholders for the functions that rounds pass to their workers. Types of their own, for nvcc rejects a
/// lambda in a concept.
struct AnyAction {
  JAM_HD_INLINE void operator()() const {}
  JAM_HD_INLINE void operator()(int) const {}
  JAM_HD_INLINE void operator()(int, int) const {}
};
struct AnyNumber {
  JAM_HD_INLINE int operator()(int) const { return 0; }
};

/// See the top of this file.
template <class T>
concept RoundWorkers = requires(const T workers, std::int32_t* out, FirstPlace& place) {
  {
    T::place_buffers
    } -> std::convertible_to<int>;  // 2 where members still read the old places of orientations while others
                                    // write.
  { workers.memory(1) } -> std::same_as<WindowMemory>;
  { workers.lists() } -> std::same_as<RoundLists&>;
  workers.for_all(1, AnyAction());
  workers.for_all_of_block(1, 1, AnyAction());
  workers.for_orientations(1, AnyAction());
  { workers.gather(1, 1, AnyNumber(), out) } -> std::same_as<int>;
  workers.once(AnyAction());
  workers.sync();
  workers.for_rows(1, AnyAction());
  workers.for_block(1, 1, AnyAction());
  { workers.any_bits(1, AnyNumber()) } -> std::same_as<std::uint64_t>;
  { workers.first(1, AnyNumber()) } -> std::same_as<int>;
  { workers.least(1, AnyNumber()) } -> std::same_as<int>;
  workers.store(place, place);
};

#if !defined(__CUDACC__)

/// One thread. Its memory (round_scratch_bytes()) is aligned for vectors; what `for_rows` calls must not
/// depend on the order, so the compiler may take many rows at once.
class SerialRoundWorkers {
 public:
  static constexpr int place_buffers = 1;
  static constexpr std::size_t word_count =
      (3 + 2 * lattice_orientation_limit) * static_cast<std::size_t>(lattice_window_limit);
  static constexpr std::size_t scratch_bytes = word_count * sizeof(std::uint64_t) + sizeof(RoundLists);

  JAM_HD_INLINE explicit SerialRoundWorkers(std::byte* scratch)
      : words_(reinterpret_cast<std::uint64_t*>(scratch)),
        lists_(reinterpret_cast<RoundLists*>(words_ + word_count)) {}

  [[nodiscard]] JAM_HD_INLINE WindowMemory memory(int) const {
    WindowMemory memory;
    memory.free = words_;
    memory.temporary[0] = words_ + lattice_window_limit;
    memory.temporary[1] = words_ + 2 * lattice_window_limit;
    memory.legal = words_ + 3 * lattice_window_limit;
    memory.left = words_ + (3 + lattice_orientation_limit) * lattice_window_limit;
    return memory;
  }
  [[nodiscard]] JAM_HD_INLINE RoundLists& lists() const { return *lists_; }

  JAM_HD_INLINE void sync() const {}
  template <class F>
  JAM_HD_INLINE void for_all(int count, const F& f) const {
    for_rows(count, f);
  }
  template <class F>
  JAM_HD_INLINE void for_all_of_block(int ny, int nz, const F& f) const {
    for_block(ny, nz, f);
  }
  template <class F>
  JAM_HD_INLINE void for_orientations(int count, const F& f) const {
    for (int o = 0; o < count; ++o) f(o);
  }
  template <class P>
  [[nodiscard]] JAM_HD_INLINE int gather(int count, int limit, const P& wanted, std::int32_t* out) const {
    int found = 0;
    for (int i = 0; i < count && found <= limit; ++i) {
      out[found] = i;
      found += wanted(i) ? 1 : 0;
    }
    return found;
  }
  template <class F>
  JAM_HD_INLINE void once(const F& f) const {
    f();
  }
  template <class F>
  JAM_HD_INLINE void for_rows(int count, const F& f) const {
#ifndef __clang__
#pragma GCC ivdep
#endif
    for (int r = 0; r < count; ++r) f(r);
  }
  template <class F>
  JAM_HD_INLINE void for_block(int ny, int nz, const F& f) const {
    for (int z = 0; z < nz; ++z) {
#ifndef __clang__
#pragma GCC ivdep
#endif
      for (int y = 0; y < ny; ++y) f(y, z);
    }
  }
  template <class F>
  [[nodiscard]] JAM_HD_INLINE std::uint64_t any_bits(int count, const F& f) const {
    std::uint64_t bits = 0;
    for (int r = 0; r < count; ++r) bits |= f(r);
    return bits;
  }
  template <class P>
  [[nodiscard]] JAM_HD_INLINE int first(int count, const P& wanted) const {
    int i = 0;
    while (i < count && !wanted(i)) ++i;
    return i;
  }
  template <class F>
  [[nodiscard]] JAM_HD_INLINE int least(int count, const F& f) const {
    int value = 1 << 30;
    for (int i = 0; i < count; ++i) {
      const int other = f(i);
      value = other < value ? other : value;
    }
    return value;
  }
  template <class T>
  JAM_HD_INLINE void store(T& to, const T& value) const {
    to = value;
  }

 private:
  std::uint64_t* words_;
  RoundLists* lists_;
};

#endif

}  // namespace
}  // namespace jam::trunk
