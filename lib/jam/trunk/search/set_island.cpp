// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/search/set_island.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "jam/core/philox.hpp"
#include "jam/core/streams.hpp"
#include "jam/trunk/lattice/search.hpp"
#include "jam/trunk/model/box_bytes.hpp"
#include "jam/trunk/search/fit_proof.hpp"

namespace jam::trunk {

SetIsland::SetIsland(const TrunkScene& scene, const IslandPlace& place, LoadIncumbent& best)
    : LoadIsland(scene, place, best, SearchPhase::pieces), set_(scene.problem.set), load_(place.number) {
  const Bounds bounds = bounds_of(scene.problem.container.surface);
  middle_ = 0.5 * (bounds.low + bounds.high);
}

bool SetIsland::finish_round() {
  turn();
  count();
  return !stop_.stop_requested();
}

void SetIsland::write(io::StateWriter& state) const {
  io::write_all(state, load_, position_, complete_, done_, present_count_, boxes_);
}

void SetIsland::read(io::StateReader& state, const Best::Counters& counters) {
  io::read_all(state, load_, position_, complete_, done_, present_count_, boxes_);
  require_boxes(boxes_);
  if (load_ < 0 || position_ >= set_.pieces.size()) io::fail_state("its set has other pieces");
  restore(counters);
}

SetIsland::Order SetIsland::order() const {
  Order order(set_.pieces.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto first_last =
      std::stable_partition(order.begin(), order.end(), [&](std::size_t i) { return !set_.pieces[i].last; });
  if (load_ == 2) {
    // The most valuable litres first, and among equal ones the largest piece.
    const auto weight = [&](const Piece& piece) {
      const double volume = volume_of(piece);
      const bool valued = set_.has_values() && piece.value.has_value();
      return std::pair(valued ? *piece.value * cubic_millimetres_per_litre / volume : 1.0, volume);
    };
    std::stable_sort(order.begin(), first_last, [&](std::size_t a, std::size_t b) {
      return weight(set_.pieces[a]) > weight(set_.pieces[b]);
    });
  } else if (load_ > 2) {
    RandomStream random(scene_.options.seed, StreamId::shuffle, 0, static_cast<std::uint64_t>(load_));
    for (auto n = first_last - order.begin(); n > 1; --n) {
      std::swap(order[n - 1], order[random.next_u32() % static_cast<std::uint32_t>(n)]);
    }
  }
  // Every second load begins with what may carry most, on which the others can rest; the first one does, too.
  if (set_.has_limits() && (load_ == 0 || load_ % 2 == 1)) {
    const auto limit = [&](std::size_t i) {
      return set_.pieces[i].carries.value_or(std::numeric_limits<double>::infinity());
    };
    std::stable_sort(order.begin(), first_last,
                     [&](std::size_t a, std::size_t b) { return limit(a) > limit(b); });
  }
  return order;
}

void SetIsland::turn() {
  const Order kinds = order();
  const std::size_t kind = kinds[position_];
  const Piece& piece = set_.pieces[kind];
  std::vector<BoxRow> placed = place(piece);
  if (dropped()) return;
  for (BoxRow& row : placed) row.tag[0] = static_cast<std::int32_t>(kind) + 1;
  complete_ = complete_ && piece.count > 0 && static_cast<int>(placed.size()) == piece.count;
  boxes_.insert(boxes_.end(), placed.begin(), placed.end());
  const std::size_t before = boxes_.size();
  boxes_ = best_.within_rules(std::move(boxes_));
  complete_ = complete_ && boxes_.size() == before;
  ++turns_;
  present_count_ = static_cast<int>(boxes_.size()) + fixed_count();
  count();
  best_.offer(boxes_, SearchPhase::pieces, turns_, place_.number);
  if (++position_ < kinds.size()) return;
  position_ = 0;
  if (boxes_.empty() && !proof_sought_) {
    proof_sought_ = true;
    done_ = !why_no_box_fits(scene_.allowance.provable(), stop_.query()).empty();
  }
  done_ = done_ || complete_;
  load_ += place_.count;
  boxes_.clear();
  complete_ = true;
}

std::vector<BoxRow> SetIsland::place(const Piece& piece) {
  // A few large pieces need no long search, and many orders are to be tried.
  const SetEffort effort = quick() ? SetEffort{4, 50, 1000, 6, 45} : SetEffort{};
  LatticeOptions lattice{.edge = piece.edge,
                         .seed = scene_.options.seed + static_cast<std::uint64_t>(std::max(0LL, load_ - 2)),
                         .thread_count = scene_.run.thread_count,
                         .frame_count = effort.frames,
                         .pair_limit = effort.rotations,
                         .yaw_step = effort.yaw_step,
                         .first_rounds = effort.first_rounds,
                         .round_budget = effort.rounds,
                         .vertical = piece.vertical,
                         .fixed = packing_of(scene_.problem.fixed).boxes};
  for (const BoxRow& row : boxes_) lattice.fixed.push_back(placed(row));
  LatticeSearch search(scene_.walls, lattice);
  while (search.advance(stop_, has_nothing())) {
    // The set has no more pieces of this kind: more places are not needed.
    if (piece.count > 0 && !search.has_only_grids() && search.best().packing.count() >= piece.count) break;
  }
  lattice_rounds_ += search.progress().rounds;

  const auto distance = [this](const BoxRow& row) { return length_squared(row.centre - middle_); };
  std::vector<BoxRow> found = rows_of(search.best().packing);
  std::stable_sort(found.begin(), found.end(),
                   [&](const BoxRow& a, const BoxRow& b) { return distance(a) > distance(b); });
  if (piece.count > 0 && static_cast<int>(found.size()) > piece.count) found.resize(piece.count);
  return best_.legal(found, boxes_);
}

}  // namespace jam::trunk
