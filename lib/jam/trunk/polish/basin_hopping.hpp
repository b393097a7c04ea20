// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Basin hopping (D. J. Wales, J. P. K. Doye, J. Phys. Chem. A 101, 1997) for packings that are nearly legal: boxes around one that is
// squeezed are moved at random by about a millimetre, and the polish (box_polish.hpp) moves all boxes to the nearest minimum of the energy.
// What has less energy is kept. So a packing leaves one minimum after the other, until it is legal: the polish alone does not decide along
// which axis two boxes part, nor in which of a row of boxes the room is left. Lengths in mm.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "jam/core/pool.hpp"
#include "jam/core/stop.hpp"
#include "jam/io/binary_state.hpp"
#include "jam/trunk/polish/box_polish.hpp"

namespace jam::trunk {

class BasinHopping {
 public:
  /// For packings of boxes with these edges, beside `fixed` ones. `walls` must outlive this.
  BasinHopping(const WallTriangles& walls, std::vector<PlacedBox> fixed, Vec3d edge, std::uint64_t seed)
      : walls_(walls), fixed_(std::move(fixed)), scale_(box_scale(edge)), seed_(seed) {}

  /// Takes a packing, unless its energy is too far from 0 to be of use, or there are enough with less.
  void offer(NearlyLegal nearly_legal);
  /// Forgets packings that have not more than so many boxes.
  void keep_above(int count);
  [[nodiscard]] bool empty() const { return entries_.empty(); }

  /// How many hops are tried.
  struct Turn {
    int packings;  ///< That hop in a round, at most: those with least energy.
    int width;     ///< Hops of a round, side by side: of each packing the same number from where it is, of which the best one is taken.
    int rounds;
  };

  /// A turn on `thread_count` threads (0: all), whose number does not change results. Packings whose energy has not fallen for long are
  /// forgotten. Returns those that became legal as far as the polish can tell: exact verification has to follow. After a stop nothing of it
  /// is of use.
  [[nodiscard]] std::vector<BoxPacking> advance(const Turn& turn, int thread_count, StopToken& stop);

  void write(io::StateWriter& state) const;
  void read(io::StateReader& state);

 private:
  struct Entry {
    std::vector<PlacedBox> boxes;
    double energy = 0;  ///< [mm^2]
    double reach = 0;   ///< Of the next hop, along each axis [mm].
    std::uint32_t number = 0;
    std::uint32_t hops = 0;
    double mark = 0;  ///< The energy has to fall to a share of this within some hops.
    std::uint32_t mark_hop = 0;
  };

  /// Where a hop leads.
  struct Hop {
    std::vector<PlacedBox> boxes;
    PolishResult result;
  };

  /// Hop number `hop` of a packing.
  [[nodiscard]] Hop hop(const Entry& entry, std::uint32_t hop, StopToken& stop);
  /// Moves boxes around one that is drawn in proportion to its squeeze; fixed ones, the last ones, stay.
  void shake(const Entry& entry, std::uint32_t hop, std::vector<PlacedBox>& boxes, BoxPolish& polish) const;
  /// Takes the best of some hops. Whether it is legal.
  bool take(Entry& entry, std::span<Hop> hops) const;
  [[nodiscard]] static bool is_stuck(const Entry& entry);

  const WallTriangles& walls_;
  std::vector<PlacedBox> fixed_;
  double scale_;
  std::uint64_t seed_;
  Pool<BoxPolish> polishes_;
  std::vector<Entry> entries_;
  std::uint32_t next_number_ = 0;
};

}  // namespace jam::trunk
