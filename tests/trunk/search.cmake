# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
jam_add_test(trunk_search
  SOURCES
    test_box_sets.cpp
    test_point_container.cpp
    test_trunk_resume.cpp
    test_trunk_search.cpp
    test_trunk_start.cpp
  LIBRARIES
    jam_trunk)

# The command line of trunkpack and its files, for which it needs jam_mesh.
if(JAMPACK_TESTS AND TARGET jam_app_common AND TARGET jam_mesh)
  jam_add_test(trunkpack_options
    SOURCES
      test_trunkpack_options.cpp
      test_trunkpack_outputs.cpp
      ${PROJECT_SOURCE_DIR}/apps/trunkpack/command_text.cpp
      ${PROJECT_SOURCE_DIR}/apps/trunkpack/option_rules.cpp
      ${PROJECT_SOURCE_DIR}/apps/trunkpack/options.cpp
      ${PROJECT_SOURCE_DIR}/apps/trunkpack/outputs.cpp
      ${PROJECT_SOURCE_DIR}/apps/trunkpack/result_options.cpp
      ${PROJECT_SOURCE_DIR}/apps/trunkpack/task.cpp
      ${PROJECT_SOURCE_DIR}/apps/trunkpack/verdict.cpp
      ${PROJECT_SOURCE_DIR}/apps/trunkpack/wall_points.cpp
    LIBRARIES
      jam_mesh jam_trunk jam_app_common)
  target_include_directories(trunkpack_options PRIVATE ${PROJECT_SOURCE_DIR}/apps/trunkpack)
endif()
