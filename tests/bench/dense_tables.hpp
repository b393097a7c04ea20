// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#pragma once

#include "support/bench_run.hpp"

namespace jam::test {

/// Prints tables of the dense solvers (Nuetzi E1, E6 to E9, E11): on a CPU alone, or beside a GPU.
void dense_tables(const BenchRun& run);

}  // namespace jam::test
