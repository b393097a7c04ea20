// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A stable sort of integer keys with a permutation, on threads. Being stable it has one result, whatever the
// number of threads is.
#pragma once

#include <cstdint>
#include <vector>

namespace jam::dynamics {

/// Keys to sort, with one value for each. `values` is as long as `keys`, or empty: then only the keys are
/// sorted.
struct KeyedValues {
  std::vector<std::uint64_t> keys;
  std::vector<std::uint32_t> values;
};

/// Sorts by key; elements with equal keys keep their order. All keys are below `key_count`. `scratch` is
/// overwritten.
void radix_sort(KeyedValues& data, KeyedValues& scratch, std::uint64_t key_count, int thread_count);

}  // namespace jam::dynamics
