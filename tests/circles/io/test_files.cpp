// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Reading and writing packings: round trips, every import, the rules that tell formats apart, and malformed
// input.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>

#include "jam/circles/io/circle_files.hpp"
#include "jam/core/error.hpp"
#include "scenes/circles/sample_packings.hpp"
#include "support/temporary_file.hpp"

using namespace jam::circles;
using Catch::Matchers::Contains;

namespace {

bool same(const Packing& a, const Packing& b) {
  if (a.enclosing_radius != b.enclosing_radius || a.count() != b.count()) return false;
  for (int i = 0; i < a.count(); ++i) {
    const Circle &p = a.circles[i], &q = b.circles[i];
    if (p.radius != q.radius || p.x != q.x || p.y != q.y) return false;
  }
  return true;
}

/// Largest difference of two packings in any number.
double difference(const Packing& a, const Packing& b) {
  REQUIRE(a.count() == b.count());
  double largest = std::abs(a.enclosing_radius - b.enclosing_radius);
  for (int i = 0; i < a.count(); ++i) {
    const Circle &p = a.circles[i], &q = b.circles[i];
    largest = std::max({largest, std::abs(p.radius - q.radius), std::abs(p.x - q.x), std::abs(p.y - q.y)});
  }
  return largest;
}

/// The message with which a text is refused.
std::string refusal(const std::string& text, const std::string& name = "a.circles",
                    const Problem* problem = nullptr) {
  try {
    (void)parse_packing(text, name, problem);
  } catch (const jam::InputError& error) {
    return error.what();
  }
  return "accepted";
}

/// A packing with numbers that need all their digits.
Packing awkward() {
  return {{{0.1, 1.0 / 3, -2.0 / 7}, {1e-12, 5e-324, 1e22}, {3, -0.0, 0.30000000000000004}},
          1.0000000000000002e22};
}

}  // namespace

TEST_CASE("a claim that comes twice is refused, as by the verification", "[unit]") {
  for (const std::string claim : {"# enclosing-radius: 5\n", "# enclosing-centre: 0 0\n"}) {
    CHECK_THROWS_WITH(
        parse_packing("# enclosing-radius: 5\n# enclosing-centre: 0 0\n" + claim + "1\n1 0 0\n", "a.circles"),
        Contains("a.circles:3") && Contains("given a second time"));
  }
}

TEST_CASE("a CIRCLES text reads back with the same doubles and annotations", "[unit]") {
  const Annotations annotations = {{"seed", "17"}, {"version", "0.1.0: test"}};
  const PackingFile file = parse_packing(circles_text(awkward(), annotations), "best.circles");
  CHECK(same(file.packing, awkward()));
  CHECK(file.annotations == annotations);
  CHECK(file.claimed);
  CHECK(file.format == CircleFormat::circles);
}

TEST_CASE("annotations cannot break a line or replace the claim", "[unit]") {
  const std::string text =
      circles_text(three_circles(), {{"note", "a\n7 7 7\rb"}, {"enclosing-radius", "1"}});
  const PackingFile file = parse_packing(text, "a.circles");
  CHECK(same(file.packing, three_circles()));
  CHECK(file.annotations.at("note") == "a 7 7 7 b");
}

TEST_CASE("a file on disk is read whatever its name, if the content is clear", "[unit]") {
  for (const char* name : {"a.circles", "b.txt", "c", "d.CIRCLES"}) {
    const TemporaryFile file(name, circles_text(three_circles()));
    CHECK(same(read_packing(file.path()), three_circles()));
  }
  const TemporaryFile json("start.txt", packing_json(three_circles(), three_circle_contacts(), {}));
  CHECK(read_packing_file(json.path()).format == CircleFormat::json);
  CHECK_THROWS_WITH(read_packing("no-such-folder/a.circles"), Contains("no-such-folder/a.circles"));
  CHECK_THROWS_AS(read_packing("/"), jam::InputError);
}

TEST_CASE("Windows line ends, tabs, comments and a missing final newline change nothing", "[unit]") {
  const PackingFile file = parse_packing(
      "# enclosing-radius: 5\r\n3 # circles\r\n1\t1.2 2.4\r\n\r\n2 3 0 # c\r\n3 -2 0", "a.circles");
  CHECK(same(file.packing, three_circles()));
}

TEST_CASE("a claim about another centre moves the origin there", "[unit]") {
  const PackingFile file = parse_packing(
      "# enclosing-radius: 5\n# enclosing-centre: 10 -4\n3\n1 11.2 -1.6\n2 13 -4\n3 8 -4\n", "a.circles");
  CHECK(difference(file.packing, three_circles()) < 4e-15);  // Rounding of the subtraction at 11.
}

TEST_CASE("circles without a claim are enclosed as tightly as possible about the origin", "[unit]") {
  const PackingFile file = parse_packing("12 12.4 1\n13.8 10 2\n8.8 10 3\n", "a.xyr");
  CHECK_FALSE(file.claimed);
  CHECK(file.format == CircleFormat::xyr);
  CHECK(difference(file.packing, three_circles()) <
        2e-14);  // Rounding at 13.8, and of the smallest enclosing circle.
  CHECK(file.packing.enclosing_radius == enclosing_radius_about_origin(file.packing.circles));
  CHECK_FALSE(parse_packing("1\n2 8 8\n", "a.circles").claimed);
}

TEST_CASE("plain text may carry a claim", "[unit]") {
  const PackingFile file = parse_packing("# enclosing-radius: 6\n0 0 1\n3 0 2\n", "a.txt");
  CHECK(file.claimed);
  CHECK(file.packing.enclosing_radius == 6);
  CHECK(file.packing.circles[1].x == 3);
}

TEST_CASE("a .pac file is read with its container's centre as origin", "[unit]") {
  const std::string text =
      "#PACKING\n#CONTAINER\nCircle\n1\n5\t10 0\n#CONTENT\nCircle\n2\n1 11.25 2.5\n2  13 0\ndisk\n1\n3 8 0";
  const PackingFile file = parse_packing(text, "AZ3_5.pac");
  CHECK(file.format == CircleFormat::pac);
  CHECK(file.packing.enclosing_radius == 5);
  CHECK(file.packing.circles[0].x == 1.25);
  CHECK(file.packing.circles[2].radius == 3);
  CHECK(file.packing.circles[2].x == -2);
  CHECK(parse_packing(text, "named-otherwise.txt").format == CircleFormat::pac);
}

TEST_CASE("a .pck file reads back in the unit of the problem", "[unit]") {
  const Problem linear = make_problem("linear", 3);
  const std::string text = pck_text(three_circles(), "A. Uthor and others, 2026");
  CHECK_THAT(text, Catch::StartsWith("0.6\nA. Uthor and others, 2026\n0.24 0.48 0.2\n"));
  const PackingFile given = parse_packing(text, "ccin3.pck", &linear);
  CHECK(given.format == CircleFormat::pck);
  CHECK(given.claimed);
  CHECK(difference(given.packing, three_circles()) < 1e-14);  // Scaling to 1 and back.
  CHECK(difference(parse_packing(text, "ccin3.PCK").packing, three_circles()) < 1e-14);
  // Without names, and equal circles without radii.
  CHECK(difference(parse_packing("0.6\n0.24 0.48 0.2\n0.6 0 0.4\n-0.4 0 0.6\n", "a.pck").packing,
                   three_circles()) < 1e-14);
  const std::string seven = pck_text(seven_circles(), "x");
  CHECK_THAT(seven, Contains("\nx\n") && Catch::StartsWith("0.333"));
  CHECK(difference(parse_packing(seven, "cci7.pck").packing, seven_circles()) < 1e-14);
  // Different circles without radii take them from the problem.
  CHECK(difference(parse_packing("0.6\nx\n0.24 0.48\n0.6 0\n-0.4 0\n", "a.pck", &linear).packing,
                   three_circles()) < 1e-14);
}

TEST_CASE("a malformed .pck file is refused with file, line and field", "[unit]") {
  CHECK_THAT(refusal("", "a.pck"), Contains("empty"));
  CHECK_THAT(refusal("0.5 1\nx\n0 0\n", "a.pck"), Contains("a.pck:1:"));
  CHECK_THAT(refusal("-0.5\nx\n0 0\n", "a.pck"), Contains("a.pck:1:") && Contains("(radius)"));
  CHECK_THAT(refusal("0.5\nx\n", "a.pck"), Contains("no circles"));
  CHECK_THAT(refusal("0.5\nx\n0 0\n0 0 0.5\n", "a.pck"), Contains("a.pck:4:") && Contains("x y"));
  CHECK_THAT(refusal("0.5\nx\n0 0 0 0.5\n", "a.pck"), Contains("a.pck:3:"));
  CHECK_THAT(refusal("0.5\nx\n0 0 0.4\n", "a.pck"), Contains("a.pck:1:") && Contains("0.4"));
  CHECK_THAT(refusal("0.5\nx\n0 y 0.5\n", "a.pck"), Contains("a.pck:3:"));
}

TEST_CASE("Packomania text reads back in the unit of the problem", "[unit]") {
  const Problem linear = make_problem("linear", 3);
  const std::string text = packomania_text(three_circles());
  const PackingFile given = parse_packing(text, "cci.txt", &linear);
  CHECK(given.format == CircleFormat::packomania);
  CHECK(difference(given.packing, three_circles()) < 1e-14);  // Scaling to 1 and back.
  CHECK(difference(parse_packing(text, "cci.txt").packing, three_circles()) < 1e-14);
  CHECK(largest_overlap(parse_packing(text, "cci.txt").packing) < 1e-14);
}

TEST_CASE("the family of Packomania text without radii is inferred, in either order of size", "[unit]") {
  CHECK(difference(parse_packing(packomania_text(seven_circles()), "a.txt").packing, seven_circles()) <
        1e-14);

  const Packing triple_packing = triple(1, std::pow(2, -2.0 / 3), std::pow(3, -2.0 / 3));
  const std::string text = packomania_text(triple_packing);
  const Packing read = parse_packing(text, "ccib.txt").packing;
  CHECK(read.enclosing_radius == Approx(triple_packing.enclosing_radius).epsilon(1e-14));
  CHECK(read.circles[0].radius == 1);  // Number i has radius i^p: the largest comes first.

  const Problem problem = make_problem("inv-two-thirds", 3);
  const Packing ascending =
      parse_packing(
          "1 " + std::to_string(triple_packing.circles[0].x / triple_packing.enclosing_radius) + " " +
              std::to_string(triple_packing.circles[0].y / triple_packing.enclosing_radius) + "\n2 " +
              std::to_string(triple_packing.circles[1].x / triple_packing.enclosing_radius) + " 0\n3 " +
              std::to_string(triple_packing.circles[2].x / triple_packing.enclosing_radius) + " 0\n",
          "a.txt", &problem)
          .packing;
  CHECK(ascending.circles[2].radius == 1);
  CHECK(ascending.enclosing_radius ==
        Approx(triple_packing.enclosing_radius).epsilon(1e-5));  // to_string keeps six decimals.
}

TEST_CASE("Packomania text of no family carries its radii", "[unit]") {
  const Packing packing = triple(7, 4, 2.5);
  const std::string text = packomania_text(packing);
  const Problem problem = problem_from_radii({7, 4, 2.5});
  CHECK(difference(parse_packing(text, "a.txt", &problem).packing, packing) <
        2e-14);  // Scaling to 1 and back.
  const Packing unscaled = parse_packing(text, "a.txt").packing;
  CHECK(unscaled.enclosing_radius == Approx(1).epsilon(1e-15));
  CHECK(unscaled.circles[2].radius == Approx(7.0 / 11).epsilon(1e-15));
}

TEST_CASE("Packomania text with radii of a family is scaled to it", "[unit]") {
  const Packing packing = parse_packing("1 0.24 0.48 0.2\n2 0.6 0 0.4\n3 -0.4 0 0.6\n", "a.txt").packing;
  CHECK(difference(packing, three_circles()) < 1e-14);
}

TEST_CASE("Packomania text that does not fit its problem is refused", "[unit]") {
  const Problem four = make_problem("linear", 4);
  const Problem sqrt_three = make_problem("sqrt", 3);
  CHECK_THAT(refusal(packomania_text(three_circles()), "a.txt", &four),
             Contains("3 circles") && Contains("4"));
  CHECK_THAT(refusal("1 0.24 0.48 0.2\n2 0.6 0 0.4\n3 -0.4 0 0.6\n", "a.txt", &sqrt_three),
             Contains("not proportional"));
  CHECK_THAT(refusal("1 0.3 0.1\n2 -0.2 0.2\n3 0.5 -0.6\n", "a.txt"), Contains("give the radii"));
  CHECK_THAT(refusal("1 0.3 0.1\n2 -1.2 0.2\n", "a.txt"), Contains("circle 2") && Contains("outside"));
  CHECK_THAT(refusal("1 0.3 0.1\n2 0.3 0.1\n", "a.txt"), Contains("same centre"));
}

TEST_CASE("our JSON reads back with the same doubles and annotations", "[unit]") {
  const Annotations annotations = {{"seed", "17"}, {"note", "quote \" and \n line"}};
  const std::string text = packing_json(awkward(), {{{0, 1}, {2, -1}}, {1, 0, 0}}, annotations);
  const PackingFile file = parse_packing(text, "a.json");
  CHECK(same(file.packing, awkward()));
  CHECK(file.annotations == annotations);
  CHECK(file.format == CircleFormat::json);
  CHECK_THAT(text, Contains("\"contacts\": [\n    [0, 1],\n    [2, -1]\n  ]"));
  CHECK_THAT(text, Contains("\"rattlers\": [0]"));
  CHECK_THAT(packing_json(awkward(), {{}, {1, 1, 1}, false}, {}), Contains("\"rattlers\": null"));
  CHECK_THAT(packing_json(three_circles(), three_circle_contacts(), {}),
             Contains("\"family\": \"linear\"") && Contains("\"density\": 0.56"));
}

TEST_CASE("our JSON holds how the packing came about only where that is known", "[unit]") {
  const jam::io::RunSummary run{"3 circles", "0.1.0",      7,          "cpu", "CPU, 2 threads",
                                1.5,         "time_limit", {{0.5, 10}}};
  const std::string text = packing_json(three_circles(), three_circle_contacts(), {}, &run);
  CHECK(jam::io::read_run(jam::io::JsonNode::parse(text, "a.json").at("run")).improvements ==
        run.improvements);
  CHECK(same(parse_packing(text, "a.json").packing, three_circles()));
  CHECK_FALSE(jam::io::JsonNode::parse(packing_json(three_circles(), three_circle_contacts(), {}), "a.json")
                  .find("run"));
}

TEST_CASE("malformed JSON is refused with line or field", "[unit]") {
  const std::string good = packing_json(three_circles(), three_circle_contacts(), {});
  const auto replaced = [&](const std::string& from, const std::string& to) {
    std::string text = good;
    REQUIRE(text.find(from) != std::string::npos);
    return text.replace(text.find(from), from.size(), to);
  };
  CHECK(refusal(good, "a.json") == "accepted");
  CHECK_THAT(refusal("", "a.json"), Contains("a.json: line 1"));
  CHECK_THAT(refusal(good.substr(0, good.size() / 2), "a.json"), Contains("a.json: line "));
  CHECK_THAT(refusal("[1, 2]", "a.json"), Contains("expected an object, found a list"));
  CHECK_THAT(refusal(replaced("jampack/circles/1", "jampack/circles/9"), "a.json"), Contains("schema"));
  CHECK_THAT(refusal(replaced("\"enclosing_radius\": 5", "\"enclosing_radius\": -5"), "a.json"),
             Contains("enclosing_radius"));
  CHECK_THAT(refusal(replaced("\"enclosing_radius\": 5", "\"enclosing_radius\": 1e999"), "a.json"),
             Contains("a.json"));
  CHECK_THAT(refusal(replaced("{\"radius\": 2", "{\"radius\": -2"), "a.json"), Contains("circles[1].radius"));
  CHECK_THAT(refusal(replaced("\"x\": 3", "\"x\": \"3\""), "a.json"), Contains("circles[1].x"));
  CHECK_THAT(refusal(replaced("\"y\": 2.4", "\"z\": 2.4"), "a.json"),
             Contains("circles[0]") && Contains("y") && Contains("missing"));
  CHECK_THAT(refusal(replaced("\"n\": 3", "\"n\": 4"), "a.json"), Contains("n: announces 4"));
  CHECK_THAT(refusal(std::string(50'000'000, '['), "a.json"), Contains("a.json: ") && Contains("64"));
}

TEST_CASE("malformed CIRCLES text is refused with file, line and field", "[unit]") {
  CHECK_THAT(refusal(""), Contains("a.circles") && Contains("empty"));
  CHECK_THAT(refusal("# only a comment\n"), Contains("empty"));
  CHECK_THAT(refusal("3\n1 0 0\n2 3 0\n"), Contains("a.circles:1:") && Contains("announces 3"));
  CHECK_THAT(refusal("1\n1 0 0\n2 3 0\n"), Contains("announces 1"));
  CHECK_THAT(refusal("0\n"), Contains("a.circles:1:"));
  CHECK_THAT(refusal("-1\n1 0 0\n"), Contains("'-1'"));
  CHECK_THAT(refusal("1.5\n1 0 0\n"), Contains("'1.5'"));
  CHECK_THAT(refusal("99999999999999999999\n1 0 0\n"), Contains("a.circles:1:"));
  CHECK_THAT(refusal("3000000000\n1 0 0\n"), Contains("announces 3000000000"));
  CHECK_THAT(refusal("2\n1 0 0\n2 3\n"), Contains("a.circles:3:") && Contains("r x y"));
  CHECK_THAT(refusal("2\n1 0 0\n2 3 nan\n"), Contains("a.circles:3:") && Contains("(y)"));
  CHECK_THAT(refusal("2\n1 0 0\n2 inf 0\n"), Contains("(x)"));
  CHECK_THAT(refusal("1\n-1 0 0\n"), Contains("(r)"));
  CHECK_THAT(refusal("1\n0 0 0\n"), Contains("(r)"));
  CHECK_THAT(refusal("1\nnan 0 0\n"), Contains("(r)"));
  CHECK_THAT(refusal("1\n1 1e999 0\n"), Contains("1e999"));
  CHECK_THAT(refusal("1\n1 0x10 0\n"), Contains("0x10"));
  CHECK_THAT(refusal("one\n1 0 0\n"), Contains("'one'"));
  CHECK_THAT(refusal("this is no packing at all\n"), Contains("a.circles:1:"));
  CHECK_THAT(refusal("# enclosing-radius: big\n1\n1 0 0\n"), Contains("a.circles:1:") && Contains("big"));
  CHECK_THAT(refusal("# enclosing-radius: -1\n1\n1 0 0\n"), Contains("enclosing-radius"));
  CHECK_THAT(refusal("# enclosing-radius: 2\n# enclosing-centre: 1\n1\n1 0 0\n"), Contains("a.circles:2:"));
  CHECK_THAT(refusal("# enclosing-radius: 2\n# enclosing-centre: 1 nan\n1\n1 0 0\n"),
             Contains("a.circles:2:"));
}

TEST_CASE("malformed plain, Packomania and .pac text is refused with file, line and field", "[unit]") {
  CHECK_THAT(refusal("", "a.txt"), Contains("a.txt") && Contains("empty"));
  CHECK_THAT(refusal("hello world\n", "a.txt"), Contains("a.txt:1:") && Contains("2 fields"));
  CHECK_THAT(refusal("some words here\n", "a.txt"), Contains("a.txt:1:"));
  CHECK_THAT(refusal("0 0 1\n1 2 -3\n", "a.txt"), Contains("a.txt:2:") && Contains("(r)"));
  CHECK_THAT(refusal("0 0 1\n1 2\n", "a.xyr"), Contains("a.xyr:2:") && Contains("x y r"));
  CHECK_THAT(refusal("1 0 0 1\n3 0 0 1\n", "a.txt"), Contains("a.txt:2:") && Contains("index"));
  CHECK_THAT(refusal("1 0 0 1\n2 0 0\n", "a.txt"), Contains("a.txt:2:") && Contains("index x y r"));
  CHECK_THAT(refusal("1 0 nan\n", "a.txt"), Contains("a.txt:1:") && Contains("(y)"));

  const std::string head = "#CONTAINER\nCircle\n1\n5 0 0\n#CONTENT\n";
  CHECK(refusal(head + "Circle\n1\n1 0 0\n", "a.pac") == "accepted");
  CHECK_THAT(refusal("1 0 0\n", "a.pac"), Contains("#CONTAINER"));
  CHECK_THAT(refusal("", "a.pac"), Contains("#CONTAINER"));
  CHECK_THAT(refusal(head, "a.pac"), Contains("truncated"));
  CHECK_THAT(refusal(head + "Circle\n", "a.pac"), Contains("truncated"));
  CHECK_THAT(refusal(head + "Circle\n2\n1 0 0\n", "a.pac"), Contains("a.pac:7:") && Contains("announces 2"));
  CHECK_THAT(refusal(head + "Circle\n99999999\n1 0 0\n", "a.pac"), Contains("a.pac:7:"));
  CHECK_THAT(refusal(head + "Circle\n1\n1 0 0\n1 2 0\n", "a.pac"), Contains("a.pac:9:"));
  CHECK_THAT(refusal(head + "Square\n1\n1 0 0\n", "a.pac"), Contains("a.pac:6:") && Contains("Square"));
  CHECK_THAT(refusal(head + "Circle\n1\n-1 0 0\n", "a.pac"), Contains("a.pac:8:") && Contains("(r)"));
  CHECK_THAT(refusal("#CONTAINER\nCircle\n2\n5 0 0\n#CONTENT\nCircle\n1\n1 0 0\n", "a.pac"),
             Contains("a.pac:3:"));
  CHECK_THAT(refusal("#CONTAINER\nCircle\n#CONTENT\nCircle\n1\n1 0 0\n", "a.pac"), Contains("truncated"));
}

TEST_CASE("three columns count as Packomania only when they are numbered from one without a gap", "[unit]") {
  CHECK(parse_packing("1 0.24 0.48\n2 0.6 0\n3 -0.4 0\n", "a.txt").format == CircleFormat::packomania);
  CHECK(parse_packing("1 0 1\n3 0 1\n", "a.txt").format == CircleFormat::xyr);
  CHECK(parse_packing("1.0 0 1\n2.0 0 1\n", "a.txt").format == CircleFormat::xyr);
  CHECK(parse_packing("1 0 1\n2 0 1\n", "a.xyr").format == CircleFormat::xyr);
}

TEST_CASE("numbers too large to compute with are refused", "[unit]") {
  CHECK_THAT(refusal("1e308 1e308 1\n-1e308 -1e308 1\n", "a.xyr"),
             Contains("a.xyr") && Contains("too large"));
  CHECK_THAT(refusal("# enclosing-radius: 1e308\n# enclosing-centre: -1e308 0\n1\n1 1e308 0\n"),
             Contains("too large"));
}

TEST_CASE("damaged files are read as finite packings or refused, never anything else", "[fuzz]") {
  const std::string pac =
      "#PACKING\n#CONTAINER\nCircle\n1\n5 0 0\n#CONTENT\nCircle\n3\n1 1.2 2.4\n2 3 0\n3 -2 0\n";
  const std::vector<std::pair<std::string, std::string>> files = {
      {"a.circles", circles_text(three_circles(), {{"seed", "1"}})},
      {"a.json", packing_json(three_circles(), three_circle_contacts(), {{"seed", "1"}})},
      {"a.pac", pac},
      {"a.pck", pck_text(three_circles(), "names")},
      {"a.txt", packomania_text(three_circles())},
      {"b.txt", "1.2 2.4 1\n3 0 2\n-2 0 3\n"}};
  using namespace std::string_literals;
  const std::string alphabet = "0123456789.-+eE \n\r\t#:{}[]\",naif\0\xff"s;
  std::mt19937 engine(5);
  int accepted = 0;
  for (const auto& [name, good] : files) {
    REQUIRE(refusal(good, name) == "accepted");
    for (int trial = 0; trial < 3000; ++trial) {
      std::string text = good;
      for (unsigned k = 0; k <= engine() % 4; ++k) {
        const std::size_t at = engine() % (text.size() + 1);
        const char letter = alphabet[engine() % alphabet.size()];
        switch (engine() % 4) {
          case 0: text.insert(at, 1, letter); break;
          case 1: text.resize(at); break;
          case 2: text.erase(at, engine() % 5); break;
          default:
            if (at < text.size()) text[at] = letter;
        }
      }
      try {
        const Packing packing = parse_packing(text, name).packing;
        ++accepted;
        bool finite =
            packing.count() > 0 && std::isfinite(packing.enclosing_radius) && packing.enclosing_radius > 0;
        for (const Circle& circle : packing.circles) {
          finite = finite && std::isfinite(circle.radius) && circle.radius > 0 && std::isfinite(circle.x) &&
                   std::isfinite(circle.y);
        }
        INFO(text);
        CHECK(finite);
      } catch (const jam::InputError& error) {
        CHECK_THAT(error.what(), Contains(name));
      }
    }
  }
  CHECK(accepted > 300);  // Some damage is harmless: the oracle sees both kinds.
}
