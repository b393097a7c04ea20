// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/search/set_island.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <future>
#include <iterator>
#include <limits>
#include <numeric>
#include <utility>

#include "jam/core/philox.hpp"
#include "jam/core/streams.hpp"
#include "jam/trunk/lattice/search.hpp"
#include "jam/trunk/model/box_bytes.hpp"
#include "jam/trunk/search/fit_proof.hpp"

namespace jam::trunk {
namespace {

/// Number of a load that is made in seconds, so that there is soon one with pieces of every kind.
constexpr long long quick_load = 0;
/// Number of the first load that takes kinds in a random order.
constexpr long long first_random_load = 3;

/// Number of boxes of a kind that a load may hold, for kinds without a limit.
constexpr int any_number = std::numeric_limits<int>::max();

/// Loads are compared by the pieces that they have to hold, then by their value; an eighth of a mean box
/// counts as a box.
StartPool::Measure measure_of(const BoxSet& set) {
  constexpr double mean_worth = 1e9;
  constexpr long long needed_worth = 10'000'000'000'000;  // More than the boxes of a load are worth.
  double sum = 0;
  for (const Piece& piece : set.pieces) sum += value_of(set, piece);
  const double unit = sum / static_cast<double>(set.pieces.size()) / mean_worth;
  return {[&set, unit](const std::vector<BoxRow>& rows) {
            const long long needed = lacking_pieces(set, {}) - lacking_pieces(set, rows);
            return std::llround(value_of(set, rows) / unit) + needed_worth * needed;
          },
          static_cast<long long>(mean_worth) / 8};
}

}  // namespace

SetIsland::SetIsland(const TrunkScene& scene, const IslandPlace& place, LoadIncumbent& best)
    : AnnealedIsland(scene, place, best, SearchPhase::pieces, measure_of(scene.problem.set)),
      set_(scene.problem.set),
      load_(place.number) {
  const Bounds bounds = bounds_of(scene.problem.container.surface);
  middle_ = 0.5 * (bounds.low + bounds.high);
}

std::array<PhaseRow, 2> SetIsland::phases() const {
  const bool first_loads = !started_ && load_ < place_.count;
  return {{
      {SearchPhase::annealing, annealing_open_ && !first_loads, 2},
      {SearchPhase::pieces, true, 1},
  }};
}

bool SetIsland::finish_round() {
  const SearchPhase phase = phase_of_turn(phases(), turns_);
  const bool both = beside() && annealing_open_;
  const bool pieces = both || phase == SearchPhase::pieces;
  const bool annealing = both || phase == SearchPhase::annealing;
  if (!annealing) phase_ = phase;
  const Step step = next_step();
  std::future<std::vector<BoxRow>> found;
  if (pieces) {
    found = std::async(both ? std::launch::async : std::launch::deferred,
                       [this, step] { return places(step, boxes_, load_ == quick_load ? quick : Effort{}); });
  }
  if (annealing) annealing_open_ = annealings_.advance(stop_);
  std::vector<BoxRow> rows;
  if (pieces) rows = found.get();
  // The annealing's results are taken first, whatever ended first.
  if (annealing) take_annealed();
  if (pieces) add_pieces(rows);
  if (!stop_.stop_requested() || pieces) ++turns_;
  count();
  return !stop_.stop_requested();
}

void SetIsland::write(io::StateWriter& state) const {
  write_annealing(state);
  io::write_all(state, load_, position_, done_, filled_worth_, boxes_);
}

void SetIsland::read(io::StateReader& state, const Best::Counters& counters) {
  read_annealing(state);
  io::read_all(state, load_, position_, done_, filled_worth_, boxes_);
  require_boxes(boxes_);
  if (load_ < 0 || position_ >= steps().size()) io::fail_state("its set has other pieces");
  restore(counters);
}

std::ptrdiff_t SetIsland::parted(Order& order) const {
  order.resize(set_.pieces.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  return std::stable_partition(order.begin(), order.end(),
                               [&](std::size_t i) { return !set_.pieces[i].last; }) -
         order.begin();
}

SetIsland::Order SetIsland::by_value() const {
  Order order;
  const std::ptrdiff_t others = parted(order);
  const auto weight = [&](std::size_t kind) {
    const double volume = volume_of(set_.pieces[kind]);
    return std::pair(value_of(set_, set_.pieces[kind]) * cubic_millimetres_per_litre / volume, volume);
  };
  std::stable_sort(order.begin(), order.begin() + others,
                   [&](std::size_t a, std::size_t b) { return weight(a) > weight(b); });
  return order;
}

SetIsland::Order SetIsland::order() const {
  if (load_ == first_random_load - 1) return by_value();
  Order order;
  const std::ptrdiff_t others = parted(order);
  if (load_ >= first_random_load) {
    RandomStream random(scene_.options.seed, StreamId::shuffle, 0, static_cast<std::uint64_t>(load_));
    for (std::ptrdiff_t n = others; n > 1; --n)
      std::swap(order[n - 1], order[random.next_u32() % static_cast<std::uint32_t>(n)]);
  }
  // Every second load begins with what may carry most, on which the others can rest; the first one does, too.
  if (set_.has_limits() && (load_ == 0 || load_ % 2 == 1)) {
    const auto limit = [&](std::size_t i) {
      return set_.pieces[i].carries.value_or(std::numeric_limits<double>::infinity());
    };
    std::stable_sort(order.begin(), order.begin() + others,
                     [&](std::size_t a, std::size_t b) { return limit(a) > limit(b); });
  }
  return order;
}

SetIsland::Order SetIsland::steps() const {
  const Order kinds = order();
  Order steps;
  std::ranges::copy_if(kinds, std::back_inserter(steps),
                       [&](std::size_t kind) { return set_.pieces[kind].least > 0; });
  const auto volume = [&](std::size_t kind) { return volume_of(set_.pieces[kind]); };
  if (load_ < first_random_load) std::ranges::stable_sort(steps, std::greater<>(), volume);
  steps.insert(steps.end(), kinds.begin(), kinds.end());
  return steps;
}

SetIsland::Step SetIsland::step_of(std::size_t kind, bool needed, const std::vector<int>& counts) const {
  const Piece& piece = set_.pieces[kind];
  const int limit = piece.count > 0 ? piece.count : any_number;
  return {kind, std::max(0, (needed ? piece.least : limit) - counts[kind])};
}

VerticalEdges SetIsland::vertical_in_load(const Piece& piece) const {
  const long long edge = load_ % 4 - 1;
  if (!piece.carries || edge < 0 || !piece.vertical[edge]) return piece.vertical;
  VerticalEdges one{};
  one[edge] = true;
  return one;
}

SetIsland::Step SetIsland::next_step() const {
  const Order all = steps();
  const bool needed = position_ < all.size() - set_.pieces.size();
  return step_of(all[position_], needed, piece_counts(set_, boxes_));
}

std::vector<BoxRow> SetIsland::places(const Step& step, const std::vector<BoxRow>& beside,
                                      const Effort& effort) {
  if (step.most == 0) return {};
  const Piece& piece = set_.pieces[step.kind];
  // A few large pieces need no long search, and many orders are to be tried.
  LatticeOptions lattice{.edge = piece.edge,
                         .seed = scene_.options.seed + static_cast<std::uint64_t>(std::max(0LL, load_ - 2)),
                         .thread_count = scene_.run.thread_count,
                         .frame_count = effort.frames,
                         .pair_limit = effort.rotations,
                         .yaw_step = effort.yaw_step,
                         .first_rounds = effort.first_rounds,
                         .round_budget = effort.rounds,
                         .vertical = vertical_in_load(piece),
                         .fixed = packing_of(scene_.problem.fixed).boxes};
  for (const BoxRow& row : beside) lattice.fixed.push_back(placed(row));
  LatticeSearch search(scene_.walls, lattice);
  while (search.advance(stop_, has_nothing())) {
    // No more pieces of this kind are to go in: more places are not needed.
    if (!search.has_only_grids() && search.best().packing.count() >= step.most) break;
  }
  lattice_rounds_ += search.progress().rounds;
  return rows_of(search.best().packing);
}

std::vector<BoxRow> SetIsland::taken(std::vector<BoxRow> places, const Step& step,
                                     const std::vector<BoxRow>& beside) const {
  const auto distance = [this](const BoxRow& row) { return length_squared(row.centre - middle_); };
  std::stable_sort(places.begin(), places.end(),
                   [&](const BoxRow& a, const BoxRow& b) { return distance(a) > distance(b); });
  if (std::ssize(places) > step.most) places.resize(step.most);
  std::vector<BoxRow> legal = best_.legal(places, beside);
  for (BoxRow& row : legal) row.tag[0] = static_cast<std::int32_t>(step.kind) + 1;
  return legal;
}

void SetIsland::add_pieces(const std::vector<BoxRow>& places) {
  const std::vector<BoxRow> placed = taken(places, next_step(), boxes_);
  if (dropped()) return;
  boxes_.insert(boxes_.end(), placed.begin(), placed.end());
  boxes_ = best_.within_rules(std::move(boxes_));
  present_count_ = static_cast<int>(boxes_.size()) + fixed_count();
  if (!boxes_.empty()) found(boxes_, SearchPhase::pieces);
  if (++position_ == steps().size()) end_load();
}

void SetIsland::end_load() {
  position_ = 0;
  if (boxes_.empty() && !proof_sought_) {
    proof_sought_ = true;
    done_ = !why_no_box_fits(scene_.allowance.provable(), stop_.query()).empty();
  }
  const std::vector<int> counts = piece_counts(set_, boxes_);
  bool complete = true;
  for (std::size_t kind = 0; kind < counts.size(); ++kind)
    complete = complete && set_.pieces[kind].count > 0 && counts[kind] == set_.pieces[kind].count;
  done_ = done_ || complete;
  if (!boxes_.empty() && !stop_.stop_requested()) take_start(boxes_);
  load_ += place_.count;
  boxes_.clear();
}

void SetIsland::take_annealed() {
  if (!note_annealing()) return;
  const std::vector<BoxRow> rows = rows_of(annealings_.present().best());
  if (const long long worth = worth_of(rows); worth > best_worth() && worth != filled_worth_) {
    filled_worth_ = worth;
    const std::vector<BoxRow> legal = best_.within_rules(filled_up(best_.legal(rows)));
    if (dropped()) return;
    if (worth_of(legal) > best_worth()) found(legal, SearchPhase::annealing);
    take_start(legal);
  }
  annealings_.end_turn(best_worth());
}

std::vector<BoxRow> SetIsland::filled_up(const std::vector<BoxRow>& load) {
  std::vector<int> counts(set_.pieces.size(), 0);
  std::vector<BoxRow> boxes;
  std::vector<BoxRow> last;
  const std::vector<int> kinds = kinds_of(set_, load);
  for (std::size_t i = 0; i < load.size(); ++i) {
    if (kinds[i] < 0) continue;
    ++counts[kinds[i]];
    (set_.pieces[kinds[i]].last ? last : boxes).push_back(load[i]);
  }
  bool waits = true;  // Boxes that are used last are not in yet.
  const auto put_last = [&] {
    const std::vector<BoxRow> legal = best_.legal(last, boxes);
    boxes.insert(boxes.end(), legal.begin(), legal.end());
    waits = false;
  };
  for (const bool needed : {true, false}) {
    for (const std::size_t kind : by_value()) {
      const Step step = step_of(kind, needed, counts);
      if (stop_.stop_requested()) break;
      if (step.most == 0) continue;
      if (set_.pieces[kind].last && waits) put_last();
      const std::vector<BoxRow> more = taken(places(step, boxes, quick), step, boxes);
      boxes.insert(boxes.end(), more.begin(), more.end());
      counts[kind] += static_cast<int>(more.size());
    }
  }
  if (waits) put_last();
  return boxes;
}

}  // namespace jam::trunk
