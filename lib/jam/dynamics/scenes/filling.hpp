// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Boxes that are poured into a closed mesh (pour.hpp) and shaken, and those of them that make a packing. The
// mesh is at rest, and gravity sways about it, as in the frame of a car that shakes. SI units.
//
// Boxes are simulated larger by `skin` on each face, so that overlaps of contacts are no overlaps of the
// boxes themselves.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jam/dynamics/scenes/mesh_container.hpp"
#include "jam/dynamics/scenes/scene.hpp"

namespace jam::dynamics {

struct FillingOptions {
  std::string name;   ///< Name of the scene.
  Vec3d half;         ///< Half of the edges of a box [m].
  int box_count = 0;  ///< Number of boxes that wait to enter, > 0.
  double pour = 0;    ///< How long boxes enter [s].
  double shake = 0;   ///< How long the mesh shakes after that; boxes still enter [s].
  std::uint64_t seed = 1;

  /// Simulated time [s]: pouring, shaking, and a second to come to rest.
  [[nodiscard]] double duration() const { return pour + shake + 1; }
};

class Filling {
 public:
  /// Throws InputError if no box finds room in the container.
  Filling(MeshContainer container, const FillingOptions& options);

  /// The wall is body 0; the boxes follow, and wait.
  [[nodiscard]] const Scene& scene() const { return scene_; }

  /// To be called before each step: boxes enter, and gravity becomes what is felt in the step.
  void prepare_step(Simulation& simulation) const;

  struct Packing {
    std::vector<BoxAt> boxes;  ///< Boxes of their true size, inside of the mesh and apart from each other.
    int waiting = 0;           ///< Number of boxes that found no room.
    int left_out = 0;          ///< Number of boxes that stick out, or overlap an earlier one.
  };
  /// The packing in a world of the simulation.
  [[nodiscard]] Packing packing(const World& world) const;

 private:
  MeshContainer container_;
  FillingOptions options_;
  Scene scene_;
};

}  // namespace jam::dynamics
