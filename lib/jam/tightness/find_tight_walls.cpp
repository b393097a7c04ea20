// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/tightness/find_tight_walls.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <functional>
#include <span>
#include <utility>

#include "jam/io/number_text.hpp"
#include "jam/tightness/moved_walls.hpp"
#include "jam/tightness/tight_loads.hpp"
#include "jam/tightness/wall_cells.hpp"
#include "jam/tightness/wall_regions.hpp"
#include "jam/trunk/search/allowance.hpp"

namespace jam::tightness {
namespace {

using trunk::BoxRow;
using trunk::TightPatch;
using trunk::TightWalls;
using trunk::TrunkProblem;
using Rows = std::vector<BoxRow>;

constexpr double least_share = 1e-3;  ///< Regions with a smaller share of the forces are not moved [-].
constexpr double loads_share = 0.1;   ///< Share of the work that making the loads counts as, for display.

/// The measurement: the same searches in one container after the other.
class Measurement {
 public:
  /// `own`: the best load, without the fixed boxes.
  Measurement(const TightTask& task, Rows own) : task_(task), own_(std::move(own)) {}

  /// Nearly legal loads with one box more than the best one. As long as one of them becomes legal in the
  /// container as it is, it takes the place of the best one, a few times.
  [[nodiscard]] const std::vector<TightLoad>& make_loads(std::vector<Rows> held) {
    constexpr int most_rounds = 4;
    const trunk::Allowance allowance(task_.problem);
    for (Rows& rows : held) rows = allowance.packed(std::move(rows));
    double done = 0, part = 0.5;  // Each round shows as half of the rest.
    const auto making = [&](double share) {
      if (task_.progress) task_.progress(loads_share * (done + part * share), "loads with one box more");
    };
    const TightLoadRules rules{task_.seed, task_.rules.load_count, task_.thread_count, making, task_.stop};
    for (int round = 0; round < most_rounds; ++round) {
      loads_ = make_tight_loads(allowance.packed(), allowance.packed(own_), held, rules);
      const std::vector<Rows> starts = starts_in(task_.problem);
      if (starts.empty() || starts.front().size() <= own_.size() || round + 1 == most_rounds) break;
      own_ = starts.front();
      done += part, part /= 2;
    }
    return loads_;
  }

  [[nodiscard]] const Rows& own() const { return own_; }

  void expect(std::size_t containers) { searches_ = containers * task_.rules.seeds.size(); }

  /// Boxes that the searches find in a container, by seed; empty after a stop.
  [[nodiscard]] std::vector<double> counts_in(const trunk::Container& container, const std::string& text) {
    TrunkProblem problem = task_.problem;
    problem.container = container;
    const std::vector<Rows> starts = starts_in(problem);
    std::vector<double> counts;
    for (const std::uint64_t seed : task_.rules.seeds) {
      if (task_.stop.stopped()) return {};
      counts.push_back(static_cast<double>(count_in(problem, starts, seed)));
      const double done = static_cast<double>(++done_) / static_cast<double>(searches_);
      if (task_.progress) task_.progress(loads_share + (1 - loads_share) * done, text);
    }
    if (task_.stop.stopped()) return {};
    return counts;
  }

  /// The searches in a container that there is not count as done.
  void skip() { done_ += task_.rules.seeds.size(); }

 private:
  /// A search that begins anew finds what another way of packing gains, one from a good load what a little
  /// space does.
  [[nodiscard]] std::size_t count_in(const TrunkProblem& problem, const std::vector<Rows>& starts,
                                     std::uint64_t seed) const {
    ShortSearch search{
        .seconds = 0.5 * task_.rules.seconds, .seed = seed, .thread_count = task_.thread_count};
    const Rows found = search_shortly(problem, search, task_.verify, task_.stop);
    search.starts = starts;
    if (found.size() > problem.fixed.size()) search.starts.push_back(without_fixed(problem, found));
    std::ranges::stable_sort(search.starts, std::greater<>(), &Rows::size);
    return search_shortly(problem, search, task_.verify, task_.stop).size();
  }

  /// The load, after a nearly legal one with a box more if that is legal in this container.
  [[nodiscard]] std::vector<Rows> starts_in(const TrunkProblem& problem) const {
    constexpr std::size_t nearest = 8;  // A polish of 225 boxes takes about 30 ms.
    const trunk::Allowance allowance(problem);
    const std::span nearly_legal = std::span(loads_).first(std::min(nearest, loads_.size()));
    std::vector<Rows> starts;
    if (Rows more = allowance.published(first_legal(allowance.packed(), nearly_legal, task_.thread_count));
        !more.empty()) {
      Rows all = problem.fixed;
      all.insert(all.end(), more.begin(), more.end());
      if (task_.verify(problem, all)) starts.push_back(std::move(more));
    }
    Rows all = problem.fixed;
    all.insert(all.end(), own_.begin(), own_.end());
    if (!own_.empty() && task_.verify(problem, all)) starts.push_back(own_);
    return starts;
  }

  const TightTask& task_;
  Rows own_;
  std::vector<TightLoad> loads_;
  std::size_t searches_ = 1, done_ = 0;
};

/// Adds the regions with their shares of the forces, and parts of the mesh with theirs.
void share_forces(const TightTask& task, const std::vector<WallRegion>& regions, const WallCells& cells,
                  double all, TightWalls& tight, std::vector<std::size_t>& region_of_patch) {
  std::vector<std::size_t> region_of(task.problem.container.surface.triangles.size(), regions.size());
  for (std::size_t r = 0; r < regions.size(); ++r) {
    for (const int t : regions[r].triangles) region_of[t] = r;
  }
  std::vector<double> share(regions.size() + 1, 0);
  std::vector<Vec3d> place(regions.size() + 1);
  for (const std::string& name : task.parts) tight.parts.push_back({name, 0, 0});
  for (std::size_t c = 0; c < cells.force().size(); ++c) {
    const double own = cells.force()[c] / all;
    const int t = cells.triangle_of(c);
    share[region_of[t]] += own;
    place[region_of[t]] += own * cells.middle(c);
    tight.pressure.push_back(cells.area(c) > 0 ? own / cells.area(c) : 0);
    if (!task.parts.empty()) {
      tight.parts[task.part_of[t]].share += own;
      tight.parts[task.part_of[t]].area += cells.area(c);
    }
  }
  std::erase_if(tight.parts, [](const trunk::TightPart& part) { return !(part.area > 0); });
  std::ranges::stable_sort(tight.parts, std::greater<>(), &trunk::TightPart::share);
  std::vector<std::size_t> order;
  for (std::size_t r = 0; r < regions.size(); ++r) {
    if (share[r] >= least_share) order.push_back(r);
  }
  std::ranges::stable_sort(order, std::greater<>(), [&](std::size_t r) { return share[r]; });
  if (std::ssize(order) > task.rules.patch_count) order.resize(task.rules.patch_count);
  for (const std::size_t r : order) {
    const WallRegion& region = regions[r];
    TightPatch patch;
    if (!task.parts.empty()) patch.part = task.parts[region.label];
    patch.place = place[r] * (1 / share[r]);
    patch.outward = region.outward;
    patch.area = region.area;
    patch.share = share[r];
    patch.triangles = region.triangles;
    tight.patches.push_back(std::move(patch));
  }
  std::vector<int> number(regions.size() + 1, 0);
  for (std::size_t p = 0; p < order.size(); ++p) number[order[p]] = static_cast<int>(p) + 1;
  for (std::size_t c = 0; c < cells.force().size(); ++c)
    tight.patch_of_cell.push_back(number[region_of[cells.triangle_of(c)]]);
  region_of_patch = std::move(order);
}

}  // namespace

TightWalls find_tight_walls(const TightTask& task) {
  const trunk::Container& container = task.problem.container;
  TightWalls tight;
  tight.rules = task.rules;
  const trunk::Allowance allowance(task.problem);
  Measurement measurement(task, without_fixed(task.problem, task.load));
  const std::vector<TightLoad>& loads = measurement.make_loads(task.held);
  if (loads.empty()) {
    tight.complete = !task.stop.stopped();
    return tight;
  }
  tight.box_count = task.problem.fixed.size() + measurement.own().size() + 1;
  tight.load_count = loads.size();
  tight.held_count = std::ranges::count_if(loads, &TightLoad::held);
  tight.least_energy = loads.front().energy;
  WallCells cells(container);
  add_forces(allowance.packed(), loads, cells);
  tight.cells = cells.mesh();
  double all = cells.inner_force();
  for (const double force : cells.force()) all += force;
  tight.inner_share = all > 0 ? cells.inner_force() / all : 0;
  const std::vector<WallRegion> regions = task.by_part ? find_part_regions(container.surface, task.part_of)
                                                       : find_wall_regions(container.surface, task.part_of);
  std::vector<std::size_t> region_of_patch;
  share_forces(task, regions, cells, all > 0 ? all : 1, tight, region_of_patch);

  measurement.expect(1 + tight.patches.size() * task.rules.distances.size());
  tight.base = measurement.counts_in(container, "as it is");
  for (std::size_t p = 0; p < tight.patches.size(); ++p) {
    for (const double distance : task.rules.distances) {
      trunk::MovedWall move;
      move.distance = distance;
      MovedContainer changed = move_outwards(container, regions[region_of_patch[p]], distance);
      move.obstacle = std::move(changed.obstacle);
      if (!move.obstacle.empty()) {
        measurement.skip();
      } else if (!tight.base.empty()) {
        const std::string text = fmt::format("wall {} of {} moved by {} mm", p + 1, tight.patches.size(),
                                             io::number_text(distance));
        move.counts = measurement.counts_in(changed.container, text);
        if (!move.counts.empty()) move.gain = trunk::gain_of(move.counts, tight.base);
      }
      tight.patches[p].moves.push_back(std::move(move));
    }
  }
  tight.complete = !task.stop.stopped();
  return tight;
}

}  // namespace jam::tightness
