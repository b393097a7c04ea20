// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/io/load_report.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "jam/io/json_writer.hpp"
#include "jam/io/stage_page.hpp"
#include "jam/trunk/io/motion_view.hpp"
#include "jam/trunk/model/box_classes.hpp"

namespace jam::trunk {
namespace {

/// Coordinates for the picture, rounded to micrometres, without brackets: pages get one long list.
io::JsonText coordinates(Vec3d v) {
  const auto rounded = [](double value) { return io::number_text(std::round(value * 1000) / 1000); };
  return {rounded(v.x) + "," + rounded(v.y) + "," + rounded(v.z)};
}

/// Points for the picture, thinned evenly to at most 50 000.
std::vector<Vec3d> points_shown(const LoadReport& report) {
  constexpr std::size_t limit = 50000;
  const std::size_t stride = (report.points.size() + limit - 1) / limit;
  std::vector<Vec3d> shown;
  for (std::size_t k = 0; k < report.points.size(); k += stride) shown.push_back(report.points[k]);
  return shown;
}

}  // namespace

io::JsonObject load_classes(const LoadReport& report) {
  const BoxClasses classes = box_classes(report.set, report.boxes);
  const auto described = [](const BoxClass& one) {
    const auto [red, green, blue] = one.colour;
    return io::JsonObject("name", one.name)
        .add("colour", fmt::format("{}, {}, {}", red, green, blue), "item", one.item);
  };
  return io::JsonObject("classes", io::json_array(classes.classes, described))
      .add("class_of_box", classes.of_box);
}

io::JsonObject load_view(const LoadReport& report) {
  const TriangleMesh& mesh = report.container.surface;
  const auto corners = [](const std::array<int, 3>& triangle) {
    return io::JsonText{fmt::format("{},{},{}", triangle[0], triangle[1], triangle[2])};
  };
  // The seed is text: numbers of a browser would round large seeds.
  const std::string seed = report.seed ? std::to_string(*report.seed) : "";
  io::JsonObject view("seed", io::json_if(!seed.empty(), seed));
  view.add_members(load_classes(report))
      .add("vertices_mm", io::json_array(mesh.vertices, coordinates))
      .add("points_mm", io::json_array(points_shown(report), coordinates))
      .add("triangles", io::json_array(mesh.triangles, corners));
  const std::vector<LoadMotion>& motions = report.test.motions;
  if (!motions.empty() && !motions.front().frames.empty())
    view.add("motions", io::json_array(motions, motion_view));
  if (report.tight.is_made()) view.add("tight", tight_view(report.tight));
  return view;
}

io::JsonObject load_document(const std::string& name, const LoadReport& report, const io::RunSummary* run) {
  return io::JsonObject("schema", "jampack/view/1", "kind", "boxes", "name", name)
      .add("load", io::JsonText{load_json_text(report, run)}, "view", load_view(report));
}

std::string html_report(const LoadReport& report, const io::RunSummary* run) {
  const std::string name = report.problem.empty() ? "Load" : report.problem;
  return io::stage_page(fmt::format("{}: {} boxes", name, report.boxes.size()),
                        load_document(name, report, run).text());
}

}  // namespace jam::trunk
