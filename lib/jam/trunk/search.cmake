# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
#
# The search of a trunk as a whole: lattices and annealing in turns, sets of luggage, starts, containers of points.
list(APPEND jam_trunk_sources
  best_load.cpp
  box_sets.cpp
  container_walls.cpp
  point_container.cpp
  set_search.cpp
  trunk_search.cpp
  trunk_start.cpp
  trunk_state.cpp)
