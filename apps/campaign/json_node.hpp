// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Reading a JSON text that a person wrote: every access checks the type, and every error is an InputError of one line that names file and
// place, for example `night.json: entries[2].problem.n: expected text, found a list`.
#pragma once

#include <filesystem>
#include <initializer_list>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace jam::campaign {

/// A value in a document, with its place. Copies share the document.
class JsonNode {
 public:
  /// Parses a text; `name` is for messages. Throws InputError with line and column for what is no JSON, and for a key that comes twice.
  [[nodiscard]] static JsonNode parse(std::string_view text, const std::string& name);

  /// Throws an InputError about this value.
  [[noreturn]] void fail(const std::string& what) const;

  /// Throws unless this is an object whose keys are all among `keys`; the error names the nearest one.
  void require_keys(std::initializer_list<const char*> keys) const;

  [[nodiscard]] bool is_text() const;
  [[nodiscard]] bool is_number() const;
  [[nodiscard]] bool is_list() const;

  /// The value under a key of this object; nothing where it has none.
  [[nodiscard]] std::optional<JsonNode> find(const char* key) const;
  /// The same; throws where there is none.
  [[nodiscard]] JsonNode at(const char* key) const;
  /// The values of this list.
  [[nodiscard]] std::vector<JsonNode> items() const;
  /// Keys and values of this object, in the order of the keys.
  [[nodiscard]] std::vector<std::pair<std::string, JsonNode>> members() const;

  /// This value as what it is; each throws where it is something else.
  [[nodiscard]] std::string any_text() const;
  [[nodiscard]] std::string text() const;        ///< Not empty, without control characters.
  [[nodiscard]] double number() const;           ///< Finite.
  [[nodiscard]] double positive_number() const;  ///< Finite and above 0.
  [[nodiscard]] unsigned long long whole(unsigned long long lowest, unsigned long long highest) const;
  [[nodiscard]] double duration() const;  ///< [s]: a number, or a text such as `2h30m`; at least 0.
  [[nodiscard]] bool truth() const;
  /// Text as it stands, a number as its shortest decimal: the value of an option.
  [[nodiscard]] std::string word() const;

 private:
  using Document = std::shared_ptr<const nlohmann::json>;
  JsonNode(Document document, const nlohmann::json* value, std::string name, std::string path)
      : document_(std::move(document)), value_(value), name_(std::move(name)), path_(std::move(path)) {}

  [[noreturn]] void fail_type(const char* expected) const;
  [[nodiscard]] JsonNode child(const nlohmann::json& value, std::string path) const;

  Document document_;
  const nlohmann::json* value_;
  std::string name_;
  std::string path_;  ///< Empty: the whole document.
};

}  // namespace jam::campaign
