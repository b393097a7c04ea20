# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
#
# How benchmarks are declared. They are built with everything else, and a test starts each of them with its smallest cases, so that they
# keep working; a wall-clock time decides over nothing.
if(JAMPACK_BENCHMARKS)
  add_library(jam_bench_run STATIC EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/tests/support/bench_run.cpp)
  target_link_libraries(jam_bench_run PUBLIC jam_core jam_test_paths PRIVATE Boost::program_options)
  jam_set_warnings(jam_bench_run)
endif()

# jam_add_benchmark(<name> SOURCES file... LIBRARIES library...)
# A program that prints its own table; its main function calls test::bench_main. ctest starts it with --quick.
function(jam_add_benchmark name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBRARIES")
  if(NOT JAMPACK_BENCHMARKS)
    return()
  endif()
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE jam_bench_run ${arg_LIBRARIES})
  jam_set_warnings(${name})
  add_dependencies(jam_gpu_check ${name})
  if(JAMPACK_TESTS)
    add_test(NAME ${name} COMMAND ${name} --quick --device cpu)
    jam_test_properties(${name} LABELS bench)
  endif()
endfunction()
