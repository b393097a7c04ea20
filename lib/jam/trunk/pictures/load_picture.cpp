// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/pictures/load_picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>

#include "jam/io/number_text.hpp"
#include "jam/io/pictures/stroke_font.hpp"
#include "jam/trunk/io/load_cad.hpp"
#include "jam/trunk/model/box_classes.hpp"
#include "jam/trunk/model/orientation_class.hpp"
#include "jam/trunk/pictures/painted_boxes.hpp"
#include "jam/trunk/pictures/wall_lines.hpp"

namespace jam::trunk {
namespace {

using io::DrawnPoint;
using io::DrawnShape;
using io::Ink;

constexpr Ink text_ink{26, 36, 48}, soft_ink{92, 105, 119}, wall_ink{125, 136, 148, 0.6},
    edge_ink{0, 0, 0, 0.6}, unnamed_ink{160, 160, 160};
constexpr double edge_width = 1, point_width = 1.5;  // [pixels]
constexpr std::size_t most_points = 4000, most_entries = 12;

/// Colours of items, apart for most colour-blind people as long as there are few.
constexpr std::array<Ink, 12> item_inks = {{{37, 99, 174},
                                            {226, 120, 28},
                                            {22, 128, 98},
                                            {206, 66, 140},
                                            {118, 180, 226},
                                            {250, 190, 88},
                                            {112, 196, 150},
                                            {122, 82, 178},
                                            {160, 104, 62},
                                            {88, 98, 110},
                                            {236, 150, 190},
                                            {176, 186, 60}}};

/// The rectangle around a load and its walls in a view, in View::flat() [mm].
struct PictureFrame {
  DrawnPoint low{1e300, 1e300}, high{-1e300, -1e300};

  void add(DrawnPoint point) {
    low = {std::min(low.x, point.x), std::min(low.y, point.y)};
    high = {std::max(high.x, point.x), std::max(high.y, point.y)};
  }
};

PictureFrame frame_of(const LoadReport& report, const View& view) {
  PictureFrame frame;
  for (const BoxRow& box : report.boxes)
    for (const Vec3d& corner : cad_corners(box, {})) frame.add(view.flat(corner));
  for (const Vec3d& vertex : report.container.surface.vertices) frame.add(view.flat(vertex));
  for (const Vec3d& point : report.points) frame.add(view.flat(point));
  if (frame.low.x > frame.high.x) frame = {{0, 0}, {1, 1}};
  return frame;
}

Ink ink_of(const std::array<int, 3>& colour) {
  const auto [red, green, blue] = colour;
  return {static_cast<std::uint8_t>(red), static_cast<std::uint8_t>(green), static_cast<std::uint8_t>(blue)};
}

/// A colour in the light: full from above, darker on faces that look to the side.
Ink shaded(const Ink& ink, const Vec3d& normal) {
  const double light = 0.72 + 0.28 * std::max(0.0, dot(normal, normalised(Vec3d{0.35, -0.1, 1}, Vec3d{})));
  const auto part = [light](std::uint8_t value) {
    return static_cast<std::uint8_t>(std::lround(value * light));
  };
  return {part(ink.red), part(ink.green), part(ink.blue), ink.opacity};
}

/// Points of the walls as dots.
std::vector<std::vector<DrawnPoint>> dots(const std::vector<Vec3d>& points, const View& view) {
  std::vector<std::vector<DrawnPoint>> paths;
  const std::size_t stride = (points.size() + most_points - 1) / most_points;
  for (std::size_t k = 0; k < points.size(); k += stride) {
    const DrawnPoint at = view.flat(points[k]);
    paths.push_back({at, at});
  }
  return paths;
}

/// Faces as shapes: with their edges, or, where they were cut, edges apart.
std::vector<DrawnShape> shapes_of(const PaintedFace& face, const Ink& ink) {
  if (std::ranges::count(face.is_edge, 0) == 0) return {{{face.corners}, true, ink, edge_ink, edge_width}};
  DrawnShape edges{{}, false, io::no_ink, edge_ink, edge_width};
  for (std::size_t k = 0; k < face.corners.size(); ++k)
    if (face.is_edge[k] != 0)
      edges.paths.push_back({face.corners[k], face.corners[(k + 1) % face.corners.size()]});
  return {{{face.corners}, true, ink, ink, 0.5 * edge_width}, edges};
}

/// Moves the shapes into a picture.
void place(DrawnShape& shape, DrawnPoint low, double scale) {
  for (std::vector<DrawnPoint>& path : shape.paths)
    for (DrawnPoint& point : path) point = {(point.x - low.x) * scale, (point.y - low.y) * scale};
}

/// The faces that are seen.
std::vector<PaintedFace> seen_faces(std::vector<PaintedFace> faces, const PictureFrame& frame) {
  constexpr double samples = 1200;
  io::Drawing drawing{frame.high.x - frame.low.x, frame.high.y - frame.low.y, {}};
  for (const PaintedFace& face : faces) {
    DrawnShape shape{{face.corners}, true, text_ink};
    place(shape, frame.low, 1);
    drawing.items.emplace_back(std::move(shape));
  }
  std::vector<char> is_seen(faces.size(), 0);
  for (const int item : io::seen_items(drawing, samples / std::max({drawing.width, drawing.height, 1.0})))
    if (item >= 0) is_seen[item] = 1;
  std::vector<PaintedFace> seen;
  for (std::size_t k = 0; k < faces.size(); ++k)
    if (is_seen[k] != 0) seen.push_back(std::move(faces[k]));
  return seen;
}

}  // namespace

BoxColours colours_of(const LoadReport& report) {
  std::vector<ColourClass> classes;
  std::vector<int> class_of_box;
  const auto has_colour = [](const Piece& piece) { return !piece.colour.empty(); };
  if (report.set.pieces.size() > 1 || std::ranges::any_of(report.set.pieces, has_colour)) {
    for (const Piece& piece : report.set.pieces)
      classes.push_back({piece.name, has_colour(piece) ? ink_of(components_of(piece.colour))
                                                       : item_inks[classes.size() % item_inks.size()]});
    classes.push_back({"no item of the set", unnamed_ink});
    for (const int kind : kinds_of(report.set, report.boxes))
      class_of_box.push_back(kind < 0 ? static_cast<int>(classes.size()) - 1 : kind);
  } else {
    const OrientationClasses orientations = classify_orientations(report.boxes);
    for (int k = 0; k < orientation_class_count; ++k)
      classes.push_back({orientation_name(orientations, k), ink_of(orientation_colour(k))});
    class_of_box = orientations.of_box;
  }
  for (const int one : class_of_box) ++classes[one].count;
  BoxColours colours;
  std::vector<int> place(classes.size(), -1);
  for (std::size_t k = 0; k < classes.size(); ++k) {
    if (classes[k].count == 0) continue;
    place[k] = static_cast<int>(colours.classes.size());
    colours.classes.push_back(classes[k]);
  }
  for (const int one : class_of_box) colours.of_box.push_back(place[one]);
  return colours;
}

ViewGrid grid_of(const LoadReport& report, const std::vector<View>& shown) {
  const std::size_t columns = std::min<std::size_t>(shown.size(), 2), rows = (shown.size() + 1) / 2;
  ViewGrid grid{std::vector<double>(columns, 0.0), std::vector<double>(rows, 0.0)};
  for (std::size_t k = 0; k < shown.size(); ++k) {
    const PictureFrame frame = frame_of(report, shown[k]);
    double &width = grid.widths[k % columns], &height = grid.heights[k / columns];
    width = std::max(width, frame.high.x - frame.low.x);
    height = std::max(height, frame.high.y - frame.low.y);
  }
  return grid;
}

io::Drawing draw_view(const LoadReport& report, const BoxColours& colours, const View& view, double scale) {
  const PictureFrame frame = frame_of(report, view);
  io::Drawing drawing{(frame.high.x - frame.low.x) * scale, (frame.high.y - frame.low.y) * scale, {}};
  const auto add = [&](DrawnShape shape) {
    place(shape, frame.low, scale);
    drawing.items.emplace_back(std::move(shape));
  };
  const bool has_walls = !report.container.surface.triangles.empty();
  add({has_walls ? wall_lines(report.container.surface, view) : dots(report.points, view), false, io::no_ink,
       wall_ink, has_walls ? edge_width : point_width});
  for (const PaintedFace& face : seen_faces(painted_faces(report.boxes, view), frame)) {
    const Ink ink = shaded(colours.classes[colours.of_box[face.box]].ink, face.normal);
    for (DrawnShape& shape : shapes_of(face, ink)) add(std::move(shape));
  }
  return drawing;
}

std::string picture_title(const LoadReport& report) {
  const LoadTotals totals = totals_of(report);
  return fmt::format("{}{}{} {}, {} l{}", report.problem, report.problem.empty() ? "" : ": ", totals.count,
                     totals.count == 1 ? "box" : "boxes", io::fixed_text(totals.litres, 2),
                     report.verification.legal ? "" : ", NOT LEGAL");
}

io::Drawing draw_load(const LoadReport& report, const std::vector<View>& shown) {
  constexpr double width = 1600, tallest = 1800, margin = 30, gap = 40, title_size = 26, caption_size = 18,
                   caption_height = 34, swatch = 16, line_height = 28;
  const auto [widths, heights] = grid_of(report, shown);
  const std::size_t columns = widths.size();
  double across = 0, down = 0;
  for (const double one : widths) across += one;
  for (const double one : heights) down += one;
  const double scale =
      std::min((width - 2 * margin - (static_cast<double>(columns) - 1) * gap) / across, tallest / down);

  io::Drawing drawing{width, 0, {}};
  const auto write = [&](DrawnPoint at, double size, const std::string& text, const Ink& ink) {
    drawing.items.emplace_back(io::DrawnLabel{at, size, text, ink});
  };
  const BoxColours colours = colours_of(report);
  double y = margin + title_size;
  write({margin, y}, title_size, picture_title(report), text_ink);
  y += 0.5 * margin;
  double x = margin;
  for (std::size_t k = 0; k < shown.size(); ++k) {
    write({x, y + caption_size}, caption_size, fmt::format("{}: {}", shown[k].name, shown[k].caption),
          soft_ink);
    drawing.add(draw_view(report, colours, shown[k], scale), {x, y + caption_height});
    x += widths[k % columns] * scale + gap;
    if (k % columns + 1 < columns && k + 1 < shown.size()) continue;
    x = margin;
    y += caption_height + heights[k / columns] * scale + 0.5 * margin;
  }
  y += swatch;
  for (std::size_t k = 0; k < colours.classes.size(); ++k) {
    const auto& [name, ink, count] = colours.classes[k];
    const bool more = k == most_entries;
    const std::string text =
        more ? fmt::format("and {} more", colours.classes.size() - k) : fmt::format("{} {}", count, name);
    const double wide = swatch + 10 + io::text_width(text, caption_size) + 30;
    if (x > margin && x + wide > width - margin) {
      x = margin;
      y += line_height;
    }
    if (!more)
      drawing.items.emplace_back(
          DrawnShape{{{{x, y - swatch}, {x + swatch, y - swatch}, {x + swatch, y}, {x, y}}},
                     true,
                     ink,
                     edge_ink,
                     edge_width});
    write({x + swatch + 10, y - 2}, caption_size, text, text_ink);
    x += wide;
    if (more) break;
  }
  drawing.height = std::ceil(y + margin);
  return drawing;
}

}  // namespace jam::trunk
