// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The SVG picture: what it must contain, whatever it looks like.
#include <catch2/catch.hpp>
#include <set>

#include "jam/circles/io/circle_colour.hpp"
#include "jam/circles/io/circle_files.hpp"
#include "jam/core/error.hpp"
#include "scenes/circles/sample_packings.hpp"

using namespace jam::circles;
using Catch::Matchers::Contains;

namespace {

int occurrences(const std::string& text, const std::string& part) {
  int count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + part.size()))
    ++count;
  return count;
}

/// The part of the picture inside the group with this id.
std::string group(const std::string& svg, const std::string& id) {
  const std::size_t begin = svg.find("<g id=\"" + id + "\"");
  REQUIRE(begin != std::string::npos);
  return svg.substr(begin, svg.find("</g>", begin) - begin);
}

}  // namespace

TEST_CASE("a picture holds every circle, contact and rattler with all digits", "[unit]") {
  Packing packing = three_circles();
  packing.circles[0].x = 1.2000000000000002;
  const std::string svg = packing_svg(packing, three_circle_contacts(), "three circles");
  CHECK_THAT(svg, Contains("cx=\"1.2000000000000002\" cy=\"2.4\" r=\"1\""));
  CHECK(occurrences(group(svg, "circles"), "<title>") == 3);
  CHECK(occurrences(group(svg, "contacts"), "<path") == 5);
  CHECK(occurrences(group(svg, "circles"), "url(#hatch)") == 1);
  CHECK_THAT(svg, Contains("rattler: r = 1,"));
  CHECK(occurrences(group(svg, "labels"), "<text") == 3);
}

TEST_CASE("the caption states n, R to twelve decimals, density, contacts and rattlers", "[unit]") {
  const std::string svg = packing_svg(three_circles(), three_circle_contacts(), "t");
  CHECK_THAT(svg, Contains("n = 3"));
  CHECK_THAT(svg, Contains("R = 5.000000000000"));
  CHECK_THAT(svg, Contains("density 0.560000"));
  CHECK_THAT(svg, Contains("5 contacts"));
  CHECK_THAT(svg, Contains("1 rattler<"));
}

TEST_CASE("a packing that is no local minimum has no rattlers in its picture, and the caption says so",
          "[unit]") {
  const std::string svg = packing_svg(three_circles(), {{}, {1, 1, 1}, false}, "t");
  CHECK(occurrences(svg, "url(#hatch") == 0);
  CHECK_THAT(svg, Contains("rattlers not determined (no local minimum)<") && !Contains("rattler:") &&
                      !Contains("rattler (not held)"));
}

TEST_CASE("a contact with the enclosing circle ends on it", "[unit]") {
  const Packing packing{{{1, 0, 2}}, 3};
  const std::string svg = packing_svg(packing, {{{0, -1}}, {1}}, "t");
  CHECK_THAT(svg, Contains("<path d=\"M0 2L0 3\"/>"));
  const Packing centred{{{1, 0, 0}}, 1};
  CHECK_THAT(packing_svg(centred, {{{0, -1}}, {1}}, "t"), !Contains("nan"));
}

TEST_CASE("a title may hold any text", "[unit]") {
  const std::string svg = packing_svg(three_circles(), three_circle_contacts(), "a<b & \"c\"\x01");
  CHECK_THAT(svg, Contains("<title>a&lt;b &amp; &quot;c&quot;</title>"));
}

TEST_CASE("labels are the numbers by which tooltips name the circles, in every family", "[unit]") {
  const std::string svg = packing_svg({{{4, 0, 0}, {2, 6, 0}}, 8}, {}, "t");
  CHECK_THAT(group(svg, "labels"), Contains(">1</text>") && Contains(">2</text>") && !Contains(">4</text>"));
  CHECK_THAT(svg, Contains("circle 1: r = 4"));
  const std::string equal = group(packing_svg(seven_circles(), {}, "t"), "labels");
  CHECK_THAT(equal, Contains(">7</text>"));
}

TEST_CASE("thousands of circles give a picture without labels and tooltips that nobody could read",
          "[unit]") {
  Packing packing{{}, 300};
  for (int i = 0; i < 150; ++i) {
    for (int j = 0; j < 150; ++j) packing.circles.push_back({1, 2.0 * i - 149, 2.0 * j - 149});
  }
  const std::string svg = packing_svg(packing, {}, "many");
  CHECK(occurrences(svg, "<title>") == 1);
  CHECK(occurrences(group(svg, "labels"), "<text") == 0);
  CHECK(occurrences(group(svg, "circles"), "<circle") == 22500);
}

TEST_CASE("nothing to draw is an error", "[unit]") {
  CHECK_THROWS_AS(packing_svg({}, {}, "t"), jam::InputError);
}

TEST_CASE("the colour ramp is clamped, and its tones differ", "[unit]") {
  CHECK(ramp_colour(-1) == ramp_colour(0));
  CHECK(ramp_colour(2) == ramp_colour(1));
  std::set<std::string> tones;
  for (int k = 0; k <= 50; ++k) {
    tones.insert(ramp_colour(k / 50.0));
    CHECK(ramp_colour(k / 50.0).size() == 7);
    CHECK(ramp_colour(k / 50.0) != faded_colour(k / 50.0));
  }
  CHECK(tones.size() == 51);
}

TEST_CASE("the radius scale is linear, or logarithmic for many small circles", "[unit]") {
  const RadiusScale linear(three_circles().circles);
  CHECK(linear.place(2) == 0.5);
  CHECK(linear.radius_at(0.5) == 2);
  const RadiusScale logarithmic({{1, 0, 0}, {1, 0, 0}, {1, 0, 0}, {100, 0, 0}});
  CHECK(logarithmic.place(10) == Approx(0.5));
  CHECK(logarithmic.radius_at(0.5) == Approx(10));
  const RadiusScale uniform(seven_circles().circles);
  CHECK(uniform.uniform());
  CHECK(uniform.place(1) == 0.5);
}
