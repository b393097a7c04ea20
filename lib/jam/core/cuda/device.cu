// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// CUDA devices. Nothing here runs before main: programs start on machines without a driver.
#include <array>
#include <cstdio>

#include "jam/core/cuda/launch.cuh"
#include "jam/core/device.hpp"

namespace jam {
namespace {

/// Shows whether this build holds code that a device can run.
__global__ void probe_kernel(int* value) { *value = 1; }

/// The count, or the error that stands for "none".
cudaError_t count_devices(int& count) {
  count = 0;
  const cudaError_t status = cudaGetDeviceCount(&count);
  if (status != cudaSuccess) {
    cudaGetLastError();
    count = 0;
  }
  return status;
}

}  // namespace

int cuda_device_count() {
  int count = 0;
  count_devices(count);
  return count;
}

std::string cuda_absence_reason() {
  int count = 0;
  const cudaError_t status = count_devices(count);
  if (count > 0) return {};
  if (status == cudaErrorInsufficientDriver) {
    int driver = 0;
    if (cudaDriverGetVersion(&driver) != cudaSuccess || driver == 0) return "no NVIDIA driver";
    return "the NVIDIA driver is too old: it supports CUDA " + std::to_string(driver / 1000) + "." +
           std::to_string(driver % 1000 / 10) + ", this build needs " +
           std::to_string(CUDART_VERSION / 1000) + "." + std::to_string(CUDART_VERSION % 1000 / 10);
  }
  if (status == cudaSuccess || status == cudaErrorNoDevice) return "no CUDA device";
  return cudaGetErrorString(status);
}

Device open_cuda_device(int index) {
  cudaDeviceProp properties{};
  JAM_CUDA(cudaGetDeviceProperties(&properties, index));
  JAM_CUDA(cudaSetDevice(index));
  const std::string name = properties.name;
  cudaFuncAttributes attributes{};
  const cudaError_t status = cudaFuncGetAttributes(&attributes, reinterpret_cast<const void*>(probe_kernel));
  if (status != cudaSuccess) {
    cudaGetLastError();
    throw DeviceError(name + " (cuda:" + std::to_string(index) + ", compute capability " +
                      std::to_string(properties.major) + "." + std::to_string(properties.minor) +
                      ") cannot be used: " + cudaGetErrorString(status));
  }

  Device device;
  device.kind = DeviceKind::cuda;
  device.index = index;
  device.indices = {index};
  device.memory_bytes = properties.totalGlobalMem;
  std::array<char, 32> memory{};
  std::snprintf(memory.data(), memory.size(), "%.1f GiB",
                static_cast<double>(properties.totalGlobalMem) / (1 << 30));
  device.description =
      name + ", " + std::to_string(properties.multiProcessorCount) + " multiprocessors, " + memory.data();
  return device;
}

}  // namespace jam
