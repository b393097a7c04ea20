// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Packs circles of radii 1 to 20, verifies the packing and writes it to linear-n20.circles.
// docs/building.md shows how to build it.
#include <fstream>
#include <iostream>

#include "jam/circles/io/circle_files.hpp"
#include "jam/circles/model/search.hpp"
#include "jam/circles/polish/polish.hpp"
#include "jam/circles/verify/verify.hpp"

namespace circles = jam::circles;

/// Prints each better packing.
struct Printer : circles::SearchListener {
  void improved(const Improvement& event) override {
    std::cout << "R = " << event.packing.enclosing_radius << " after " << event.seconds << " s\n";
  }
};

int main() {
  const circles::Problem problem = circles::make_problem("linear", 20);
  circles::SearchOptions options;
  options.seed = 1;
  options.trial_limit = 20'000;  // A trial is one changed packing, relaxed.

  jam::StopToken stop;  // stop.request(...) from any thread ends the search.
  Printer printer;
  const auto found = search_multistart(problem, {}, options, {.stop = stop, .listener = printer});

  // The search has polished and verified this packing already. A packing from elsewhere needs these steps.
  const circles::PolishResult polished = polish(found.best);
  const circles::Packing packing = round_outwards(polished.packing);  // Removes overlaps of rounding errors.
  const circles::Verification verdict = verify_exact(packing);

  std::ofstream("linear-n20.circles") << circles_text(packing, {{"seed", "1"}});
  std::cout << packing.count() << " circles, " << (verdict.legal ? "verified" : verdict.violation) << '\n';
  return verdict.legal ? 0 : 1;
}
