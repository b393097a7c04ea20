# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
#
# The contact simulation: points, relaxation, engines.
list(APPEND jam_trunk_sources
  box_instances.cpp
  cpu_relax_engine.cpp
  point_grid.cpp
  relax_engine.cpp)
list(APPEND jam_trunk_cuda_sources cuda_relax_engine.cu)
# A contact of boxes is computed in several places of the kernel, and which one does it may differ from run to run (cuda_box_lists.cuh): all
# must round alike. What may be fused is written so (multiply_add in core/vec.hpp).
set_source_files_properties(cuda_relax_engine.cu PROPERTIES COMPILE_OPTIONS "--fmad=false")
list(APPEND jam_trunk_host_twins cuda_relax_engine_nocuda.cpp)

# The relaxation of one packing, compiled once per instruction set; cpu_relax_engine.cpp chooses at run time. Always -O3: what the source
# marks as always inline must vanish.
include(CheckCXXCompilerFlag)
function(jam_add_cpu_relaxation variant)
  set(target jam_cpu_relaxation_${variant})
  add_library(${target} OBJECT cpu_relaxation.cpp)
  # g++ 12 warns about its own header of AVX-512 (GCC bug 105593), and that vectors are passed differently than by older compilers.
  target_compile_options(${target} PRIVATE -O3 ${ARGN} -Wno-psabi -Wno-maybe-uninitialized $<$<CONFIG:Debug>:-g1>)
  target_compile_definitions(${target} PRIVATE JAM_CPU_RELAXATION=cpu_relaxation_${variant})
  target_link_libraries(${target} PRIVATE jam_core)
  jam_set_warnings(${target})
  list(APPEND jam_trunk_sources $<TARGET_OBJECTS:${target}>)
  set(jam_trunk_sources ${jam_trunk_sources} PARENT_SCOPE)
endfunction()

jam_add_cpu_relaxation(plain)
set(jam_avx2_flags -mavx2 -mfma)
set(jam_avx512_flags -mavx512f -mavx512vl -mavx512dq -mavx512bw ${jam_avx2_flags})
foreach(variant avx2 avx512)
  string(TOUPPER ${variant} name)
  list(JOIN jam_${variant}_flags " " flags)
  check_cxx_compiler_flag("${flags}" JAM_COMPILER_HAS_${name})
  if(JAM_COMPILER_HAS_${name})
    jam_add_cpu_relaxation(${variant} ${jam_${variant}_flags})
    set_property(SOURCE cpu_relax_engine.cpp APPEND PROPERTY COMPILE_DEFINITIONS JAM_WITH_${name})
  endif()
endforeach()
