// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>

namespace jam {

/// What a control group (version 2; of a container or a batch job) still allows to be taken [bytes], read from its `folder`. Memory that
/// only caches files counts as free, as the system gives it back first. The largest size_t where there is no limit.
[[nodiscard]] std::size_t control_group_bytes(const std::filesystem::path& folder);

}  // namespace jam
