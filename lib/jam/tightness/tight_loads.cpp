// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/tightness/tight_loads.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <mutex>
#include <utility>

#include "jam/core/parallel.hpp"
#include "jam/core/philox.hpp"
#include "jam/core/pool.hpp"
#include "jam/core/streams.hpp"
#include "jam/trunk/annealing/vacancies.hpp"
#include "jam/trunk/polish/box_polish.hpp"

namespace jam::tightness {
namespace {

using trunk::BoxPolish;
using trunk::BoxRow;
using trunk::PlacedBox;
using trunk::TrunkProblem;

/// The six ways in which a box may lie along the axes of another one: its axes as columns.
constexpr std::array<std::array<Vec3d, 2>, 6> ways = {{{{{1, 0, 0}, {0, 1, 0}}},
                                                       {{{0, 1, 0}, {-1, 0, 0}}},
                                                       {{{1, 0, 0}, {0, 0, 1}}},
                                                       {{{0, 0, 1}, {1, 0, 0}}},
                                                       {{{0, 1, 0}, {0, 0, 1}}},
                                                       {{{0, 0, 1}, {0, 1, 0}}}}};

/// The last boxes that the polish must not move.
int fixed_count(const TrunkProblem& problem) { return static_cast<int>(problem.fixed.size()); }

std::vector<PlacedBox> with_fixed(const TrunkProblem& problem, const std::vector<BoxRow>& rows) {
  std::vector<PlacedBox> boxes = packing_of(rows, problem.corner_radius).boxes;
  for (const BoxRow& row : problem.fixed) boxes.push_back(placed(row, problem.corner_radius));
  return boxes;
}

/// `best` and a box more in front of it, at a place that trial number `trial` draws; empty: nothing is free.
std::vector<PlacedBox> with_one_more(const TrunkProblem& problem, const std::vector<PlacedBox>& best,
                                     const trunk::Vacancies& vacancies, std::uint64_t seed, int trial) {
  RandomStream random(seed, StreamId::added_box, 0, static_cast<std::uint64_t>(trial));
  PlacedBox box;
  box.edge = problem.set.pieces.front().edge;
  box.corner_radius = problem.corner_radius;
  if (!vacancies.draw(random, box.centre)) return {};
  const auto farther = [&](const PlacedBox& a, const PlacedBox& b) {
    return length_squared(a.centre - box.centre) < length_squared(b.centre - box.centre);
  };
  const auto nearest = std::ranges::min_element(best, farther);
  const Quaterniond frame = nearest == best.end() ? Quaterniond{} : nearest->rotation;
  const auto& [first, second] = ways[random.below(ways.size())];
  box.rotation = trunk::quaternion_of(rotate(frame, first), rotate(frame, second));
  std::vector<PlacedBox> boxes{box};
  boxes.insert(boxes.end(), best.begin(), best.end());
  return boxes;
}

}  // namespace

std::vector<TightLoad> make_tight_loads(const TrunkProblem& problem, const std::vector<BoxRow>& best,
                                        const std::vector<std::vector<BoxRow>>& held,
                                        const TightLoadRules& rules) {
  const trunk::WallTriangles walls(problem.container);
  const Vec3d edge = problem.set.pieces.front().edge;
  const trunk::InnerCells inner(walls, static_cast<int>(problem.container.surface.triangles.size()),
                                trunk::inner_cell_size(edge));
  const std::vector<PlacedBox> begun = with_fixed(problem, best);
  const trunk::Vacancies vacancies(inner, begun);
  const int held_count = static_cast<int>(held.size()), added_count = 2 * rules.count;
  std::vector<TightLoad> loads(held_count + added_count);  // Without boxes: of no use.
  Pool<BoxPolish> polishes;
  std::atomic<int> done = 0;
  std::mutex telling;
  parallel_for(static_cast<int>(loads.size()), rules.thread_count, [&](int k) {
    if (rules.stop.stopped()) return;
    TightLoad load;
    load.held = k < held_count;
    load.boxes = load.held ? with_fixed(problem, held[k])
                           : with_one_more(problem, begun, vacancies, rules.seed, k - held_count);
    if (load.boxes.size() == begun.size() + 1) {
      const trunk::PolishResult result =
          polishes.borrow(walls)->run(load.boxes, fixed_count(problem), trunk::rough_polish);
      const bool inside =
          std::ranges::all_of(load.boxes, [&](const PlacedBox& box) { return inner.may_hold_centre(box); });
      load.energy = result.energy;
      if (!result.legal && inside) loads[k] = std::move(load);
    }
    const std::lock_guard lock(telling);
    if (rules.progress) rules.progress(++done / static_cast<double>(loads.size()));
  });
  std::erase_if(loads, [](const TightLoad& load) { return load.boxes.empty(); });
  std::ranges::stable_sort(loads, {}, &TightLoad::energy);
  if (std::ssize(loads) > rules.count) loads.resize(rules.count);
  return loads;
}

void add_forces(const TrunkProblem& problem, const std::vector<TightLoad>& loads, WallCells& cells) {
  const trunk::WallTriangles walls(problem.container);
  trunk::BoxGaps gaps(walls);
  std::vector<trunk::GapRow> rows;
  for (const TightLoad& load : loads) {
    std::vector<std::uint8_t> movable(load.boxes.size(), 1);
    std::fill(movable.end() - fixed_count(problem), movable.end(), std::uint8_t{0});
    gaps.collect(load.boxes, movable, 0, rows);
    cells.add(load.boxes, rows, std::sqrt(loads.front().energy / load.energy));
  }
}

std::vector<BoxRow> first_legal(const TrunkProblem& problem, std::span<const TightLoad> loads,
                                int thread_count) {
  const trunk::WallTriangles walls(problem.container);
  std::vector<std::vector<BoxRow>> legal(loads.size());
  Pool<BoxPolish> polishes;
  parallel_for(static_cast<int>(loads.size()), thread_count, [&](int k) {
    trunk::BoxPacking packing{loads[k].boxes};
    const int fixed = fixed_count(problem);
    if (!polishes.borrow(walls)->run(packing.boxes, fixed, trunk::rough_polish).legal ||
        !trunk::stay_inside(packing.boxes, loads[k].boxes))
      return;
    packing.boxes.resize(packing.boxes.size() - fixed);
    legal[k] = rows_of(packing);
  });
  const auto found = std::ranges::find_if(legal, [](const auto& rows) { return !rows.empty(); });
  return found == legal.end() ? std::vector<BoxRow>() : std::move(*found);
}

}  // namespace jam::tightness
