# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
#
# How libraries and programs of this project are declared.

# What scripts/gpu-check runs: the programs, the GPU tests and the benchmarks.
add_custom_target(jam_gpu_check)

# jam_library_sources(<name> [SOURCES file...] [CUDA_SOURCES file.cu...] [HOST_TWINS file_nocuda.cpp...])
# Adds sources of the folder it is called in to the library jam_<name>. CUDA_SOURCES are compiled where CUDA is there, HOST_TWINS where it
# is not.
function(jam_library_sources name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;CUDA_SOURCES;HOST_TWINS")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "jam_library_sources(${name}): unknown argument ${arg_UNPARSED_ARGUMENTS}")
  endif()
  target_sources(jam_${name} PRIVATE ${arg_SOURCES})
  if(JAM_WITH_CUDA)
    target_sources(jam_${name} PRIVATE ${arg_CUDA_SOURCES})
  else()
    target_sources(jam_${name} PRIVATE ${arg_HOST_TWINS})
  endif()
endfunction()

# jam_add_library(<name> [SOURCES file...] [CUDA_SOURCES file.cu...] [HOST_TWINS file_nocuda.cpp...]
#                 [PUBLIC library...] [PRIVATE library...])
# A static library jam_<name> with the alias jampack::<name>; its sub-folders add sources with jam_library_sources.
# PRIVATE libraries that are header-only should be given as $<BUILD_INTERFACE:...>: then users of the package need not have them.
function(jam_add_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;CUDA_SOURCES;HOST_TWINS;PUBLIC;PRIVATE")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "jam_add_library(${name}): unknown argument ${arg_UNPARSED_ARGUMENTS}")
  endif()
  set(target jam_${name})
  add_library(${target} STATIC)
  jam_library_sources(${name} SOURCES ${arg_SOURCES} CUDA_SOURCES ${arg_CUDA_SOURCES} HOST_TWINS ${arg_HOST_TWINS})
  add_library(jampack::${name} ALIAS ${target})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  target_compile_features(${target} PUBLIC cxx_std_20)
  target_include_directories(${target} PUBLIC "$<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/lib>"
                                              "$<BUILD_INTERFACE:${PROJECT_BINARY_DIR}/generated>"
                                              "$<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>")
  target_link_libraries(${target} PUBLIC ${arg_PUBLIC} PRIVATE ${arg_PRIVATE})
  jam_set_warnings(${target})
  set_property(GLOBAL APPEND PROPERTY jam_libraries ${target})
endfunction()

# jam_add_program(<name> SOURCES file... LIBRARIES library...): an installed program. Its folder in apps/ has its name,
# by which scripts/run knows it. The program itself writes its manual page and what completes its command lines in shells.
function(jam_add_program name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LIBRARIES")
  add_executable(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LIBRARIES})
  jam_set_warnings(${name})
  add_dependencies(jam_gpu_check ${name})
  install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT programs)
  set(pages ${CMAKE_CURRENT_BINARY_DIR}/pages)
  add_custom_command(TARGET ${name} POST_BUILD
    COMMAND ${CMAKE_COMMAND} -E make_directory ${pages}
    COMMAND ${name} --man > ${pages}/${name}.1
    COMMAND ${name} --completion bash > ${pages}/${name}
    COMMAND ${name} --completion zsh > ${pages}/_${name}
    VERBATIM)
  install(FILES ${pages}/${name}.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT programs)
  install(FILES ${pages}/${name} DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT programs)
  install(FILES ${pages}/_${name} DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT programs)
endfunction()
