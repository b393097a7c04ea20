// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/annealing/energy.hpp"

#include <limits>

#include "jam/trunk/annealing/contacts.hpp"
#include "jam/trunk/annealing/point_wall.hpp"
#include "jam/trunk/annealing/triangle_wall.hpp"

namespace jam::trunk {

TrialEnergy::TrialEnergy(const TrialSceneData& data)
    : scene_(host_scene(data)), memory_{}, elements_(element_scratch) {}

template <TrialWall Wall>
int TrialEnergy::measure_against(const BoxView& packing, std::span<std::int32_t> squeeze) {
  long long energy = 0;
  for (int i = scene_.fixed_count; i < packing.count; ++i) {
    TrialContacts<SerialTrialCrew, Wall> contacts({}, &memory_, scene_, elements_.data());
    const BoxSize& size = packing.size(i);
    const Vec3f centre = packing.centre(i);
    const contact::Box<float> box = contact::make_box(centre, packing.rotation(i), size.half, size.margin);
    // A part of this box and those that it overlaps.
    int count = 0;
    const auto add = [&](int number) {
      memory_.kind[count] = packing.kind[number];
      set_box(memory_, count, packing.centre(number), packing.rotation(number));
      ++count;
    };
    add(i);
    long long counted_before = 0;  // Pairs with movable boxes of lower numbers.
    for (int j = 0; j < packing.count; ++j) {
      const BoxSize& other = packing.size(j);
      const Vec3f between = packing.centre(j) - centre;
      const float reach = size.radius + other.radius;
      if (j == i || !(dot(between, between) < reach * reach)) continue;
      const contact::Box<float> beside =
          contact::make_box(packing.centre(j), packing.rotation(j), other.half, other.margin);
      const float overlap = overlap_of(box, beside, 0.0F, scene_.rules.edge_share).overlap;
      if (!(overlap > 0.0F)) continue;
      if (count == part_box_limit) return -1;
      add(j);
      if (j < i && j >= scene_.fixed_count) counted_before += squeeze_of(overlap * scene_.inverse_scale);
    }
    begin_part(memory_, 0, count, 1);
    contacts.list();
    contacts.find_contacts();
    for (FaceSums& face : memory_.face[0]) face = {};
    if (memory_.fits == 0) return -1;
    squeeze[i] = memory_.squeeze[0];
    energy += memory_.energy - counted_before;
  }
  return energy <= std::numeric_limits<int>::max() ? static_cast<int>(energy) : -1;
}

int TrialEnergy::measure(const BoxView& packing, std::span<std::int32_t> squeeze) {
  return scene_.wall_kind() == WallKind::points ? measure_against<PointWall>(packing, squeeze)
                                                : measure_against<TriangleWall>(packing, squeeze);
}

}  // namespace jam::trunk
