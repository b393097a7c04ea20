// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "bench/copy_bandwidth.hpp"
#include "jam/core/device.hpp"

namespace jam::test {

double copy_bandwidth(int) { fail_without_cuda(); }

}  // namespace jam::test
