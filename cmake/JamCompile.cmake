# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
#
# Compiler settings for every target of this project: language level, arithmetic, warnings, sanitizers, where binaries go.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
# Programs carried to another machine find the libraries that lie beside them (scripts/gpu-check --bundle).
set(CMAKE_INSTALL_RPATH "$ORIGIN/../lib")
set(CMAKE_BUILD_WITH_INSTALL_RPATH ON)

# A multiply and an add stay two operations on the host. With contraction (the default of g++), the code compiled for AVX2 and AVX-512
# would round differently from the code compiled for plain x86-64, and the same seed would give other packings on another CPU.
# Exactness never rests on this flag: verification uses rational arithmetic.
add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:-ffp-contract=off>" "$<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-ffp-contract=off>")

# Warnings, for our own targets only. -Wsign-conversion is off: indices are int by convention, containers count in size_t.
set(jam_warnings -Wall -Wextra -Wshadow -Wconversion -Wno-sign-conversion)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # g++ 12 sees overlapping copies in "text" + std::string (GCC bug 105651); there are none.
  list(APPEND jam_warnings -Wno-restrict)
endif()
if(JAMPACK_WERROR)
  list(APPEND jam_warnings -Werror)
endif()
# nvcc hands the host compiler code of its own making, which -Wpedantic, -Wshadow and -Wconversion reject; hence fewer there.
set(jam_cuda_warnings -Xcompiler=-Wall,-Wextra)
if(JAMPACK_WERROR)
  list(APPEND jam_cuda_warnings -Xcompiler=-Werror -Werror=all-warnings)
endif()
# std::span, std::min, std::numeric_limits in kernels: their functions are constexpr, not __device__.
add_compile_options("$<$<COMPILE_LANGUAGE:CUDA>:--expt-relaxed-constexpr>")
# __host__ __device__ templates may call a host function in their host instantiation; nvcc would warn at the template.
list(APPEND jam_cuda_warnings -diag-suppress=20014)

# Clang does not know all warnings of GCC that are turned off somewhere.
add_compile_options("$<$<CXX_COMPILER_ID:Clang>:-Wno-unknown-warning-option>")

# Applies the warnings to `target`.
function(jam_set_warnings target)
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${jam_warnings};-Wpedantic>"
                                           "$<$<COMPILE_LANGUAGE:CUDA>:${jam_cuda_warnings}>")
endfunction()

# Sanitizers stop at the first finding: a test that continues would hide it. Assertions belong to them.
if(JAMPACK_SANITIZE)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" jam_build_type)
  if("${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${jam_build_type}}" MATCHES "NDEBUG")
    message(FATAL_ERROR "JAMPACK_SANITIZE needs assertions, and CMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE} turns them off: use the preset dev or tsan, or CMAKE_BUILD_TYPE=Debug.")
  endif()
  add_compile_options("$<$<COMPILE_LANGUAGE:CXX>:-fsanitize=${JAMPACK_SANITIZE};-fno-sanitize-recover=all;-fno-omit-frame-pointer;-Wno-maybe-uninitialized>")
  add_link_options(-fsanitize=${JAMPACK_SANITIZE})
endif()

# Debug builds check the bounds of standard containers as well.
add_compile_definitions("$<$<CONFIG:Debug>:_GLIBCXX_ASSERTIONS>")
