# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
#
# Code that is compiled once per instruction set; which one runs is chosen at run time (the environment variable JAM_SIMD takes another).
include(CheckCXXCompilerFlag)

set(jam_isa_avx2_options -mavx2)
set(jam_isa_avx512_options -mavx512f -mavx512vl -mavx512dq -mavx512bw ${jam_isa_avx2_options})

# jam_add_isa_variants(<library> <name> SOURCES file... SYMBOLS MACRO=function... CHOSEN_IN file.cpp [OPTIONS option...]
#                      [AVX2_OPTIONS option...] [AVX512_OPTIONS option...])
# Compiles SOURCES for plain x86-64 (or whatever the machine is), AVX2 and AVX-512, as far as the compiler can, into jam_<library>. Each
# MACRO is defined as function_plain, function_avx2 or function_avx512. CHOSEN_IN, a source of the library, sees JAM_WITH_AVX2 and
# JAM_WITH_AVX512 where these exist. AVX2_OPTIONS are added for AVX2 and AVX-512 (default: -mfma).
# Always -O3: what the sources mark as always inline must vanish, and a search without optimisation is of no use even in a debug build,
# where more than line numbers (-g1) would double the time this takes to compile.
function(jam_add_isa_variants library name)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "CHOSEN_IN" "SOURCES;SYMBOLS;OPTIONS;AVX2_OPTIONS;AVX512_OPTIONS")
  if(NOT arg_AVX2_OPTIONS)
    set(arg_AVX2_OPTIONS -mfma)
  endif()
  set(plain "")
  set(avx2 ${jam_isa_avx2_options} ${arg_AVX2_OPTIONS})
  set(avx512 ${jam_isa_avx512_options} ${arg_AVX512_OPTIONS} ${arg_AVX2_OPTIONS})
  foreach(isa plain avx2 avx512)
    string(TOUPPER ${isa} upper)
    list(JOIN ${isa} " " flags)
    string(MAKE_C_IDENTIFIER "JAM_COMPILER_HAS${flags}" check)
    if(NOT isa STREQUAL plain)
      check_cxx_compiler_flag("${flags}" ${check})
      if(NOT ${check})
        continue()
      endif()
      set_property(SOURCE ${arg_CHOSEN_IN} TARGET_DIRECTORY jam_${library} APPEND PROPERTY COMPILE_DEFINITIONS JAM_WITH_${upper})
    endif()
    set(target jam_${name}_${isa})
    add_library(${target} OBJECT ${arg_SOURCES})
    list(TRANSFORM arg_SYMBOLS APPEND _${isa} OUTPUT_VARIABLE symbols)
    target_compile_options(${target} PRIVATE -O3 ${${isa}} ${arg_OPTIONS} $<$<CONFIG:Debug>:-g1>)
    target_compile_definitions(${target} PRIVATE ${symbols})
    target_link_libraries(${target} PRIVATE jam_core)
    jam_set_warnings(${target})
    target_sources(jam_${library} PRIVATE $<TARGET_OBJECTS:${target}>)
  endforeach()
endfunction()
