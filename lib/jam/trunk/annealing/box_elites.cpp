// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/annealing/box_elites.hpp"

#include <algorithm>
#include <iterator>

#include "jam/trunk/model/box_bytes.hpp"

namespace jam::trunk {
namespace {

constexpr double same_place = 10;  ///< Centres nearer than this count as the same [mm].

bool covered(const BoxPacking& a, const BoxPacking& b, double distance) {
  return std::all_of(a.boxes.begin(), a.boxes.end(), [&](const PlacedBox& box) {
    return std::any_of(b.boxes.begin(), b.boxes.end(),
                       [&](const PlacedBox& other) { return length_squared(box.centre - other.centre) <= distance * distance; });
  });
}

}  // namespace

bool alike(const BoxPacking& a, const BoxPacking& b, double distance) { return covered(a, b, distance) && covered(b, a, distance); }

void BoxElites::add(const BoxPacking& packing) {
  if (packing.count() < best_.count()) return;
  if (packing.count() > best_.count() || packings_.empty()) {
    packings_.clear();
    best_ = packing;
  }
  for (const BoxPacking& other : packings_) {
    if (alike(packing, other, same_place * scale_)) return;
  }
  packings_.push_back(packing);
  if (count() > limit) packings_.pop_front();
}

void BoxElites::write(io::StateWriter& state) const {
  write_boxes(state, best_.boxes);
  state.write(count());
  for (const BoxPacking& packing : packings_) write_boxes(state, packing.boxes);
}

void BoxElites::read(io::StateReader& state) {
  best_.boxes = read_boxes(state);
  packings_.clear();
  for (int left = state.read<int>(); left > 0; --left) {
    packings_.push_back({read_boxes(state)});
    if (packings_.back().count() != best_.count()) io::fail_state("packings that should have equally many boxes have not");
  }
  if (packings_.empty() != best_.boxes.empty() || count() > limit) io::fail_state("its number of good packings cannot be");
}

const BoxPacking& BoxElites::draw(RandomStream& random) const {
  return *std::next(packings_.begin(), static_cast<std::ptrdiff_t>(random.below(static_cast<std::uint32_t>(packings_.size()))));
}

}  // namespace jam::trunk
