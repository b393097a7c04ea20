// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/search/set_search.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <string>
#include <utility>

#include "jam/core/philox.hpp"
#include "jam/core/streams.hpp"
#include "jam/trunk/lattice/lattice_search.hpp"
#include "jam/trunk/model/container_walls.hpp"
#include "jam/trunk/search/best_load.hpp"

namespace jam::trunk {
namespace {

constexpr const char* state_tag = "trunk-set 1";

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

class Loads {
 public:
  Loads(const Container& container, const BoxSet& set, const TrunkSearchOptions& options, const SearchRun& run, BestLoad& best)
      : set_(set), options_(options), thread_count_(run.thread_count), best_(best), walls_(container_walls(container)) {
    const Bounds bounds = bounds_of(container.surface);
    middle_ = 0.5 * (bounds.low + bounds.high);
    progress_.phase = SearchPhase::pieces;
  }

  void restore(const std::string& bytes) {
    io::StateReader state(bytes);
    read_tag(state, state_tag);
    best_.read(state);
    read_counters(state, progress_);
    load_ = state.read<long long>();
    position_ = state.read<std::uint64_t>();
    complete_ = state.read<bool>();
    done_ = state.read<bool>();
    boxes_ = state.read_vector<BoxRow>();
    if (load_ < 0 || position_ >= set_.pieces.size()) io::fail_state("it has other pieces");
    state.finish();
  }

  void run(StopToken& stop, CheckpointSink* checkpoint) {
    best_.progressed(progress_);
    for (bool whole = true; whole; whole = !stop.stop_requested()) {
      const double seconds = best_.seconds();
      if (checkpoint != nullptr && checkpoint->due(seconds)) checkpoint->save(whole_state(), seconds);
      if (stop.stop_requested() || done_ || limit_reached()) break;
      turn(stop);
    }
    if (!stop.stop_requested()) stop.request(StopReason::finished);
  }

  [[nodiscard]] const TrunkProgress& progress() const { return progress_; }

 private:
  /// One kind.
  void turn(StopToken& stop) {
    const Order order = order_of(set_, options_.seed, load_);
    const std::size_t kind = order[position_];
    const Piece& piece = set_.pieces[kind];
    std::vector<BoxRow> placed = place(piece, boxes_, stop);
    // A turn that was stopped halfway counts where there is nothing else.
    if (stop.stop_requested() && best_.count() > static_cast<int>(options_.fixed.size())) return;
    for (BoxRow& row : placed) row.tag[0] = static_cast<std::int32_t>(kind) + 1;
    complete_ = complete_ && piece.count > 0 && static_cast<int>(placed.size()) == piece.count;
    boxes_.insert(boxes_.end(), placed.begin(), placed.end());
    ++progress_.turns;
    progress_.present_count = static_cast<int>(boxes_.size() + options_.fixed.size());
    best_.offer(boxes_, SearchPhase::pieces);
    best_.progressed(progress_);
    if (++position_ < order.size()) return;
    position_ = 0;
    // Where nothing had room in the empty container, it has none in any other order.
    done_ = complete_ || boxes_.empty();
    ++load_;
    boxes_.clear();
    complete_ = true;
  }

  /// Everything that the next turns depend on and that problem and options do not give.
  [[nodiscard]] std::string whole_state() const {
    io::StateWriter state;
    write_tag(state, state_tag);
    best_.write(state);
    write_counters(state, progress_);
    state.write(load_);
    state.write(static_cast<std::uint64_t>(position_));
    state.write(complete_);
    state.write(done_);
    state.write(boxes_);
    return state.finish();
  }

  [[nodiscard]] bool limit_reached() const { return options_.turn_limit > 0 && progress_.turns >= options_.turn_limit; }

  /// Legal places for pieces of one kind beside `boxes`.
  std::vector<BoxRow> place(const Piece& piece, const std::vector<BoxRow>& boxes, StopToken& stop) {
    LatticeOptions lattice;
    lattice.edge = piece.edge;
    lattice.seed = options_.seed;
    lattice.thread_count = thread_count_;
    lattice.frame_count = frames;
    lattice.first_rounds = first_rounds;
    lattice.round_budget = rounds;
    lattice.fixed = packing_of(options_.fixed).boxes;
    for (const BoxRow& row : boxes) lattice.fixed.push_back(placed(row));
    LatticeSearch search(walls_, lattice);
    while (search.advance(stop, best_.count() <= static_cast<int>(options_.fixed.size()))) {
      // Where the set has no more of them, more places are of no use.
      if (piece.count > 0 && search.best().packing.count() >= piece.count) break;
    }
    progress_.lattice_rounds += search.progress().rounds;

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

  const BoxSet& set_;
  const TrunkSearchOptions& options_;
  int thread_count_;
  BestLoad& best_;
  TriangleMesh walls_;
  Vec3d middle_;
  TrunkProgress progress_;
  long long load_ = 0;         ///< Number of the present load.
  std::size_t position_ = 0;   ///< Of the next kind in its order.
  std::vector<BoxRow> boxes_;  ///< What it holds so far, without fixed ones.
  bool complete_ = true;       ///< All pieces of the kinds so far are in it.
  bool done_ = false;          ///< No load can be better.
};

}  // namespace

TrunkResult search_set(const Container& container, const BoxSet& set, const TrunkSearchOptions& options, const VerifyRows& verify,
                       const SearchRun& run) {
  BestLoad best(options.fixed, verify, run);
  Loads loads(container, set, options, run, best);
  if (run.resumes()) loads.restore(run.checkpoint->resume_state());
  loads.run(run.stop, run.checkpoint);
  return {{loads.progress(), run.stop.reason()}, best.rows()};
}

}  // namespace jam::trunk
