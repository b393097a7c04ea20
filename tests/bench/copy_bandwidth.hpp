// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#pragma once

namespace jam::test {

/// Bytes read and written per second by copies of 2 GiB within the memory of a CUDA device.
[[nodiscard]] double copy_bandwidth(int device);

}  // namespace jam::test
