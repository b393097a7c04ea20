// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The SVG picture. Page units are pixels; the packing is drawn in its own unit inside one transformed group (y upwards).
#include "jam/circles/io/circle_svg.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

#include "jam/circles/io/circle_colour.hpp"
#include "jam/core/error.hpp"
#include "jam/io/number_text.hpp"

namespace jam::circles {
namespace {

using io::number_text;

constexpr double page_width = 1000;
constexpr double page_height = 1126;
constexpr double centre_x = 500;
constexpr double centre_y = 566;
constexpr double disc_radius = 472;    ///< The enclosing circle on the page [px].
constexpr double smallest_font = 4.0;  ///< Labels under this size [px] are left out.
constexpr double largest_font = 32;

/// Page coordinate with two decimals: enough for what carries no data.
std::string px(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.2f", value);
  return text.data();
}

/// A radius for the legend: four significant digits.
std::string short_number(double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), "%.4g", value);
  return text.data();
}

std::string escaped(const std::string& text) {
  std::string result;
  for (char c : text) {
    if (c == '&') result += "&amp;";
    else if (c == '<') result += "&lt;";
    else if (c == '>') result += "&gt;";
    else if (c == '"') result += "&quot;";
    else if (static_cast<unsigned char>(c) >= 0x20 || c == '\t' || c == '\n') result += c;
  }
  return result;
}

/// One picture under construction.
class Picture {
 public:
  Picture(const Packing& packing, const ContactGraph& graph)
      : packing_(packing), graph_(graph), scale_(packing.circles), pixels_(disc_radius / packing.enclosing_radius) {
    std::vector<double> radii;
    for (const Circle& circle : packing.circles) radii.push_back(circle.radius);
    std::nth_element(radii.begin(), radii.begin() + static_cast<std::ptrdiff_t>(radii.size() / 2), radii.end());
    const double median = radii[radii.size() / 2] * pixels_;
    outline_ = std::clamp(0.035 * median, 0.12, 1.2);
    line_ = std::clamp(0.06 * median, 0.2, 2.2);
    whole_radii_ = std::all_of(radii.begin(), radii.end(), [](double r) { return r == std::floor(r) && r < 1e6; }) && !scale_.uniform();
  }

  std::string draw(const std::string& title) {
    head(title);
    circles();
    contacts();
    labels();
    legend();
    caption();
    text_ += "</svg>\n";
    return std::move(text_);
  }

 private:
  [[nodiscard]] bool rattler(int i) const { return static_cast<std::size_t>(i) < graph_.rattler.size() && graph_.rattler[i] != 0; }
  [[nodiscard]] std::string colour(int i) const {
    const double place = scale_.place(packing_.circles[i].radius);
    return rattler(i) ? faded_colour(place) : ramp_colour(place);
  }
  /// A length on the page [px] in the unit of the radii.
  [[nodiscard]] std::string length(double pixels) const { return number_text(pixels / pixels_); }

  void head(const std::string& title) {
    text_ += "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + px(page_width) + "\" height=\"" + px(page_height) +
             "\" viewBox=\"0 0 " + px(page_width) + " " + px(page_height) +
             "\" font-family=\"Helvetica, Arial, 'DejaVu Sans', sans-serif\" fill=\"#22303c\">\n";
    text_ += "<title>" + escaped(title) + "</title>\n<desc>Circles in the unit of the radii, with all digits.</desc>\n<defs>\n";
    // The hatching of rattlers: thin diagonal lines whose distance suits the small circles of the picture.
    const double step = std::clamp(9 * outline_, 2.0, 9.0);
    text_ += "<pattern id=\"hatch\" patternUnits=\"userSpaceOnUse\" width=\"" + length(step) + "\" height=\"" + length(step) +
             "\" patternTransform=\"rotate(45)\"><path d=\"M0 0V" + length(step) +
             "\" stroke=\"#22303c\" stroke-opacity=\"0.38\" stroke-width=\"" + length(std::max(0.35, 0.16 * step)) + "\"/></pattern>\n";
    text_ +=
        "<pattern id=\"hatch-key\" patternUnits=\"userSpaceOnUse\" width=\"5\" height=\"5\" patternTransform=\"rotate(-45)\"><path d=\"M0 "
        "0V5\" "
        "stroke=\"#22303c\" stroke-opacity=\"0.38\" stroke-width=\"1\"/></pattern>\n";
    text_ += "<linearGradient id=\"ramp\">";
    for (int k = 0; k <= 12; ++k) text_ += "<stop offset=\"" + px(k / 12.0) + "\" stop-color=\"" + ramp_colour(k / 12.0) + "\"/>";
    text_ += "</linearGradient>\n</defs>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n";
    const double font = std::min(26.0, 1500.0 / static_cast<double>(std::max<std::size_t>(1, title.size())));
    text_ += "<text x=\"" + px(centre_x) + "\" y=\"44\" font-size=\"" + px(font) + "\" font-weight=\"600\" text-anchor=\"middle\">" +
             escaped(title) + "</text>\n";
  }

  void circles() {
    text_ += "<g id=\"packing\" transform=\"translate(" + px(centre_x) + " " + px(centre_y) + ") scale(" + number_text(pixels_) + " " +
             number_text(-pixels_) + ")\">\n";
    text_ += "<circle id=\"enclosing\" cx=\"0\" cy=\"0\" r=\"" + number_text(packing_.enclosing_radius) +
             "\" fill=\"#f6f7f8\" stroke=\"#22303c\" stroke-width=\"" + length(1.6) + "\"/>\n";
    text_ += "<g id=\"circles\" stroke=\"#22303c\" stroke-opacity=\"0.75\" stroke-width=\"" + length(outline_) + "\">\n";
    const bool tooltips = packing_.count() <= svg_tooltip_limit;
    for (int i = 0; i < packing_.count(); ++i) {
      const Circle& circle = packing_.circles[i];
      const std::string place =
          " cx=\"" + number_text(circle.x) + "\" cy=\"" + number_text(circle.y) + "\" r=\"" + number_text(circle.radius) + "\"";
      text_ += "<circle" + place + " fill=\"" + colour(i) + "\"" + (rattler(i) ? " stroke=\"none\"" : "");
      if (tooltips) {
        text_ += "><title>circle " + std::to_string(i + 1) + (rattler(i) ? ", rattler" : "") + ": r = " + number_text(circle.radius) +
                 ", x = " + number_text(circle.x) + ", y = " + number_text(circle.y) + "</title></circle>\n";
      } else {
        text_ += "/>\n";
      }
      if (rattler(i)) {
        const double dash = std::clamp(0.22 * circle.radius * pixels_, 0.8, 5.0);
        text_ += "<circle" + place + " fill=\"url(#hatch)\" stroke-dasharray=\"" + length(dash) + " " + length(0.7 * dash) +
                 "\" stroke-width=\"" + length(1.15 * outline_) + "\" pointer-events=\"none\"/>\n";
      }
    }
    text_ += "</g>\n";
  }

  void contacts() {
    text_ += "<g id=\"contacts\" stroke=\"#16324a\" stroke-opacity=\"0.62\" stroke-linecap=\"round\" stroke-width=\"" + length(line_) +
             "\" fill=\"none\">\n";
    for (const ContactGraph::Contact& contact : graph_.contacts) {
      const Circle& a = packing_.circles[contact.first];
      double x = 0;
      double y = 0;
      if (contact.second >= 0) {
        x = packing_.circles[contact.second].x;
        y = packing_.circles[contact.second].y;
      } else {
        // To the point where the circle touches the enclosing circle.
        const double distance = std::hypot(a.x, a.y);
        const double factor = distance > 0 ? packing_.enclosing_radius / distance : 1.0;
        x = a.x * factor;
        y = a.y * factor;
      }
      text_ += "<path d=\"M" + number_text(a.x) + " " + number_text(a.y) + "L" + number_text(x) + " " + number_text(y) + "\"/>\n";
    }
    text_ += "</g>\n</g>\n";
  }

  void labels() {
    text_ += "<g id=\"labels\" text-anchor=\"middle\">\n";
    for (int i = 0; i < packing_.count(); ++i) {
      const Circle& circle = packing_.circles[i];
      const std::string label = whole_radii_ ? number_text(circle.radius) : std::to_string(i + 1);
      // Half the text's diagonal, in font heights (a digit is 0.6 wide); the label leaves room for the ends of the contact lines.
      const double extent = 0.5 * std::hypot(0.6 * static_cast<double>(label.size()), 0.75);
      const double room = circle.radius * pixels_;
      const double font = std::min(largest_font, std::min(0.55, 0.46 / extent) * room);
      if (font < smallest_font) continue;
      // A plate in the circle's colour keeps the contact lines, which meet here, away from the text.
      const double x = centre_x + circle.x * pixels_;
      const double y = centre_y - circle.y * pixels_;
      text_ += "<circle cx=\"" + px(x) + "\" cy=\"" + px(y) + "\" r=\"" + px(std::min(1.12 * extent * font, room - outline_)) +
               "\" fill=\"" + colour(i) + "\"/><text x=\"" + px(x) + "\" y=\"" + px(y + 0.36 * font) + "\" font-size=\"" + px(font) +
               "\">" + label + "</text>\n";
    }
    text_ += "</g>\n";
  }

  void legend() {
    text_ += "<g id=\"legend\" font-size=\"15\">\n";
    double x = 60;
    const double y = 1080;
    if (scale_.uniform()) {
      text_ += "<circle cx=\"" + px(x + 9) + "\" cy=\"" + px(y) + "\" r=\"9\" fill=\"" + ramp_colour(0.5) +
               "\" stroke=\"#22303c\"/><text x=\"" + px(x + 26) + "\" y=\"" + px(y + 5) + "\">radius " +
               short_number(packing_.circles[0].radius) + "</text>\n";
    } else {
      text_ += "<text x=\"" + px(x) + "\" y=\"" + px(y + 5) + "\">radius</text><rect x=\"" + px(x + 62) + "\" y=\"" + px(y - 8) +
               "\" width=\"300\" height=\"14\" fill=\"url(#ramp)\" stroke=\"#22303c\" stroke-width=\"0.7\"/>\n";
      for (double place : {0.0, 0.5, 1.0}) {
        const double at = x + 62 + 300 * place;
        text_ += "<path d=\"M" + px(at) + " " + px(y + 6) + "v5\" stroke=\"#22303c\" stroke-width=\"0.7\"/><text x=\"" + px(at) +
                 "\" y=\"" + px(y + 25) + "\" text-anchor=\"middle\" font-size=\"13\">" + short_number(scale_.radius_at(place)) +
                 "</text>\n";
      }
    }
    x = 560;
    text_ += "<path d=\"M" + px(x) + " " + px(y) +
             "h34\" stroke=\"#16324a\" stroke-opacity=\"0.62\" stroke-width=\"2.2\" stroke-linecap=\"round\"/><text x=\"" + px(x + 44) +
             "\" y=\"" + px(y + 5) + "\">contact</text>\n";
    x = 720;
    text_ += "<circle cx=\"" + px(x + 10) + "\" cy=\"" + px(y) + "\" r=\"11\" fill=\"" + faded_colour(0.5) + "\"/><circle cx=\"" +
             px(x + 10) + "\" cy=\"" + px(y) +
             "\" r=\"11\" fill=\"url(#hatch-key)\" stroke=\"#22303c\" stroke-dasharray=\"4 2.8\"/><text x=\"" + px(x + 30) + "\" y=\"" +
             px(y + 5) + "\">rattler (not held)</text>\n</g>\n";
  }

  void caption() {
    const auto rattlers = std::count_if(graph_.rattler.begin(), graph_.rattler.end(), [](char flag) { return flag != 0; });
    std::array<char, 64> radius{};
    std::array<char, 32> share{};
    std::snprintf(radius.data(), radius.size(), "%.12f", packing_.enclosing_radius);
    std::snprintf(share.data(), share.size(), "%.6f", density(packing_));
    text_ += "<text id=\"caption\" x=\"" + px(centre_x) +
             "\" y=\"72\" font-size=\"16\" fill=\"#5b6975\" text-anchor=\"middle\">n = " + std::to_string(packing_.count()) +
             " \xC2\xB7 R = " + radius.data() + " \xC2\xB7 density " + share.data() + " \xC2\xB7 " +
             std::to_string(graph_.contacts.size()) + (graph_.contacts.size() == 1 ? " contact" : " contacts") + " \xC2\xB7 " +
             std::to_string(rattlers) + (rattlers == 1 ? " rattler" : " rattlers") + "</text>\n";
  }

  const Packing& packing_;
  const ContactGraph& graph_;
  RadiusScale scale_;
  double pixels_;             ///< Page pixels per unit of the radii.
  double outline_ = 1;        ///< Width of the circles' outlines [px].
  double line_ = 1;           ///< Width of the contact lines [px].
  bool whole_radii_ = false;  ///< Labels are radii, not running numbers.
  std::string text_;
};

}  // namespace

std::string packing_svg(const Packing& packing, const ContactGraph& graph, const std::string& title) {
  if (packing.circles.empty()) throw InputError("there are no circles to draw");
  return Picture(packing, graph).draw(title);
}

std::string packing_svg(const Packing& packing, const std::string& title) { return packing_svg(packing, contact_graph(packing), title); }

}  // namespace jam::circles
