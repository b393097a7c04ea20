// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Closed solutions of elastic contact: cone, punch, wavy surface, tangential loading with partial slip,
// rolling in two and three dimensions (Johnson, Contact Mechanics, 1985; Kalker 1990). Tolerances are
// those of the cells: halving these halves or quarters them.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <numbers>

#include "elastic/contacts.hpp"
#include "elastic/friction_contacts.hpp"

using namespace jam;
using namespace jam::test;
using std::numbers::pi;

namespace {

/// `gap(x, y)` on a grid.
template <class Gap>
Contact raster_contact(const Grid& grid, const Gap& gap) {
  Contact contact;
  contact.surface.kind = SurfaceKind::raster;
  contact.pair = m1();
  contact.grid = grid;
  for (int i = 0; i < grid.count(); ++i)
    contact.surface.raster.push_back(gap(grid.x(i % grid.nx), grid.y(i / grid.nx)));
  return contact;
}

/// The pressure in the cell at a place.
double pressure_at(const PressedContact& pressed, double x, double y) {
  const Grid& grid = pressed.grid;
  const int ix = static_cast<int>(std::lround((x - grid.left) / grid.dx)),
            iy = static_cast<int>(std::lround((y - grid.low) / grid.dy));
  return pressed.normal.pressure[static_cast<std::size_t>(iy) * grid.nx + ix];
}

}  // namespace

TEST_CASE("a cone: force, patch and pressures (Sneddon 1948)") {
  constexpr double slope = 0.01;
  Contact contact = raster_contact(centred_grid(127, 127, 2.6, 2.6),
                                   [&](double x, double y) { return slope * std::hypot(x, y); });
  contact.load = by_approach(0.5 * pi * slope);  // For a patch of radius 1.
  const PressedContact pressed = press(contact, {});
  CHECK(pressed.normal.force == Approx(0.5 * pi * m1().modulus * slope).epsilon(2e-3));
  CHECK(std::sqrt(pressed.normal.contact_cells * pressed.grid.area() / pi) == Approx(1).epsilon(1e-2));
  for (const double x : {0.25, 0.5, 0.75}) {
    const double at = std::round(x / pressed.grid.dx) * pressed.grid.dx;
    CHECK(pressure_at(pressed, x, 0) ==
          Approx(0.5 * m1().modulus * slope * std::acosh(1 / at)).epsilon(5e-3));
  }
}

TEST_CASE("a rigid flat punch: pressures away from its edge (Boussinesq 1885)") {
  Contact contact;
  contact.surface.kind = SurfaceKind::punch;
  contact.surface.radius = 1;
  contact.pair = m1();
  contact.grid = centred_grid(127, 127, 2.2, 2.2);
  contact.load = by_force(2 * m1().modulus * 1e-3);
  const PressedContact pressed = press(contact, {});
  CHECK(pressed.normal.approach == Approx(1e-3).epsilon(5e-3));
  // The cells make a stair of its edge.
  for (const double x : {0.0, 0.3, 0.6, 0.9}) {
    const double at = std::round(x / pressed.grid.dx) * pressed.grid.dx;
    CHECK(pressure_at(pressed, x, 0) ==
          Approx(contact.load.value / (2 * pi * std::sqrt(1 - at * at))).epsilon(x < 0.9 ? 1e-2 : 2e-2));
  }
}

TEST_CASE("a wavy surface: peak and contact width by the mean pressure (Westergaard 1939)") {
  // 33 waves in one row of long cells. The load varies slowly from wave to wave: the one in the middle has a
  // mean pressure of its own.
  constexpr int waves = 33, cells = 61;
  constexpr double height = 1e-4;
  const Grid grid = centred_grid(waves * cells, 1, waves, 1e4);
  Contact contact =
      raster_contact(grid, [&](double x, double) { return height * (1 - std::cos(2 * pi * x)); });
  const double full =
      pi * m1().modulus * height;  // The mean pressure that closes all gaps, for waves of length 1.
  for (const double share : {0.1, 0.3, 0.6}) {
    contact.load = by_force(share * full * waves * 1e4);
    const PressedContact pressed = press(contact, {});
    const int first = waves / 2 * cells;
    double sum = 0, peak = 0, touching = 0;
    for (int k = first; k < first + cells; ++k) {
      sum += pressed.normal.pressure[k] / cells;
      peak = std::max(peak, pressed.normal.pressure[k]);
      touching += pressed.normal.pressure[k] > 0 ? 1 : 0;
    }
    CAPTURE(share, sum / full);
    CHECK(peak == Approx(2 * std::sqrt(sum * full)).epsilon(5e-3));
    // sin^2(pi a) = mean over full, a: half of the touching part; to a cell.
    CHECK(touching / cells == Approx(2 / pi * std::asin(std::sqrt(sum / full))).margin(1.5 / cells));
  }
}

TEST_CASE(
    "tangential loading with partial slip: shift, stick radius, tractions (Cattaneo 1938, Mindlin 1949)") {
  constexpr double friction = 0.4, limit = friction * hertz_force;
  const Contact contact = sphere_on(centred_grid(95, 95, 2.5, 2.5), by_force(hertz_force));
  for (const double share : {0.02, 0.3, 0.6, 0.9}) {
    const FrictionalContact found =
        press_with_friction(contact, {contact.load}, {friction, Motion::force, {share * limit, 0}, 0}, {});
    REQUIRE(found.solved);
    const double stick = stick_ratio(share);
    CAPTURE(share);
    CHECK(found.shift.x == Approx(3 * limit / 16 * m1().mindlin * (1 - stick * stick)).epsilon(1e-2));
    if (share == 0.02) CHECK(share * limit / found.shift.x == Approx(8 / m1().mindlin).epsilon(1e-2));
    CHECK(std::sqrt(found.adhesion_cells * contact.grid.area() / pi) == Approx(stick).margin(0.02));
    // In the middle mu p0 (1 - c/a); friction opposes the shift.
    const Tangent middle = found.tractions.traction[47 * 95 + 47];
    CHECK(middle.x == Approx(-friction * hertz_peak * (1 - stick)).margin(0.01 * friction * hertz_peak));
  }
}

TEST_CASE("rolling in two dimensions: the curve of creepage and force (Carter 1926)") {
  Contact contact = carter_cylinder();
  contact.grid = centred_grid(210, 1, 2.1, 200);
  contact.surface.raster = parabolic_gap(contact.grid, 0.001, 0);
  // a = 1, R = 500: creepage = mu a / R (1 - sqrt(1 - share of the limit)).
  for (const double part : {0.1, 0.4, 0.7}) {
    const double creepage = 0.3 / 500 * part;
    const FrictionalContact found =
        press_with_friction(contact, {contact.load}, {0.3, Motion::rolling, {creepage, 0}, 0}, {});
    CAPTURE(part);
    CHECK(found.solved);
    const double share = 1 - (1 - part) * (1 - part);
    CHECK(-found.force.x / (0.3 * 35780) == Approx(share).epsilon(1e-2));
    CHECK(static_cast<double>(found.adhesion_cells) / found.pressed.normal.contact_cells ==
          Approx(1 - part).margin(0.01));
  }
  const FrictionalContact slipping =
      press_with_friction(contact, {contact.load}, {0.3, Motion::rolling, {0.0007, 0}, 0}, {});
  CHECK(-slipping.force.x / (0.3 * 35780) == Approx(1));
  CHECK(slipping.adhesion_cells == 0);
}

TEST_CASE("rolling in three dimensions: Kalker's coefficients of small creepages") {
  // A circular patch, nu = 1/4: force = G a^2 C11 creepage, C22 across, and G a^3 C23 spin (Kalker 1990,
  // table E.3).
  const double modulus = 210000;
  Contact contact;
  contact.surface.curvature = {1 / 920.0, 1 / 920.0};
  contact.pair = combine({modulus, 0.25}, {modulus, 0.25});
  contact.load = by_force(1e5);
  const HertzContact hertz = hertz_by_force(contact.surface.curvature, contact.pair.modulus, 1e5);
  const double unit = contact.pair.shear * hertz.x_axis * hertz.x_axis;
  const auto forces = [&](int cells, TangentialLoad load) {
    contact.grid = centred_grid(cells, cells, 2.5 * hertz.x_axis, 2.5 * hertz.x_axis);
    const FrictionalContact found = press_with_friction(contact, {contact.load}, load, {});
    CHECK(found.solved);
    CHECK(found.slip_cells == 0);
    CHECK(found.residual < 1e-6);
    return found.force;
  };
  // The error of the first order in the cells is taken away.
  const auto extrapolated = [&](const TangentialLoad& load) {
    return 2.0 * forces(32, load) - forces(16, load);
  };
  constexpr double small = 1e-6;
  CHECK(-extrapolated({1000, Motion::rolling, {small, 0}, 0}).x / (unit * small) ==
        Approx(4.12).epsilon(1e-2));
  CHECK(-extrapolated({1000, Motion::rolling, {0, small}, 0}).y / (unit * small) ==
        Approx(3.67).epsilon(1e-2));
  CHECK(-extrapolated({1000, Motion::rolling, {0, 0}, small}).y / (unit * hertz.x_axis * small) ==
        Approx(1.47).epsilon(1e-2));
}

TEST_CASE("a line contact of given length: half-width, peak and approach by closed formulas") {
  Contact contact;
  contact.surface.kind = SurfaceKind::line;
  contact.surface.curvature = {0.05, 0};
  contact.surface.length = 30;
  contact.pair = combine({210000, 0.3}, {210000, 0.3});
  const HertzContact line = line_by_force(0.05, 30, contact.pair.modulus, 2000);
  for (const NormalLoad load : {by_force(2000), by_approach(line.approach)}) {
    contact.load = load;
    contact.grid = centred_grid(128, 1, 2.5 * line.x_axis, 30);
    const PressedContact pressed = press(contact, {});
    REQUIRE(pressed.hertz);
    CHECK(pressed.hertz->force == Approx(2000));
    CHECK(pressed.normal.force == Approx(2000).epsilon(1e-3));
    CHECK(pressed.normal.peak == Approx(line.peak).epsilon(1e-3));
    CHECK(pressed.normal.approach == Approx(line.approach).epsilon(1e-4));
    CHECK(0.5 * pressed.normal.contact_cells * pressed.grid.dx == Approx(line.x_axis).epsilon(2e-2));
    CHECK(pressed.warnings.empty());
  }
  // A grid that is too narrow grows across the line only.
  contact.grid = centred_grid(64, 1, line.x_axis, 30);
  contact.load = by_force(2000);
  const PressedContact wider = press(contact, {});
  CHECK(wider.grid.dy == 30);
  CHECK(wider.normal.peak == Approx(line.peak).epsilon(1e-2));
}
