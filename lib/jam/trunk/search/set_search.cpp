// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The search for a set of boxes of several kinds (search_set).
#include <algorithm>
#include <cstddef>
#include <memory>
#include <numeric>
#include <string>
#include <utility>

#include "jam/core/philox.hpp"
#include "jam/core/streams.hpp"
#include "jam/search/archipelago.hpp"
#include "jam/trunk/lattice/lattice_search.hpp"
#include "jam/trunk/model/container.hpp"
#include "jam/trunk/search/trunk_plan.hpp"

namespace jam::trunk {
namespace {

constexpr const char* state_tag = "trunk-set 2";

// A few large pieces need no long search, and many orders are to be tried.
constexpr int frames = 8;
constexpr long long first_rounds = 100;
constexpr long long rounds = 6000;

using Order = std::vector<std::size_t>;

/// The kinds in the order in which load number `load` takes them.
Order order_of(const BoxSet& set, std::uint64_t seed, long long load) {
  Order order(set.pieces.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto first_last = std::stable_partition(order.begin(), order.end(), [&](std::size_t i) { return !set.pieces[i].last; });
  if (load == 1) {
    std::stable_sort(order.begin(), first_last,
                     [&](std::size_t a, std::size_t b) { return volume_of(set.pieces[a]) > volume_of(set.pieces[b]); });
  } else if (load > 1) {
    RandomStream random(seed, StreamId::shuffle, 0, static_cast<std::uint64_t>(load));
    for (auto n = first_last - order.begin(); n > 1; --n) {
      std::swap(order[static_cast<std::size_t>(n - 1)], order[random.next_u32() % static_cast<std::uint32_t>(n)]);
    }
  }
  return order;
}

/// An island of the search for a set. A round of it is one turn; of `count` islands, island i makes the loads i, i + count, ...
class SetIsland {
 public:
  using Best = LoadIncumbent;

  SetIsland(const TriangleMesh& walls, Vec3d middle, const BoxSet& set, const TrunkSearchOptions& options, const SearchRun& run,
            const IslandPlace& place, LoadIncumbent& best)
      : walls_(walls),
        middle_(middle),
        set_(set),
        options_(options),
        stop_(run.stop),
        thread_count_(run.thread_count),
        place_(place),
        best_(best),
        load_(place.number) {}

  // As Island asks for (search/archipelago.hpp).

  void begin_round() {}
  [[nodiscard]] bool finish_round() {
    turn();
    best_.add_counters(counters(), counted_);
    return !stop_.stop_requested();
  }
  void abandon() {}
  [[nodiscard]] bool finished() const { return done_ || (options_.turn_limit > 0 && turns_ >= place_.share(options_.turn_limit)); }
  /// Every load starts from the empty container: what another island has found is of no use.
  [[nodiscard]] static std::string migrant() { return {}; }
  void accept(const std::string& /*migrant*/) {}
  [[nodiscard]] Best::Counters counters() const { return {turns_, lattice_rounds_, 0, 0}; }

  void write(io::StateWriter& state) const {
    state.write(load_);
    state.write(static_cast<std::uint64_t>(position_));
    state.write(complete_);
    state.write(done_);
    state.write(present_count_);
    state.write(boxes_);
  }
  void read(io::StateReader& state, const Best::Counters& counters) {
    load_ = state.read<long long>();
    position_ = state.read<std::uint64_t>();
    complete_ = state.read<bool>();
    done_ = state.read<bool>();
    present_count_ = state.read<int>();
    boxes_ = state.read_vector<BoxRow>();
    if (load_ < 0 || position_ >= set_.pieces.size()) io::fail_state("its set has other pieces");
    turns_ = counters[0];
    lattice_rounds_ = counters[1];
    counted_ = counters;
  }
  static void summarise(const std::vector<const SetIsland*>& islands, TrunkProgress& progress) {
    progress.phase = SearchPhase::pieces;
    progress.present_count = 0;
    for (const SetIsland* island : islands) progress.present_count = std::max(progress.present_count, island->present_count_);
  }

 private:
  /// One kind.
  void turn() {
    const Order order = order_of(set_, options_.seed, load_);
    const std::size_t kind = order[position_];
    const Piece& piece = set_.pieces[kind];
    std::vector<BoxRow> placed = place(piece, boxes_);
    // A turn that was stopped halfway is dropped unless there is nothing else.
    if (stop_.stop_requested() && best_.count() > static_cast<int>(options_.fixed.size())) return;
    for (BoxRow& row : placed) row.tag[0] = static_cast<std::int32_t>(kind) + 1;
    complete_ = complete_ && piece.count > 0 && static_cast<int>(placed.size()) == piece.count;
    boxes_.insert(boxes_.end(), placed.begin(), placed.end());
    ++turns_;
    present_count_ = static_cast<int>(boxes_.size() + options_.fixed.size());
    best_.add_counters(counters(), counted_);
    best_.offer(boxes_, SearchPhase::pieces, turns_, place_.number);
    if (++position_ < order.size()) return;
    position_ = 0;
    // Where nothing fits into the empty container, nothing does in any other order.
    done_ = complete_ || boxes_.empty();
    load_ += place_.count;
    boxes_.clear();
    complete_ = true;
  }

  /// Legal places for pieces of one kind beside `boxes`.
  std::vector<BoxRow> place(const Piece& piece, const std::vector<BoxRow>& boxes) {
    LatticeOptions lattice{.edge = piece.edge,
                           .seed = options_.seed,
                           .thread_count = thread_count_,
                           .device = {},
                           .frame_count = frames,
                           .first_rounds = first_rounds,
                           .round_budget = rounds,
                           .fixed = packing_of(options_.fixed).boxes};
    for (const BoxRow& row : boxes) lattice.fixed.push_back(placed(row));
    LatticeSearch search(walls_, lattice);
    while (search.advance(stop_, best_.count() <= static_cast<int>(options_.fixed.size()))) {
      // Where the set has no more of them, more places are of no use.
      if (piece.count > 0 && search.best().packing.count() >= piece.count) break;
    }
    lattice_rounds_ += search.progress().rounds;

    std::vector<BoxRow> found = rows_of(search.best().packing);
    std::stable_sort(found.begin(), found.end(), [&](const BoxRow& a, const BoxRow& b) { return out(a) > out(b); });
    if (piece.count > 0 && static_cast<int>(found.size()) > piece.count) found.resize(static_cast<std::size_t>(piece.count));
    std::vector<BoxRow> load = boxes;
    load.insert(load.end(), found.begin(), found.end());
    load = best_.legal(std::move(load));
    load.erase(load.begin(), load.begin() + static_cast<std::ptrdiff_t>(boxes.size()));
    return load;
  }

  /// Squared distance from the middle.
  [[nodiscard]] double out(const BoxRow& row) const { return dot(row.centre - middle_, row.centre - middle_); }

  const TriangleMesh& walls_;
  Vec3d middle_;
  const BoxSet& set_;
  const TrunkSearchOptions& options_;
  StopToken& stop_;
  int thread_count_;
  IslandPlace place_;
  LoadIncumbent& best_;
  long long turns_ = 0;
  long long lattice_rounds_ = 0;
  int present_count_ = 0;      ///< As in TrunkProgress.
  long long load_;             ///< Number of the present load.
  std::size_t position_ = 0;   ///< Of the next kind in its order.
  std::vector<BoxRow> boxes_;  ///< What it holds so far, without fixed ones.
  bool complete_ = true;       ///< All pieces of the kinds so far are in it.
  bool done_ = false;          ///< No load can be better.
  Best::Counters counted_{};   ///< What best_.progress has of the counters.
};

/// Boxes of a load that holds all of the set.
int complete_count(const BoxSet& set, const TrunkSearchOptions& options) {
  int count = static_cast<int>(options.fixed.size());
  for (const Piece& piece : set.pieces) {
    if (piece.count == 0) return LoadIncumbent::never_complete;
    count += piece.count;
  }
  return count;
}

}  // namespace

TrunkResult search_set(const Container& container, const BoxSet& set, const TrunkSearchOptions& options, const VerifyRows& verify,
                       const SearchRun& run) {
  TrunkPlan plan(options, run, state_tag);
  const TriangleMesh walls = container_walls(container);
  const Bounds bounds = bounds_of(container.surface);
  LoadIncumbent best(options.fixed, verify, complete_count(set, options), run);
  best.progress.phase = SearchPhase::pieces;
  const auto make = [&](const IslandPlace& place) {
    return std::make_unique<SetIsland>(walls, 0.5 * (bounds.low + bounds.high), set, plan.options(), run, place, best);
  };
  return plan.run<SetIsland>(best, make, [](const auto&) { return true; });
}

}  // namespace jam::trunk
