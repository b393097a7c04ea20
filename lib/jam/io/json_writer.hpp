// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Writing JSON (RFC 8259); json.hpp reads it. Texts grow in place without a tree of values, as scenes have
// millions of numbers. Numbers are the shortest decimals that read back as the same doubles, `null` if
// JSON has none (inf, nan); a general writer such as nlohmann::json promises neither.
//
//   JsonObject::document().add("schema", "jampack/x/1", "centre_m", Vec3d{1, 2, 3}).text()
#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "jam/io/number_text.hpp"

namespace jam::io {

/// A value that is JSON already.
struct JsonText {
  std::string text;
};

/// Appends a string in quotes; bytes that are not UTF-8 become replacement characters.
void append_json_string(std::string& text, std::string_view value);
/// The text that append_json_string() appends.
[[nodiscard]] std::string json_string(std::string_view value);

/// Appends a number; null for inf and nan.
void append_json_number(std::string& text, double value);

/// A number with `decimals` digits after the point; null for inf and nan.
[[nodiscard]] JsonText json_fixed(double value, int decimals);

/// A finite number with six significant figures, for pictures.
[[nodiscard]] JsonText json_figures(double value);

/// The value if the condition holds, else null.
template <class Value>
[[nodiscard]] std::optional<Value> json_if(bool condition, Value value) {
  return condition ? std::optional<Value>(std::move(value)) : std::nullopt;
}

/// Appends a value: null, truth values, numbers, strings, JsonText, JsonObject, optional values (null if
/// empty), vectors [x, y, z], quaternions [w, x, y, z], pairs and ranges of these.
template <class Value>
void append_json(std::string& text, const Value& value);

/// An object. Its members have the order in which they are added; that a key comes twice is not noticed.
/// Values become text at once, so none is needed after the call. Not thread-safe.
class JsonObject {
 public:
  /// All members on one line.
  JsonObject() = default;
  /// With these members: a key, its value, and so on.
  template <class... Members>
  explicit JsonObject(std::string_view key, const Members&... members) {
    add(key, members...);
  }

  /// A file: each member on a line of its own, and a line break at the end.
  [[nodiscard]] static JsonObject document() {
    JsonObject object;
    object.document_ = true;
    return object;
  }

  /// Adds members: a key, its value, and so on.
  template <class Value, class... More>
  JsonObject& add(std::string_view key, const Value& value, const More&... more) {
    if (!members_.empty()) members_ += document_ ? ",\n  " : ", ";
    append_json_string(members_, key);
    members_ += ": ";
    append_json(members_, value);
    if constexpr (sizeof...(More) > 0) add(more...);
    return *this;
  }

  /// Adds the members of an object, without its braces.
  JsonObject& add_members(std::string_view members) {
    if (!members_.empty() && !members.empty()) members_ += document_ ? ",\n  " : ", ";
    members_ += members;
    return *this;
  }
  /// Adds the members of another object.
  JsonObject& add_members(const JsonObject& other) { return add_members(other.members_); }

  /// Appends the object to a text.
  void append_to(std::string& text) const {
    text += document_ ? "{\n  " : "{";
    text += members_;
    text += document_ ? "\n}\n" : "}";
  }
  /// The whole object; a document ends with a line break.
  [[nodiscard]] std::string text() const {
    std::string text;
    append_to(text);
    return text;
  }

 private:
  bool document_ = false;
  std::string members_;
};

/// Appends a list on one line; `value_of` gives the value of each item.
template <class Items, class Function>
void append_json_array(std::string& text, const Items& items, Function&& value_of) {
  const char* separator = "[";
  for (const auto& item : items) {
    text += std::exchange(separator, ", ");
    append_json(text, value_of(item));
  }
  text += *separator == '[' ? "[]" : "]";
}
/// The list as a value of its own.
template <class Items, class Function>
[[nodiscard]] JsonText json_array(const Items& items, Function&& value_of) {
  JsonText list;
  append_json_array(list.text, items, value_of);
  return list;
}

/// A list in a document, each item on a line of its own.
template <class Items, class Function = std::identity>
[[nodiscard]] JsonText json_lines(const Items& items, Function&& value_of = {}) {
  JsonText list{"["};
  for (const auto& item : items) {
    list.text += list.text.size() > 1 ? ",\n    " : "\n    ";
    append_json(list.text, value_of(item));
  }
  list.text += list.text.size() > 1 ? "\n  ]" : "]";
  return list;
}

/// Appends the values as a list on one line: `[1, "a", null]`.
template <class... Values>
void append_json_list(std::string& text, const Values&... values) {
  const char* separator = "[";
  ((text += std::exchange(separator, ", "), append_json(text, values)), ...);
  text += "]";
}
/// The list as a value of its own: `json_list(1, "a", nullptr)`.
template <class... Values>
[[nodiscard]] JsonText json_list(const Values&... values) {
  JsonText list;
  append_json_list(list.text, values...);
  return list;
}

template <class Value>
void append_json(std::string& text, const Value& value) {
  if constexpr (std::same_as<Value, JsonText>) text += value.text;
  else if constexpr (std::same_as<Value, JsonObject>) value.append_to(text);
  else if constexpr (std::same_as<Value, bool>) text += value ? "true" : "false";
  else if constexpr (std::same_as<Value, std::nullptr_t>) text += "null";
  else if constexpr (std::floating_point<Value>) append_json_number(text, static_cast<double>(value));
  else if constexpr (std::integral<Value>) text += number_text(value);
  else if constexpr (std::convertible_to<const Value&, std::string_view>) append_json_string(text, value);
  else if constexpr (requires { value.has_value(); })
    value ? append_json(text, *value) : void(text += "null");
  else if constexpr (requires { value.w; }) append_json_list(text, value.w, value.x, value.y, value.z);
  else if constexpr (requires { value.z; }) append_json_list(text, value.x, value.y, value.z);
  else if constexpr (requires { value.second; }) append_json_list(text, value.first, value.second);
  else append_json_array(text, value, std::identity());
}

}  // namespace jam::io
