// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What is to be packed into what, from the options and the files they name. Lengths in mm.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "jam/core/device.hpp"
#include "jam/mesh/verify_boxes.hpp"
#include "jam/trunk/box_row.hpp"
#include "jam/trunk/container.hpp"
#include "jam/trunk/load_report.hpp"
#include "jam/trunk/point_grid.hpp"
#include "options.hpp"

namespace jam::app {

struct Task {
  trunk::Container container;  ///< From points alone: their cells (point_container.hpp).
  bool points_only = false;
  std::vector<Vec3d> points;               ///< On the walls; empty where nothing needs them.
  double spacing = 0;                      ///< Between them [mm]; 0: given by the user.
  std::unique_ptr<trunk::PointGrid> grid;  ///< Of `points`; null where there are none.
  std::vector<trunk::BoxRow> fixed;        ///< Legal.
  std::vector<trunk::BoxRow> start;        ///< As in the file, without the fixed ones.
  std::string name;                        ///< For file names: the stem of the trunk's file.
  std::vector<std::string> notes;          ///< For the user: what was repaired, from what the search begins.
};

/// Reads everything. Throws InputError for files that cannot be read, fixed boxes that are not legal, and a start of other boxes than are
/// packed.
[[nodiscard]] Task make_task(const Options& options);

/// Exact verification of a complete load.
[[nodiscard]] mesh::Verification verify(const Options& options, const Task& task, const std::vector<trunk::BoxRow>& rows);

/// A start that is legal with the fixed boxes: as it is, or relaxed, which `warn` is told. InputError where no box of it lies inside.
[[nodiscard]] std::vector<trunk::BoxRow> legal_start(const Options& options, const Task& task, const Device& device,
                                                     const std::function<void(const std::string&)>& warn);

/// All that is known of a load that was verified.
[[nodiscard]] trunk::LoadReport make_report(const Options& options, const Task& task, const Device& device,
                                            const std::vector<trunk::BoxRow>& rows, const mesh::Verification& verification);

/// Against what loads are verified, for people.
[[nodiscard]] std::string verified_against(const Task& task);

/// For people: `litre boxes 200 x 100 x 50 mm`, `set sae-j1100`.
[[nodiscard]] std::string boxes_text(const trunk::BoxSet& set);

/// The rows of a BOX file; lines without sizes mean boxes of options.edge().
[[nodiscard]] std::vector<trunk::BoxRow> read_rows(const Options& options, const std::filesystem::path& file);

/// Whether two boxes have the same three edges, in any order.
[[nodiscard]] bool same_size(Vec3d a, Vec3d b);

}  // namespace jam::app
