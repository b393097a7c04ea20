# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
#
# Tests of the lattice search.
jam_add_test(trunk_lattice
  SOURCES
    test_lattice_frame.cpp
    test_lattice_grid.cpp
    test_lattice_rounds.cpp
    test_lattice_search.cpp
  LIBRARIES
    jam_trunk)
