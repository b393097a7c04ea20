# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
#
# Makes jam/core/version.hpp (fixed at configure time) and commit.cpp (the git commit, looked up at every build, rewritten only when it
# changed: then one small file is recompiled). Sets JAM_VERSION_SOURCE, to be listed among a library's sources.
if(JAM_WITH_CUDA)
  set(JAM_CUDA_VERSION ${CMAKE_CUDA_COMPILER_VERSION})
else()
  set(JAM_CUDA_VERSION none)
endif()
configure_file(${PROJECT_SOURCE_DIR}/lib/jam/core/version.hpp.in ${PROJECT_BINARY_DIR}/generated/jam/core/version.hpp @ONLY)

set(JAM_VERSION_SOURCE ${PROJECT_BINARY_DIR}/generated/jam/core/commit.cpp)
find_package(Git QUIET)
add_custom_target(jam_commit BYPRODUCTS ${JAM_VERSION_SOURCE}
                  COMMAND ${CMAKE_COMMAND} -D "git=${GIT_EXECUTABLE}" -D "source_dir=${PROJECT_SOURCE_DIR}"
                          -D "output=${JAM_VERSION_SOURCE}" -P ${PROJECT_SOURCE_DIR}/cmake/write_commit.cmake
                  COMMENT "Looking up the git commit" VERBATIM)
