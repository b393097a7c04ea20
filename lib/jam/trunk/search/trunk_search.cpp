// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/search/trunk_search.hpp"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <memory>
#include <tuple>
#include <utility>

#include "jam/core/philox.hpp"
#include "jam/core/streams.hpp"
#include "jam/trunk/annealing/annealing.hpp"
#include "jam/trunk/lattice/lattice_search.hpp"
#include "jam/trunk/search/trunk_plan.hpp"

namespace jam::trunk {
namespace {

constexpr const char* state_tag = "trunk 2";
constexpr int lattice_brackets_alone = 2;  ///< Before the annealing begins.
constexpr int lattice_share = 2;           ///< From then on, one turn in so many is the lattices'.

/// What the islands of a process share; must outlive them.
struct TrunkScene {
  const Container& container;
  const TriangleMesh& walls;  ///< What the lattices fill (container_walls()).
  const PointGrid& grid;
  const TrunkSearchOptions& options;
  const SearchRun& run;
};

/// Lattice packings that were verified already, by frame.
class SeenPackings {
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

/// An island of the search: lattices and annealing in turns. A round of it is one turn.
class TrunkIsland {
 public:
  using Best = LoadIncumbent;

  TrunkIsland(const TrunkScene& scene, const IslandPlace& place, LoadIncumbent& best)
      : scene_(scene),
        place_(place),
        stop_(scene.run.stop),
        best_(best),
        fixed_count_(static_cast<int>(scene.options.fixed.size())),
        lattice_(scene.walls, lattice_options()) {}

  /// Begins from options.start, if there is one.
  void begin() {
    const std::vector<BoxRow>& start = scene_.options.start;
    if (start.empty()) return;
    started_ = true;
    phase_ = SearchPhase::start;
    found(start, SearchPhase::start);
    start_annealing_from(start);
  }

  // As Island asks for (search/archipelago.hpp).

  void begin_round() {}
  [[nodiscard]] bool finish_round() {
    const bool alone = !started_ && lattice_.progress().bracket <= lattice_brackets_alone;
    if (lattice_open_ && (alone || !annealing_open_ || turns_ % lattice_share == 0)) {
      lattice_turn();
    } else {
      annealing_turn();
    }
    const bool complete = !stop_.stop_requested();
    if (complete) ++turns_;
    best_.add_counters(counters(), counted_);
    return complete;
  }
  void abandon() {}
  [[nodiscard]] bool finished() const {
    const long long limit = scene_.options.turn_limit;
    return (limit > 0 && turns_ >= place_.share(limit)) || (!lattice_open_ && !annealing_open_);
  }

  /// The best packing of the island, of those found here and those accepted.
  [[nodiscard]] std::string migrant() const {
    if (island_best_.empty()) return {};
    io::StateWriter writer;
    writer.write(island_best_);
    return writer.finish();
  }

  /// The migrant becomes an elite of the annealing.
  void accept(const std::string& migrant) {
    io::StateReader reader(migrant);
    const std::vector<BoxRow> rows = reader.read_vector<BoxRow>();
    reader.finish();
    assert(!rows.empty());
    if (rows.size() > island_best_.size()) island_best_ = rows;
    start_annealing_from(rows);
  }

  [[nodiscard]] Best::Counters counters() const { return {turns_, lattice_rounds_, annealing_rounds_, steps_}; }

  void write(io::StateWriter& state) const {
    state.write(annealing_ != nullptr ? annealing_->progress().instance_count : 0);
    state.write(phase_);
    state.write(present_count_);
    state.write(least_depth_);
    state.write(island_best_);
    state.write(started_);
    state.write(lattice_open_);
    state.write(annealing_open_);
    seen_.write(state);
    lattice_.write(state);
    if (annealing_ != nullptr) annealing_->write(state);
  }
  /// How many packings were annealed side by side in what write() has written; 0 where the annealing had not begun.
  [[nodiscard]] static int annealed_in(const std::string& bytes) { return io::StateReader(bytes).read<int>(); }

  void read(io::StateReader& state, const Best::Counters& counters) {
    const int annealed = state.read<int>();
    phase_ = state.read<SearchPhase>();
    present_count_ = state.read<int>();
    least_depth_ = state.read<double>();
    island_best_ = state.read_vector<BoxRow>();
    started_ = state.read<bool>();
    lattice_open_ = state.read<bool>();
    annealing_open_ = state.read<bool>();
    seen_.read(state);
    lattice_.read(state);
    if (annealed > 0) {
      annealing_ = make_annealing(scene_.options.instance_count > 0 ? wanted_instances() : annealed);
      annealing_->read(state);
    }
    if (annealing_open_ && annealing_ == nullptr) io::fail_state("its annealing has no packings");
    std::tie(turns_, lattice_rounds_, annealing_rounds_, steps_) = std::tuple_cat(counters);
    counted_ = counters;
  }

  static void summarise(const std::vector<const TrunkIsland*>& islands, TrunkProgress& progress) {
    progress.present_count = 0;
    progress.least_depth = -1;
    for (const TrunkIsland* island : islands) {
      progress.phase = island->phase_;
      progress.present_count = std::max(progress.present_count, island->present_count_);
      if (island->least_depth_ < 0) continue;
      progress.least_depth = progress.least_depth < 0 ? island->least_depth_ : std::min(progress.least_depth, island->least_depth_);
    }
  }

 private:
  void lattice_turn() {
    phase_ = SearchPhase::lattice;
    lattice_open_ = lattice_.advance(stop_, best_.count() <= fixed_count_);
    if (dropped()) return;
    lattice_rounds_ = lattice_.progress().rounds;
    present_count_ = lattice_.progress().best_count + fixed_count_;
    std::vector<LatticePacking> packings = lattice_.kept();
    if (packings.empty() && lattice_.best().packing.count() > 0) packings.push_back(lattice_.best());
    for (const LatticePacking& packing : packings) {
      if (!seen_.is_new(packing)) continue;
      // On a tight lattice boxes touch to the last digit; a box that rounding made illegal is left out.
      const std::vector<BoxRow> legal = best_.legal(rows_of(packing.packing));
      if (dropped()) return;
      if (legal.empty()) continue;
      found(legal, SearchPhase::lattice);
      if (!stop_.stop_requested()) start_annealing_from(legal);
    }
  }

  void annealing_turn() {
    phase_ = SearchPhase::annealing;
    annealing_open_ = annealing_->advance(stop_);
    if (dropped()) return;
    const AnnealingProgress& annealing = annealing_->progress();
    annealing_rounds_ = annealing.rounds;
    steps_ = annealing.steps;
    present_count_ = annealing.best_count + fixed_count_;
    if (annealing.attempts > 0) least_depth_ = annealing.least_depth;
    const BoxPacking& packing = annealing_->best();
    if (packing.count() <= std::ssize(island_best_)) return;
    const std::vector<BoxRow> legal = best_.legal(rows_of(packing));
    if (!dropped()) found(legal, SearchPhase::annealing);
  }

  /// Whether the present turn was stopped halfway, and what it has found is not needed.
  [[nodiscard]] bool dropped() const { return stop_.stop_requested() && best_.count() > fixed_count_; }

  void found(const std::vector<BoxRow>& legal, SearchPhase phase) {
    best_.progress.phase = phase;
    best_.add_counters(counters(), counted_);
    if (legal.size() > island_best_.size()) island_best_ = legal;
    best_.offer(legal, phase, phase == SearchPhase::start ? 0 : turns_ + 1, place_.number);
  }

  /// Makes the annealing, which costs a look at all walls, when it has its first packing.
  void start_annealing_from(const std::vector<BoxRow>& legal) {
    if (annealing_ == nullptr) annealing_ = make_annealing(wanted_instances());
    annealing_->offer(packing_of(legal, scene_.options.corner_radius));
    annealing_open_ = true;
  }

  [[nodiscard]] std::uint64_t seed() const {
    const std::uint64_t seed = scene_.options.seed;
    if (place_.number == 0) return seed;
    RandomStream random(seed, StreamId::island_seed, static_cast<std::uint32_t>(place_.number), 0);
    const std::uint64_t high = random.next_u32();
    return high << 32 | random.next_u32();
  }

  [[nodiscard]] std::vector<PlacedBox> fixed_boxes() const { return packing_of(scene_.options.fixed, scene_.options.corner_radius).boxes; }

  [[nodiscard]] LatticeOptions lattice_options() const {
    return {.edge = scene_.options.edge,
            .seed = seed(),
            .thread_count = scene_.run.thread_count,
            .device = scene_.run.device,
            .fixed = fixed_boxes()};
  }

  /// 0: the default of the device.
  [[nodiscard]] int wanted_instances() const {
    const int all = scene_.options.instance_count;
    return all > 0 ? std::max(1, static_cast<int>(place_.share(all))) : 0;
  }

  [[nodiscard]] std::unique_ptr<Annealing> make_annealing(int instance_count) const {
    AnnealingOptions options{.edge = scene_.options.edge,
                             .corner_radius = scene_.options.corner_radius,
                             .seed = seed(),
                             .thread_count = scene_.run.thread_count,
                             .instance_count = instance_count,
                             .fixed = fixed_boxes()};
    const auto verify = [this](const BoxPacking& packing) { return std::ssize(best_.legal(rows_of(packing))) == packing.count(); };
    return std::make_unique<Annealing>(scene_.container, scene_.grid, std::move(options), scene_.run.device, verify);
  }

  TrunkScene scene_;
  IslandPlace place_;
  StopToken& stop_;
  LoadIncumbent& best_;
  int fixed_count_;
  LatticeSearch lattice_;
  std::unique_ptr<Annealing> annealing_;  ///< From the first packing on.
  SeenPackings seen_;
  std::vector<BoxRow> island_best_;  ///< Without fixed boxes.
  bool started_ = false;             ///< From a packing that was given.
  bool lattice_open_ = true;
  bool annealing_open_ = false;  ///< Has packings to continue from.
  long long turns_ = 0;
  long long lattice_rounds_ = 0;
  long long annealing_rounds_ = 0;
  long long steps_ = 0;
  SearchPhase phase_ = SearchPhase::lattice;
  int present_count_ = 0;     ///< As in TrunkProgress.
  double least_depth_ = -1;   ///< [mm]
  Best::Counters counted_{};  ///< What best_.progress has of the counters.
};

/// Boxes beside the fixed ones, by volume.
int volume_bound(const TriangleMesh& walls, const TrunkSearchOptions& options) {
  double free = volume_of(walls);
  for (const BoxRow& row : options.fixed) free -= rounded_volume(row.edge, options.corner_radius);
  // A cavity of exactly n boxes may be short of n by rounding.
  const double count = std::floor(free / rounded_volume(options.edge, options.corner_radius) * (1 + 1e-9));
  return static_cast<int>(std::clamp(count, 0.0, 1e9));
}

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
  const int island_count = read_trunk_head(reader, state_tag);
  static_cast<void>(reader.read_text());  // The incumbent.
  int sum = 0;
  for (const ranks::IslandState& island : read_islands(reader, island_count)) sum += TrunkIsland::annealed_in(island.bytes);
  return sum;
}

TrunkResult search_trunk(const Container& container, const PointGrid& grid, const TrunkSearchOptions& options, const VerifyRows& verify,
                         const SearchRun& run) {
  TrunkPlan plan(options, run, state_tag);
  const TriangleMesh walls = container_walls(container);
  const int bound = volume_bound(walls, plan.options()) + static_cast<int>(options.fixed.size());
  LoadIncumbent best(options.fixed, verify, bound, run);
  best.progress.bound = bound;
  const TrunkScene scene{container, walls, grid, plan.options(), run};
  const auto make = [&](const IslandPlace& place) { return std::make_unique<TrunkIsland>(scene, place, best); };
  // After a stop, a start that was relaxed may be incomplete: then nothing follows from it.
  const bool whole = options.start.empty() || !run.stop.stop_requested();
  return plan.run<TrunkIsland>(best, make, [whole](const std::vector<TrunkIsland*>& islands) {
    for (TrunkIsland* island : islands) island->begin();
    return whole;
  });
}

}  // namespace jam::trunk
