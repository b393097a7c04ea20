// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Searches of a trunk on a GPU that go on from a kept state: N turns are k turns and N - k more, to the last
// bit.
#include <catch2/catch.hpp>

#include "support/gpus.hpp"
#include "trunk/search/resumed_trunk.hpp"

using namespace jam;
using namespace jam::trunk;
using namespace jam::trunk::resume_test;

TEST_CASE(
    "a search of a trunk on the GPU that goes on from any turn ends with the same bits as one that never "
    "ended",
    "[gpu][resume]") {
  const Device device = jam::test::cuda_device();
  TrunkSearchOptions options = both_phases(6);
  options.instance_count = 0;
  const Outcome whole = searched(options, {}, never, 1e9, nullptr, device);
  // 48 in a turn; a turn whose lattices are halfway anneals twice.
  REQUIRE(whole.result.totals.annealing_rounds >= 6 * 48);
  for (const int k : {0, 1, 3, 6}) {
    INFO("ended at boundary " << k);
    const Outcome part = searched(options, {}, k, 1e9, nullptr, device);
    check_same_end(whole, searched(options, part.state, never, 1e9, nullptr, device));
  }
}

TEST_CASE(
    "lattices on the CPU beside a GPU that anneals: the same bits in every run, also in one that goes on",
    "[gpu][resume]") {
  const Device device = jam::test::cuda_device();
  TrunkSearchOptions options = both_phases(24);
  options.starts.clear();
  const Outcome whole = searched(options, {}, never, 1e9, nullptr, device, 2);
  REQUIRE(whole.result.totals.annealing_rounds >= 10 * 48);
  check_same_end(whole, searched(options, {}, never, 1e9, nullptr, device, 1));
  for (const int k : {3, 20}) {
    INFO("ended at boundary " << k);
    const Outcome part = searched(options, {}, k, 1e9, nullptr, device, 2);
    check_same_end(whole, searched(options, part.state, never, 1e9, nullptr, device, 2));
  }
}
