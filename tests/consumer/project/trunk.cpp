// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Litre boxes in a trunk of 400 x 300 x 200 mm, which 24 of them fill exactly: read as a mesh, packed, verified exactly.
#include <fstream>
#include <iostream>

#include "jam/mesh/read_container.hpp"
#include "jam/mesh/verify_boxes.hpp"
#include "jam/trunk/lattice/lattice_search.hpp"

int main() {
  std::ofstream("trunk.off") << "OFF\n8 6 0\n"
                                "0 0 0\n400 0 0\n400 300 0\n0 300 0\n0 0 200\n400 0 200\n400 300 200\n0 300 200\n"
                                "4 0 3 2 1\n4 4 5 6 7\n4 0 1 5 4\n4 1 2 6 5\n4 2 3 7 6\n4 3 0 4 7\n";
  const jam::trunk::Container container = jam::mesh::read_container("trunk.off");
  jam::trunk::LatticeOptions options;
  options.round_budget = 1'000'000;
  jam::StopToken stop;
  const jam::trunk::LatticePacking found = jam::trunk::search_lattice(container.surface, options, stop);
  std::cout << found.packing.count() << " boxes, legal " << jam::mesh::verify_boxes(found.packing, container).legal << '\n';
}
