// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/loading/plan_loading.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <limits>
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

/// Boxes that need more pushes than this come out only when no other box can, or when they are farther
/// ahead of all that can than `far_ahead`: else towers would stay under leaning walls.
constexpr int usual_pushes = 2;
constexpr double far_ahead = 20;  ///< [mm]

/// Takes boxes out of a load, one after the other.
class Planner {
 public:
  /// The boxes `stuck` are not there.
  Planner(const OpenContainer& container, const std::vector<contact::Box<double>>& boxes, std::size_t fixed,
          const PlanRules& rules, const std::vector<StuckBox>& stuck, const std::vector<double>& masses)
      : boxes_(boxes),
        first_(static_cast<int>(fixed)),
        unloading_(container, boxes, rules.allowed),
        equilibrium_(container.walls, boxes, rules, masses),
        holds_(boxes.size()),
        falls_(boxes.size()),
        blockers_(boxes.size()) {
    for (int box = 0; box < first_; ++box) equilibrium_.hold(box);
    for (int box = first_; box < unloading_.count(); ++box) left_.push_back(box);
    for (const StuckBox& one : stuck) leave_out(one.box);
    // Boxes near the opening come out first, those on top before others.
    for (const contact::Box<double>& box : boxes_)
      nearness_.push_back(extent_of(zonotope_of(box), container.opening.outward + Vec3d{0, 0, 1}).low);
    std::ranges::stable_sort(left_, std::greater<>(), [this](int box) { return nearness_[box]; });
  }

  [[nodiscard]] int left() const { return static_cast<int>(left_.size()); }

  /// Holds boxes that float in the full load.
  void begin() { hold_what_moves({}); }

  /// Takes one box out; false if there is none with a way.
  bool take_one() { return take_one(usual_pushes) || take_one(most_pushes); }

  /// Where no box has a way: takes out the one that is in the way of most others.
  StuckBox give_up_one() {
    std::vector<int> blocked(boxes_.size(), 0);
    for (const int box : left_) {
      for (const int other : blockers_of(box)) ++blocked[other];
    }
    const int worst = *std::ranges::max_element(left_, {}, [&](int box) { return blocked[box]; });
    StuckBox stuck{worst, blockers_of(worst)};
    leave_out(worst);
    return stuck;
  }

  /// The steps in the order of loading, the last box that was taken out first.
  [[nodiscard]] std::vector<PlanStep> steps() const {
    const int count = static_cast<int>(taken_.size());
    std::vector<PlanStep> result(taken_.rbegin(), taken_.rend());
    for (int k = 0; k < count; ++k) {
      const Hold& hold = holds_[result[k].box];
      // When n boxes were out, the last step that was done is number count - 1 - n.
      result[k].held_from = hold.last_out < 0 ? k : count - 1 - hold.last_out;
      result[k].rests_after = hold.first_out < 0 ? k : count - hold.first_out;
    }
    return result;
  }

 private:
  /// When a box had to be held: the least and the largest number of boxes that were out; -1: never.
  struct Hold {
    int first_out = -1, last_out = -1;
  };

  [[nodiscard]] int out() const { return static_cast<int>(taken_.size()); }

  /// What moves when a box goes. It does so again as long as nothing changes around the box that moves most.
  struct Fall {
    int mover = -1;
    int moving = 0;           ///< Number of boxes that move.
    std::vector<int> around;  ///< The box that moves most, and its neighbours.
    Way way;                  ///< The way of the box out, which stays free.
  };

  /// Takes out a box that has a way of up to this number of pushes: the first one that leaves all others at
  /// rest, else the first one that leaves the fewest moving. Boxes that are held come first, then those that
  /// bear none.
  bool take_one(int most) {
    constexpr int most_trials = 30;
    int best = -1, trials = 0;
    const double front = most == most_pushes ? 0 : front_of(most);
    for (const Rank rank : {Rank::held, Rank::free, Rank::bearing, Rank::under_held}) {
      if (rank == Rank::under_held && best >= 0) break;
      for (std::size_t k = 0; k < left_.size() && trials < most_trials; ++k) {
        const int box = left_[k];
        if (rank_of(box) != rank) continue;
        if (!falls_again(box)) {
          const bool is_ahead = nearness_[box] > front + far_ahead;
          std::optional<Way> way = way_up_to(box, is_ahead ? most_pushes : most);
          if (!way) continue;
          if (takes_at_rest(box, *way)) return true;
          ++trials;
        }
        if (best < 0 || falls_[box].moving < falls_[best].moving) best = box;
      }
    }
    if (best < 0) return false;
    const std::vector<int> touched = equilibrium_.neighbours(best);
    std::vector<int> carriers = equilibrium_.carriers(best);
    equilibrium_.remove(best);
    note(best, falls_[best].way, std::move(carriers));
    hold_what_moves(touched);
    return true;
  }

  /// The nearness of the nearest box that has a way of up to this number of pushes.
  double front_of(int most) {
    for (const int box : left_) {
      if (way_up_to(box, most)) return nearness_[box];
    }
    return std::numeric_limits<double>::infinity();
  }

  /// The order in which boxes are tried. What lies under a held box comes out only when nothing else can, for
  /// else a box would be held in the air until another one is put below it.
  enum class Rank { held, free, bearing, under_held };
  [[nodiscard]] Rank rank_of(int box) const {
    const std::vector<int> above = equilibrium_.above(box);
    if (std::ranges::any_of(above, [this](int other) { return equilibrium_.is_held(other); }))
      return Rank::under_held;
    if (equilibrium_.is_held(box)) return Rank::held;
    return above.empty() ? Rank::free : Rank::bearing;
  }

  [[nodiscard]] bool falls_again(int box) const {
    const Fall& fall = falls_[box];
    return fall.mover >= 0 && !equilibrium_.is_held(fall.mover) &&
           std::ranges::all_of(fall.around, [this](int other) { return unloading_.is_in(other); });
  }

  /// Takes a box out if all others rest without it; else notes what moves.
  bool takes_at_rest(int box, const Way& way) {
    const Equilibrium::Saved before = equilibrium_.save();
    const std::vector<int> touched = equilibrium_.neighbours(box);
    std::vector<int> carriers = equilibrium_.carriers(box);
    equilibrium_.remove(box);
    const int mover = equilibrium_.settle();
    if (mover < 0) {
      note(box, way, std::move(carriers));
      release_what_rests(touched);
      return true;
    }
    falls_[box] = {mover, static_cast<int>(equilibrium_.moving().size()), equilibrium_.neighbours(mover),
                   way};
    falls_[box].around.push_back(mover);
    equilibrium_.restore(before);
    return false;
  }

  /// Movable boxes that are in the way of a box.
  [[nodiscard]] std::vector<int> blockers_of(int box) const {
    std::vector<int> result;
    for (const int other : blockers_[box][most_pushes - 1].value_or(std::vector<int>())) {
      if (other >= first_ && unloading_.is_in(other)) result.push_back(other);
    }
    return result;
  }

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

  void leave_out(int box) {
    equilibrium_.remove(box);
    unloading_.remove(box);
    std::erase(left_, box);
  }

  /// Notes a step: equilibrium_ has removed the box.
  void note(int box, const Way& way, std::vector<int> carriers) {
    PlanStep step;
    step.box = box;
    step.carriers = std::move(carriers);
    for (const Vec3d& shift : way) step.way.push_back(boxes_[box].centre + shift);
    std::ranges::reverse(step.way);
    step.way.push_back(boxes_[box].centre);
    unloading_.remove(box);
    std::erase(left_, box);
    taken_.push_back(std::move(step));
  }

  /// Holds all boxes that move, until none does, and releases those that need not be held: among these, and
  /// among boxes `touched` that were held before.
  void hold_what_moves(const std::vector<int>& touched) {
    std::vector<int> candidates = touched;
    while (equilibrium_.settle() >= 0) {
      for (const int box : equilibrium_.moving()) {
        equilibrium_.hold(box);
        candidates.push_back(box);
      }
    }
    release_what_rests(candidates);
  }

  /// Releases those held boxes among the candidates without which all others still rest, the next to be taken
  /// out first: what lies on a held box often rests. Then notes which boxes are held.
  void release_what_rests(const std::vector<int>& candidates) {
    const std::vector<int> order = left_;
    for (const int box : order) {
      if (!equilibrium_.is_held(box) || std::ranges::find(candidates, box) == candidates.end()) continue;
      const Equilibrium::Saved before = equilibrium_.save();
      equilibrium_.release(box);
      if (equilibrium_.settle() >= 0) equilibrium_.restore(before);
    }
    for (const int box : left_) {
      if (!equilibrium_.is_held(box)) continue;
      if (holds_[box].first_out < 0) holds_[box].first_out = out();
      holds_[box].last_out = out();
    }
  }

  const std::vector<contact::Box<double>>& boxes_;
  int first_;
  Unloading unloading_;
  Equilibrium equilibrium_;
  std::vector<Hold> holds_;
  std::vector<Fall> falls_;  ///< For each box, what moved when it was last tried to take it out.
  /// For each box and number of pushes, what was in the way when none was found.
  std::vector<std::array<std::optional<std::vector<int>>, most_pushes>> blockers_;
  std::vector<double> nearness_;  ///< For each box, how far it lies towards the opening and upwards [mm].
  std::vector<int> left_;         ///< In the order in which they are tried.
  std::vector<PlanStep> taken_;
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
                         std::size_t fixed, const LoadingOpening& opening, const PlanRules& rules,
                         const std::function<void(double)>& progress, const StopQuery& stop,
                         const std::vector<double>& masses) {
  const OpenContainer open = open_container(container, opening);
  const std::vector<contact::Box<double>> boxes = boxes_of(rows);
  LoadingPlan plan{opening, open.outside, rules, fixed, {}, {}, false};
  // Boxes that are stuck bear others at first; so the others are planned anew without them.
  std::size_t known = 0;
  do {
    known = plan.stuck.size();
    Planner planner(open, boxes, fixed, rules, plan.stuck, masses);
    planner.begin();
    const double all = std::max(1, planner.left());
    plan.complete = true;
    while (planner.left() > 0 && plan.complete) {
      if (!planner.take_one()) plan.stuck.push_back(planner.give_up_one());
      if (progress) progress(1 - planner.left() / all);
      plan.complete = !stop.stopped();
    }
    plan.steps = planner.steps();
  } while (plan.complete && plan.stuck.size() > known);
  number_layers(plan.steps, rows.size());
  return plan;
}

}  // namespace jam::loading
