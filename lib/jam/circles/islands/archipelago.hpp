// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The islands of a multistart search: those of this process, and what passes between them and the islands of other ranks. The islands form
// a ring. At every boundary, which is every so many rounds, each sends its best packing to the next one, where it arrives a boundary later,
// in this process as in another: so the number of ranks changes nothing. While the host works on one island, the rounds of others run.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "jam/circles/islands/archipelago_size.hpp"
#include "jam/circles/islands/island.hpp"
#include "jam/circles/islands/rank_link.hpp"
#include "jam/circles/islands/verified_best.hpp"
#include "jam/circles/model/search.hpp"

namespace jam::circles {

class Archipelago {
 public:
  /// All references must outlive it. `link` may be null: this process is alone. The state of several ranks is saved by rank 0.
  Archipelago(const Problem& problem, const SearchOptions& options, const ArchipelagoSize& size, const SearchRun& run, RankLink* link);

  /// From `starts`, dealt to the islands in turn, or from the saved state; until it is told to stop.
  [[nodiscard]] SearchResult run(const std::vector<Packing>& starts);

 private:
  struct Member {
    std::unique_ptr<Island> island;
    int number = 0;     ///< Of the island.
    Packing emigrant;   ///< On its way to the next island; empty where there is none yet.
    Packing inherited;  ///< What the island before sent in an earlier run; arrives once, where that is another rank's.
    bool inherits = true;
    bool sent_last = false;  ///< What it sent will never change.
  };

  void begin(const std::vector<Packing>& starts);
  void restore(const std::string& bytes);
  [[nodiscard]] bool finish_rounds();
  [[nodiscard]] bool exchange();
  [[nodiscard]] bool all_finished() const;
  [[nodiscard]] int rank() const { return link_ != nullptr ? link_->rank() : 0; }
  [[nodiscard]] int rank_count() const { return link_ != nullptr ? link_->rank_count() : 1; }
  [[nodiscard]] int owner(int island) const;

  void keep_own_state();
  [[nodiscard]] StatePart own_part() const;
  [[nodiscard]] std::string whole_state(const std::vector<const StatePart*>& parts, const Progress& progress) const;
  void keep_common_state();
  void keep_complete_boundary();
  void follow_others();
  void end_together();
  /// Counters of this process since it began.
  [[nodiscard]] Tally tally() const;
  static void add(Progress& progress, const Tally& now, const Tally& before);

  const Problem& problem_;
  const SearchOptions& options_;
  ArchipelagoSize size_;
  StopToken& stop_;
  CheckpointSink* checkpoint_;
  RankLink* link_;
  VerifiedBest best_;
  std::vector<Member> members_;
  std::vector<Tally> elsewhere_;                            ///< Per rank: what of its counters best_.progress has.
  Tally base_;                                              ///< What it had from an earlier run.
  long long told_change_ = 0;                               ///< Of the best packing that was sent to rank 0 last.
  std::vector<std::pair<long long, StatePart>> own_parts_;  ///< Rank 0: its parts at boundaries for which others are still missing.
  bool last_sent_ = false;                                  ///< Every emigrant that will ever leave has left.
};

}  // namespace jam::circles
