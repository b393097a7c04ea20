# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
#
# Finds MPI where it is, and goes on without it where it is not. Sets JAM_WITH_MPI (0 or 1) and JAM_MPI_SUMMARY (for people), and defines
# MPI::MPI_C and MPIEXEC_EXECUTABLE.
#   JAMPACK_MPI = AUTO (default) | ON (missing MPI is an error) | OFF
# Only the C interface of MPI 3 is used. Another MPI than the first one found is chosen as for every CMake project: -DMPI_C_COMPILER=mpicc.
set(JAMPACK_MPI AUTO CACHE STRING "Use MPI for searches over several processes: AUTO, ON or OFF")
set_property(CACHE JAMPACK_MPI PROPERTY STRINGS AUTO ON OFF)

set(JAM_WITH_MPI 0)
set(JAM_MPI_SUMMARY "off (JAMPACK_MPI=OFF)")

if(NOT JAMPACK_MPI STREQUAL "OFF")
  # CMake asks the wrapper of the C compiler (mpicc) for the C interface.
  include(CheckLanguage)
  check_language(C)
  if(CMAKE_C_COMPILER)
    enable_language(C)
    set(MPI_DETERMINE_LIBRARY_VERSION ON)
    find_package(MPI 3.0 QUIET COMPONENTS C)
  endif()

  if(NOT CMAKE_C_COMPILER)
    set(JAM_MPI_SUMMARY "not found (no working C compiler, by which CMake looks for MPI)")
  elseif(NOT MPI_C_FOUND)
    set(JAM_MPI_SUMMARY "no (MPI 3 was not found: one process per search)")
  else()
    set(JAM_WITH_MPI 1)
    # "Open MPI v4.1.4, package: …"
    string(REGEX REPLACE "[,\n].*" "" JAM_MPI_SUMMARY "${MPI_C_LIBRARY_VERSION_STRING}")
    if(NOT JAM_MPI_SUMMARY)
      set(JAM_MPI_SUMMARY "MPI ${MPI_C_VERSION}")
    endif()
  endif()
  if(JAMPACK_MPI STREQUAL "ON" AND NOT JAM_WITH_MPI)
    message(FATAL_ERROR "JAMPACK_MPI=ON, but MPI: ${JAM_MPI_SUMMARY}. Run scripts/setup, or install the Debian packages libopenmpi-dev openmpi-bin.")
  endif()
endif()
