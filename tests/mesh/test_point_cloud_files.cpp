// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Files of point clouds: PLY, XYZ and PCD, right and broken.
#include <catch2/catch.hpp>

#include <cstdint>
#include <string>
#include <vector>

#include "jam/mesh/clouds/point_cloud_file.hpp"
#include "support/refusal.hpp"
#include "support/temporary_file.hpp"

using namespace jam;
using namespace jam::mesh;
using Catch::Contains;

namespace {

std::vector<Vec3d> points_in(const std::string& name, const std::string& text) {
  const TemporaryFile file(name, text);
  return read_point_cloud(file.path());
}

std::string refusal_in(const std::string& name, const std::string& text) {
  return test::refusal_of([&] { return points_in(name, text); });
}

template <class Number>
std::string bytes_of(const std::vector<Number>& numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Number)};
}

std::string pcd_header(const std::string& points, const std::string& data) {
  return "# .PCD v0.7 - Point Cloud Data file format\nVERSION 0.7\nFIELDS x y z rgb\nSIZE 4 4 4 4\n"
         "TYPE F F F U\nCOUNT 1 1 1 1\nWIDTH " +
         points + "\nHEIGHT 1\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS " + points + "\nDATA " + data + "\n";
}

const std::vector<Vec3d> two = {{1, 2.5, -3}, {4, 5, 6}};

}  // namespace

TEST_CASE("clouds are known by their extension") {
  CHECK(is_point_cloud_file("a.PLY"));
  CHECK(is_point_cloud_file("a.xyz"));
  CHECK(is_point_cloud_file("b/a.Pcd"));
  CHECK_FALSE(is_point_cloud_file("a.point"));
  CHECK_FALSE(is_point_cloud_file("ply"));
}

TEST_CASE("XYZ has three numbers a line, and any further columns") {
  CHECK(points_in("a.xyz", "1 2.5 -3\n4 5 6\n") == two);
  CHECK(points_in("a.xyz", "# scan\n//X Y Z\n\n1\t2.5 -3 255 0 0\r\n 4 5 6e0 0 0 255") == two);
  CHECK(points_in("a.xyz", "2\n1 2.5 -3\n4 5 6\n") == two);
}

TEST_CASE("a broken XYZ file is refused with its line") {
  CHECK_THAT(refusal_in("a.xyz", "1 2 3\n4 5\n"), Contains("a.xyz:2:") && Contains("x, y and z"));
  CHECK_THAT(refusal_in("a.xyz", "1 2 3\n4 5 6 7\n"), Contains("a.xyz:2:") && Contains("4 columns"));
  CHECK_THAT(refusal_in("a.xyz", "1 2 3\n4 x 6\n"), Contains("a.xyz:2:") && Contains("'x'"));
  CHECK_THAT(refusal_in("a.xyz", "1,2,3\n"), Contains("a.xyz:1:") && Contains("blanks"));
  CHECK_THAT(refusal_in("a.xyz", "1 nan 3\n"), Contains("a.xyz:1:"));
  CHECK_THAT(refusal_in("a.xyz", "3\n1.00 2.00 3.00\n4 5 6\n"), Contains("announces 3 points, but holds 2"));
  CHECK_THAT(refusal_in("a.xyz", "18446744073709551615\n1 2 3\n"), Contains("more than the file holds"));
  CHECK_THAT(refusal_in("a.xyz", " \n"), Contains("is empty"));
  CHECK_THAT(refusal_in("a.xyz", "# nothing\n"), Contains("holds no points"));
}

TEST_CASE("PLY needs no faces") {
  const std::string header =
      "\nelement vertex 2\nproperty float x\nproperty float y\nproperty float z\nend_header\n";
  CHECK(points_in("a.ply", "ply\nformat ascii 1.0" + header + "1 2.5 -3\n4 5 6\n") == two);
  const std::string binary = "ply\nformat binary_little_endian 1.0" + header;
  CHECK(points_in("a.ply", binary + bytes_of<float>({1, 2.5F, -3, 4, 5, 6})) == two);
  CHECK_THAT(refusal_in("a.ply", binary + bytes_of<float>({1, 2.5F, -3, 4, 5})),
             Contains("more than the file holds"));
  CHECK_THAT(refusal_in("a.ply", "ply\nformat ascii 1.0\nend_header\n"), Contains("holds no points"));
}

TEST_CASE("PCD is read as text, binary and compressed") {
  CHECK(points_in("a.pcd", pcd_header("2", "ascii") + "1 2.5 -3 7\n4 5 6 8\n") == two);
  // What was not measured is left out.
  CHECK(points_in("a.pcd", pcd_header("3", "ascii") + "1 2.5 -3 7\nnan nan nan 0\n4 5 6 8\n") == two);
  CHECK(points_in("a.pcd", pcd_header("2", "binary") + bytes_of<float>({1, 2.5F, -3, 0, 4, 5, 6, 0})) == two);
  // Field by field: two literal runs, of x y and of z, then four zeros, and a copy of them from one byte
  // back.
  const std::string values = bytes_of<float>({1, 4, 2.5F, 5, -3, 6});
  const std::string packed =
      char(15) + values.substr(0, 16) + char(8) + values.substr(16) + char(0) + std::string("\xA0\x00", 2);
  CHECK(points_in("a.pcd", pcd_header("2", "binary_compressed") +
                               bytes_of<std::uint32_t>({static_cast<std::uint32_t>(packed.size()), 32}) +
                               packed) == two);
}

TEST_CASE("a broken PCD file is refused in one line") {
  const auto refused = [](const std::string& text) { return refusal_in("a.pcd", text); };
  CHECK_THAT(refused("VERSION 0.7\nFIELDS x y\nSIZE 4 4\nTYPE F F\nPOINTS 1\nDATA ascii\n1 2\n"),
             Contains("has no field z"));
  CHECK_THAT(refused("FIELDS x y z\nSIZE 4 4\n"), Contains("a.pcd:2:") && Contains("SIZE has 2 words"));
  CHECK_THAT(refused("FIELDS x y z\nSIZE 4 4 4\nTYPE I F F\nPOINTS 1\nDATA ascii\n1 2 3\n"),
             Contains("field x") && Contains("F 4 and F 8"));
  CHECK_THAT(refused("FIELDS x y z\nSIZE 4 4 3\nTYPE F F F\nPOINTS 1\nDATA ascii\n1 2 3\n"),
             Contains("3 bytes"));
  CHECK_THAT(refused("FIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nDATA ascii\n1 2 3\n"),
             Contains("neither POINTS nor WIDTH"));
  CHECK_THAT(
      refused("FIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nWIDTH 2\nHEIGHT 1\nPOINTS 1\nDATA ascii\n1 2 3\n"),
      Contains("WIDTH times HEIGHT is 2"));
  CHECK_THAT(refused("FIELDS x y z\nWIDTH 9999999999999999\nHEIGHT 9999999999999999\nDATA ascii\n"),
             Contains("too large"));
  CHECK_THAT(refused("GRID 3\n"), Contains("a.pcd:1:") && Contains("no keyword"));
  CHECK_THAT(refused(pcd_header("2", "zip")), Contains("binary_compressed are accepted"));
  CHECK_THAT(refused(pcd_header("2", "ascii") + "1 2.5 -3 7\n"), Contains("more than the file holds"));
  CHECK_THAT(refused(pcd_header("2", "binary") + "1234"), Contains("more than the file holds"));
  CHECK_THAT(refused(pcd_header("999999999999", "binary") + "1234"), Contains("more than the file holds"));
  const std::string compressed = pcd_header("2", "binary_compressed");
  CHECK_THAT(refused(compressed + bytes_of<std::uint32_t>({4, 31}) + "1234"), Contains("states 31 bytes"));
  CHECK_THAT(refused(compressed + bytes_of<std::uint32_t>({400, 32}) + "1234"),
             Contains("more than the file holds"));
  CHECK_THAT(refused(compressed + bytes_of<std::uint32_t>({4, 32}) + std::string("\xFF\xFF\xFF\xFF", 4)),
             Contains("damaged"));
  CHECK_THAT(refused(pcd_header("999999999", "binary_compressed") +
                     bytes_of<std::uint32_t>({4, 3411098608U}) + "1234"),
             Contains("states"));
}
