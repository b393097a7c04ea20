// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The figures of a search for boxes, as the shell shows and writes them.
#pragma once

#include "jam/trunk/search/trunk_search.hpp"
#include "shell/run_events.hpp"

namespace jam::app {

/// The result of a set with values is its value, else its litres.
[[nodiscard]] MetricTable metric_table(bool has_values);

/// The progress of a search in the rows of metric_table().
[[nodiscard]] RunProgress run_progress(const trunk::TrunkProgress& progress);

}  // namespace jam::app
