# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
#
# Code that is compiled once per instruction set (jam/core/isa.hpp): plain x86-64, or whatever the machine is, and those of AVX2 and AVX-512
# that the compiler knows.
include(CheckCXXCompilerFlag)

set(jam_isa_plain_options "")
set(jam_isa_avx2_options -mavx2 -mfma -mbmi -mbmi2 -mlzcnt)
set(jam_isa_avx512_options -mavx512f -mavx512vl -mavx512dq -mavx512bw ${jam_isa_avx2_options})
set(jam_isas plain)
foreach(isa avx2 avx512)
  list(JOIN jam_isa_${isa}_options " " flags)
  check_cxx_compiler_flag("${flags}" JAM_COMPILER_HAS_${isa})
  if(JAM_COMPILER_HAS_${isa})
    list(APPEND jam_isas ${isa})
  endif()
endforeach()

# jam_add_isa_variants(<library> SOURCE file.cpp TABLE_IN file.cpp [OPTIONS option...] [AVX512_OPTIONS option...])
# Compiles SOURCE for every instruction set into jam_<library>, with JAM_ISA = plain, avx2 or avx512. TABLE_IN, another source of the
# library, defines the table of the versions and sees JAM_WITH_AVX2 and JAM_WITH_AVX512 where these exist.
# Always -O3: what the source marks as always inline must vanish, and a search without optimisation is of no use even in a debug build,
# where more than line numbers (-g1) would double the time this takes to compile.
function(jam_add_isa_variants library)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SOURCE;TABLE_IN" "OPTIONS;AVX512_OPTIONS")
  cmake_path(GET arg_SOURCE STEM name)
  foreach(isa IN LISTS jam_isas)
    string(TOUPPER ${isa} upper)
    set(target jam_${library}_${name}_${isa})
    add_library(${target} OBJECT ${arg_SOURCE})
    target_compile_options(${target} PRIVATE -O3 ${jam_isa_${isa}_options} ${arg_${upper}_OPTIONS} ${arg_OPTIONS}
                                             $<$<CONFIG:Debug>:-g1>)
    target_compile_definitions(${target} PRIVATE JAM_ISA=${isa})
    target_link_libraries(${target} PRIVATE jam_core)
    jam_set_warnings(${target})
    target_sources(jam_${library} PRIVATE $<TARGET_OBJECTS:${target}>)
    set_property(SOURCE ${arg_TABLE_IN} TARGET_DIRECTORY jam_${library} APPEND PROPERTY COMPILE_DEFINITIONS JAM_WITH_${upper})
  endforeach()
endfunction()
