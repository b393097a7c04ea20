// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Calling CUDA: every call goes through JAM_CUDA, every kernel through launch(). Nothing fails silently, and
// each message says which call or kernel it was. With JAM_DEBUG_SYNC=1 in the environment every launch waits
// for its kernel, so that an error is reported where it was made.
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <type_traits>

#include <cuda_runtime.h>

#include "jam/core/error.hpp"

/// Throws unless the call of the CUDA runtime succeeds: OverflowError where device memory ran out, else
/// DeviceError. Clears the error, so that the next call does not report it again.
#define JAM_CUDA(call) ::jam::check_cuda((call), #call, __FILE__, __LINE__)

/// JAM_CUDA for destructors: never throws, but tells whether the call succeeded. A failure is printed in
/// debug mode only, because at the end of a process the runtime may be gone before the last buffer.
#define JAM_CUDA_NOTHROW(call) ::jam::check_cuda_nothrow((call), #call, __FILE__, __LINE__)

namespace jam {

/// True when JAM_DEBUG_SYNC is set to anything but 0; read once.
[[nodiscard]] inline bool debug_sync() {
  static const bool enabled = [] {
    const char* value = std::getenv("JAM_DEBUG_SYNC");
    return value != nullptr && *value != '\0' && std::string_view(value) != "0";
  }();
  return enabled;
}

/// "file.cu:12: CALL: cudaErrorName: words of CUDA".
[[nodiscard]] inline std::string cuda_message(cudaError_t status, std::string_view call,
                                              std::string_view file, int line) {
  const std::size_t slash = file.rfind('/');
  if (slash != std::string_view::npos) file.remove_prefix(slash + 1);
  return std::string(file) + ":" + std::to_string(line) + ": " + std::string(call) + ": " +
         cudaGetErrorName(status) + ": " + cudaGetErrorString(status);
}

inline void check_cuda(cudaError_t status, const char* call, const char* file, int line) {
  if (status == cudaSuccess) return;
  cudaGetLastError();
  const std::string message = cuda_message(status, call, file, line);
  if (status == cudaErrorMemoryAllocation) throw OverflowError(message);
  throw DeviceError(message);
}

inline bool check_cuda_nothrow(cudaError_t status, const char* call, const char* file, int line) noexcept {
  if (status == cudaSuccess) return true;
  cudaGetLastError();
  if (debug_sync())
    std::fprintf(stderr, "jampack: %s:%d: %s: %s\n", file, line, call, cudaGetErrorString(status));
  return false;
}

/// How a kernel is launched.
struct LaunchShape {
  dim3 grid{1, 1, 1};
  dim3 block{1, 1, 1};
  std::size_t shared_bytes = 0;  ///< Dynamic shared memory per block.
  cudaStream_t stream = nullptr;
};

/// `grid` blocks (at least 1) of `block` threads that cover `count` items, one thread each.
[[nodiscard]] inline LaunchShape shape_for_items(int count, int block, cudaStream_t stream = nullptr) {
  const int grid = count > 0 ? (count - 1) / block + 1 : 1;
  return {dim3(static_cast<unsigned>(grid)), dim3(static_cast<unsigned>(block)), 0, stream};
}

/// The largest dynamic shared memory a block may ask for on the current device [bytes].
[[nodiscard]] inline std::size_t shared_memory_limit() {
  int device = 0;
  int bytes = 0;
  JAM_CUDA(cudaGetDevice(&device));
  JAM_CUDA(cudaDeviceGetAttribute(&bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
  return static_cast<std::size_t>(bytes);
}

/// The shape and the kernel's own needs, for messages.
[[nodiscard]] inline std::string shape_text(const char* name, const LaunchShape& shape) {
  const auto dimensions = [](dim3 d) {
    return std::to_string(d.x) + " x " + std::to_string(d.y) + " x " + std::to_string(d.z);
  };
  return std::string("kernel ") + name + " (grid " + dimensions(shape.grid) + ", block " +
         dimensions(shape.block) + ", " + std::to_string(shape.shared_bytes) + " bytes of shared memory)";
}

/// Launches `kernel` with `shape`; `name` is for messages. Checks the configuration before (DeviceError says
/// which limit of the device is exceeded), allows more than 48 KiB of shared memory where asked for, and
/// reads the launch error after. Arguments are converted to the kernel's parameters as in a call.
template <class... Parameters>
void launch(const char* name, const LaunchShape& shape, void (*kernel)(Parameters...),
            std::type_identity_t<Parameters>... arguments) {
  const auto count = [](dim3 d) { return static_cast<unsigned long long>(d.x) * d.y * d.z; };
  if (count(shape.grid) == 0 || count(shape.block) == 0)
    throw DeviceError(shape_text(name, shape) + ": an empty launch");

  // Beyond 48 KiB, a kernel must be allowed to take that much.
  constexpr std::size_t free_shared_bytes = 48 * 1024;
  if (shape.shared_bytes > free_shared_bytes) {
    const std::size_t limit = shared_memory_limit();
    if (shape.shared_bytes > limit) {
      throw DeviceError(shape_text(name, shape) + ": this device has " + std::to_string(limit) +
                        " bytes per block");
    }
    JAM_CUDA(cudaFuncSetAttribute(reinterpret_cast<const void*>(kernel),
                                  cudaFuncAttributeMaxDynamicSharedMemorySize,
                                  static_cast<int>(shape.shared_bytes)));
  }

  kernel<<<shape.grid, shape.block, shape.shared_bytes, shape.stream>>>(arguments...);
  cudaError_t status = cudaGetLastError();
  if (status == cudaErrorInvalidConfiguration || status == cudaErrorLaunchOutOfResources) {
    cudaFuncAttributes attributes{};
    JAM_CUDA(cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(kernel)));
    throw DeviceError(shape_text(name, shape) + ": at most " + std::to_string(attributes.maxThreadsPerBlock) +
                      " threads per block with " + std::to_string(attributes.numRegs) + " registers and " +
                      std::to_string(attributes.sharedSizeBytes) + " bytes of static shared memory");
  }
  if (status != cudaSuccess) throw DeviceError(shape_text(name, shape) + ": " + cudaGetErrorString(status));

  // A stream that is being recorded into a graph cannot be waited for.
  if (debug_sync()) {
    cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
    JAM_CUDA(cudaStreamIsCapturing(shape.stream, &capture));
    if (capture == cudaStreamCaptureStatusNone)
      check_cuda(cudaStreamSynchronize(shape.stream), name, "kernel", 0);
  }
}

}  // namespace jam
