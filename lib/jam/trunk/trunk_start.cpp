// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/trunk_start.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "jam/trunk/box_instances.hpp"
#include "jam/trunk/box_polish.hpp"

namespace jam::trunk {
namespace {

constexpr double growth = 0.04;  ///< Of each edge during the relaxation [mm]: twice what it may leave.
constexpr int steps = 5000;

/// Adds to `kept` what of [first, last) is legal beside it.
void keep_legal(std::vector<BoxRow>& kept, const BoxRow* first, const BoxRow* last, const VerifyRows& verify) {
  if (first == last) return;
  const std::size_t before = kept.size();
  kept.insert(kept.end(), first, last);
  if (verify(kept)) return;
  kept.resize(before);
  if (last - first == 1) return;
  const BoxRow* middle = first + (last - first) / 2;
  keep_legal(kept, first, middle, verify);
  keep_legal(kept, middle, last, verify);
}

}  // namespace

std::vector<BoxRow> legal_part(const std::vector<BoxRow>& fixed, std::vector<BoxRow> boxes, const VerifyRows& verify) {
  std::vector<BoxRow> kept = fixed;
  keep_legal(kept, boxes.data(), boxes.data() + boxes.size(), verify);
  kept.erase(kept.begin(), kept.begin() + static_cast<std::ptrdiff_t>(fixed.size()));
  return kept;
}

RelaxedStart relax_start(const std::vector<BoxRow>& fixed, const std::vector<BoxRow>& boxes, const Container& container,
                         const PointGrid& grid, const Device& device, int thread_count, const VerifyRows& verify) {
  RelaxedStart result;
  result.given = static_cast<int>(boxes.size());
  BoxPacking packing = packing_of(fixed);
  for (const BoxRow& row : boxes) {
    if (grid.centre_inside(row.centre)) {
      packing.boxes.push_back(placed(row));
    } else {
      ++result.outside;
    }
  }
  if (packing.count() == static_cast<int>(fixed.size())) return result;

  std::vector<std::uint8_t> is_fixed(packing.boxes.size(), 0);
  std::fill(is_fixed.begin(), is_fixed.begin() + static_cast<std::ptrdiff_t>(fixed.size()), std::uint8_t{1});
  BoxPacking grown = packing;
  for (PlacedBox& box : grown.boxes) box.edge += Vec3d{growth, growth, growth};
  BoxInstances instances(1, packing.count());
  const auto engine = make_relax_engine(grid, device, thread_count);
  BoxRelaxation parameters;
  BoxRelaxationResult relaxed;
  instances.load(0, packing, grid.origin(), is_fixed);
  parameters.step_limit = 0;
  engine->run(instances, parameters, {&relaxed, 1});
  result.deepest_before = static_cast<double>(relaxed.deepest);
  instances.load(0, grown, grid.origin(), is_fixed);
  parameters.step_limit = steps;
  engine->run(instances, parameters, {&relaxed, 1});
  instances.store(0, packing, grid.origin());

  std::vector<std::uint8_t> movable(is_fixed.size());
  std::transform(is_fixed.begin(), is_fixed.end(), movable.begin(), [](std::uint8_t stays) { return stays == 0 ? 1 : 0; });
  const WallTriangles walls(container);
  PolishOptions thorough;
  thorough.step_limit = 300;
  thorough.patience = 20;
  result.deepest_after = BoxPolish(walls).run(packing.boxes, movable, thorough).deepest;
  packing.boxes.erase(packing.boxes.begin(), packing.boxes.begin() + static_cast<std::ptrdiff_t>(fixed.size()));
  result.boxes = legal_part(fixed, rows_of(packing), verify);
  return result;
}

}  // namespace jam::trunk
