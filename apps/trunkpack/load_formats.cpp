// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "load_formats.hpp"

#include <algorithm>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/trunk/io/load_cad.hpp"
#include "jam/trunk/io/load_report.hpp"
#include "shell/option_values.hpp"

namespace jam::app {
namespace {

namespace fs = std::filesystem;
using trunk::BoxRow;

/// The JSON names the trunk alone, and not its boxes.
std::string json_text(const trunk::LoadReport& report, std::optional<io::RunSummary> run) {
  if (!run) return trunk::load_json_text(report);
  run->problem = report.problem;
  return trunk::load_json_text(report, &*run);
}

}  // namespace

Result result_of(trunk::LoadReport report) {
  const double litres = litres_of(report.boxes);
  const long long count = std::ssize(report.boxes);
  return {std::move(report), litres, count};
}

std::vector<Format> load_formats(const Options& options, const trunk::BoxFileComments& comments,
                                 std::function<void(const fs::path&)> check) {
  const trunk::CadFrame cad{word_of(options.read.unit, mesh::length_unit_words), *word_of(options.read.up, mesh::up_axis_words)};
  return {{"--out", options.out, [&](const Result& r) { return trunk::box_text(load_of(r).boxes, comments); }, true, std::move(check)},
          {"--html", options.html, [](const Result& r) { return trunk::html_report(load_of(r)); }},
          {"--json", options.json, [](const Result& r) { return json_text(load_of(r), r.run); }},
          {"--glb", options.glb, [](const Result& r) { return trunk::load_glb_bytes(load_of(r)); }},
          {"--stl", options.stl, [cad](const Result& r) { return trunk::load_stl_text(load_of(r), cad); }},
          {"--obj", options.obj, [cad](const Result& r) { return trunk::load_obj_text(load_of(r), cad); }},
          {"--step", options.step, [cad](const Result& r) { return trunk::load_step_text(load_of(r), cad); }}};
}

std::optional<double> legal_litres(const Options& options, const Task& task, const fs::path& file) {
  try {
    const std::vector<BoxRow> rows = trunk::read_box_file(file).rows;
    if (!trunk::is_load_of(task.problem, rows) || !verify(options, task, rows).legal) return std::nullopt;
    return litres_of(rows);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace jam::app
