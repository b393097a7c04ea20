// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Packings as text: CIRCLES, Packomania-like, JSON.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "jam/circles/io/circle_files.hpp"
#include "jam/io/number_text.hpp"

namespace jam::circles {
namespace {

using io::number_text;
using nlohmann::json;

/// A JSON string; bytes that are not UTF-8 become replacement characters.
std::string quoted(const std::string& text) {
  return json(text).dump(-1, ' ', false, json::error_handler_t::replace);
}

/// Items joined by commas, each on a line of its own.
template <typename Items, typename Format>
std::string lines(const Items& items, Format&& format) {
  std::string text;
  for (const auto& item : items) text += (text.empty() ? "\n    " : ",\n    ") + format(item);
  return text.empty() ? text : text + "\n  ";
}

}  // namespace

std::string circles_text(const Packing& packing, const Annotations& annotations) {
  std::string text =
      "# enclosing-radius: " + number_text(packing.enclosing_radius) + "\n# enclosing-centre: 0 0\n";
  for (const auto& [key, value] : annotations) {
    if (key == "enclosing-radius" || key == "enclosing-centre") continue;
    std::string line = fmt::format("# {}: {}", key, value);
    for (const char end : {'\n', '\r'}) std::replace(line.begin(), line.end(), end, ' ');
    text += line + "\n";
  }
  text += fmt::format("{}\n", packing.count());
  for (const Circle& circle : packing.circles)
    text +=
        fmt::format("{} {} {}\n", number_text(circle.radius), number_text(circle.x), number_text(circle.y));
  return text;
}

std::string packomania_text(const Packing& packing) {
  const std::string family = problem_from_radii(sorted_radii(packing.circles)).family;
  const double exponent = family_exponent(family).value_or(1.0);

  const std::vector<int> order = order_by(packing.count(), [&](int a, int b) {
    const double first = packing.circles[a].radius;
    const double second = packing.circles[b].radius;
    return exponent < 0 ? first > second : first < second;
  });

  const double unit = packing.enclosing_radius;
  std::string text;
  for (std::size_t k = 0; k < order.size(); ++k) {
    const Circle& circle = packing.circles[order[k]];
    text += fmt::format("{} {} {}", k + 1, number_text(circle.x / unit), number_text(circle.y / unit));
    if (family == "file") text += " " + number_text(circle.radius / unit);
    text += "\n";
  }
  return text;
}

bool is_pck(const std::filesystem::path& file) {
  std::string suffix = file.extension().string();
  for (char& c : suffix) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return suffix == ".pck";
}

std::string pck_text(const Packing& packing, const std::string& names) {
  const std::vector<double> radii = sorted_radii(packing.circles);
  const double unit = packing.enclosing_radius;
  std::string text = fmt::format("{}\n{}\n", number_text(radii.back() / unit), names);
  for (const Circle& circle : packing.circles) {
    text += fmt::format("{} {}", number_text(circle.x / unit), number_text(circle.y / unit));
    if (radii.front() < radii.back()) text += " " + number_text(circle.radius / unit);
    text += "\n";
  }
  return text;
}

std::string packing_json(const Packing& packing, const ContactGraph& graph, const Annotations& annotations,
                         const io::RunSummary* run) {
  std::vector<std::size_t> rattler;
  for (std::size_t i = 0; i < graph.rattler.size(); ++i) {
    if (graph.rattler[i] != 0) rattler.push_back(i);
  }
  const std::string rattlers = graph.minimum ? fmt::format("[{}]", fmt::join(rattler, ", ")) : "null";
  const auto circle_text = [](const Circle& circle) {
    return fmt::format(R"({{"radius": {}, "x": {}, "y": {}}})", number_text(circle.radius),
                       number_text(circle.x), number_text(circle.y));
  };
  const auto contact_text = [](const auto& contact) {
    return fmt::format("[{}, {}]", contact.first, contact.second);
  };
  const auto annotation_text = [](const auto& entry) {
    return quoted(entry.first) + ": " + quoted(entry.second);
  };
  std::string text = fmt::format(
      "{{\n  \"schema\": {},\n  \"n\": {},\n  \"family\": {},\n  \"enclosing_radius\": {},\n  \"density\": "
      "{},\n",
      quoted(circles_schema), packing.count(),
      quoted(problem_from_radii(sorted_radii(packing.circles)).family), number_text(packing.enclosing_radius),
      number_text(density(packing)));
  text += fmt::format("  \"circles\": [{}],\n  \"contacts\": [{}],\n  \"rattlers\": {},\n",
                      lines(packing.circles, circle_text), lines(graph.contacts, contact_text), rattlers);
  if (run != nullptr) text += fmt::format("  \"run\": {},\n", io::run_json(*run));
  return text + fmt::format("  \"annotations\": {{{}}}\n}}\n", lines(annotations, annotation_text));
}

}  // namespace jam::circles
