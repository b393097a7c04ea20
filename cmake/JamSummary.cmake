# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
#
# What this configuration found and will build, for people.
if(NOT PROJECT_IS_TOP_LEVEL)
  return()
endif()

if(JAMPACK_TESTS)
  set(jam_tests_summary "yes (Catch2 ${JAM_CATCH2_VERSION})")
else()
  set(jam_tests_summary "no (JAMPACK_TESTS=OFF)")
endif()
if(JAMPACK_BENCHMARKS)
  set(jam_benchmarks_summary "yes")
else()
  set(jam_benchmarks_summary "no (JAMPACK_BENCHMARKS=OFF)")
endif()
get_property(jam_mesh_summary GLOBAL PROPERTY JAM_CGAL_VERSION)
if(NOT jam_mesh_summary)
  set(jam_mesh_summary "no (CGAL 5.5 was not found: no trunkpack, no packview)")
endif()
get_property(jam_sqlite_version GLOBAL PROPERTY JAM_SQLITE_VERSION)
if(jam_sqlite_version)
  set(jam_sqlite_summary "${jam_sqlite_version}")
else()
  set(jam_sqlite_summary "no (SQLite 3.35 was not found: no archive of results)")
endif()
get_property(jam_fft_summary GLOBAL PROPERTY JAM_FFT_SUMMARY)
get_property(jam_formats_summary GLOBAL PROPERTY JAM_MESH_FORMATS_SUMMARY)
if(JAMPACK_SANITIZE)
  set(jam_sanitize_summary ", sanitizers ${JAMPACK_SANITIZE}")
endif()

set(jam_summary
    "Jampack ${PROJECT_VERSION}"
    "  build       ${CMAKE_BUILD_TYPE}, ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}${jam_sanitize_summary}"
    "  CUDA        ${JAM_CUDA_SUMMARY}"
    "  TBB         ${TBB_VERSION}"
    "  CGAL        ${jam_mesh_summary}"
    "  SQLite      ${jam_sqlite_summary}"
    "  MPI         ${JAM_MPI_SUMMARY}"
    "  FFT         ${jam_fft_summary}"
    "  meshes      ${jam_formats_summary}"
    "  tests       ${jam_tests_summary}"
    "  benchmarks  ${jam_benchmarks_summary}")
string(REPLACE ";" "\n" jam_summary_text "${jam_summary}")
message("\n${jam_summary_text}\n")
# The scripts show it again after a quiet configuration.
file(WRITE ${PROJECT_BINARY_DIR}/configure-summary.txt "${jam_summary_text}\n")
