// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The JSON object of a load, held against an independent parser.
#include "jam/trunk/io/load_report.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "scenes/trunk/sample_boxes.hpp"

using namespace jam;
using namespace jam::trunk;
using nlohmann::json;

TEST_CASE("the JSON of a load holds its figures", "[unit]") {
  const json root = json::parse(load_json_text(sample_load()));
  CHECK(root["schema"] == "jampack/trunk-packing/1");
  CHECK(root["totals"]["count"] == 4);
  CHECK(root["totals"]["litres"] == 4.0);
  CHECK(root["totals"]["container_litres"] == 30.0);
  CHECK(root["totals"]["fill_ratio"] == 4.0 / 30.0);
  CHECK(root["totals"]["free_litres"] == 26.0);
  CHECK(
      root["verification"] ==
      json::parse(
          R"({"verified": true, "legal": true, "tolerance_mm": 0, "corner_radius_mm": 0, "gap_mm": 0, "against": "original mesh", "failure": ""})"));
  LoadReport points = sample_load();
  points.verification.points_only = true;
  const json checked = json::parse(load_json_text(points))["verification"];
  CHECK((checked["verified"] == false && checked["legal"] == true));
  CHECK(root["run"]["seed"] == 18446744073709551615ULL);
  CHECK(root["run"]["time_s"] == 12.5);
  CHECK(root["run"]["stop_reason"].is_null());
  CHECK(root["container"]["wrap_offset_mm"].is_null());
  CHECK(root["container"]["notes"][1] == "a note with \"quotes\", <tags> & </script> \xC3\xA4");
}

TEST_CASE("poses in JSON are the doubles of the rows", "[unit]") {
  LoadReport report = sample_load();
  report.boxes = rows_of(awkward_boxes(true));
  const json root = json::parse(load_json_text(report));
  REQUIRE(root["boxes"].size() == 3);
  for (std::size_t k = 0; k < 3; ++k) {
    const json& box = root["boxes"][k];
    const BoxRow& row = report.boxes[k];
    const std::vector<double> matrix = box["matrix"];
    REQUIRE(matrix.size() == 9);
    CHECK(box["position_mm"] == json{row.centre.x, row.centre.y, row.centre.z});
    CHECK(Vec3d{matrix[0], matrix[3], matrix[6]} == row.first_axis);
    CHECK(Vec3d{matrix[1], matrix[4], matrix[7]} == row.second_axis);
    CHECK(Vec3d{matrix[2], matrix[5], matrix[8]} == row.third_axis());
    const Quaterniond q = placed(row).rotation;
    CHECK(box["quaternion"] == json{q.w, q.x, q.y, q.z});
    CHECK(box["edges_mm"] == json{row.edge.x, row.edge.y, row.edge.z});
    CHECK(box["tags"] == json{row.tag[0], row.tag[1]});
    CHECK(box["clearance_mm"] == report.clearance[k]);
  }
}

TEST_CASE("pieces of a set carry their letters in JSON, boxes of one size none", "[unit]") {
  LoadReport report = sample_load();
  report.set = box_set("din");
  CHECK(json::parse(load_json_text(report))["boxes"][0]["piece"].is_null());
  report.set = box_set("sae-j1100");
  report.boxes.resize(2);
  report.boxes[0].edge = {114, 325, 152};
  report.boxes[1].edge = {483, 610, 229};
  const json root = json::parse(load_json_text(report));
  CHECK(root["boxes"][0]["piece"] == "H");
  CHECK(root["boxes"][1]["piece"] == "A");
}

TEST_CASE("what is not known is null", "[unit]") {
  LoadReport report = sample_load();
  report.container = {};
  report.clearance.clear();
  report.seed.reset();
  report.device.clear();
  report.time.reset();
  const json root = json::parse(load_json_text(report));
  CHECK(root["totals"]["container_litres"].is_null());
  CHECK(root["totals"]["fill_ratio"].is_null());
  CHECK(root["boxes"][0]["clearance_mm"].is_null());
  CHECK(root["container"]["notes"].empty());
  for (const char* key : {"seed", "device", "time_s"}) CHECK(root["run"][key].is_null());
  CHECK(root["run"]["problem"] == "trunk.off");
}

TEST_CASE("a load without boxes and a name that is no UTF-8 are valid JSON", "[unit]") {
  LoadReport report;
  report.problem = "caf\xE9.off";
  const json root = json::parse(load_json_text(report));
  CHECK(root["boxes"].empty());
  CHECK(root["run"]["problem"] == "caf\xEF\xBF\xBD.off");
}
