// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The legal packing that benchmarks of the annealing start from.
#pragma once

#include "jam/core/error.hpp"
#include "jam/trunk/io/box_files.hpp"
#include "jam/trunk/lattice/search.hpp"
#include "jam/trunk/model/container.hpp"
#include "support/bench_run.hpp"

namespace jam::test {

/// Calls take(packing) for each packing of the files after the mesh, or, where there is none, for what a
/// lattice search finds first. InputError for a packing that verify() rejects.
template <class Verify, class Take>
void take_start_packings(const trunk::Container& container, const BenchRun& run, const Verify& verify,
                         const Take& take) {
  for (std::size_t f = 1; f < run.files.size(); ++f) {
    const trunk::BoxPacking start = trunk::read_boxes(run.files[f]);
    if (!verify(start))
      throw InputError(run.files[f] + ": the packing to start from is not legal in " + run.files[0]);
    take(start);
  }
  if (run.files.size() > 1) return;
  trunk::LatticeOptions options;
  options.thread_count = run.threads;
  options.seed = run.seed;
  StopToken stop;
  trunk::LatticeSearch search(container.surface, options);
  while (search.best().packing.count() == 0 && search.advance(stop)) {
  }
  take(search.best().packing);
}

}  // namespace jam::test
