// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Statistics over time: a CSV file and a plot of R (best, and mean over the instances) over time. Samples are taken at every improvement
// and in between at least 0.1 s and 1/500 of the time gone by apart, so that a night leaves a few thousand lines and the first seconds are
// as finely resolved. Both files are renewed every 10 s and at the end.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "jam/circles/model/search.hpp"
#include "options.hpp"
#include "task.hpp"

namespace jam::app {

/// The columns of the CSV file. Radii are in the unit of the radii, `gap` is relative to the best known radius; a field is empty where its
/// value is not known.
inline constexpr const char* stats_columns = "seconds,trials,relaxation_steps,rounds,meta_stable,best_radius,mean_radius,gap";

class Stats : public circles::SearchListener {
 public:
  Stats(const Options& options, const Task& task) : options_(options), task_(task) {}

  void improved(const circles::Improvement& improvement) override;
  void progressed(const circles::Progress& progress) override;

  /// Adds the last sample and writes the files. Returns those written; puts one line per failure into `errors`.
  std::vector<std::filesystem::path> finish(const circles::Progress& totals, std::vector<std::string>& errors);

  /// The samples as bytes, for a checkpoint, and back: a search that goes on begins with those of the first part, as far as they were taken
  /// before its state, at `seconds`; what came later is found again. Throws InputError for bytes that are none.
  [[nodiscard]] std::string state() const;
  void restore(const std::string& bytes, double seconds);

  /// The sample of the last gain: the first one with the best radius. Nothing before there is a packing.
  [[nodiscard]] std::optional<circles::Progress> last_gain() const;

  [[nodiscard]] std::string csv_text() const;
  [[nodiscard]] std::string plot_text() const;

 private:
  [[nodiscard]] bool wanted() const { return !options_.stats.empty() || !options_.stats_svg.empty(); }
  void write(std::vector<std::filesystem::path>& files, std::vector<std::string>& errors) const;

  const Options& options_;
  const Task& task_;
  std::vector<circles::Progress> samples_;  ///< Ascending in time.
  double last_write_ = 0;                   ///< [s]
};

}  // namespace jam::app
