// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// State of a running search for pages: its curve, its rates, its last best results side by side.
#pragma once

#include <atomic>
#include <deque>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "jam/io/json_writer.hpp"
#include "jam/search/inbox.hpp"

namespace jam::view {

/// Best results that are shown side by side.
inline constexpr std::size_t shown_elites = 6;

/// Data that do not change while the search runs.
struct LiveFacts {
  std::string program;     ///< `trunkpack`
  std::string problem;     ///< Name of the problem, as shown.
  std::string value_name;  ///< `litres`
  bool smaller_is_better = false;
  bool takes_back = false;  ///< Whether the search takes edited results.
};

/// All members may be called from any thread.
class LiveRun {
 public:
  explicit LiveRun(LiveFacts facts) : facts_(std::move(facts)) {}

  /// A new best result; `picture`: members that place its parts (`boxes`, `edges_mm`; `circles`).
  void improved(double seconds, double value, const io::JsonObject& picture);
  /// A new value of a run that has no results on its way.
  void reached(double seconds, double value);
  /// `rates`: names and numbers per second.
  void progressed(double seconds, std::vector<std::pair<std::string, double>> rates);
  void ended(const std::string& reason);
  /// A user handed a result back.
  void handed_back(std::string bytes);
  /// Whether it can be.
  [[nodiscard]] bool takes_back() const;

  /// Grows by every call that changes what json() says.
  [[nodiscard]] long long change_count() const { return change_count_; }

  /// Number of changes of the best results side by side.
  [[nodiscard]] long long elite_change_count() const { return elite_change_count_; }

  /// The object `live` of a document, with its member `elites` or without. `following`: pages see the best
  /// result.
  [[nodiscard]] io::JsonObject json(bool following, bool with_elites = true) const;

  Inbox inbox;

 private:
  void add_point(double seconds, double value);

  LiveFacts facts_;
  mutable std::mutex mutex_;
  std::atomic<long long> change_count_ = 0, elite_change_count_ = 0;
  bool running_ = true;
  std::string reason_;
  double seconds_ = 0;
  long long handed_back_ = 0;
  std::vector<std::pair<double, double>> improvements_;  ///< Seconds and value.
  std::vector<std::pair<std::string, double>> rates_;
  std::deque<io::JsonObject> elites_;  ///< The last one first.
};

}  // namespace jam::view
