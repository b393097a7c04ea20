// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// From squeezed packings (stretched_container.hpp) to legal ones: the polish (box_polish.hpp) moves all
// boxes; where it does not get there, the box that is squeezed most is taken out, and it goes on with the
// others.
#pragma once

#include <utility>
#include <vector>

#include "jam/core/pool.hpp"
#include "jam/core/stop.hpp"
#include "jam/trunk/model/container.hpp"
#include "jam/trunk/polish/box_polish.hpp"

namespace jam::trunk {

class SqueezedPackings {
 public:
  /// For packings in one container, which must outlive the object, with the boxes `fixed` in it.
  SqueezedPackings(const Container& container, std::vector<PlacedBox> fixed)
      : walls_(container), fixed_(std::move(fixed)) {}

  /// Makes packings legal, side by side on `thread_count` threads (0: all), whose number does not change
  /// results. They are packings without the fixed boxes. Those of which less than `floor` boxes would be
  /// left, or that would lose more than 16, have none afterwards; after a stop those that were not legal by
  /// then. The others are legal as far as the polish can tell: exact verification has to follow. Returns for
  /// each packing what the polish made of it before each box that was taken out: none if it was legal at
  /// once.
  std::vector<std::vector<NearlyLegal>> release(std::vector<BoxPacking>& packings, int floor,
                                                int thread_count, StopToken& stop);

  [[nodiscard]] const WallTriangles& walls() const { return walls_; }

 private:
  /// Whether that was possible.
  [[nodiscard]] bool release(std::vector<PlacedBox>& boxes, int floor, std::vector<NearlyLegal>& before,
                             StopToken& stop);

  WallTriangles walls_;
  std::vector<PlacedBox> fixed_;
  Pool<BoxPolish> polishes_;
};

}  // namespace jam::trunk
