// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "load_formats.hpp"

#include <algorithm>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/mesh/verify_boxes.hpp"
#include "jam/trunk/io/load_cad.hpp"
#include "jam/trunk/io/load_report.hpp"
#include "load/picture_options.hpp"
#include "load/set_rules.hpp"
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

/// A BOX file, with the names of items of the user's own set.
std::string box_text_of(const trunk::LoadReport& report, const trunk::BoxFileComments& comments) {
  return trunk::box_text(
      report.boxes, comments, trunk::BoxVersion::automatic,
      report.set.own ? trunk::piece_names(report.set, report.boxes) : std::vector<std::string>());
}

}  // namespace

Result result_of(trunk::LoadReport report) {
  const double value = trunk::value_of(report.set, report.boxes);
  const long long count = std::ssize(report.boxes);
  return {std::move(report), value, count};
}

std::vector<Format> load_formats(const Options& options, const trunk::BoxFileComments& comments,
                                 std::function<void(const fs::path&)> check) {
  const auto cad = [unit = options.read.unit, up = options.read.up](const Result& r) {
    const trunk::Container& container = load_of(r).container;  // An exported result knows no file.
    return trunk::CadFrame{unit ? word_of(*unit, mesh::length_unit_words) : container.file_unit,
                           up ? *word_of(*up, mesh::up_axis_words) : container.file_up};
  };
  std::vector<Format> formats = {
      {"--out", options.out, [&](const Result& r) { return box_text_of(load_of(r), comments); }, true,
       std::move(check)},
      {"--html", options.html, [](const Result& r) { return text_of(r, trunk::html_report); }},
      {"--json", options.json, [](const Result& r) { return text_of(r, trunk::load_json_text); }},
      {"--glb", options.glb, [](const Result& r) { return trunk::load_glb_bytes(load_of(r)); }},
      {"--stl", options.stl, [cad](const Result& r) { return trunk::load_stl_text(load_of(r), cad(r)); }},
      {"--obj", options.obj, [cad](const Result& r) { return trunk::load_obj_text(load_of(r), cad(r)); }},
      {"--step", options.step, [cad](const Result& r) { return trunk::load_step_text(load_of(r), cad(r)); }}};
  for (Format& format : picture_formats(options, comments)) formats.push_back(std::move(format));
  for (const fs::path& file : options.loading_plans) {
    const bool page = file.extension() == ".html";
    formats.push_back({"--loading-plan", file, [page](const Result& r) {
                         const trunk::LoadReport& load = load_of(r);
                         if (!load.plan.is_made()) return std::string();
                         return page ? text_of(r, trunk::html_report)
                                     : trunk::plan_json_text(load.plan, load.problem, load.boxes);
                       }});
  }
  for (const fs::path& file : options.tight) {
    const bool page = file.extension() == ".html";
    formats.push_back({"--tight", file, [page](const Result& r) {
                         const trunk::LoadReport& load = load_of(r);
                         if (!load.tight.has_answer()) return std::string();
                         return page ? text_of(r, trunk::html_report)
                                     : trunk::tight_json_text(load.tight, load.problem);
                       }});
  }
  return formats;
}

std::optional<double> legal_value(const Options& options, const Task& task, const fs::path& file) {
  try {
    const std::vector<BoxRow> rows = trunk::read_box_file(file).rows;
    if (!trunk::is_load_of(task.problem, rows) ||
        !mesh::check_boxes(task.problem, rows, options.thread_count, options.set.own).legal)
      return std::nullopt;
    trunk::LoadVerdict whole;
    if (options.set.own) SetRules(task.problem).add_violations(rows, whole);
    if (whole.violation_count > 0) return std::nullopt;
    return trunk::value_of(task.problem.set, rows);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace jam::app
