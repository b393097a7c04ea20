// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/polish/basin_hopping.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <tuple>

#include "jam/core/parallel.hpp"
#include "jam/core/philox.hpp"
#include "jam/core/streams.hpp"
#include "jam/trunk/model/box_bytes.hpp"

namespace jam::trunk {
namespace {

// Lengths and energies for litre boxes.
constexpr double most_energy = 3;    ///< Of a packing that is taken [mm^2].
constexpr double region = 300;       ///< Boxes whose centres are nearer move [mm],
constexpr double first_reach = 1.7;  ///< along each axis by up to this, at first [mm]. It grows and falls with success,
constexpr double growth = 1.3;
constexpr double decay = 0.93;
constexpr double least_reach = 1;         ///< but not below this,
constexpr double greatest_reach = 10;     ///< and not above this.
constexpr double end_energy = 1e-3;       ///< Below this [mm^2] only rows of boxes have to shift a little: every second hop is short,
constexpr double end_reach = 0.2;         ///< as long as this [mm].
constexpr int near_steps = 300;           ///< As PolishOptions.
constexpr double fall = 0.8;              ///< To this share the energy has to fall
constexpr std::uint32_t patience = 60;    ///< within so many hops.
constexpr std::ptrdiff_t most_kept = 32;  ///< Packings: a population gives some in each generation.

}  // namespace

void BasinHopping::offer(NearlyLegal nearly_legal) {
  if (nearly_legal.energy > most_energy * scale_ * scale_) return;
  const double energy = nearly_legal.energy;
  const auto same = [&](const Entry& entry) { return entry.energy == energy && entry.boxes.size() == nearly_legal.packing.boxes.size(); };
  if (std::ranges::any_of(entries_, same)) return;
  entries_.push_back({std::move(nearly_legal.packing.boxes), energy, first_reach * scale_, next_number_++, 0, energy, 0});
  if (std::ssize(entries_) > most_kept) entries_.erase(std::ranges::max_element(entries_, {}, &Entry::energy));
}

void BasinHopping::keep_above(int count) {
  std::erase_if(entries_, [count](const Entry& entry) { return std::ssize(entry.boxes) <= count; });
}

std::vector<BoxPacking> BasinHopping::advance(const Turn& turn, int thread_count, StopToken& stop) {
  std::vector<BoxPacking> found;
  for (int round = 0; round < turn.rounds && !entries_.empty() && !stop.stop_requested(); ++round) {
    std::ranges::sort(entries_, [](const Entry& a, const Entry& b) { return std::tie(a.energy, a.number) < std::tie(b.energy, b.number); });
    const int count = std::min(turn.packings, static_cast<int>(entries_.size()));
    const int tries = std::max(1, turn.width / count);
    std::vector<Hop> hops(static_cast<std::size_t>(count) * static_cast<std::size_t>(tries));
    parallel_for(static_cast<int>(hops.size()), thread_count, [&](int i) {
      const Entry& entry = entries_[static_cast<std::size_t>(i / tries)];
      if (!stop.stop_requested()) hops[static_cast<std::size_t>(i)] = hop(entry, entry.hops + static_cast<std::uint32_t>(i % tries), stop);
    });
    if (stop.stop_requested()) break;
    for (int k = count - 1; k >= 0; --k) {
      const auto entry = entries_.begin() + k;
      const auto own = static_cast<std::size_t>(tries);
      const bool legal = take(*entry, std::span(hops).subspan(static_cast<std::size_t>(k) * own, own));
      if (legal) found.push_back({std::move(entry->boxes)});
      if (legal || is_stuck(*entry)) entries_.erase(entry);
    }
  }
  return found;
}

bool BasinHopping::is_stuck(const Entry& entry) { return entry.hops - entry.mark_hop > patience; }

BasinHopping::Hop BasinHopping::hop(const Entry& entry, std::uint32_t hop, StopToken& stop) {
  const auto polish = polishes_.borrow(walls_);
  std::vector<PlacedBox> boxes = entry.boxes;
  boxes.insert(boxes.end(), fixed_.begin(), fixed_.end());
  shake(entry, hop, boxes, *polish);
  PolishOptions options = rough_polish;
  options.near_steps = near_steps;
  options.stop = &stop;
  PolishResult result = polish->run(boxes, static_cast<int>(fixed_.size()), options);
  boxes.resize(entry.boxes.size());
  if (!stay_inside(boxes, entry.boxes)) result = {.energy = std::numeric_limits<double>::max()};
  return {std::move(boxes), result};
}

void BasinHopping::shake(const Entry& entry, std::uint32_t hop, std::vector<PlacedBox>& boxes, BoxPolish& polish) const {
  const auto fixed = std::ssize(fixed_);
  std::vector<std::uint8_t> movable(boxes.size(), 1);
  std::fill(movable.end() - fixed, movable.end(), std::uint8_t{0});
  static_cast<void>(polish.measure(boxes, movable));
  std::vector<double> squeeze;
  polish.squeeze(boxes.size(), squeeze);
  std::fill(squeeze.end() - fixed, squeeze.end(), 0.0);
  RandomStream random(seed_, StreamId::basin_hop, entry.number, hop);
  double left = random.uniform_double() * std::accumulate(squeeze.begin(), squeeze.end(), 0.0);
  std::size_t middle = 0;
  while (middle + 1 < entry.boxes.size() && left >= squeeze[middle]) left -= squeeze[middle++];
  const Vec3d centre = boxes[middle].centre;
  const bool is_short = entry.energy < end_energy * scale_ * scale_ && hop % 2 == 0;
  const double reach = is_short ? end_reach * scale_ : entry.reach;
  const auto away = [&] { return reach * (2 * random.uniform_double() - 1); };
  for (auto box = boxes.begin(); box != boxes.end() - fixed; ++box) {
    if (length(box->centre - centre) > region * scale_) continue;
    const double x = away();
    const double y = away();
    const double z = away();
    box->centre += Vec3d{x, y, z};
  }
}

bool BasinHopping::take(Entry& entry, std::span<Hop> hops) const {
  Hop& best = *std::ranges::min_element(hops, {}, [](const Hop& hop) { return hop.result.legal ? -1 : hop.result.energy; });
  entry.hops += static_cast<std::uint32_t>(hops.size());
  const bool better = best.result.legal || best.result.energy < entry.energy;
  entry.reach = std::clamp(entry.reach * (better ? growth : decay), least_reach * scale_, greatest_reach * scale_);
  if (!better) return false;
  entry.boxes = std::move(best.boxes);
  entry.energy = best.result.energy;
  if (entry.energy < fall * entry.mark) entry.mark = entry.energy, entry.mark_hop = entry.hops;
  return best.result.legal;
}

void BasinHopping::write(io::StateWriter& state) const {
  io::write_all(state, next_number_, static_cast<int>(entries_.size()));
  for (const Entry& entry : entries_)
    io::write_all(state, entry.boxes, entry.energy, entry.reach, entry.number, entry.hops, entry.mark, entry.mark_hop);
}

void BasinHopping::read(io::StateReader& state) {
  int count = 0;
  io::read_all(state, next_number_, count);
  if (count < 0 || count > most_kept) io::fail_state("its number of nearly legal packings is impossible");
  entries_.clear();
  for (int i = 0; i < count; ++i) {
    Entry entry;
    entry.boxes = read_boxes(state);
    io::read_all(state, entry.energy, entry.reach, entry.number, entry.hops, entry.mark, entry.mark_hop);
    const bool possible = !entry.boxes.empty() && entry.energy >= 0 && entry.reach > 0 && entry.reach <= greatest_reach * scale_ &&
                          entry.mark >= entry.energy && entry.mark_hop <= entry.hops;
    if (!possible) io::fail_state("a nearly legal packing is impossible");
    entries_.push_back(std::move(entry));
  }
}

}  // namespace jam::trunk
