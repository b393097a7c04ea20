// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/search/load_island.hpp"

#include <functional>
#include <tuple>

#include "jam/trunk/model/box_bytes.hpp"
#include "jam/trunk/search/trunk_start.hpp"

namespace jam::trunk {
namespace {

/// Largest relative difference of values that counts as rounding of their sums [-].
constexpr double value_rounding = 1e-12;

/// Whether a load of value `a` and `a_count` boxes is better, by more than rounding.
bool is_better(double a, std::size_t a_count, double b, std::size_t b_count) {
  if (a > b * (1 + value_rounding)) return true;
  return a_count > b_count && b <= a * (1 + value_rounding);
}

}  // namespace

std::array<long long*, LoadKind::counter_count> LoadKind::counters(Progress& progress) {
  return {&progress.turns, &progress.lattice_rounds, &progress.annealing_rounds, &progress.relaxation_steps};
}

bool LoadKind::is_nothing(const Improvement& improvement) const {
  return improvement.rows.size() == fixed().size();
}

bool LoadKind::precedes(const Improvement& a, const Improvement& b) {
  if (is_better(a.value, a.rows.size(), b.value, b.rows.size())) return true;
  if (is_better(b.value, b.rows.size(), a.value, a.rows.size())) return false;
  return std::tie(a.round, a.island) < std::tie(b.round, b.island);
}

bool LoadKind::gains(const Improvement& improvement, const Progress& progress) {
  return is_better(improvement.value, improvement.rows.size(), progress.best_value, progress.best_count);
}

void LoadKind::show(const Improvement& improvement, Progress& progress) {
  progress.best_count = static_cast<int>(improvement.rows.size());
  progress.best_litres = improvement.litres;
  progress.best_value = improvement.value;
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
  if (allowance_->problem().set.has_values()) state.write(p.best_value);
}

void LoadKind::read_display(io::StateReader& state, Progress& p) const {
  io::read_all(state, p.phase, p.present_count, p.least_depth, p.best_count, p.best_litres);
  p.best_value = allowance_->problem().set.has_values() ? state.read<double>() : p.best_litres;
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
  const std::vector<BoxRow> rows = allowance_->larger(improvement.rows);
  improvement.litres = litres_of(rows);
  improvement.value = value_of(allowance_->problem().set, rows);
}

bool LoadKind::verify(const std::vector<BoxRow>& rows) const {
  return allowance_->any() ? verify_(allowance_->larger(rows)) : verify_(rows);
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
  Incumbent::offer(kind().load(boxes, phase, round, island));
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
