// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// TANG on a CUDA device: the acceptance tests of the CPU (T16 to T19), the CPU's tractions, the same bits in
// every run.
#include <catch2/catch.hpp>

#include <cmath>
#include <cstdlib>

#include "elastic/friction_contacts.hpp"
#include "jam/core/error.hpp"
#include "jam/elastic/cuda/device.hpp"

using namespace jam;
using namespace jam::test;

namespace {

constexpr auto tang_cg = TangentialMethod::tang_cg;

double share(const FrictionalContact& contact, double friction) {
  return contact.force.x / (friction * contact.pressed.normal.force);
}

/// Largest difference of tractions over the largest traction.
double difference(const FrictionalContact& a, const FrictionalContact& b) {
  double worst = 0, peak = 0;
  for (std::size_t i = 0; i < a.tractions.traction.size(); ++i) {
    worst = std::max(worst, length(a.tractions.traction[i] - b.tractions.traction[i]));
    peak = std::max(peak, length(b.tractions.traction[i]));
  }
  return worst / peak;
}

FrictionalSettings on_gpu() {
  FrictionalSettings settings;
  settings.normal.gpu = 0;
  return settings;
}

}  // namespace

TEST_CASE("Cattaneo's shift on the GPU (T16)", "[gpu][elastic]") {
  const Contact contact = sphere_on(contact_grid, by_force(9.1954));
  const FrictionalContact far = shifted(contact, -0.008155, tang_cg, 1e-8, true, 0);
  CHECK(far.solved);
  CHECK(far.adhesion_cells == 45);
  CHECK(far.slip_cells == 132);
  CHECK(share(far, 0.4) == Approx(0.87501).margin(1e-5).epsilon(0));
  CHECK(violation(far, 0.4) < 1e-6);
  CHECK(far.residual < 1e-6);
  CHECK(far.iterations == Approx(21).epsilon(0.3));
  const FrictionalContact near = shifted(contact, -0.005, tang_cg, 1e-8, true, 0);
  CHECK(near.adhesion_cells == 97);
  CHECK(near.slip_cells == 80);
  CHECK(share(near, 0.4) == Approx(0.602448).margin(1e-6).epsilon(0));
}

TEST_CASE("tractions on the GPU are those of the CPU (T16)", "[gpu][elastic]") {
  for (const Grid& grid : {contact_grid, centred_grid(33, 20, 2.6, 3.1), centred_grid(70, 66, 2.6, 2.6)}) {
    const Contact contact = sphere_on(grid, by_force(9.1954));
    for (const double shift : {-0.008155, 0.002}) {
      for (const bool preconditioned : {false, true}) {
        CAPTURE(grid.nx, shift, preconditioned);
        const FrictionalContact cpu = shifted(contact, shift, tang_cg, 1e-10, preconditioned);
        const FrictionalContact gpu = shifted(contact, shift, tang_cg, 1e-10, preconditioned, 0);
        CHECK(gpu.solved);
        CHECK(gpu.adhesion_cells == cpu.adhesion_cells);
        CHECK(difference(gpu, cpu) < 1e-7);
        CHECK(violation(gpu, 0.4) < 1e-6);
        CHECK(std::abs(gpu.iterations - cpu.iterations) <= 0.2 * cpu.iterations);
      }
    }
  }
}

TEST_CASE("Cattaneo's shift on a fine grid on the GPU (T16)", "[gpu][elastic]") {
  const Contact contact = sphere_on(centred_grid(128, 128, 2.5, 2.5), by_force(hertz_force));
  const FrictionalContact found = shifted(contact, -0.005, tang_cg, 1e-6, true, 0);
  CHECK(found.solved);
  CHECK(share(found, 0.4) == Approx(0.602476).margin(2e-5).epsilon(0));
  CHECK(std::abs(found.adhesion_cells - 4484) <= 8);
  CHECK(std::abs(found.slip_cells - 3788) <= 8);
}

TEST_CASE("tractions on five by five cells on the GPU (T17)", "[gpu][elastic]") {
  Contact contact = sphere_on(centred_grid(5, 5, 2.5, 2.5), by_approach(0.02));
  contact.surface.kind = SurfaceKind::raster;
  contact.surface.raster = parabolic_gap(contact.grid, 0.01, 0.01);
  FrictionalSettings settings = on_gpu();
  settings.normal.tolerance = 1e-11;
  settings.tangential = {tang_cg, 1e-12};
  const FrictionalContact found =
      press_with_friction(contact, {contact.load}, {0.4, Motion::shift, {-0.005, 0}, 0}, settings);
  const auto at = [&](int ix, int iy) { return found.tractions.traction[iy * 5 + ix]; };
  CHECK(at(2, 0).x == Approx(0.32465496).margin(1e-8));
  CHECK(at(1, 1).x == Approx(1.00647315).margin(1e-8));
  CHECK(at(2, 2).x == Approx(0.44076872).margin(1e-8));
  CHECK(at(1, 1).y == Approx(-0.0752091854).margin(1e-9));
  CHECK(at(3, 1).y == Approx(0.0752091854).margin(1e-9));
  CHECK(share(found, 0.4) == Approx(0.58317844).margin(1e-8));
  CHECK(found.adhesion_cells == 9);
  CHECK(found.slip_cells == 4);
}

TEST_CASE("a tangential force on the GPU leads to its shift (2.7.4, E3)", "[gpu][elastic]") {
  const Contact contact = sphere_on(contact_grid, by_force(9.1954));
  const FrictionalContact found = press_with_friction(
      contact, {contact.load}, {0.4, Motion::force, {0.87501 * 0.4 * 9.1954, 0}, 0}, on_gpu());
  CHECK(found.solved);
  CHECK(found.shift.x == Approx(0.008155).epsilon(1e-4));
  CHECK(found.adhesion_cells == 45);
}

TEST_CASE("Carter's rolling cylinder, its pressures from the GPU (T18)", "[gpu][elastic]") {
  const Contact contact = carter_cylinder();
  const FrictionalContact found =
      press_with_friction(contact, {contact.load}, {0.3, Motion::rolling, {-0.00024, 0}, 0}, on_gpu());
  CHECK(found.pressed.normal.contact_cells == 50);
  CHECK(found.pressed.normal.peak == Approx(113.891).margin(1e-3));
  CHECK(found.solved);
  CHECK(found.adhesion_cells == 30);
  CHECK(found.slip_cells == 20);
  CHECK(share(found, 0.3) == Approx(0.64798).margin(1e-5).epsilon(0));
}

TEST_CASE("different materials on the GPU: compression with friction in 35 steps (T19)", "[gpu][elastic]") {
  std::vector<NormalLoad> steps;
  const Contact contact = spence_contact(steps);
  const FrictionalContact found =
      press_with_friction(contact, steps, {0.2986, Motion::shift, {}, 0}, on_gpu());
  CHECK(found.solved);
  CHECK(found.pressed.normal.approach == Approx(0.0987437).margin(2e-6));
  CHECK(found.pressed.normal.peak == Approx(0.0239151).margin(2e-6));
  CHECK(std::abs(found.pressed.normal.contact_cells - 921) <= 2);
  CHECK(std::abs(found.adhesion_cells - 225) <= 2);
  CHECK(std::abs(found.slip_cells - 696) <= 2);
  CHECK(found.rounds <= 8);
  CHECK(found.tractions.traction[22 * 45 + 26].x == Approx(0.004143).margin(2e-6));
}

TEST_CASE("TANG on the GPU has the same bits in every run and for every size of a block", "[gpu][elastic]") {
  const Contact contact = sphere_on(centred_grid(48, 40, 2.6, 2.6), by_force(9.1954));
  const FrictionalContact first = shifted(contact, -0.006, tang_cg, 1e-7, true, 0);
  for (const char* warps : {"0", "1", "8"}) {
    if (*warps != '0') setenv("JAM_CUDA_WARPS", warps, 1);
    const FrictionalContact again = shifted(contact, -0.006, tang_cg, 1e-7, true, 0);
    unsetenv("JAM_CUDA_WARPS");
    CHECK(again.tractions.traction == first.tractions.traction);
    CHECK(again.tractions.slip == first.tractions.slip);
    CHECK(again.iterations == first.iterations);
  }
}

TEST_CASE("a few cells with friction are solved on the GPU", "[gpu][elastic][sanitizer][racecheck]") {
  const Contact contact = sphere_on(centred_grid(9, 7, 2.6, 2.6), by_force(9.1954));
  FrictionalSettings settings = on_gpu();
  settings.normal.tolerance = settings.tangential.tolerance = 1e-2;
  CHECK(press_with_friction(contact, {contact.load}, {0.4, Motion::shift, {-0.006, 0}, 0}, settings).solved);
  const FrictionalContact rolling =
      press_with_friction(contact, {contact.load}, {0.3, Motion::rolling, {-0.001, 0}, 0}, settings);
  CHECK(rolling.slip_cells + rolling.adhesion_cells == rolling.pressed.normal.contact_cells);
}

TEST_CASE("what the GPU does not do with friction is refused", "[gpu][elastic]") {
  const Contact contact = sphere_on(contact_grid, by_force(9.1954));
  FrictionalSettings settings = on_gpu();
  settings.normal.product = ProductKind::direct;
  CHECK_THROWS_AS(press_with_friction(contact, {contact.load}, {0.4, Motion::shift, {0.001, 0}, 0}, settings),
                  InputError);
  settings.normal = {};
  settings.normal.gpu = 99;
  CHECK_THROWS_AS(press_with_friction(contact, {contact.load}, {0.4, Motion::shift, {0.001, 0}, 0}, settings),
                  DeviceError);
}
