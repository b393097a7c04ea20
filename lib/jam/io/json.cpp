// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/io/json.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <set>

#include "jam/core/duration.hpp"
#include "jam/core/error.hpp"
#include "jam/core/memory_plan.hpp"
#include "jam/core/nearest_word.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/text_table.hpp"
#include "jam/io/utf8_text.hpp"

namespace jam::io {
namespace {

using nlohmann::ordered_json;

/// The type of a value, for messages.
const char* type_name(const ordered_json& value) {
  switch (value.type()) {
    case ordered_json::value_t::null: return "null";
    case ordered_json::value_t::object: return "an object";
    case ordered_json::value_t::array: return "a list";
    case ordered_json::value_t::string: return "text";
    case ordered_json::value_t::boolean: return "true or false";
    default: return "a number";
  }
}

/// Line and column of a byte, from 1.
std::string place(std::string_view text, std::size_t byte) {
  const std::string_view before = text.substr(0, std::min(byte, text.size()));
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t line_break = before.rfind('\n');
  const std::size_t column =
      line_break == std::string_view::npos ? before.size() : before.size() - line_break - 1;
  return fmt::format("line {}, column {}", line, std::max<std::size_t>(1, column));
}

/// Whether the parser stopped after a digit, at the D of a number such as 1.5D-3.
bool fortran_exponent(std::string_view text, std::size_t byte) {
  const auto digit = [&](std::size_t at) { return at < text.size() && text[at] >= '0' && text[at] <= '9'; };
  const auto sign = [&](std::size_t at) { return at < text.size() && (text[at] == '-' || text[at] == '+'); };
  for (std::size_t at = byte > 2 ? byte - 2 : 1; at <= byte && at < text.size(); ++at) {
    if ((text[at] == 'D' || text[at] == 'd') && (digit(at - 1) || text[at - 1] == '.') &&
        (digit(at + 1) || sign(at + 1)))
      return true;
  }
  return false;
}

/// Checks a text before it becomes a document. The parser's own callback is not used: it would read a whole
/// list again after every object in it.
class TextCheck : public nlohmann::json_sax<ordered_json> {
 public:
  TextCheck(std::string_view text, const std::string& name)
      : text_(text), name_(name), byte_limit_(json_byte_limit(text.size())) {}

  bool null() override { return value(number_bytes); }
  bool boolean(bool) override { return value(number_bytes); }
  bool number_integer(number_integer_t) override { return value(number_bytes); }
  bool number_unsigned(number_unsigned_t) override { return value(number_bytes); }
  bool number_float(number_float_t, const string_t&) override { return value(number_bytes); }
  bool string(string_t&) override { return value(number_bytes); }
  bool binary(binary_t&) override { return value(number_bytes); }
  bool start_array(std::size_t) override { return open(); }
  bool end_array() override { return close(); }
  bool start_object(std::size_t) override { return open(); }
  bool end_object() override { return close(); }

  /// The parser would silently keep the last of equal keys, and it looks for each key among all those before.
  bool key(string_t& key) override {
    std::set<std::string>& keys = keys_.back();
    take(key_bytes);
    if (keys.size() == json_key_limit) {
      throw InputError(fmt::format("{}: an object has more than {} keys", name_, json_key_limit));
    }
    if (!keys.insert(key).second) {
      throw InputError(
          fmt::format("{}: the key {} stands twice in one object: keep one of them", name_, io::quoted(key)));
    }
    return true;
  }

  bool parse_error(std::size_t byte, const std::string&, const nlohmann::detail::exception& error) override {
    if (dynamic_cast<const ordered_json::parse_error*>(&error) == nullptr) {
      throw InputError(
          name_ + ": a number in it is beyond the range of a double: numbers up to 1.7e308 are accepted");
    }
    if (fortran_exponent(text_, byte))
      throw InputError(fmt::format("{}: {}: not valid JSON: numbers have an exponent with e, not Fortran's D",
                                   name_, place(text_, byte)));
    throw InputError(
        fmt::format("{}: {}: not valid JSON: a comma, bracket or quote is missing or superfluous here, or "
                    "the file is truncated",
                    name_, place(text_, byte)));
  }

 private:
  // Estimates [bytes]: a key takes a value in addition to its text; lists and objects have a header and their
  // memory.
  static constexpr std::size_t number_bytes = 16, key_bytes = 48, list_bytes = 64;

  void take(std::size_t bytes) {
    bytes_ += bytes;
    if (bytes_ > byte_limit_) {
      throw InputError(
          fmt::format("{}: value {} is beyond the memory for a text of this size, {}: it holds too many "
                      "short lists or numbers",
                      name_, count_, format_bytes(byte_limit_)));
    }
  }
  bool value(std::size_t bytes) {
    ++count_;
    take(bytes);
    return true;
  }
  bool open() {
    if (keys_.size() == json_depth_limit) {
      throw InputError(
          fmt::format("{}: lists and objects are nested more than {} deep", name_, json_depth_limit));
    }
    keys_.emplace_back();
    return value(list_bytes);
  }
  bool close() {
    keys_.pop_back();
    return true;
  }

  std::string_view text_;
  const std::string& name_;
  std::size_t byte_limit_;
  std::size_t count_ = 0;
  std::size_t bytes_ = 0;
  std::vector<std::set<std::string>> keys_;  ///< Keys of the lists and objects that are open.
};

}  // namespace

struct JsonNode::Document {
  ordered_json root;
  std::string name;
};

JsonNode::JsonNode(std::shared_ptr<const Document> document, const Value* value, std::string path)
    : document_(std::move(document)), value_(value), path_(std::move(path)) {}

JsonNode JsonNode::parse(std::string_view bytes, const std::string& name) {
  const std::string converted = is_utf8(bytes) ? std::string() : utf8_text(std::string(bytes), name);
  const std::string_view text = is_utf8(bytes) ? bytes : std::string_view(converted);
  TextCheck check(text, name);
  ordered_json::sax_parse(text, &check);
  const auto document = std::make_shared<const Document>(Document{ordered_json::parse(text), name});
  const Value* root = &document->root;
  return {document, root, {}};
}

void JsonNode::fail(const std::string& what) const {
  throw InputError(document_->name + ": " + (path_.empty() ? "" : path_ + ": ") + what);
}

void JsonNode::fail_type(const char* expected) const {
  fail(fmt::format("expected {}, found {}", expected, type_name(*value_)));
}

JsonNode JsonNode::member(std::string_view key, const Value& value) const {
  return {document_, &value, path_.empty() ? std::string(key) : fmt::format("{}.{}", path_, key)};
}

void JsonNode::require_keys(std::initializer_list<const char*> keys) const {
  const std::vector<std::string> known(keys.begin(), keys.end());
  for (const auto& [key, node] : members()) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    const std::string meant = nearest_word(key, known);
    node.fail("there is no such key; " + (meant.empty()
                                              ? fmt::format("possible here are {}", fmt::join(known, ", "))
                                              : "did you mean " + meant + "?"));
  }
}

void JsonNode::require_schema(std::string_view schema) const {
  const JsonNode found = at("schema");
  if (found.text() != schema)
    found.fail(fmt::format("{}: this program reads {}", io::quoted(found.text()), schema));
}

bool JsonNode::is_null() const { return value_->is_null(); }
bool JsonNode::is_text() const { return value_->is_string(); }
bool JsonNode::is_number() const { return value_->is_number(); }
bool JsonNode::is_list() const { return value_->is_array(); }

std::optional<JsonNode> JsonNode::find(std::string_view key) const {
  if (!value_->is_object()) fail_type("an object");
  const auto found = value_->find(std::string(key));
  if (found == value_->end()) return std::nullopt;
  return member(key, *found);
}

JsonNode JsonNode::at(std::string_view key) const {
  const auto found = find(key);
  if (!found) fail(fmt::format("the key {} is missing", key));
  return *found;
}

std::vector<JsonNode> JsonNode::items() const {
  if (!value_->is_array()) fail_type("a list");
  std::vector<JsonNode> result;
  result.reserve(value_->size());
  for (const Value& value : *value_)
    result.push_back({document_, &value, fmt::format("{}[{}]", path_, result.size())});
  return result;
}

std::vector<std::pair<std::string, JsonNode>> JsonNode::members() const {
  if (!value_->is_object()) fail_type("an object");
  std::vector<std::pair<std::string, JsonNode>> result;
  for (const auto& [key, value] : value_->items()) result.emplace_back(key, member(key, value));
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
  if (!(value > 0)) fail("it is " + number_text(value) + ": a number above 0 is needed");
  return value;
}

unsigned long long JsonNode::whole(unsigned long long lowest, unsigned long long highest) const {
  if (!value_->is_number()) fail_type("a whole number");
  const bool whole = value_->is_number_unsigned();
  const auto value = whole ? value_->get<unsigned long long>() : 0;
  if (!whole || value < lowest || value > highest) {
    fail(fmt::format("it is {}: a whole number from {} to {} is needed", word(), lowest, highest));
  }
  return value;
}

double JsonNode::duration() const {
  if (value_->is_number()) {
    if (number() < 0) fail("it is " + word() + ": a time of at least 0 s is needed");
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
  return value_->is_number_float() ? number_text(number()) : value_->dump();
}

}  // namespace jam::io
