// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/search/best_load.hpp"

#include <algorithm>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/trunk/io/load_report.hpp"
#include "jam/trunk/search/trunk_start.hpp"

namespace jam::trunk {
namespace {

double total_litres(const std::vector<BoxRow>& rows) {
  double sum = 0;
  for (const BoxRow& row : rows) sum += litres_of(row);
  return sum;
}

}  // namespace

BestLoad::BestLoad(const std::vector<BoxRow>& fixed, VerifyRows verify, const SearchRun& run)
    : fixed_(fixed), verify_(std::move(verify)), stop_(run.stop), listener_(run.listener), rows_(fixed), litres_(total_litres(fixed)) {}

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
  listener_.improved({{found_, {}}, phase_, rows_, litres_});
}

void BestLoad::progressed(TrunkProgress& progress) {
  progress.seconds = seconds();
  progress.best_count = count();
  progress.best_litres = litres_;
  progress.present_count = std::max(progress.present_count, 0);
  listener_.progressed(progress);
}

void BestLoad::write(io::StateWriter& state) const {
  state.write(seconds());
  state.write(found_);
  state.write(phase_);
  state.write(rows_);
}

void BestLoad::read(io::StateReader& state) {
  begin_ = stop_.elapsed() - state.read<double>();
  found_ = state.read<double>();
  phase_ = state.read<SearchPhase>();
  std::vector<BoxRow> rows = state.read_vector<BoxRow>();
  if (rows.size() < fixed_.size() || !std::equal(fixed_.begin(), fixed_.end(), rows.begin())) io::fail_state("its fixed boxes are others");
  if (rows.size() == fixed_.size()) return;
  if (!verify_(rows)) throw InputError("the best load in the checkpoint is not legal: resume from another checkpoint");
  rows_ = std::move(rows);
  litres_ = total_litres(rows_);
  listener_.improved({{found_, {}}, phase_, rows_, litres_});
}

void write_counters(io::StateWriter& state, const TrunkProgress& progress) {
  state.write(progress.phase);
  state.write(progress.present_count);
  for (const long long count : {progress.turns, progress.lattice_rounds, progress.annealing_rounds, progress.relaxation_steps})
    state.write(count);
  state.write(progress.least_depth);
}

void read_counters(io::StateReader& state, TrunkProgress& progress) {
  progress.phase = state.read<SearchPhase>();
  progress.present_count = state.read<int>();
  for (long long* count : {&progress.turns, &progress.lattice_rounds, &progress.annealing_rounds, &progress.relaxation_steps}) {
    *count = state.read<long long>();
  }
  progress.least_depth = state.read<double>();
}

}  // namespace jam::trunk
