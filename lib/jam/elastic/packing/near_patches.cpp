// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <set>
#include <vector>

#include "jam/core/error.hpp"
#include "jam/elastic/packing/numeric_contacts.hpp"
#include "jam/elastic/packing/wall_patches.hpp"

namespace jam::elastic {
namespace {

/// Patches on one item change each other if their distance is below this multiple of the larger semi-axis
/// (specification 7.3).
constexpr double patch_clearance = 4;
/// Largest distance of points of a flat item from its plane, over the radius of the smallest patch [-].
constexpr double flat_tolerance = 1e-2;

/// With fewer cells along the smallest semi-axis closed formulas are nearer to the peak than a common grid.
constexpr double fewest_cells = 8;

/// Two patches on one item.
struct NearPair {
  int item, first, second;
  double distance;  ///< [mm]
};

std::vector<NearPair> near_pairs(const Packing& packing, const PackingPressure& result) {
  std::vector<std::vector<int>> of_item(packing.items.size());
  for (int k = 0; k < static_cast<int>(packing.contacts.size()); ++k) {
    if (result.contacts[k].tier == Tier::none) continue;
    of_item[packing.contacts[k].a].push_back(k);
    of_item[packing.contacts[k].b].push_back(k);
  }
  const auto radius = [&](int k) { return std::sqrt(result.contacts[k].area / std::numbers::pi); };
  std::vector<NearPair> pairs;
  for (int item = 0; item < static_cast<int>(of_item.size()); ++item) {
    std::vector<int>& contacts = of_item[item];
    std::ranges::sort(contacts, {}, [&](int k) { return packing.contacts[k].point.x; });
    double largest = 0;
    for (const int k : contacts) largest = std::max(largest, radius(k));
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      for (std::size_t j = i + 1; j < contacts.size(); ++j) {
        const int k = contacts[i], other = contacts[j];
        const Vec3d between = packing.contacts[other].point - packing.contacts[k].point;
        if (between.x > patch_clearance * largest) break;
        const double distance = length(between);
        if (distance < patch_clearance * std::max(radius(k), radius(other)))
          pairs.push_back({item, k, other, distance});
      }
    }
  }
  return pairs;
}

/// Whether a contact is that of a ball without a liner on the flat surface of `wall`.
bool is_ball_on(const Packing& packing, int wall, const PackedContact& contact) {
  const bool first = contact.a == wall;
  const LocalSurface &flat = first ? contact.surface_a : contact.surface_b,
                     &round = first ? contact.surface_b : contact.surface_a;
  return flat.k1 == 0 && flat.k2 == 0 && round.k1 == round.k2 && round.k1 > 0 &&
         !(packing.items[first ? contact.b : contact.a].liner.flexibility() > 0);
}

/// Points in their plane, from the first of them; false if they lie in none.
bool flatten(const std::vector<Vec3d>& points, double tolerance, std::vector<WallItem>& items) {
  const auto farthest = [&](const auto& distance) { return *std::ranges::max_element(points, {}, distance); };
  const Vec3d origin = points[0], along = farthest([&](Vec3d p) { return length(p - origin); }) - origin;
  if (!(length(along) > 0)) return false;
  const Vec3d x_axis = (1 / length(along)) * along;
  const auto off_axis = [&](Vec3d p) { return p - origin - dot(p - origin, x_axis) * x_axis; };
  const Vec3d across = off_axis(farthest([&](Vec3d p) { return length(off_axis(p)); }));
  const Vec3d y_axis = length(across) > 0 ? (1 / length(across)) * across : Vec3d{};
  for (std::size_t k = 0; k < points.size(); ++k) {
    items[k].x = dot(points[k] - origin, x_axis);
    items[k].y = dot(points[k] - origin, y_axis);
    if (length(off_axis(points[k]) - items[k].y * y_axis) > tolerance) return false;
  }
  return true;
}

/// Whether two patches of these radii lie over each other: no two balls that touch a plane are so near,
/// unless they go through each other.
bool overlap(const std::vector<WallItem>& items, const std::vector<double>& radii) {
  for (std::size_t k = 0; k < items.size(); ++k) {
    for (std::size_t j = 0; j < k; ++j) {
      if (std::hypot(items[k].x - items[j].x, items[k].y - items[j].y) < radii[k] + radii[j]) return true;
    }
  }
  return false;
}

/// Solves for contacts of balls on one flat item. False if they cannot be solved so.
bool solve_group(const Packing& packing, int wall, const std::vector<int>& contacts, int thread_count,
                 SolveWatch* watch, PackingPressure& result) {
  std::vector<WallItem> items;
  std::vector<Vec3d> points;
  std::vector<double> radii;
  for (const int k : contacts) {
    const PackedContact& contact = packing.contacts[k];
    const double curvature = 0.5 * (contact.surface_a.k1 + contact.surface_b.k1);
    items.push_back({0,
                     0,
                     {curvature, curvature},
                     packing.items[contact.a == wall ? contact.b : contact.a].material,
                     contact.force});
    points.push_back(contact.point);
    radii.push_back(std::sqrt(result.contacts[k].area / std::numbers::pi));
  }
  const double smallest = *std::ranges::min_element(radii);
  if (!flatten(points, flat_tolerance * smallest, items)) return false;
  if (overlap(items, radii)) return false;
  const PackedItem& body = packing.items[wall];
  const Grid grid = wall_grid(body.material, body.liner, items);
  NormalSettings settings;
  settings.thread_count = thread_count;
  settings.watch = watch;
  if (smallest < fewest_cells * std::max(grid.dx, grid.dy)) return false;
  WallSolution solution;
  try {
    solution = solve_wall(grid, body.material, body.liner, items, settings);
  } catch (const InputError&) {
    // Two points in one cell.
    return false;
  }
  if (!solution.solved) return false;
  for (std::size_t j = 0; j < contacts.size(); ++j) {
    ContactPressure& pressure = result.contacts[contacts[j]];
    const WallPatch& patch = solution.patches[j];
    pressure.tier = Tier::numeric;
    pressure.approach = patch.approach;
    pressure.peak = patch.peak;
    pressure.area = patch.cells * grid.area();
    if (patch.clipped) pressure.warnings.emplace_back("the patch reaches that of a neighbour");
  }
  return true;
}

}  // namespace

void solve_neighbours(const Packing& packing, int thread_count, SolveWatch* watch, PackingPressure& result) {
  std::vector<NearPair> pairs = near_pairs(packing, result);
  // Contacts of an item that are near each other, directly or through others; the number of the first of them
  // is that of the group.
  std::vector<int> group(packing.contacts.size());
  std::iota(group.begin(), group.end(), 0);
  const auto first_of = [&](int k) {
    while (group[k] != k) k = group[k];
    return k;
  };
  for (std::size_t begin = 0; begin < pairs.size();) {
    const int item = pairs[begin].item;
    std::size_t end = begin;
    std::set<int> grouped;
    for (; end < pairs.size() && pairs[end].item == item; ++end) {
      const auto [owner, k, other, distance] = pairs[end];
      if (!is_ball_on(packing, item, packing.contacts[k]) ||
          !is_ball_on(packing, item, packing.contacts[other]))
        continue;
      grouped.insert({k, other});
      const int a = first_of(k), b = first_of(other);
      group[std::max(a, b)] = std::min(a, b);
    }
    std::map<int, std::vector<int>> members_of;
    for (const int k : grouped) members_of[first_of(k)].push_back(k);
    for (const auto& [first, members] : members_of) {
      if (!solve_group(packing, item, members, thread_count, watch, result)) continue;
      // Pairs that were solved together get no warning below.
      for (std::size_t p = begin; p < end; ++p) {
        if (first_of(pairs[p].first) == first && first_of(pairs[p].second) == first)
          pairs[p].distance = HUGE_VAL;
      }
    }
    for (const int k : grouped) group[k] = k;
    begin = end;
  }
  std::vector<double> nearest(packing.contacts.size(), HUGE_VAL);
  for (const NearPair& pair : pairs) {
    for (const int k : {pair.first, pair.second}) nearest[k] = std::min(nearest[k], pair.distance);
  }
  for (std::size_t k = 0; k < nearest.size(); ++k) {
    if (nearest[k] < HUGE_VAL) {
      result.contacts[k].warnings.push_back(
          fmt::format("another patch lies {:.3g} mm away: both are computed apart", nearest[k]));
    }
  }
}

}  // namespace jam::elastic
