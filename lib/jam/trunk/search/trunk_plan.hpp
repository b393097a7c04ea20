// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// What search_trunk and search_set have in common as archipelagos: the head of their states, and what all ranks agree on.
#pragma once

#include <optional>
#include <string_view>

#include "jam/io/binary_state.hpp"
#include "jam/search/archipelago.hpp"
#include "jam/trunk/search/load_incumbent.hpp"
#include "jam/trunk/search/trunk_search.hpp"

namespace jam::trunk {

/// Reads the head of a state, which holds the tag and the number of islands. Returns the number of islands.
[[nodiscard]] int read_trunk_head(io::StateReader& state, std::string_view tag);

/// What all ranks of a search agree on, and the search itself.
class TrunkPlan {
 public:
  /// `tag` marks the states of this kind of search. InputError for fewer islands than ranks, and for another number of islands than that of
  /// the saved state.
  TrunkPlan(const TrunkSearchOptions& options, const SearchRun& run, std::string_view tag);

  /// The caller's, with the number of islands of the saved state and the seed of rank 0.
  [[nodiscard]] const TrunkSearchOptions& options() const { return options_; }

  /// Searches with islands of type I, made by `make(place)`. Unless the search is resumed, `begin(islands)` comes first; where it returns
  /// false, nothing follows.
  template <class I, class Make, class Begin>
  [[nodiscard]] TrunkResult run(LoadIncumbent& best, const Make& make, const Begin& begin) {
    Archipelago<I> archipelago(archipelago_plan(), run_, best, link_ ? &*link_ : nullptr, make);
    bool begun = true;
    if (run_.resumes()) {
      io::StateReader state(run_.checkpoint->resume_state());
      static_cast<void>(read_trunk_head(state, tag_));
      archipelago.read(state);
    } else {
      begun = begin(archipelago.islands());
    }
    best.report(true);
    if (begun) archipelago.run();
    TrunkResult result = best.result();
    if (link_) result.error = link_->error();
    return result;
  }

 private:
  [[nodiscard]] ArchipelagoPlan archipelago_plan() const;

  TrunkSearchOptions options_;
  const SearchRun& run_;
  std::string_view tag_;
  std::optional<ranks::RankLink> link_;  ///< Where there are several ranks.
};

}  // namespace jam::trunk
