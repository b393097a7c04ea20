// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// CUDA devices as a build without CUDA sees them: none.
#include "jam/core/device.hpp"
#include "jam/core/error.hpp"

namespace jam {

int cuda_device_count() { return 0; }

std::string cuda_absence_reason() { return "built without CUDA"; }

Device open_cuda_device(int index) {
  throw DeviceError("device 'cuda:" + std::to_string(index) +
                    "' is not there (built without CUDA): use --device cpu or --device auto");
}

void fail_without_cuda() {
  throw DeviceError("this build has no CUDA: use --device cpu, or configure with a CUDA Toolkit");
}

}  // namespace jam
