// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/elastic/packing/faces.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <optional>
#include <utility>
#include <vector>

#include "jam/elastic/normal/validity.hpp"
#include "jam/elastic/packing/face_pressure.hpp"

namespace jam::elastic {
namespace {

/// Normals of one face agree to this cosine.
constexpr double same_normal = 0.99;
/// Largest distance of points of a face from its plane, over its size; least width of its hull, a narrower
/// one is an edge.
constexpr double plane_tolerance = 0.02, edge_width = 1e-3;
/// A point without force farther apart than this does not belong to the area [mm].
constexpr double touching_gap = 0.2;

/// Contacts of two items that are one face or line.
using Group = std::vector<int>;

std::vector<Group> groups_of(const Packing& packing, std::span<const int> contacts) {
  std::map<std::pair<int, int>, std::vector<Group>> pairs;
  std::vector<Group> groups;
  for (const int k : contacts) {
    const PackedContact& contact = packing.contacts[k];
    if (!std::isfinite(contact.point.x)) {
      groups.push_back({k});
      continue;
    }
    std::vector<Group>& of_pair = pairs[std::minmax(contact.a, contact.b)];
    const auto same = [&](const Group& group) {
      const Vec3d normal = packing.contacts[group[0]].normal;
      return length(normal) == 0 || std::fabs(dot(normal, contact.normal)) > same_normal;
    };
    const auto found = std::ranges::find_if(of_pair, same);
    if (found != of_pair.end()) found->push_back(k);
    else of_pair.push_back({k});
  }
  for (auto& [pair, of_pair] : pairs) {
    for (Group& group : of_pair) groups.push_back(std::move(group));
  }
  return groups;
}

/// Resultant force of the points of a group.
struct Resultant {
  double force = 0;  ///< [N]
  Vec3d centre;      ///< The point at which the force acts [mm].
};

Resultant resultant_of(const Packing& packing, const Group& group) {
  Resultant sum;
  for (const int k : group) {
    const PackedContact& contact = packing.contacts[k];
    sum.force += contact.force;
    if (std::isfinite(contact.point.x)) sum.centre = sum.centre + contact.force * contact.point;
  }
  if (sum.force > 0) sum.centre = (1 / sum.force) * sum.centre;
  return sum;
}

/// The hull of the points in their plane, and the resultant there; nothing if they lie along a line or in
/// no plane.
std::optional<Face> face_of(const Packing& packing, const Group& group, const Resultant& resultant,
                            const char*& why) {
  std::vector<Vec3d> points;
  for (const int k : group) {
    const PackedContact& contact = packing.contacts[k];
    if (contact.force > 0 || contact.gap <= touching_gap) points.push_back(contact.point);
  }
  why =
      "a flat or line contact is not concentrated, and at an edge or a corner it has no area: its pressure "
      "is not known";
  if (points.size() < 3) return std::nullopt;
  const auto farthest = [&](const auto& distance) { return *std::ranges::max_element(points, {}, distance); };
  const Vec3d origin = points[0], along = farthest([&](Vec3d p) { return length(p - origin); }) - origin;
  const double size = length(along);
  if (!(size > 0)) return std::nullopt;
  const Vec3d x_axis = (1 / size) * along;
  const auto off_axis = [&](Vec3d p) { return p - origin - dot(p - origin, x_axis) * x_axis; };
  const Vec3d across = off_axis(farthest([&](Vec3d p) { return length(off_axis(p)); }));
  if (length(across) < edge_width * size) return std::nullopt;
  const Vec3d y_axis = (1 / length(across)) * across;
  std::vector<FlatPoint> flat;
  const auto place = [&](Vec3d p) { return FlatPoint{dot(p - origin, x_axis), dot(p - origin, y_axis)}; };
  for (const Vec3d p : points) {
    flat.push_back(place(p));
    if (length(off_axis(p) - flat.back().y * y_axis) > plane_tolerance * size) {
      why =
          "the points in which the items touch lie in no plane: there is no face, the pressure is not known";
      return std::nullopt;
    }
  }
  return make_face(flat, place(resultant.centre));
}

double flexibility_of(const PackedItem& a, const PackedItem& b) {
  return a.liner.flexibility() + b.liner.flexibility();
}

/// The warnings of a face or line on a liner.
std::vector<std::string> lined_warnings(const PackedItem& a, const PackedItem& b, const MaterialPair& pair,
                                        double peak) {
  PatchFacts facts;
  facts.pressure = peak;
  facts.modulus = pair.modulus;
  facts.liner_strain = liner_strain(a, b, peak);
  return validity_warnings(facts);
}

void solve_face(const Packing& packing, const Group& group, bool ended, PackingPressure& result) {
  const Resultant resultant = resultant_of(packing, group);
  if (!(resultant.force > 0)) return;
  const PackedContact& first = packing.contacts[group[0]];
  const PackedItem &a = packing.items[first.a], &b = packing.items[first.b];
  const char* why =
      "a flat or line contact is not concentrated: points of its corners, or \"area\", are needed";
  std::optional<Face> face;
  if (first.area > 0) face = round_face(first.area);
  else if (std::isfinite(first.point.x)) face = face_of(packing, group, resultant, why);
  if (!face) {
    result.contacts[group[0]].warnings.emplace_back(why);
    return;
  }
  ContactPressure pressure;
  pressure.tier = Tier::flat;
  pressure.area = face->area;
  pressure.mean = resultant.force / face->area;
  const MaterialPair pair = combine(a.material, b.material);
  if (const double flexibility = flexibility_of(a, b); flexibility > 0) {
    const FacePressure found =
        ended ? FacePressure{} : face_pressure(*face, pair, flexibility, resultant.force);
    if (found.solved) {
      pressure.tier = Tier::numeric;
      pressure.approach = found.approach;
      pressure.area = found.area;
      pressure.mean = resultant.force / found.area;
      pressure.peak = found.peak;
      pressure.warnings = lined_warnings(a, b, pair, found.peak);
    } else {
      pressure.warnings.emplace_back(
          ended ? "the time was over: the peak was not computed"
                : "the force acts too near to the edge of the face: the peak is not known");
    }
  } else {
    pressure.warnings.emplace_back(
        "a flat contact without a liner is not concentrated: its peak is infinite at the edge, the mean is "
        "given");
  }
  for (const int k : group) {
    ContactPressure& own = result.contacts[k];
    const double share = own.friction_share;
    std::vector<std::string> warnings = std::move(own.warnings);
    own = pressure;
    own.friction_share = share;
    own.face = group[0];
    // Warnings of a face appear once.
    if (k != group[0]) own.warnings.clear();
    own.warnings.insert(own.warnings.end(), warnings.begin(), warnings.end());
  }
}

void solve_line(const Packing& packing, const Group& group, PackingPressure& result) {
  const Resultant resultant = resultant_of(packing, group);
  if (!(resultant.force > 0)) return;
  const PackedContact& first = packing.contacts[group[0]];
  const PackedItem &a = packing.items[first.a], &b = packing.items[first.b];
  // Length of the line, and distance of the force from its middle [mm].
  double reach = first.length, offset = 0;
  if (!(reach > 0) && group.size() > 1) {
    const auto point = [&](int k) { return packing.contacts[k].point; };
    const auto farthest = [&](Vec3d from) {
      return point(*std::ranges::max_element(group, {}, [&](int k) { return length(point(k) - from); }));
    };
    const Vec3d end = farthest(point(group[0])), other = farthest(end);
    reach = length(other - end);
    if (reach > 0) offset = std::fabs(dot(resultant.centre - 0.5 * (end + other), other - end)) / reach;
  }
  ContactPressure& said = result.contacts[group[0]];
  if (!(reach > 0)) {
    said.warnings.emplace_back(
        "a flat or line contact is not concentrated: points of its ends, or \"length\", are needed");
    return;
  }
  if (offset > reach / 3) {
    said.warnings.emplace_back("the force acts too near to the end of the line: the pressure is not known");
    return;
  }
  // The load per length grows evenly along the line; if it had to pull somewhere, it acts on a part only.
  const double heavier = offset <= reach / 6 ? 1 + 6 * offset / reach : 2 / (1.5 - 3 * offset / reach);
  const MaterialPair pair = combine(a.material, b.material);
  const Curvature gap = gap_of(first);
  Contact contact;
  contact.surface.kind = SurfaceKind::line;
  contact.surface.curvature = {gap.b, 0};
  contact.surface.length = reach;
  const auto bodies = bodies_of(first);
  contact.surface.bodies = {BodyCurvature{bodies[0].y, bodies[0].x}, BodyCurvature{bodies[1].y, bodies[1].x}};
  contact.pair = pair;
  const double flexibility = flexibility_of(a, b);
  if (flexibility > 0) contact.liner = {1, 1 / flexibility};
  const auto press_by = [&](double force) {
    contact.load = {true, force};
    const Extent extent = patch_extent(contact.surface, pair, contact.liner, contact.load);
    contact.grid = centred_grid(line_cells, 1, 2 * extent.x, 2 * extent.y);
    return press(contact, plain_settings());
  };
  ContactPressure pressure;
  if (flexibility > 0) {
    const PressedContact mean = press_by(resultant.force), heavy = press_by(heavier * resultant.force);
    pressure.tier = Tier::numeric;
    pressure.approach = mean.normal.approach;
    pressure.area = mean.normal.contact_cells * mean.grid.area();
    pressure.peak = heavy.normal.peak;
    pressure.warnings = lined_warnings(a, b, pair, heavy.normal.peak);
  } else {
    const HertzContact mean = line_by_force(gap.b, reach, pair.modulus, resultant.force),
                       heavy = line_by_force(gap.b, reach, pair.modulus, heavier * resultant.force);
    pressure.tier = Tier::line;
    pressure.approach = mean.approach;
    pressure.long_axis = mean.y_axis;
    pressure.short_axis = mean.x_axis;
    pressure.area = 4 * mean.x_axis * mean.y_axis;
    pressure.peak = heavy.peak;
    pressure.normal_stiffness = mean.stiffness;
    PatchFacts facts;
    facts.x_axis = heavy.x_axis;
    facts.pressure = heavy.peak;
    facts.modulus = pair.modulus;
    facts.gap = contact.surface.curvature;
    facts.bodies = contact.surface.bodies;
    facts.names = {a.name, b.name};
    pressure.warnings = validity_warnings(facts);
  }
  pressure.mean = resultant.force / pressure.area;
  for (const int k : group) {
    ContactPressure& own = result.contacts[k];
    const double share = own.friction_share;
    own = pressure;
    own.friction_share = share;
    own.face = group[0];
    if (packing.contacts[k].friction > 0 && flexibility == 0)
      own.stick_share = share < 1 ? std::sqrt(1 - share) : 0;
    if (k != group[0]) own.warnings.clear();
  }
}

}  // namespace

void solve_faces(const Packing& packing, std::span<const int> contacts, int thread_count, SolveWatch* watch,
                 PackingPressure& result) {
  const std::vector<Group> groups = groups_of(packing, contacts);
  for_each_watched(static_cast<int>(groups.size()), thread_count, watch, "faces",
                   [&](int k) { solve_face(packing, groups[k], ends(watch), result); });
}

void solve_lines(const Packing& packing, std::span<const int> contacts, PackingPressure& result) {
  for (const Group& group : groups_of(packing, contacts)) solve_line(packing, group, result);
}

}  // namespace jam::elastic
