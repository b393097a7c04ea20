// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// One round, and many of them (rounds.hpp). Sources that are compiled for one instruction set include this:
// everything here is in an unnamed namespace or always inlined, so that no function compiled for one can be
// called from code for another.
#pragma once

#include "jam/core/philox.hpp"
#include "jam/trunk/lattice/window.hpp"

namespace jam::trunk {
namespace {

inline constexpr std::uint64_t focus_rounds = 5000;  ///< Number of rounds for which a focus stays.

/// Sets or clears the cells of a box.
JAM_HD_INLINE void mark(const RoundProblem& problem, std::uint64_t* free, const LatticeBox& box, bool value) {
  const CellVector n = problem.extent[box.orientation];
  const int row_words = problem.row_words;
  const std::ptrdiff_t layer_words = static_cast<std::ptrdiff_t>(problem.cells.y) * row_words;
  std::uint64_t* const corner = free + box.z * layer_words + static_cast<std::ptrdiff_t>(box.y) * row_words;
  const int first = box.x >> 6;
  const int last = (box.x + n.x - 1) >> 6;
  const int from = box.x;
  for (int z = 0; z < n.z; ++z) {
    JAM_INDEPENDENT
    for (int y = 0; y < n.y; ++y) {
      std::uint64_t* const row = corner + z * layer_words + static_cast<std::ptrdiff_t>(y) * row_words;
      for (int word = first; word <= last; ++word) {
        const std::uint64_t mask = word_mask(word, from, from + n.x);
        row[word] = value ? row[word] | mask : row[word] & ~mask;
      }
    }
  }
}

/// The cells [low, high).
struct Region {
  CellVector low;
  CellVector high;
};

JAM_HD_INLINE int least(int a, int b) { return a < b ? a : b; }
JAM_HD_INLINE int most(int a, int b) { return a > b ? a : b; }

/// A region around a random place of a random box, up to `scale` / 256 of the longest edge wide along each
/// axis.
JAM_HD_INLINE Region random_region(const RoundProblem& problem, const RoundState& state, CellVector longest,
                                   int scale, RandomStream& random) {
  const LatticeBox box = state.boxes[random.below(static_cast<std::uint32_t>(state.count))];
  const CellVector n = problem.extent[box.orientation];
  const PhiloxBlock place{random.next_u32(), random.next_u32(), random.next_u32(), random.next_u32()};
  const PhiloxBlock width{random.next_u32(), random.next_u32(), random.next_u32(), random.next_u32()};
  const auto part = [](std::uint32_t word, int range) {
    return static_cast<int>((std::uint64_t{word} * static_cast<unsigned>(range)) >> 32);
  };
  const CellVector centre{box.x + part(place.x, n.x), box.y + part(place.y, n.y), box.z + part(place.z, n.z)};
  const CellVector half{part(width.x, longest.x * scale / 512 + 1),
                        part(width.y, longest.y * scale / 512 + 1),
                        part(width.z, longest.z * scale / 512 + 1)};
  return {{centre.x - half.x, centre.y - half.y, centre.z - half.z},
          {centre.x + half.x + 1, centre.y + half.y + 1, centre.z + half.z + 1}};
}

/// The numbers of the boxes that meet a region, ascending, into `out`; at most `limit` + 1. Returns how many.
JAM_HD_INLINE int boxes_in(const RoundProblem& problem, const RoundState& state, const Region& region,
                           int limit, std::int32_t* out) {
  int found = 0;
  for (int i = 0; i < state.count && found <= limit; ++i) {
    const LatticeBox box = state.boxes[i];
    const CellVector n = problem.extent[box.orientation];
    out[found] = i;
    found += (box.x < region.high.x) & (box.x + n.x > region.low.x) & (box.y < region.high.y) &
             (box.y + n.y > region.low.y) & (box.z < region.high.z) & (box.z + n.z > region.low.z);
  }
  return found;
}

/// The window around some boxes with up to `margin` cells more, in proportion fewer where it would be too
/// large; false when it is too large without any.
JAM_HD_INLINE bool window_around(const RoundProblem& problem, const LatticeBox* boxes, int count,
                                 CellVector margin, Region& window) {
  CellVector box_low = problem.cells;
  CellVector box_high{};
  for (int i = 0; i < count; ++i) {
    const LatticeBox box = boxes[i];
    const CellVector n = problem.extent[box.orientation];
    box_low = {least(box_low.x, box.x), least(box_low.y, box.y), least(box_low.z, box.z)};
    box_high = {most(box_high.x, box.x + n.x), most(box_high.y, box.y + n.y), most(box_high.z, box.z + n.z)};
  }
  const int whole = most(margin.x, most(margin.y, margin.z));
  for (int part = whole; part >= 0; part -= 2) {
    const CellVector m{margin.x * part / whole, margin.y * part / whole, margin.z * part / whole};
    const CellVector low{most(0, box_low.x - m.x), most(0, box_low.y - m.y), most(0, box_low.z - m.z)};
    const CellVector high{least(problem.cells.x, box_high.x + m.x), least(problem.cells.y, box_high.y + m.y),
                          least(problem.cells.z, box_high.z + m.z)};
    const int words = (high.x - low.x + 63) >> 6;
    if (words > problem.window_words || words * (high.y - low.y) * (high.z - low.z) > lattice_window_limit)
      continue;
    window = {low, high};
    return true;
  }
  return false;
}

/// An order of filling: axes and directions, and which orientations come first at the same place. With
/// `focus_probability` the directions are those of the bits of `away`.
JAM_HD_INLINE FillOrder random_order(const RoundProblem& problem, RandomStream& random, std::uint32_t away,
                                     float focus_probability) {
  const std::uint32_t word = random.next_u32();
  FillOrder order;
  // The six permutations of the axes, ascending: the first axis, then the lesser or the greater one of the
  // others.
  const std::uint32_t permutation = random.next_u32() % 6;
  const std::uint32_t first = permutation / 2;
  const std::uint32_t lesser = first == 0 ? 1 : 0;
  const std::uint32_t greater = first == 2 ? 1 : 2;
  const bool swapped = (permutation & 1) != 0;
  order.axes = first | (swapped ? greater : lesser) << 2 | (swapped ? lesser : greater) << 4;
  order.directions = random.uniform() < focus_probability ? away : word;
  for (int o = 0; o < problem.orientation_count; ++o)
    order.ranks |= std::uint64_t{random.next_u32() & 255} << (8 * o);
  return order;
}

JAM_HD_INLINE void run_round(const RoundProblem& problem, const RoundParameters& parameters,
                             RoundState& state, CellVector longest, CellVector margin,
                             RoundScratch& scratch) {
  RandomStream random(parameters.seed, StreamId::move, parameters.instance, state.round);
  LatticeBox* const boxes = state.boxes;
  const int limit = parameters.most_removed;
  int count = 0;
  Region around{};
  bool ready = false;
  for (int attempt = 0, scale = 256; attempt < 6 && !ready; ++attempt) {
    const Region region = random_region(problem, state, longest, scale, random);
    count = boxes_in(problem, state, region, limit, scratch.removed);
    if (count < parameters.least_removed) {
      scale = least(256, scale + 64);
      continue;
    }
    for (int i = 0; i < count && count <= limit; ++i) scratch.old[i] = boxes[scratch.removed[i]];
    ready = count <= limit && window_around(problem, scratch.old, count, margin, around);
    if (!ready) scale = scale * 5 / 8;
  }
  if (!ready) return;

  for (int i = 0; i < count; ++i) mark(problem, state.free, scratch.old[i], true);
  const Window window(
      around.low, {around.high.x - around.low.x, around.high.y - around.low.y, around.high.z - around.low.z},
      scratch);
  window.read(state.free, problem);
  window.erode(problem);
  // Fillings start at the side opposite to the focus.
  RandomStream focus(parameters.seed, StreamId::shuffle, parameters.instance, state.round / focus_rounds);
  std::uint32_t away = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const int place = static_cast<int>(focus.below(static_cast<std::uint32_t>(problem.cells[axis])));
    away |= around.low[axis] + around.high[axis] > 2 * place ? 1U << axis : 0U;
  }
  int best = -1;
  int kept = 0;
  for (int i = 0; i < parameters.tries && best <= count; ++i) {
    const FillOrder order = random_order(problem, random, away, parameters.focus_probability);
    const int placed = window.fill(problem, order, scratch.filled[1 - kept]);
    if (placed > best) {
      best = placed;
      kept = 1 - kept;
    }
  }
  const LatticeBox* const filled = scratch.filled[kept];
  if (best < count || state.count - count + best > state.capacity) {
    for (int i = 0; i < count; ++i) mark(problem, state.free, scratch.old[i], false);
    return;
  }
  // New boxes take the numbers of the removed ones, further boxes are appended: the order depends on nothing
  // else.
  const int before = state.count;
  for (int i = 0; i < best; ++i) boxes[i < count ? scratch.removed[i] : before + i - count] = filled[i];
  state.count = before - count + best;
  // The last boxes fill the numbers that remain free.
  for (int i = count - 1, end = before; i >= best; --i) boxes[scratch.removed[i]] = boxes[--end];
  for (int i = 0; i < best; ++i) mark(problem, state.free, filled[i], false);
  if (state.count > state.best_count) {
    state.best_count = state.count;
    for (int i = 0; i < state.count; ++i) state.best[i] = boxes[i];
  }
}

/// Runs `rounds` rounds.
JAM_HD_INLINE void run_rounds(const RoundProblem& problem, const RoundParameters& parameters,
                              RoundState& state, long long rounds, RoundScratch& scratch) {
  CellVector longest;
  constexpr int many = 1 << 14;
  CellVector shortest{many, many, many};
  for (int o = 0; o < problem.orientation_count; ++o) {
    const CellVector n = problem.extent[o];
    longest = {most(longest.x, n.x), most(longest.y, n.y), most(longest.z, n.z)};
    shortest = {least(shortest.x, n.x), least(shortest.y, n.y), least(shortest.z, n.z)};
  }
  for (long long i = 0; i < rounds && state.count > 0; ++i, ++state.round) {
    run_round(problem, parameters, state, longest, shortest, scratch);
  }
}

}  // namespace
}  // namespace jam::trunk
