// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/annealing/candidate_polish.hpp"

#include <algorithm>
#include <cassert>
#include <chrono>
#include <iterator>
#include <utility>

#include "jam/core/parallel.hpp"
#include "jam/trunk/model/box_bytes.hpp"

namespace jam::trunk {

CandidatePolish::CandidatePolish(const WallTriangles& walls, const PolishOptions& options, int fixed,
                                 int thread_count, int delay, BackgroundCalls* threads, Measure measure)
    : walls_(walls),
      options_(options),
      fixed_(fixed),
      thread_count_(thread_count),
      delay_(delay),
      measure_(std::move(measure)),
      given_up_(std::make_unique<StopToken>()),
      threads_(threads) {
  assert(delay >= 1);
}

CandidatePolish::~CandidatePolish() { clear(); }

void CandidatePolish::polish(Candidate& candidate, StopToken& stop) {
  if (stop.stop_requested()) return;
  PolishOptions options = options_;
  options.stop = &stop;
  candidate.polished = candidate.boxes;
  candidate.result = polishes_.borrow(walls_)->run(candidate.polished, fixed_, options);
  if (!candidate.result.legal && !stop.stop_requested()) measure_(candidate);
}

void CandidatePolish::add(std::vector<Candidate> candidates) {
  Set& set = sets_.emplace_back(Set{std::move(candidates), {}});
  if (threads_ == nullptr) return;
  StopToken& stop = *given_up_;
  set.calls.reserve(set.candidates.size());
  for (Candidate& candidate : set.candidates)
    set.calls.push_back(threads_->begin([this, &candidate, &stop] { polish(candidate, stop); }));
}

std::vector<Candidate> CandidatePolish::take(StopToken& stop) {
  std::vector<Candidate> due;
  while (sets_.size() >= delay_) {
    if (!finish(sets_.front(), stop)) return {};
    std::ranges::move(sets_.front().candidates, std::back_inserter(due));
    sets_.pop_front();
  }
  return due;
}

bool CandidatePolish::finish(Set& set, StopToken& stop) {
  if (threads_ == nullptr) {
    parallel_for(static_cast<int>(set.candidates.size()), thread_count_,
                 [&](int c) { polish(set.candidates[c], stop); });
    return !stop.stop_requested();
  }
  for (const std::future<void>& call : set.calls) {
    while (call.wait_for(std::chrono::milliseconds(20)) != std::future_status::ready) {
      if (!stop.stop_requested()) continue;
      given_up_->request(StopReason::finished);
      return false;
    }
  }
  std::vector<std::future<void>> ended = std::move(set.calls);
  set.calls.clear();
  for (std::future<void>& call : ended) call.get();
  return true;
}

void CandidatePolish::give_up() { given_up_->request(StopReason::finished); }

void CandidatePolish::clear() {
  give_up();
  for (const Set& set : sets_) {
    for (const std::future<void>& call : set.calls) call.wait();
  }
  sets_.clear();
  given_up_ = std::make_unique<StopToken>();
}

void CandidatePolish::write(io::StateWriter& state) const {
  state.write(static_cast<int>(sets_.size()));
  for (const Set& set : sets_) {
    state.write(static_cast<int>(set.candidates.size()));
    for (const Candidate& candidate : set.candidates)
      io::write_all(state, candidate.instance, candidate.count, candidate.energy, candidate.boxes);
  }
}

void CandidatePolish::read(io::StateReader& state, int instance_count, int capacity) {
  clear();
  const int set_count = state.read<int>();
  constexpr int set_limit = 64;
  if (set_count < 0 || set_count > set_limit) io::fail_state("its number of polished packings is impossible");
  for (int s = 0; s < set_count; ++s) {
    std::vector<Candidate> candidates;
    const int candidate_count = state.read<int>();
    if (candidate_count < 0 || candidate_count > instance_count)
      io::fail_state("its number of polished packings is impossible");
    for (int c = 0; c < candidate_count; ++c) {
      Candidate candidate{};
      io::read_all(state, candidate.instance, candidate.count, candidate.energy);
      candidate.boxes = read_boxes(state);
      const bool sensible =
          candidate.instance >= 0 && candidate.instance < instance_count && candidate.count < capacity;
      if (!sensible || std::ssize(candidate.boxes) != candidate.count || candidate.count < fixed_)
        io::fail_state("a packing is incomplete");
      candidates.push_back(std::move(candidate));
    }
    add(std::move(candidates));
  }
}

}  // namespace jam::trunk
