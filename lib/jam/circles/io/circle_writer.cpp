// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Packings as text: CIRCLES, Packomania-like, JSON.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "jam/circles/io/circle_files.hpp"
#include "jam/io/json_writer.hpp"
#include "jam/io/number_text.hpp"

namespace jam::circles {
namespace {

using io::number_text;

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
  const std::string family = problem_of(packing).family;
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
  std::vector<std::size_t> rattlers;
  for (std::size_t i = 0; i < graph.rattler.size(); ++i) {
    if (graph.rattler[i] != 0) rattlers.push_back(i);
  }
  const auto circle = [](const Circle& one) {
    return io::JsonObject("radius", one.radius).add("x", one.x).add("y", one.y);
  };
  io::JsonObject text = io::JsonObject::document();
  text.add("schema", circles_schema)
      .add("n", packing.count(), "family", problem_of(packing).family)
      .add("enclosing_radius", packing.enclosing_radius, "density", density(packing))
      .add("circles", io::json_lines(packing.circles, circle), "contacts", io::json_lines(graph.contacts))
      .add("rattlers", io::json_if(graph.minimum, rattlers));
  if (run != nullptr) text.add("run", io::run_json(*run));
  io::JsonObject notes;
  for (const auto& [key, value] : annotations) notes.add(key, value);
  return text.add("annotations", notes).text();
}

}  // namespace jam::circles
