// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Sampling and CSV.
#include "shell/stats.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>

#include "jam/core/error.hpp"
#include "jam/io/atomic_file.hpp"
#include "jam/io/binary_state.hpp"
#include "jam/io/number_text.hpp"

namespace jam::app {
namespace {

namespace fs = std::filesystem;

constexpr double least_interval = 0.1;  ///< Least time between two samples without an improvement [s].
constexpr double relative_interval =
    1 / 500.;                            ///< Least time between two such samples over the elapsed time [-].
constexpr double write_interval = 10.0;  ///< Least time between two versions of the file [s].
constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

}  // namespace

Stats::Stats(fs::path csv, MetricTable metrics, std::function<void(const std::string&)> warn)
    : csv_(std::move(csv)), metrics_(std::move(metrics)), warn_(std::move(warn)) {
  for (std::size_t k = 0; k < metrics_.rows.size(); ++k) {
    if (metrics_.rows[k].column != nullptr && !metrics_.rows[k].derived) stored_.push_back(k);
  }
}

bool Stats::same_work(const std::vector<double>& a, const std::vector<double>& b) const {
  return std::all_of(stored_.begin(), stored_.end(), [&](std::size_t k) {
    return a[k] == b[k] || !(metrics_.rows[k].whole || k == metrics_.result);
  });
}

void Stats::improved(const RunImprovement& improvement) {
  // A resumed search reports its best result first, which has its sample.
  const std::optional<Gain> last = last_gain();
  if (!last || metrics_.better(improvement.result.value, last->value))
    samples_.push_back({improvement.progress.seconds, improvement.progress.values});
}

void Stats::progressed(const RunProgress& progress) {
  const double interval = std::max(least_interval, relative_interval * progress.seconds);
  if (samples_.empty() || (progress.seconds - samples_.back().seconds >= interval &&
                           !same_work(progress.values, samples_.back().values))) {
    samples_.push_back({progress.seconds, progress.values});
  }
  if (csv_.empty() || progress.seconds - last_write_ < write_interval) return;
  last_write_ = progress.seconds;
  const std::string error = write();
  if (!error.empty() && warned_.insert(error).second) warn_(error + " (tried again until the search ends)");
}

void Stats::finish(const RunProgress& totals, Written& written) {
  if (csv_.empty()) return;
  if (!samples_.empty() && samples_.back().seconds == totals.seconds) samples_.pop_back();
  samples_.push_back({totals.seconds, totals.values});
  const std::string error = write();
  if (error.empty()) written.files.push_back(csv_);
  else written.errors.push_back(error);
}

std::string Stats::write() const {
  try {
    io::write_atomically(csv_, csv_text());
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

std::string Stats::state() const {
  io::StateWriter writer;
  writer.write(static_cast<std::uint64_t>(samples_.size()));
  for (const Sample& sample : samples_) {
    writer.write(sample.seconds);
    for (const std::size_t k : stored_) {
      if (metrics_.rows[k].whole) {
        writer.write(static_cast<long long>(sample.values[k]));
      } else {
        writer.write(sample.values[k]);
      }
    }
  }
  return writer.finish();
}

void Stats::restore(const std::string& bytes, double seconds) {
  io::StateReader reader(bytes);
  samples_.clear();
  for (auto count = reader.read<std::uint64_t>(); count > 0; --count) {
    Sample sample{reader.read<double>(), std::vector<double>(metrics_.rows.size(), unknown)};
    for (const std::size_t k : stored_)
      sample.values[k] =
          metrics_.rows[k].whole ? static_cast<double>(reader.read<long long>()) : reader.read<double>();
    const bool repeated = !samples_.empty() && same_work(sample.values, samples_.back().values);
    if (!(sample.seconds >= 0)) io::fail_state("the times of its statistics cannot be");
    if (sample.seconds <= seconds && !repeated) samples_.push_back(std::move(sample));
  }
  reader.finish();
}

std::vector<std::pair<double, double>> Stats::improvements() const {
  std::vector<std::pair<double, double>> found;
  for (const Sample& sample : samples_) {
    const double value = result_of(sample);
    if (std::isfinite(value) && (found.empty() || metrics_.better(value, found.back().second)))
      found.emplace_back(sample.seconds, value);
  }
  return found;
}

std::optional<Gain> Stats::last_gain() const {
  if (samples_.empty() || !std::isfinite(result_of(samples_.back()))) return std::nullopt;
  const double best = result_of(samples_.back());
  const auto first = std::find_if(samples_.begin(), samples_.end(),
                                  [&](const Sample& sample) { return result_of(sample) == best; });
  return Gain{first->seconds, static_cast<long long>(first->values.front()), best};
}

std::string Stats::csv_text() const {
  std::string text = "seconds";
  const auto for_each_column = [&](const auto& add) {
    for (std::size_t k = 0; k < metrics_.rows.size(); ++k) {
      if (metrics_.rows[k].column != nullptr) add(k);
    }
    text += "\n";
  };
  for_each_column([&](std::size_t k) { text += std::string(",") + metrics_.rows[k].column; });
  for (const Sample& sample : samples_) {
    text += io::fixed_text(sample.seconds, 3);
    for_each_column([&](std::size_t k) {
      const double value = metrics_.value(k, sample.values);
      text += ",";
      if (std::isfinite(value))
        text +=
            metrics_.rows[k].whole ? std::to_string(static_cast<long long>(value)) : io::number_text(value);
    });
  }
  return text;
}

}  // namespace jam::app
