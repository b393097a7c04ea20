// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/view/live_run.hpp"

#include <fmt/format.h>

#include "jam/io/json_writer.hpp"

namespace jam::view {
namespace {

/// Largest number of points of the curve; above it, every second point of the older half is dropped.
constexpr std::size_t curve_limit = 2000;

}  // namespace

void LiveRun::add_point(double seconds, double value) {
  ++change_count_;
  seconds_ = seconds;
  improvements_.emplace_back(seconds, value);
  if (improvements_.size() > curve_limit) {
    for (std::size_t k = 1; k < curve_limit / 4; ++k)
      improvements_.erase(improvements_.begin() + static_cast<std::ptrdiff_t>(k));
  }
}

void LiveRun::reached(double seconds, double value) {
  const std::lock_guard lock(mutex_);
  add_point(seconds, value);
}

void LiveRun::improved(double seconds, double value, const io::JsonObject& picture) {
  const std::lock_guard lock(mutex_);
  add_point(seconds, value);
  ++elite_change_count_;
  elites_.push_front(
      io::JsonObject("value", value, "name", fmt::format("after {:.1f} s", seconds)).add_members(picture));
  if (elites_.size() > shown_elites) elites_.pop_back();
}

void LiveRun::progressed(double seconds, std::vector<std::pair<std::string, double>> rates) {
  const std::lock_guard lock(mutex_);
  ++change_count_;
  seconds_ = seconds;
  rates_ = std::move(rates);
}

void LiveRun::ended(const std::string& reason) {
  const std::lock_guard lock(mutex_);
  ++change_count_;
  running_ = false;
  reason_ = reason;
}

void LiveRun::handed_back(std::string bytes) {
  inbox.put(std::move(bytes));
  const std::lock_guard lock(mutex_);
  ++change_count_;
  ++handed_back_;
}

bool LiveRun::takes_back() const {
  const std::lock_guard lock(mutex_);
  return running_ && facts_.takes_back;
}

io::JsonObject LiveRun::json(bool following, bool with_elites) const {
  const std::lock_guard lock(mutex_);
  const auto point = [](const auto& one) { return std::pair(io::json_fixed(one.first, 3), one.second); };
  const bool found = !improvements_.empty();
  io::JsonObject rates, live;
  for (const auto& [name, rate] : rates_) rates.add(name, rate);
  live.add("program", facts_.program)
      .add("problem", facts_.problem, "running", running_)
      .add("stop_reason", io::json_if(!reason_.empty(), reason_), "time_s", io::json_fixed(seconds_, 3))
      .add("value", io::json_if(found, found ? improvements_.back().second : 0))
      .add("value_name", facts_.value_name, "better", facts_.smaller_is_better ? "less" : "more")
      .add("takes_back", facts_.takes_back, "following", following, "handed_back", handed_back_)
      .add("accepted", inbox.taken(), "improvements", io::json_array(improvements_, point))
      .add("rates", rates);
  if (with_elites) live.add("elites", elites_);
  return live;
}

}  // namespace jam::view
