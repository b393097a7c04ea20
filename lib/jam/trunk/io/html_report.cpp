// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/io/load_report.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

#include "jam/io/json_text.hpp"
#include "jam/io/stage_page.hpp"
#include "jam/trunk/model/orientation_class.hpp"

namespace jam::trunk {
namespace {

/// A coordinate for the picture, rounded to micrometres.
std::string coordinate_text(double value) { return io::json_number(std::round(value * 1000) / 1000); }

/// Points for the picture, thinned evenly to at most 50 000.
std::vector<Vec3d> points_shown(const LoadReport& report) {
  constexpr std::size_t limit = 50000;
  const std::size_t stride = (report.points.size() + limit - 1) / limit;
  std::vector<Vec3d> shown;
  for (std::size_t k = 0; k < report.points.size(); k += stride) shown.push_back(report.points[k]);
  return shown;
}

std::string coordinates_text(Vec3d v) {
  return coordinate_text(v.x) + "," + coordinate_text(v.y) + "," + coordinate_text(v.z);
}

}  // namespace

std::string load_classes_text(const LoadReport& report) {
  const OrientationClasses classes = classify_orientations(report.boxes);
  std::array<int, orientation_class_count> all{};
  for (int k = 0; k < orientation_class_count; ++k) all[k] = k;
  std::string text = "\"classes\": " + io::json_lines(all, 2, [&](int orientation) {
                       const auto [red, green, blue] = orientation_colour(orientation);
                       return "{\"name\": " + io::json_string(orientation_name(classes, orientation)) +
                              ", \"colour\": \"" + std::to_string(red) + ", " + std::to_string(green) + ", " +
                              std::to_string(blue) + "\"}";
                     });
  return text + ",\n\"class_of_box\": " + io::json_array(classes.of_box, [](int orientation) {
           return std::to_string(orientation);
         });
}

std::string load_view_text(const LoadReport& report) {
  const TriangleMesh& mesh = report.container.surface;
  // As text: a browser's numbers would round large seeds.
  const std::string seed = report.seed ? "\"" + std::to_string(*report.seed) + "\"" : "null";
  std::string text = "{\"seed\": " + seed + ",\n" + load_classes_text(report);
  text += ",\n\"vertices_mm\": " + io::json_array(mesh.vertices, coordinates_text);
  text += ",\n\"points_mm\": " + io::json_array(points_shown(report), coordinates_text);
  text += ",\n\"triangles\": " + io::json_array(mesh.triangles, [](const std::array<int, 3>& triangle) {
            return std::to_string(triangle[0]) + "," + std::to_string(triangle[1]) + "," +
                   std::to_string(triangle[2]);
          });
  return text + "}";
}

std::string load_document_members(const std::string& name, const LoadReport& report,
                                  const io::RunSummary* run) {
  return "\"schema\": \"jampack/view/1\", \"kind\": \"boxes\", \"name\": " + io::json_string(name) +
         ",\n\"load\": " + load_json_text(report, run) + ",\n\"view\": " + load_view_text(report);
}

std::string html_report(const LoadReport& report, const io::RunSummary* run) {
  const std::string name = report.problem.empty() ? "Load" : report.problem;
  return io::stage_page(name + ": " + std::to_string(report.boxes.size()) + " boxes",
                        "{" + load_document_members(name, report, run) + "}");
}

}  // namespace jam::trunk
