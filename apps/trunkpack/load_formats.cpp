// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "load_formats.hpp"

#include <algorithm>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/mesh/verify_boxes.hpp"
#include "jam/trunk/io/load_cad.hpp"
#include "jam/trunk/io/load_report.hpp"
#include "shell/option_values.hpp"

namespace jam::app {
namespace {

namespace fs = std::filesystem;
using trunk::BoxRow;

/// A text about a load and its search, which names the trunk alone, and not its boxes.
template <class Writer>
std::string text_of(const Result& result, Writer write) {
  const trunk::LoadReport& report = load_of(result);
  if (!result.run) return write(report, nullptr);
  io::RunSummary run = *result.run;
  run.problem = report.problem;
  return write(report, &run);
}

}  // namespace

Result result_of(trunk::LoadReport report) {
  const double litres = litres_of(report.boxes);
  const long long count = std::ssize(report.boxes);
  return {std::move(report), litres, count};
}

std::vector<Format> load_formats(const Options& options, const trunk::BoxFileComments& comments,
                                 std::function<void(const fs::path&)> check) {
  const trunk::CadFrame cad{word_of(options.read.unit, mesh::length_unit_words),
                            *word_of(options.read.up, mesh::up_axis_words)};
  return {
      {"--out", options.out, [&](const Result& r) { return trunk::box_text(load_of(r).boxes, comments); },
       true, std::move(check)},
      {"--html", options.html, [](const Result& r) { return text_of(r, trunk::html_report); }},
      {"--json", options.json, [](const Result& r) { return text_of(r, trunk::load_json_text); }},
      {"--glb", options.glb, [](const Result& r) { return trunk::load_glb_bytes(load_of(r)); }},
      {"--stl", options.stl, [cad](const Result& r) { return trunk::load_stl_text(load_of(r), cad); }},
      {"--obj", options.obj, [cad](const Result& r) { return trunk::load_obj_text(load_of(r), cad); }},
      {"--step", options.step, [cad](const Result& r) { return trunk::load_step_text(load_of(r), cad); }}};
}

std::optional<double> legal_litres(const Options& options, const Task& task, const fs::path& file) {
  try {
    const std::vector<BoxRow> rows = trunk::read_box_file(file).rows;
    if (!trunk::is_load_of(task.problem, rows) ||
        !mesh::check_boxes(task.problem, rows, options.thread_count).legal)
      return std::nullopt;
    return litres_of(rows);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace jam::app
