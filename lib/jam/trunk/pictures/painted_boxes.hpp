// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Boxes in the order in which a painter paints them, so that each covers what lies behind it.
//
// Two disjoint boxes whose pictures overlap are parted by a plane that does not hold the direction of view:
// the box on the side of the eye is in front (15 separating axes; S. Gottschalk, M. C. Lin, D. Manocha,
// OBBTree, SIGGRAPH 1996). These relations can form a circle: A before B before C before A. Take a circle
// that no relation shortens, a box A in it, and its neighbours B and C. The overlaps of A's picture with
// those of B and C have no point in common, for at such a point the depths of all three are ordered, so B and
// C are related, and the circle is not the shortest. A line therefore parts the two overlaps; cutting A's
// picture along it breaks the circle. So the order is exact for disjoint boxes. Boxes that overlap in space
// have no order; they are painted by the depths of their centres.
#pragma once

#include <vector>

#include "jam/trunk/model/box_row.hpp"
#include "jam/trunk/pictures/view_axes.hpp"

namespace jam::trunk {

/// A face of a box, or a part of it, as it is seen.
struct PaintedFace {
  int box = 0;                          ///< Its number in the load.
  Vec3d normal;                         ///< Unit vector out of the box.
  std::vector<io::DrawnPoint> corners;  ///< View::flat() of the corners [mm].
  std::vector<char> is_edge;  ///< 1: the line from this corner to the next is an edge of the box, not a cut.
};

/// The faces that look towards the eye, the farthest ones first.
[[nodiscard]] std::vector<PaintedFace> painted_faces(const std::vector<BoxRow>& boxes, const View& view);

}  // namespace jam::trunk
