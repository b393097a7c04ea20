// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Turns.
#include "jam/trunk/search/trunk_search.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

#include "jam/trunk/annealing/annealing.hpp"
#include "jam/trunk/lattice/lattice_search.hpp"
#include "jam/trunk/model/container_walls.hpp"
#include "jam/trunk/search/best_load.hpp"

namespace jam::trunk {
namespace {

constexpr const char* state_tag = "trunk 1";
constexpr int lattice_brackets_alone = 2;  ///< Before the annealing begins.
constexpr int lattice_share = 2;           ///< One turn in so many is the lattices' from then on.

/// Lattice packings that were judged already, by frame.
class Judged {
 public:
  /// Whether the packing is better than what was seen of its frame.
  bool is_new(const LatticePacking& packing) {
    const Lattice& lattice = packing.frame.lattice;
    for (Entry& entry : entries_) {
      if (!(entry.rotation == lattice.rotation && entry.origin == lattice.origin)) continue;
      if (entry.count >= packing.packing.count()) return false;
      entry.count = packing.packing.count();
      return true;
    }
    entries_.push_back({lattice.rotation, lattice.origin, packing.packing.count()});
    return true;
  }

  void write(io::StateWriter& state) const {
    state.write(static_cast<int>(entries_.size()));
    for (const Entry& entry : entries_) {
      state.write(entry.rotation);
      state.write(entry.origin);
      state.write(entry.count);
    }
  }
  void read(io::StateReader& state) {
    entries_.clear();
    for (int left = state.read<int>(); left > 0; --left) {
      const auto rotation = state.read<Quaterniond>();
      const auto origin = state.read<Vec3d>();
      entries_.push_back({rotation, origin, state.read<int>()});
    }
  }

 private:
  struct Entry {
    Quaterniond rotation;
    Vec3d origin;
    int count;
  };
  std::vector<Entry> entries_;
};

/// The two phases and what goes from one to the other.
class Turns {
 public:
  Turns(const Container& container, const PointGrid& grid, const TrunkSearchOptions& options, const SearchRun& run, BestLoad& best)
      : options_(options),
        best_(best),
        walls_(container_walls(container)),
        lattice_(walls_, lattice_options(options, run)),
        make_annealing_([&container, &grid, &options, &run, this](int instance_count) {
          return std::make_unique<Annealing>(container, grid, annealing_options(options, run, instance_count), run.device,
                                             [this](const BoxPacking& packing) { return legal_count(packing) == packing.count(); });
        }) {
    progress_.bound = bound(options) + static_cast<int>(options.fixed.size());
  }

  void begin() {
    if (options_.start.empty()) return;
    started_ = true;
    progress_.phase = SearchPhase::start;
    best_.offer(options_.start, SearchPhase::start);
    start_annealing_from(options_.start);
  }

  void restore(const std::string& bytes) {
    io::StateReader state(bytes);
    const int annealed = read_head(state);
    best_.read(state);
    read_counters(state, progress_);
    started_ = state.read<bool>();
    lattice_open_ = state.read<bool>();
    annealing_open_ = state.read<bool>();
    judged_.read(state);
    lattice_.read(state);
    if (annealed > 0) {
      annealing_ = make_annealing_(options_.instance_count > 0 ? options_.instance_count : annealed);
      annealing_->read(state);
    }
    if (annealing_open_ && annealing_ == nullptr) io::fail_state("it anneals nothing");
    state.finish();
  }

  /// `whole`: what it begins with was not cut short by the clock.
  void run(bool whole, StopToken& stop, CheckpointSink* checkpoint) {
    best_.progressed(progress_);
    for (; whole; whole = !stop.stop_requested()) {
      const double seconds = best_.seconds();
      if (checkpoint != nullptr && checkpoint->due(seconds)) checkpoint->save(whole_state(), seconds);
      if (stop.stop_requested() || done()) break;
      turn(stop);
      best_.progressed(progress_);
    }
    if (!stop.stop_requested()) stop.request(StopReason::finished);
  }

  /// Begins each state: what it is, and how many packings are annealed.
  static int read_head(io::StateReader& state) {
    read_tag(state, state_tag);
    return state.read<int>();
  }

  [[nodiscard]] const TrunkProgress& progress() const { return progress_; }

 private:
  void turn(StopToken& stop) {
    const bool alone = !started_ && lattice_.progress().bracket <= lattice_brackets_alone;
    if (lattice_open_ && (alone || !annealing_open_ || progress_.turns % lattice_share == 0)) {
      lattice_turn(stop);
    } else {
      annealing_turn(stop);
    }
    if (!stop.stop_requested()) ++progress_.turns;
  }

  /// Everything that the next turns depend on and that problem and options do not give.
  [[nodiscard]] std::string whole_state() const {
    io::StateWriter state;
    write_tag(state, state_tag);
    state.write(annealing_ != nullptr ? annealing_->progress().instance_count : 0);
    best_.write(state);
    write_counters(state, progress_);
    state.write(started_);
    state.write(lattice_open_);
    state.write(annealing_open_);
    judged_.write(state);
    lattice_.write(state);
    if (annealing_ != nullptr) annealing_->write(state);
    return state.finish();
  }

  static std::vector<PlacedBox> fixed_boxes(const TrunkSearchOptions& options) {
    return packing_of(options.fixed, options.corner_radius).boxes;
  }

  /// Of the boxes beside the fixed ones, by volume; as LatticeSearch::bound, which knows sharp boxes only.
  [[nodiscard]] int bound(const TrunkSearchOptions& options) const {
    if (!(options.corner_radius > 0)) return lattice_.bound();
    double free = volume_of(walls_);
    for (const BoxRow& row : options.fixed) free -= rounded_volume(row.edge, options.corner_radius);
    return static_cast<int>(std::clamp(std::floor(free / rounded_volume(options.edge, options.corner_radius) * (1 + 1e-9)), 0.0, 1e9));
  }

  static LatticeOptions lattice_options(const TrunkSearchOptions& options, const SearchRun& run) {
    LatticeOptions lattice;
    lattice.device = run.device;
    lattice.edge = options.edge;
    lattice.seed = options.seed;
    lattice.thread_count = run.thread_count;
    lattice.fixed = fixed_boxes(options);
    return lattice;
  }

  static AnnealingOptions annealing_options(const TrunkSearchOptions& options, const SearchRun& run, int instance_count) {
    AnnealingOptions annealing;
    annealing.edge = options.edge;
    annealing.corner_radius = options.corner_radius;
    annealing.seed = options.seed;
    annealing.thread_count = run.thread_count;
    annealing.instance_count = instance_count;
    annealing.fixed = fixed_boxes(options);
    return annealing;
  }

  [[nodiscard]] bool done() const {
    if (options_.turn_limit > 0 && progress_.turns >= options_.turn_limit) return true;
    return best_.count() >= progress_.bound || (!lattice_open_ && !annealing_open_);
  }

  /// Whether what the present turn has found belongs to no sequence, for it was stopped halfway, and is not needed either.
  [[nodiscard]] bool dropped(StopToken& stop) const {
    return stop.stop_requested() && best_.count() > static_cast<int>(options_.fixed.size());
  }

  /// The annealing looks at all walls when it is made: not before it has something to do.
  void start_annealing_from(const std::vector<BoxRow>& legal) {
    if (annealing_ == nullptr) annealing_ = make_annealing_(options_.instance_count);
    annealing_->offer(packing_of(legal, options_.corner_radius));
    annealing_open_ = true;
  }

  [[nodiscard]] int legal_count(const BoxPacking& packing) const { return static_cast<int>(best_.legal(rows_of(packing)).size()); }

  void lattice_turn(StopToken& stop) {
    progress_.phase = SearchPhase::lattice;
    lattice_open_ = lattice_.advance(stop, best_.count() <= static_cast<int>(options_.fixed.size()));
    if (dropped(stop)) return;
    const LatticeProgress& lattice = lattice_.progress();
    progress_.lattice_rounds = lattice.rounds;
    progress_.present_count = lattice.best_count + static_cast<int>(options_.fixed.size());
    std::vector<LatticePacking> packings = lattice_.kept();
    if (packings.empty() && lattice_.best().packing.count() > 0) packings.push_back(lattice_.best());
    for (const LatticePacking& packing : packings) {
      if (!judged_.is_new(packing)) continue;
      // On a tight lattice boxes touch to the last digit; a box that rounding made illegal is left out.
      const std::vector<BoxRow> legal = best_.legal(rows_of(packing.packing));
      if (dropped(stop)) return;
      if (legal.empty()) continue;
      best_.offer(legal, SearchPhase::lattice);
      if (!stop.stop_requested()) start_annealing_from(legal);
    }
  }

  void annealing_turn(StopToken& stop) {
    progress_.phase = SearchPhase::annealing;
    annealing_open_ = annealing_->advance(stop);
    if (dropped(stop)) return;
    const AnnealingProgress& annealing = annealing_->progress();
    progress_.annealing_rounds = annealing.rounds;
    progress_.relaxation_steps = annealing.steps;
    progress_.present_count = annealing.best_count + static_cast<int>(options_.fixed.size());
    if (annealing.attempts > 0) progress_.least_depth = annealing.least_depth;
    const BoxPacking& found = annealing_->best();
    if (found.count() + static_cast<int>(options_.fixed.size()) <= best_.count()) return;
    const std::vector<BoxRow> legal = best_.legal(rows_of(found));
    if (!dropped(stop)) best_.offer(legal, SearchPhase::annealing);
  }

  const TrunkSearchOptions& options_;
  BestLoad& best_;
  TriangleMesh walls_;
  LatticeSearch lattice_;
  std::function<std::unique_ptr<Annealing>(int instance_count)> make_annealing_;
  std::unique_ptr<Annealing> annealing_;  ///< From the first packing on.
  Judged judged_;
  bool started_ = false;  ///< From a packing that was given.
  bool lattice_open_ = true;
  bool annealing_open_ = false;  ///< Has something to go on from.
  TrunkProgress progress_;
};

}  // namespace

const char* phase_name(SearchPhase phase) {
  switch (phase) {
    case SearchPhase::start: return "start";
    case SearchPhase::lattice: return "lattice";
    case SearchPhase::annealing: return "annealing";
    case SearchPhase::pieces: return "pieces";
  }
  return "?";
}

int annealed_in_state(const std::string& state) {
  io::StateReader reader(state);
  return Turns::read_head(reader);
}

TrunkResult search_trunk(const Container& container, const PointGrid& grid, const TrunkSearchOptions& options, const VerifyRows& verify,
                         const SearchRun& run) {
  BestLoad best(options.fixed, verify, run);
  Turns turns(container, grid, options, run, best);
  const bool resumed = run.resumes();
  // A start that was relaxed may be what a stop has left of it.
  const bool whole = resumed || options.start.empty() || !run.stop.stop_requested();
  if (resumed) {
    turns.restore(run.checkpoint->resume_state());
  } else {
    turns.begin();
  }
  turns.run(whole, run.stop, run.checkpoint);
  return {{turns.progress(), run.stop.reason()}, best.rows()};
}

}  // namespace jam::trunk
