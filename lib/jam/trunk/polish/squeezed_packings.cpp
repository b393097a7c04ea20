// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/polish/squeezed_packings.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <numeric>

#include "jam/core/parallel.hpp"

namespace jam::trunk {

std::vector<std::vector<NearlyLegal>> SqueezedPackings::release(std::vector<BoxPacking>& packings, int floor,
                                                                int thread_count, StopToken& stop) {
  std::vector<std::vector<NearlyLegal>> before(packings.size());
  parallel_for(static_cast<int>(packings.size()), thread_count, [&](int i) {
    std::vector<PlacedBox>& boxes = packings[i].boxes;
    if (!release(boxes, floor, before[i], stop)) boxes.clear();
  });
  return before;
}

bool SqueezedPackings::release(std::vector<PlacedBox>& boxes, int floor, std::vector<NearlyLegal>& before,
                               StopToken& stop) {
  constexpr int most_taken_out = 16;
  if (std::ssize(boxes) < floor || stop.stop_requested()) return false;
  floor = std::max(floor, static_cast<int>(boxes.size()) - most_taken_out);
  PolishOptions options = rough_polish;
  options.stop = &stop;
  const auto polish = polishes_.borrow(walls_);
  const auto fixed = std::ssize(fixed_);
  boxes.insert(boxes.end(), fixed_.begin(), fixed_.end());
  std::vector<std::int32_t> numbers(boxes.size() - fixed_.size());
  std::iota(numbers.begin(), numbers.end(), 0);
  std::vector<PlacedBox> begun = boxes;
  std::vector<double> squeeze;
  for (;;) {
    const PolishResult result = polish->run(boxes, static_cast<int>(fixed), options);
    if (result.legal) break;
    const double energy = stay_inside(boxes, begun) ? result.energy : std::numeric_limits<double>::max();
    before.push_back({{{boxes.begin(), boxes.end() - fixed}}, energy, numbers});
    if (std::ssize(boxes) - fixed <= floor || stop.stop_requested()) return false;
    static_cast<void>(polish->measure(boxes, static_cast<int>(fixed)));
    polish->squeeze(boxes.size(), squeeze);
    const auto most = std::max_element(squeeze.begin(), squeeze.end() - fixed) - squeeze.begin();
    boxes.erase(boxes.begin() + most);
    begun.erase(begun.begin() + most);
    numbers.erase(numbers.begin() + most);
  }
  boxes.erase(boxes.end() - fixed, boxes.end());
  begun.erase(begun.end() - fixed, begun.end());
  return stay_inside(boxes, begun);
}

}  // namespace jam::trunk
