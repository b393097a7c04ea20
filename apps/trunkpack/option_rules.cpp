// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "option_rules.hpp"

#include <fmt/format.h>

#include "jam/core/error.hpp"
#include "jam/io/number_text.hpp"
#include "jam/trunk/io/html_report.hpp"
#include "jam/trunk/model/box_size.hpp"

namespace jam::app {
namespace {

Modes mode_bit(const Options& options) {
  switch (options.mode) {
    case Mode::simulate: return simulate_mode;
    case Mode::verify: return verify_mode;
    case Mode::archive: return mode_of(options.archive_request.action);
    default: return options.set.uniform() ? one_size : set_of_boxes;
  }
}

void check_trunk(const Options& options, const OptionTable& table) {
  // That of the checkpoint comes with its options.
  if (options.mode == Mode::search && options.has("resume") && options.trunk_file().empty()) return;
  require_trunk(options);
  if (!options.mesh.empty() && !options.points.empty()) {
    throw InputError(fmt::format("a mesh, {}, and --points are given: give one of them", options.mesh.string()));
  }
  if (options.mesh.empty()) refuse(table, options.given, {"unit", "up", "wrap", "spacing"}, "without a mesh");
}

void check_search(const Options& options, const OptionTable& table) {
  if (!options.points.empty()) refuse(table, options.given, {"archive"}, "with --points");
  if (options.starts_from_archive()) {
    if (!options.points.empty()) throw InputError("--start archive: loads among points are not archived; give a file (BOX)");
    if (!options.has("resume")) require_archive_for_start(options.archive);
  }
  for (const trunk::Piece& piece : options.set.pieces) {
    require_fitting_radius(options.rounded, piece.edge);
    require_small_tolerance(options, piece.edge);
  }
}

void check_verify(const Options& options, const OptionTable& table) {
  for (const trunk::Piece& piece : options.set.pieces) require_fitting_radius(options.rounded, piece.edge);
  if (!options.has("set")) refuse(table, options.given, {"fixed"}, "with --verify and without --set");
}

}  // namespace

void require_trunk(const Options& options) {
  if (options.trunk_file().empty()) {
    throw InputError("no trunk is given: the name of a mesh, or --points FILE, is needed; trunkpack --help shows examples");
  }
}

void check_rules(const Options& options, const OptionTable& table) {
  if (options.mode == Mode::archive && !options.mesh.empty()) {
    throw InputError(fmt::format("{} stands before archive: name meshes after import", options.mesh.string()));
  }
  if (options.mode != Mode::archive) check_trunk(options, table);
  if (options.has("box") && options.has("set")) throw InputError("--box and --set contradict each other: give one of them");
  if (options.mode == Mode::simulate && options.start.empty()) throw InputError("--steps needs a packing to simulate: --start FILE");
  const Modes mode = mode_bit(options);
  check_run(options, table, mode, mode == set_of_boxes ? fmt::format("with --set {}", options.set.name) : mode_reason(mode));
  if (options.mode == Mode::search) check_search(options, table);
  if (options.mode == Mode::verify) check_verify(options, table);
  if (!options.html.empty() && !trunk::has_html_report()) {
    throw InputError("--html needs three.js, which was not there when this program was built: install libjs-three and build it again");
  }
}

void require_small_tolerance(const Options& options, Vec3d edge) {
  const double limit = trunk::shortest_edge(edge) / 4;
  if (options.tolerance < limit) return;
  throw InputError(fmt::format("--tolerance is {0} mm: less than {1} mm is needed, a quarter of the shortest edge of a box of {2}",
                               io::number_text(options.tolerance), io::number_text(limit), trunk::size_text(edge)));
}

void require_fitting_radius(double radius, Vec3d edge) {
  const double limit = trunk::shortest_edge(edge) / 2;
  if (radius <= limit) return;
  throw InputError(
      fmt::format("edges are rounded by {} mm: at most {} mm is accepted, half of the shortest edge of a box of {}; see --rounded",
                  io::number_text(radius), io::number_text(limit), trunk::size_text(edge)));
}

}  // namespace jam::app
