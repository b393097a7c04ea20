// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The arrangement of any triangles: they are cut along each other, and divide space into cells. A room whose
// walls meet without a gap is a cell, whether its walls are sheets or solids, cross each other, share faces,
// or have corners on each other's edges. Cuts and cells are exact; only the coordinates of new vertices are
// rounded to doubles at the end. Lengths in mm.
#pragma once

#include <array>
#include <memory>
#include <vector>

#include "jam/trunk/model/triangle_mesh.hpp"

namespace jam::mesh {

/// A part of space from which walls cut off every other part.
struct Cell {
  double volume = 0;     ///< [mm^3]; that of the unbounded cell, which is the first one, is 0.
  trunk::Bounds bounds;  ///< Bounds of its walls.
  /// How often the triangles of the input enclose the cell: those whose normal points into it count -1. 0
  /// unless `oriented()`.
  int winding = 0;
};

/// Part of a triangle of the input, between two cells.
struct Piece {
  int source = 0;              ///< Triangle of the input.
  std::array<int, 2> cells{};  ///< Cell that its normal points into, and the one behind it.
  int net_cover = 1;           ///< Covering triangles that are turned like it, less those turned over.
};

/// An edge of a piece, in the order of that piece.
struct BorderEdge {
  int from = 0, to = 0;  ///< Vertices.
  int part = 0;          ///< Part of the surface: pieces that edges connect.
  Vec3d outward;         ///< Unit vector in the plane of the piece, upright to the edge, away from the piece.
};

/// Time that an arrangement takes [s], if triangles fit together.
[[nodiscard]] inline double cutting_seconds(const trunk::TriangleMesh& mesh) {
  constexpr double for_a_triangle = 1e-5;
  return for_a_triangle * static_cast<double>(mesh.triangles.size());
}

class Arrangement {
 public:
  /// Triangles of positive area, whose vertices are at different places. About 1 s for 100 000 triangles that
  /// fit together, and 0.2 ms more for each pair that cuts each other. Throws InputError if parts lie so
  /// close to each other that doubles cannot tell which encloses which.
  explicit Arrangement(const trunk::TriangleMesh& mesh);
  ~Arrangement();
  Arrangement(const Arrangement&) = delete;
  Arrangement& operator=(const Arrangement&) = delete;

  [[nodiscard]] const std::vector<Cell>& cells() const;
  [[nodiscard]] const std::vector<Piece>& pieces() const;
  /// Corners of a piece, rounded.
  [[nodiscard]] std::array<Vec3d, 3> corners(int piece) const;

  /// Whether the corners of a piece are vertices of the input, so that nothing was rounded.
  [[nodiscard]] bool is_exact(int piece) const;
  /// Number of triangles of the input that were cut.
  [[nodiscard]] int cut_count() const;

  /// Edges of one piece alone.
  [[nodiscard]] std::vector<BorderEdge> free_edges() const;
  /// Edges at which a surface is bent by more than 30 degrees, for each of the two pieces.
  [[nodiscard]] std::vector<BorderEdge> creases() const;
  [[nodiscard]] Vec3d vertex(int index) const;
  [[nodiscard]] double part_area(int part) const;    ///< [mm^2]
  [[nodiscard]] double part_extent(int part) const;  ///< Diagonal of its bounds [mm].

  /// Whether windings agree wherever two cells meet: not if a surface is open.
  [[nodiscard]] bool oriented() const;

  /// The cell in which a point lies; -1 on a wall, or too close to one to tell.
  [[nodiscard]] int cell_at(Vec3d point) const;

  /// Number of pieces that a line through the middle of a piece crosses, median over up to 400 pieces: 2 for
  /// a plain shell.
  [[nodiscard]] int usual_crossings() const;

  /// A point of a bounded cell, far from its walls where it has such.
  [[nodiscard]] Vec3d point_in(int cell) const;

  /// The boundary between the cells that `inside` marks and all others: closed, a 2-manifold, facing
  /// outwards. Where it touches itself, vertices are doubled.
  [[nodiscard]] trunk::TriangleMesh boundary(const std::vector<bool>& inside) const;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace jam::mesh
