// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// One packing under search on one lattice: owns its boxes, starts them greedily, runs its rounds
// (rounds.hpp).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "jam/core/stop.hpp"
#include "jam/io/binary_state.hpp"
#include "jam/trunk/lattice/frame.hpp"
#include "jam/trunk/model/box_packing.hpp"

namespace jam::trunk {

/// The free cells of an empty container, shared by all packings on the same lattice.
using ContainerCells = std::shared_ptr<const BitGrid>;

[[nodiscard]] ContainerCells container_cells(const FrameTask& task, const Lattice& lattice);

inline constexpr int worth_of_box = 8;  ///< Worths are in eighths of a box.

class LatticeInstance {
 public:
  /// Starts from a greedy filling: all places of one orientation in the order of z, y, x, then of the next;
  /// which comes first depends on `number`. On a tight lattice all orders are tried and the best is kept,
  /// because there the first layer decides. `cells` are those of frame.lattice, in which
  /// a box must have an allowed orientation.
  LatticeInstance(const FrameTask& task, const Frame& frame, std::uint32_t number, ContainerCells cells);

  /// Starts from the best packing of `coarse`, on its lattice cut `divide` times. Every box stays where it
  /// is. `cells` are those of refined(coarse.frame().lattice, divide).
  LatticeInstance(const FrameTask& task, const LatticeInstance& coarse, CellVector divide,
                  std::uint32_t number, ContainerCells cells);

  /// A child of the best packings of two parents: the boxes of `one` below a plane across an axis and
  /// those of `other` above it, then the boxes of both that still fit. Some random planes are tried; the
  /// plane that leaves most boxes is taken. The lattices of the parents and that of `frame`, whose cells are
  /// `cells`, have the same rotation and pitch; where they have different offsets, boxes move to the nearest
  /// cells.
  LatticeInstance(const LatticeInstance& one, const LatticeInstance& other, const Frame& frame,
                  ContainerCells cells, std::uint64_t seed, std::uint32_t number);

  /// Restores what write() wrote, without the cells of its container: build_cells() must follow. InputError
  /// for an impossible state.
  LatticeInstance(const FrameTask& task, io::StateReader& state);

  /// Writes the instance as a part of the state of the search.
  void write(io::StateWriter& state) const;

  /// Sets the cells of frame().lattice. InputError where a box does not lie in them, apart from the others.
  void build_cells(ContainerCells cells);

  /// Runs up to `rounds` rounds in this thread, with a version of lattice_rounds; fewer on a stop. The random
  /// numbers are those of parameters.seed and number(). How rounds are divided into calls changes no bit.
  void run(LatticeRounds* run_rounds, const RoundParameters& parameters, long long rounds,
           RoundScratch& scratch, StopToken& stop);

  /// Replaces boxes() and best_boxes() by boxes that lie in the cells of the container, apart from each
  /// other.
  void assign(std::vector<LatticeBox> boxes);

  [[nodiscard]] const Frame& frame() const { return frame_; }
  [[nodiscard]] std::uint32_t number() const { return number_; }
  [[nodiscard]] long long rounds() const { return rounds_; }
  [[nodiscard]] int best_count() const { return static_cast<int>(best_.size()); }
  /// Worth of the best packing: all its boxes, until it was assessed (LatticeOptions::assess).
  [[nodiscard]] int worth() const { return assessed() ? worth_ : worth_of_box * best_count(); }
  [[nodiscard]] bool assessed() const { return assessed_count_ == best_count(); }
  void assess(int worth) { assessed_count_ = best_count(), worth_ = worth; }
  [[nodiscard]] const std::vector<LatticeBox>& boxes() const { return boxes_; }
  [[nodiscard]] const std::vector<LatticeBox>& best_boxes() const { return best_; }
  [[nodiscard]] const ContainerCells& container() const { return container_; }

  /// One more than the number of boxes whose cells the container could hold.
  [[nodiscard]] int capacity() const { return capacity_; }

  /// A box in world coordinates, and the best packing.
  [[nodiscard]] PlacedBox placed(const LatticeBox& box) const;
  [[nodiscard]] BoxPacking best_packing() const;

 private:
  void place_all(BitGrid& free, const std::vector<int>& order, std::vector<LatticeBox>& boxes) const;
  [[nodiscard]] int most_boxes() const;
  /// Takes the cells of `boxes` out of `free`; false if one of them is not free.
  [[nodiscard]] bool take_cells(BitGrid& free, const std::vector<LatticeBox>& boxes) const;

  Frame frame_;
  Vec3d edge_;
  std::uint32_t number_ = 0;
  std::vector<BoxOrientation> orientations_;
  ContainerCells container_;
  BitGrid free_;  ///< Free cells of the current packing; without words until run() needs it.
  std::vector<LatticeBox> boxes_;
  std::vector<LatticeBox> best_;
  int capacity_ = 0;
  long long rounds_ = 0;
  int assessed_count_ = -1;  ///< Number of boxes of the best packing when it was assessed; -1: never.
  int worth_ = 0;
};

/// The boxes of `after`, not fewer than in `before`: boxes that are in both have the same number as in
/// `before`.
[[nodiscard]] std::vector<LatticeBox> in_order_of(const std::vector<LatticeBox>& before,
                                                  std::vector<LatticeBox> after);

/// Orders packings by falling worth; the order does not depend on their positions before. `young`: among
/// equal packings the later one is first, so that a population of equal worth goes on changing.
[[nodiscard]] inline bool better(const LatticeInstance& a, const LatticeInstance& b, bool young = false) {
  if (a.worth() != b.worth()) return a.worth() > b.worth();
  if (young) return a.number() > b.number();
  if (a.frame().merit() != b.frame().merit()) return a.frame().merit() > b.frame().merit();
  return a.number() < b.number();
}

}  // namespace jam::trunk
