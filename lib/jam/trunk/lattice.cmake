# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
#
# The lattice start of the search.
list(APPEND jam_trunk_sources
  lattice_box.cpp
  lattice_engine.cpp
  lattice_frame.cpp
  lattice_grid.cpp
  lattice_instance.cpp
  lattice_raster.cpp
  lattice_search.cpp
  lattice_state.cpp
  lattice_turns.cpp
  lattice_variants.cpp)
list(APPEND jam_trunk_cuda_sources cuda_lattice_engine.cu)
list(APPEND jam_trunk_host_twins cuda_lattice_engine_nocuda.cpp)

# The rounds, compiled once per instruction set; lattice_variants.cpp chooses at run time. Always -O3: what the source marks as always
# inline must vanish, and a search without optimisation is of no use even in a debug build.
include(CheckCXXCompilerFlag)
function(jam_add_lattice_rounds variant)
  add_library(jam_lattice_rounds_${variant} OBJECT lattice_rounds.cpp)
  target_compile_options(jam_lattice_rounds_${variant} PRIVATE -O3 ${ARGN} $<$<CONFIG:Debug>:-g1>)
  target_compile_definitions(jam_lattice_rounds_${variant} PRIVATE JAM_LATTICE_ROUNDS=lattice_rounds_${variant})
  target_link_libraries(jam_lattice_rounds_${variant} PRIVATE jam_core)
  jam_set_warnings(jam_lattice_rounds_${variant})
endfunction()

jam_add_lattice_rounds(plain)
list(APPEND jam_trunk_sources $<TARGET_OBJECTS:jam_lattice_rounds_plain>)
set(jam_lattice_avx2_flags -mavx2 -mbmi -mbmi2 -mlzcnt)
set(jam_lattice_avx512_flags -mavx512f -mavx512vl -mavx512dq -mavx512bw -mprefer-vector-width=512 ${jam_lattice_avx2_flags})
foreach(variant avx2 avx512)
  string(TOUPPER ${variant} name)
  list(JOIN jam_lattice_${variant}_flags " " flags)
  check_cxx_compiler_flag("${flags}" JAM_COMPILER_HAS_LATTICE_${name})
  if(JAM_COMPILER_HAS_LATTICE_${name})
    jam_add_lattice_rounds(${variant} ${jam_lattice_${variant}_flags})
    list(APPEND jam_trunk_sources $<TARGET_OBJECTS:jam_lattice_rounds_${variant}>)
    set_property(SOURCE lattice_variants.cpp APPEND PROPERTY COMPILE_DEFINITIONS JAM_LATTICE_WITH_${name})
  endif()
endforeach()
