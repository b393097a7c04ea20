// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Populations of squeezed packings: packings of a lattice search in a container that is stretched by a small
// share (lattice/stretched_container.hpp). They are released (polish/squeezed_packings.hpp). Selection in a
// population: most boxes after the release; among equal numbers of boxes, the packings that would need least
// to keep one more.
//
// A population begins with the frames and the best packings of the search in the container as it is;
// comparing frames once more would take longer than all its generations. It ends when the number of boxes of
// its best released packing has not grown for 6 generations, or after 16. The next one has other random
// numbers and twice the rounds between two generations, up to 16 times. It begins with the results so far of
// the search in the container as it is. Its container is larger where this one lost one box or none, smaller
// where it lost more than two: basin hopping needs packings with a box or two too many.
//
// Packings with more boxes than any legal one that the polish has made nearly legal go on by basin hopping
// (basin_hopping.hpp): a turn of it follows the steps of a population, once the first one has had some time.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "jam/trunk/lattice/search.hpp"
#include "jam/trunk/lattice/stretched_container.hpp"
#include "jam/trunk/polish/squeezed_packings.hpp"
#include "jam/trunk/search/basin_hopping.hpp"
#include "jam/trunk/search/trunk_search.hpp"

namespace jam::trunk {

/// A packing that a turn of lattices has found: legal, as far as a lattice or the polish can tell.
struct LatticeFind {
  BoxPacking packing;
  SearchPhase phase;  ///< `grid`, `lattice`, `squeezed` or `hopping`.

  /// Whether the polish left no room between its boxes.
  [[nodiscard]] bool squeezed() const {
    return phase == SearchPhase::squeezed || phase == SearchPhase::hopping;
  }
};

class SqueezedSearch {
 public:
  /// `walls`, what lattices fill of `container`, and that must outlive this. Errors as LatticeSearch.
  SqueezedSearch(const TriangleMesh& walls, const Container& container, LatticeOptions options,
                 double corner_radius, int bound, const BasinHopping::Turn& hopping_turn)
      : walls_(walls),
        container_(container),
        options_(std::move(options)),
        corner_radius_(corner_radius),
        hopping_turn_(hopping_turn),
        stretch_(usual_stretch(bound)) {}
  SqueezedSearch(const SqueezedSearch&) = delete;  // Its lattice search calls release().
  SqueezedSearch& operator=(const SqueezedSearch&) = delete;

  /// Takes `steps` steps of a population, and hops. A population begins with the results so far of `exact`,
  /// which has compared its frames. `best_count` is the number of boxes of the best packing that lattices
  /// have found, `reached` that of all searches. False when nothing fits even into a stretched container, or
  /// a stop was requested.
  bool advance(int steps, int best_count, int reached, const LatticeSearch& exact, StopToken& stop);

  /// Packings that the last advance() has found: legal as far as the polish can tell.
  [[nodiscard]] std::vector<LatticeFind>& found() { return found_; }
  /// Nearly legal packings with more boxes than any legal one.
  [[nodiscard]] std::vector<BoxPacking> nearly_legal() const {
    return hopping_ ? hopping_->packings() : std::vector<BoxPacking>();
  }
  /// Whether a first population has had some time.
  [[nodiscard]] bool explored() const;
  [[nodiscard]] long long rounds() const;

  void write(io::StateWriter& state) const;
  void read(io::StateReader& state);

 private:
  /// Begins a population: its container, and a lattice search there.
  void begin();

  /// Reads all walls, the first time.
  void begin_releasing();

  /// Whether the present population has had its generations.
  [[nodiscard]] bool is_over() const;

  /// Ends the present population; the next one has another stretch where this one lost too little or much.
  void end();

  /// A turn of basin hopping, once populations have had some time: at first they gain faster.
  void hop(StopToken& stop);

  /// The worth of packings of the stretched container as legal ones. Adds those with enough boxes to be of
  /// use to found_.
  [[nodiscard]] std::vector<int> release(const std::vector<const LatticeInstance*>& lattices,
                                         StopToken& stop);

  /// How near a packing was to one box more, in eighths of a box, from the energy that the polish left of it
  /// [mm^2, for litre boxes].
  [[nodiscard]] static int nearness(double energy);

  const TriangleMesh& walls_;
  const Container& container_;
  LatticeOptions options_;
  double corner_radius_;
  BasinHopping::Turn hopping_turn_;
  std::optional<SqueezedPackings> release_;  ///< Empty before the first squeezed packing.
  std::optional<BasinHopping> hopping_;      ///< Empty before the first squeezed packing.
  double stretch_;            ///< Stretch of the present population, or of the next one: share [-].
  Vec3d axis_{0, 0, 1};       ///< Axis across which the container of the present population is stretched.
  std::uint32_t number_ = 0;  ///< Number of the present population, or of the next one.
  std::unique_ptr<StretchedContainer> stretched_;  ///< Container of the present population.
  /// Search of the present population; null between two populations.
  std::unique_ptr<LatticeSearch> search_;
  std::vector<LatticeFind> found_;
  int best_count_ = 0;            ///< Argument of advance(), raised by packings found since.
  int reached_ = 0;               ///< Argument of advance().
  int most_left_ = 0;             ///< Number of boxes of the present population's best legal packing.
  int gain_generation_ = 0;       ///< Generation in which a packing with most_left_ boxes was first found.
  long long earlier_rounds_ = 0;  ///< Number of rounds of the earlier populations.
};

}  // namespace jam::trunk
