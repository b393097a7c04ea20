// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Ways of boxes out of an open container, past its walls and the boxes that are still in it. A way
// consists of up to three straight pushes; the last push leads out. Boxes keep their rotation. Lengths in mm.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "jam/contact/box.hpp"
#include "jam/loading/open_container.hpp"
#include "jam/loading/sweep.hpp"

namespace jam::loading {

/// Number of pushes that a way may have.
inline constexpr int most_pushes = 3;

/// Ends of the pushes of a box, as shifts from its place in the load [mm]; the last one is outside.
using Way = std::vector<Vec3d>;

class Unloading {
 public:
  /// On their ways, boxes may overlap walls and each other by `allowed` [mm], and slide along both. The
  /// container must outlive this.
  Unloading(const OpenContainer& container, std::span<const contact::Box<double>> boxes, double allowed);

  [[nodiscard]] int count() const { return static_cast<int>(boxes_.size()); }
  [[nodiscard]] bool is_in(int box) const { return in_[box] != 0; }
  void remove(int box) { in_[box] = 0; }

  /// A way out with this number of pushes, 1 to most_pushes; nothing if none was found. Pushes aside lead
  /// along the axes of space and of the box.
  [[nodiscard]] std::optional<Way> way_out(int box, int pushes);

  /// Boxes that ended a push in the last call of way_out(), ascending, each once. As long as they are in,
  /// another call finds nothing, either.
  [[nodiscard]] const std::vector<int>& blockers();

 private:
  struct Exit {
    Vec3d direction;
    double length;
  };
  [[nodiscard]] std::vector<Vec3d> directions(int box) const;
  [[nodiscard]] std::vector<Exit> exits(int box, Vec3d shift) const;
  template <class Use>
  void visit(int box, const Zonotope& body, Vec3d way, Use use);
  double free_length(int box, const Zonotope& body, Vec3d direction, double limit);
  std::optional<double> first_free(int box, const Zonotope& body, Vec3d direction, double limit);
  std::optional<Way> straight_out(int box, Vec3d shift);
  std::optional<Way> aside_and_out(int box, Vec3d shift);

  const OpenContainer& container_;
  std::vector<contact::Box<double>> boxes_;
  std::vector<Zonotope> bodies_;
  std::vector<trunk::Bounds> bounds_;
  std::vector<std::uint8_t> in_;
  double allowed_;
  std::vector<int> near_;
  std::vector<int> blockers_;
  std::vector<Times> blocked_;
};

}  // namespace jam::loading
