// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The state of an annealing in a checkpoint.
#include <algorithm>

#include "jam/core/error.hpp"
#include "jam/trunk/annealing/box_annealing.hpp"
#include "jam/trunk/annealing/sets/scene.hpp"

namespace jam::trunk {

void BoxAnnealing::write(io::StateWriter& state) const {
  elites_.write(state);
  io::write_all(state, progress_.rounds, progress_.steps, progress_.attempts, progress_.least_depth,
                data_.instance_count);
  for (const Part& part : parts_) {
    const TrialInstances all = part.engine->instances();
    std::vector<float> boxes;
    for (int k = 0; k < all.count; ++k) {
      const InstanceState& own = all.state[k];
      const std::uint32_t seen = seen_[part.range.first + k];
      const NearMiss& near_miss = near_misses_[part.range.first + k];
      io::write_all(state, own, seen, near_miss.energy, near_miss.rounds);
      const std::ptrdiff_t at = std::ptrdiff_t{k} * all.capacity;
      const auto write_poses = [&](const std::vector<float>& from, int count) {
        boxes.clear();
        for (int p = 0; p < pose_array_count; ++p) {
          const auto row = from.begin() + pose_array_count * at + std::ptrdiff_t{p} * all.capacity;
          boxes.insert(boxes.end(), row, row + count);
        }
        state.write(boxes);
      };
      const int placed = own.count - own.absent;
      write_poses(all.pose, placed);
      state.write(std::vector<std::int32_t>(all.squeeze.begin() + at, all.squeeze.begin() + at + placed));
      write_poses(all.snapshot, own.snapshot_number != seen ? own.snapshot_count : 0);
    }
  }
  polish_->write(state);
  second_polish_->write(state);
}

void BoxAnnealing::read(io::StateReader& state) {
  elites_.read(state);
  elites_changed_ = !elites_.empty();
  int count = 0;
  io::read_all(state, progress_.rounds, earlier_steps_, earlier_attempts_, progress_.least_depth, count);
  if (count < 1 || count > data_.instance_count)
    io::fail_state("it has " + std::to_string(count) + " instances, the search has " +
                   std::to_string(data_.instance_count));
  const std::vector<std::uint8_t> kinds = data_.kinds_of_boxes();
  for (const Part& part : parts_) {
    TrialInstances all(part.range.count, data_.capacity);
    std::ranges::copy(part.engine->states(), all.state.begin());
    for (int k = 0; k < all.count && part.range.first + k < count; ++k) {
      InstanceState& own = all.state[k];
      std::uint32_t& seen = seen_[part.range.first + k];
      NearMiss& near_miss = near_misses_[part.range.first + k];
      io::read_all(state, own, seen, near_miss.energy, near_miss.rounds);
      const std::ptrdiff_t at = std::ptrdiff_t{k} * all.capacity;
      const int placed = own.count - own.absent;
      const bool sensible = own.count >= 0 && own.count <= all.capacity && own.snapshot_count >= 0 &&
                            own.snapshot_count <= all.capacity && (own.absent == 0 || own.absent == 1) &&
                            placed >= 0 && own.temperature > 0 && near_miss.energy >= 0 &&
                            near_miss.rounds >= 0 && near_miss.rounds <= progress_.rounds;
      const auto read_poses = [&](std::vector<float>& into, int wanted) {
        const std::vector<float> boxes = state.read_vector<float>();
        if (!sensible || std::ssize(boxes) != std::ptrdiff_t{pose_array_count} * wanted)
          io::fail_state("a packing is incomplete");
        for (int p = 0; p < pose_array_count; ++p) {
          std::copy_n(boxes.begin() + std::ptrdiff_t{p} * wanted, wanted,
                      into.begin() + pose_array_count * at + std::ptrdiff_t{p} * all.capacity);
        }
      };
      read_poses(all.pose, placed);
      const auto squeeze = state.read_vector<std::int32_t>();
      if (std::ssize(squeeze) != placed) io::fail_state("a packing is incomplete");
      std::ranges::copy(squeeze, all.squeeze.begin() + at);
      read_poses(all.snapshot, own.snapshot_number != seen ? own.snapshot_count : 0);
      std::ranges::copy(kinds, all.kind.begin() + at);
    }
    part.engine->set_instances(all);
  }
  polish_->read(state, data_.instance_count, data_.capacity);
  second_polish_->read(state, data_.instance_count, data_.capacity);
  progress_.best_count = elites_.best().count();
  count_work();
}

std::unique_ptr<AnnealingSearch> make_annealing(const Container& container, AnnealingOptions options,
                                                const Device& device, AnnealingSearch::Verify verify) {
  try {
    const TrialRules rules = options.set != nullptr ? set_rules() : TrialRules{};
    return std::make_unique<BoxAnnealing>(container, std::move(options), device, std::move(verify),
                                          BoxAnnealing::Shape{}, rules);
  } catch (const TrialSizeError&) {
    return nullptr;
  }
}

}  // namespace jam::trunk
