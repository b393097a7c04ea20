// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/search/exchange.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "jam/core/stop.hpp"

namespace jam::ranks {
namespace {

/// Sleeps from 20 µs, doubled each time, to 2 ms: an answer that is nearly here is not delayed, a long wait
/// costs no processor.
class Backoff {
 public:
  void sleep() {
    std::this_thread::sleep_for(pause_);
    pause_ = std::min(pause_ * 2, longest);
  }

 private:
  static constexpr std::chrono::microseconds longest{2000};
  std::chrono::microseconds pause_{20};
};

}  // namespace

bool Exchange::send(int to, std::string /*bytes*/) {
  require_open_to(to);
  return false;
}

std::optional<std::string> Exchange::poll(int from) {
  require_other(from);
  return std::nullopt;
}

std::optional<std::string> Exchange::receive(int from, StopQuery stop) {
  for (Backoff backoff;; backoff.sleep()) {
    // The state first: once a rank is known to be gone, all that it sent is here.
    const bool gone = state(from) != RankState::present;
    if (auto bytes = poll(from)) return bytes;
    if (gone || stop.stopped()) return std::nullopt;
  }
}

bool Exchange::close(double seconds, StopQuery stop) {
  if (closed_) return *closed_;
  begin_close();
  Deadline deadline(seconds);
  const StopQuery too_late = deadline.query();
  bool finished = close_finished();
  for (Backoff backoff; !finished && !stop.stopped() && !too_late.stopped(); finished = close_finished())
    backoff.sleep();
  closed_ = finished && error().empty();
  return *closed_;
}

void Exchange::require_other(int other) const {
  if (other < 0 || other >= rank_count() || other == rank())
    throw std::logic_error("there is no other rank " + std::to_string(other));
}

void Exchange::require_open_to(int other) const {
  require_other(other);
  if (closed_) throw std::logic_error("a message after close()");
}

}  // namespace jam::ranks
