// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The polish (polish/box_polish.hpp) of packings that trials have left nearly legal. With a GPU they are
// polished on threads of their own while it goes on with trials. A set of candidates is taken back when a
// fixed number of later ones has been added, even if its polish has ended earlier: so results depend on
// nothing but the candidates. On CPUs, where trials need the same threads, a set is polished when it is taken
// back.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <future>
#include <list>
#include <memory>
#include <vector>

#include "jam/core/background_calls.hpp"
#include "jam/core/pool.hpp"
#include "jam/core/stop.hpp"
#include "jam/io/binary_state.hpp"
#include "jam/trunk/annealing/state.hpp"
#include "jam/trunk/polish/box_polish.hpp"

namespace jam::trunk {

/// A packing to be polished.
struct Candidate {
  int instance = 0;
  int count = 0;  ///< Number of boxes, fixed ones included.
  int energy = 0;
  std::vector<PlacedBox> boxes = {};  ///< The fixed boxes last.

  // Results of the polish:
  std::vector<PlacedBox> polished = {};
  PolishResult result = {};
  /// Energy, as trials count it, of a packing that is not legal; -1: the packing must not be used.
  int polished_energy = -1;
  TrialWorth worth = {};         ///< Worth of a packing of a set.
  std::vector<float> pose = {};  ///< Poses of that packing, as TrialEngine::set_packing takes them.
  std::vector<std::int32_t> squeeze = {};
};

class CandidatePolish {
 public:
  /// Called for each polished packing that is not legal, by several threads at once, concurrently with the
  /// owner, until clear() or the destructor has returned.
  using Measure = std::function<void(Candidate&)>;

  /// Sets are taken back before the `delay`-th one after them is added, delay >= 1. Polishes run on
  /// `threads`; null: when they are taken back, on `thread_count` threads. The last `fixed` boxes do not
  /// move. `walls` and `threads` must outlive this.
  CandidatePolish(const WallTriangles& walls, const PolishOptions& options, int fixed, int thread_count,
                  int delay, BackgroundCalls* threads, Measure measure);
  ~CandidatePolish();
  CandidatePolish(const CandidatePolish&) = delete;
  CandidatePolish& operator=(const CandidatePolish&) = delete;

  /// Adds a set.
  void add(std::vector<Candidate> candidates);
  /// The set that is due, polished: waits for it, and rethrows exceptions of its polish. Empty at first.
  /// After a stop the returned candidates must not be used, nor this object until clear() or read().
  [[nodiscard]] std::vector<Candidate> take(StopToken& stop);
  /// Lets its polishes end soon. If several objects share threads, call give_up() on all before clearing one.
  void give_up();
  /// Forgets all sets, once their polishes have ended.
  void clear();

  /// The sets as they were added; they are polished again after read().
  void write(io::StateWriter& state) const;
  /// After it more sets may be due at once: they may come from a device with a longer delay. InputError for
  /// candidates that do not leave room for a box more in `capacity`, or are of instances that are none of
  /// `instance_count`.
  void read(io::StateReader& state, int instance_count, int capacity);

 private:
  struct Set {
    std::vector<Candidate> candidates;
    std::vector<std::future<void>> calls;  ///< Empty if it is polished when it is taken back.
  };

  void polish(Candidate& candidate, StopToken& stop);
  /// Polishes a set, or waits until it is polished; false after a stop.
  [[nodiscard]] bool finish(Set& set, StopToken& stop);

  const WallTriangles& walls_;
  PolishOptions options_;
  int fixed_;
  int thread_count_;
  std::size_t delay_;
  Measure measure_;
  Pool<BoxPolish> polishes_;
  std::list<Set> sets_;                  ///< The oldest one first.
  std::unique_ptr<StopToken> given_up_;  ///< Ends the calls.
  BackgroundCalls* threads_;
};

}  // namespace jam::trunk
