// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// --container: boxes that are poured into a closed mesh and shaken, and the BOX file that trunkpack takes as
// --start. The mesh is at rest, and gravity sways about it: what is felt in a car that shakes. The mesh and
// the file are in mm, all else here in metres.
//
// Boxes are simulated larger by `skin` on each face, so that what contacts overlap by is no overlap of the
// boxes themselves.
#pragma once

#include <string>

#include "jam/dynamics/scenes/mesh_container.hpp"
#include "jam/dynamics/scenes/scene.hpp"
#include "options.hpp"

namespace jam::app {

inline constexpr double skin = 5e-5;  ///< [m]

/// The boxes of --boxes, which are poured into the mesh of --container.
class Filling {
 public:
  /// Reads the mesh. Throws InputError for a file that is no mesh, a surface that is not closed, and where no
  /// box finds room in it.
  explicit Filling(const Options& options);

  /// The wall is body 0; the boxes follow, and wait.
  [[nodiscard]] const dynamics::Scene& scene() const { return scene_; }

  /// To be called before each step: boxes enter, and gravity becomes what is felt in the step.
  void prepare_step(dynamics::Simulation& simulation) const;

  /// The boxes at their true size as a BOX file, but those that stick out of the mesh or overlap one that
  /// comes before. Adds to `result` how many there are.
  [[nodiscard]] std::string box_file_text(const dynamics::World& world, std::string& result) const;

 private:
  const Options& options_;
  dynamics::MeshContainer container_;
  dynamics::Scene scene_;
};

/// Simulated time [s]: that of --pour, that of --shake, and a second to come to rest.
[[nodiscard]] double filling_time(const Options& options);

}  // namespace jam::app
