// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cmath>

#include "jam/io/html_text.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/pictures/drawing.hpp"

namespace jam::io {
namespace {

std::string colour_text(const Ink& ink) {
  return fmt::format("#{:02x}{:02x}{:02x}", ink.red, ink.green, ink.blue);
}

/// `fill="#2563ae" fill-opacity="0.5"`; `none` where nothing is drawn.
std::string paint(const char* name, const Ink& ink) {
  if (!(ink.opacity > 0)) return fmt::format("{}=\"none\"", name);
  std::string text = fmt::format("{}=\"{}\"", name, colour_text(ink));
  if (ink.opacity < 1) text += fmt::format(" {}-opacity=\"{}\"", name, number_text(ink.opacity));
  return text;
}

/// A coordinate to a tenth.
std::string tenths(double value) { return number_text(std::round(value * 10) / 10 + 0.0); }

std::string path_text(const DrawnShape& shape) {
  std::string text = "<path d=\"";
  for (const std::vector<DrawnPoint>& path : shape.paths) {
    for (std::size_t k = 0; k < path.size(); ++k)
      text += fmt::format("{}{} {}", k == 0 ? "M" : k == 1 ? "L" : " ", tenths(path[k].x), tenths(path[k].y));
    if (shape.closed) text += "Z";
  }
  return text + "\"/>\n";
}

std::string style_of(const DrawnShape& shape) {
  std::string text = paint("fill", shape.fill) + " " + paint("stroke", shape.stroke);
  if (shape.stroke.opacity > 0) text += fmt::format(" stroke-width=\"{}\"", number_text(shape.width));
  return text;
}

}  // namespace

void Drawing::add(const Drawing& part, DrawnPoint corner) {
  for (auto item : part.items) {
    if (auto* shape = std::get_if<DrawnShape>(&item)) {
      for (std::vector<DrawnPoint>& path : shape->paths)
        for (DrawnPoint& point : path) point = {point.x + corner.x, point.y + corner.y};
    } else {
      DrawnPoint& at = std::get<DrawnLabel>(item).at;
      at = {at.x + corner.x, at.y + corner.y};
    }
    items.push_back(std::move(item));
  }
}

std::string svg_text(const Drawing& drawing, const Ink& paper, const std::string& title) {
  const std::string width = tenths(drawing.width), height = tenths(drawing.height);
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {0} {1}\" width=\"{0}\" height=\"{1}\" "
      "role=\"img\" font-family=\"sans-serif\" stroke-linejoin=\"round\" stroke-linecap=\"round\">\n"
      "<title>{2}</title>\n",
      width, height, html_text(title));
  if (paper.opacity > 0)
    text += fmt::format("<rect width=\"{}\" height=\"{}\" {}/>\n", width, height, paint("fill", paper));
  std::string open;  // Style of the group that is open: shapes of one style share it.
  for (const auto& item : drawing.items) {
    const auto* shape = std::get_if<DrawnShape>(&item);
    const std::string style = shape != nullptr ? style_of(*shape) : std::string();
    if (style != open) {
      if (!open.empty()) text += "</g>\n";
      if (!style.empty()) text += "<g " + style + ">\n";
      open = style;
    }
    if (shape != nullptr) {
      text += path_text(*shape);
    } else {
      const auto& label = std::get<DrawnLabel>(item);
      text += fmt::format("<text x=\"{}\" y=\"{}\" font-size=\"{}\" {}>{}</text>\n", tenths(label.at.x),
                          tenths(label.at.y), number_text(label.size), paint("fill", label.ink),
                          html_text(label.text));
    }
  }
  return text + (open.empty() ? "" : "</g>\n") + "</svg>\n";
}

}  // namespace jam::io
