// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Rounds of large-neighbourhood search: packings stay legal, the occupancy stays true, all instruction sets
// walk alike.
#include <catch2/catch.hpp>

#include <memory>
#include <vector>

#include "jam/trunk/lattice/frame.hpp"
#include "jam/trunk/lattice/rounds.hpp"

using namespace jam;
using namespace jam::trunk;

namespace {

/// A container of cells, a packing in it, and memory for rounds.
struct Walk {
  BitGrid container;
  BitGrid free;
  std::vector<BoxOrientation> orientations;
  std::vector<LatticeBox> boxes;
  std::vector<LatticeBox> best;
  RoundProblem problem;
  RoundState state;

  /// A container of 75 x 60 x 50 cells less a slope, boxes of 20 x 10 x 5 cells placed in the order of y, z,
  /// x.
  Walk() : Walk({75, 60, 50}, {10, 10, 10}, 1) {}

  /// The same with cells of `pitch` [mm] and windows with rows of several words.
  Walk(CellVector cells, Vec3d pitch, int window_words)
      : container(cells), orientations(box_orientations({200, 100, 50}, pitch, {64 * window_words, 64, 64})) {
    for (int z = 0; z < cells.z; ++z) {
      for (int y = 0; y < cells.y; ++y)
        container.assign(z * cells.x / 300, cells.x - y * cells.x * 4 / (15 * cells.y), y, z, true);
    }
    free = container;
    boxes.resize(400);
    best.resize(400);
    problem = round_problem(free, orientations, window_words);
    for (int y = 0; y < cells.y; ++y) {
      for (int z = 0; z < cells.z; ++z) {
        for (int x = 0; x < cells.x; ++x) {
          const CellVector extent = orientations[0].extent;
          if (!free.all_set({x, y, z}, extent)) continue;
          free.assign_block({x, y, z}, extent, false);
          boxes[state.count++] = {static_cast<std::int16_t>(x), static_cast<std::int16_t>(y),
                                  static_cast<std::int16_t>(z), 0};
        }
      }
    }
    state.free = free.words().data();
    state.boxes = boxes.data();
    state.best = best.data();
    state.best_count = state.count;
    best = boxes;
    state.best = best.data();
    state.capacity = 400;
  }

  void run(LatticeRounds* rounds, const RoundParameters& parameters, long long count) {
    rounds(problem, parameters, state, count, *std::make_unique<RoundScratch>());
  }

  /// Free cells of the container without the first `count` of `packing`; empty where two boxes overlap or one
  /// is not inside.
  [[nodiscard]] BitGrid cells_left(const std::vector<LatticeBox>& packing, int count) const {
    BitGrid left = container;
    for (int i = 0; i < count; ++i) {
      const LatticeBox& box = packing[i];
      const CellVector extent = orientations[box.orientation].extent;
      if (!left.all_set({box.x, box.y, box.z}, extent)) return {};
      left.assign_block({box.x, box.y, box.z}, extent, false);
    }
    return left;
  }
};

/// The container of Walk() in cells of 1.5625 x 25 x 50 mm.
Walk fine_walk() { return {{480, 24, 10}, {1.5625, 25, 50}, 8}; }

}  // namespace

TEST_CASE("rounds keep the packing legal and improve it") {
  Walk walk;
  const int start = walk.state.count;
  walk.run(lattice_rounds.best(), {}, 3000);
  CHECK(walk.state.round == 3000);
  CHECK(walk.cells_left(walk.boxes, walk.state.count).words() == walk.free.words());
  CHECK(walk.cells_left(walk.best, walk.state.best_count).size().x == 75);
  CHECK(walk.state.best_count >= start + 5);
  CHECK(walk.state.count == walk.state.best_count);
}

TEST_CASE("rounds in parts are the same as at once, another seed or instance walks elsewhere") {
  const auto walked = [](std::uint64_t seed, std::uint32_t instance, int parts) {
    Walk walk;
    RoundParameters parameters;
    parameters.seed = seed;
    parameters.instance = instance;
    for (int i = 0; i < parts; ++i) walk.run(lattice_rounds.best(), parameters, 600 / parts);
    return walk.free.words();
  };
  const auto whole = walked(1, 0, 1);
  CHECK(walked(1, 0, 3) == whole);
  CHECK(walked(2, 0, 1) != whole);
  CHECK(walked(1, 1, 1) != whole);
}

TEST_CASE("all instruction sets give the same packing") {
  for (const bool fine : {false, true}) {
    Walk plain = fine ? fine_walk() : Walk();
    plain.run(lattice_rounds.version(Isa::plain), {}, 500);
    for (const Isa isa : all_isas) {
      if (lattice_rounds.version(isa) == nullptr) continue;
      Walk walk = fine ? fine_walk() : Walk();
      walk.run(lattice_rounds.version(isa), {}, 500);
      CHECK(walk.free.words() == plain.free.words());
    }
  }
}

TEST_CASE("rows of several words walk as rows of one word do, where a window of one word is wide enough") {
  // The container is 60 cells wide, so no window is wider than a word.
  const auto walked = [](int window_words) {
    Walk walk({60, 60, 50}, {10, 10, 10}, window_words);
    walk.run(lattice_rounds.best(), {}, 1000);
    return walk.free.words();
  };
  CHECK(walked(8) == walked(1));
}

TEST_CASE("cells that are fine along x: packings stay legal, and more boxes fit than into cubes") {
  Walk walk = fine_walk();
  Walk cubes;
  const int start = walk.state.count;
  walk.run(lattice_rounds.best(), {}, 3000);
  cubes.run(lattice_rounds.best(), {}, 3000);
  CHECK(walk.cells_left(walk.boxes, walk.state.count).words() == walk.free.words());
  CHECK(walk.state.best_count > start);
  CHECK(walk.state.best_count >= cubes.state.best_count);
}
