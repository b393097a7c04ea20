// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/collide/narrow_phase.hpp"

#include <algorithm>

#include "jam/dynamics/collide/chunks.hpp"
#include "jam/dynamics/collide/moving_pair.hpp"

namespace jam::dynamics {
namespace {

constexpr std::size_t pairs_per_chunk = 2048;

/// The shapes and pairs of one call of the narrow phase.
struct Pairs {
  std::span<const Shape> shapes;
  std::span<const Pose> world;
  std::span<const StepMotion> motions;
  std::span<const std::uint64_t> keys;
};

/// Appends the contacts of pair `number`, whose kinds are `first` and `second` in either order; returns their
/// number.
template <ShapeKind first, ShapeKind second>
std::size_t collide_pair(const Pairs& pairs, std::size_t number, std::vector<Contact>& contacts) {
  const std::uint64_t n = pairs.shapes.size();
  const std::size_t a = pairs.keys[number] / n;
  const std::size_t b = pairs.keys[number] % n;
  const bool exchange = first != second && pairs.shapes[a].kind != first;
  const std::size_t one = exchange ? b : a;
  const std::size_t other = exchange ? a : b;
  Contact names;
  names.shape_a = static_cast<int>(a);
  names.shape_b = static_cast<int>(b);
  names.body_a = pairs.shapes[a].body;
  names.body_b = pairs.shapes[b].body;
  FoundPoints<first, second> found;
  collide_moving<first, second>({pairs.shapes[one], pairs.world[one], pairs.motions[one]},
                                {pairs.shapes[other], pairs.world[other], pairs.motions[other]}, found);
  sort_by_feature(found);
  for (int k = 0; k < found.count; ++k) {
    const ContactPoint& point = found.points[k];
    Contact& contact = contacts.emplace_back(names);
    contact.feature = point.feature;
    contact.point = point.point;
    contact.normal = exchange ? -point.normal : point.normal;
    contact.gap = point.gap;
    contact.share = point.share;
  }
  return static_cast<std::size_t>(found.count);
}

using PairFunction = std::size_t (*)(const Pairs&, std::size_t, std::vector<Contact>&);

constexpr auto pair_functions = pair_table<PairFunction>(
    []<ShapeKind first, ShapeKind second>() { return &collide_pair<first, second>; });

}  // namespace

void NarrowPhase::run(std::span<const Shape> shapes, std::span<const Pose> world,
                      std::span<const StepMotion> motions, std::span<const std::uint64_t> keys,
                      int thread_count, std::vector<Contact>& contacts) {
  const Pairs pairs{shapes, world, motions, keys};
  const std::size_t count = keys.size();

  // Sort the pairs by the kinds of their two shapes; the sort is stable.
  order_.keys.resize(count);
  order_.values.resize(count);
  for_chunks(count, pairs_per_chunk, thread_count, [&](std::size_t, std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      const int kinds =
          kinds_number(shapes[keys[i] / shapes.size()].kind, shapes[keys[i] % shapes.size()].kind);
      order_.keys[i] = static_cast<std::uint64_t>(kinds);
      order_.values[i] = static_cast<std::uint32_t>(i);
    }
  });
  radix_sort(order_, scratch_, shape_kind_count * shape_kind_count, thread_count);

  // The contacts of each chunk, and their number for each pair.
  places_.resize(count);
  found_.resize((count + pairs_per_chunk - 1) / pairs_per_chunk);
  for_chunks(count, pairs_per_chunk, thread_count,
             [&](std::size_t chunk, std::size_t first, std::size_t last) {
               found_[chunk].clear();
               for (std::size_t i = first; i < last; ++i) {
                 const PairFunction collide_kinds =
                     pair_functions[order_.keys[i] / shape_kind_count][order_.keys[i] % shape_kind_count];
                 places_[order_.values[i]] = collide_kinds(pairs, order_.values[i], found_[chunk]);
               }
             });

  // Back into the order of the pairs.
  contacts.resize(exclusive_scan_in_place(places_));
  for_chunks(count, pairs_per_chunk, thread_count,
             [&](std::size_t chunk, std::size_t first, std::size_t last) {
               const Contact* next_contact = found_[chunk].data();
               for (std::size_t i = first; i < last; ++i) {
                 const std::size_t pair = order_.values[i];
                 const std::size_t end = pair + 1 < count ? places_[pair + 1] : contacts.size();
                 std::copy_n(next_contact, end - places_[pair], contacts.data() + places_[pair]);
                 next_contact += end - places_[pair];
               }
             });
}

}  // namespace jam::dynamics
