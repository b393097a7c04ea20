// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Replica exchange (R. Swendsen, J.-S. Wang 1986; K. Hukushima, K. Nemoto 1996) of packings of boxes: the
// instances of a ladder have different temperatures, from one at which boxes change places all the time to
// one at which they are almost at rest, and exchange them. So a packing melts and freezes again and again
// without a schedule.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "jam/trunk/annealing/state.hpp"

namespace jam::trunk {

/// The states of `count` instances of the scene before they start. Instance number i of the whole annealing
/// has level i % levels of its ladder; temperatures rise in equal ratios from rules.coldest to rules.hottest.
/// A ladder of one has their geometric mean.
[[nodiscard]] std::vector<InstanceState> first_states(const TrialScene& scene, int count);

/// Neighbours in temperature exchange them with probability min(1, exp((1/T - 1/T') (E - E'))): in every
/// ladder of `levels` instances, the last of which may have fewer, the even and the odd pairs in turns of
/// `batch`. Packings with different numbers of boxes, or with a box that has no place yet, do not.
void exchange_temperatures(std::span<InstanceState> states, int levels, std::uint64_t seed,
                           std::uint64_t batch);

}  // namespace jam::trunk
