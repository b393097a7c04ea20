// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/verify_boxes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

#include <CGAL/Exact_rational.h>

#include "jam/core/error.hpp"
#include "jam/core/parallel.hpp"
#include "jam/core/stop.hpp"
#include "jam/io/number_text.hpp"
#include "jam/mesh/bounds_tree.hpp"
#include "jam/mesh/clouds/judge_by_points.hpp"
#include "jam/mesh/error_bounded.hpp"
#include "jam/mesh/inside_test.hpp"
#include "jam/mesh/separation.hpp"

namespace jam::mesh {
namespace {

using trunk::Bounds;
using trunk::BoxRow;
using trunk::TriangleMesh;
using Exact = CGAL::Exact_rational;

constexpr double largest_number = 1e9;

/// Whether an axis proves that the interior of `box(Number)` is free of `other(Number)`, decided exactly.
/// Both are made per number type.
template <class MakeBox, class MakeOther>
bool disjoint(const MakeBox& make_box, const MakeOther& make_other) {
  const auto box = make_box.template operator()<ErrorBounded>();
  const auto other = make_other.template operator()<ErrorBounded>();
  const ErrorBounded margin = margin_of(box) + margin_of(other);
  const bool rounded = margin.surely_positive();
  bool open = false;
  const bool clear = any_axis(box, other, [&](const Vec3<ErrorBounded>& axis, ErrorBounded gap) {
    if (!rounded) {
      open = open || gap.maybe_not_negative();
      return gap.surely_positive();
    }
    const ErrorBounded excess = gap * gap - margin * margin * dot(axis, axis);
    open = open || (gap.maybe_not_negative() && excess.maybe_not_negative());
    return gap.surely_positive() && excess.surely_positive();
  });
  if (clear || !open) return clear;

  const auto exact_box = make_box.template operator()<Exact>();
  const auto exact_other = make_other.template operator()<Exact>();
  const Exact exact_margin = margin_of(exact_box) + margin_of(exact_other);
  const Exact square = exact_margin * exact_margin;
  return any_axis(exact_box, exact_other, [&](const Vec3<Exact>& axis, const Exact& gap) {
    if (gap < 0 || (axis.x == 0 && axis.y == 0 && axis.z == 0)) return false;
    return exact_margin == 0 || gap * gap >= square * dot(axis, axis);
  });
}

Bounds bounds_of_box(const Parallelepiped<double>& box) {
  const auto extent = [&](double Vec3d::*member) {
    return std::abs(box.half[0].*member) + std::abs(box.half[1].*member) + std::abs(box.half[2].*member);
  };
  // The shrunk box is smaller than this one by far more than the rounding of these sums, up to coordinates of
  // 1e9.
  const Vec3d reach{extent(&Vec3d::x) + box.margin, extent(&Vec3d::y) + box.margin,
                    extent(&Vec3d::z) + box.margin};
  const double slack =
      1e-12 * (std::abs(box.centre.x) + std::abs(box.centre.y) + std::abs(box.centre.z) + length(reach));
  const Vec3d margin{slack, slack, slack};
  return {box.centre - reach - margin, box.centre + reach + margin};
}

/// Triangles, and a tree of their bounds.
class TriangleSet {
 public:
  explicit TriangleSet(const TriangleMesh& mesh) : mesh_(mesh), tree_(bounds(mesh)) {}

  template <class Number>
  [[nodiscard]] Triangle<Number> triangle(int index) const {
    const auto& corner = mesh_.triangles[index];
    return {converted<Number>(mesh_.vertex(corner[0])), converted<Number>(mesh_.vertex(corner[1])),
            converted<Number>(mesh_.vertex(corner[2]))};
  }
  [[nodiscard]] const BoundsTree& tree() const { return tree_; }

 private:
  static std::vector<Bounds> bounds(const TriangleMesh& mesh) {
    std::vector<Bounds> result;
    result.reserve(mesh.triangles.size());
    for (const auto& corner : mesh.triangles) {
      Bounds box;
      for (const int index : corner) box.add(mesh.vertex(index));
      result.push_back(box);
    }
    return result;
  }

  const TriangleMesh& mesh_;
  BoundsTree tree_;
};

bool same(const TriangleMesh& a, const TriangleMesh& b) {
  return a.triangles == b.triangles && a.vertices == b.vertices;
}

/// Walls that a box must not cut or leave, prepared for queries; owns its triangles.
class Walls {
 public:
  Walls(const trunk::Container& container, StopToken* stop)
      : surface_(container.surface),
        original_(container.wrapped ? container.original : TriangleMesh()),
        wall_(surface_) {
    const auto require_running = [&] {
      if (stop != nullptr) stop->require_running("preparing the verification; a coarser mesh needs less");
    };
    require_running();
    if (container.wrapped) original_set_.emplace(original_);
    require_running();
    inside_.emplace(surface_);
  }
  Walls(const Walls&) = delete;
  Walls& operator=(const Walls&) = delete;

  [[nodiscard]] bool are_of(const trunk::Container& container) const {
    return original_set_.has_value() == container.wrapped && same(surface_, container.surface) &&
           (!container.wrapped || same(original_, container.original));
  }
  [[nodiscard]] const TriangleSet& wall() const { return wall_; }
  [[nodiscard]] const TriangleSet* original() const { return original_set_ ? &*original_set_ : nullptr; }
  [[nodiscard]] bool contain(Vec3d point) const { return inside_->contains(point); }

 private:
  TriangleMesh surface_;
  TriangleMesh original_;
  TriangleSet wall_;
  std::optional<TriangleSet> original_set_;
  std::optional<InsideTest> inside_;
};

/// The walls of a container. The walls of the last container are kept: making them takes seconds for a
/// million triangles, and a search verifies load after load. `stop`, if any, ends the making by StoppedError.
std::shared_ptr<const Walls> walls_of(const trunk::Container& container, StopToken* stop = nullptr) {
  static std::mutex mutex;
  static std::shared_ptr<const Walls> last;
  const std::lock_guard lock(mutex);
  if (last == nullptr || !last->are_of(container)) last = std::make_shared<const Walls>(container, stop);
  return last;
}

/// Fault of a row by itself; empty if it is a box.
std::string defect_of(const BoxRow& row, double corner_radius) {
  const auto usable = [](Vec3d v) {  // False for NaN.
    return std::abs(v.x) <= largest_number && std::abs(v.y) <= largest_number &&
           std::abs(v.z) <= largest_number;
  };
  if (!usable(row.centre) || !usable(row.first_axis) || !usable(row.second_axis) || !usable(row.edge))
    return "holds a number that is not finite or beyond 1e9";
  if (!(std::min({row.edge.x, row.edge.y, row.edge.z}) > 0)) return "has an edge that is not positive";
  if (std::min({row.edge.x, row.edge.y, row.edge.z}) < 2 * corner_radius)
    return "has an edge shorter than twice the radius of its corners, " + io::number_text(corner_radius) +
           " mm";
  const double defect = trunk::orthonormal_defect(row.first_axis, row.second_axis);
  if (defect > trunk::rotation_tolerance)
    return "has axes that are off orthonormal by " + io::fixed_text(defect, 6) + "; at most " +
           io::fixed_text(trunk::rotation_tolerance, 4) + " is allowed";
  return "";
}

std::string depth_text(double gap) {
  return gap < -5e-6 ? io::fixed_text(-gap, 5) + " mm" : "less than 0.00001 mm";
}

std::string centre_outside(std::size_t index, const char* of) {
  return "box " + std::to_string(index) + " has its centre outside " + of;
}

/// What a load is held to [mm].
struct Rules {
  double tolerance = 0;
  double corner_radius = 0;
  double bulge = 0;  ///< Boxes may come through the surface of the container by this more than the tolerance.
  double gap = 0;
  std::vector<char> fixed = {};  ///< 1 for boxes that keep no gap to walls and to each other; empty: none.
};

class Verifier {
 public:
  Verifier(const std::vector<BoxRow>& rows, const trunk::Container& container, Rules rules)
      : rows_(rows),
        rules_(std::move(rules)),
        shrink_(rules_.tolerance + rounding_allowance),
        corner_radius_(rules_.corner_radius),
        walls_(walls_of(container)),
        pairs_(prepare()) {}

  Verification run(int thread_count) {
    const int count = static_cast<int>(rows_.size());
    parallel_for(count, thread_count, [&](int i) { check(i); });
    Verification result;
    result.legal = true;
    result.offending.resize(findings_.size());
    for (std::size_t i = 0; i < findings_.size(); ++i) {
      const Finding& finding = findings_[i];
      if (!finding.lines.empty()) result.offending[i] = 1;
      for (const int other : finding.overlapped) result.offending[other] = 1;
      result.clearance.push_back(finding.clearance);
      result.deepest_pair_penetration = std::max(result.deepest_pair_penetration, finding.pair_penetration);
      for (const std::string& line : finding.lines) result.add(line);
    }
    return result;
  }

 private:
  struct Finding {
    std::vector<std::string> lines;
    std::vector<int> overlapped;  ///< Boxes after it.
    double clearance = std::numeric_limits<double>::infinity();
    double pair_penetration = 0;
  };

  // Fills boxes_ and numbers_, too. Rows that are not boxes are left out from here on.
  BoundsTree prepare() {
    std::vector<Bounds> bounds;
    findings_.resize(rows_.size());
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      boxes_.push_back(parallelepiped<double>(rows_[i], 0, corner_radius_));
      const std::string defect = defect_of(rows_[i], corner_radius_);
      sound_.push_back(defect.empty());
      if (!defect.empty()) {
        findings_[i].lines.push_back("box " + std::to_string(i) + " " + defect);
        continue;
      }
      numbers_.push_back(static_cast<int>(i));
      bounds.push_back(bounds_of_box(boxes_.back()));
    }
    return BoundsTree(std::move(bounds));
  }

  // A tolerance of half an edge or more leaves nothing of a box.
  static bool vanishes(const BoxRow& row, double shrink) {
    return std::min({row.edge.x, row.edge.y, row.edge.z}) <= 2 * shrink;
  }

  [[nodiscard]] bool is_fixed(int i) const { return !rules_.fixed.empty() && rules_.fixed[i] != 0; }

  /// "overlap by 3 mm", "are 2 mm apart, the gap is 5 mm".
  [[nodiscard]] std::string conflict_text(double distance, const char* overlap, const char* apart) const {
    if (distance < 0 || rules_.gap == 0) return overlap + depth_text(distance);
    return apart + io::fixed_text(distance, 5) + " mm apart, less than the gap of " +
           io::number_text(rules_.gap) + " mm";
  }

  // A gap is a shrinking below zero: boxes grow by half of it, or by all of it at walls, with round edges,
  // and are disjoint only if they are that far apart.
  void check_pair(int i, int j) {
    Finding& finding = findings_[i];
    const double gap = is_fixed(i) && is_fixed(j) ? 0 : rules_.gap;
    const double shrink = (shrink_ - gap) / 2;
    const double distance = separation(boxes_[i], boxes_[j]);
    finding.pair_penetration = std::max(finding.pair_penetration, -distance);
    if (vanishes(rows_[i], shrink) || vanishes(rows_[j], shrink)) return;
    const auto grown = [&](int box) {
      return [&, box]<class Number>() { return parallelepiped<Number>(rows_[box], shrink, corner_radius_); };
    };
    if (disjoint(grown(i), grown(j))) return;
    finding.lines.push_back("boxes " + std::to_string(i) + " and " + std::to_string(j) + " " +
                            conflict_text(distance, "overlap by ", "are "));
    finding.overlapped.push_back(j);
  }

  void check(int i) {
    if (!sound_[i]) return;
    const BoxRow& row = rows_[i];
    const Parallelepiped<double>& box = boxes_[i];
    Finding& finding = findings_[i];
    const Bounds bounds = bounds_of_box(box);
    const Vec3d gaps{rules_.gap, rules_.gap, rules_.gap};
    const Bounds around{bounds.low - gaps, bounds.high + gaps};

    for (const int k : pairs_.items_meeting(around)) {
      if (numbers_[k] > i) check_pair(i, numbers_[k]);
    }
    const double shrink = shrink_ - (is_fixed(i) ? 0 : rules_.gap);
    if (!vanishes(row, shrink)) {
      if (!vanishes(row, shrink + rules_.bulge))
        check_triangles(i, around, walls_->wall(), "the wall of the container", shrink + rules_.bulge);
      if (walls_->original() != nullptr)
        check_triangles(i, around, *walls_->original(), "the original mesh", shrink);
    }
    if (!walls_->contain(row.centre)) finding.lines.push_back(centre_outside(i, "the container"));

    const auto box_distance = [&](int k) {
      const int j = numbers_[k];
      return j == i ? std::numeric_limits<double>::infinity() : separation(box, boxes_[j]);
    };
    finding.clearance = pairs_.least_distance(bounds, box_distance);
    for (const TriangleSet* set : {&walls_->wall(), walls_->original()}) {
      if (set == nullptr) continue;
      const auto wall_distance = [&](int k) { return separation(box, set->triangle<double>(k)); };
      finding.clearance = set->tree().least_distance(bounds, wall_distance, finding.clearance);
    }
  }

  void check_triangles(int i, const Bounds& bounds, const TriangleSet& set, const char* name, double shrink) {
    const auto shrunk = [&]<class Number>() {
      return parallelepiped<Number>(rows_[i], shrink, corner_radius_);
    };
    int hits = 0;
    int deepest = 0;
    double deepest_gap = 0;
    for (const int k : set.tree().items_meeting(bounds)) {
      if (disjoint(shrunk, [&]<class Number>() { return set.triangle<Number>(k); })) continue;
      const double gap = separation(boxes_[i], set.triangle<double>(k));
      if (hits == 0 || gap < deepest_gap) {
        deepest = k;
        deepest_gap = gap;
      }
      ++hits;
    }
    if (hits == 0) return;
    std::string triangles = std::string(name) + ": triangle " + std::to_string(deepest);
    if (hits > 1) triangles += " and " + std::to_string(hits - 1) + " others";
    const std::string box = "box " + std::to_string(i);
    findings_[i].lines.push_back(deepest_gap >= 0 && rules_.gap > 0
                                     ? box + " and " + triangles + conflict_text(deepest_gap, "", " are ")
                                     : box + " cuts " + triangles + ", " + depth_text(deepest_gap) + " deep");
  }

  const std::vector<BoxRow>& rows_;
  Rules rules_;
  double shrink_;
  double corner_radius_;
  std::vector<Parallelepiped<double>> boxes_;  ///< Unshrunk, in double.
  std::vector<char> sound_;
  std::vector<int> numbers_;  ///< Numbers of the sound boxes; items of pairs_.
  std::vector<Finding> findings_;
  std::shared_ptr<const Walls> walls_;
  BoundsTree pairs_;
};

}  // namespace

void prepare_verification(const trunk::Container& container, StopToken* stop) {
  (void)walls_of(container, stop);
}

Verification verify_boxes(const std::vector<BoxRow>& rows, const trunk::Container& container,
                          double tolerance, int thread_count, double corner_radius) {
  if (!(tolerance >= 0) || !std::isfinite(tolerance))
    throw InputError("the tolerance is " + io::number_text(tolerance) + " mm; it must be zero or more");
  if (!(corner_radius >= 0) || !std::isfinite(corner_radius))
    throw InputError("the radius of corners is " + io::number_text(corner_radius) +
                     " mm; it must be zero or more");
  return Verifier(rows, container, {tolerance, corner_radius}).run(thread_count);
}

Verification check_boxes(const trunk::TrunkProblem& problem, const std::vector<BoxRow>& rows,
                         int thread_count, bool pieces) {
  Verification verdict;
  if (!problem.points_only) {
    Rules rules{problem.tolerance, problem.corner_radius, 0, problem.gap};
    for (const BoxRow& row : problem.gap > 0 ? rows : std::vector<BoxRow>{})
      rules.fixed.push_back(std::ranges::find(problem.fixed, row) != problem.fixed.end() ? 1 : 0);
    verdict = Verifier(rows, problem.container, std::move(rules)).run(thread_count);
  } else {
    verdict = Verifier(rows, problem.container, {problem.tolerance, problem.corner_radius, problem.bulge})
                  .run(thread_count);
    judge_by_points(problem, rows, verdict);
  }
  if (pieces) trunk::add_set_violations(problem, rows, verdict);
  return verdict;
}

}  // namespace jam::mesh
