// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The C interface, from C++: what it claims about a simulation, and what each of its settings does.
// tests/consumer calls it from C, tests/gpu/test_c_interface.cpp on a GPU.
#include <catch2/catch.hpp>

#include <cmath>
#include <fstream>
#include <iterator>
#include <numeric>
#include <string>
#include <vector>

#include "jam/c/jam.h"
#include "scenes/trunk/c_load.hpp"
#include "support/temporary_file.hpp"

using jam::test::CLoad;
using jam::test::CPoints;
using jam::test::point_cube;

namespace {

constexpr int step_count = 20;

jam_load_options cpu_options() {
  jam_load_options options;
  jam_default_load_options(&options);
  options.device = "cpu";
  return options;
}

std::string text_of(const std::filesystem::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

void append_line(const char* line, void* user) {
  static_cast<std::vector<std::string>*>(user)->emplace_back(line);
}

}  // namespace

TEST_CASE("a packing without penetration is legal only where every box is inside") {
  const CPoints points(point_cube(400), cpu_options());
  for (const double x : {200.0, 900.0}) {
    CLoad load(1);
    load.translations = {x, 200, 200};
    jam_result result{};
    REQUIRE(jam_simulate(points.get(), load.boxes(), 1, nullptr, &result) == JAM_OK);
    CHECK(result.deepest <= 0.01);
    CHECK(result.outside == (x > 400 ? 1 : 0));
    CHECK(result.legal == (x > 400 ? 0 : 1));
  }
}

TEST_CASE("packings simulated together end as each of them alone, on any number of threads") {
  std::vector<CLoad> alone;
  for (int k = 0; k < 5; ++k) alone.push_back(CLoad::pressed(k + 2));
  std::vector<CLoad> together = alone;
  jam_load_options options = cpu_options();
  options.threads = 3;
  const CPoints points(point_cube(400), options);
  std::vector<jam_boxes> packings;
  for (CLoad& load : together) packings.push_back(*load.boxes());
  std::vector<jam_result> results(5);
  REQUIRE(jam_simulate_many(points.get(), packings.data(), 5, step_count, nullptr, results.data()) == JAM_OK);
  options.threads = 1;
  const CPoints one_thread(point_cube(400), options);
  for (std::size_t k = 0; k < 5; ++k) {
    jam_result result{};
    REQUIRE(jam_simulate(one_thread.get(), alone[k].boxes(), step_count, nullptr, &result) == JAM_OK);
    CHECK(alone[k].translations == together[k].translations);
    CHECK(alone[k].rotations == together[k].rotations);
    CHECK(result.energy == results[k].energy);
    CHECK(result.steps == results[k].steps);
  }
}

TEST_CASE("each parameter of a simulation reaches it") {
  const CPoints points(point_cube(400), cpu_options());
  jam_parameters defaults;
  jam_default_parameters(&defaults);
  const auto poses_after = [&](const jam_parameters* parameters) {
    CLoad load = CLoad::pressed(6);
    REQUIRE(jam_simulate(points.get(), load.boxes(), step_count, parameters, nullptr) == JAM_OK);
    return load.translations;
  };
  const std::vector<double> usual = poses_after(nullptr);
  CHECK(poses_after(&defaults) == usual);
  jam_parameters changed = defaults;
  SECTION("law") { changed.law = JAM_LAW_SINGLE; }
  SECTION("tolerance") { changed.tolerance = 3; }
  SECTION("factor") { changed.factor = 1; }
  SECTION("momentum") { changed.momentum = 0; }
  SECTION("edge share") { changed.edge_share = 0.05; }
  CHECK(poses_after(&changed) != usual);
}

TEST_CASE("skin, cell size and epsilon change no pose") {
  jam_load_options options = cpu_options();
  jam_parameters parameters;
  jam_default_parameters(&parameters);
  CLoad usual = CLoad::pressed(6);
  {
    const CPoints points(point_cube(400), options);
    REQUIRE(jam_simulate(points.get(), usual.boxes(), step_count, nullptr, nullptr) == JAM_OK);
  }
  SECTION("skin") { parameters.skin = 0.5; }
  SECTION("cell size") { options.cell_size = 33; }
  SECTION("epsilon") { options.epsilon = 17; }
  const CPoints points(point_cube(400), options);
  CLoad load = CLoad::pressed(6);
  REQUIRE(jam_simulate(points.get(), load.boxes(), step_count, &parameters, nullptr) == JAM_OK);
  CHECK(load.translations == usual.translations);
  CHECK(load.rotations == usual.rotations);
}

TEST_CASE("settings that make no sense are refused, with a message, and change no box") {
  jam_points* none = nullptr;
  const std::vector<double> wall = point_cube(400);
  jam_load_options options = cpu_options();
  SECTION("cell size") { options.cell_size = 0; }
  SECTION("epsilon") { options.epsilon = -1; }
  SECTION("threads") { options.threads = -1; }
  SECTION("device") { options.device = "abacus"; }
  CHECK(jam_load_points(wall.data(), wall.size() / 3, &options, &none) == JAM_BAD_INPUT);
  CHECK(none == nullptr);
  CHECK_FALSE(std::string(jam_last_error()).empty());

  const CPoints points(wall, cpu_options());
  jam_parameters parameters;
  for (const int wrong : {0, 1, 2, 3, 4, 5}) {
    jam_default_parameters(&parameters);
    if (wrong == 0) parameters.factor = 0;
    if (wrong == 1) parameters.momentum = 1;
    if (wrong == 2) parameters.edge_share = 1.5;
    if (wrong == 3) parameters.skin = -1;
    if (wrong == 4) parameters.factor = 1e38;
    if (wrong == 5) parameters.skin = 1e38;
    CLoad load = CLoad::pressed(3);
    const CLoad before = load;
    CHECK(jam_simulate(points.get(), load.boxes(), 3, &parameters, nullptr) == JAM_BAD_INPUT);
    CHECK(load.translations == before.translations);
  }
  CHECK(jam_set_log(static_cast<jam_verbosity>(3), nullptr, nullptr) == JAM_BAD_INPUT);
}

TEST_CASE("a pose that is not finite is refused, and no packing changes") {
  const CPoints points(point_cube(400), cpu_options());
  std::vector<CLoad> loads = {CLoad::pressed(3), CLoad::pressed(4)};
  loads[1].translations[4] = std::nan("");
  const CLoad before = loads[0];
  const jam_boxes packings[] = {*loads[0].boxes(), *loads[1].boxes()};
  CHECK(jam_simulate_many(points.get(), packings, 2, step_count, nullptr, nullptr) == JAM_BAD_INPUT);
  CHECK(loads[0].translations == before.translations);
  CHECK(loads[0].rotations == before.rotations);
}

TEST_CASE("a simulation that ends in a pose that no simulation takes is refused, and no packing changes") {
  const CPoints points(point_cube(400), cpu_options());
  jam_parameters parameters;
  jam_default_parameters(&parameters);
  parameters.tolerance = -1;
  std::vector<CLoad> loads = {CLoad::pressed(3), CLoad::pressed(2)};
  int32_t step_limit = 100;
  std::string expected;
  SECTION("not a finite number") {
    // The inverse of the moment of inertia of such an edge is beyond a float.
    loads[1].dimensions = {200, 100, 50, 1e-25, 1e-25, 1e-25};
    std::copy_n(loads[1].translations.begin(), 3, loads[1].translations.begin() + 3);
    expected = "packing 1 is not a finite number";
  }
  SECTION("kilometres away") {
    step_limit = 5000;
    parameters.factor = 1000;
    parameters.momentum = 0.999999;
    expected = "packing 0, after 5000 steps: box 1";
  }
  const std::vector<CLoad> before = loads;
  const jam_boxes packings[] = {*loads[0].boxes(), *loads[1].boxes()};
  CHECK(jam_simulate_many(points.get(), packings, 2, step_limit, &parameters, nullptr) == JAM_BAD_INPUT);
  CHECK_THAT(jam_last_error(), Catch::Contains(expected));
  for (std::size_t k = 0; k < 2; ++k) {
    CHECK(loads[k].translations == before[k].translations);
    CHECK(loads[k].rotations == before[k].rotations);
  }
}

TEST_CASE("counters sum over simulations until they are set to zero") {
  const CPoints points(point_cube(400), cpu_options());
  CLoad load = CLoad::pressed(6);
  const double begin = jam_seconds();
  REQUIRE(jam_simulate(points.get(), load.boxes(), step_count, nullptr, nullptr) == JAM_OK);
  CHECK(jam_seconds() >= begin);
  double seconds[JAM_COUNTER_COUNT];
  REQUIRE(jam_counters(points.get(), seconds) == JAM_OK);
  for (const int counter : {JAM_COUNTER_BOX_PAIRS, JAM_COUNTER_BOX_BOX, JAM_COUNTER_CANDIDATES,
                            JAM_COUNTER_BOX_POINT, JAM_COUNTER_APPLICATION}) {
    INFO(jam_counter_name(counter));
    CHECK(seconds[counter] > 0);
  }
  REQUIRE(jam_reset_counters(points.get()) == JAM_OK);
  REQUIRE(jam_counters(points.get(), seconds) == JAM_OK);
  CHECK(std::accumulate(seconds, seconds + JAM_COUNTER_COUNT, 0.0) == 0);
}

TEST_CASE("the log tells as much as was asked for") {
  std::vector<std::string> lines;
  const auto lines_at = [&](jam_verbosity verbosity) {
    lines.clear();
    REQUIRE(jam_set_log(verbosity, append_line, &lines) == JAM_OK);
    const CPoints points(point_cube(400), cpu_options());
    CLoad load = CLoad::pressed(2);
    REQUIRE(jam_simulate(points.get(), load.boxes(), 2, nullptr, nullptr) == JAM_OK);
    REQUIRE(jam_set_log(JAM_QUIET, nullptr, nullptr) == JAM_OK);
    return lines.size();
  };
  CHECK(lines_at(JAM_QUIET) == 0);
  CHECK(lines_at(JAM_BRIEF) == 2);
  CHECK(lines[0].find("points") != std::string::npos);
  CHECK(lines[1].find("1 packing, ") != std::string::npos);
  CHECK(lines_at(JAM_TIMES) == 2 + JAM_COUNTER_COUNT);
}

TEST_CASE("the free integers of BOX rows are read and written") {
  CLoad load = CLoad::pressed(2);
  const std::vector<std::int32_t> given{7, -8, 0, 2147483647};
  jam_boxes boxes = *load.boxes();
  boxes.tags = given.data();
  const TemporaryFile file("tagged.box", "");
  const std::string path = file.path().string();
  REQUIRE(jam_write_boxes(path.c_str(), &boxes, 0, nullptr) == JAM_OK);
  std::size_t count = 0;
  double *translations = nullptr, *rotations = nullptr, *dimensions = nullptr;
  std::int32_t* tags = nullptr;
  REQUIRE(jam_read_boxes(path.c_str(), &count, &translations, &rotations, &dimensions, &tags) == JAM_OK);
  REQUIRE(count == 2);
  CHECK(std::vector<std::int32_t>(tags, tags + 4) == given);
  for (void* const memory : std::initializer_list<void*>{translations, rotations, dimensions, tags})
    jam_free(memory);
}

TEST_CASE("BOX files are written in the version asked for") {
  CLoad litres = CLoad::pressed(2);
  CLoad cubes = CLoad::pressed(2);
  cubes.dimensions = {100, 100, 100};
  const TemporaryFile file("written.box", "");
  const std::string path = file.path().string();
  for (const auto& [version, expected] :
       {std::pair{0, "# box 0.0.2\n"}, std::pair{2, "# box 0.0.2\n"}, std::pair{3, "# box 0.0.3\n"}}) {
    REQUIRE(jam_write_boxes(path.c_str(), litres.boxes(), version, "test") == JAM_OK);
    CHECK(text_of(path).rfind(expected, 0) == 0);
  }
  CHECK(jam_write_boxes(path.c_str(), cubes.boxes(), 0, nullptr) == JAM_OK);
  CHECK(text_of(path).rfind("# box 0.0.3\n", 0) == 0);
  CHECK(jam_write_boxes(path.c_str(), cubes.boxes(), 2, nullptr) == JAM_BAD_INPUT);
  CHECK(std::string(jam_last_error()).find("0.0.2") != std::string::npos);
  CHECK(jam_write_boxes(path.c_str(), litres.boxes(), 1, nullptr) == JAM_BAD_INPUT);
}
