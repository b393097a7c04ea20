// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/io/recording.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "jam/core/error.hpp"

namespace jam::dynamics {
namespace {

// Bytes of a pose in a page.
constexpr std::size_t position_bytes = 6, rotation_bytes = 8;

/// Whether each body is a ball about its centre of mass, whose rotation nobody sees.
std::vector<bool> balls_of(const World& world) {
  std::vector<bool> ball(world.bodies.count(), true);
  for (const Shape& shape : world.shapes) {
    if (shape.kind != ShapeKind::sphere || length(shape.pose.position) > 0) ball[shape.body] = false;
  }
  return ball;
}

/// Keeps the items 0, 2, 4, ... of `size` values each.
void keep_even(std::vector<float>& values, std::size_t size) {
  const std::size_t items = size > 0 ? values.size() / size : 0;
  for (std::size_t k = 1; 2 * k < items; ++k)
    std::copy_n(values.begin() + 2 * k * size, size, values.begin() + k * size);
  values.resize((items + 1) / 2 * size);
}

}  // namespace

Recording::Recording(const World& world, const std::string& option, std::size_t byte_limit) {
  if (world.shapes.size() > page_shape_limit) {
    throw InputError(
        fmt::format("{}: the scene has {} shapes, a page shows {} at most: --vtk of settle shows more",
                    option, world.shapes.size(), page_shape_limit));
  }
  const std::vector<bool> ball = balls_of(world);
  std::vector<bool> moves;
  for (int i = 0; i < world.bodies.count(); ++i)
    moves.push_back(!world.bodies.is_wall(i) || world.bodies.kind[i] == BodyKind::moving);
  for (const Gate& gate : world.gates) moves[gate.wall] = true;
  for (const bool turning : {true, false}) {
    for (int i = 0; i < world.bodies.count(); ++i) {
      if (moves[i] && ball[i] != turning) tracks_.push_back(i);
    }
    if (turning) turning_ = static_cast<int>(tracks_.size());
  }
  const std::size_t frame_bytes = position_bytes * tracks_.size() + rotation_bytes * turning_ + 1;
  frame_limit_ = static_cast<int>(std::clamp<std::size_t>(byte_limit / frame_bytes, 2, 100'000));
}

void Recording::offer(const World& world, const StepReport& report) {
  if (offered_++ % stride_ != 0) return;
  if (frame_count() == frame_limit_) {
    thin();
    // The frame that comes now is one of those to be dropped where their number is odd.
    if ((offered_ - 1) % stride_ != 0) return;
  }
  add(world, report);
}

void Recording::finish(const World& world, const StepReport& report) {
  if (figures_.empty() || figures_.back().step != report.step) add(world, report);
}

void Recording::add(const World& world, const StepReport& report) {
  figures_.push_back({report.time, report.kinetic, report.potential, report.wall_work, report.penetration,
                      report.residual, report.step, report.bodies, report.contacts, report.iterations,
                      report.status});
  const auto append = [](std::vector<float>& values, std::initializer_list<double> numbers) {
    for (const double number : numbers) values.push_back(static_cast<float>(number));
  };
  for (int k = 0; k < static_cast<int>(tracks_.size()); ++k) {
    const Pose& pose = world.bodies.pose[tracks_[k]];
    const Vec3d nowhere{std::nan(""), std::nan(""), std::nan("")};
    const Vec3d position = world.bodies.kind[tracks_[k]] == BodyKind::inactive ? nowhere : pose.position;
    append(positions_, {position.x, position.y, position.z});
    if (k < turning_)
      append(rotations_, {pose.rotation.w, pose.rotation.x, pose.rotation.y, pose.rotation.z});
  }
}

void Recording::thin() {
  stride_ *= 2;
  keep_even(positions_, 3 * tracks_.size());
  keep_even(rotations_, 4 * static_cast<std::size_t>(turning_));
  for (std::size_t k = 1; 2 * k < figures_.size(); ++k) figures_[k] = figures_[2 * k];
  figures_.resize((figures_.size() + 1) / 2);
}

Recording Recording::after(std::int64_t step) const {
  const auto first = std::find_if(figures_.begin(), figures_.end(),
                                  [&](const FrameFigures& frame) { return frame.step > step; });
  const std::ptrdiff_t skipped = first - figures_.begin();
  Recording rest;
  rest.tracks_ = tracks_;
  rest.turning_ = turning_;
  rest.figures_.assign(first, figures_.end());
  rest.positions_.assign(positions_.begin() + skipped * 3 * static_cast<std::ptrdiff_t>(tracks_.size()),
                         positions_.end());
  rest.rotations_.assign(rotations_.begin() + skipped * 4 * turning_, rotations_.end());
  return rest;
}

void Recording::write(io::StateWriter& state) const {
  io::write_all(state, offered_, stride_, figures_, positions_, rotations_);
}

void Recording::read(io::StateReader& state) {
  io::read_all(state, offered_, stride_, figures_, positions_, rotations_);
  const std::size_t frames = figures_.size();
  const auto possible = [](const FrameFigures& f) {
    return std::isfinite(f.time) && f.step >= 0 && f.bodies >= 0 && f.contacts >= 0 && f.iterations >= 0 &&
           f.status >= SolveStatus::solved && f.status <= SolveStatus::diverged;
  };
  const auto bounded = [](float value) { return !std::isinf(value); };
  if (offered_ < 0 || stride_ < 1 || stride_ > (std::int64_t{1} << 62) || (stride_ & (stride_ - 1)) != 0 ||
      frames > static_cast<std::size_t>(frame_limit_) || !std::ranges::all_of(figures_, possible) ||
      !std::ranges::all_of(positions_, bounded) ||
      !std::ranges::all_of(rotations_, [](float value) { return std::isfinite(value); })) {
    io::fail_state("its frames of --html cannot be");
  }
  if (positions_.size() != 3 * frames * tracks_.size() || rotations_.size() != 4 * frames * turning_)
    io::fail_state("it has other bodies");
}

}  // namespace jam::dynamics
