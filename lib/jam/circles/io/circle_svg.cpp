// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The SVG picture. Page units are pixels; the packing is drawn in its own unit inside one transformed group
// (y upwards).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

#include "jam/circles/io/circle_colour.hpp"
#include "jam/circles/io/circle_files.hpp"
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
constexpr double smallest_font = 4.0;  ///< Labels below this size [px] are omitted.
constexpr double largest_font = 32;

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
      : packing_(packing),
        graph_(graph),
        scale_(packing.circles),
        pixels_(disc_radius / packing.enclosing_radius) {
    std::vector<double> radii;
    for (const Circle& circle : packing.circles) radii.push_back(circle.radius);
    std::nth_element(radii.begin(), radii.begin() + static_cast<std::ptrdiff_t>(radii.size() / 2),
                     radii.end());
    const double median = radii[radii.size() / 2] * pixels_;
    outline_ = std::clamp(0.035 * median, 0.12, 1.2);
    line_ = std::clamp(0.06 * median, 0.2, 2.2);
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
  [[nodiscard]] bool rattler(int i) const {
    return graph_.minimum && static_cast<std::size_t>(i) < graph_.rattler.size() && graph_.rattler[i] != 0;
  }
  [[nodiscard]] std::string colour(int i) const {
    const double place = scale_.place(packing_.circles[i].radius);
    return rattler(i) ? faded_colour(place) : ramp_colour(place);
  }
  /// A length on the page [px] in the unit of the radii.
  [[nodiscard]] std::string length(double pixels) const { return number_text(pixels / pixels_); }

  template <class... Values>
  void add(fmt::format_string<Values...> format, Values&&... values) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
  }

  // Page coordinates have two decimals: enough for parts of the picture that carry no data.

  void head(const std::string& title) {
    add(R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0:.2f}" height="{1:.2f}" viewBox="0 0 {0:.2f} {1:.2f}" )"
        R"(font-family="Helvetica, Arial, 'DejaVu Sans', sans-serif" fill="#22303c">)"
        "\n<title>{2}</title>\n<desc>Circles in the unit of the radii, with all digits.</desc>\n<defs>\n",
        page_width, page_height, escaped(title));
    // The hatching of rattlers: thin diagonal lines whose distance suits the small circles of the picture.
    const double step = std::clamp(9 * outline_, 2.0, 9.0);
    add(R"x(<pattern id="hatch" patternUnits="userSpaceOnUse" width="{0}" height="{0}" patternTransform="rotate(45)"><path d="M0 0V{0}" )x"
        R"(stroke="#22303c" stroke-opacity="0.38" stroke-width="{1}"/></pattern>)"
        "\n",
        length(step), length(std::max(0.35, 0.16 * step)));
    add(R"x(<pattern id="hatch-key" patternUnits="userSpaceOnUse" width="5" height="5" patternTransform="rotate(-45)"><path d="M0 0V5" )x"
        R"(stroke="#22303c" stroke-opacity="0.38" stroke-width="1"/></pattern>)"
        "\n");
    add(R"(<linearGradient id="ramp">)");
    for (int k = 0; k <= 12; ++k)
      add(R"(<stop offset="{:.2f}" stop-color="{}"/>)", k / 12.0, ramp_colour(k / 12.0));
    add("</linearGradient>\n</defs>\n<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n");
    const double font = std::min(26.0, 1500.0 / static_cast<double>(std::max<std::size_t>(1, title.size())));
    add("<text x=\"{:.2f}\" y=\"44\" font-size=\"{:.2f}\" font-weight=\"600\" "
        "text-anchor=\"middle\">{}</text>\n",
        centre_x, font, escaped(title));
  }

  void circles() {
    add("<g id=\"packing\" transform=\"translate({:.2f} {:.2f}) scale({} {})\">\n", centre_x, centre_y,
        number_text(pixels_), number_text(-pixels_));
    add("<circle id=\"enclosing\" cx=\"0\" cy=\"0\" r=\"{}\" fill=\"#f6f7f8\" stroke=\"#22303c\" "
        "stroke-width=\"{}\"/>\n",
        number_text(packing_.enclosing_radius), length(1.6));
    add("<g id=\"circles\" stroke=\"#22303c\" stroke-opacity=\"0.75\" stroke-width=\"{}\">\n",
        length(outline_));
    const bool tooltips = packing_.count() <= svg_tooltip_limit;
    for (int i = 0; i < packing_.count(); ++i) {
      const Circle& circle = packing_.circles[i];
      const std::string x = number_text(circle.x), y = number_text(circle.y),
                        radius = number_text(circle.radius);
      const std::string place = fmt::format(R"( cx="{}" cy="{}" r="{}")", x, y, radius);
      add(R"(<circle{} fill="{}"{})", place, colour(i), rattler(i) ? R"( stroke="none")" : "");
      if (tooltips) {
        add("><title>circle {}{}: r = {}, x = {}, y = {}</title></circle>\n", i + 1,
            rattler(i) ? ", rattler" : "", radius, x, y);
      } else {
        add("/>\n");
      }
      if (!rattler(i)) continue;
      const double dash = std::clamp(0.22 * circle.radius * pixels_, 0.8, 5.0);
      add("<circle{} fill=\"url(#hatch)\" stroke-dasharray=\"{} {}\" stroke-width=\"{}\" "
          "pointer-events=\"none\"/>\n",
          place, length(dash), length(0.7 * dash), length(1.15 * outline_));
    }
    add("</g>\n");
  }

  void contacts() {
    add(R"(<g id="contacts" stroke="#16324a" stroke-opacity="0.62" stroke-linecap="round" stroke-width="{}" fill="none">)"
        "\n",
        length(line_));
    for (const ContactGraph::Contact& contact : graph_.contacts) {
      const Circle& a = packing_.circles[contact.first];
      // To the partner, or to the point where the circle touches the enclosing circle.
      const double distance = std::hypot(a.x, a.y);
      const double factor = distance > 0 ? packing_.enclosing_radius / distance : 1.0;
      const Circle end =
          contact.second >= 0 ? packing_.circles[contact.second] : Circle{0, a.x * factor, a.y * factor};
      add("<path d=\"M{} {}L{} {}\"/>\n", number_text(a.x), number_text(a.y), number_text(end.x),
          number_text(end.y));
    }
    add("</g>\n</g>\n");
  }

  void labels() {
    add("<g id=\"labels\" text-anchor=\"middle\">\n");
    for (int i = 0; i < packing_.count(); ++i) {
      const Circle& circle = packing_.circles[i];
      const std::string label = std::to_string(i + 1);
      // Half the text's diagonal, in font heights (a digit is 0.6 wide). The label leaves the ends of
      // contact lines visible.
      const double extent = 0.5 * std::hypot(0.6 * static_cast<double>(label.size()), 0.75);
      const double radius = circle.radius * pixels_;
      const double font = std::min(largest_font, std::min(0.55, 0.46 / extent) * radius);
      if (font < smallest_font) continue;
      // A plate in the circle's colour separates the contact lines, which meet here, from the text.
      const double x = centre_x + circle.x * pixels_;
      const double y = centre_y - circle.y * pixels_;
      add(R"(<circle cx="{0:.2f}" cy="{1:.2f}" r="{2:.2f}" fill="{3}"/><text x="{0:.2f}" y="{4:.2f}" font-size="{5:.2f}">{6}</text>)"
          "\n",
          x, y, std::min(1.12 * extent * font, radius - outline_), colour(i), y + 0.36 * font, font, label);
    }
    add("</g>\n");
  }

  void legend() {
    add("<g id=\"legend\" font-size=\"15\">\n");
    if (scale_.uniform()) {
      add(R"(<circle cx="69.00" cy="1080.00" r="9" fill="{}" stroke="#22303c"/><text x="86.00" y="1085.00">radius {:.4g}</text>)"
          "\n",
          ramp_colour(0.5), packing_.circles[0].radius);
    } else {
      add(R"x(<text x="60.00" y="1085.00">radius</text><rect x="122.00" y="1072.00" width="300" height="14" fill="url(#ramp)" )x"
          R"(stroke="#22303c" stroke-width="0.7"/>)"
          "\n");
      for (const double place : {0.0, 0.5, 1.0}) {
        add(R"(<path d="M{0:.2f} 1086.00v5" stroke="#22303c" stroke-width="0.7"/>)"
            R"(<text x="{0:.2f}" y="1105.00" text-anchor="middle" font-size="13">{1:.4g}</text>)"
            "\n",
            122 + 300 * place, scale_.radius_at(place));
      }
    }
    add(R"(<path d="M560.00 1080.00h34" stroke="#16324a" stroke-opacity="0.62" stroke-width="2.2" stroke-linecap="round"/>)"
        R"(<text x="604.00" y="1085.00">contact</text>)"
        "\n");
    if (graph_.minimum) rattler_key();
    add("</g>\n");
  }

  void rattler_key() {
    add(R"x(<circle cx="730.00" cy="1080.00" r="11" fill="{}"/><circle cx="730.00" cy="1080.00" r="11" fill="url(#hatch-key)" )x"
        R"(stroke="#22303c" stroke-dasharray="4 2.8"/><text x="750.00" y="1085.00">rattler (not held)</text>)"
        "\n",
        faded_colour(0.5));
  }

  void caption() {
    const std::string rattlers = rattler_count(graph_);
    add(R"(<text id="caption" x="{:.2f}" y="72" font-size="16" fill="#5b6975" text-anchor="middle">)",
        centre_x);
    add("n = {} \xC2\xB7 R = {:.12f} \xC2\xB7 density {:.6f} \xC2\xB7 {} contact{} \xC2\xB7 ",
        packing_.count(), packing_.enclosing_radius, density(packing_), graph_.contacts.size(),
        graph_.contacts.size() == 1 ? "" : "s");
    add("{}</text>\n",
        graph_.minimum ? rattlers + (rattlers == "1" ? " rattler" : " rattlers") : "rattlers " + rattlers);
  }

  const Packing& packing_;
  const ContactGraph& graph_;
  RadiusScale scale_;
  double pixels_;       ///< Page pixels per unit of the radii.
  double outline_ = 1;  ///< Width of the circles' outlines [px].
  double line_ = 1;     ///< Width of the contact lines [px].
  std::string text_;
};

std::string outlines(const Packing& packing, const char* colour) {
  std::string text = fmt::format(
      "<g fill=\"{0}\" fill-opacity=\"0.08\" stroke=\"{0}\" vector-effect=\"non-scaling-stroke\">\n", colour);
  const auto add = [&](double x, double y, double radius) {
    text += fmt::format("<circle cx=\"{}\" cy=\"{}\" r=\"{}\"/>\n", number_text(x), number_text(y),
                        number_text(radius));
  };
  add(0, 0, packing.enclosing_radius);
  for (const Circle& c : packing.circles) add(c.x, c.y, c.radius);
  return text + "</g>\n";
}

}  // namespace

std::string overlay_svg(const Packing& first, const char* first_colour, const Packing& second,
                        const char* second_colour) {
  const double size = 1.02 * std::max(first.enclosing_radius, second.enclosing_radius);
  return fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{0} {0} {1} {1}\"><g transform=\"scale(1,-1)\" "
      "stroke-width=\"{2}\">\n{3}{4}</g></svg>\n",
      number_text(-size), number_text(2 * size), number_text(0.004 * size), outlines(first, first_colour),
      outlines(second, second_colour));
}

std::string packing_svg(const Packing& packing, const ContactGraph& graph, const std::string& title) {
  if (packing.circles.empty()) throw InputError("there are no circles to draw");
  return Picture(packing, graph).draw(title);
}

}  // namespace jam::circles
