// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Generations of a population in one frame, the eras that they make up (search.hpp), and populations of one
// search that begin another one.
#include <algorithm>
#include <bit>
#include <utility>

#include "jam/core/parallel.hpp"
#include "jam/core/philox.hpp"
#include "jam/core/streams.hpp"
#include "jam/trunk/lattice/search.hpp"

namespace jam::trunk {
namespace {

constexpr int joining_share = 4;  ///< Elites join when 1 / joining_share of the era remains.
/// Lattices move by up to the longest edge of a box divided by moved_part.
constexpr double moved_part = 128;
/// Largest number of elites of all eras; above it the oldest are dropped.
constexpr std::size_t elite_limit = 40;

/// The digits of n mirrored at the point: 1/2, 1/4, 3/4, 1/8 ... in base 2.
double radical_inverse(int n, int base) {
  double value = 0;
  for (double digit = 1.0 / base; n > 0; n /= base, digit /= base) value += n % base * digit;
  return value;
}

}  // namespace

std::vector<Frame> LatticeSearch::newcomers(StopToken& stop) const {
  const Generation next = generation_of(progress_.bracket + 1, options_.era_generations);
  if (next.place != 0 || next.era == 0 || frames_.empty()) return {};
  // 0, 1, 0, 2, 0, 1, 0, 3 ...: every second era is one in the best frame.
  const std::size_t rank = std::countr_zero(static_cast<unsigned>(next.era));
  std::vector<Frame> distinct;
  for (const Frame& frame : frames_) {
    const auto same = [&](const Frame& other) { return same_cells(frame.lattice, other.lattice); };
    if (distinct.size() <= rank && std::ranges::none_of(distinct, same)) distinct.push_back(frame);
  }
  const Frame& frame = distinct.back();
  if (frame.window_words > 1)
    return fine_offsets(frame, {radical_inverse(next.era, 2), radical_inverse(next.era, 3)}, stop);
  return std::vector<Frame>(bracket_survivors + bracket_children, frame);
}

Lattice LatticeSearch::moved_lattice(const Frame& frame, std::uint32_t number) const {
  RandomStream random(options_.seed, StreamId::start, number, 1);
  const Vec3d e = options_.edge;
  const double reach = std::max({e.x, e.y, e.z}) / moved_part;
  const auto move = [&](double& position) { position += reach * (2.0 * random.uniform() - 1.0); };
  Vec3d origin = frame.lattice.origin;
  move(origin.y);
  move(origin.z);
  return covering_lattice(frame.lattice.rotation, origin, frame.pitch,
                          bounds_of(in_frame(mesh_, frame.lattice.rotation)), false);
}

LatticeSearch::Instances LatticeSearch::children(const Instances& parents, StopToken& stop) {
  std::vector<std::pair<const LatticeInstance*, const LatticeInstance*>> pairs;
  for (const auto& a : parents) {
    const std::size_t before = pairs.size();
    for (const auto& b : parents) {
      if (a != b && same_cells(a->frame().lattice, b->frame().lattice)) pairs.emplace_back(a.get(), b.get());
    }
    if (pairs.size() == before)
      pairs.emplace_back(a.get(), a.get());  // The only one with its cells has a child of its own.
  }
  const std::size_t count = pairs.empty() ? 0 : bracket_children;
  Instances made(count);
  parallel_for(static_cast<int>(count), options_.thread_count, [&](int i) {
    const std::size_t k = i;
    const std::uint32_t number = next_number_ + static_cast<std::uint32_t>(i);
    // Where there are more pairs than children, pairs from the best to the last.
    const auto& [a, b] = pairs[pairs.size() < count ? k % pairs.size() : k * pairs.size() / count];
    Frame frame = a->frame();
    ContainerCells cells = a->container();
    if (frame.window_words > 1 && k < bracket_moved_children) {
      const FrameTask own = task(stop.query(), frame.pitch, frame.window_words);
      frame.lattice = moved_lattice(frame, number);
      cells = container_cells(own, frame.lattice);
      frame.legal = legal_placements(own, frame.lattice.rotation, *cells);
      if (own.stop.stopped()) return;
    }
    made[k] = std::make_unique<LatticeInstance>(*a, *b, frame, std::move(cells), options_.seed, number);
  });
  next_number_ += static_cast<std::uint32_t>(count);
  std::erase(made, nullptr);
  return made;
}

void LatticeSearch::end_era(Instances& survivors) {
  for (auto& survivor : survivors) elites_.push_back(std::move(survivor));
  survivors.clear();
  if (elites_.size() > elite_limit)
    elites_.erase(elites_.begin(), elites_.end() - static_cast<std::ptrdiff_t>(elite_limit));
}

void LatticeSearch::join_elites() {
  const int length = options_.era_generations;
  if (generation().place != length - length / joining_share || instances_.empty()) return;
  const Lattice lattice = instances_.front()->frame().lattice;
  for (auto& elite : elites_) {
    if (same_cells(elite->frame().lattice, lattice)) instances_.push_back(std::move(elite));
  }
  std::erase(elites_, nullptr);
}

void LatticeSearch::begin_from(const LatticeSearch& other, StopToken& stop) {
  std::vector<const LatticeInstance*> models;
  for (const Instances* group : {&other.instances_, &other.elites_}) {
    for (const auto& instance : *group) models.push_back(instance.get());
  }
  std::ranges::sort(models,
                    [](const LatticeInstance* a, const LatticeInstance* b) { return better(*a, *b, true); });
  models.resize(std::min<std::size_t>(models.size(), bracket_survivors));
  Instances made(models.size());
  parallel_for(static_cast<int>(made.size()), options_.thread_count, [&](int i) {
    const LatticeInstance& model = *models[i];
    Frame frame = model.frame();
    const Lattice& known = frame.lattice;
    const FrameTask own = task(stop.query(), frame.pitch, frame.window_words);
    frame.lattice = covering_lattice(known.rotation, known.origin, frame.pitch,
                                     bounds_of(in_frame(mesh_, known.rotation)), known.clearance < 0);
    ContainerCells cells = container_cells(own, frame.lattice);
    frame.legal = legal_placements(own, frame.lattice.rotation, *cells);
    if (own.stop.stopped()) return;
    made[i] = std::make_unique<LatticeInstance>(model, model, frame, std::move(cells), options_.seed,
                                                static_cast<std::uint32_t>(i));
  });
  if (stop.stop_requested()) return;
  frames_ = other.frames_;
  instances_ = std::move(made);
  next_number_ = static_cast<std::uint32_t>(instances_.size());
  // As after the last step of the bracket before the first population.
  progress_.bracket = compared_brackets;
  step_rounds_ = step_done_ = options_.first_rounds;
}

/// Sorts the packings by their worth, which is then known for all that survive.
void LatticeSearch::assess_survivors(StopToken& stop) {
  const bool breeding = generation().breeds();
  const std::size_t survivors = std::min<std::size_t>(instances_.size(), bracket_survivors);
  for (;;) {
    std::vector<LatticeInstance*> unknown;
    for (std::size_t k = 0; k < survivors; ++k) {
      if (!instances_[k]->assessed()) unknown.push_back(instances_[k].get());
    }
    if (unknown.empty()) return;
    const std::vector<int> worth = options_.assess({unknown.begin(), unknown.end()}, stop);
    if (stop.stop_requested()) return;
    for (std::size_t k = 0; k < unknown.size(); ++k) unknown[k]->assess(worth[k]);
    std::sort(instances_.begin(), instances_.end(),
              [&](const auto& a, const auto& b) { return better(*a, *b, breeding); });
  }
}

}  // namespace jam::trunk
