// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/elastic/packing/packed_contacts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "jam/core/error.hpp"
#include "jam/core/parallel.hpp"

namespace jam::elastic {
namespace {

/// Cells along an axis of contacts that are solved numerically: the peak is good to 0.2 %.
constexpr int numeric_cells = 40;

// Of the patch's larger semi-axis: nearer edges and patches change the pressures (specification 7.3, 7.5).
constexpr double edge_clearance = 2, patch_clearance = 4;

/// The peak over what the weaker of both items bears.
double share_of(const PackedItem& a, const PackedItem& b, double peak) {
  const double allowed = a.allowed > 0 && b.allowed > 0 ? std::min(a.allowed, b.allowed) : std::max(a.allowed, b.allowed);
  return allowed > 0 ? peak / allowed : 0;
}

/// The pressures of a contact with a liner.
void solve_on_grid(const MaterialPair& pair, const Liner& liner, Curvature gap, double force, ContactPressure& result) {
  Contact contact;
  contact.surface.curvature = gap;
  contact.pair = pair;
  contact.liner = liner;
  contact.load = {true, force};
  const Extent extent = patch_extent(contact.surface, pair, liner, contact.load);
  contact.grid = centred_grid(numeric_cells, numeric_cells, 2 * extent.x, 2 * extent.y);
  NormalSettings settings;
  settings.thread_count = 1;
  const PressedContact pressed = press(contact, settings);
  // What a little more force does.
  contact.load.value *= 1.01;
  result.tier = Tier::numeric;
  result.normal_stiffness = 0.01 * force / (press(contact, settings).normal.approach - pressed.normal.approach);
  result.approach = pressed.normal.approach;
  result.area = pressed.normal.contact_cells * pressed.grid.area();
  result.peak = pressed.normal.peak;
  result.warnings = pressed.warnings;
}

ContactPressure evaluate(const Packing& packing, const PackedContact& contact) {
  ContactPressure result;
  const PackedItem &a = packing.items[contact.a], &b = packing.items[contact.b];
  const double limit = contact.friction * contact.force;
  if (limit > 0) {
    result.friction_share = contact.tangential / limit;
    result.stick_share = result.friction_share < 1 ? std::pow(stick_ratio(result.friction_share), 2) : 0;
  }
  if (!(contact.force > 0)) return result;
  if (!contact.unknown.empty()) {
    result.warnings.push_back(contact.unknown);
    return result;
  }
  const MaterialPair pair = combine(a.material, b.material);
  Curvature gap;
  HertzContact hertz;
  try {
    gap = gap_curvature(contact.surface_a.k1, contact.surface_a.k2, contact.surface_b.k1, contact.surface_b.k2, contact.angle);
    hertz = hertz_by_force(gap, pair.modulus, contact.force);
  } catch (const InputError&) {
    result.warnings.emplace_back(
        "the surfaces do not touch in one point: a flat or line contact is not concentrated, its peak is not known");
    return result;
  }
  result.tier = Tier::hertz;
  result.approach = hertz.approach;
  result.long_axis = hertz.x_axis;
  result.short_axis = hertz.y_axis;
  result.area = std::numbers::pi * hertz.x_axis * hertz.y_axis;
  result.peak = hertz.peak;
  result.normal_stiffness = hertz.stiffness;
  // One layer that yields as much as both liners.
  if (const double flexibility = a.liner.flexibility() + b.liner.flexibility(); flexibility > 0) {
    solve_on_grid(pair, {1, 1 / flexibility}, gap, contact.force, result);
  } else if (hertz.peak > 0.1 * pair.modulus || std::max(2 * hertz.x_axis * gap.a, 2 * hertz.y_axis * gap.b) > 0.2) {
    result.warnings.emplace_back("strains are not small: the peak is above 0.1 E*, or the patch above a fifth of the radius of curvature");
  }
  const double radius = std::sqrt(result.area / std::numbers::pi);
  result.mean = contact.force / result.area;
  result.share = share_of(a, b, result.peak);
  result.tangential_stiffness = 8 * radius / pair.mindlin;
  const double edge = std::min(contact.surface_a.edge_distance, contact.surface_b.edge_distance);
  if (edge < edge_clearance * std::max(radius, result.long_axis)) {
    result.warnings.push_back(fmt::format("an edge lies {:.3g} mm away: pressures at it are higher", edge));
  }
  return result;
}

/// Warns of patches on one item that are so near that each lies in the other's hollow.
void warn_of_neighbours(const Packing& packing, PackingPressure& result) {
  std::vector<std::vector<int>> of_item(packing.items.size());
  for (int k = 0; k < static_cast<int>(packing.contacts.size()); ++k) {
    if (result.contacts[k].tier == Tier::none) continue;
    of_item[packing.contacts[k].a].push_back(k);
    of_item[packing.contacts[k].b].push_back(k);
  }
  const auto radius = [&](int k) { return std::sqrt(result.contacts[k].area / std::numbers::pi); };
  std::vector<double> nearest(packing.contacts.size(), std::numeric_limits<double>::infinity());
  for (std::vector<int>& contacts : of_item) {
    std::ranges::sort(contacts, {}, [&](int k) { return packing.contacts[k].point.x; });
    double largest = 0;
    for (const int k : contacts) largest = std::max(largest, radius(k));
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      for (std::size_t j = i + 1; j < contacts.size(); ++j) {
        const int k = contacts[i], other = contacts[j];
        const Vec3d between = packing.contacts[other].point - packing.contacts[k].point;
        if (between.x > patch_clearance * largest) break;
        const double distance = length(between);
        if (distance >= patch_clearance * std::max(radius(k), radius(other))) continue;
        nearest[k] = std::min(nearest[k], distance);
        nearest[other] = std::min(nearest[other], distance);
      }
    }
  }
  for (std::size_t k = 0; k < nearest.size(); ++k) {
    if (nearest[k] < std::numeric_limits<double>::infinity()) {
      result.contacts[k].warnings.push_back(fmt::format("another patch lies {:.3g} mm away: both are computed apart", nearest[k]));
    }
  }
}

}  // namespace

PackingPressure packing_pressure(const Packing& packing, int thread_count) {
  PackingPressure result;
  const int count = static_cast<int>(packing.contacts.size());
  result.contacts.resize(packing.contacts.size());
  parallel_for(
      count, thread_count, [&](int k) { result.contacts[k] = evaluate(packing, packing.contacts[k]); }, 16);
  warn_of_neighbours(packing, result);
  result.items.resize(packing.items.size());
  for (int k = 0; k < count; ++k) {
    const PackedContact& contact = packing.contacts[k];
    const ContactPressure& pressure = result.contacts[k];
    result.penalty += contact.force * std::pow(std::max(0.0, pressure.share - 1), 2);
    for (const int i : {contact.a, contact.b}) {
      ItemPressure& item = result.items[i];
      ++item.contacts;
      item.area += pressure.area;
      item.force += contact.force;
      if (pressure.peak > item.peak) item.peak = pressure.peak, item.worst_contact = k;
      if (packing.items[i].allowed > 0) item.share = item.peak / packing.items[i].allowed;
    }
  }
  return result;
}

}  // namespace jam::elastic
