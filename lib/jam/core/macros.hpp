// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The one macro that lets a function run on the CPU and inside a CUDA kernel. Plain C++ compilers see an ordinary function.
#pragma once

#if defined(__CUDACC__)
#define JAM_HD __host__ __device__
#else
#define JAM_HD
#endif

/// Always inlined: keeps one SIMD clone of a hot function from calling code that was compiled for another instruction set.
#if defined(__CUDACC__)
#define JAM_HD_INLINE __host__ __device__ __forceinline__
#else
#define JAM_HD_INLINE inline __attribute__((always_inline))
#endif
