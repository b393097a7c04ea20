// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// TANG: Cattaneo's shift, Carter's rolling, golden tractions, materials that differ; solvers against each
// other.
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "elastic/friction_contacts.hpp"
#include "jam/core/error.hpp"

using namespace jam;
using namespace jam::test;

TEST_CASE("Cattaneo's shift as CONTACT has it (T16, E3)") {
  const Contact contact = sphere_on(contact_grid, by_force(9.1954));
  const FrictionalContact far = shifted(contact, -0.008155, TangentialMethod::convex_gs);
  CHECK(far.adhesion_cells == 45);
  CHECK(far.slip_cells == 132);
  CHECK(far.force.x / (0.4 * far.pressed.normal.force) == Approx(0.87501).margin(1e-5).epsilon(0));
  CHECK(far.iterations == Approx(41).margin(2));
  CHECK(violation(far, 0.4) < 1e-6);
  const FrictionalContact near = shifted(contact, -0.005, TangentialMethod::convex_gs);
  CHECK(near.adhesion_cells == 97);
  CHECK(near.slip_cells == 80);
  CHECK(near.force.x / (0.4 * near.pressed.normal.force) == Approx(0.602448).margin(1e-6).epsilon(0));
  CHECK(near.iterations == Approx(49).margin(2));
  CHECK(std::fabs(near.force.y) < 1e-8);
  CHECK(std::fabs(near.moment) < 1e-8);
}

TEST_CASE("conjugate gradients find the tractions of Gauss-Seidel (T16)") {
  const Contact contact = sphere_on(contact_grid, by_force(9.1954));
  for (const double shift : {-0.008155, -0.005, 0.002}) {
    const FrictionalContact exact = shifted(contact, shift, TangentialMethod::convex_gs, 1e-10);
    for (const bool preconditioned : {false, true}) {
      CAPTURE(shift, preconditioned);
      const FrictionalContact found =
          shifted(contact, shift, TangentialMethod::tang_cg, 1e-8, preconditioned);
      CHECK(found.solved);
      CHECK(found.adhesion_cells == exact.adhesion_cells);
      double worst = 0, peak = 0;
      for (std::size_t i = 0; i < exact.tractions.traction.size(); ++i) {
        worst = std::max(worst, length(found.tractions.traction[i] - exact.tractions.traction[i]));
        peak = std::max(peak, length(exact.tractions.traction[i]));
      }
      CHECK(worst / peak < 1e-6);
      CHECK(violation(found, 0.4) < 1e-6);
      CHECK(found.residual < 1e-6);
      if (shift == -0.008155) CHECK(found.iterations == Approx(preconditioned ? 21 : 26).epsilon(0.3));
    }
  }
}

TEST_CASE("the residual of tractions is large where they were not solved") {
  const Contact contact = sphere_on(contact_grid, by_force(9.1954));
  FrictionalSettings settings;
  settings.tangential.iteration_limit = 2;
  const FrictionalContact found =
      press_with_friction(contact, {contact.load}, {0.4, Motion::shift, {-0.005, 0}, 0}, settings);
  CHECK(!found.solved);
  CHECK(found.residual > 1e-3);
  // Where everything sticks it is small, too.
  settings.tangential.iteration_limit = 1000;
  const FrictionalContact held =
      press_with_friction(contact, {contact.load}, {100, Motion::shift, {-1e-4, 0}, 0}, settings);
  CHECK(held.slip_cells == 0);
  CHECK(held.residual < 1e-6);
}

TEST_CASE("Cattaneo's shift on a fine grid (T16)") {
  const Contact contact = sphere_on(centred_grid(128, 128, 2.5, 2.5), by_force(hertz_force));
  const FrictionalContact found = shifted(contact, -0.005, TangentialMethod::tang_cg, 1e-6);
  CHECK(found.force.x / (0.4 * found.pressed.normal.force) == Approx(0.602476).margin(2e-5).epsilon(0));
  CHECK(std::abs(found.adhesion_cells - 4484) <= 8);
  CHECK(std::abs(found.slip_cells - 3788) <= 8);
  // Against the closed form for 7/8 of the limit: 3 mu F / (16 a) times the compliances times 1 - (c/a)^2,
  // c/a = 1/2.
  const double shift = -3 * 0.4 * hertz_force / 16 * m1().mindlin * 0.75;
  CHECK(shift == Approx(-0.0081724).epsilon(1e-4));
  const FrictionalContact half = shifted(contact, shift, TangentialMethod::tang_cg, 1e-6);
  CHECK(half.force.x / (0.4 * half.pressed.normal.force) == Approx(0.875).margin(2e-3));
  CHECK(std::sqrt(half.adhesion_cells * contact.grid.area() / std::numbers::pi) == Approx(0.5).margin(0.02));
}

TEST_CASE("tractions on five by five cells (T17)") {
  Contact contact = sphere_on(centred_grid(5, 5, 2.5, 2.5), by_approach(0.02));
  // A raster stays as it is where the patch reaches the border.
  contact.surface.kind = SurfaceKind::raster;
  contact.surface.raster = parabolic_gap(contact.grid, 0.01, 0.01);
  for (const auto method : {TangentialMethod::convex_gs, TangentialMethod::tang_cg}) {
    FrictionalSettings settings;
    settings.normal.tolerance = 1e-11;
    settings.tangential = {method, 1e-12};
    const FrictionalContact found =
        press_with_friction(contact, {contact.load}, {0.4, Motion::shift, {-0.005, 0}, 0}, settings);
    const auto at = [&](int ix, int iy) { return found.tractions.traction[iy * 5 + ix]; };
    CHECK(at(2, 0).x == Approx(0.32465496).margin(1e-8));
    CHECK(at(1, 1).x == Approx(1.00647315).margin(1e-8));
    CHECK(at(2, 1).x == Approx(0.66262416).margin(1e-8));
    CHECK(at(0, 2).x == Approx(0.32465496).margin(1e-8));
    CHECK(at(1, 2).x == Approx(0.71342273).margin(1e-8));
    CHECK(at(2, 2).x == Approx(0.44076872).margin(1e-8));
    CHECK(at(1, 1).y == Approx(-0.0752091854).margin(1e-9));
    CHECK(at(3, 1).y == Approx(0.0752091854).margin(1e-9));
    CHECK(found.force.x / (0.4 * found.pressed.normal.force) == Approx(0.58317844).margin(1e-8));
    CHECK(found.adhesion_cells == 9);
    CHECK(found.slip_cells == 4);
  }
}

TEST_CASE("a tangential force leads to a shift in its own direction (2.7.4, E3)") {
  const Contact contact = sphere_on(contact_grid, by_force(9.1954));
  for (const double share : {0.1, 0.87501, 0.999}) {
    for (const double angle : {0.0, 0.6}) {
      const double limit = 0.4 * 9.1954;
      const Tangent force{share * limit * std::cos(angle), share * limit * std::sin(angle)};
      const FrictionalContact found =
          press_with_friction(contact, {contact.load}, {0.4, Motion::force, force, 0}, {});
      CAPTURE(share, angle);
      CHECK(found.solved);
      // Friction balances the force.
      CHECK(length(found.force + force) < 1e-6 * limit);
      CHECK(dot(found.shift, force) > 0.99 * length(found.shift) * length(force));
      CHECK(violation(found, 0.4) < 1e-6);
      if (share == 0.87501 && angle == 0) {
        CHECK(found.shift.x == Approx(0.008155).epsilon(1e-4));
        CHECK(found.adhesion_cells == 45);
      }
    }
  }
  CHECK_THROWS_AS(press_with_friction(contact, {contact.load}, {0.4, Motion::force, {4, 0}, 0}, {}),
                  InputError);
  CHECK_THROWS_AS(press_with_friction(contact, {contact.load}, {-0.1, Motion::shift, {1, 0}, 0}, {}),
                  InputError);
}

TEST_CASE("Carter's rolling cylinder (T18)") {
  const Contact contact = carter_cylinder();
  const FrictionalContact found =
      press_with_friction(contact, {contact.load}, {0.3, Motion::rolling, {-0.00024, 0}, 0}, {});
  CHECK(found.pressed.normal.contact_cells == 50);
  CHECK(found.pressed.normal.approach == Approx(0.00649156).margin(1e-8));
  CHECK(found.pressed.normal.peak == Approx(113.891).margin(1e-3));
  CHECK(found.solved);
  CHECK(found.adhesion_cells == 30);
  CHECK(found.slip_cells == 20);
  CHECK(found.force.x / (0.3 * 35780) == Approx(0.64798).margin(1e-5).epsilon(0));
  CHECK(found.residual < 1e-6);
  // The leading half sticks.
  CHECK(found.tractions.state[45] == CellState::adhesion);
  CHECK(found.tractions.state[5] == CellState::slip);
}

TEST_CASE("different materials: compression with friction in 35 steps (T19)", "[long]") {
  std::vector<NormalLoad> steps;
  const Contact contact = spence_contact(steps);
  const FrictionalContact found = press_with_friction(contact, steps, {0.2986, Motion::shift, {}, 0}, {});
  CHECK(found.solved);
  CHECK(found.pressed.normal.approach == Approx(0.0987437).margin(2e-6));
  CHECK(found.pressed.normal.peak == Approx(0.0239151).margin(2e-6));
  CHECK(std::abs(found.pressed.normal.contact_cells - 921) <= 2);
  CHECK(std::abs(found.adhesion_cells - 225) <= 2);
  CHECK(std::abs(found.slip_cells - 696) <= 2);
  CHECK(found.rounds <= 8);
  const int centre = 22 * 45 + 22;
  CHECK(found.tractions.traction[centre + 4].x == Approx(0.004143).margin(2e-6));
  CHECK(found.pressed.normal.pressure[centre + 4] == Approx(0.021758).margin(2e-6));
  const NormalSolution smooth = press(contact, {}).normal;
  CHECK(smooth.approach == Approx(0.1008118).margin(1e-6));
  CHECK(smooth.peak == Approx(0.0183429).margin(1e-6));
  CHECK(smooth.contact_cells == 973);
}

TEST_CASE("without friction everything slips, without pressure nothing does") {
  const Contact contact = sphere_on(contact_grid, by_force(9.1954));
  const FrictionalContact smooth =
      press_with_friction(contact, {contact.load}, {0, Motion::shift, {-0.005, 0}, 0}, {});
  CHECK(smooth.solved);
  CHECK(smooth.force == Tangent{});
  CHECK(smooth.slip_cells == 177);
  const Contact apart = sphere_on(contact_grid, by_approach(0));
  const FrictionalContact none =
      press_with_friction(apart, {apart.load}, {0.4, Motion::shift, {-0.005, 0}, 0}, {});
  CHECK(none.solved);
  CHECK(none.adhesion_cells + none.slip_cells == 0);
  CHECK(none.force == Tangent{});
}

TEST_CASE("a spin turns the tractions about the centre") {
  const Contact contact = sphere_on(contact_grid, by_force(9.1954));
  const FrictionalContact found =
      press_with_friction(contact, {contact.load}, {0.4, Motion::shift, {}, 0.002}, {});
  CHECK(found.solved);
  CHECK(length(found.force) < 1e-9);
  CHECK(found.moment < 0);
  // Mindlin's stiffness 16 G a^3 / 3 is an upper bound, for no slip.
  CHECK(-found.moment < 16.0 / 3 * 200 * 0.002 / 2);
  CHECK(-found.moment > 0.5 * 16.0 / 3 * 200 * 0.002 / 2);
}
