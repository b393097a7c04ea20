// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A load: boxes in a container, with everything that is known about their origin; and the JSON file, the GLB
// scene and the HTML page, which are made from these data alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "jam/io/run_summary.hpp"
#include "jam/trunk/bound/load_bound.hpp"
#include "jam/trunk/io/load_motion.hpp"
#include "jam/trunk/io/loading_plan.hpp"
#include "jam/trunk/io/tight_walls.hpp"
#include "jam/trunk/model/box_sets.hpp"
#include "jam/trunk/model/container.hpp"
#include "jam/trunk/model/trunk_problem.hpp"

namespace jam::trunk {

/// The result of the verification, or of the check against points alone, which is not called verification.
struct LoadVerification {
  bool legal = false;    ///< Passed. Only legal loads count as results.
  double tolerance = 0;  ///< Allowed penetration [mm]; 0: touching only.
  /// Text that says against what the boxes were checked: "the original mesh (exact)", …
  std::string against;
  std::string failure;       ///< Reason of the failure; empty if legal, or if no check was requested.
  double corner_radius = 0;  ///< Radius of the edges and corners of the boxes [mm]; 0: sharp.
  double gap = 0;            ///< Clearance that the boxes have to keep [mm].
  bool points_only = false;  ///< There are points on the wall only; between them it is not known.

  [[nodiscard]] bool verified() const { return legal && !points_only; }
};

/// Upper bounds on the pieces of the set that could be added to a load, and on the litres of all boxes: see
/// LoadBound. Loads that fulfil an assumption may still have fewer boxes than the load in question: 0 then.
struct AddableBound {
  LoadBound litres;
  double any_way = 0;
  std::optional<double> level;
};

/// Everything about a finished packing.
struct LoadReport {
  std::vector<BoxRow> boxes;
  /// Clearance of each box to the nearest other box or wall [mm]; empty: not computed.
  std::vector<double> clearance;
  LoadTest test = {};  ///< Without motions: not tested.
  /// One value for each box: 1 if it stands under gravity. Empty: not known.
  std::vector<char> standing = {};
  LoadingPlan plan = {};                   ///< Without steps and stuck boxes: not planned.
  TightWalls tight = {};                   ///< Without loads: walls were not examined.
  std::optional<AddableBound> bound = {};  ///< Nothing: not computed.
  Container container;                     ///< Container; without triangles if only points were given.
  std::vector<Vec3d> points;    ///< Points that represent the surface, if only they were given [mm].
  BoxSet set;                   ///< The set of the boxes; without pieces: unknown.
  std::size_t fixed_count = 0;  ///< Number of boxes at the beginning that are no pieces.
  LoadVerification verification;
  std::string problem;  ///< Name of the mesh or point file, as shown.
  std::string version;
  /// Empty, as are device and time, for a load that was read from a file.
  std::optional<std::uint64_t> seed;
  std::string device;          ///< Empty: unknown.
  std::optional<double> time;  ///< Time of the search [s].
};

/// A report of rows and the verdict on them, without its origin: problem, version, seed, device and time. The
/// notes become those of the container.
[[nodiscard]] LoadReport report_of(const TrunkProblem& problem, const std::vector<BoxRow>& rows,
                                   const LoadVerdict& verdict, std::vector<std::string> notes);

/// The numbers of the final table; litres are 1e6 mm^3.
struct LoadTotals {
  int count = 0;
  double litres = 0;            ///< Volume of all boxes [l].
  double container_litres = 0;  ///< 0 if unknown.
  double fill_ratio = 0;        ///< litres / container_litres [-]; 0 if unknown.
  double free_litres = 0;       ///< container_litres - litres, >= 0.
};

[[nodiscard]] LoadTotals totals_of(const LoadReport& report);

/// An upper bound on the pieces of `set` that could be added to a load in which boxes fill at most `litres`,
/// the smallest pieces first. The first `fixed_count` boxes are no pieces. Boxes count without the layer of
/// `penetration` [mm] that they may share with others.
[[nodiscard]] double addable_pieces(const LoadReport& report, const BoxSet& set, std::size_t fixed_count,
                                    double penetration, double litres);

/// The bounds on what could be added to a load, whose penetration verification allows. Nothing where
/// bound_load() knows none.
[[nodiscard]] std::optional<AddableBound> bound_addable(const TrunkProblem& problem, const LoadReport& report,
                                                        double penetration, StopQuery stop = {});

/// `at most 71 more; 38 if each box has a vertical edge`.
[[nodiscard]] std::string bound_text(const AddableBound& bound);

/// The load as one JSON object, for programs. Lengths in mm, z up, indices from 0. Null `run`: made from the
/// report. Fields:
///
///   schema        text     jampack/trunk-packing/1
///   totals        object   count, litres (of all boxes), container_litres, fill_ratio (litres /
///                          container_litres), free_litres; these three are null if the volume of the
///                          container is unknown; standing: number of boxes that stand, null: not known
///                          a set with values: value, their sum; one with least counts: lacking, how many
///                          pieces the load lacks of them
///   bound         object   only where it was computed: upper bounds, each with the volume that boxes fill at
///                          most and the pieces of the set that could be added at most. any_way_litres and
///                          any_way_more: boxes may be turned in any way; level_litres and level_more: each
///                          has a vertical edge (null: not known)
///   verification  object   verified (true or false), tolerance_mm, gap_mm, against (text), failure (text,
///                          empty if verified)
///   run           object   how the load was found: jam/io/run_summary.hpp
///   container     object   wrapped, wrap_alpha_mm, wrap_offset_mm (null if not wrapped), notes (array of
///                          texts)
///   load_test     array    only where the load was tested; of objects: manoeuvre (text), acceleration_g,
///                          moving_boxes (their number), and for each box moved_mm and left_mm, its largest
///                          distance in the manoeuvre and that at the end; where it was asked for,
///                          pressure_kPa and edge_force_N, the most that it bears on a face and at an edge or
///                          corner
///   load_test_verdict  object   with load_test: holds (null: the test was ended before all was simulated),
///                          manoeuvre (that in which the most boxes move; null: none does), limit_mm,
///                          friction, density_kg_m3, settle_first
///   loading_plan  object   only where the loading was planned: plan_json() (loading_plan.hpp)
///   tight         object   only where the walls were examined: tight_json() (tight_walls.hpp)
///   boxes         array    of objects: position_mm [x, y, z] of the centre; quaternion [w, x, y, z]; matrix:
///                          the rotation by rows, nine numbers, whose columns are the directions of the
///                          edges; edges_mm: full lengths; piece: its name in the set, for example "A";
///                          null if all boxes have one size; litres; clearance_mm (null: not computed);
///                          stands (true or false; null: not known); tags: two free integers
///
/// The first two columns of a matrix are the doubles of the BOX file. The seed is a number up to 2^64 - 1,
/// which not every reader of JSON holds exactly.
[[nodiscard]] std::string load_json_text(const LoadReport& report, const io::RunSummary* run = nullptr);

/// The load as a 3-D scene: the bytes of a binary glTF file (io/glb.hpp), in metres and y up as glTF
/// requires. The container (the wrap, if there is one) is translucent; every box is a node `box 0`, `box 1`,
/// … that places one common cube, in its colour (box_classes.hpp).
[[nodiscard]] std::string load_glb_bytes(const LoadReport& report);

/// Data for a picture in addition to the JSON: seed (text), classes (box_classes.hpp: name, colour, item),
/// class_of_box, and the container: vertices_mm and triangles, or points_mm, as plain rows of numbers;
/// motions (motion_view.hpp) if the test of the load has frames, an item for each of load_test; tight
/// (tight_view()) if the walls were examined.
[[nodiscard]] io::JsonObject load_view(const LoadReport& report);
/// The members of that object that change with the boxes: classes, class_of_box.
[[nodiscard]] io::JsonObject load_classes(const LoadReport& report);

/// The document of a load, as the page shows it (io/stage_page.hpp).
[[nodiscard]] io::JsonObject load_document(const std::string& name, const LoadReport& report,
                                           const io::RunSummary* run = nullptr);

/// The load as a page for a browser: the container translucent, boxes in their colours,
/// layers of boxes that can be hidden, numbers of boxes on demand, and the final table. One file that needs
/// no network. `run` as for load_json_text. Throws as io::require_stage_pages().
[[nodiscard]] std::string html_report(const LoadReport& report, const io::RunSummary* run = nullptr);

}  // namespace jam::trunk
