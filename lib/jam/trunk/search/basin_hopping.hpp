// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Basin hopping (D. J. Wales, J. P. K. Doye, J. Phys. Chem. A 101, 1997) for packings that are nearly legal:
// the packing is changed near a box that is squeezed, and the polish (polish/box_polish.hpp) moves all boxes
// to the nearest minimum of the energy. The result is kept if it has no more energy. So a packing leaves one
// minimum after the other, until it is legal.
//
// Squeezed packings come from a lattice, and most hops are made there: rounds of large neighbourhoods
// (lattice/rounds.hpp) take out some boxes around and fill the gap with as many, or more, in another way. The
// changed boxes take their places among the polished boxes, which stay where they are; so gains of earlier
// hops are kept. Other hops move boxes at random by some millimetres, near the end by less: the polish alone
// does not decide along which axis two boxes part. Lengths in mm.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "jam/core/philox.hpp"
#include "jam/core/pool.hpp"
#include "jam/core/stop.hpp"
#include "jam/io/binary_state.hpp"
#include "jam/trunk/lattice/instance.hpp"
#include "jam/trunk/lattice/stretched_container.hpp"
#include "jam/trunk/polish/box_polish.hpp"

namespace jam::trunk {

class BasinHopping {
 public:
  /// For packings of boxes with these edges in a container with `fixed` ones. Lattices fill `mesh`,
  /// stretched; boxes keep apart from `walls`. Both must outlive this.
  BasinHopping(const TriangleMesh& mesh, const WallTriangles& walls, std::vector<PlacedBox> fixed, Vec3d edge,
               std::uint64_t seed)
      : mesh_(mesh),
        walls_(walls),
        fixed_(std::move(fixed)),
        edge_(edge),
        scale_(box_scale(edge)),
        seed_(seed) {}

  /// Takes a packing made from the best one of `lattice`, which `squeeze` has put into the container as it
  /// is, unless its energy is too far from 0, or enough packings have less.
  void offer(const LatticeInstance& lattice, const Squeeze& squeeze, NearlyLegal nearly_legal);
  /// Forgets packings that have at most `count` boxes.
  void keep_above(int count);
  [[nodiscard]] bool empty() const { return entries_.empty(); }
  /// The packings, without the fixed boxes.
  [[nodiscard]] std::vector<BoxPacking> packings() const;

  /// How many hops are tried.
  struct Turn {
    int packings;  ///< Largest number of packings that hop in a round: those with least energy.
    int width;     ///< Concurrent hops of a round: each packing has the same number of them, and takes the
                   ///< best one.
    int rounds;
  };

  /// A turn on `thread_count` threads (0: all), whose number does not change results. Packings whose energy
  /// has not fallen for long are forgotten. Returns those that became legal as far as the polish can tell:
  /// exact verification has to follow. After a stop the result must not be used.
  [[nodiscard]] std::vector<BoxPacking> advance(const Turn& turn, int thread_count, StopToken& stop);

  void write(io::StateWriter& state) const;
  /// InputError for a state that does not fit, from here or from the first advance() after it.
  void read(io::StateReader& state);

 private:
  /// A nearly legal packing, and the places of its boxes on a lattice: box i is box i of lattice.boxes().
  struct Entry {
    LatticeInstance lattice;
    Squeeze squeeze;
    std::vector<PlacedBox> boxes;
    double energy = 0;  ///< [mm^2]
    std::uint32_t number = 0;
    std::uint32_t hops = 0;
    double mark = 0;  ///< The energy has to fall to a fraction of `mark` within some hops [mm^2].
    std::uint32_t mark_hop = 0;
  };

  /// The result of a hop.
  struct Hop {
    LatticeInstance lattice;
    std::vector<PlacedBox> boxes;
    PolishResult result;
  };

  /// A hop of a packing, by its number.
  [[nodiscard]] Hop hop(const Entry& entry, std::uint32_t number, StopToken& stop);
  /// The centre of a box that is drawn in proportion to its squeeze.
  [[nodiscard]] Vec3d squeezed_place(const Entry& entry, BoxPolish& polish, RandomStream& random) const;
  /// Changes boxes around `place` on the lattice of `hop`, and puts them among the others. Returns whether
  /// any box was changed.
  [[nodiscard]] bool refill(const Entry& entry, const Vec3d& place, RandomStream& random, StopToken& stop,
                            Hop& hop);
  /// The boxes of `lattice`: boxes that it shares with `entry` lie as in `entry`, other boxes are moved as
  /// the boxes around them.
  [[nodiscard]] std::vector<PlacedBox> put_among(const Entry& entry, const LatticeInstance& lattice) const;
  /// Moves boxes around `place` by up to `reach` along each axis.
  void shake(const Vec3d& place, double reach, RandomStream& random, std::vector<PlacedBox>& boxes) const;
  /// Takes the best of some hops. Returns whether it is legal.
  static bool take(Entry& entry, std::span<std::optional<Hop>> hops);
  [[nodiscard]] static bool is_stuck(const Entry& entry);
  /// The cells of lattices that were read, of which the state has none.
  void build_cells(int thread_count, StopToken& stop);

  const TriangleMesh& mesh_;
  const WallTriangles& walls_;
  std::vector<PlacedBox> fixed_;
  Vec3d edge_;
  double scale_;
  std::uint64_t seed_;
  LatticeRounds* run_rounds_ = lattice_rounds.best();
  Pool<BoxPolish> polishes_;
  Pool<RoundScratch> scratch_;
  std::vector<Entry> entries_;
  std::uint32_t next_number_ = 0;
};

}  // namespace jam::trunk
