// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/annealing/box_elites.hpp"

#include <algorithm>

#include "jam/trunk/model/box_bytes.hpp"

namespace jam::trunk {
namespace {

constexpr double same_centre_distance = 10;  ///< Centres nearer than this count as the same [mm].

/// Whether each box of `a` has its centre within `distance` [mm] of a centre of `b`.
bool covered(const BoxPacking& a, const BoxPacking& b, double distance) {
  return std::all_of(a.boxes.begin(), a.boxes.end(), [&](const PlacedBox& box) {
    return std::any_of(b.boxes.begin(), b.boxes.end(), [&](const PlacedBox& other) {
      return length_squared(box.centre - other.centre) <= distance * distance;
    });
  });
}

}  // namespace

void BoxElites::add(const BoxPacking& packing) {
  const long long own = rank(packing);
  if (packings_.empty() || own > rank(best_)) best_ = packing;
  const long long best = rank(best_);
  if (own < best) return;
  packings_.remove_if([&](const BoxPacking& other) { return rank(other) < best; });
  for (const BoxPacking& other : packings_) {
    if (covered(packing, other, same_centre_distance * scale_) &&
        covered(other, packing, same_centre_distance * scale_))
      return;
  }
  packings_.push_back(packing);
  if (count() > limit) packings_.pop_front();
}

void BoxElites::write(io::StateWriter& state) const {
  state.write(best_.boxes);
  state.write(count());
  for (const BoxPacking& packing : packings_) state.write(packing.boxes);
}

void BoxElites::read(io::StateReader& state) {
  best_.boxes = read_boxes(state);
  packings_.clear();
  for (int left = state.read<int>(); left > 0; --left) {
    packings_.push_back({read_boxes(state)});
    if (rank(packings_.back()) != rank(best_)) io::fail_state("its elites have impossible numbers of boxes");
  }
  if (packings_.empty() != best_.boxes.empty() || count() > limit)
    io::fail_state("its number of elites is impossible");
}

}  // namespace jam::trunk
