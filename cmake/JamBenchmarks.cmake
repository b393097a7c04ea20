# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
#
# How benchmarks are declared. They are built with everything else, so that they keep compiling, but are no tests: a wall-clock time
# decides over nothing.
if(JAMPACK_BENCHMARKS)
  find_package(benchmark QUIET)
endif()

# jam_add_benchmark(<name> SOURCES file... LIBRARIES library... [MICRO])
# A program that prints its own table; with MICRO one that uses Google Benchmark, left out where that is not installed.
function(jam_add_benchmark name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "MICRO" "" "SOURCES;LIBRARIES")
  if(NOT JAMPACK_BENCHMARKS OR (arg_MICRO AND NOT benchmark_FOUND))
    return()
  endif()
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES})
  if(arg_MICRO)
    target_link_libraries(${name} PRIVATE benchmark::benchmark)
  endif()
  target_compile_definitions(${name} PRIVATE JAM_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
  target_include_directories(${name} PRIVATE ${PROJECT_SOURCE_DIR}/tests ${PROJECT_SOURCE_DIR})
  jam_set_warnings(${name})
  add_dependencies(jam_gpu_check ${name})
endfunction()
