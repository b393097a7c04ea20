// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The ranks of a search as threads of one process: what MPI does for processes.
#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "jam/search/exchange.hpp"

namespace jam::ranks {

/// Data that the ranks share. Messages from rank a to rank b wait in queues[a * count + b].
struct LocalRanks {
  explicit LocalRanks(int rank_count)
      : count(rank_count),
        states(rank_count, RankState::present),
        queues(std::size_t(rank_count) * rank_count) {}

  std::mutex mutex;
  const int count;
  std::vector<RankState> states;
  std::vector<std::deque<std::string>> queues;
};

class LocalExchange final : public Exchange {
 public:
  LocalExchange(std::shared_ptr<LocalRanks> shared, int rank) : shared_(std::move(shared)), rank_(rank) {}
  ~LocalExchange() override {
    const std::lock_guard lock(shared_->mutex);
    if (shared_->states[rank_] == RankState::present) shared_->states[rank_] = RankState::lost;
  }
  LocalExchange(const LocalExchange&) = delete;
  LocalExchange& operator=(const LocalExchange&) = delete;

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int rank_count() const override { return shared_->count; }

  bool send(int to, std::string bytes) override {
    require_open_to(to);
    const std::lock_guard lock(shared_->mutex);
    if (shared_->states[to] != RankState::present) return false;
    queue(rank_, to).push_back(std::move(bytes));
    return true;
  }

  [[nodiscard]] std::optional<std::string> poll(int from) override {
    require_other(from);
    const std::lock_guard lock(shared_->mutex);
    std::deque<std::string>& waiting = queue(from, rank_);
    if (waiting.empty()) return std::nullopt;
    std::string bytes = std::move(waiting.front());
    waiting.pop_front();
    return bytes;
  }

  [[nodiscard]] RankState state(int other) override {
    const std::lock_guard lock(shared_->mutex);
    return other == rank_ ? RankState::present : shared_->states.at(other);
  }

  [[nodiscard]] std::string error() override {
    const std::lock_guard lock(shared_->mutex);
    for (int other = 0; other < shared_->count; ++other) {
      if (shared_->states[other] == RankState::lost)
        return "rank " + std::to_string(other) + " does not answer: its thread has ended";
    }
    return {};
  }

 protected:
  void begin_close() override {
    const std::lock_guard lock(shared_->mutex);
    shared_->states[rank_] = RankState::closed;
  }

  [[nodiscard]] bool close_finished() override {
    const std::lock_guard lock(shared_->mutex);
    bool finished = true;
    for (const RankState state : shared_->states) finished = finished && state != RankState::present;
    return finished;
  }

 private:
  [[nodiscard]] std::deque<std::string>& queue(int from, int to) {
    return shared_->queues[std::size_t(from) * shared_->count + to];
  }

  const std::shared_ptr<LocalRanks> shared_;
  const int rank_;
};

/// The exchanges of ranks 0 to count - 1. A rank whose exchange is destroyed before close() finished is lost
/// for the others; what it had sent still arrives.
[[nodiscard]] inline std::vector<std::unique_ptr<Exchange>> make_local_exchanges(int count) {
  const auto shared = std::make_shared<LocalRanks>(count);
  std::vector<std::unique_ptr<Exchange>> exchanges;
  for (int rank = 0; rank < count; ++rank) exchanges.push_back(std::make_unique<LocalExchange>(shared, rank));
  return exchanges;
}

}  // namespace jam::ranks
