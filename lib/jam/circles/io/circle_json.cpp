// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// JSON of a packing: writing and reading.
#include "jam/circles/io/circle_json.hpp"

#include <nlohmann/json.hpp>
#include <vector>

#include "jam/io/json.hpp"
#include "jam/io/number_text.hpp"

namespace jam::circles {
namespace {

using io::number_text;
using nlohmann::json;

constexpr const char* schema_name = "jampack/circles/1";

/// A JSON string; bytes that are not UTF-8 become replacement characters.
std::string quoted(const std::string& text) { return json(text).dump(-1, ' ', false, json::error_handler_t::replace); }

/// Items joined by commas, each on a line of its own.
template <typename Items, typename Format>
std::string lines(const Items& items, Format&& format) {
  std::string text;
  for (const auto& item : items) text += (text.empty() ? "\n    " : ",\n    ") + format(item);
  return text.empty() ? text : text + "\n  ";
}

}  // namespace

std::string packing_json(const Packing& packing, const ContactGraph& graph, const Annotations& annotations, const io::RunSummary* run) {
  std::vector<double> radii;
  for (const Circle& circle : packing.circles) radii.push_back(circle.radius);
  std::string rattlers;
  for (std::size_t i = 0; i < graph.rattler.size(); ++i) {
    if (graph.rattler[i] != 0) rattlers += (rattlers.empty() ? "" : ", ") + std::to_string(i);
  }

  std::string text = "{\n  \"schema\": " + quoted(schema_name) + ",\n";
  text += "  \"n\": " + std::to_string(packing.count()) + ",\n";
  text += "  \"family\": " + quoted(problem_from_radii(std::move(radii)).family) + ",\n";
  text += "  \"enclosing_radius\": " + number_text(packing.enclosing_radius) + ",\n";
  text += "  \"density\": " + number_text(density(packing)) + ",\n";
  text += "  \"circles\": [" +
          lines(packing.circles,
                [](const Circle& circle) {
                  return "{\"radius\": " + number_text(circle.radius) + ", \"x\": " + number_text(circle.x) +
                         ", \"y\": " + number_text(circle.y) + "}";
                }) +
          "],\n";
  text += "  \"contacts\": [" +
          lines(graph.contacts,
                [](const ContactGraph::Contact& contact) {
                  return "[" + std::to_string(contact.first) + ", " + std::to_string(contact.second) + "]";
                }) +
          "],\n";
  text += "  \"rattlers\": [" + rattlers + "],\n";
  if (run != nullptr) text += "  \"run\": " + io::run_json(*run) + ",\n";
  text += "  \"annotations\": {" + lines(annotations, [](const auto& entry) { return quoted(entry.first) + ": " + quoted(entry.second); }) +
          "}\n}\n";
  return text;
}

std::string packing_json(const Packing& packing, const Annotations& annotations) {
  return packing_json(packing, contact_graph(packing), annotations);
}

PackingFile parse_circles_json(std::string_view text, const std::string& name) {
  const io::JsonNode root = io::JsonNode::parse(text, name);
  root.require_schema(schema_name);
  PackingFile result;
  result.format = CircleFormat::json;
  result.claimed = true;
  result.packing.enclosing_radius = root.at("enclosing_radius").positive_number();

  const io::JsonNode list = root.at("circles");
  const std::vector<io::JsonNode> circles = list.items();
  if (circles.empty()) list.fail("the list is empty");
  if (circles.size() > static_cast<std::size_t>(circle_count_limit))
    list.fail(std::to_string(circles.size()) + " entries, at most " + std::to_string(circle_count_limit) + " are supported");
  if (const auto n = root.find("n"); n && !(n->is_number() && n->number() == static_cast<double>(circles.size())))
    n->fail("announces " + n->word() + " circles, the list holds " + std::to_string(circles.size()));
  result.packing.circles.reserve(circles.size());
  for (const io::JsonNode& circle : circles)
    result.packing.circles.push_back({circle.at("radius").positive_number(), circle.at("x").number(), circle.at("y").number()});
  if (const auto annotations = root.find("annotations"))
    for (const auto& [key, value] : annotations->members()) result.annotations[key] = value.any_text();
  return result;
}

}  // namespace jam::circles
