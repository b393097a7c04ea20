// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Axis-aligned packing on lattices, the start of the search of a trunk. F. Eisenbrand, S. Funke, J. Reichel,
// E. Schoemer, Packing a trunk (ESA 2003) state it as a maximum independent set among placements on a cubic
// grid; here the grid itself is searched as well, and the independent set is improved by large-neighbourhood
// search (rounds.hpp).
//
// The search is a sequence of brackets. A bracket searches one packing per frame for the same number of
// rounds; the better half continues with twice as many, until no more are left than survive. Those with cubic
// cells then continue for a while on lattices of half the pitch along one or more axes. The survivors take
// part in the next bracket.
//
// Cells are fine along one axis (pitches.hpp) if the edges of the box have a common measure. The first
// bracket then has the six orders of axes in the rotations with most legal placements, and cubes in addition;
// the second one offsets in fine steps in the best rotation and order, since a millimetre decides on a box or
// two and legal placements do not tell where, and other parts. Otherwise cells are cubes: the first bracket
// has the frames with most legal placements, the second one more offsets of the best rotations.
//
// From the third one on, brackets are generations of a population (generations.cpp): one step, of which the
// better half survives and has children, also of parents on lattices with different offsets; some children
// get an offset of their own. The first population are the survivors of the second bracket. Populations
// saturate; so an era of some generations is followed by another one, which begins with a bracket of new
// packings at other offsets, in the best rotation and cells or, in every second era, in others. In the last
// part of an era the best packings of earlier eras with the same rotation and cells join. Eras become longer.
//
// Packings of a population survive by their numbers of boxes, or by the worth that the caller gives them
// (LatticeOptions::assess). A search may begin with the population of another one, in a container that
// differs little (begin_from).
//
// Before all this come plain grids: boxes that all lie the same way, in rows along the axes of a rotation. A
// grid has the edges of the box as its pitch, so it is exact for edges of any length, and no result has fewer
// boxes than the best grid. If no cubic cell divides the edges, lattices whose cells divide the edges of
// the box in one of its orientations (stacking_pitch) are frames in addition to the cubic ones.
//
// Everything is counted in rounds and ordered by number: seed and options determine the sequence of results,
// the number of threads and the clock only how far it gets. The result of a step that is stopped halfway is
// dropped, unless it is the first result: that one is used, and differs from run to run.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include "jam/core/pool.hpp"
#include "jam/core/stop.hpp"
#include "jam/io/binary_state.hpp"
#include "jam/trunk/lattice/frame.hpp"
#include "jam/trunk/lattice/instance.hpp"
#include "jam/trunk/model/box_packing.hpp"

namespace jam::trunk {

/// After a step of a bracket, packings that have fewer boxes than the best by more than this number are
/// dropped.
inline constexpr int hopeless_distance = 4;

/// Returns the worth of the best packing of each instance, in eighths of a box (worth_of_box). After a stop
/// it must not be used.
using AssessPackings =
    std::function<std::vector<int>(const std::vector<const LatticeInstance*>& instances, StopToken& stop)>;

struct LatticeOptions {
  Vec3d edge{200, 100, 50};  ///< Edges of a box [mm], each > 0.
  std::uint64_t seed = 1;
  int thread_count = 0;  ///< 0: all. Has no influence on results.
  int frame_count = 32;  ///< Number of frames in a bracket.
  int pair_limit = 40;   ///< Number of rotations from pairs of walls.
  double yaw_step = 3;   ///< Angle between two rotations about the normal of a large wall [degrees]; large
                         ///< meshes use at least 15.
  long long first_rounds = 2000;  ///< Number of rounds of a packing in the first step of the first bracket.
  /// Number of rounds of all packings together after which the search ends; 0: none.
  long long round_budget = 0;
  int kept_packings = 32;             ///< Largest number of packings that kept() returns.
  int era_generations = 8;            ///< Number of generations of a population until a new one begins.
  VerticalEdges vertical = any_edge;  ///< Which edges of a box may be vertical.
  std::vector<PlacedBox> fixed;  ///< Boxes that are in the container and stay there; never part of a result.
  AssessPackings assess = {};    ///< Decides which packings of a population survive, in a search that begins
                                 ///< from another one; empty: their numbers of boxes do.
};

/// A legal packing: boxes inside of the mesh, apart from each other and from the fixed ones; on a tight
/// lattice they touch.
struct LatticePacking {
  BoxPacking packing;
  Frame frame;
};

inline constexpr int bracket_survivors = 8;  ///< Largest number of packings that survive a bracket.
inline constexpr int bracket_children = 8;   ///< Largest number of children made in a bracket.
/// Largest number of children that get a lattice of blocks with another offset along y and z than their
/// parents.
inline constexpr int bracket_moved_children = 4;
/// Number of brackets that compare frames. Later brackets are generations of populations.
inline constexpr int compared_brackets = 2;

/// A generation of a population: `era` counts from 0, `place` is its number in the era.
struct Generation {
  int era = -1;  ///< -1: the bracket is none.
  int place = 0;

  /// Whether half of the packings have children. The first bracket of an era compares new packings instead;
  /// the first era of all continues with those of the previous bracket.
  [[nodiscard]] bool breeds() const { return era == 0 || (era > 0 && place > 0); }
};

[[nodiscard]] inline Generation generation_of(int bracket, int era_generations) {
  const int number = bracket - compared_brackets - 1;
  if (number < 0) return {};
  return {number / era_generations, number % era_generations};
}

/// Number of times that the rounds of a packing in the first step of a bracket have doubled since the first
/// bracket.
[[nodiscard]] inline int doublings(int bracket, Generation generation) {
  if (generation.era >= 0) return std::min(2 + generation.era / 4, 20);
  return bracket < compared_brackets ? 0 : 2;
}

/// Progress of the search, for display.
struct LatticeProgress {
  int bracket = 0;   ///< 0 while frames are computed.
  int packings = 0;  ///< Number of packings that are searched at the same time.
  int best_count = 0;
  long long rounds = 0;        ///< Number of rounds of all packings.
  int rotations_examined = 0;  ///< 0 until plain grids were searched.
};

/// A search that is advanced step by step, so that it can alternate with another one.
class LatticeSearch {
 public:
  /// `mesh` must be closed and outlive the object. InputError for an edge that is not positive;
  /// OverflowError for a container far too large for the lattice.
  LatticeSearch(const TriangleMesh& mesh, LatticeOptions options);

  /// Works for about a second of one processor per thread; in a container of several m^3 the first time takes
  /// minutes. False when there is nothing left to do: a packing reached the bound, the budget is used up, no
  /// box fits anywhere, or a stop was requested, which ends the search for good. `needed`: if there is no
  /// packing yet, the work for one packing is done even if a stop is requested meanwhile, if about a
  /// second is enough for it.
  bool advance(StopToken& stop, bool needed = true);

  /// In the place of the first advance(): takes over the frames that `other` has compared, and the best
  /// packings of its population, each with the boxes that are legal here. `other` has the same box, and a
  /// container that differs by parts in a thousand; its frames are compared. Nothing happens after a stop.
  void begin_from(const LatticeSearch& other, StopToken& stop);

  /// The best packing so far; empty if none was found.
  [[nodiscard]] const LatticePacking& best() const {
    return grid_.packing.count() > best_.packing.count() ? grid_ : best_;
  }

  /// The packing with most boxes of those that are searched now; null if there is none.
  [[nodiscard]] const LatticeInstance* best_instance() const;

  /// Good packings of different frames, best first; the best plain grid if none has as many boxes.
  [[nodiscard]] std::vector<LatticePacking> kept() const;
  /// Boxes of the best plain grid.
  [[nodiscard]] int grid_count() const { return grid_.packing.count(); }

  [[nodiscard]] const LatticeProgress& progress() const { return progress_; }

  /// Whether plain grids were searched, and no frames yet.
  [[nodiscard]] bool has_only_grids() const {
    return progress_.bracket == 0 && progress_.rotations_examined > 0;
  }
  /// Whether frames were compared: populations follow.
  [[nodiscard]] bool compared() const { return progress_.bracket > compared_brackets; }
  /// Whether frames were compared, and the first population in the best one has had its time.
  [[nodiscard]] bool explored() const { return generation().era > 0; }
  /// The generation of the present bracket in its population.
  [[nodiscard]] Generation generation() const {
    return generation_of(progress_.bracket, options_.era_generations);
  }

  /// No packing has more boxes than this: free volume over volume of a box.
  [[nodiscard]] int bound() const { return bound_; }

  /// The state that the next steps depend on, apart from the constructor's arguments; not to be written after
  /// a stop. InputError for a state that does not fit, from read() or from the first advance() after it.
  void write(io::StateWriter& state) const;
  void read(io::StateReader& state);

 private:
  using Instances = std::vector<std::unique_ptr<LatticeInstance>>;

  void work(StopToken& stop);
  void build_cells(StopToken& stop);
  /// A task with cubic cells; `stop` ends the work on it.
  [[nodiscard]] FrameTask task(StopQuery stop) const { return task(stop, {pitch_, pitch_, pitch_}); }
  [[nodiscard]] FrameTask task(StopQuery stop, Vec3d pitch, int window_words = 1) const {
    return {mesh_, options_.fixed, options_.edge, pitch, stop, false, window_words, options_.vertical};
  }
  [[nodiscard]] std::vector<Quaterniond> candidate_rotations_of_mesh(StopToken& stop) const;
  void find_grid(StopToken& stop);
  void find_frames(StopToken& stop);
  [[nodiscard]] std::vector<Frame> candidates(StopToken& stop);
  void start_bracket(StopToken& stop);
  [[nodiscard]] std::vector<Frame> newcomers(StopToken& stop) const;
  /// Frames of blocks with the rotation and the cells of `like`: good offsets along y and z, moved by
  /// fractions of a step.
  [[nodiscard]] std::vector<Frame> fine_offsets(const Frame& like, std::array<double, 2> moved,
                                                StopToken& stop) const;
  void end_era(Instances& survivors);
  void join_elites();
  [[nodiscard]] Instances children(const Instances& parents, StopToken& stop);
  [[nodiscard]] Lattice moved_lattice(const Frame& frame, std::uint32_t number) const;
  [[nodiscard]] std::vector<ContainerCells> containers(const std::vector<Lattice>& lattices,
                                                       StopToken& stop) const;
  template <class Make>
  [[nodiscard]] Instances make_instances(const std::vector<Lattice>& lattices, bool needed, StopToken& stop,
                                         const Make& make);
  void run_step(StopToken& stop);
  void end_step(StopToken& stop);
  void assess_survivors(StopToken& stop);
  void refine(StopToken& stop);
  void publish();
  void keep(const LatticeInstance& instance);

  const TriangleMesh& mesh_;
  LatticeOptions options_;
  LatticeRounds* run_rounds_ = lattice_rounds.best();
  Pool<RoundScratch> scratch_;
  double pitch_;
  double block_;  ///< Edge of a block, see block_edge() [mm]; 0 if cells are cubes.
  int bound_ = 0;
  std::vector<Quaterniond> rotations_;  ///< Those of find_grid(), until find_frames() takes them.
  std::vector<Frame> frames_;           ///< Best first.
  Instances instances_;                 ///< Instances of the current step, best first at its end.
  Instances fine_;                      ///< Instances on refined lattices, after a bracket.
  Instances elites_;                    ///< The best ones of earlier eras.
  long long step_rounds_ = 0;           ///< Number of rounds of each packing in this step.
  long long step_done_ = 0;             ///< Number of rounds of each packing that are done in this step.
  bool stopped_ = false;
  bool needed_ = true;     ///< A packing is needed, even after a stop.
  bool has_cells_ = true;  ///< All packings have the cells of their containers.
  std::uint32_t next_number_ = 0;
  LatticePacking grid_;  ///< The best plain grid.
  LatticePacking best_;  ///< The best packing of the brackets.
  std::vector<LatticePacking> kept_;
  LatticeProgress progress_;
};

}  // namespace jam::trunk
