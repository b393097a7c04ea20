# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
jam_add_test(trunk_files
  SOURCES
    test_box_files.cpp
    test_box_row.cpp
    test_load_glb.cpp
    test_load_json.cpp
    test_orientation_class.cpp
    test_point_files.cpp
  LIBRARIES
    jam_trunk nlohmann_json::nlohmann_json)

jam_add_test(c_interface SOURCES test_c_interface.cpp LIBRARIES jam_c)

# A source of the program that needs nothing else of it.
jam_add_test(trunk_report
  SOURCES
    test_final_table.cpp
    ${PROJECT_SOURCE_DIR}/apps/trunkpack/report.cpp
  LIBRARIES
    jam_trunk)
if(TARGET trunk_report)
  target_include_directories(trunk_report PRIVATE ${PROJECT_SOURCE_DIR}/apps/trunkpack)
endif()

# The page of a report in a real browser, and what other programs make of the files.
if(JAMPACK_TESTS AND Python3_Interpreter_FOUND)
  add_executable(demo_load demo_load.cpp)
  target_link_libraries(demo_load PRIVATE jam_trunk)
  jam_set_warnings(demo_load)
  jam_add_script_test(html_report
    COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/tests/cli/test_html_report.py $<TARGET_FILE:demo_load>
    LABELS cli)
endif()
