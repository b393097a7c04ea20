// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Combinations of options.
#include "option_rules.hpp"

#include <initializer_list>

#include "jam/core/error.hpp"
#include "jam/io/number_text.hpp"
#include "jam/trunk/io/html_report.hpp"
#include "jam/trunk/model/box_size.hpp"
#include "shell/output_rules.hpp"

namespace jam::app {
namespace {

constexpr std::initializer_list<const char*> checkpoint_options = {"checkpoint", "checkpoint-every", "resume"};

void refuse(const Options& options, std::initializer_list<const char*> names, const std::string& reason) {
  for (const char* name : names) {
    if (options.has(name)) throw InputError("--" + std::string(name) + " has no effect " + reason + ": leave it out");
  }
}

void check_archive(const Options& options) {
  const ArchiveAction action = options.archive_request.action;
  const std::string reason = "with this use of archive";
  if (!options.mesh.empty()) throw InputError("what is " + options.mesh.string() + " before archive? Name meshes after import");
  refuse(options,
         {"points", "spacing", "cell-size", "start", "time", "turns", "instances", "seed", "steps", "law", "device", "html", "json", "glb",
          "status", "metrics", "progress", "verbose", "verify"},
         reason);
  refuse(options, checkpoint_options, reason);
  if (action != ArchiveAction::import_file)
    refuse(options, {"unit", "up", "wrap", "box", "set", "fixed", "tolerance", "rounded", "threads"}, reason);
  if (action != ArchiveAction::show && action != ArchiveAction::export_file) refuse(options, {"id"}, reason);
  if (action != ArchiveAction::export_file) refuse(options, {"out"}, reason);
  if (action != ArchiveAction::export_file || !options.has("out")) refuse(options, {"quiet"}, reason);
  if (options.has("box") && options.has("set")) throw InputError("--box and --set contradict each other: give one of them");
}

void check_trunk(const Options& options) {
  // That of the checkpoint comes with its options.
  const bool comes_later = options.mode == Mode::search && options.has("resume") && options.trunk_file().empty();
  if (comes_later) return;
  require_trunk(options);
  if (!options.mesh.empty() && !options.points.empty()) {
    throw InputError("a mesh, " + options.mesh.string() + ", and --points are given: give one of them");
  }
  if (options.mesh.empty()) refuse(options, {"unit", "up", "wrap", "spacing"}, "without a mesh");
}

void check_boxes(const Options& options) {
  if (options.has("box") && options.has("set")) throw InputError("--box and --set contradict each other: give one of them");
  for (const trunk::Piece& piece : options.set.pieces) require_fitting_radius(options.rounded, piece.edge);
}

void check_search(const Options& options) {
  refuse(options, {"id"}, "in a search");
  refuse(options, {"law"}, "without --steps");
  if (options.checkpoint == "none") refuse(options, {"checkpoint-every"}, "with --checkpoint none");
  if (!options.points.empty()) refuse(options, {"archive"}, "with --points");
  if (options.starts_from_archive()) {
    if (!options.points.empty()) throw InputError("--start archive: loads among points are not archived; give a file (BOX)");
    if (!options.has("resume")) require_archive_for_start(options.archive);
  }
  check_boxes(options);
  for (const trunk::Piece& piece : options.set.pieces) require_small_tolerance(options, piece.edge);
  if (!options.set.uniform()) {
    refuse(options, {"start", "instances", "spacing", "cell-size", "rounded"}, "with --set " + options.set.name);
  }
}

void check_simulation(const Options& options) {
  if (options.start.empty()) throw InputError("--steps needs a packing to simulate: --start FILE");
  refuse(options, {"time", "turns", "instances", "seed", "set", "progress", "html", "json", "glb", "status", "metrics", "archive", "id"},
         "with --steps");
  refuse(options, checkpoint_options, "with --steps");
}

void check_verify(const Options& options) {
  check_boxes(options);
  refuse(options,
         {"start", "time", "turns", "instances", "seed", "steps", "law", "device", "progress", "verbose", "spacing", "cell-size", "archive",
          "id", "status", "metrics"},
         "with --verify");
  refuse(options, checkpoint_options, "with --verify");
  if (!options.has("set")) refuse(options, {"fixed"}, "with --verify and without --set");
}

/// A search goes on in the file it began from, a conversion may replace what it converts; no other output replaces an input.
void check_files(const Options& options) {
  const NamedFile out{"--out", options.out};
  const std::vector<NamedFile> pages{{"--html", options.html},
                                     {"--json", options.json == "-" ? std::filesystem::path() : options.json},
                                     {"--glb", options.glb},
                                     {"--status", options.status},
                                     {"--metrics", options.metrics}};
  std::vector<NamedFile> outputs = pages;
  outputs.insert(outputs.begin(), out);
  outputs.emplace_back("--checkpoint", options.checkpoint == "none" ? std::filesystem::path() : options.checkpoint);
  outputs.emplace_back("--archive", options.mode == Mode::archive ? options.archive_request.archive : options.archive);
  require_different_files(outputs);
  require_inputs_kept(outputs, {{"MESH", options.mesh}, {"--points", options.points}, {"--fixed", options.fixed}});
  require_inputs_kept(pages,
                      {{"--start", options.starts_from_archive() ? std::filesystem::path() : options.start}, {"--verify", options.verify}});
}

}  // namespace

void require_trunk(const Options& options) {
  if (options.trunk_file().empty()) {
    throw InputError("no trunk is given: the name of a mesh, or --points FILE, is needed; trunkpack --help shows examples");
  }
}

void check_rules(const Options& options) {
  if (options.mode != Mode::archive) check_trunk(options);
  switch (options.mode) {
    case Mode::search: check_search(options); break;
    case Mode::simulate: check_simulation(options); break;
    case Mode::verify: check_verify(options); break;
    case Mode::archive: check_archive(options); break;
    case Mode::help:
    case Mode::version: break;
  }
  if (options.quiet && options.verbose) throw InputError("--quiet and --verbose contradict each other: give one of them");
  if (options.quiet) refuse(options, {"progress"}, "with --quiet");
  check_files(options);
  if (!options.html.empty() && !trunk::has_html_report()) {
    throw InputError("--html needs three.js, which was not there when this program was built: install libjs-three and build it again");
  }
}

void require_small_tolerance(const Options& options, Vec3d edge) {
  const double limit = trunk::shortest_edge(edge) / 4;
  if (options.tolerance < limit) return;
  throw InputError("--tolerance is " + io::number_text(options.tolerance) + " mm: less than " + io::number_text(limit) +
                   " mm is needed, a quarter of the shortest edge of a box of " + trunk::size_text(edge));
}

void require_fitting_radius(double radius, Vec3d edge) {
  const double limit = trunk::shortest_edge(edge) / 2;
  if (radius <= limit) return;
  throw InputError("edges rounded by " + io::number_text(radius) + " mm: at most " + io::number_text(limit) +
                   " mm is possible, half of the shortest edge of a box of " + trunk::size_text(edge) + "; see --rounded");
}

}  // namespace jam::app
