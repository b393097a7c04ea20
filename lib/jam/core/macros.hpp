// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Macros that let a function run on the CPU and inside a CUDA kernel. Plain C++ compilers see an ordinary function.
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

/// Before a loop: so many turns at once on the host, and so many on a device.
#define JAM_PRAGMA(text) _Pragma(#text)
#if defined(__CUDA_ARCH__)
#define JAM_UNROLL(host_turns, device_turns) JAM_PRAGMA(unroll device_turns)
#elif defined(__CUDACC__)
#define JAM_UNROLL(host_turns, device_turns)
#else
#define JAM_UNROLL(host_turns, device_turns) JAM_PRAGMA(GCC unroll host_turns)
#endif
