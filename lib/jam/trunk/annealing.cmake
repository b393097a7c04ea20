# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
#
# Beyond the lattice: free positions and rotations, and the polish.
list(APPEND jam_trunk_sources
  annealing.cpp
  annealing_instance.cpp
  annealing_moves.cpp
  box_elites.cpp
  box_gaps.cpp
  box_moves.cpp
  box_polish.cpp
  gap_system.cpp
  insert_screen.cpp
  move_screen.cpp
  part_relaxer.cpp
  vacancies.cpp
  wall_triangles.cpp)
