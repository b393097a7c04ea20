// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Exact verification: touching is legal, one unit in any last digit less is not; agreement with the
// independent checker of the project; malformed files; outward rounding.
#include "jam/circles/verify/verify.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "jam/circles/verify/decimal.hpp"
#include "jam/circles/verify/exact_packing.hpp"
#include "jam/core/error.hpp"
#include "jam/core/stop.hpp"
#include "support/paths.hpp"
#include "support/skip.hpp"

using namespace jam::circles;

namespace {

// A folder that goes with the test.
class TemporaryFolder {
 public:
  TemporaryFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "jam-verify-XXXXXX").string();
    REQUIRE(mkdtemp(pattern.data()) != nullptr);
    path_ = pattern;
  }
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  std::filesystem::path write(const std::string& text, const std::string& name = "test.circles") const {
    std::ofstream(path_ / name) << text;
    return path_ / name;
  }

 private:
  std::filesystem::path path_;
};

// A file of integers counted in units of 10^exponent: exact at any size.
struct IntegerCircle {
  std::int64_t r, x, y;
};
std::string integer_file(const std::vector<IntegerCircle>& circles, std::int64_t R, int exponent) {
  const std::string suffix = "e" + std::to_string(exponent);
  std::string text = "# enclosing-radius: " + std::to_string(R) + suffix + "\n# enclosing-centre: 0 0\n" +
                     std::to_string(circles.size()) + "\n";
  for (const IntegerCircle& circle : circles)
    text += std::to_string(circle.r) + suffix + " " + std::to_string(circle.x) + suffix + " " +
            std::to_string(circle.y) + suffix + "\n";
  return text;
}

struct Triple {
  std::int64_t a, b, c;
};
constexpr Triple triples[] = {{3, 4, 5},   {5, 12, 13}, {8, 15, 17},  {7, 24, 25}, {20, 21, 29},
                              {9, 40, 41}, {-3, 4, 5},  {12, -5, 13}, {0, 1, 1},   {-1, 0, 1}};

std::string failure_of(const std::filesystem::path& file) {
  try {
    (void)verify_file_exact(file);
  } catch (const jam::InputError& error) {
    return error.what();
  }
  return "no failure";
}

// Random circles of radii 1..n on a loose square grid: legal and far from tight.
Packing loose_packing(int n, std::mt19937_64& random) {
  Packing packing;
  std::uniform_real_distribution<double> jitter(-0.1, 0.1);
  const double pitch = 2.3 * n;
  const int side = static_cast<int>(std::ceil(std::sqrt(n)));
  for (int i = 0; i < n; ++i) {
    const int column = i % side - side / 2;
    const int row = i / side - side / 2;
    packing.circles.push_back(
        {static_cast<double>(i + 1), pitch * column + jitter(random), pitch * row + jitter(random)});
  }
  packing.enclosing_radius = 2 * enclosing_radius_about_origin(packing.circles);
  return packing;
}

}  // namespace

TEST_CASE("a claim about any centre is verified exactly") {
  // The circle of radius 2 about (1, 0) touches the enclosing one at (3, 0) from inside, in decimals that
  // doubles do not hold.
  const auto legal = [](const std::string& centre) {
    return verify_text_exact("# enclosing-radius: 3\n# enclosing-centre: " + centre + "\n1\n2 1.1 100.3\n",
                             "a.circles")
        .legal;
  };
  CHECK(legal("0.1 100.3"));
  CHECK(legal("2.1 100.3"));
  CHECK_FALSE(legal("0.0999999999999999999999999 100.3"));
  CHECK_FALSE(legal("2.1 100.3000000000001"));
  CHECK_FALSE(legal("0 0"));
}

TEST_CASE("a verification that is stopped finds nothing legal") {
  jam::StopToken stop;
  stop.request(jam::StopReason::interrupt);
  const Packing packing{{{1, -2, 0}, {2, 1, 0}}, 3};
  CHECK(verify_exact(packing).legal);
  CHECK(verify_exact(packing, stop.query()).violation == "stopped");
  CHECK_THROWS_AS(round_outwards(packing, 1e-9, stop.query()), jam::UnverifiedError);
}

TEST_CASE("decimals are read exactly", "[unit]") {
  const auto same = [](const char* a, const char* b) {
    const auto x = Decimal::parse(a), y = Decimal::parse(b);
    REQUIRE(x);
    REQUIRE(y);
    return x->scaled(-60) == y->scaled(-60);
  };
  CHECK(same("1.5e-3", "0.0015"));
  CHECK(same("-12.50", "-125E-1"));
  CHECK(same("+.5", "5.e-1"));
  CHECK(same("0e999", "-0.000"));
  CHECK(same("123456789012345678901234567890.123456789012345678901",
             "123456789012345678901234567890123456789012345678901e-21"));
  CHECK_FALSE(same("0.1", "0.1000000000000000055511151231257827"));
  for (const char* text : {"", "-", ".", "e5", "1e", "1e+", "1.2.3", "1 ", " 1", "0x10", "nan", "inf", "1,5",
                           "--1", "1e301", "1e-2000", "1f"})
    CHECK_FALSE(Decimal::parse(text));
  CHECK(Decimal::parse("1e-400")->nearest() == 0);
  CHECK(Decimal::parse("1e-400")->is_positive());
}

TEST_CASE("a double is taken as its shortest decimal", "[unit]") {
  CHECK(Decimal::shortest(0.1).scaled(-1) == 1);
  CHECK(Decimal::shortest(-1e22).scaled(22) == -1);
  CHECK(Decimal::shortest(5e-324).scaled(-324) == 5);
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> mantissa(-1, 1);
  for (int i = 0; i < 1000; ++i) {
    const double value = std::ldexp(mantissa(random), static_cast<int>(random() % 200) - 100);
    CHECK(Decimal::shortest(value).nearest() == value);
  }
}

TEST_CASE(
    "touching circles are legal and one unit in the last place less is not, at sizes a double cannot resolve",
    "[unit][fuzz]") {
  TemporaryFolder folder;
  std::mt19937_64 random(2);
  int checked = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const Triple t = triples[random() % std::size(triples)];
    const Triple u = triples[random() % std::size(triples)];
    const std::int64_t k = static_cast<std::int64_t>(random() % 2'900'000'000'000'000) + 100'000'000'000'000;
    const int exponent = -static_cast<int>(random() % 40);
    // Two circles that touch: the first touches the enclosing circle as well, on the ray u from the origin.
    const std::int64_t sum = t.c * k;
    const std::int64_t r1 = 1 + static_cast<std::int64_t>(random() % static_cast<std::uint64_t>(sum - 1)),
                       r2 = sum - r1;
    const std::int64_t m = 30 * k;  // far out, so that the second circle is inside for most t
    const IntegerCircle a{r1, u.a * m, u.b * m};
    const IntegerCircle b{r2, a.x - t.a * k, a.y - t.b * k};
    const std::int64_t R = u.c * m + r1;
    const long double reach = std::hypot(static_cast<long double>(b.x), static_cast<long double>(b.y)) +
                              static_cast<long double>(r2);
    if (reach > 0.999999L * static_cast<long double>(R)) continue;
    ++checked;
    const auto verify = [&](IntegerCircle first, IntegerCircle second, std::int64_t radius) {
      return verify_file_exact(folder.write(integer_file({first, second}, radius, exponent)));
    };
    CHECK(verify(a, b, R).legal);
    CHECK_FALSE(verify({a.r + 1, a.x, a.y}, b, R + 1).legal);
    CHECK_FALSE(verify(a, {b.r + 1, b.x, b.y}, R).legal);
    CHECK_FALSE(verify(a, b, R - 1).legal);
    // A step of one unit towards the other circle, along a coordinate in which they differ.
    const IntegerCircle nearer =
        t.a != 0 ? IntegerCircle{b.r, b.x + (t.a > 0 ? 1 : -1), b.y} : IntegerCircle{b.r, b.x, b.y + 1};
    const Verification verification = verify(a, nearer, R);
    CHECK_FALSE(verification.legal);
    CHECK(verification.violation.find("overlap by") != std::string::npos);
  }
  CHECK(checked > 100);
}

TEST_CASE("doubles are verified as strictly as files", "[unit]") {
  // 3-4-5 with integers that doubles hold exactly.
  const double k = 1e12 + 1;
  Packing packing{{{2 * k, 0, 0}, {3 * k, 3 * k, 4 * k}}, 8 * k};
  CHECK(verify_exact(packing).legal);
  packing.enclosing_radius = std::nextafter(8 * k, 0.0);
  CHECK_FALSE(verify_exact(packing).legal);
  packing.enclosing_radius = 8 * k;
  packing.circles[1].x = std::nextafter(3 * k, 0.0);
  CHECK_FALSE(verify_exact(packing).legal);

  // 0.1 + 0.2 > 0.3 in doubles, but the printed decimals touch.
  CHECK(verify_exact({{{0.1, -0.2, 0}, {0.2, 0.1, 0}}, 0.3}).legal);
}

TEST_CASE("what is no packing is not legal and is said so", "[unit]") {
  const double nan = std::nan(""), infinity = HUGE_VAL;
  CHECK(verify_exact({}).violation == "there are no circles");
  CHECK(verify_exact({{{-1, 0, 0}}, 1}).violation == "circle 0 has the radius -1");
  CHECK_FALSE(verify_exact({{{0, 0, 0}}, 1}).legal);
  CHECK_FALSE(verify_exact({{{1, nan, 0}}, 1}).legal);
  CHECK_FALSE(verify_exact({{{1, 0, infinity}}, infinity}).legal);
  CHECK_FALSE(verify_exact({{{1, 0, 0}}, nan}).legal);
  CHECK_FALSE(verify_exact({{{1, 0, 0}}, -1}).legal);
  CHECK_FALSE(verify_exact({{{2, 0, 0}}, 1}).legal);
  CHECK(verify_exact({{{1, 0, 0}}, 1}).legal);
  CHECK(verify_exact({{{1, 0, 0}, {1, 0.5, 0}, {1, 5, 0}}, 6}).violation ==
        "circles 0 (r = 1) and 1 (r = 1) overlap by 1.500e+00");
  CHECK(verify_exact({{{1, 0, 0}, {1, 5, 0}}, 5.5}).violation ==
        "circle 1 (r = 1) leaves the enclosing circle by 5.000e-01");
}

TEST_CASE("the sweep finds what all pairs find", "[unit][fuzz]") {
  std::mt19937_64 random(3);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (int trial = 0; trial < 200; ++trial) {
    const int n = 2 + static_cast<int>(random() % 60);
    const double stretch = trial % 3 == 0 ? 0 : 1;  // every third set stands on one line
    std::vector<ExactCircle> circles;
    for (int i = 0; i < n; ++i)
      circles.push_back({Decimal::shortest(std::exp(2 * unit(random)) * 0.05),
                         Decimal::shortest(stretch * unit(random)), Decimal::shortest(unit(random))});
    const ExactPacking packing(circles, Decimal::shortest(100));
    std::vector<std::pair<int, int>> expected, found;
    for (int i = 0; i < n; ++i)
      for (int j = i + 1; j < n; ++j)
        if (packing.pair_depth(i, j) > 0) expected.emplace_back(i, j);
    for (const ExactViolation& violation : packing.violations())
      found.emplace_back(violation.first, violation.second);
    CHECK(found == expected);
  }
}

TEST_CASE("of circles that all overlap each other, a thousand violations are looked for", "[unit]") {
  const Packing heap{std::vector<Circle>(200'000, Circle{1, 0, 0}), 3};
  const Verification verdict = verify_exact(heap);
  CHECK_FALSE(verdict.legal);
  CHECK_THAT(verdict.violation,
             Catch::Contains("overlap by 2.000e+00, the worst of the first 1000 violations"));
  CHECK_THROWS_WITH(round_outwards(heap, 1e-9), Catch::Contains("would have to grow by at least"));
}

TEST_CASE("the project's independent checker agrees, down to relative 1e-16", "[unit][checker]") {
  const std::filesystem::path checker = jam::test::source_dir() / ".." / "shared" / "verify" / "circles.py";
  if (!std::filesystem::exists(checker)) return jam::test::skip("no ../shared/verify/circles.py");
  if (std::system("python3 -c 0 >/dev/null 2>&1") != 0)
    return jam::test::skip("no Python (Debian package python3)");
  TemporaryFolder folder;
  const auto agree = [&](const std::string& text, bool legal) {
    const std::filesystem::path file = folder.write(text);
    const std::string command =
        "python3 '" + checker.string() + "' '" + file.string() + "' --radii file >/dev/null 2>&1";
    CHECK((std::system(command.c_str()) == 0) == legal);
    CHECK(verify_file_exact(file).legal == legal);
  };
  const std::string head = "# enclosing-radius: 3\n# enclosing-centre: 0 0\n2 # circles\n";
  agree(head + "1 -2 0\n2 1 0\n", true);
  agree(head + "1 -2 0\n2.0000000000000002 1 0\n", false);
  agree(head + "1 -2 0\n2 0.9999999999999999 0\n", false);
  agree(head + "1 -2 0\n2 1 1e-16\n", false);
  agree(head + "1 -2 0\n1.9999999999999998 1 1e-16\n", true);
  agree("#  enclosing-radius: 13\n2\n5 -4.8 -6.4\r\n4.5 0.9 1.2\n", true);
  agree("#  enclosing-radius: 12.9999999999999999\n2\n5 -4.8 -6.4\n4.5 0.9 1.2\n", false);
  agree("#  enclosing-radius: 13\n2\n5 -4.8 -6.4\n4.5000000000000001 0.9 1.2\n", false);

  std::mt19937_64 random(4);
  for (int trial = 0; trial < 10; ++trial) {
    const Triple t = triples[random() % std::size(triples)];
    const std::int64_t k = static_cast<std::int64_t>(random() % 90'000'000'000'000'000) + 1;
    const std::int64_t last = trial % 2;
    agree(integer_file({{t.c * k - 7, 0, 0}, {7 + last, t.a * k, t.b * k}}, 2 * t.c * k + 10, -17),
          last == 0);
  }
}

TEST_CASE("malformed files are refused with file, line and field", "[unit]") {
  TemporaryFolder folder;
  const std::string claim = "# enclosing-radius: 9\n";
  const auto fails = [&](const std::string& text, const std::string& expected) {
    const std::string message = failure_of(folder.write(text));
    INFO(message);
    CHECK(message.find(expected) != std::string::npos);
  };
  fails("", "holds no circles");
  fails(claim, "holds no circles");
  fails("1\n1 0 0\n", "enclosing-radius");
  fails(claim + claim + "1\n1 0 0\n", "test.circles:2: enclosing-radius: given a second time");
  fails("# enclosing-radius: -9\n1\n1 0 0\n", ":1: enclosing-radius");
  fails("# enclosing-radius:\n1\n1 0 0\n", ":1: enclosing-radius");
  fails(claim + "# enclosing-centre: 0\n1\n1 0 0\n", ":2: enclosing-centre: expected two numbers");
  fails(claim + "# enclosing-centre: 0 0\n# enclosing-centre: 0 0\n1\n1 0 0\n",
        ":3: enclosing-centre: given a second time");
  fails(claim + "0\n", ":2: count");
  fails(claim + "2.0\n1 0 0\n", ":2: count");
  fails(claim + "1 0 0\n", ":2: count");
  fails(claim + "2\n1 0 0\n", "announces 2 circles, holds 1");
  fails(claim + "1\n1 0 0\n1 5 0\n", ":4: one circle more");
  fails(claim + "1\n1 0\n", ":3: expected `r x y`, found 2");
  fails(claim + "1\n1 0 0 0\n", ":3: expected `r x y`, found 4");
  fails(claim + "1\n-1 0 0\n", ":3: r: '-1'");
  fails(claim + "1\n0 0 0\n", ":3: r: '0'");
  fails(claim + "1\n1 nan 0\n", ":3: x: 'nan'");
  fails(claim + "1\n1 0 1e999\n", ":3: y: '1e999'");
  CHECK(failure_of("/nonexistent/file.circles").find("cannot be opened") != std::string::npos);
  CHECK(failure_of(std::filesystem::temp_directory_path()).find("this is a folder") != std::string::npos);
}

TEST_CASE("outward rounding makes a nearly legal packing legal with a growth near rounding errors",
          "[unit][fuzz]") {
  // Triangular lattice of touching circles rotated by random angles and cut to a disc: every coordinate is
  // rounded, every pair touches.
  std::mt19937_64 random(5);
  for (int trial = 0; trial < 40; ++trial) {
    const double angle = static_cast<double>(random() % 10000),
                 radius = std::exp(static_cast<double>(random() % 20) - 10);
    Packing packing;
    for (int row = -6; row <= 6; ++row)
      for (int column = -9; column <= 9; ++column) {
        const double x = 2 * radius * (column + 0.5 * row), y = std::sqrt(3.0) * radius * row;
        if (std::hypot(x, y) < 11 * radius)
          packing.circles.push_back(
              {radius, x * std::cos(angle) - y * std::sin(angle), x * std::sin(angle) + y * std::cos(angle)});
      }
    packing.enclosing_radius = enclosing_radius_about_origin(packing.circles);
    const Packing rounded = round_outwards(packing);
    CHECK(verify_exact(rounded).legal);
    CHECK(rounded.circles.size() == packing.circles.size());
    for (std::size_t i = 0; i < packing.circles.size(); ++i)
      CHECK(rounded.circles[i].radius == packing.circles[i].radius);
    // Ten units in the last place of coordinates up to R: 2.2e-15; the lattice of 91 circles needs about
    // 4e-15.
    CHECK(rounded.enclosing_radius <= packing.enclosing_radius * (1 + 1e-14));
    // No smaller double encloses the circles.
    Packing tighter = rounded;
    tighter.enclosing_radius = std::nextafter(rounded.enclosing_radius, 0.0);
    CHECK_FALSE(verify_exact(tighter).legal);
  }
}

TEST_CASE("outward rounding keeps a legal packing and tightens its claim", "[unit]") {
  std::mt19937_64 random(6);
  const Packing loose = loose_packing(30, random);
  const Packing rounded = round_outwards(loose);
  CHECK(rounded.enclosing_radius < 0.51 * loose.enclosing_radius);
  for (std::size_t i = 0; i < 30; ++i) CHECK(rounded.circles[i].x == loose.circles[i].x);
}

TEST_CASE("outward rounding refuses what is not nearly legal", "[unit]") {
  // An overlap of 1e-10 relative is closed, one of 1e-8 is not.
  CHECK(verify_exact(round_outwards({{{1, -1, 0}, {1, 1 - 2e-10, 0}}, 2})).legal);
  CHECK_THROWS_AS(round_outwards({{{1, -1, 0}, {1, 1 - 2e-8, 0}}, 2}), jam::UnverifiedError);
  CHECK(verify_exact(round_outwards({{{1, -1, 0}, {1, 1 - 2e-8, 0}}, 2}, 1e-7)).legal);
  CHECK_THROWS_AS(round_outwards({{{1, 0, 0}, {1, 0, 0}}, 2}), jam::UnverifiedError);
  CHECK_THROWS_AS(round_outwards({{{1, std::nan(""), 0}}, 2}), jam::UnverifiedError);
  CHECK_THROWS_AS(round_outwards({}), jam::UnverifiedError);
}

TEST_CASE("a hundred thousand touching circles are verified", "[unit]") {
  // Square lattice of integers: every circle touches four others, all in exact arithmetic. 317^2 = 100 489
  // circles.
  Packing packing;
  for (int row = 0; row < 317; ++row)
    for (int column = 0; column < 317; ++column)
      packing.circles.push_back({1, 2.0 * column - 316, 2.0 * row - 316});
  packing.enclosing_radius = 316 * std::sqrt(2.0) + 1.001;
  CHECK(verify_exact(packing).legal);
  packing.circles[50'000].x += 1e-13;
  const Verification verification = verify_exact(packing);
  CHECK_FALSE(verification.legal);
  CHECK(verification.violation.find("circles 50000 (r = 1) and 50001 (r = 1) overlap by") == 0);
}
