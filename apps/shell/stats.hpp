// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Statistics over time: a CSV file of the metrics that have a column. Samples are taken at every improvement,
// and between improvements at least 0.1 s and 1/500 of the elapsed time apart: a night leaves a few thousand
// lines, and the first seconds are resolved as finely. The file is renewed every 10 s and at the end. A value
// that is not finite is an empty field.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "shell/outputs.hpp"
#include "shell/run_events.hpp"

namespace jam::app {

class Stats : public RunListener {
 public:
  /// Without a path no file is written. Samples are taken in any case: checkpoints hold them. `warn` tells
  /// the user once if the file cannot be written during the search.
  Stats(std::filesystem::path csv, MetricTable metrics, std::function<void(const std::string&)> warn);

  void improved(const RunImprovement& improvement) override;
  void progressed(const RunProgress& progress) override;

  /// Adds the last sample and writes the file; it, or a line that says why it could not be written, goes into
  /// `written`.
  void finish(const RunProgress& totals, Written& written);

  /// The samples as bytes for a checkpoint, and back: a resumed search begins with the samples taken before
  /// its state, at `seconds`; it takes later samples again. Throws InputError if the bytes are not samples.
  [[nodiscard]] std::string state() const;
  void restore(const std::string& bytes, double seconds);

  /// Time [s] and value of each new best result, over all parts of the search.
  [[nodiscard]] std::vector<std::pair<double, double>> improvements() const;

  /// The first sample with the best value. Nothing before there is a result.
  [[nodiscard]] std::optional<Gain> last_gain() const;

  [[nodiscard]] std::string csv_text() const;

 private:
  struct Sample {
    double seconds = 0;
    std::vector<double> values;  ///< Values in the order of RunProgress; a sample of an earlier process has
                                 ///< only those with a column.
  };

  /// The value by which results are compared; not finite before there is a result.
  [[nodiscard]] double result_of(const Sample& sample) const { return sample.values[metrics_.result]; }
  /// Whether two samples have the same counts and the same best result.
  [[nodiscard]] bool same_work(const std::vector<double>& a, const std::vector<double>& b) const;
  /// Writes the file. Returns the error; empty: it was written.
  [[nodiscard]] std::string write() const;

  std::filesystem::path csv_;
  MetricTable metrics_;
  std::function<void(const std::string&)> warn_;
  std::set<std::string> warned_;     ///< Errors that were reported.
  std::vector<std::size_t> stored_;  ///< Rows that have a column and are not derived.
  std::vector<Sample> samples_;      ///< Ascending in time.
  double last_write_ = 0;            ///< [s]
};

}  // namespace jam::app
