// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A loading plan as data: in which order, and on which ways, the boxes of a load get to their places.
// loading/plan_loading.hpp makes it. Lengths in mm, z up.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "jam/core/vec.hpp"
#include "jam/io/json_writer.hpp"
#include "jam/trunk/model/box_row.hpp"
#include "jam/trunk/model/container.hpp"

namespace jam::trunk {

/// The opening through which a container is loaded.
struct LoadingOpening {
  std::string name;  ///< For people: `top`, `rear`, or the texts of planes.
  Vec3d outward;     ///< Unit vector along which boxes leave the container.
  /// Everything beyond any of these planes is open. None: the lid is (loading/open_container.hpp).
  std::vector<ClosingPlane> planes;
};

/// What is taken for a free way, for contact and for rest.
struct PlanRules {
  double allowed = 1e-3;  ///< Depth to which boxes may overlap walls and each other on their ways [mm].
  double friction = 0.4;  ///< Between boxes, and between boxes and walls [-].
  double reach = 5;       ///< A gap up to this is taken as closed [mm]: a box sinks by no more than that.
  /// Contacts whose normal has a vertical part below this do not bear, and have no friction [-].
  double upright = 0.1;
  /// A box rests if no point of it has more than this share of the acceleration of gravity [-].
  double least_share = 0.02;
};

/// One box is loaded.
struct PlanStep {
  int box = 0;                ///< Its number in the load, from 0.
  int layer = 0;              ///< Layers are counted from 0.
  std::vector<Vec3d> way;     ///< Places of its centre: outside, then the end of each push, all straight.
  std::vector<int> carriers;  ///< What bears it in its place: numbers of boxes, and -1 for walls.
  /// It is held from the end of step `held_from` on, until step `rests_after` is done; both are counted from
  /// 0. Equal: it always rests. `rests_after` is the number of steps: it does not rest in the full load,
  /// either.
  int held_from = 0;
  int rests_after = 0;

  [[nodiscard]] bool is_held() const { return held_from < rests_after; }
};

/// A box for which no way was found. The plan is for the load without it.
struct StuckBox {
  int box = 0;
  std::vector<int> blockers;  ///< Boxes that were in its way when nothing else could be taken out; empty:
                              ///< walls alone.
};

struct LoadingPlan {
  LoadingOpening opening;
  double outside = 0;  ///< A box is outside if all of it is farther along `opening.outward` than this.
  PlanRules rules;
  std::size_t fixed = 0;        ///< Number of boxes, from 0 on, that are in the container before.
  std::vector<PlanStep> steps;  ///< In the order of loading.
  std::vector<StuckBox> stuck;
  bool complete = false;  ///< False before it is made, and after a stop: boxes may be missing in both lists.

  [[nodiscard]] bool is_made() const { return !steps.empty() || !stuck.empty(); }
  [[nodiscard]] bool loads_all() const { return complete && stuck.empty(); }
  /// Number of boxes that must be held, for a while or until the end.
  [[nodiscard]] std::size_t held_count() const;
  /// Number of those among them that do not rest in the full load, either.
  [[nodiscard]] std::size_t never_rest_count() const;
  /// 0 without steps.
  [[nodiscard]] int layer_count() const { return steps.empty() ? 0 : steps.back().layer + 1; }
};

/// The plan without the boxes themselves, an object of the document of a load (load_report.hpp):
///   opening   object  name; outward (unit vector); planes (array of objects: text, point_mm, outward;
///                     empty: the lid is open); outside_mm (a box is outside if outward . p is larger for
///                     all of its points)
///   rules     object  overlap_mm, friction, contact_mm, upright, rest_share: PlanRules
///   totals    object  boxes, fixed, loaded, held, stuck, layers: numbers of them; never_rest: number of
///   boxes
///                     that are held until the end
///   complete  bool    false: the planning was ended
///   steps     array   of objects: box, layer, way_mm (array of [x, y, z]: places of the centre of the box,
///                     from outside to its place), carriers (array of boxes, -1 for walls), held_from
///                     (number of the step from whose end on it is held: at least its own; null: it is not
///                     held), rests_after (number of the step after which it always rests without being held;
///                     its own: it is not held; null: it never rests)
///   stuck     array   of objects: box, blocked_by (array of boxes)
[[nodiscard]] io::JsonObject plan_json(const LoadingPlan& plan, std::size_t box_count);

/// A file of its own, schema jampack/loading-plan/1: problem, boxes (array of objects: position_mm,
/// quaternion [w, x, y, z], matrix by rows, edges_mm), and the members of plan_json().
[[nodiscard]] std::string plan_json_text(const LoadingPlan& plan, const std::string& problem,
                                         const std::vector<BoxRow>& rows);

/// One line for people, with steps counted from 1: `all 409 boxes, opening top; 2 held (0.5 %): 12 until step
/// 50, 250 until the end`.
[[nodiscard]] std::string plan_text(const LoadingPlan& plan);

}  // namespace jam::trunk
