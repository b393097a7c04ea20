// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "campaign/json_node.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "jam/core/duration.hpp"
#include "jam/core/error.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/text_table.hpp"
#include "shell/option_values.hpp"

namespace jam::campaign {
namespace {

using nlohmann::json;

/// What a value is, for people.
const char* type_name(const json& value) {
  switch (value.type()) {
    case json::value_t::null: return "null";
    case json::value_t::object: return "an object";
    case json::value_t::array: return "a list";
    case json::value_t::string: return "text";
    case json::value_t::boolean: return "true or false";
    default: return "a number";
  }
}

/// Line and column of a byte, from 1.
std::string place(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t line_break = before.rfind('\n');
  const std::size_t column = line_break == std::string_view::npos ? before.size() : before.size() - line_break - 1;
  return "line " + std::to_string(line) + ", column " + std::to_string(std::max<std::size_t>(1, column));
}

}  // namespace

JsonNode JsonNode::parse(std::string_view text, const std::string& name) {
  // The parser keeps the last of two equal keys, which would hide a mistake.
  std::vector<std::set<std::string>> keys;
  std::string twice;
  const auto watch = [&](int, json::parse_event_t event, json& value) {
    if (event == json::parse_event_t::object_start) keys.emplace_back();
    if (event == json::parse_event_t::object_end) keys.pop_back();
    if (event == json::parse_event_t::key && !keys.back().insert(value.get<std::string>()).second) twice = value.get<std::string>();
    return true;
  };
  std::shared_ptr<const json> document;
  try {
    document = std::make_shared<const json>(json::parse(text, watch));
  } catch (const json::parse_error& error) {
    throw InputError(name + ": " + place(text, error.byte) + ": this is no JSON: a comma, bracket or quote is missing or superfluous here");
  } catch (const json::exception& error) {
    throw InputError(name + ": cannot be read as JSON: " + error.what());
  }
  if (!twice.empty()) throw InputError(name + ": the key " + io::quoted(twice) + " comes twice in one object: keep one of them");
  const json* value = document.get();
  return {std::move(document), value, name, {}};
}

void JsonNode::fail(const std::string& what) const { throw InputError(name_ + ": " + (path_.empty() ? "" : path_ + ": ") + what); }

void JsonNode::fail_type(const char* expected) const { fail(std::string("expected ") + expected + ", found " + type_name(*value_)); }

JsonNode JsonNode::child(const json& value, std::string path) const { return {document_, &value, name_, std::move(path)}; }

void JsonNode::require_keys(std::initializer_list<const char*> keys) const {
  if (!value_->is_object()) fail_type("an object");
  const std::vector<std::string> known(keys.begin(), keys.end());
  for (const auto& [key, node] : members()) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    const std::string meant = app::nearest_word(key, known);
    std::string all;
    for (const std::string& word : known) all += (all.empty() ? "" : ", ") + word;
    node.fail("there is no such key; " + (meant.empty() ? "possible here are " + all : "did you mean " + meant + "?"));
  }
}

bool JsonNode::is_text() const { return value_->is_string(); }
bool JsonNode::is_number() const { return value_->is_number(); }
bool JsonNode::is_list() const { return value_->is_array(); }

std::optional<JsonNode> JsonNode::find(const char* key) const {
  if (!value_->is_object()) fail_type("an object");
  const auto found = value_->find(key);
  if (found == value_->end()) return std::nullopt;
  return child(*found, path_.empty() ? key : path_ + "." + key);
}

JsonNode JsonNode::at(const char* key) const {
  const auto found = find(key);
  if (!found) fail("the key " + std::string(key) + " is missing");
  return *found;
}

std::vector<JsonNode> JsonNode::items() const {
  if (!value_->is_array()) fail_type("a list");
  std::vector<JsonNode> result;
  for (std::size_t k = 0; k < value_->size(); ++k) result.push_back(child((*value_)[k], path_ + "[" + std::to_string(k) + "]"));
  return result;
}

std::vector<std::pair<std::string, JsonNode>> JsonNode::members() const {
  if (!value_->is_object()) fail_type("an object");
  std::vector<std::pair<std::string, JsonNode>> result;
  for (const auto& [key, value] : value_->items()) result.emplace_back(key, child(value, path_.empty() ? key : path_ + "." + key));
  return result;
}

std::string JsonNode::any_text() const {
  if (!value_->is_string()) fail_type("text");
  return value_->get<std::string>();
}

std::string JsonNode::text() const {
  std::string text = any_text();
  if (text.empty()) fail("the text is empty");
  const bool control = std::any_of(text.begin(), text.end(), [](unsigned char c) { return c < 0x20; });
  if (control) fail("the text holds a line break or another control character: take it out");
  return text;
}

double JsonNode::number() const {
  if (!value_->is_number()) fail_type("a number");
  const double number = value_->get<double>();
  if (!std::isfinite(number)) fail("the number is too large");
  return number;
}

double JsonNode::positive_number() const {
  const double value = number();
  if (!(value > 0)) fail("it is " + io::number_text(value) + ": a number above 0 is needed");
  return value;
}

unsigned long long JsonNode::whole(unsigned long long lowest, unsigned long long highest) const {
  if (!value_->is_number()) fail_type("a whole number");
  const bool fits =
      value_->is_number_unsigned() && value_->get<unsigned long long>() >= lowest && value_->get<unsigned long long>() <= highest;
  if (!fits)
    fail("it is " + value_->dump() + ": a whole number from " + std::to_string(lowest) + " to " + std::to_string(highest) + " is needed");
  return value_->get<unsigned long long>();
}

double JsonNode::duration() const {
  if (value_->is_number()) {
    if (number() < 0) fail("it is " + value_->dump() + ": a time of at least 0 s is needed");
    return number();
  }
  if (!value_->is_string()) fail_type("a time, as a number of seconds or a text such as \"2h30m\"");
  try {
    return parse_duration(text());
  } catch (const InputError& error) {
    fail(error.what());
  }
}

bool JsonNode::truth() const {
  if (!value_->is_boolean()) fail_type("true or false");
  return value_->get<bool>();
}

std::string JsonNode::word() const {
  if (value_->is_string()) return text();
  if (!value_->is_number()) fail_type("text or a number");
  return value_->is_number_float() ? io::number_text(number()) : value_->dump();
}

}  // namespace jam::campaign
