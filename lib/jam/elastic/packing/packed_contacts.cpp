// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/elastic/packing/packed_contacts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "jam/core/error.hpp"
#include "jam/core/parallel.hpp"
#include "jam/elastic/packing/numeric_contacts.hpp"

namespace jam::elastic {
namespace {

/// Of the patch's larger semi-axis: nearer edges change the pressures (specification 7.5).
constexpr double edge_clearance = 2;

/// The peak over what the weaker of both items bears.
double share_of(const PackedItem& a, const PackedItem& b, double peak) {
  const double allowed = a.allowed > 0 && b.allowed > 0 ? std::min(a.allowed, b.allowed) : std::max(a.allowed, b.allowed);
  return allowed > 0 ? peak / allowed : 0;
}

/// By closed forms. A liner makes them a first guess; `lined` then is what is to be solved.
ContactPressure evaluate(const Packing& packing, const PackedContact& contact, std::optional<Contact>& lined) {
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
    lined.emplace();
    lined->surface.curvature = gap;
    lined->pair = pair;
    lined->liner = {1, 1 / flexibility};
    lined->load = {true, contact.force};
  } else if (hertz.peak > 0.1 * pair.modulus || std::max(2 * hertz.x_axis * gap.a, 2 * hertz.y_axis * gap.b) > 0.2) {
    result.warnings.emplace_back("strains are not small: the peak is above 0.1 E*, or the patch above a fifth of the radius of curvature");
  }
  return result;
}

/// What follows from peak and area.
void complete(const Packing& packing, const PackedContact& contact, ContactPressure& result) {
  if (result.tier == Tier::none) return;
  const PackedItem &a = packing.items[contact.a], &b = packing.items[contact.b];
  const double radius = std::sqrt(result.area / std::numbers::pi);
  result.mean = contact.force / result.area;
  result.share = share_of(a, b, result.peak);
  result.tangential_stiffness = 8 * radius / combine(a.material, b.material).mindlin;
  const double edge = std::min(contact.surface_a.edge_distance, contact.surface_b.edge_distance);
  if (edge < edge_clearance * std::max(radius, result.long_axis)) {
    result.warnings.push_back(fmt::format("an edge lies {:.3g} mm away: pressures at it are higher", edge));
  }
}

}  // namespace

PackingPressure packing_pressure(const Packing& packing, const Device& device, int thread_count) {
  PackingPressure result;
  const int count = static_cast<int>(packing.contacts.size());
  result.contacts.resize(packing.contacts.size());
  std::vector<std::optional<Contact>> lined(packing.contacts.size());
  parallel_for(
      count, thread_count, [&](int k) { result.contacts[k] = evaluate(packing, packing.contacts[k], lined[k]); }, 16);
  std::vector<LinedContact> numeric;
  for (int k = 0; k < count; ++k) {
    if (lined[k]) numeric.push_back({k, *lined[k]});
  }
  solve_lined(packing, numeric, device, thread_count, result);
  solve_neighbours(packing, thread_count, result);
  for (int k = 0; k < count; ++k) complete(packing, packing.contacts[k], result.contacts[k]);
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
