// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The JSON reader: values as they stand, and errors of one line that name the place.
#include <catch2/catch.hpp>

#include "jam/core/error.hpp"
#include "jam/io/json.hpp"

using namespace jam;
using Catch::Matchers::Contains;
using jam::io::json_key_limit;
using jam::io::JsonNode;

namespace {

/// The message of what `use` throws for the document of a text; it is one line that begins with the file's
/// name.
template <class Use>
std::string refusal(const std::string& text, const Use& use) {
  try {
    use(JsonNode::parse(text, "a.json"));
  } catch (const InputError& error) {
    const std::string message = error.what();
    CHECK(message.starts_with("a.json: "));
    CHECK(message.find('\n') == std::string::npos);
    CHECK(message.find("json.exception") == std::string::npos);
    return message;
  }
  return "accepted";
}

std::string refusal(const std::string& text) {
  return refusal(text, [](const JsonNode&) {});
}

}  // namespace

TEST_CASE("values are read as they stand, members in the order of the text", "[unit]") {
  const JsonNode root = JsonNode::parse(
      R"({"z": 0.1, "a": [1, 18446744073709551615], "t": "2h30m", "yes": true, "no": null})", "a.json");
  CHECK(root.at("z").number() == 0.1);
  CHECK(root.at("a").items()[1].whole(0, ~0ULL) == ~0ULL);
  CHECK(root.at("t").duration() == 9000);
  CHECK(root.at("z").duration() == 0.1);
  CHECK(root.at("yes").truth());
  CHECK(root.at("no").is_null());
  CHECK_FALSE(root.find("x"));
  CHECK(root.at("z").word() == "0.1");
  std::vector<std::string> keys;
  for (const auto& [key, value] : root.members()) keys.push_back(key);
  CHECK(keys == std::vector<std::string>{"z", "a", "t", "yes", "no"});
}

TEST_CASE("a node outlives the document it was taken from", "[unit]") {
  const auto last = [] {
    return JsonNode::parse(R"([{"a": ["x", "y"]}])", "a.json").items()[0].at("a").items()[1];
  };
  CHECK(last().text() == "y");
}

TEST_CASE("a text that is not JSON is refused with line and column", "[unit]") {
  CHECK_THAT(refusal("{\n  \"a\": [1,\n}"), Contains("line 3, column 1"));
  CHECK_THAT(refusal(""), Contains("line 1, column 1"));
  CHECK_THAT(refusal("[1, 2"), Contains("truncated"));
  CHECK_THAT(refusal("[\"\xff\"]"), Contains("line 1"));
  CHECK_THAT(refusal("[1e999]"), Contains("a number in it is beyond the range of a double"));
  CHECK_THAT(refusal(R"({"a": {"b": 1, "b": 2}})"), Contains("the key 'b' stands twice"));
}

TEST_CASE("JSON in UTF-16 with a mark is read, and Fortran's exponents are named", "[unit]") {
  std::string text = "\xFF\xFE";
  for (const char c : std::string("{\"a\": 1.5}")) text += c, text += '\0';
  CHECK(JsonNode::parse(text, "f").at("a").number() == 1.5);
  CHECK_THROWS_WITH(JsonNode::parse(text.substr(2), "f"), Catch::Contains("f: is UTF-16"));
  for (const char* number : {"1.5D-3", "2d4"})
    CHECK_THROWS_WITH(JsonNode::parse(std::string("{\"a\": ") + number + "}", "f"),
                      Catch::Contains("f: line 1, column") && Catch::Contains("Fortran's D"));
}

TEST_CASE("an object of very many keys is refused", "[unit]") {
  const auto keys = [](std::size_t count) {
    std::string text = "{";
    for (std::size_t k = 0; k < count; ++k) text += (k == 0 ? "\"k" : ",\"k") + std::to_string(k) + "\":1";
    return text + "}";
  };
  CHECK(refusal(keys(json_key_limit)) == "accepted");
  CHECK_THAT(refusal(keys(json_key_limit + 1)), Contains("an object has more than 250 keys"));
}

TEST_CASE("lists may stand in each other 64 deep and no deeper", "[unit]") {
  const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  CHECK(refusal(nested(64)) == "accepted");
  CHECK_THAT(refusal(nested(65)), Contains("more than 64 deep"));
  CHECK_THAT(refusal(std::string(1'000'000, '[')), Contains("more than 64 deep"));
}

#ifndef JAM_SANITIZED  // It would take minutes.
TEST_CASE("a text of very many values is refused before it fills the memory", "[unit]") {
  std::string numbers = "[";
  for (int k = 0; k < 9'000'000; ++k) numbers += "1,";
  CHECK_THAT(refusal(numbers + "1]"), Contains("is beyond the memory for a text of this size, 133 MiB"));
  std::string lists = "[";
  for (int k = 0; k < 3'000'000; ++k) lists += "[],";
  CHECK_THAT(refusal(lists + "1]"), Contains("is beyond the memory for a text of this size, 98.3 MiB"));
}
#endif

TEST_CASE("a long list of results is accepted", "[unit]") {
  std::string points = "[";
  for (int k = 0; k < 200'000; ++k) points += R"({"r": 1.25, "x": -0.123456789012345, "y": 3e-7},)";
  CHECK(refusal(points + "{}]") == "accepted");
}

TEST_CASE("a value of another type is refused with its place", "[unit]") {
  const std::string text = R"({"entries": [{}, {"n": [3, "x"]}]})";
  const auto at_n = [](const JsonNode& root) { return root.at("entries").items()[1].at("n"); };
  CHECK_THAT(refusal(text, [&](const JsonNode& root) { static_cast<void>(at_n(root).text()); }),
             Contains("entries[1].n: expected text, found a list"));
  CHECK_THAT(refusal(text, [&](const JsonNode& root) { static_cast<void>(at_n(root).items()[1].number()); }),
             Contains("entries[1].n[1]: expected a number, found text"));
  CHECK_THAT(
      refusal(text, [&](const JsonNode& root) { static_cast<void>(at_n(root).items()[0].whole(5, 9)); }),
      Contains("entries[1].n[0]: it is 3: a whole number from 5 to 9"));
  CHECK_THAT(
      refusal(text, [](const JsonNode& root) { static_cast<void>(root.at("entries").items()[0].at("n")); }),
      Contains("entries[0]: the key n is missing"));
  CHECK_THAT(refusal(text, [](const JsonNode& root) { root.require_keys({"entrys"}); }),
             Contains("entries: there is no such key; did you mean entrys?"));
  CHECK_THAT(refusal(R"({"schema": "x/2"})", [](const JsonNode& root) { root.require_schema("x/1"); }),
             Contains("schema: 'x/2': this program reads x/1"));
}
