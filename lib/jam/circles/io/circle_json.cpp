// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// JSON of a packing: writing and reading.
#include "jam/circles/io/circle_files.hpp"

#include <fmt/format.h>

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
  std::vector<std::size_t> rattlers;
  for (std::size_t i = 0; i < graph.rattler.size(); ++i) {
    if (graph.rattler[i] != 0) rattlers.push_back(i);
  }
  const auto circle_text = [](const Circle& circle) {
    return fmt::format(R"({{"radius": {}, "x": {}, "y": {}}})", number_text(circle.radius), number_text(circle.x), number_text(circle.y));
  };
  const auto contact_text = [](const auto& contact) { return fmt::format("[{}, {}]", contact.first, contact.second); };
  const auto annotation_text = [](const auto& entry) { return quoted(entry.first) + ": " + quoted(entry.second); };
  std::string text =
      fmt::format("{{\n  \"schema\": {},\n  \"n\": {},\n  \"family\": {},\n  \"enclosing_radius\": {},\n  \"density\": {},\n",
                  quoted(schema_name), packing.count(), quoted(problem_from_radii(sorted_radii(packing.circles)).family),
                  number_text(packing.enclosing_radius), number_text(density(packing)));
  text += fmt::format("  \"circles\": [{}],\n  \"contacts\": [{}],\n  \"rattlers\": [{}],\n", lines(packing.circles, circle_text),
                      lines(graph.contacts, contact_text), fmt::join(rattlers, ", "));
  if (run != nullptr) text += fmt::format("  \"run\": {},\n", io::run_json(*run));
  return text + fmt::format("  \"annotations\": {{{}}}\n}}\n", lines(annotations, annotation_text));
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
  if (circles.size() > circle_count_limit)
    list.fail(fmt::format("{} entries, at most {} are supported", circles.size(), circle_count_limit));
  if (const auto n = root.find("n"); n && !(n->is_number() && n->number() == static_cast<double>(circles.size())))
    n->fail(fmt::format("announces {} circles, the list holds {}", n->word(), circles.size()));
  result.packing.circles.reserve(circles.size());
  for (const io::JsonNode& circle : circles)
    result.packing.circles.push_back({circle.at("radius").positive_number(), circle.at("x").number(), circle.at("y").number()});
  if (const auto annotations = root.find("annotations"))
    for (const auto& [key, value] : annotations->members()) result.annotations[key] = value.any_text();
  return result;
}

}  // namespace jam::circles
