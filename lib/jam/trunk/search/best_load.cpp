// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/search/best_load.hpp"

#include <algorithm>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/trunk/io/load_report.hpp"
#include "jam/trunk/search/trunk_start.hpp"
#include "jam/trunk/search/trunk_state.hpp"

namespace jam::trunk {
namespace {

double total_litres(const std::vector<BoxRow>& rows) {
  double sum = 0;
  for (const BoxRow& row : rows) sum += litres_of(row);
  return sum;
}

}  // namespace

BestLoad::BestLoad(const std::vector<BoxRow>& fixed, VerifyRows verify, StopToken& stop, TrunkListener& listener)
    : fixed_(fixed), verify_(std::move(verify)), stop_(stop), listener_(listener), rows_(fixed), litres_(total_litres(fixed)) {}

std::vector<BoxRow> BestLoad::legal(std::vector<BoxRow> boxes) const { return legal_part(fixed_, std::move(boxes), verify_, &stop_); }

void BestLoad::offer(const std::vector<BoxRow>& boxes, SearchPhase phase) {
  std::vector<BoxRow> rows(fixed_);
  rows.insert(rows.end(), boxes.begin(), boxes.end());
  const double litres = total_litres(rows);
  // A difference that is rounding of the sum is none.
  if (litres <= litres_ * (1 + 1e-12)) return;
  rows_ = std::move(rows);
  litres_ = litres;
  found_ = seconds();
  phase_ = phase;
  listener_.improved({found_, phase_, rows_, litres_});
}

void BestLoad::progressed(TrunkProgress& progress) {
  progress.seconds = seconds();
  progress.best_count = count();
  progress.best_litres = litres_;
  progress.present_count = std::max(progress.present_count, 0);
  listener_.progressed(progress);
}

void BestLoad::put(io::StateWriter& state) const {
  state.put(seconds());
  state.put(found_);
  state.put(phase_);
  state.put(rows_);
}

void BestLoad::restore(io::StateReader& state) {
  begin_ = stop_.elapsed() - state.take<double>();
  found_ = state.take<double>();
  phase_ = state.take<SearchPhase>();
  std::vector<BoxRow> rows = state.take_vector<BoxRow>();
  if (rows.size() < fixed_.size() || !std::equal(fixed_.begin(), fixed_.end(), rows.begin())) fail_state("its fixed boxes are others");
  if (rows.size() == fixed_.size()) return;
  if (!verify_(rows)) throw InputError("the best load in the checkpoint is not legal: resume from another checkpoint");
  rows_ = std::move(rows);
  litres_ = total_litres(rows_);
  listener_.improved({found_, phase_, rows_, litres_});
}

}  // namespace jam::trunk
