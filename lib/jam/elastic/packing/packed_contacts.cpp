// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/elastic/packing/packed_contacts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/core/parallel.hpp"
#include "jam/elastic/normal/validity.hpp"
#include "jam/elastic/packing/faces.hpp"
#include "jam/elastic/packing/numeric_contacts.hpp"

namespace jam::elastic {
namespace {

/// Edges nearer than this multiple of the patch's larger semi-axis change the pressures (specification 7.5).
constexpr double edge_clearance = 2;

/// The peak over what the weaker of both items bears.
double share_of(const PackedItem& a, const PackedItem& b, double peak) {
  const double allowed =
      a.allowed > 0 && b.allowed > 0 ? std::min(a.allowed, b.allowed) : std::max(a.allowed, b.allowed);
  return allowed > 0 ? peak / allowed : 0;
}

/// How two surfaces touch.
enum class Shape { point, line, flat, unknown };

bool is_flat(const LocalSurface& surface) { return surface.k1 == 0 && surface.k2 == 0; }

/// The patch reaches beyond an edge: its pressures are those of no half-space.
void drop_at_edge(double edge, ContactPressure& result) {
  ContactPressure none;
  none.friction_share = result.friction_share;
  none.warnings.push_back(fmt::format(
      "it lies {:.3g} mm from an edge, nearer than its patch is wide: the pressure is not known", edge));
  result = std::move(none);
}

double edge_of(const PackedContact& contact) {
  return std::min(contact.surface_a.edge_distance, contact.surface_b.edge_distance);
}

PatchFacts facts_of(const Packing& packing, const PackedContact& contact, const MaterialPair& pair) {
  PatchFacts facts;
  facts.modulus = pair.modulus;
  facts.gap = gap_of(contact);
  facts.bodies = bodies_of(contact);
  facts.names = {packing.items[contact.a].name, packing.items[contact.b].name};
  return facts;
}

/// By closed forms. A liner makes them a first guess; `lined` then is what is to be solved. Faces and lines
/// are left to faces.hpp.
ContactPressure evaluate(const Packing& packing, const PackedContact& contact, std::optional<Contact>& lined,
                         Shape& shape) {
  ContactPressure result;
  const PackedItem &a = packing.items[contact.a], &b = packing.items[contact.b];
  const double limit = contact.friction * contact.force;
  if (limit > 0) result.friction_share = contact.tangential / limit;
  shape = Shape::unknown;
  if (!contact.unknown.empty()) {
    if (contact.force > 0) result.warnings.push_back(contact.unknown);
    return result;
  }
  if (is_flat(contact.surface_a) && is_flat(contact.surface_b)) {
    shape = Shape::flat;
    return result;
  }
  if (!(contact.force > 0)) return result;
  const MaterialPair pair = combine(a.material, b.material);
  Curvature gap;
  HertzContact hertz;
  try {
    gap = gap_of(contact);
    if (gap.a == 0) {
      shape = Shape::line;
      return result;
    }
    hertz = hertz_by_force(gap, pair.modulus, contact.force);
  } catch (const InputError& error) {
    result.warnings.push_back(fmt::format("{}: its pressure is not known", error.what()));
    return result;
  }
  shape = Shape::point;
  if (const double edge = edge_of(contact); edge < std::max(hertz.x_axis, hertz.y_axis)) {
    drop_at_edge(edge, result);
    return result;
  }
  result.tier = Tier::hertz;
  result.approach = hertz.approach;
  result.long_axis = hertz.x_axis;
  result.short_axis = hertz.y_axis;
  result.area = std::numbers::pi * hertz.x_axis * hertz.y_axis;
  result.peak = hertz.peak;
  result.normal_stiffness = hertz.stiffness;
  if (limit > 0)
    result.stick_share = result.friction_share < 1 ? std::pow(stick_ratio(result.friction_share), 2) : 0;
  // One layer that yields as much as both liners.
  if (const double flexibility = a.liner.flexibility() + b.liner.flexibility(); flexibility > 0) {
    lined.emplace();
    lined->surface.curvature = gap;
    lined->pair = pair;
    lined->liner = {1, 1 / flexibility};
    lined->load = {true, contact.force};
  } else {
    PatchFacts facts = facts_of(packing, contact, pair);
    facts.x_axis = hertz.x_axis, facts.y_axis = hertz.y_axis;
    facts.pressure = hertz.peak;
    result.warnings = validity_warnings(facts);
  }
  return result;
}

/// The warnings of a contact with a liner, whose patch has about the axes of a bed of springs.
void add_lined_warnings(const Packing& packing, const PackedContact& contact, ContactPressure& result) {
  const PackedItem &a = packing.items[contact.a], &b = packing.items[contact.b];
  PatchFacts facts = facts_of(packing, contact, combine(a.material, b.material));
  const double radius = std::sqrt(result.area / std::numbers::pi),
               ratio = std::pow(facts.gap.b / facts.gap.a, 0.25);
  facts.x_axis = radius * ratio, facts.y_axis = radius / ratio;
  facts.pressure = result.peak;
  facts.liner_strain = liner_strain(a, b, result.peak);
  for (std::string& text : validity_warnings(facts)) result.warnings.push_back(std::move(text));
}

/// Sets the results that follow from peak and area.
void complete(const Packing& packing, const PackedContact& contact, ContactPressure& result) {
  if (result.tier == Tier::none) return;
  const double edge = edge_of(contact);
  if (result.face < 0 && edge < std::max(std::sqrt(result.area / std::numbers::pi), result.long_axis)) {
    drop_at_edge(edge, result);
    return;
  }
  const PackedItem &a = packing.items[contact.a], &b = packing.items[contact.b];
  const double radius = std::sqrt(result.area / std::numbers::pi);
  if (result.face < 0) result.mean = contact.force / result.area;
  result.share = share_of(a, b, result.peak > 0 ? result.peak : result.mean);
  if (result.face >= 0) return;
  result.tangential_stiffness = 8 * radius / combine(a.material, b.material).mindlin;
  if (edge < edge_clearance * std::max(radius, result.long_axis)) {
    result.warnings.push_back(fmt::format("an edge lies {:.3g} mm away: pressures at it are higher", edge));
  }
}

}  // namespace

void for_each_watched(int count, int thread_count, SolveWatch* watch, const char* what,
                      const std::function<void(int)>& body) {
  constexpr int chunk = 64;  // Between two words to the watch: tenths of a second.
  for (int first = 0; first < count; first += chunk) {
    const int size = std::min(chunk, count - first);
    parallel_for(size, thread_count, [&](int k) { body(first + k); });
    if (watch != nullptr) watch->counted(what, first + size, count);
  }
}

Curvature gap_of(const PackedContact& contact) {
  const LocalSurface &a = contact.surface_a, &b = contact.surface_b;
  return gap_curvature(a.k1, a.k2, b.k1, b.k2, contact.angle);
}

std::array<BodyCurvature, 2> bodies_of(const PackedContact& contact) {
  const LocalSurface &a = contact.surface_a, &b = contact.surface_b;
  return body_curvatures(a.k1, a.k2, b.k1, b.k2, contact.angle);
}

double liner_strain(const PackedItem& a, const PackedItem& b, double peak) {
  double strain = 0;
  for (const PackedItem* item : {&a, &b}) {
    if (item->liner.flexibility() > 0) strain = std::max(strain, peak / item->liner.modulus);
  }
  return strain;
}

PackingPressure packing_pressure(const Packing& packing, const Device& device, int thread_count,
                                 SolveWatch* watch) {
  PackingPressure result;
  const int count = static_cast<int>(packing.contacts.size());
  result.contacts.resize(packing.contacts.size());
  std::vector<std::optional<Contact>> lined(packing.contacts.size());
  std::vector<Shape> shapes(packing.contacts.size());
  parallel_for(
      count, thread_count,
      [&](int k) { result.contacts[k] = evaluate(packing, packing.contacts[k], lined[k], shapes[k]); }, 16);
  std::vector<LinedContact> numeric;
  std::vector<int> flats, lines;
  for (int k = 0; k < count; ++k) {
    if (lined[k]) numeric.push_back({k, *lined[k]});
    if (shapes[k] == Shape::flat) flats.push_back(k);
    if (shapes[k] == Shape::line) lines.push_back(k);
  }
  solve_lined(packing, numeric, device, thread_count, watch, result);
  for (const LinedContact& contact : numeric)
    add_lined_warnings(packing, packing.contacts[contact.number], result.contacts[contact.number]);
  if (!ends(watch)) solve_neighbours(packing, thread_count, watch, result);
  solve_faces(packing, flats, thread_count, watch, result);
  solve_lines(packing, lines, result);
  result.complete = !ends(watch);
  for (int k = 0; k < count; ++k) complete(packing, packing.contacts[k], result.contacts[k]);
  result.items.resize(packing.items.size());
  for (int k = 0; k < count; ++k) {
    const PackedContact& contact = packing.contacts[k];
    const ContactPressure& pressure = result.contacts[k];
    result.penalty += contact.force * std::pow(std::max(0.0, pressure.share - 1), 2);
    const auto bearing = [](const ContactPressure& p) { return p.peak > 0 ? p.peak : p.mean; };
    for (const int i : {contact.a, contact.b}) {
      ItemPressure& item = result.items[i];
      ++item.contacts;
      // A face counts once.
      if (pressure.face < 0 || pressure.face == k) item.area += pressure.area;
      item.force += contact.force;
      item.peak = std::max(item.peak, pressure.peak);
      item.mean = std::max(item.mean, pressure.mean);
      if (bearing(pressure) > 0 &&
          (item.worst_contact < 0 || bearing(pressure) > bearing(result.contacts[item.worst_contact])))
        item.worst_contact = k;
      if (packing.items[i].allowed > 0 && item.worst_contact >= 0)
        item.share = bearing(result.contacts[item.worst_contact]) / packing.items[i].allowed;
    }
  }
  for (const ContactPressure& p : result.contacts)
    require_finite(std::array{p.approach, p.area, p.peak, p.mean, p.share, p.friction_share,
                              p.normal_stiffness, p.tangential_stiffness});
  for (const ItemPressure& item : result.items) require_finite(std::array{item.area, item.force});
  require_finite(std::array{result.penalty});
  return result;
}

}  // namespace jam::elastic
