// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/circles/islands/random_move.hpp"

#include <utility>
#include <vector>

#include "jam/circles/tabu/moves.hpp"

namespace jam::circles {

MoveKind move_at_random(Packing& packing, const RoundParameters& parameters, const RandomStream& random) {
  std::vector<Circle>& circles = packing.circles;
  const SerialTeam team(SerialScratch<float>{});
  // Moves are drawn in units of the enclosing radius.
  const double unit = packing.enclosing_radius;
  std::vector<float> radius, x, y;
  for (const Circle& circle : circles) {
    radius.push_back(static_cast<float>(circle.radius / unit));
    x.push_back(static_cast<float>(circle.x / unit));
    y.push_back(static_cast<float>(circle.y / unit));
  }
  const Move move = draw_move(team, parameters, x.data(), y.data(), radius.data(), 0, random);
  if (is_one_of(exchanging_kinds, move.kind)) {
    std::swap(circles[move.first].x, circles[move.second].x);
    std::swap(circles[move.first].y, circles[move.second].y);
    return move.kind;
  }
  std::vector<float> new_x = x, new_y = y, new_radius = radius;
  apply_move(team, parameters, move, radius.data(), random, 0, new_x.data(), new_y.data(), new_radius.data());
  for (std::size_t i = 0; i < circles.size(); ++i) {
    if (new_x[i] != x[i]) circles[i].x = unit * new_x[i];
    if (new_y[i] != y[i]) circles[i].y = unit * new_y[i];
  }
  return move.kind;
}

}  // namespace jam::circles
