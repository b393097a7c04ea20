// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A packing of circles that pages show and change: circles are dragged, added, deleted; contact simulation
// and polish lead to the next local minimum of R. Lengths are in the unit of the radii.
#pragma once

#include <mutex>
#include <string>

#include "jam/circles/io/circle_files.hpp"
#include "jam/core/stop.hpp"
#include "jam/view/editing_session.hpp"
#include "jam/view/saved_file.hpp"

namespace jam::view {

/// Circles of a packing that is changed by hand.
inline constexpr int edited_circle_limit = 20'000;

/// The next legal packing: circles are relaxed by the contact law of the source in the circle of `container`
/// (J.-F. Goetzmann 2007), then polished to a local minimum of R (above polish_minimum_limit circles:
/// overlaps are removed), then rounded outwards. It passes verify_exact.
[[nodiscard]] circles::Packing relaxed_by_contacts(const circles::Packing& start, double container,
                                                   int thread_count, const StopQuery& stop = {});

/// Circles as members of a JSON object: `circles`, x, y, radius of each, and `radius`, that of the enclosing
/// circle.
[[nodiscard]] io::JsonObject circle_picture(const circles::Packing& packing);

class CircleSession : public EditingSession<circles::Packing, circles::Packing> {
 public:
  /// A file in any format of circles. Throws InputError for what cannot be read. The feed must outlive the
  /// session.
  CircleSession(SavedFile file, Feed& feed, int thread_count);
  /// The best packing of a search for `problem`, which is saved in `file`; before the first one, the circles
  /// side by side. Problem and run must outlive the session.
  CircleSession(const circles::Problem& problem, LiveRun& run, SavedFile file, Feed& feed, int thread_count);

  [[nodiscard]] io::JsonObject document() override;
  void edit(const io::JsonNode& command) override;
  std::string save(const io::JsonNode& command) override;
  void give_up() override { give_up_.request(StopReason::terminate); }

 private:
  CircleSession(circles::PackingFile content, const circles::Problem* problem, LiveRun* run, SavedFile file,
                Feed& feed, int thread_count);

  [[nodiscard]] static std::string change(const io::JsonNode& command, circles::Packing& packing);
  [[nodiscard]] io::JsonObject changing_members() const;
  static void require_usable(const circles::Packing& packing, const SavedFile& file);
  void relax(std::unique_lock<std::mutex>& lock);
  void follow() override;
  void hand_back();
  void publish_change();

  const circles::Problem* problem_;  ///< Problem of the search that feeds the session; null: none.
  SavedFile file_;
  int thread_count_;
  circles::PackingFile content_;
  StopToken give_up_;    ///< The server ends.
  double legal_radius_;  ///< R of the last legal packing: the circle in which the next one is relaxed.
};

}  // namespace jam::view
