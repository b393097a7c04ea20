// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Reading JSON (RFC 8259): every access checks the type, and every error is an InputError of one line that
// names file and place, for example `night.json: entries[2].problem.n: expected text, found a list`. Writers
// use json_writer.hpp.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "jam/core/words.hpp"

namespace jam::io {

/// Largest depth of nested lists and objects.
inline constexpr std::size_t json_depth_limit = 64;

/// Largest number of keys in an object.
inline constexpr std::size_t json_key_limit = 250;

/// Largest memory that a document may take [bytes]: a number takes 16, lists and objects 48 more. Files of
/// results take about twice the size of their text, `[1,1,...` eight times, `[[],[],...` twenty times.
[[nodiscard]] constexpr std::size_t json_byte_limit(std::size_t text_bytes) {
  return (std::size_t{64} << 20) + 4 * text_bytes;
}

/// A value in a document, with its place. Copies share the document.
class JsonNode {
 public:
  /// Parses a text; `name` is for messages. Throws InputError: with line and column for a text that is not
  /// JSON, also for a key that an object has twice, for a document beyond these limits, and for a number
  /// beyond the range of a double.
  [[nodiscard]] static JsonNode parse(std::string_view bytes, const std::string& name);

  /// Throws an InputError about this value.
  [[noreturn]] void fail(const std::string& what) const;

  /// The value that a table gives for the text; throws InputError for other texts.
  template <class Value, std::size_t count>
  [[nodiscard]] Value value_in(const Words<Value> (&table)[count]) const {
    std::string accepted;
    for (const auto& [word, value] : table) {
      if (text() == word) return value;
      accepted += (accepted.empty() ? "" : ", ") + std::string(word);
    }
    fail("'" + text() + "' is unknown: " + accepted + " are accepted");
  }

  /// Throws unless this is an object whose keys are all among `keys`; the error names the nearest one.
  void require_keys(std::initializer_list<const char*> keys) const;

  /// Throws unless this is an object with this text under the key `schema`.
  void require_schema(std::string_view schema) const;

  [[nodiscard]] bool is_null() const;
  [[nodiscard]] bool is_text() const;
  [[nodiscard]] bool is_number() const;
  [[nodiscard]] bool is_list() const;

  /// The value under a key of this object; empty if the object has no such key.
  [[nodiscard]] std::optional<JsonNode> find(std::string_view key) const;
  /// The value under a key of this object; throws if the object has no such key.
  [[nodiscard]] JsonNode at(std::string_view key) const;
  /// The values of this list.
  [[nodiscard]] std::vector<JsonNode> items() const;
  /// Keys and values of this object, in the order of the text.
  [[nodiscard]] std::vector<std::pair<std::string, JsonNode>> members() const;

  /// This value by its type; each function throws if the value has another type.
  [[nodiscard]] std::string any_text() const;
  [[nodiscard]] std::string text() const;        ///< A text that is not empty, without control characters.
  [[nodiscard]] double number() const;           ///< A finite number.
  [[nodiscard]] double positive_number() const;  ///< A finite number above 0.
  [[nodiscard]] unsigned long long whole(unsigned long long lowest, unsigned long long highest) const;
  [[nodiscard]] double duration() const;  ///< Duration [s]: a number, or a text such as `2h30m`; at least 0.
  [[nodiscard]] bool truth() const;
  /// Text unchanged, a number as its shortest decimal: a word of a command line.
  [[nodiscard]] std::string word() const;

 private:
  struct Document;
  using Value = nlohmann::ordered_json;
  JsonNode(std::shared_ptr<const Document> document, const Value* value, std::string path);

  [[noreturn]] void fail_type(const char* expected) const;
  [[nodiscard]] JsonNode member(std::string_view key, const Value& value) const;

  std::shared_ptr<const Document> document_;
  const Value* value_;
  std::string path_;  ///< `entries[2].problem.n`; empty: the whole document.
};

}  // namespace jam::io
