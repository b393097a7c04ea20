// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/loading/plan_loading.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <utility>

#include "jam/loading/equilibrium.hpp"
#include "jam/loading/open_container.hpp"
#include "jam/loading/unloading.hpp"
#include "jam/trunk/polish/box_gaps.hpp"

namespace jam::loading {
namespace {

using trunk::LoadingPlan;
using trunk::PlanRules;
using trunk::PlanStep;
using trunk::StuckBox;

std::vector<contact::Box<double>> boxes_of(const std::vector<trunk::BoxRow>& rows) {
  std::vector<contact::Box<double>> boxes;
  for (const trunk::BoxRow& row : rows) boxes.push_back(trunk::contact_box(trunk::placed(row)));
  return boxes;
}

/// Boxes that need more pushes than this come out only when no other box can.
constexpr int usual_pushes = 2;

/// Takes boxes out of a load, one after the other.
class Planner {
 public:
  Planner(const OpenContainer& container, const std::vector<contact::Box<double>>& boxes, std::size_t fixed,
          const PlanRules& rules)
      : boxes_(boxes),
        first_(static_cast<int>(fixed)),
        unloading_(container, boxes, rules.allowed),
        equilibrium_(container.walls, boxes, rules),
        first_rest_(boxes.size(), -1),
        blockers_(boxes.size()) {
    for (int box = 0; box < first_; ++box) equilibrium_.hold(box);
    for (int box = first_; box < unloading_.count(); ++box) left_.push_back(box);
    // Boxes near the opening come out first, those on top before others.
    const auto order = [&](int box) {
      return extent_of(zonotope_of(boxes_[box]), container.opening.outward + Vec3d{0, 0, 1}).low;
    };
    std::ranges::stable_sort(left_, std::greater<>(), order);
  }

  [[nodiscard]] int left() const { return static_cast<int>(left_.size()); }
  [[nodiscard]] const std::vector<PlanStep>& taken() const { return taken_; }

  /// Boxes that float in the full load.
  void begin() { hold_what_moves(0); }

  /// Takes one box out; false if there is none with a way.
  bool take_one() { return take_one(usual_pushes) || take_one(most_pushes); }

  /// Where no box has a way: takes out the one that is in the way of most others.
  void give_up_one() {
    std::vector<int> blocked(boxes_.size(), 0);
    for (const int box : left_) {
      for (const int other : blockers_of(box)) ++blocked[other];
    }
    const int worst = *std::ranges::max_element(left_, {}, [&](int box) { return blocked[box]; });
    stuck_.push_back({worst, blockers_of(worst)});
    equilibrium_.remove(worst);
    unloading_.remove(worst);
    std::erase(left_, worst);
    hold_what_moves(static_cast<int>(taken_.size()));
  }
  [[nodiscard]] const std::vector<StuckBox>& stuck() const { return stuck_; }

 private:
  /// Takes out a box that has a way of up to this number of pushes: the first one that leaves all others at
  /// rest, else the first one.
  bool take_one(int most) {
    constexpr int most_trials = 6;
    std::optional<std::pair<int, Way>> first;
    int trials = 0;
    for (const bool bears : {false, true}) {
      for (std::size_t k = 0; k < left_.size() && trials < most_trials; ++k) {
        const int box = left_[k];
        if (bears != carries(box)) continue;
        std::optional<Way> way = way_up_to(box, most);
        if (!way) continue;
        const Equilibrium::Saved before = equilibrium_.save();
        std::vector<int> carriers = equilibrium_.carriers(box);
        equilibrium_.remove(box);
        if (equilibrium_.settle() < 0) {
          take(box, std::move(*way), std::move(carriers));
          return true;
        }
        equilibrium_.restore(before);
        ++trials;
        if (!first) first.emplace(box, std::move(*way));
      }
    }
    if (!first) return false;
    std::vector<int> carriers = equilibrium_.carriers(first->first);
    equilibrium_.remove(first->first);
    take(first->first, std::move(first->second), std::move(carriers));
    hold_what_moves(static_cast<int>(taken_.size()));
    return true;
  }

  /// Movable boxes that are in the way of a box.
  [[nodiscard]] std::vector<int> blockers_of(int box) const {
    std::vector<int> result;
    for (const int other : blockers_[box][most_pushes - 1].value_or(std::vector<int>())) {
      if (other >= first_ && unloading_.is_in(other)) result.push_back(other);
    }
    return result;
  }

  [[nodiscard]] bool carries(int box) const { return !equilibrium_.above(box).empty(); }

  std::optional<Way> way_up_to(int box, int most) {
    for (int pushes = 1; pushes <= most; ++pushes) {
      if (std::optional<Way> way = way_out(box, pushes)) return way;
    }
    return std::nullopt;
  }

  /// A way out. What was not found before is not looked for again before one of its blockers is gone.
  std::optional<Way> way_out(int box, int pushes) {
    std::optional<std::vector<int>>& known = blockers_[box][pushes - 1];
    if (known && std::ranges::all_of(*known, [this](int other) { return unloading_.is_in(other); }))
      return std::nullopt;
    std::optional<Way> way = unloading_.way_out(box, pushes);
    known.reset();
    if (!way) known = unloading_.blockers();
    return way;
  }

  void take(int box, Way way, std::vector<int> carriers) {
    PlanStep step;
    step.box = box;
    step.carriers = std::move(carriers);
    std::ranges::reverse(way);
    for (const Vec3d& shift : way) step.way.push_back(boxes_[box].centre + shift);
    step.way.push_back(boxes_[box].centre);
    const int out = static_cast<int>(taken_.size()) + 1;
    step.rests_after = first_rest_[box] < 0 ? out : first_rest_[box];  // Counted from the end.
    unloading_.remove(box);
    std::erase(left_, box);
    taken_.push_back(std::move(step));
  }

  /// Boxes that do not rest are held; `taken`: number of boxes that are out by now.
  void hold_what_moves(int taken) {
    for (int box = equilibrium_.settle(); box >= 0; box = equilibrium_.settle()) {
      equilibrium_.hold(box);
      first_rest_[box] = taken;
    }
  }

  const std::vector<contact::Box<double>>& boxes_;
  int first_;
  Unloading unloading_;
  Equilibrium equilibrium_;
  std::vector<int> first_rest_;  ///< Number of boxes that were out when a box had to be held; -1: it rests.
  /// For each box and number of pushes, what was in the way when none was found.
  std::vector<std::array<std::optional<std::vector<int>>, most_pushes>> blockers_;
  std::vector<int> left_;  ///< In the order in which they are tried.
  std::vector<PlanStep> taken_;
  std::vector<StuckBox> stuck_;
};

/// A layer ends before the first box that stands on one of its boxes, but not below ten boxes.
void number_layers(std::vector<PlanStep>& steps, std::size_t box_count) {
  constexpr int least_size = 10;
  std::vector<int> layer_of(box_count, -1);
  int layer = 0, size = 0;
  for (PlanStep& step : steps) {
    const auto in_layer = [&](int other) { return other >= 0 && layer_of[other] == layer; };
    if (size >= least_size && std::ranges::any_of(step.carriers, in_layer)) ++layer, size = 0;
    step.layer = layer_of[step.box] = layer;
    ++size;
  }
}

}  // namespace

LoadingPlan plan_loading(const trunk::Container& container, const std::vector<trunk::BoxRow>& rows,
                         std::size_t fixed, const Opening& opening, const PlanRules& rules,
                         const std::function<void(double)>& progress, const StopQuery& stop) {
  const OpenContainer open = open_container(container, opening);
  const std::vector<contact::Box<double>> boxes = boxes_of(rows);
  Planner planner(open, boxes, fixed, rules);
  LoadingPlan plan{opening, open.outside, rules, fixed, {}, {}, true};
  planner.begin();
  const double all = std::max(1, planner.left());
  while (planner.left() > 0 && plan.complete) {
    if (!planner.take_one()) planner.give_up_one();
    if (progress) progress(1 - planner.left() / all);
    plan.complete = !stop.stopped();
  }
  plan.steps = planner.taken();
  plan.stuck = planner.stuck();
  std::ranges::reverse(plan.steps);
  // With k boxes out, the last step done is the one before the last k.
  const int count = static_cast<int>(plan.steps.size());
  for (PlanStep& step : plan.steps) step.rests_after = count - step.rests_after;
  number_layers(plan.steps, rows.size());
  return plan;
}

}  // namespace jam::loading
