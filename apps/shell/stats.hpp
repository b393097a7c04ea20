// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Statistics over time: a CSV file and a plot. Samples are taken at every improvement and in between at least 0.1 s and 1/500 of the time
// gone by apart, so that a night leaves a few thousand lines and the first seconds are as finely resolved. Both files are renewed every
// 10 s and at the end. What a row holds the program says.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "jam/io/svg_plot.hpp"
#include "shell/run_events.hpp"

namespace jam::app {

/// A column of the CSV file after `seconds`. A value that is not finite is an empty field.
struct StatsColumn {
  const char* name;
  bool whole = false;  ///< A count, below 2^53.
  /// From the stored columns; empty: this one is stored itself. Derived columns come last.
  std::function<double(const std::vector<double>& row)> derived = {};
};

struct StatsSeries {
  std::string name;
  std::size_t column;  ///< A stored one.
  bool steps = false;  ///< A best value: it holds until the next one.
};

struct StatsPlan {
  std::vector<StatsColumn> columns;  ///< The work first.
  std::size_t value = 0;             ///< The column by which results are compared.
  bool smaller_is_better = true;
  io::PlotOptions plot;
  std::vector<StatsSeries> series;  ///< Those that are the same as the first one throughout are left out.
  std::vector<io::PlotReference> references;
  double highest = 0;  ///< The plot leaves out values above this times the last best one [-]; 0: none.
};

class Stats : public RunListener {
 public:
  /// Empty paths: the file is not wanted. Samples are taken in any case: checkpoints hold them.
  Stats(std::filesystem::path csv, std::filesystem::path plot, StatsPlan plan);

  void improved(const RunImprovement& improvement) override;
  void progressed(const RunProgress& progress) override;

  /// Adds the last sample and writes the files. Returns those written; puts one line per failure into `errors`.
  std::vector<std::filesystem::path> finish(const RunProgress& totals, std::vector<std::string>& errors);

  /// The samples as bytes, for a checkpoint, and back: a search that goes on begins with those of the first part, as far as they were taken
  /// before its state, at `seconds`; what came later is found again. Throws InputError for bytes that are none.
  [[nodiscard]] std::string state() const;
  void restore(const std::string& bytes, double seconds);

  /// Time [s] and value of each new best result, over all parts of the search.
  [[nodiscard]] std::vector<std::pair<double, double>> improvements() const;

  /// The first sample with the best value. Nothing before there is a result.
  [[nodiscard]] std::optional<Gain> last_gain() const;
  /// The best value so far; not finite before there is a result.
  [[nodiscard]] double best() const;

  [[nodiscard]] std::string csv_text() const;
  [[nodiscard]] std::string plot_text() const;

 private:
  struct Sample {
    double seconds = 0;
    std::vector<double> row;
  };

  [[nodiscard]] bool better(double a, double b) const { return plan_.smaller_is_better ? a < b : a > b; }
  /// Whether two samples tell of the same work and the same best value.
  [[nodiscard]] bool same_work(const std::vector<double>& a, const std::vector<double>& b) const;
  void write(std::vector<std::filesystem::path>& files, std::vector<std::string>& errors) const;

  std::filesystem::path csv_, plot_;
  StatsPlan plan_;
  std::size_t stored_;           ///< Columns that are stored.
  std::vector<Sample> samples_;  ///< Ascending in time.
  double last_write_ = 0;        ///< [s]
};

}  // namespace jam::app
