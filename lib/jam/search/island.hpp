// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Functions of an island that an archipelago (archipelago.hpp) calls. The work of an island may depend only
// on its own state and on the migrants that it accepted: not on the place where it runs, nor on other islands
// there.
#pragma once

#include <concepts>
#include <string>
#include <vector>

#include "jam/io/binary_state.hpp"
#include "jam/search/incumbent.hpp"

namespace jam {

/// `Best` is its Incumbent, which all islands of a process share; its Counters are totals since the search
/// began. begin_round() starts the work of a round on the device, finish_round() waits for it and does the
/// rest, false if the search was told to stop halfway; abandon() takes its place at the end and does not
/// wait. A migrant is empty before the first one comes. summarise() puts all figures but the counters into
/// the progress. write() and read() do without the counters. An island that a stop may leave incomplete where
/// it is made has cut(), which says so.
template <class I>
concept Island = requires(I island, const I constant, const std::string& migrant, io::StateWriter& writer,
                          io::StateReader& reader, const std::vector<const I*>& islands,
                          typename I::Best& best, const typename I::Best::Counters& counters) {
  island.begin_round();
  { island.finish_round() } -> std::same_as<bool>;
  island.abandon();
  { constant.finished() } -> std::same_as<bool>;
  { constant.migrant() } -> std::same_as<std::string>;
  island.accept(migrant);
  { constant.counters() } -> std::same_as<typename I::Best::Counters>;
  constant.write(writer);
  island.read(reader, counters);
  I::summarise(islands, best.progress);
};

/// Island `number` of `count`; a limit on the work of all islands is divided among them.
struct IslandPlace {
  int number = 0;
  int count = 1;

  [[nodiscard]] long long share(long long all) const { return all / count + (number < all % count ? 1 : 0); }
};

}  // namespace jam
