// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What trunkpack does, in 40 lines: reads the mesh of a trunk of 400 x 300 x 200 mm, which 24 litre boxes
// fill exactly, searches with lattices and contact simulation, and verifies every better load exactly before
// it counts.
#include <fstream>
#include <iostream>

#include "jam/core/error.hpp"
#include "jam/mesh/read_trunk.hpp"
#include "jam/mesh/verify_boxes.hpp"
#include "jam/trunk/io/box_files.hpp"
#include "jam/trunk/search/trunk_search.hpp"

namespace trunk = jam::trunk;

/// Is called with every better load.
struct Printer : trunk::TrunkListener {
  void improved(const Improvement& event) override {
    if (event.rows.size() == 24)
      std::cout << event.litres << " l by the " << trunk::phase_name(event.phase) << '\n';
  }
};

int main() {
  std::ofstream("trunk.off")
      << "OFF\n8 6 0\n"
         "0 0 0\n400 0 0\n400 300 0\n0 300 0\n0 0 200\n400 0 200\n400 300 200\n0 300 200\n"
         "4 0 3 2 1\n4 4 5 6 7\n4 0 1 5 4\n4 1 2 6 5\n4 2 3 7 6\n4 3 0 4 7\n";
  const auto note = [](const std::string& text) { std::cerr << text << '\n'; };
  try {
    jam::mesh::TrunkSpec spec;  // Litre boxes, any number of them.
    spec.mesh = "trunk.off";
    spec.spacing = 10;  // Points at most 10 mm apart, for the contact simulation.
    trunk::TrunkProblem problem = jam::mesh::read_trunk(spec, note, note);
    jam::mesh::sample_walls(spec, problem, note);

    const trunk::TrunkSearchOptions options = {.seed = 1, .instance_count = 4, .turn_limit = 20};
    const auto legal = [&](const std::vector<trunk::BoxRow>& load) {
      return jam::mesh::check_boxes(problem, load).legal;
    };
    jam::StopToken stop;  // stop.request(…) from any thread ends the search.
    Printer printer;
    const trunk::TrunkResult found =
        search_trunk(problem, options, legal, {.stop = stop, .listener = printer});
    trunk::write_boxes("load.box", found.rows);
    std::cout << found.rows.size() << " boxes, legal " << legal(found.rows) << '\n';
  } catch (const jam::InputError& error) {
    std::cerr << error.what() << '\n';
    return 2;
  }
}
