# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
#
# How tests are declared. One executable and one ctest entry per topic: nothing is run while building, so a machine without a GPU driver can
# build everything, and a topic starts its process once. A test that cannot run here exits with 77; ctest then counts it as skipped.
set(JAM_SKIP_CODE 77)

# Where tests and benchmarks find files of the source tree.
add_library(jam_test_paths STATIC EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/tests/support/paths.cpp)
target_include_directories(jam_test_paths PUBLIC ${PROJECT_SOURCE_DIR}/tests ${PROJECT_SOURCE_DIR})  # "support/…", "scenes/…"
target_compile_definitions(jam_test_paths PRIVATE JAM_SOURCE_DIR="${PROJECT_SOURCE_DIR}")
jam_set_warnings(jam_test_paths)

if(JAMPACK_TESTS)
  # Version 3 has other headers; tests/support/catch2-v3 makes them look like those of version 2, which Debian 12 has.
  find_package(Catch2 QUIET)
  if(NOT Catch2_FOUND)
    message(FATAL_ERROR "Catch2 was not found. Run scripts/setup, install the Debian package catch2, or configure with -DJAMPACK_TESTS=OFF.")
  endif()
  set(JAM_CATCH2_VERSION ${Catch2_VERSION})
  find_package(Python3 QUIET COMPONENTS Interpreter)

  # The main functions of all test programs, compiled once: jam_test_main, and jam_test_main_gpu, which skips where there is no GPU.
  foreach(kind "" "_gpu")
    set(target jam_test_main${kind})
    add_library(${target} STATIC EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/tests/support/main${kind}.cpp)
    target_link_libraries(${target} PUBLIC Catch2::Catch2 jam_test_paths)
    if(Catch2_VERSION VERSION_GREATER_EQUAL 3)
      target_include_directories(${target} SYSTEM BEFORE PUBLIC ${PROJECT_SOURCE_DIR}/tests/support/catch2-v3)
    endif()
  endforeach()
  target_link_libraries(jam_test_main_gpu PRIVATE jam_core)
  # What nearly every test includes is parsed once: more than a third of the time that a test takes to compile.
  add_executable(jam_test_headers EXCLUDE_FROM_ALL ${PROJECT_SOURCE_DIR}/tests/support/test_headers.cpp)
  target_link_libraries(jam_test_headers PRIVATE jam_test_main)
  target_compile_features(jam_test_headers PRIVATE cxx_std_20)
  jam_set_warnings(jam_test_headers)
  target_precompile_headers(jam_test_headers PRIVATE <catch2/catch.hpp> <algorithm> <cmath> <filesystem> <functional> <memory> <span>
                            <string> <vector>)
endif()

# Properties every ctest entry shares: skip code, a limit that only a test that hangs reaches, however slow the machine, labels.
function(jam_test_properties name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TIMEOUT" "LABELS;ENVIRONMENT")
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 1200)
  endif()
  if(JAMPACK_SANITIZE)
    math(EXPR arg_TIMEOUT "10 * ${arg_TIMEOUT}")  # Searches with sanitizers are this much slower.
  endif()
  # User data of the programs must not get into the home directory of the user who runs the tests.
  set(environment "JAM_SKIP_CODE=${JAM_SKIP_CODE}" "XDG_DATA_HOME=${PROJECT_BINARY_DIR}/test-data" ${arg_ENVIRONMENT})
  if(JAMPACK_SANITIZE)
    list(APPEND environment "JAM_TEST_LIMIT=1200")
  endif()
  if(JAMPACK_SANITIZE MATCHES "thread")
    list(APPEND environment "TSAN_OPTIONS=suppressions=${PROJECT_SOURCE_DIR}/tests/support/tsan.supp halt_on_error=1")
  endif()
  set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE ${JAM_SKIP_CODE} TIMEOUT ${arg_TIMEOUT} LABELS "${arg_LABELS}"
                       ENVIRONMENT "${environment}")
endfunction()

# jam_add_test(<name> SOURCES file... LIBRARIES library... [LABELS label...] [TIMEOUT seconds] [REQUIRES_GPU] [COST seconds]
#              [APART tag...])
# A Catch2 program. REQUIRES_GPU: labelled gpu, skipped aloud where there is no CUDA device, not built without CUDA. APART: test cases with
# such a tag are the test <name>_<tag>: they need something special and are skipped where that is missing (support/skip.hpp), or take minutes
# where that is missing.
# Tests may include "support/....hpp"; JAM_SANITIZED is defined in builds with sanitizers.
function(jam_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "REQUIRES_GPU" "TIMEOUT;COST" "SOURCES;LIBRARIES;LABELS;APART")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "jam_add_test(${name}): unknown argument ${arg_UNPARSED_ARGUMENTS}")
  endif()
  if(NOT JAMPACK_TESTS)
    return()
  endif()
  set(main jam_test_main)
  if(arg_REQUIRES_GPU)
    set(main jam_test_main_gpu)
    list(APPEND arg_LABELS gpu)
    if(NOT JAM_WITH_CUDA)
      add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -E echo "skipped: no device: this build has no CUDA")
      jam_test_properties(${name} LABELS ${arg_LABELS})
      set_tests_properties(${name} PROPERTIES SKIP_REGULAR_EXPRESSION "skipped: no device")
      return()
    endif()
  endif()
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${main} ${arg_LIBRARIES})
  if(JAMPACK_SANITIZE)
    target_compile_definitions(${name} PRIVATE JAM_SANITIZED)
  endif()
  jam_set_warnings(${name})
  target_precompile_headers(${name} REUSE_FROM jam_test_headers)
  # GCC 12 does not know what comes from system headers behind a precompiled one, and warns about its own std::string.
  target_compile_options(${name} PRIVATE "$<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-array-bounds;-Wno-stringop-overflow;-Wno-stringop-overread>")
  if(arg_REQUIRES_GPU)
    add_dependencies(jam_gpu_check ${name})
  endif()
  set(others "")
  foreach(tag IN LISTS arg_APART)
    string(APPEND others "~[${tag}]")
    string(REPLACE "-" "_" suffix ${tag})
    add_test(NAME ${name}_${suffix} COMMAND ${name} "[${tag}]")
    jam_test_properties(${name}_${suffix} LABELS ${arg_LABELS} TIMEOUT ${arg_TIMEOUT})
  endforeach()
  add_test(NAME ${name} COMMAND ${name} ${others})
  jam_test_properties(${name} LABELS ${arg_LABELS} TIMEOUT ${arg_TIMEOUT})
  if(arg_COST)
    set_tests_properties(${name} PROPERTIES COST ${arg_COST})
  endif()
endfunction()

# jam_add_script_test(<name> COMMAND program argument... [LABELS label...] [TIMEOUT seconds] [COST seconds] [ENVIRONMENT name=value...])
# A test that is a command: it exits 0, or 77 with a line that says why it was skipped. Programs are given as $<TARGET_FILE:circlepack>.
# Files outside the repository that a test needs (the verify scripts of ../shared) are looked for by the command itself.
function(jam_add_script_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TIMEOUT;COST" "COMMAND;LABELS;ENVIRONMENT")
  if(NOT JAMPACK_TESTS)
    return()
  endif()
  add_test(NAME ${name} COMMAND ${arg_COMMAND})
  jam_test_properties(${name} LABELS ${arg_LABELS} TIMEOUT ${arg_TIMEOUT} ENVIRONMENT ${arg_ENVIRONMENT})
  if(arg_COST)
    set_tests_properties(${name} PROPERTIES COST ${arg_COST})
  endif()
endfunction()
