# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
#
# The install tree: headers, static libraries, and what find_package(jampack) and pkg-config read. tests/consumer uses it.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

function(jam_install_package)
  set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/jampack)
  get_property(libraries GLOBAL PROPERTY jam_libraries)
  install(TARGETS ${libraries} EXPORT jampack_targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
  install(EXPORT jampack_targets NAMESPACE jampack:: FILE jampack-targets.cmake DESTINATION ${package_dir} COMPONENT development)
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/lib/jam ${PROJECT_BINARY_DIR}/generated/jam DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
          COMPONENT development FILES_MATCHING PATTERN "*.hpp" PATTERN "*.cuh")

  configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/jampack-config.cmake.in ${PROJECT_BINARY_DIR}/jampack-config.cmake
                                INSTALL_DESTINATION ${package_dir})
  # Before 1.0, a new minor version may break what users rely on.
  write_basic_package_version_file(${PROJECT_BINARY_DIR}/jampack-config-version.cmake COMPATIBILITY SameMinorVersion)
  install(FILES ${PROJECT_BINARY_DIR}/jampack-config.cmake ${PROJECT_BINARY_DIR}/jampack-config-version.cmake
                ${PROJECT_SOURCE_DIR}/cmake/FindRandom123.cmake DESTINATION ${package_dir} COMPONENT development)
  jam_install_pkg_config()
endfunction()

# jampack.pc: everything but jam_mesh, and jam_elastic with jam_fft, whose users may come under the GPL: jampack-mesh.pc, jampack-elastic.pc. The libraries are static, so that a user links what
# they need as well; the order is from the last library to the first, on which all depend.
function(jam_install_pkg_config)
  file(RELATIVE_PATH jam_pc_up /prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig /prefix)
  get_property(libraries GLOBAL PROPERTY jam_libraries)
  list(REMOVE_ITEM libraries jam_mesh jam_elastic jam_fft)
  list(REVERSE libraries)
  list(TRANSFORM libraries PREPEND "-l")
  get_property(sqlite GLOBAL PROPERTY JAM_SQLITE_VERSION)
  set(jam_pc_requires tbb "fmt >= ${fmt_VERSION_MAJOR}" "fmt < ${JAM_NEXT_FMT}")
  if(sqlite)
    list(APPEND jam_pc_requires sqlite3)
  endif()
  if(JAM_WITH_MPI)
    list(APPEND libraries ${MPI_C_LIBRARIES})
  endif()
  get_property(mesh_libraries GLOBAL PROPERTY JAM_MESH_LIBRARIES)
  if(mesh_libraries)  # Most programs read no such meshes and need not load them.
    list(APPEND libraries -Wl,--push-state,--as-needed ${mesh_libraries} -Wl,--pop-state)
  endif()
  if(JAM_WITH_CUDA)
    list(APPEND libraries -L${CUDAToolkit_LIBRARY_DIR} -lcudart_static -ldl -lrt)
  endif()
  list(JOIN libraries " " jam_pc_libs)
  string(APPEND jam_pc_libs " -lstdc++ -lm -pthread")
  list(JOIN jam_pc_requires " " jam_pc_requires)
  set(jam_pc_name jampack)
  set(jam_pc_description "${PROJECT_DESCRIPTION}")
  configure_file(${PROJECT_SOURCE_DIR}/cmake/jampack.pc.in ${PROJECT_BINARY_DIR}/jampack.pc @ONLY)
  set(files ${PROJECT_BINARY_DIR}/jampack.pc)

  set(jam_pc_name jampack-elastic)
  set(jam_pc_description "Jampack's contact of elastic bodies (with FFTW GPL 2 or later)")
  set(jam_pc_requires jampack)
  get_property(fft GLOBAL PROPERTY JAM_FFT)
  if(fft STREQUAL fftw)
    set(jam_pc_requires "jampack fftw3 fftw3f")
  endif()
  set(jam_pc_libs "-ljam_elastic -ljam_fft")
  configure_file(${PROJECT_SOURCE_DIR}/cmake/jampack.pc.in ${PROJECT_BINARY_DIR}/jampack-elastic.pc @ONLY)
  list(APPEND files ${PROJECT_BINARY_DIR}/jampack-elastic.pc)

  if(TARGET jam_mesh)
    set(jam_pc_name jampack-mesh)
    set(jam_pc_description "Jampack's reading, repair and verification of meshes (GPL 3 or later through CGAL)")
    set(jam_pc_requires "jampack mpfr gmp")
    set(jam_pc_libs -ljam_mesh)
    configure_file(${PROJECT_SOURCE_DIR}/cmake/jampack.pc.in ${PROJECT_BINARY_DIR}/jampack-mesh.pc @ONLY)
    list(APPEND files ${PROJECT_BINARY_DIR}/jampack-mesh.pc)
  endif()
  install(FILES ${files} DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig COMPONENT development)
endfunction()
