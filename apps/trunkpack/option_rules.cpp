// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Combinations of options.
#include "option_rules.hpp"

#include <initializer_list>

#include "common/output_rules.hpp"
#include "jam/core/error.hpp"
#include "jam/trunk/html_report.hpp"

namespace jam::app {
namespace {

void refuse(const Options& options, std::initializer_list<const char*> names, const std::string& reason) {
  for (const char* name : names) {
    if (options.has(name)) throw InputError("--" + std::string(name) + " has no effect " + reason + ": leave it out");
  }
}

void check_trunk(const Options& options) {
  if (options.trunk_file().empty()) {
    throw InputError("no trunk is given: the name of a mesh, or --points FILE, is needed; trunkpack --help shows examples");
  }
  if (!options.mesh.empty() && !options.points.empty()) {
    throw InputError("a mesh, " + options.mesh.string() + ", and --points are given: give one of them");
  }
  if (options.mesh.empty()) refuse(options, {"unit", "up", "wrap", "spacing"}, "without a mesh");
}

void check_boxes(const Options& options) {
  if (options.has("box") && options.has("set")) throw InputError("--box and --set contradict each other: give one of them");
}

void check_search(const Options& options) {
  check_boxes(options);
  if (!options.set.uniform()) {
    refuse(options, {"start", "instances", "spacing", "cell-size"}, "with --set " + options.set.name);
  }
}

void check_simulation(const Options& options) {
  if (options.start.empty()) throw InputError("--steps needs a packing to simulate: --start FILE");
  refuse(options, {"time", "turns", "instances", "seed", "set", "progress", "html", "json", "glb"}, "with --steps");
}

void check_verify(const Options& options) {
  check_boxes(options);
  refuse(options,
         {"start", "fixed", "time", "turns", "instances", "seed", "steps", "set", "device", "progress", "verbose", "spacing", "cell-size"},
         "with --verify");
}

}  // namespace

void check_rules(const Options& options) {
  check_trunk(options);
  switch (options.mode) {
    case Mode::search: check_search(options); break;
    case Mode::simulate: check_simulation(options); break;
    case Mode::verify: check_verify(options); break;
    case Mode::help:
    case Mode::version: break;
  }
  if (options.quiet && options.verbose) throw InputError("--quiet and --verbose contradict each other: give one of them");
  if (options.quiet) refuse(options, {"progress"}, "with --quiet");
  require_different_files({{"--out", options.out}, {"--html", options.html}, {"--json", options.json}, {"--glb", options.glb}});
  if (!options.html.empty() && !trunk::has_html_report()) {
    throw InputError("--html needs three.js, which was not there when this program was built: install libjs-three and build it again");
  }
}

}  // namespace jam::app
