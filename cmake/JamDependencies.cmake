# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
#
# The libraries that everything needs. All are Debian packages; `scripts/setup` installs them.
set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

# Finds a package or ends with the line that tells how to get it.
macro(jam_require name debian_package)
  find_package(${name} ${ARGN} QUIET)
  if(NOT ${name}_FOUND)
    message(FATAL_ERROR "${name} was not found. Run scripts/setup, or install the Debian package ${debian_package}.")
  endif()
endmacro()

jam_require(TBB libtbb-dev)
jam_require(Random123 librandom123-dev MODULE)
jam_require(Eigen3 libeigen3-dev 3.4 NO_MODULE)
jam_require(nlohmann_json nlohmann-json3-dev 3.9)
jam_require(fmt libfmt-dev 9)
math(EXPR JAM_NEXT_FMT "${fmt_VERSION_MAJOR} + 1")  # The first version that installed libraries cannot be linked with.
jam_require(Boost "libboost-dev libboost-program-options-dev" 1.74 COMPONENTS program_options)
