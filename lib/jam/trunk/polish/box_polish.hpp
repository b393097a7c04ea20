// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// From a nearly legal packing to one without penetration, in double and against the triangles of the wall.
// Lengths in mm.
//
// The rows c_i of box_gaps.hpp are functions of the pose x of all boxes; the polish searches for a pose near
// the start with c_i(x) >= 0. It minimises the sum of squares of (target - c_i) over the rows that penetrate
// by Levenberg's method (K. Levenberg 1944, D. Marquardt 1963), whose linear part is gap_system.hpp. Only
// rows that penetrate pull: legal boxes keep their poses, bit for bit, until another box is pushed against
// them. Where there is clearance, ten to thirty steps are enough; where there is none, the energy stops
// falling and the polish gives up. Nearly legal packings may be given more steps.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "jam/core/stop.hpp"
#include "jam/trunk/polish/box_gaps.hpp"
#include "jam/trunk/polish/gap_system.hpp"

namespace jam::trunk {

struct PolishOptions {
  double target = 2e-5;  ///< Gap to which a penetrating row is moved [mm]; less where the deepest penetration
                         ///< is below 20 times that.
  /// Penetration that counts as none [mm]: below the 1e-6 that verification allows for rounding.
  double accept = 2e-7;
  int step_limit = 60;  ///< Levenberg steps.
  /// Steps within which the energy must fall to the share `fall`; otherwise the run gives up.
  int patience = 8;
  double fall = 0.5;   ///< Share to which the energy has to fall within `patience` steps.
  int near_steps = 0;  ///< More steps, and patience, for packings that are nearly legal. 0: these are
                       ///< polished like others.
  /// Energy below which a packing is nearly legal [mm^2, for litre boxes]; less than 0.3.
  double near_energy = 0.05;
  int active_rounds = 8;      ///< Largest number of corrections of the set of active rows in a step.
  int gradient_limit = 80;    ///< Largest number of steps of the conjugate gradients for each set.
  double accuracy = 1e-4;     ///< Relative residual at which the conjugate gradients end.
  StopToken* stop = nullptr;  ///< The polish gives up when a stop is requested.
};

/// For squeezed packings, of which many are polished: exact steps would take three times as long, and make no
/// more of them legal.
inline constexpr PolishOptions rough_polish{
    .near_steps = 100, .active_rounds = 5, .gradient_limit = 50, .accuracy = 0.01};

struct PolishResult {
  bool legal = false;
  double deepest = 0;  ///< Deepest penetration at the end [mm].
  double energy = 0;   ///< Sum of squared penetrations over all rows at the end [mm^2].
  int steps = 0;
};

/// A polished packing that is not legal, without fixed boxes.
struct NearlyLegal {
  BoxPacking packing;
  double energy = 0;                  ///< Energy as in PolishResult [mm^2].
  std::vector<std::int32_t> numbers;  ///< Numbers of its boxes in the packing that it was made from.
};

/// Whether no box has moved from `then` to `now` by half of its shortest edge: each is still on its side of
/// all walls.
[[nodiscard]] bool stay_inside(std::span<const PlacedBox> now, std::span<const PlacedBox> then);

/// Polishes packings in one container. Holds scratch memory: one per thread.
class BoxPolish {
 public:
  explicit BoxPolish(const WallTriangles& walls) : gaps_(walls) {}

  /// Moves the boxes of `boxes` that are `movable` (one entry for each box) until none of them penetrates
  /// anything. Where that fails, they get the poses of least energy. Boxes that are not movable do not
  /// change; penetrations among them are ignored.
  PolishResult run(std::vector<PlacedBox>& boxes, std::span<const std::uint8_t> movable,
                   const PolishOptions& options = {});
  /// run() with all boxes movable but the last `fixed` ones.
  PolishResult run(std::vector<PlacedBox>& boxes, int fixed = 0, const PolishOptions& options = {});

  /// Deepest penetration and energy, without moving anything.
  PolishResult measure(std::span<const PlacedBox> boxes, std::span<const std::uint8_t> movable);
  /// measure() with all boxes movable but the last `fixed` ones.
  PolishResult measure(std::span<const PlacedBox> boxes, int fixed = 0);

  /// Sum of the squared penetrations of each box in the last run or measure [mm^2].
  void squeeze(std::size_t box_count, std::vector<double>& per_box) const;

 private:
  BoxGaps gaps_;
  GapSystem system_;
  std::vector<GapRow> rows_;
  std::vector<PlacedBox> kept_;
};

}  // namespace jam::trunk
