// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/search/load_island.hpp"

#include <functional>
#include <tuple>

#include "jam/trunk/model/box_bytes.hpp"
#include "jam/trunk/search/trunk_start.hpp"

namespace jam::trunk {
namespace {

/// Largest relative difference of volumes that counts as rounding of their sums [-].
constexpr double volume_rounding = 1e-12;

}  // namespace

std::array<long long*, LoadKind::counter_count> LoadKind::counters(Progress& progress) {
  return {&progress.turns, &progress.lattice_rounds, &progress.annealing_rounds, &progress.relaxation_steps};
}

bool LoadKind::is_nothing(const Improvement& improvement) const {
  return improvement.rows.size() == fixed().size();
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
  improvement.litres = litres_of(allowance_->larger(rows));
  return improvement;
}

void LoadKind::write_display(io::StateWriter& state, const Progress& p) {
  io::write_all(state, p.phase, p.present_count, p.least_depth, p.best_count, p.best_litres);
}

void LoadKind::read_display(io::StateReader& state, Progress& p) {
  io::read_all(state, p.phase, p.present_count, p.least_depth, p.best_count, p.best_litres);
  if (p.phase < SearchPhase::start || p.phase > SearchPhase::pose) io::fail_state("it has no phase");
}

LoadKind::Improvement LoadKind::load(const std::vector<BoxRow>& boxes, SearchPhase phase, long long round,
                                     int island) const {
  Improvement improvement;
  improvement.phase = phase;
  improvement.rows = fixed();
  improvement.rows.insert(improvement.rows.end(), boxes.begin(), boxes.end());
  improvement.litres = litres_of(allowance_->larger(improvement.rows));
  improvement.round = round;
  improvement.island = island;
  return improvement;
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
