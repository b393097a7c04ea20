// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/search/basin_hopping.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

#include "jam/core/draw_seed.hpp"
#include "jam/core/parallel.hpp"
#include "jam/core/streams.hpp"
#include "jam/trunk/model/box_bytes.hpp"

namespace jam::trunk {
namespace {

// Lengths and energies for litre boxes.
constexpr double most_energy = 5;  ///< Largest energy of a packing that is taken [mm^2].
/// A hop on the lattice changes boxes within this distance of a squeezed one [mm].
constexpr double change_reach = 250;
constexpr int most_changes = 16;      ///< Largest number of rounds of such a hop that change such boxes.
constexpr int most_rounds = 2000;     ///< Largest number of rounds that such a hop tries.
constexpr std::uint32_t shakes = 4;   ///< Every fourth hop shakes boxes.
constexpr double shake_region = 300;  ///< A shake moves the boxes within this distance [mm].
/// Largest bound of a motion along each axis in a shake [mm]; the least bound is 1 mm.
constexpr double most_reach = 10;
constexpr double end_energy = 1e-3;  ///< Energy below which only rows of boxes have to shift a little [mm^2].
constexpr std::uint32_t end_shakes = 2;  ///< Every second hop shakes boxes at energies below end_energy.
constexpr double end_reach = 0.2;        ///< Bound of a motion along each axis in such a shake [mm].
constexpr int near_steps = 300;          ///< Value of PolishOptions::near_steps.
constexpr int polish_patience = 4;  ///< Value of PolishOptions::patience: most hops end after a few steps.
constexpr double fall = 0.8;        ///< Factor by which the energy has to fall within `patience` hops [-].
/// Number of hops within which the energy has to fall by the factor `fall`.
constexpr std::uint32_t patience = 120;
constexpr std::ptrdiff_t most_kept = 32;  ///< Packings: a population gives some in each generation.

}  // namespace

void BasinHopping::offer(const LatticeInstance& lattice, const Squeeze& squeeze, NearlyLegal nearly_legal) {
  if (nearly_legal.energy > most_energy * scale_ * scale_) return;
  const double energy = nearly_legal.energy;
  const auto same = [&](const Entry& entry) {
    return entry.energy == energy && entry.boxes.size() == nearly_legal.numbers.size();
  };
  if (std::ranges::any_of(entries_, same)) return;
  std::vector<LatticeBox> cells;
  for (const std::int32_t number : nearly_legal.numbers) cells.push_back(lattice.best_boxes()[number]);
  Entry entry{lattice, squeeze, std::move(nearly_legal.packing.boxes), energy, next_number_++, 0, energy, 0};
  entry.lattice.assign(cells);
  entries_.push_back(std::move(entry));
  if (std::ssize(entries_) > most_kept)
    entries_.erase(std::ranges::max_element(entries_, {}, &Entry::energy));
}

void BasinHopping::keep_above(int count) {
  std::erase_if(entries_, [count](const Entry& entry) { return std::ssize(entry.boxes) <= count; });
}

std::vector<BoxPacking> BasinHopping::packings() const {
  std::vector<BoxPacking> packings;
  for (const Entry& entry : entries_) packings.push_back({entry.boxes});
  return packings;
}

std::vector<BoxPacking> BasinHopping::advance(const Turn& turn, int thread_count, StopToken& stop) {
  std::vector<BoxPacking> found;
  build_cells(thread_count, stop);
  for (int round = 0; round < turn.rounds && !entries_.empty() && !stop.stop_requested(); ++round) {
    std::ranges::sort(entries_, [](const Entry& a, const Entry& b) {
      return std::tie(a.energy, a.number) < std::tie(b.energy, b.number);
    });
    const int count = std::min(turn.packings, static_cast<int>(entries_.size()));
    const int tries = std::max(1, turn.width / count);
    std::vector<std::optional<Hop>> hops(static_cast<std::size_t>(count) * tries);
    parallel_for(static_cast<int>(hops.size()), thread_count, [&](int i) {
      const Entry& entry = entries_[i / tries];
      if (!stop.stop_requested())
        hops[i] = hop(entry, entry.hops + static_cast<std::uint32_t>(i % tries), stop);
    });
    if (stop.stop_requested()) break;
    for (int k = count - 1; k >= 0; --k) {
      const auto entry = entries_.begin() + k;
      const std::size_t own = tries;
      const bool legal = take(*entry, std::span(hops).subspan(static_cast<std::size_t>(k) * own, own));
      if (legal) found.push_back({std::move(entry->boxes)});
      if (legal || is_stuck(*entry)) entries_.erase(entry);
    }
  }
  return found;
}

bool BasinHopping::is_stuck(const Entry& entry) { return entry.hops - entry.mark_hop > patience; }

BasinHopping::Hop BasinHopping::hop(const Entry& entry, std::uint32_t number, StopToken& stop) {
  const auto polish = polishes_.borrow(walls_);
  RandomStream random(seed_, StreamId::basin_hop, entry.number, number);
  Hop hop{entry.lattice, entry.boxes, {}};
  const Vec3d place = squeezed_place(entry, *polish, random);
  const bool at_end = entry.energy < end_energy * scale_ * scale_;
  const std::uint32_t kinds = at_end ? end_shakes : shakes;
  if (number % kinds == kinds - 1 || !refill(entry, place, random, stop, hop))
    shake(place, scale_ * (at_end ? end_reach : std::pow(most_reach, random.uniform_double())), random,
          hop.boxes);
  const std::vector<PlacedBox> begun = hop.boxes;
  PolishOptions options = rough_polish;
  options.patience = polish_patience;
  options.near_steps = near_steps;
  options.stop = &stop;
  hop.boxes.insert(hop.boxes.end(), fixed_.begin(), fixed_.end());
  hop.result = polish->run(hop.boxes, static_cast<int>(fixed_.size()), options);
  hop.boxes.resize(begun.size());
  if (!stay_inside(hop.boxes, begun)) hop.result = {.energy = std::numeric_limits<double>::max()};
  return hop;
}

Vec3d BasinHopping::squeezed_place(const Entry& entry, BoxPolish& polish, RandomStream& random) const {
  std::vector<PlacedBox> boxes = entry.boxes;
  boxes.insert(boxes.end(), fixed_.begin(), fixed_.end());
  static_cast<void>(polish.measure(boxes, static_cast<int>(fixed_.size())));
  std::vector<double> squeeze;
  polish.squeeze(boxes.size(), squeeze);
  squeeze.resize(entry.boxes.size());
  double left = random.uniform_double() * std::accumulate(squeeze.begin(), squeeze.end(), 0.0);
  std::size_t box = 0;
  while (box + 1 < squeeze.size() && left >= squeeze[box]) left -= squeeze[box++];
  return boxes[box].centre;
}

bool BasinHopping::refill(const Entry& entry, const Vec3d& place, RandomStream& random, StopToken& stop,
                          Hop& hop) {
  LatticeInstance& lattice = hop.lattice;
  const auto wanted = static_cast<int>(std::pow(most_changes + 1, random.uniform_double()));
  const RoundParameters parameters{.seed = draw_seed(random)};
  const auto is_near = [&](const LatticeBox& box) {
    return length(entry.squeeze(lattice.placed(box).centre) - place) < change_reach * scale_;
  };
  const auto scratch = scratch_.borrow();
  std::vector<LatticeBox> before = lattice.boxes();
  int changes = 0;
  for (int round = 0; round < most_rounds && changes < wanted && !stop.stop_requested(); ++round) {
    lattice.run(run_rounds_, parameters, 1, *scratch, stop);
    if (lattice.boxes() == before) continue;
    std::vector<LatticeBox> after = in_order_of(before, lattice.boxes());
    bool near = false;
    for (std::size_t i = 0; i < after.size() && !near; ++i)
      near = (i >= before.size() || after[i] != before[i]) && is_near(after[i]);
    if (near) {
      before = std::move(after);
      ++changes;
    }
    lattice.assign(before);
  }
  before = in_order_of(entry.lattice.boxes(), std::move(before));
  lattice.assign(before);
  hop.boxes = put_among(entry, lattice);
  return lattice.boxes() != entry.lattice.boxes();
}

std::vector<PlacedBox> BasinHopping::put_among(const Entry& entry, const LatticeInstance& lattice) const {
  const std::vector<LatticeBox>& before = entry.lattice.boxes();
  const std::vector<LatticeBox>& after = lattice.boxes();
  std::vector<Vec3d> squeezed;
  for (const LatticeBox& box : after) squeezed.push_back(entry.squeeze(lattice.placed(box).centre));
  const auto is_shared = [&](std::size_t i) { return i < before.size() && after[i] == before[i]; };
  std::vector<PlacedBox> boxes;
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (is_shared(i)) {
      boxes.push_back(entry.boxes[i]);
      continue;
    }
    Vec3d moved;
    int count = 0;
    for (std::size_t k = 0; k < after.size(); ++k) {
      if (!is_shared(k) || length(squeezed[k] - squeezed[i]) >= change_reach * scale_) continue;
      moved += entry.boxes[k].centre - squeezed[k];
      ++count;
    }
    PlacedBox box = lattice.placed(after[i]);
    box.corner_radius = entry.boxes.front().corner_radius;
    box.centre = squeezed[i] + (1.0 / std::max(1, count)) * moved;
    boxes.push_back(box);
  }
  return boxes;
}

void BasinHopping::shake(const Vec3d& place, double reach, RandomStream& random,
                         std::vector<PlacedBox>& boxes) const {
  const auto away = [&] { return reach * (2 * random.uniform_double() - 1); };
  for (PlacedBox& box : boxes) {
    if (length(box.centre - place) > shake_region * scale_) continue;
    const double x = away();
    const double y = away();
    const double z = away();
    box.centre += Vec3d{x, y, z};
  }
}

bool BasinHopping::take(Entry& entry, std::span<std::optional<Hop>> hops) {
  Hop& best = **std::ranges::min_element(
      hops, {}, [](const auto& hop) { return hop->result.legal ? -1 : hop->result.energy; });
  entry.hops += static_cast<std::uint32_t>(hops.size());
  if (!best.result.legal && best.result.energy > entry.energy) return false;
  entry.lattice = std::move(best.lattice);
  entry.boxes = std::move(best.boxes);
  entry.energy = best.result.energy;
  if (entry.energy < fall * entry.mark) entry.mark = entry.energy, entry.mark_hop = entry.hops;
  return best.result.legal;
}

void BasinHopping::write(io::StateWriter& state) const {
  io::write_all(state, next_number_, static_cast<int>(entries_.size()));
  for (const Entry& entry : entries_) {
    entry.lattice.write(state);
    io::write_all(state, entry.squeeze.factor, entry.squeeze.axis, entry.boxes, entry.energy, entry.number,
                  entry.hops, entry.mark, entry.mark_hop);
  }
}

void BasinHopping::read(io::StateReader& state) {
  int count = 0;
  io::read_all(state, next_number_, count);
  if (count < 0 || count > most_kept) io::fail_state("its number of nearly legal packings is impossible");
  entries_.clear();
  const FrameTask any{mesh_, fixed_, edge_};
  for (int i = 0; i < count; ++i) {
    Entry entry{LatticeInstance(any, state), {}, {}, 0, 0, 0, 0, 0};
    const auto factor = state.read<double>();
    const auto axis = state.read<Vec3d>();
    entry.boxes = read_boxes(state);
    io::read_all(state, entry.energy, entry.number, entry.hops, entry.mark, entry.mark_hop);
    const bool possible =
        !entry.boxes.empty() && entry.boxes.size() == entry.lattice.boxes().size() && entry.energy >= 0 &&
        entry.mark >= entry.energy && entry.mark_hop <= entry.hops && factor >= 1 && factor < 2 &&
        is_unit_vector(axis) &&
        std::ranges::all_of(entry.boxes, [&](const PlacedBox& box) { return box.edge == edge_; });
    if (!possible) io::fail_state("a nearly legal packing is impossible");
    entry.squeeze.factor = factor;
    entry.squeeze.axis = axis;
    const std::vector<LatticeBox> boxes = entry.lattice.boxes();
    entry.lattice.assign(boxes);
    entries_.push_back(std::move(entry));
  }
}

void BasinHopping::build_cells(int thread_count, StopToken& stop) {
  std::vector<Entry*> bare;
  for (Entry& entry : entries_) {
    if (entry.lattice.container() == nullptr) bare.push_back(&entry);
  }
  std::vector<ContainerCells> cells(bare.size());
  parallel_for(static_cast<int>(bare.size()), thread_count, [&](int i) {
    Entry& entry = *bare[i];
    const StretchedContainer stretched(mesh_, fixed_, entry.squeeze.factor - 1, entry.squeeze.axis);
    entry.squeeze = stretched.squeeze();
    const Frame& frame = entry.lattice.frame();
    const FrameTask task{stretched.mesh(),  stretched.fixed(), edge_, frame.pitch, stop.query(), false,
                         frame.window_words};
    cells[i] = container_cells(task, frame.lattice);
  });
  if (stop.stop_requested()) return;
  for (std::size_t i = 0; i < bare.size(); ++i) bare[i]->lattice.build_cells(std::move(cells[i]));
}

}  // namespace jam::trunk
