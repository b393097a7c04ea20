// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/search/load_incumbent.hpp"

#include <algorithm>
#include <tuple>

#include "jam/trunk/io/load_report.hpp"
#include "jam/trunk/search/trunk_start.hpp"

namespace jam::trunk {
namespace {

constexpr double volume_rounding = 1e-12;  ///< A relative difference of volumes that is rounding of their sums.

double total_litres(const std::vector<BoxRow>& rows) {
  double sum = 0;
  for (const BoxRow& row : rows) sum += litres_of(row);
  return sum;
}

}  // namespace

TrunkImprovement LoadKind::nothing() const {
  TrunkImprovement improvement;
  improvement.rows = fixed_;
  improvement.litres = total_litres(fixed_);
  improvement.round = -1;
  return improvement;
}

bool LoadKind::precedes(const Improvement& a, const Improvement& b) {
  if (a.litres > b.litres * (1 + volume_rounding)) return true;
  if (b.litres > a.litres * (1 + volume_rounding)) return false;
  return std::tie(a.round, a.island) < std::tie(b.round, b.island);
}

bool LoadKind::gains(const Improvement& improvement, const Progress& progress) {
  return improvement.litres > progress.best_litres * (1 + volume_rounding);
}

void LoadKind::show(const Improvement& improvement, Progress& progress) {
  progress.best_count = static_cast<int>(improvement.rows.size());
  progress.best_litres = improvement.litres;
}

void LoadKind::write(io::StateWriter& state, const Improvement& improvement) {
  state.write(improvement.phase);
  state.write(improvement.round);
  state.write(improvement.island);
  state.write(improvement.rows);
}

TrunkImprovement LoadKind::read(io::StateReader& state) const {
  Improvement improvement;
  improvement.phase = state.read<SearchPhase>();
  improvement.round = state.read<long long>();
  improvement.island = state.read<int>();
  improvement.rows = state.read_vector<BoxRow>();
  const std::vector<BoxRow>& rows = improvement.rows;
  if (rows.size() < fixed_.size() || !std::equal(fixed_.begin(), fixed_.end(), rows.begin())) {
    io::fail_state("its fixed boxes are different");
  }
  improvement.litres = total_litres(rows);
  return improvement;
}

void LoadKind::write_display(io::StateWriter& state, const Progress& progress) {
  state.write(progress.phase);
  state.write(progress.present_count);
  state.write(progress.least_depth);
  state.write(progress.best_count);
  state.write(progress.best_litres);
}

void LoadKind::read_display(io::StateReader& state, Progress& progress) {
  progress.phase = state.read<SearchPhase>();
  progress.present_count = state.read<int>();
  progress.least_depth = state.read<double>();
  progress.best_count = state.read<int>();
  progress.best_litres = state.read<double>();
}

std::vector<BoxRow> LoadIncumbent::legal(std::vector<BoxRow> boxes) const {
  return legal_part(kind().fixed(), std::move(boxes), kind().verify(), &stop());
}

void LoadIncumbent::offer(const std::vector<BoxRow>& boxes, SearchPhase phase, long long round, int island) {
  TrunkImprovement improvement;
  improvement.phase = phase;
  improvement.rows = kind().fixed();
  improvement.rows.insert(improvement.rows.end(), boxes.begin(), boxes.end());
  improvement.litres = total_litres(improvement.rows);
  improvement.round = round;
  improvement.island = island;
  Incumbent::offer(std::move(improvement));
}

TrunkResult LoadIncumbent::result() {
  report_end();
  return {{progress, stop().reason()}, rows()};
}

}  // namespace jam::trunk
