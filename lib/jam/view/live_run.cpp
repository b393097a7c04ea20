// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/view/live_run.hpp"

#include <fmt/format.h>

#include <limits>

#include "jam/io/json_text.hpp"

namespace jam::view {
namespace {

using io::json_number;
using io::json_string;

constexpr std::size_t curve_limit =
    2000;  ///< Points of the curve; beyond, every other one of the older half goes.

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

void LiveRun::improved(double seconds, double value, const std::string& picture) {
  const std::lock_guard lock(mutex_);
  add_point(seconds, value);
  ++elite_change_count_;
  elites_.push_front(fmt::format("{{\"value\": {}, \"name\": {}, {}}}", json_number(value),
                                 json_string(fmt::format("after {:.1f} s", seconds)), picture));
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

std::string LiveRun::text(bool following, bool with_elites) const {
  const auto truth = [](bool value) { return value ? "true" : "false"; };
  const std::lock_guard lock(mutex_);
  const auto point = [](const auto& one) {
    return fmt::format("[{:.3f}, {}]", one.first, json_number(one.second));
  };
  std::string rates;
  for (const auto& [name, rate] : rates_) {
    rates += fmt::format("{}{}: {}", rates.empty() ? "" : ", ", json_string(name), json_number(rate));
  }
  const double value =
      improvements_.empty() ? std::numeric_limits<double>::quiet_NaN() : improvements_.back().second;
  return fmt::format(
      "{{\"program\": {}, \"problem\": {}, \"running\": {}, \"stop_reason\": {}, \"time_s\": {:.3f}, "
      "\"value\": {}, \"value_name\": {}, "
      "\"better\": \"{}\", \"takes_back\": {}, \"following\": {}, \"handed_back\": {}, \"accepted\": {}, "
      "\"improvements\": {}, "
      "\"rates\": {{{}}}{}}}",
      json_string(facts_.program), json_string(facts_.problem), truth(running_),
      reason_.empty() ? "null" : json_string(reason_), seconds_, json_number(value),
      json_string(facts_.value_name), facts_.smaller_is_better ? "less" : "more", truth(facts_.takes_back),
      truth(following), handed_back_, inbox.taken(), io::json_array(improvements_, point), rates,
      with_elites ? ", \"elites\": " + io::json_array(elites_, [](const std::string& elite) { return elite; })
                  : std::string());
}

}  // namespace jam::view
