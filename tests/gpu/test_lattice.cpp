// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The rounds of the lattice search on a CUDA device: the same boxes as on the CPU, however they are dealt
// out.
#include <catch2/catch.hpp>

#include <memory>
#include <span>
#include <vector>

#include "jam/core/error.hpp"
#include "jam/trunk/lattice/search.hpp"
#include "scenes/trunk/lattice_meshes.hpp"
#include "scenes/trunk/lattice_packings.hpp"
#include "scenes/trunk/off_triangles.hpp"
#include "support/paths.hpp"

using namespace jam;
using namespace jam::trunk;
using namespace jam::trunk::test;

TEST_CASE("a small cavity: the same boxes as on the CPU", "[gpu][lattice][sanitizer]") {
  const TriangleMesh mesh = trunk::test::cuboid({430, 230, 170});
  StopToken stop;
  const Cells kind = GENERATE(Cells::cubes, Cells::fine);
  const Packings cpu = start(mesh, {200, 100, 50}, 3, 2, kind);
  make_cpu_lattice_engine(1)->run({all_of(cpu), some_parameters(), 30, stop});
  for (const CudaLatticeShape& shape :
       {CudaLatticeShape{}, CudaLatticeShape{2, 100}, CudaLatticeShape{1, 0}}) {
    const Packings gpu = start(mesh, {200, 100, 50}, 3, 2, kind);
    make_cuda_lattice_engine(0, shape)->run({all_of(gpu), some_parameters(), 30, stop});
    CHECK(gpu[0]->boxes().size() >= 8);
    CHECK(differing(gpu, cpu) == 0);
  }
}

TEST_CASE("trunks in several frames: the same boxes as on the CPU after the same rounds", "[gpu][lattice]") {
  const TriangleMesh roadster =
      jam::test::read_off_triangles((jam::test::source_dir() / "meshes" / "roadster.off").string());
  for (const TriangleMesh& mesh : {small_trunk(), roadster}) {
    for (const Vec3d edge : {Vec3d{200, 100, 50}, Vec3d{152, 114, 325}, Vec3d{80, 80, 80}}) {
      for (const Cells kind : {Cells::cubes, Cells::fine}) {
        if (kind == Cells::fine && block_edge(edge) == 0) continue;
        for (const float loss : {0.0F, 0.05F}) {
          StopToken stop;
          const Packings cpu = start(mesh, edge, 8, 4, kind);
          const Packings gpu = start(mesh, edge, 8, 4, kind);
          REQUIRE(differing(gpu, cpu) == 0);
          make_cpu_lattice_engine(0)->run({all_of(cpu), some_parameters(loss), 1500, stop});
          make_cuda_lattice_engine(0)->run({all_of(gpu), some_parameters(loss), 1500, stop});
          CHECK(differing(gpu, cpu) == 0);
          CHECK(differing(gpu, start(mesh, edge, 8, 4, kind)) > 0);
        }
      }
    }
  }
}

TEST_CASE("boxes do not depend on the batch, on the calls, on the block or on where a window lies",
          "[gpu][lattice]") {
  const TriangleMesh mesh = small_trunk();
  StopToken stop;
  const RoundParameters parameters = some_parameters(0.02F);
  const Cells kind = GENERATE(Cells::cubes, Cells::fine);
  const Packings whole = start(mesh, {200, 100, 50}, 9, 3, kind);
  make_cuda_lattice_engine(0)->run({all_of(whole), parameters, 700, stop});
  SECTION("one by one, in two calls") {
    const Packings alone = start(mesh, {200, 100, 50}, 9, 3, kind);
    const auto engine = make_cuda_lattice_engine(0);
    for (LatticeInstance* packing : all_of(alone)) {
      engine->run({{&packing, 1}, parameters, 300, stop});
      engine->run({{&packing, 1}, parameters, 400, stop});
    }
    CHECK(differing(alone, whole) == 0);
  }
  SECTION("more packings than run at once, half of them on the CPU for a while") {
    const Packings many = start(mesh, {200, 100, 50}, 1500, 3, kind);
    const std::vector<LatticeInstance*> all = all_of(many);
    make_cpu_lattice_engine(0)->run({std::span(all).first(5), parameters, 100, stop});
    const auto engine = make_cuda_lattice_engine(0);
    engine->run({std::span(all).first(5), parameters, 600, stop});
    engine->run({std::span(all).subspan(5), parameters, 700, stop});
    Packings first;
    for (std::size_t k = 0; k < whole.size(); ++k)
      first.push_back(std::make_unique<LatticeInstance>(*many[k]));
    CHECK(differing(first, whole) == 0);
  }
  SECTION("blocks of any size, windows in either memory") {
    for (const CudaLatticeShape& shape : {CudaLatticeShape{1, 1024}, CudaLatticeShape{3, 0},
                                          CudaLatticeShape{4, 500}, CudaLatticeShape{6, 2048}}) {
      const Packings other = start(mesh, {200, 100, 50}, 9, 3, kind);
      make_cuda_lattice_engine(0, shape)->run({all_of(other), parameters, 700, stop});
      CHECK(differing(other, whole) == 0);
    }
  }
}

TEST_CASE("a search on the device fills cavities and repeats itself", "[gpu][lattice]") {
  LatticeOptions options;
  options.device = open_cuda_device(0);
  StopToken stop;
  CHECK(search_lattice(trunk::test::cuboid({800, 400, 200}, from_axis_angle(Vec3d{1, 2, 3}, 1.0)), options,
                       stop)
            .packing.count() == 64);
  options.frame_count = 4;
  options.first_rounds = 100;
  options.round_budget = 1'200'000;
  const TriangleMesh mesh = small_trunk();
  const BoxPacking one = search_lattice(mesh, options, stop).packing;
  const BoxPacking two = search_lattice(mesh, options, stop).packing;
  CHECK(one.count() >= 36);
  CHECK(trunk::test::deepest_overlap(one) < 0);
  REQUIRE(one.count() == two.count());
  for (std::size_t i = 0; i < one.boxes.size(); ++i) CHECK(one.boxes[i].centre == two.boxes[i].centre);
}

TEST_CASE("a device that is not there is refused, a stop is obeyed", "[gpu][lattice]") {
  CHECK_THROWS_AS(make_cuda_lattice_engine(99), DeviceError);
  StopToken stop;
  stop.request(StopReason::interrupt);
  const Packings stopped = start(small_trunk(), {200, 100, 50}, 2, 1);
  make_cuda_lattice_engine(0)->run({all_of(stopped), some_parameters(), 1000, stop});
  CHECK(differing(stopped, start(small_trunk(), {200, 100, 50}, 2, 1)) == 0);
}
