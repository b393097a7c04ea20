// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/core/side_by_side.hpp"

#include <cassert>
#include <future>
#include <vector>

namespace jam {

IndexRange share_of(int part, int part_count, int count) {
  assert(part >= 0 && part < part_count && count >= 0);
  const auto begin = [&](long long k) { return static_cast<int>(k * count / part_count); };
  return {begin(part), begin(part + 1) - begin(part)};
}

void run_side_by_side(int count, const std::function<void(int)>& body) {
  if (count == 1) {
    body(0);
    return;
  }
  // A future waits for its thread before it is gone, so a throw from get() leaves none behind.
  std::vector<std::future<void>> calls;
  for (int k = 0; k < count; ++k) calls.push_back(std::async(std::launch::async, [&body, k] { body(k); }));
  for (std::future<void>& call : calls) call.wait();
  for (std::future<void>& call : calls) call.get();
}

}  // namespace jam
