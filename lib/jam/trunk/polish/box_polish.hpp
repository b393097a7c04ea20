// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// From a nearly legal packing to one without penetration, in double and against the triangles of the wall. Lengths in mm.
//
// The rows c_i of box_gaps.hpp are functions of the pose x of all boxes; wanted is a pose near the start with c_i(x) >= 0. The sum of
// squares of (target - c_i) over the rows that penetrate is minimised by Levenberg's method (K. Levenberg 1944, D. Marquardt 1963), whose
// linear part is gap_system.hpp. Only rows that penetrate pull; so boxes that are legal stay where they are, to the bit, until another one
// is pushed against them. Where there is clearance, ten to thirty steps are enough; where there is none the energy stops falling, and the
// polish gives up.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "jam/core/stop.hpp"
#include "jam/trunk/polish/box_gaps.hpp"
#include "jam/trunk/polish/gap_system.hpp"

namespace jam::trunk {

struct PolishOptions {
  double target = 2e-5;       ///< Gap to which a penetrating row is moved [mm]; less where the deepest penetration is below 20 times that.
  double accept = 2e-7;       ///< Penetration that counts as none [mm]: below what verification grants for rounding, 1e-6.
  int step_limit = 60;        ///< Levenberg steps.
  int patience = 8;           ///< Gives up when the energy did not fall
  double fall = 0.5;          ///< to this share within so many steps.
  int active_rounds = 8;      ///< Corrections of the set of active rows in a step,
  int gradient_limit = 80;    ///< and steps of the conjugate gradients for each.
  double accuracy = 1e-4;     ///< Share of the residual at which these end.
  StopToken* stop = nullptr;  ///< Where it asks for an end, gives up.
};

struct PolishResult {
  bool legal = false;
  double deepest = 0;  ///< Deepest penetration at the end [mm].
  double energy = 0;   ///< Sum of squared penetrations over all rows at the end [mm^2].
  int steps = 0;
};

/// Polishes packings in one container. Holds scratch memory: one per thread.
class BoxPolish {
 public:
  explicit BoxPolish(const WallTriangles& walls) : gaps_(walls) {}

  /// Moves the boxes of `boxes` that are `movable` (one entry for each box) until nothing that they touch penetrates. Where that fails,
  /// they are left where the energy was least. Boxes that are not movable stay to the bit; what penetrates among them is not looked at.
  PolishResult run(std::vector<PlacedBox>& boxes, std::span<const std::uint8_t> movable, const PolishOptions& options = {});
  /// All boxes but the last `fixed` ones.
  PolishResult run(std::vector<PlacedBox>& boxes, int fixed = 0, const PolishOptions& options = {});

  /// The rows as they stand: deepest penetration and energy.
  PolishResult measure(std::span<const PlacedBox> boxes, std::span<const std::uint8_t> movable);

  /// Of the last run or measure: the sum of squared penetrations of each box [mm^2].
  void squeeze(std::size_t box_count, std::vector<double>& per_box) const;

 private:
  BoxGaps gaps_;
  GapSystem system_;
  std::vector<GapRow> rows_;
  std::vector<std::uint8_t> movable_;
  std::vector<PlacedBox> kept_;
};

}  // namespace jam::trunk
