// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <vector>

#include "jam/elastic/batch/contact.hpp"
#include "jam/elastic/packing/numeric_contacts.hpp"
#include "jam/elastic/tangential/frictional.hpp"

namespace jam::elastic {
namespace {

/// A little more force tells the stiffness.
constexpr double more_force = 1.01;
/// Growth of the edges of a grid if a patch reaches the border, and the largest number of such steps.
constexpr double growth = 1.5;
constexpr int growth_round_limit = 10;
/// Tangential force over the limit of friction below which hardly anything slips [-].
constexpr double little_friction = 0.1;

/// Solves all, on larger grids if patches reach the border; grids are changed. The second half of the
/// contacts is that of the first under another force; both grow together, so that their approaches can be
/// compared.
std::vector<SmallPressure> solve_batch(std::vector<SmallContact>& contacts, SmallEngine& engine) {
  std::vector<SmallPressure> results(contacts.size());
  const auto twin = [&](std::size_t k) { return (k + contacts.size() / 2) % contacts.size(); };
  std::vector<std::size_t> open(contacts.size());
  for (std::size_t k = 0; k < open.size(); ++k) open[k] = k;
  for (int round = 0; !open.empty() && round <= growth_round_limit; ++round) {
    std::vector<SmallContact> batch;
    for (const std::size_t k : open) {
      if (round > 0) {
        const Grid& grid = contacts[k].grid;
        contacts[k].grid =
            centred_grid(grid.nx, grid.ny, growth * grid.nx * grid.dx, growth * grid.ny * grid.dy);
      }
      batch.push_back(contacts[k]);
    }
    std::vector<SmallPressure> found(batch.size());
    engine.run({batch, found, {}});
    for (std::size_t j = 0; j < open.size(); ++j) results[open[j]] = found[j];
    std::erase_if(open, [&](std::size_t k) { return !results[k].at_border && !results[twin(k)].at_border; });
  }
  return results;
}

/// The part of the patch that sticks under a tangential force.
void solve_sticking(const PackedContact& packed, Contact contact, ContactPressure& result) {
  contact.pair.coupling = 0;
  // The grid is small: without Fourier transforms results have the same digits in every build.
  FrictionalSettings settings;
  settings.normal.product = ProductKind::direct;
  settings.normal.preconditioned = settings.tangential.preconditioned = false;
  settings.normal.thread_count = settings.tangential.thread_count = 1;
  const FrictionalContact found = press_with_friction(
      contact, {contact.load}, {packed.friction, Motion::force, {packed.tangential, 0}}, settings);
  const int cells = found.adhesion_cells + found.slip_cells;
  if (!found.solved)
    result.warnings.emplace_back(
        "the tractions were not solved to their tolerance: the part that sticks is Cattaneo's");
  if (found.solved && cells > 0) result.stick_share = static_cast<double>(found.adhesion_cells) / cells;
}

}  // namespace

void solve_lined(const Packing& packing, std::span<const LinedContact> contacts, const Device& device,
                 int thread_count, SolveWatch* watch, PackingPressure& result) {
  if (contacts.empty()) return;
  // Each with its force, then each with a little more.
  std::vector<SmallContact> batch;
  for (const double factor : {1.0, more_force}) {
    for (const LinedContact& lined : contacts) {
      const Contact& contact = lined.contact;
      const Extent extent = patch_extent(contact.surface, contact.pair, contact.liner, contact.load);
      batch.push_back({centred_grid(numeric_cells, numeric_cells, 2 * extent.x, 2 * extent.y),
                       contact.surface.curvature,
                       contact.pair,
                       contact.liner.flexibility(),
                       {true, factor * contact.load.value}});
    }
  }
  const std::vector<SmallPressure> found = solve_batch(batch, *make_small_engine(device, thread_count));
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const Contact& contact = contacts[k].contact;
    const SmallPressure &pressed = found[k], &more = found[contacts.size() + k];
    ContactPressure& pressure = result.contacts[contacts[k].number];
    pressure.tier = Tier::numeric;
    pressure.approach = pressed.approach;
    pressure.area = pressed.contact_cells * batch[k].grid.area();
    pressure.peak = pressed.peak;
    pressure.normal_stiffness = (more_force - 1) * contact.load.value / (more.approach - pressed.approach);
    if (pressed.end != SolveEnd::solved)
      pressure.warnings.emplace_back("the solver ended before its tolerance");
    if (pressed.at_border || more.at_border) {
      pressure.warnings.emplace_back(
          "the patch reaches the border of the largest grid that was tried: peak and stiffness are not "
          "right");
    }
  }
  for_each_watched(
      static_cast<int>(contacts.size()), thread_count, watch, "contacts with friction", [&](int k) {
        const PackedContact& packed = packing.contacts[contacts[k].number];
        ContactPressure& pressure = result.contacts[contacts[k].number];
        if (!(pressure.friction_share > little_friction && pressure.friction_share < 1) || ends(watch))
          return;
        Contact contact = contacts[k].contact;
        contact.grid = batch[k].grid;
        solve_sticking(packed, contact, pressure);
      });
}

}  // namespace jam::elastic
