// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Exact verification against the independent checker, where it lies beside the source tree: the same verdict
// on packings and on packings that are no longer legal because one box was pushed.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <random>
#include <string>

#include "jam/mesh/inside_test.hpp"
#include "jam/mesh/read_container.hpp"
#include "jam/mesh/verify_boxes.hpp"
#include "jam/trunk/io/box_files.hpp"
#include "shapes.hpp"
#include "support/paths.hpp"
#include "support/skip.hpp"
#include "support/temporary_file.hpp"

using namespace jam::mesh;
using jam::Vec3d;
using jam::trunk::BoxPacking;

TEST_CASE("Verification agrees with the independent checker on boxes in a trunk, legal and pushed",
          "[checker]") {
  const std::filesystem::path root = jam::test::source_dir();
  const std::filesystem::path checker = root / ".." / "shared" / "verify" / "boxes.py";
  if (!std::filesystem::exists(checker)) return jam::test::skip("no ../shared/verify/boxes.py");
  if (!jam::test::has_python_module("numpy"))
    return jam::test::skip("no NumPy (Debian package python3-numpy)");
  const std::filesystem::path mesh = root / "meshes" / "roadster.off";
  const jam::trunk::Container container = read_container(mesh);
  const jam::trunk::Bounds bounds = bounds_of(container.surface);

  // Boxes turned at random, each accepted where it leaves the packing legal.
  std::mt19937_64 random(2);
  std::uniform_real_distribution<double> share(0, 1);
  std::normal_distribution<double> normal;
  BoxPacking packing;
  const Vec3d size = bounds.high - bounds.low;
  for (int k = 0; k < 400 && packing.count() < 25; ++k) {
    const Vec3d centre =
        bounds.low + Vec3d{size.x * share(random), size.y * share(random), size.z * share(random)};
    const jam::Quaterniond turn =
        normalised(jam::Quaterniond{normal(random), normal(random), normal(random), normal(random)});
    packing.boxes.push_back(shapes::box(centre, turn, k % 2 == 0 ? Vec3d{200, 100, 50} : Vec3d{120, 80, 60}));
    if (!verify_boxes(packing, container).legal) packing.boxes.pop_back();
  }
  REQUIRE(packing.count() >= 8);

  int illegal = 0;
  for (int k = 0; k < 9; ++k) {
    BoxPacking pushed = packing;
    if (k > 0) {
      auto& box = pushed.boxes[random() % pushed.boxes.size()];
      box.centre += (k < 8 ? 6.0 * k : 700.0) *
                    normalised(Vec3d{normal(random), normal(random), normal(random)}, Vec3d{1, 0, 0});
    }
    const double tolerance = k % 2 == 0 ? 0.001 : 0.5;
    const TemporaryFile file("load.box", "");
    jam::trunk::write_boxes(file.path(), pushed);
    const std::string command = "/usr/bin/python3 '" + checker.string() + "' '" + file.path().string() +
                                "' '" + mesh.string() + "' --tol " + std::to_string(tolerance) +
                                " >/dev/null 2>&1";
    const bool legal = verify_boxes(pushed, container, tolerance).legal;
    INFO(k);
    CHECK((std::system(command.c_str()) == 0) == legal);
    illegal += !legal;
  }
  CHECK(illegal > 2);
  CHECK(illegal < 9);
}
