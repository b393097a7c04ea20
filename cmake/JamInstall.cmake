# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
#
# The install tree: headers, static libraries, and what find_package(jampack) reads. tests/consumer uses it.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

function(jam_install_package)
  set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/jampack)
  get_property(libraries GLOBAL PROPERTY jam_libraries)
  install(TARGETS ${libraries} EXPORT jampack_targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT jampack_targets NAMESPACE jampack:: FILE jampack-targets.cmake DESTINATION ${package_dir})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/lib/jam ${PROJECT_BINARY_DIR}/generated/jam DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
          FILES_MATCHING PATTERN "*.hpp" PATTERN "*.cuh")

  configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/jampack-config.cmake.in ${PROJECT_BINARY_DIR}/jampack-config.cmake
                                INSTALL_DESTINATION ${package_dir})
  # Before 1.0, a new minor version may break what users rely on.
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/jampack-config-version.cmake COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/jampack-config.cmake ${PROJECT_BINARY_DIR}/jampack-config-version.cmake
                ${PROJECT_SOURCE_DIR}/cmake/FindRandom123.cmake DESTINATION ${package_dir})
endfunction()
