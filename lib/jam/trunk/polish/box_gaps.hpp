// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Gaps between boxes, and between boxes and the triangles of the wall, in double and to first order in the
// motion of the boxes: the constraints that the polish solves. Lengths in mm.
//
// Two boxes, or a box and a triangle, are apart if and only if one of finitely many axes separates them (15
// and 13 axes: S. Gottschalk, M. C. Lin, D. Manocha, OBBTree, SIGGRAPH 1996). The axis of the largest gap is
// the normal of a separating plane of one of the two bodies; each corner of the other one near that plane is
// a row: it must stay on its side. Rows at all four corners of a face keep a box from turning through its
// neighbour. A corner moves by d + phi x r for a small displacement d and rotation vector phi, so a row's gap
// changes by n . (d_b + phi_b x r_b) - n . (d_a + phi_a x r_a); a row of two edges acts at the ends of their
// common perpendicular.
//
// A rounded box (PlacedBox::corner_radius) is a core swept by a ball: its rows are those of the corners of
// the core, with gaps smaller by the radius. For bodies that only an axis from corner to corner separates,
// the gap is too small, never too large.
//
// A triangle is a wall on both sides: a box is pushed to the side on which its centre lies.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "jam/contact/box.hpp"
#include "jam/trunk/model/box_packing.hpp"
#include "jam/trunk/model/wall_triangles.hpp"

namespace jam::trunk {

/// One gap: body b lies along `normal` from body a.
struct GapRow {
  std::int32_t a = 0;  ///< Number of a box, or -1 for the wall.
  std::int32_t b = 0;  ///< Number of a box.
  Vec3d normal;        ///< Unit vector.
  Vec3d arm_a;         ///< Vector from the centre of a to the point of the row; unused for the wall.
  Vec3d arm_b;
  double gap = 0;  ///< Negative: penetration.
};

/// The geometry of `box` for the contact functions.
[[nodiscard]] contact::Box<double> contact_box(const PlacedBox& box);

/// Finds the gaps of packings in one container. Holds scratch memory: one per thread.
class BoxGaps {
 public:
  explicit BoxGaps(const WallTriangles& walls) : walls_(walls) {}

  /// Puts into `rows` the rows with a gap below `reach` of all boxes that are movable with each other, with
  /// the others and with the wall, in a fixed order. `movable` has one entry for each box.
  void collect(std::span<const PlacedBox> boxes, std::span<const std::uint8_t> movable, double reach,
               std::vector<GapRow>& rows);

  /// Faster than collect(), for boxes that moved since the last call of collect(): a separated pair is tested
  /// again only when its gap may have closed. Finds all rows with penetration that collect() would find; rows
  /// with a positive gap may be missing.
  void follow(std::span<const PlacedBox> boxes, std::span<const std::uint8_t> movable, double reach,
              std::vector<GapRow>& rows);

 private:
  /// A box or a triangle near a box. Their gap is above `reach` until the sum of both paths is more than
  /// `due` [mm].
  struct Near {
    int number;
    double due;
  };
  /// The neighbours of one box.
  struct Neighbours {
    std::vector<Near> boxes;
    std::vector<Near> triangles;
    double triangles_listed = 0;  ///< Path of the box when its triangles were listed [mm].
  };

  void move(std::span<const PlacedBox> boxes, std::span<const std::uint8_t> movable);
  void list_boxes(std::span<const std::uint8_t> movable, double reach);
  void list_triangles(std::size_t i, double reach);
  /// The rows of all boxes. `listed`: pairs and triangles are listed again.
  void find(std::span<const std::uint8_t> movable, double reach, bool listed, std::vector<GapRow>& rows);
  /// Both append the rows and return by how much the gap is known to exceed `reach`; if that is positive
  /// there are no rows.
  double pair_rows(int i, int j, double reach, std::vector<GapRow>& rows) const;
  double triangle_rows(int number, const contact::Box<double>& box, int triangle, double reach,
                       std::vector<GapRow>& rows);
  /// Before the walls of the next box: no corner has a row yet.
  void begin_walls();
  /// Marks a corner of the wall, at a face of the box, for its row; false if it has one.
  bool mark(std::int64_t corner_at_face);
  void find_triangles(const contact::Box<double>& box, double reach);

  const WallTriangles& walls_;
  std::vector<contact::Box<double>> box_;
  std::vector<double> radius_;
  std::vector<int> near_;
  /// A corner of the wall at a face that has a row, of the box whose stamp this is.
  struct Seen {
    std::int64_t corner_at_face;
    std::uint32_t stamp;
  };
  std::vector<Seen> seen_;  ///< A hash table with open addressing, whose size is a power of 2.
  std::size_t seen_count_ = 0;
  std::uint32_t box_stamp_ = 0;

  std::vector<PlacedBox> last_;
  /// For each box, a bound of the path of any of its points since the pairs were listed [mm].
  std::vector<double> moved_;
  std::vector<Neighbours> neighbours_;
};

}  // namespace jam::trunk
