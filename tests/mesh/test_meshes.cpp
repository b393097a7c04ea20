// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The trunks in meshes/, and a real one where it is there: read without repairs, with the volumes that are
// stated.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "jam/mesh/inside_test.hpp"
#include "jam/mesh/read_container.hpp"
#include "jam/mesh/verify_boxes.hpp"
#include "shapes.hpp"
#include "support/paths.hpp"
#include "support/skip.hpp"

using namespace jam::mesh;
using jam::trunk::Container;

namespace {

const std::filesystem::path root = jam::test::source_dir();

/// Boxes of a lattice whose clearance shows them to be inside.
jam::trunk::BoxPacking lattice_in(const Container& container) {
  jam::trunk::BoxPacking all;
  const auto bounds = bounds_of(container.surface);
  for (double z = bounds.low.z + 26; z < bounds.high.z; z += 50)
    for (double y = bounds.low.y + 50; y < bounds.high.y; y += 100)
      for (double x = bounds.low.x + 100; x < bounds.high.x; x += 200)
        all.boxes.push_back(shapes::box({x, y, z}));
  const Verification result = verify_boxes(all, container);
  const InsideTest inside(container.surface);
  jam::trunk::BoxPacking kept;
  for (std::size_t i = 0; i < all.boxes.size(); ++i)
    if (result.clearance[i] > -1e-9 && inside.contains(all.boxes[i].centre))
      kept.boxes.push_back(all.boxes[i]);
  return kept;
}

}  // namespace

TEST_CASE("The generated trunks are sound as they are and have the stated volumes") {
  const std::pair<const char*, double> stated[] = {
      {"sedan", 482.14}, {"hatchback", 378.02}, {"roadster", 143.37}};
  for (const auto& [name, litres] : stated) {
    INFO(name);
    const Container container = read_container(root / "meshes" / (std::string(name) + ".off"));
    CHECK(container.notes.empty());
    CHECK_FALSE(container.wrapped);
    CHECK(container.volume / 1e6 == Approx(litres).margin(0.005));  // As printed.
    CHECK(container.surface.triangles.size() > 500);
    CHECK(container.surface.triangles.size() < 5000);
    const jam::trunk::BoxPacking boxes = lattice_in(container);
    CHECK(boxes.count() > 20);
    const Verification result = verify_boxes(boxes, container, 0, 2);
    CHECK(result.legal);
  }
}

TEST_CASE("A real load space is used as it is, and its triangle soup is wrapped around the same space",
          "[load-space]") {
  const std::filesystem::path folder = root.parent_path() / "shared" / "meshes";
  if (!std::filesystem::exists(folder / "prius_cargo_cover.off"))
    return jam::test::skip("no ../shared/meshes/prius_cargo_cover.off");
  const Container closed = read_container(folder / "prius_cargo_cover.off");
  CHECK(closed.notes.empty());
  CHECK(closed.volume / 1e6 == Approx(437.58).margin(0.005));

  // Coarser than by default, to be quick.
  ReadOptions options;
  options.wrap = parse_wrap("48,1.6");
  const Container soup = read_container(folder / "prius_cargo_cover_soup.obj", options);
  CHECK(soup.wrapped);
  CHECK(soup.original.triangles.size() == 64);
  CHECK(soup.volume > closed.volume);
  CHECK(soup.volume < 1.07 * closed.volume);

  // The closed mesh was cut from the same triangles and smoothed by half a millimetre: what lies 1 mm
  // inside of it is legal in the wrap.
  jam::trunk::BoxPacking boxes;
  const jam::trunk::BoxPacking lattice = lattice_in(closed);
  const Verification clear = verify_boxes(lattice, closed);
  for (jam::trunk::PlacedBox box : lattice.boxes) {
    box.edge = {198, 98, 48};
    boxes.boxes.push_back(box);
  }
  CHECK(boxes.count() > 200);
  CHECK(clear.legal);
  const Verification result = verify_boxes(boxes, soup);
  INFO((result.violations.empty() ? std::string() : result.violations.front()));
  CHECK(result.legal);
}
