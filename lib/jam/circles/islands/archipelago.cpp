// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/circles/islands/archipelago.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <utility>

#include "jam/circles/islands/search_state.hpp"
#include "jam/circles/tabu/round_engine.hpp"

namespace jam::circles {
namespace {

/// How long rank 0 waits at the end for what the others still have to tell [s].
constexpr double patience_of_signals = 0.3;
constexpr double patience_of_limits = 10;

}  // namespace

Archipelago::Archipelago(const Problem& problem, const SearchOptions& options, const ArchipelagoSize& size, const SearchRun& run,
                         RankLink* link)
    : problem_(problem),
      options_(options),
      size_(size),
      stop_(run.stop),
      checkpoint_(run.checkpoint),
      link_(link),
      best_(problem, options, run),
      elsewhere_(static_cast<std::size_t>(rank_count())) {
  const int count = size.island_count;
  const auto share = [count](int all, int number) { return all / count + (number < all % count ? 1 : 0); };
  best_.progress.instance_count = size.instance_count;
  for (int i = 0; i < count; ++i) {
    if (owner(i) != rank()) continue;
    const IslandPlace place{i, count, share(size.instance_count, i), std::max(1, share(size.active_limit, i)), share(size.ladder_count, i)};
    auto engine = make_round_engine(run.device, run.thread_count, place.instance_count, problem.count(), run.stop);
    auto ladders =
        place.ladder_count > 0 ? make_ladder_engine(run.device, run.thread_count, place.ladder_count, problem.count(), run.stop) : nullptr;
    Member member;
    member.number = i;
    member.island = std::make_unique<Island>(problem, options, place, run, best_, std::move(engine), std::move(ladders));
    best_.progress.device_bytes += member.island->device_bytes();
    members_.push_back(std::move(member));
  }
}

int Archipelago::owner(int island) const {
  // The first island of rank r is r * islands / ranks, rounded up.
  return static_cast<int>(static_cast<long long>(island) * rank_count() / size_.island_count);
}

SearchResult Archipelago::run(const std::vector<Packing>& starts) {
  if (checkpoint_ != nullptr && !checkpoint_->resume_state().empty()) {
    restore(checkpoint_->resume_state());
  } else {
    begin(starts);
  }
  for (bool first = true;; first = false) {
    const bool finished = all_finished() && (rank_count() == 1 || last_sent_);
    if (finished && rank_count() == 1) stop_.request(StopReason::finished);
    if (rank_count() == 1) keep_own_state();
    if (link_ != nullptr) follow_others();
    if (finished || stop_.stop_requested()) break;
    if (first) {
      for (const Member& member : members_) {
        if (best_.packing().count() == 0) member.island->settle_starts();
      }
      for (const Member& member : members_) {
        if (!member.island->finished()) member.island->begin_round();
      }
    }
    if (!finish_rounds()) break;
    ++best_.progress.rounds;
    if (best_.progress.rounds % options_.exchange_interval == 0 && !exchange()) break;
    best_.report();
  }
  for (const Member& member : members_) member.island->give_up_ladders();
  for (const Member& member : members_) member.island->abandon_round();
  if (rank_count() > 1) end_together();
  return best_.result();
}

void Archipelago::begin(const std::vector<Packing>& starts) {
  for (const Member& member : members_) {
    std::vector<Packing> share;
    for (auto k = static_cast<std::size_t>(member.number); k < starts.size(); k += static_cast<std::size_t>(size_.island_count)) {
      share.push_back(starts[k]);
    }
    member.island->begin(share);
  }
  for (const Packing& start : starts) best_.offer(start, 0, MoveKind::start);
}

bool Archipelago::all_finished() const {
  return std::all_of(members_.begin(), members_.end(), [](const Member& member) { return member.island->finished(); });
}

bool Archipelago::finish_rounds() {
  double sum = 0;
  int active = 0;
  for (const Member& member : members_) {
    Island& island = *member.island;
    if (!island.finished()) {
      if (!island.finish_round()) return false;
      if (!island.finished()) island.begin_round();
    }
    sum += island.radius_sum;
    active += island.active_count;
  }
  best_.progress.mean_radius = sum / active;
  return true;
}

bool Archipelago::exchange() {
  const int count = size_.island_count;
  if (count > 1) {
    // What left a boundary ago arrives, before anything new leaves.
    const int first = members_.front().number;
    std::vector<Packing> arrivals(members_.size());
    for (std::size_t i = 0; i < members_.size(); ++i) {
      Member& member = members_[i];
      if (member.island->finished()) continue;
      const int from = (member.number + count - 1) % count;
      if (owner(from) == rank()) {
        arrivals[i] = members_[static_cast<std::size_t>(from - first)].emigrant;
      } else if (member.inherits) {
        arrivals[i] = std::move(member.inherited);
        member.inherits = false;
      } else {
        std::optional<Packing> packing = link_->receive_emigrant(owner(from), from, stop_);
        if (!packing) return false;
        arrivals[i] = std::move(*packing);
      }
    }
    last_sent_ = true;
    for (std::size_t i = 0; i < members_.size(); ++i) {
      Member& member = members_[i];
      if (arrivals[i].count() > 0) member.island->immigrate(std::move(arrivals[i]));
      member.emigrant = member.island->emigrant();
      const bool finished = member.island->finished();
      const int to = owner((member.number + 1) % count);
      if (to != rank() && !member.sent_last) link_->send_emigrant(to, member.number, member.emigrant, finished);
      member.sent_last = finished;
      last_sent_ = last_sent_ && finished;
    }
  }
  if (rank_count() > 1) keep_common_state();
  return true;
}

void Archipelago::keep_own_state() {
  const double seconds = best_.seconds();
  if (checkpoint_ == nullptr || !checkpoint_->due(seconds)) return;
  const StatePart part = own_part();
  checkpoint_->save(whole_state({&part}, best_.progress), seconds);
}

void Archipelago::keep_common_state() {
  if (rank() != 0) {
    link_->send_tally(tally());
    link_->send_state(best_.progress.rounds, own_part());
    return;
  }
  if (checkpoint_ == nullptr) return;
  own_parts_.emplace_back(best_.progress.rounds, own_part());
  keep_complete_boundary();
}

void Archipelago::keep_complete_boundary() {
  if (own_parts_.empty()) return;
  std::optional<RankLink::Boundary> boundary = link_->take_boundary(own_parts_.back().first);
  if (!boundary) return;
  std::erase_if(own_parts_, [&](const auto& own) { return own.first < boundary->round; });
  if (own_parts_.empty() || own_parts_.front().first != boundary->round) return;
  const double seconds = best_.seconds();
  if (!checkpoint_->due(seconds)) return;
  std::vector<const StatePart*> parts = {&own_parts_.front().second};
  for (const StatePart& part : boundary->parts) parts.push_back(&part);
  Progress progress = best_.progress;
  progress.rounds = boundary->round;
  progress.trials = base_.trials;
  progress.relaxation_steps = base_.relaxation_steps;
  progress.meta_stable_count = base_.meta_stable_count;
  progress.duplicate_count = base_.duplicate_count;
  progress.extinction_count = base_.extinction_count;
  for (const StatePart* part : parts) add(progress, part->tally, {});
  checkpoint_->save(whole_state(parts, progress), seconds);
}

StatePart Archipelago::own_part() const {
  StatePart part;
  part.tally = tally();
  for (const Member& member : members_) {
    part.islands.push_back(member.island->state());
    part.emigrants.push_back(member.emigrant);
  }
  return part;
}

std::string Archipelago::whole_state(const std::vector<const StatePart*>& parts, const Progress& progress) const {
  io::StateWriter state;
  write_head(state, multistart_state_tag, {size_.instance_count, size_.active_limit, size_.island_count, size_.ladder_count});
  write_best(state, best_, progress);
  for (const StatePart* part : parts) {
    for (std::size_t i = 0; i < part->islands.size(); ++i) {
      write_packing(state, part->emigrants[i]);
      state.write(part->islands[i]);
    }
  }
  return state.finish();
}

void Archipelago::restore(const std::string& bytes) {
  io::StateReader state(bytes);
  static_cast<void>(read_head(state, multistart_state_tag));
  read_best(state, problem_, best_);
  told_change_ = best_.change_count();
  const Progress& progress = best_.progress;
  base_ = {progress.trials, progress.relaxation_steps, progress.meta_stable_count, progress.duplicate_count, progress.extinction_count};
  std::vector<Packing> emigrants;
  for (int i = 0; i < size_.island_count; ++i) {
    emigrants.push_back(read_packing(state, problem_));
    const std::string island = state.read_text();
    for (Member& member : members_) {
      if (member.number == i) member.island->restore(island);
    }
  }
  state.finish();
  for (Member& member : members_) {
    const int from = (member.number + size_.island_count - 1) % size_.island_count;
    member.emigrant = emigrants[static_cast<std::size_t>(member.number)];
    member.inherited = emigrants[static_cast<std::size_t>(from)];
  }
}

Tally Archipelago::tally() const {
  const Progress& progress = best_.progress;
  Tally own{progress.trials - base_.trials, progress.relaxation_steps - base_.relaxation_steps,
            progress.meta_stable_count - base_.meta_stable_count, progress.duplicate_count - base_.duplicate_count,
            progress.extinction_count - base_.extinction_count};
  for (const Tally& other : elsewhere_) {
    own.trials -= other.trials;
    own.relaxation_steps -= other.relaxation_steps;
    own.meta_stable_count -= other.meta_stable_count;
    own.duplicate_count -= other.duplicate_count;
    own.extinction_count -= other.extinction_count;
  }
  return own;
}

void Archipelago::add(Progress& progress, const Tally& now, const Tally& before) {
  progress.trials += now.trials - before.trials;
  progress.relaxation_steps += now.relaxation_steps - before.relaxation_steps;
  progress.meta_stable_count += now.meta_stable_count - before.meta_stable_count;
  progress.duplicate_count += now.duplicate_count - before.duplicate_count;
  progress.extinction_count += now.extinction_count - before.extinction_count;
}

void Archipelago::follow_others() {
  link_->receive(stop_);
  if (rank() == 0) {
    for (std::size_t r = 0; r < elsewhere_.size(); ++r) {
      add(best_.progress, link_->tallies()[r], elsewhere_[r]);
      elsewhere_[r] = link_->tallies()[r];
    }
    for (const News& news : link_->take_news()) best_.offer(news.packing, news.instance, news.move);
    if (checkpoint_ != nullptr) keep_complete_boundary();
  } else if (best_.change_count() != told_change_) {
    told_change_ = best_.change_count();
    link_->send_tally(tally());
    link_->send_news(best_.last_improvement());
  }
}

void Archipelago::end_together() {
  if (rank() != 0) {
    follow_others();
    link_->send_done(tally());
    return;
  }
  const auto nap = [] { std::this_thread::sleep_for(std::chrono::milliseconds(2)); };
  // Done here: the others may still have work.
  while (!stop_.stop_requested() && !link_->all_done()) {
    follow_others();
    best_.report();
    nap();
  }
  stop_.request(StopReason::finished);
  link_->send_stop(stop_.reason());
  const double begin = stop_.elapsed();
  const double patience = stop_.signalled() ? patience_of_signals : patience_of_limits;
  while (!link_->all_done() && stop_.elapsed() - begin < patience) {
    follow_others();
    nap();
  }
  follow_others();
}

}  // namespace jam::circles
