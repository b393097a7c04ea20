# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
jam_add_test(trunk_annealing
  SOURCES
    test_annealing.cpp
    test_box_gaps.cpp
    test_box_polish.cpp
    test_vacancies.cpp
  LIBRARIES
    jam_trunk)
if(TARGET jam_mesh)
  jam_add_benchmark(bench_annealing
    SOURCES
      ../bench/bench_annealing.cpp
    LIBRARIES
      jam_trunk jam_mesh)
endif()
