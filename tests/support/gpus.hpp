// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// CUDA devices for tests.
#pragma once

#include <numeric>

#include "jam/core/device.hpp"

namespace jam::test {

/// The first CUDA device.
inline Device cuda_device() {
  Device device;
  device.kind = DeviceKind::cuda;
  return device;
}

/// The first `count` GPUs of this machine as one device.
inline Device gpus(int count) {
  Device device = cuda_device();
  device.indices.resize(count);
  std::iota(device.indices.begin(), device.indices.end(), 0);
  return device;
}

}  // namespace jam::test
