// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Macros that let a function run on the CPU and inside a CUDA kernel. Plain C++ compilers see an ordinary
// function.
#pragma once

#if defined(__CUDACC__)
#define JAM_HD __host__ __device__
#else
#define JAM_HD
#endif

/// Always inlined: keeps one SIMD clone of a hot function from calling code that was compiled for another
/// instruction set.
#if defined(__CUDACC__)
#define JAM_HD_INLINE __host__ __device__ __forceinline__
#else
#define JAM_HD_INLINE inline __attribute__((always_inline))
#endif

/// A call on a device, even where the function is small: for one that is called in many places, as kernels
/// should fit the cache of instructions.
#if defined(__CUDACC__)
#define JAM_HD_CALL __host__ __device__ __noinline__
#else
#define JAM_HD_CALL
#endif

#define JAM_PRAGMA(text) _Pragma(#text)

/// Before a template for host and device whose arguments may belong to one of them alone: nvcc does not
/// compare.
#if defined(__CUDACC__)
#define JAM_HD_UNCHECKED JAM_PRAGMA(nv_exec_check_disable)
#else
#define JAM_HD_UNCHECKED
#endif

/// Unroll factor of the next loop: host, device.
#if defined(__CUDA_ARCH__)
#define JAM_UNROLL(host_turns, device_turns) JAM_PRAGMA(unroll device_turns)
#elif defined(__CUDACC__)
#define JAM_UNROLL(host_turns, device_turns)
#else
#define JAM_UNROLL(host_turns, device_turns) JAM_PRAGMA(GCC unroll host_turns)
#endif

/// Before a loop: no unrolling on a device, so that a long body is in the code once.
#if defined(__CUDA_ARCH__)
#define JAM_ROLLED JAM_PRAGMA(unroll 1)
#else
#define JAM_ROLLED
#endif
