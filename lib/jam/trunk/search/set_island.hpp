// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// An island of the search for a set of boxes of several kinds. Lattices make loads, kind by kind; of `count`
// islands, island i makes the loads i, i + count, ... The annealing continues from these loads, with
// boxes of all kinds at once. What it finds is filled up on lattices.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "jam/trunk/search/annealed_island.hpp"

namespace jam::trunk {

class SetIsland : public AnnealedIsland {
 public:
  SetIsland(const TrunkScene& scene, const IslandPlace& place, LoadIncumbent& best);

  // The functions of the concept Island (search/island.hpp).

  [[nodiscard]] bool finish_round();
  [[nodiscard]] bool finished() const { return done_ || turns_used_up(); }

  void write(io::StateWriter& state) const;
  void read(io::StateReader& state, const Best::Counters& counters);

 private:
  using Order = std::vector<std::size_t>;

  /// Effort of the search for places of one kind.
  struct Effort {
    int frames = 8;
    long long first_rounds = 100;
    long long rounds = 6000;
    int rotations = 40;
    double yaw_step = 3;  ///< [degrees]
  };
  static constexpr Effort quick{4, 50, 1000, 6, 45};

  /// The phases in this turn. The first loads are made before any is annealed.
  [[nodiscard]] std::array<PhaseRow, 2> phases() const;

  /// The kinds in the order in which the current load takes them.
  [[nodiscard]] Order order() const;
  /// The most valuable litres first, and among equal ones the largest piece; those that are used last follow.
  [[nodiscard]] Order by_value() const;
  /// All kinds, those that are used last behind the others; returns the number of these others.
  std::ptrdiff_t parted(Order& order) const;

  /// A kind, and at most how many boxes of it go into a load.
  struct Step {
    std::size_t kind;
    int most;
  };
  /// The kinds of the steps of the current load: first those with a least number, then all.
  [[nodiscard]] Order steps() const;
  /// The step that completes a load with these numbers of boxes: to the least number, or as far as it goes.
  [[nodiscard]] Step step_of(std::size_t kind, bool needed, const std::vector<int>& counts) const;
  /// The next step of the current load.
  [[nodiscard]] Step next_step() const;

  /// Which edges of a box may be vertical in the current load. Where boxes have a limit of mass, all of them
  /// stand in the same way in three of four loads: more of them may have room in one layer.
  [[nodiscard]] VerticalEdges vertical_in_load(const Piece& piece) const;

  /// Places on lattices for boxes of a kind beside those of a load, exact verification has to follow.
  [[nodiscard]] std::vector<BoxRow> places(const Step& step, const std::vector<BoxRow>& beside,
                                           const Effort& effort);
  /// Legal ones among these places, for the boxes of the step: those farthest from the middle.
  [[nodiscard]] std::vector<BoxRow> taken(std::vector<BoxRow> places, const Step& step,
                                          const std::vector<BoxRow>& beside) const;

  /// Adds boxes of one kind to the current load.
  void add_pieces(const std::vector<BoxRow>& places);
  /// The current load is complete, and the next one begins.
  void end_load();

  /// Takes over what the annealing has found.
  void take_annealed();
  /// A legal load with boxes of other kinds where lattices have places for them. Boxes that are used last are
  /// put in when no place for others was found.
  [[nodiscard]] std::vector<BoxRow> filled_up(const std::vector<BoxRow>& load);

  const BoxSet& set_;
  Vec3d middle_;
  long long load_;              ///< Number of the current load.
  std::size_t position_ = 0;    ///< Position of the next step of the load.
  std::vector<BoxRow> boxes_;   ///< Boxes of the current load so far, without fixed ones.
  bool done_ = false;           ///< No load can be better.
  long long filled_worth_ = 0;  ///< Worth of the last load of the annealing that was filled up.
  /// That no piece fits; not part of the state, for the proof is the same at any time.
  bool proof_sought_ = false;
};

}  // namespace jam::trunk
