// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Lattice packings of a trunk, and squeezed ones, from a short search: for tests.
#pragma once

#include <utility>
#include <vector>

#include "jam/trunk/lattice/search.hpp"
#include "jam/trunk/lattice/stretched_container.hpp"
#include "scenes/trunk/lattice_meshes.hpp"
#include "trunk/car_trunks.hpp"

namespace jam::trunk::test {

/// Some of the best packings beside fixed boxes.
inline std::vector<BoxPacking> lattice_packings(const TriangleMesh& mesh, std::vector<PlacedBox> fixed) {
  LatticeOptions options = few_frames();
  options.round_budget = 60'000;
  options.kept_packings = 6;
  options.fixed = std::move(fixed);
  LatticeSearch search(mesh, options);
  StopToken stop;
  while (search.advance(stop)) {
  }
  std::vector<BoxPacking> packings;
  for (const LatticePacking& kept : search.kept()) packings.push_back(kept.packing);
  return packings;
}

/// Lattices of a stretched container with good packings; each has its own.
inline std::vector<LatticeInstance> squeezed_lattices(const StretchedContainer& stretched) {
  std::vector<LatticeInstance> lattices;
  LatticeOptions options = few_frames();
  options.round_budget = 60'000;
  options.fixed = stretched.fixed();
  options.assess = [&](const std::vector<const LatticeInstance*>& instances, StopToken&) {
    std::vector<int> worths;
    for (const LatticeInstance* instance : instances) {
      lattices.push_back(*instance);
      worths.push_back(worth_of_box * instance->best_count());
    }
    return worths;
  };
  LatticeSearch search(stretched.mesh(), options);
  StopToken stop;
  while (search.advance(stop)) {
  }
  return lattices;
}

/// Lattice packings of a container stretched by a share [-], squeezed.
inline std::vector<BoxPacking> squeezed_packings(const Container& container,
                                                 const std::vector<PlacedBox>& fixed, double stretch) {
  const StretchedContainer stretched(container.surface, fixed, stretch, {0, 0, 1});
  std::vector<BoxPacking> packings = lattice_packings(stretched.mesh(), stretched.fixed());
  for (BoxPacking& packing : packings) packing = stretched.squeezed(packing);
  return packings;
}

}  // namespace jam::trunk::test
