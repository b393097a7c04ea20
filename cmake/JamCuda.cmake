# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
#
# Finds CUDA where it is, and goes on without it where it is not. Sets JAM_WITH_CUDA (0 or 1) and JAM_CUDA_SUMMARY (for people).
#   JAMPACK_CUDA = AUTO (default) | ON (missing CUDA is an error) | OFF
#   JAMPACK_CUDA_ARCHITECTURES = list as in CMAKE_CUDA_ARCHITECTURES; empty = chosen here.
# Only the compiler, the static runtime and the header-only parts of the toolkit (Thrust, CUB, cuRAND's device headers) are needed.
set(JAMPACK_CUDA AUTO CACHE STRING "Build the CUDA part: AUTO, ON or OFF")
set_property(CACHE JAMPACK_CUDA PROPERTY STRINGS AUTO ON OFF)
set(JAMPACK_CUDA_ARCHITECTURES "" CACHE STRING "CUDA architectures; empty: those of the GPUs present, else a default list")

set(JAM_WITH_CUDA 0)
set(JAM_CUDA_SUMMARY "off (JAMPACK_CUDA=OFF)")

# Sets `result` to the compute capabilities of the GPUs in this machine (for example "90"), without duplicates; empty where there are none.
function(jam_gpus_present result)
  set(${result} "" PARENT_SCOPE)
  find_program(JAM_NVIDIA_SMI nvidia-smi)
  mark_as_advanced(JAM_NVIDIA_SMI)
  if(NOT JAM_NVIDIA_SMI)
    return()
  endif()
  execute_process(COMMAND ${JAM_NVIDIA_SMI} --query-gpu=compute_cap --format=csv,noheader TIMEOUT 20 OUTPUT_VARIABLE output
                  RESULT_VARIABLE status ERROR_QUIET)
  if(NOT status EQUAL 0)
    return()
  endif()
  string(REGEX MATCHALL "[0-9]+\\.[0-9]" capabilities "${output}")
  list(TRANSFORM capabilities REPLACE "\\." "")
  list(REMOVE_DUPLICATES capabilities)
  set(${result} "${capabilities}" PARENT_SCOPE)
endfunction()

# Sets `result` to those of `candidates` for which the CUDA compiler can make code.
function(jam_supported_architectures result candidates)
  execute_process(COMMAND ${CMAKE_CUDA_COMPILER} --list-gpu-arch OUTPUT_VARIABLE known ERROR_QUIET)
  set(supported "")
  foreach(candidate IN LISTS candidates)
    if(known MATCHES "compute_${candidate}([^0-9]|$)")
      list(APPEND supported ${candidate})
    endif()
  endforeach()
  set(${result} "${supported}" PARENT_SCOPE)
endfunction()

if(NOT JAMPACK_CUDA STREQUAL "OFF")
  # nvcc is often installed but not in PATH.
  if(NOT CMAKE_CUDA_COMPILER AND "$ENV{CUDACXX}" STREQUAL "")
    find_program(JAM_NVCC nvcc HINTS ENV CUDA_PATH ENV CUDA_HOME PATHS /usr/local/cuda /opt/cuda PATH_SUFFIXES bin)
    mark_as_advanced(JAM_NVCC)
    if(JAM_NVCC)
      set(ENV{CUDACXX} ${JAM_NVCC})
    endif()
  endif()
  # CMake's own first guess of an architecture is one that recent toolkits no longer know.
  if("$ENV{CUDAARCHS}" STREQUAL "")
    set(ENV{CUDAARCHS} 75)
  endif()
  include(CheckLanguage)
  check_language(CUDA)

  if(CMAKE_CUDA_COMPILER)
    if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
      set(CMAKE_CUDA_ARCHITECTURES 75)
    endif()
    set(CMAKE_CUDA_RUNTIME_LIBRARY Static)
    enable_language(CUDA)
    # CMake 3.25.1 (Debian 12) does not know yet how nvcc is told to take C++20.
    if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)
      set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
      set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION "-std=c++20")
    endif()
    set(CMAKE_CUDA_STANDARD 20)
    set(CMAKE_CUDA_STANDARD_REQUIRED ON)
    set(CMAKE_CUDA_EXTENSIONS OFF)
    find_package(CUDAToolkit QUIET)
  endif()

  if(NOT CMAKE_CUDA_COMPILER)
    set(JAM_CUDA_SUMMARY "not found (no working nvcc in PATH, CUDACXX, CUDA_PATH or /usr/local/cuda)")
  elseif(CMAKE_CUDA_COMPILER_VERSION VERSION_LESS 12.0)
    set(JAM_CUDA_SUMMARY "too old (${CMAKE_CUDA_COMPILER_VERSION}, C++20 needs 12.0)")
  elseif(NOT TARGET CUDA::cudart_static)
    set(JAM_CUDA_SUMMARY "incomplete (nvcc ${CMAKE_CUDA_COMPILER_VERSION} without its static runtime library)")
  else()
    set(JAM_WITH_CUDA 1)
  endif()
  if(JAMPACK_CUDA STREQUAL "ON" AND NOT JAM_WITH_CUDA)
    message(FATAL_ERROR "JAMPACK_CUDA=ON, but CUDA was ${JAM_CUDA_SUMMARY}")
  endif()
endif()

if(JAM_WITH_CUDA)
  # Default where there is no GPU to ask: 75 and 90, each as machine code and PTX. Turing and Hopper run their own code; Ampere and Ada
  # translate the PTX of 75, Blackwell and later that of 90, once, at the first start. Every further entry costs a whole compilation.
  set(jam_cuda_default_architectures 75 90)
  jam_gpus_present(jam_gpus)
  jam_supported_architectures(jam_gpus_supported "${jam_gpus}")
  if(JAMPACK_CUDA_ARCHITECTURES)
    set(CMAKE_CUDA_ARCHITECTURES ${JAMPACK_CUDA_ARCHITECTURES})
    set(jam_cuda_reason "as asked")
  elseif(jam_gpus AND jam_gpus STREQUAL jam_gpus_supported)
    set(CMAKE_CUDA_ARCHITECTURES ${jam_gpus})
    set(jam_cuda_reason "the GPUs present")
  else()
    set(CMAKE_CUDA_ARCHITECTURES ${jam_cuda_default_architectures})
    set(jam_cuda_reason "default list with PTX, no GPU here that this toolkit knows")
  endif()
  list(JOIN CMAKE_CUDA_ARCHITECTURES " " jam_cuda_list)
  set(JAM_CUDA_SUMMARY "${CMAKE_CUDA_COMPILER_VERSION}, architectures ${jam_cuda_list} (${jam_cuda_reason})")
endif()
