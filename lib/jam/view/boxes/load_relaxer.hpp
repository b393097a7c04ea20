// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Contact simulation of a load that pages show (J.-F. Goetzmann 2007): a few steps at a time, and, once
// little penetration remains, the polish, after which the load is usually legal exactly. Lengths in mm.
#pragma once

#include <memory>

#include "jam/trunk/model/wall_triangles.hpp"
#include "jam/trunk/polish/box_polish.hpp"
#include "jam/trunk/relax/box_instances.hpp"
#include "jam/view/boxes/load_editor.hpp"

namespace jam::view {

/// Figures of a simulation for pages.
struct SimulationFigures {
  bool running = false;
  bool ran = false;          ///< The simulation ran after the last other change of the load.
  long long steps = 0;       ///< Number of steps since the simulation began.
  double seconds = 0;        ///< Time of these steps [s].
  double deepest = 0;        ///< [mm]
  int pairs = 0, walls = 0;  ///< Number of contacts between boxes, and with walls.
};

class LoadRelaxer {
 public:
  /// On CPU threads. The problem must outlive it and have a grid; `thread_count` 0: all.
  LoadRelaxer(const trunk::TrunkProblem& problem, int thread_count);

  /// Up to `steps` steps with boxes whose edges are longer by `growth`, so that a gap remains; boxes without
  /// a contact, and fixed ones, keep their rows, bit for bit. Returns whether what still penetrates is little
  /// enough for polish(). Throws InputError if poses become not finite.
  bool run(EditedLoad& load, int steps, double growth, SimulationFigures& figures);

  /// Moves boxes in double until none penetrates; boxes that nothing pushes keep their rows. Returns whether
  /// it got there.
  bool polish(EditedLoad& load);

 private:
  const trunk::TrunkProblem& problem_;
  std::unique_ptr<trunk::RelaxEngine> engine_;
  trunk::WallTriangles walls_;
  trunk::BoxPolish polish_;
};

}  // namespace jam::view
