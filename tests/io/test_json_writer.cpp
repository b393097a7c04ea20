// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Values as JSON text.
#include <catch2/catch.hpp>
#include <limits>
#include <map>
#include <vector>

#include "jam/core/quaternion.hpp"
#include "jam/io/json_writer.hpp"

using namespace jam;
using namespace jam::io;

TEST_CASE("numbers read back as the same doubles, and others are null", "[unit]") {
  CHECK(json_list(0.1, 1e22, 3.0, -7, true).text == "[0.1, 1e+22, 3, -7, true]");
  CHECK(json_list(0.1F).text == "[0.10000000149011612]");
  CHECK(json_list(std::numeric_limits<double>::infinity(), std::nan("")).text == "[null, null]");
  CHECK(json_list(json_fixed(2.0 / 3, 3), json_fixed(std::nan(""), 3), json_figures(2e7 / 3)).text ==
        "[0.667, null, 6.66667e+06]");
}

TEST_CASE("texts are quoted", "[unit]") {
  CHECK(json_string("a b") == "\"a b\"");
  CHECK(json_string("\"\\\n") == R"("\"\\\n")");
  CHECK(json_string("\xff") == "\"\xef\xbf\xbd\"");
  CHECK(json_string("ä") == "\"ä\"");
}

TEST_CASE("values of all kinds have their place in objects", "[unit]") {
  const std::vector<std::pair<int, double>> pairs{{1, 0.5}, {2, 0.25}};
  JsonObject object;
  object.add("v", Vec3d{1, 2, 3}).add("q", Quaterniond{1, 0, 0, 0}).add("pairs", pairs);
  object.add("none", json_if(false, 1)).add("some", json_if(true, std::string("x")));
  CHECK(object.text() ==
        R"({"v": [1, 2, 3], "q": [1, 0, 0, 0], "pairs": [[1, 0.5], [2, 0.25]], "none": null, "some": "x"})");
  CHECK(JsonObject().add_members(JsonObject()).add("a", JsonObject()).text() == R"({"a": {}})");
}

TEST_CASE("a document has its members and the items of its lists on lines of their own", "[unit]") {
  const std::map<std::string, int> items{{"a", 1}, {"b", 2}};
  const auto object = [](const auto& item) { return JsonObject(item.first, item.second); };
  CHECK(JsonObject::document().add("n", 2).add("items", json_lines(items, object)).text() ==
        "{\n  \"n\": 2,\n  \"items\": [\n    {\"a\": 1},\n    {\"b\": 2}\n  ]\n}\n");
  CHECK(json_lines(std::vector<int>()).text == "[]");
}
