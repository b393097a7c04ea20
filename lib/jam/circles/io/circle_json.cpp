// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// JSON of a packing: writing and reading.
#include "jam/circles/io/circle_json.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "jam/core/error.hpp"
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

double number_field(const json& object, const char* key, const std::string& where) {
  const auto found = object.find(key);
  if (found == object.end()) throw InputError(where + key + ": the field is missing");
  if (!found->is_number()) throw InputError(where + key + ": expected a number, found " + found->type_name());
  const double value = found->get<double>();
  if (!std::isfinite(value)) throw InputError(where + key + ": expected a finite number");
  return value;
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
  json root;
  try {
    root = json::parse(text);
  } catch (const json::parse_error& error) {
    const auto end = std::min(error.byte, text.size());
    const auto line = 1 + std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(end), '\n');
    throw InputError(name + ":" + std::to_string(line) + ": not valid JSON (the file may be truncated)");
  } catch (const json::exception& error) {
    throw InputError(name + ": not usable JSON: " + error.what());
  }

  if (!root.is_object() || !root.contains("schema") || root["schema"] != schema_name) {
    throw InputError(name + ": schema: expected an object with \"schema\": \"" + schema_name + "\"");
  }
  PackingFile result;
  result.format = CircleFormat::json;
  result.claimed = true;
  result.packing.enclosing_radius = number_field(root, "enclosing_radius", name + ": ");
  if (result.packing.enclosing_radius <= 0) throw InputError(name + ": enclosing_radius: expected a number above 0");

  if (!root.contains("circles") || !root["circles"].is_array()) throw InputError(name + ": circles: expected an array");
  const json& circles = root["circles"];
  if (circles.empty()) throw InputError(name + ": circles: the array is empty");
  if (circles.size() > static_cast<std::size_t>(circle_count_limit)) {
    throw InputError(name + ": circles: " + std::to_string(circles.size()) + " entries, at most " + std::to_string(circle_count_limit) +
                     " are supported");
  }
  if (root.contains("n") && root["n"] != circles.size()) {
    throw InputError(name + ": n: announces " + root["n"].dump() + " circles, the array holds " + std::to_string(circles.size()));
  }
  for (std::size_t i = 0; i < circles.size(); ++i) {
    const std::string where = name + ": circles[" + std::to_string(i) + "]";
    if (!circles[i].is_object()) throw InputError(where + ": expected an object with radius, x and y");
    Circle circle;
    circle.radius = number_field(circles[i], "radius", where + ".");
    circle.x = number_field(circles[i], "x", where + ".");
    circle.y = number_field(circles[i], "y", where + ".");
    if (circle.radius <= 0) throw InputError(where + ".radius: expected a number above 0, found " + number_text(circle.radius));
    result.packing.circles.push_back(circle);
  }
  if (root.contains("annotations")) {
    if (!root["annotations"].is_object()) throw InputError(name + ": annotations: expected an object of texts");
    for (const auto& [key, value] : root["annotations"].items()) {
      if (!value.is_string()) throw InputError(name + ": annotations." + key + ": expected a text");
      result.annotations[key] = value.get<std::string>();
    }
  }
  return result;
}

}  // namespace jam::circles
