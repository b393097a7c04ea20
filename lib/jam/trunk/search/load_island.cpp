// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/search/load_island.hpp"

#include <algorithm>
#include <functional>
#include <tuple>

#include "jam/trunk/model/box_bytes.hpp"
#include "jam/trunk/search/trunk_start.hpp"

namespace jam::trunk {
namespace {

/// Largest relative difference of values that counts as rounding of their sums [-].
constexpr double value_rounding = 1e-12;

/// What loads are compared by.
struct Merit {
  int lacking;
  double value;
  std::size_t count;
};

/// Whether a load is better, by more than rounding.
bool is_better(const Merit& a, const Merit& b) {
  if (a.lacking != b.lacking) return a.lacking < b.lacking;
  if (a.value > b.value * (1 + value_rounding)) return true;
  return a.count > b.count && b.value <= a.value * (1 + value_rounding);
}

Merit merit_of(const TrunkImprovement& load) { return {load.lacking, load.value, load.rows.size()}; }

}  // namespace

std::array<long long*, LoadKind::counter_count> LoadKind::counters(Progress& progress) {
  return {&progress.turns, &progress.lattice_rounds, &progress.annealing_rounds, &progress.relaxation_steps};
}

bool LoadKind::is_nothing(const Improvement& improvement) const {
  return improvement.rows.size() == fixed().size();
}

bool LoadKind::precedes(const Improvement& a, const Improvement& b) {
  if (is_better(merit_of(a), merit_of(b))) return true;
  if (is_better(merit_of(b), merit_of(a))) return false;
  return std::tie(a.round, a.island) < std::tie(b.round, b.island);
}

bool LoadKind::gains(const Improvement& improvement, const Progress& progress) {
  return is_better(merit_of(improvement), {progress.best_lacking, progress.best_value,
                                           static_cast<std::size_t>(progress.best_count)});
}

void LoadKind::show(const Improvement& improvement, Progress& progress) {
  progress.best_count = static_cast<int>(improvement.rows.size());
  progress.best_litres = improvement.litres;
  progress.best_value = improvement.value;
  progress.best_lacking = improvement.lacking;
}

bool LoadKind::complete(const Improvement& improvement) const {
  return std::ssize(improvement.rows) >= complete_count_;
}

bool LoadKind::legal(const Improvement& improvement, std::string& /*why*/) const {
  return verify(improvement.rows);
}

void LoadKind::write(io::StateWriter& state, const Improvement& improvement) {
  io::write_all(state, improvement.phase, improvement.round, improvement.island, improvement.rows);
}

LoadKind::Improvement LoadKind::read(io::StateReader& state) const {
  Improvement improvement;
  io::read_all(state, improvement.phase, improvement.round, improvement.island, improvement.rows);
  const std::vector<BoxRow>& rows = improvement.rows;
  if (improvement.phase < SearchPhase::start || improvement.phase > last_phase || improvement.round < -1 ||
      improvement.island < 0)
    io::fail_state("its best load was found nowhere");
  require_boxes(rows);
  if (rows.size() < fixed().size() || !std::equal(fixed().begin(), fixed().end(), rows.begin()))
    io::fail_state("its fixed boxes are different");
  evaluate(improvement);
  return improvement;
}

void LoadKind::write_display(io::StateWriter& state, const Progress& p) const {
  io::write_all(state, p.phase, p.present_count, p.least_depth, p.best_count, p.best_litres);
  const BoxSet& set = allowance_->problem().set;
  if (set.has_values()) state.write(p.best_value);
  if (set.has_least()) state.write(p.best_lacking);
  if (set.has_limits()) state.write(p.value_beyond_rules);
}

void LoadKind::read_display(io::StateReader& state, Progress& p) const {
  io::read_all(state, p.phase, p.present_count, p.least_depth, p.best_count, p.best_litres);
  const BoxSet& set = allowance_->problem().set;
  p.best_value = set.has_values() ? state.read<double>() : p.best_litres;
  p.best_lacking = set.has_least() ? state.read<int>() : 0;
  p.value_beyond_rules = set.has_limits() ? state.read<double>() : 0;
  if (p.phase < SearchPhase::start || p.phase > SearchPhase::pose) io::fail_state("it has no phase");
}

LoadKind::Improvement LoadKind::load(const std::vector<BoxRow>& boxes, SearchPhase phase, long long round,
                                     int island) const {
  Improvement improvement;
  improvement.phase = phase;
  improvement.rows = fixed();
  improvement.rows.insert(improvement.rows.end(), boxes.begin(), boxes.end());
  evaluate(improvement);
  improvement.round = round;
  improvement.island = island;
  return improvement;
}

void LoadKind::evaluate(Improvement& improvement) const {
  const std::vector<BoxRow> rows = allowance_->published(improvement.rows);
  improvement.litres = litres_of(rows);
  improvement.value = value_of(allowance_->problem().set, rows);
  improvement.lacking = lacking_pieces(allowance_->problem().set, rows, fixed().size());
}

bool LoadKind::verify(const std::vector<BoxRow>& rows) const {
  return allowance_->any() ? verify_(allowance_->published(rows)) : verify_(rows);
}

std::vector<BoxRow> LoadIncumbent::legal(const std::vector<BoxRow>& boxes,
                                         const std::vector<BoxRow>& beside) const {
  return legal_part(joined(kind().fixed(), beside), boxes, std::bind_front(&LoadKind::verify, &kind()),
                    &stop());
}

bool LoadIncumbent::is_legal(const std::vector<BoxRow>& boxes) const {
  return kind().verify(joined(kind().fixed(), boxes));
}

void LoadIncumbent::offer(const std::vector<BoxRow>& boxes, SearchPhase phase, long long round, int island) {
  Incumbent::offer(kind().load(within_rules(boxes), phase, round, island));
}

std::vector<BoxRow> LoadIncumbent::within_rules(std::vector<BoxRow> boxes) {
  if (!beyond_) return boxes;
  const std::vector<BoxRow> load = kind().published(joined(kind().fixed(), boxes));
  std::vector<int> beyond = beyond_(load);
  if (beyond.empty()) return boxes;
  progress.value_beyond_rules = std::max(progress.value_beyond_rules, kind().value(load));
  const int fixed_count = static_cast<int>(kind().fixed().size());
  std::ranges::reverse(beyond);
  for (const int box : beyond) boxes.erase(boxes.begin() + (box - fixed_count));
  return boxes;
}

TrunkResult LoadIncumbent::result() {
  report_end();
  return {{progress, stop().reason()}, best().rows, {}};
}

std::vector<BoxRow> LoadIncumbent::joined(std::vector<BoxRow> first, const std::vector<BoxRow>& second) {
  first.insert(first.end(), second.begin(), second.end());
  return first;
}

LoadIsland::Best::Counters LoadIsland::counters() const {
  return {turns_, lattice_rounds_, annealing_rounds_, steps_};
}

bool LoadIsland::turns_used_up() const {
  const long long limit = scene_.options.turn_limit;
  return limit > 0 && turns_ >= place_.share(limit);
}

void LoadIsland::restore(const Best::Counters& counters) {
  std::tie(turns_, lattice_rounds_, annealing_rounds_, steps_) = std::tuple_cat(counters);
  counted_ = counters;
}

}  // namespace jam::trunk
