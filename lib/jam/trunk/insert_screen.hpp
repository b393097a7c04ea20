// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Many ways to put one box more into a legal packing, relaxed side by side by the contact simulation; the best ones are worth the
// annealing. A way is: take up to three boxes away around an empty place, put them back and one more, at the better of a few random poses
// each, and let the boxes around give way while those farther off stand still. Lengths in mm.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "jam/trunk/annealing_instance.hpp"
#include "jam/trunk/box_instances.hpp"

namespace jam::trunk {

class InsertScreen {
 public:
  /// `grid` must outlive the screen.
  InsertScreen(const PointGrid& grid, const Device& device, int thread_count)
      : grid_(grid), engine_(make_relax_engine(grid, device, thread_count)), thread_count_(thread_count) {}

  /// What an instance asks for and gets.
  struct Request {
    const BoxPacking* legal = nullptr;  ///< Without the fixed boxes.
    RandomStream random;
    std::vector<std::vector<PlacedBox>> best;  ///< Whole packings with one box more, the fixed boxes last; least energy first.
  };

  /// Tries `tries` ways for each request and keeps the `kept` best of them. Which ones depends on the request alone.
  void run(const AnnealingScene& scene, std::span<Request> requests, int tries, int kept);

  /// Steps of the contact simulation so far.
  [[nodiscard]] long long steps() const { return steps_; }
  [[nodiscard]] long long attempts() const { return attempts_; }

 private:
  struct Way {
    std::vector<PlacedBox> whole;     ///< The packing.
    std::vector<int> part;            ///< Boxes that take part,
    std::vector<std::uint8_t> still;  ///< and which of them stand still.
    BoxPacking boxes;                 ///< The part.
  };
  static bool make_way(const AnnealingScene& scene, const BoxPacking& legal, const Vacancies& vacancies, RandomStream& random,
                       BoxMoves& moves, Way& way);

  const PointGrid& grid_;
  std::unique_ptr<RelaxEngine> engine_;
  int thread_count_;
  long long steps_ = 0;
  long long attempts_ = 0;
};

}  // namespace jam::trunk
