// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Sampling, CSV and plot.
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

constexpr double least_interval = 0.1;          ///< Between two samples without an improvement [s].
constexpr double relative_interval = 1 / 500.;  ///< The same, as part of the time gone by [-].
constexpr double write_interval = 10.0;         ///< Between two versions of the files [s].

std::string field(double value, bool whole) {
  if (!std::isfinite(value)) return {};
  return whole ? std::to_string(static_cast<long long>(value)) : io::number_text(value);
}

}  // namespace

Stats::Stats(fs::path csv, fs::path plot, StatsPlan plan)
    : csv_(std::move(csv)),
      plot_(std::move(plot)),
      plan_(std::move(plan)),
      stored_(static_cast<std::size_t>(
          std::count_if(plan_.columns.begin(), plan_.columns.end(), [](const StatsColumn& column) { return !column.derived; }))) {}

bool Stats::same_work(const std::vector<double>& a, const std::vector<double>& b) const {
  for (std::size_t k = 0; k < stored_; ++k) {
    if ((plan_.columns[k].whole || k == plan_.value) && a[k] != b[k]) return false;
  }
  return true;
}

double Stats::best() const { return samples_.empty() ? std::numeric_limits<double>::quiet_NaN() : samples_.back().row[plan_.value]; }

void Stats::improved(const RunImprovement& improvement) {
  // A search that goes on reports its best result first, which has its sample.
  if (std::isfinite(best()) && !better(improvement.result.value, best())) return;
  samples_.push_back({improvement.progress.seconds, improvement.progress.row});
}

void Stats::progressed(const RunProgress& progress) {
  const double interval = std::max(least_interval, relative_interval * progress.seconds);
  if (samples_.empty() || (progress.seconds - samples_.back().seconds >= interval && !same_work(progress.row, samples_.back().row))) {
    samples_.push_back({progress.seconds, progress.row});
  }
  if (progress.seconds - last_write_ < write_interval) return;
  last_write_ = progress.seconds;
  // A failure now is tried again, and reported, at the end.
  std::vector<fs::path> files;
  std::vector<std::string> errors;
  write(files, errors);
}

std::vector<fs::path> Stats::finish(const RunProgress& totals, std::vector<std::string>& errors) {
  std::vector<fs::path> files;
  if (csv_.empty() && plot_.empty()) return files;
  if (!samples_.empty() && samples_.back().seconds == totals.seconds) samples_.pop_back();
  samples_.push_back({totals.seconds, totals.row});
  write(files, errors);
  return files;
}

void Stats::write(std::vector<fs::path>& files, std::vector<std::string>& errors) const {
  const auto write_one = [&](const fs::path& file, const auto& make_text) {
    if (file.empty()) return;
    try {
      io::write_atomically(file, make_text());
      files.push_back(file);
    } catch (const InputError& error) {
      errors.emplace_back(error.what());
    }
  };
  write_one(csv_, [&] { return csv_text(); });
  write_one(plot_, [&] { return plot_text(); });
}

std::string Stats::state() const {
  io::StateWriter writer;
  writer.write(static_cast<std::uint64_t>(samples_.size()));
  for (const Sample& sample : samples_) {
    writer.write(sample.seconds);
    for (std::size_t k = 0; k < stored_; ++k) {
      if (plan_.columns[k].whole) {
        writer.write(static_cast<long long>(sample.row[k]));
      } else {
        writer.write(sample.row[k]);
      }
    }
  }
  return writer.finish();
}

void Stats::restore(const std::string& bytes, double seconds) {
  io::StateReader reader(bytes);
  samples_.clear();
  for (auto count = reader.read<std::uint64_t>(); count > 0; --count) {
    Sample sample;
    sample.seconds = reader.read<double>();
    for (std::size_t k = 0; k < stored_; ++k) {
      sample.row.push_back(plan_.columns[k].whole ? static_cast<double>(reader.read<long long>()) : reader.read<double>());
    }
    const bool repeated = !samples_.empty() && same_work(sample.row, samples_.back().row);
    if (sample.seconds <= seconds && !repeated) samples_.push_back(std::move(sample));
  }
  reader.finish();
}

std::vector<std::pair<double, double>> Stats::improvements() const {
  std::vector<std::pair<double, double>> found;
  for (const Sample& sample : samples_) {
    const double value = sample.row[plan_.value];
    if (std::isfinite(value) && (found.empty() || better(value, found.back().second))) found.emplace_back(sample.seconds, value);
  }
  return found;
}

std::optional<Gain> Stats::last_gain() const {
  if (!std::isfinite(best())) return std::nullopt;
  const auto found =
      std::find_if(samples_.begin(), samples_.end(), [&](const Sample& sample) { return sample.row[plan_.value] == best(); });
  return Gain{found->seconds, static_cast<long long>(found->row.front())};
}

std::string Stats::csv_text() const {
  std::string text = "seconds";
  for (const StatsColumn& column : plan_.columns) text += std::string(",") + column.name;
  text += "\n";
  for (const Sample& sample : samples_) {
    text += io::fixed_text(sample.seconds, 3);
    for (std::size_t k = 0; k < plan_.columns.size(); ++k) {
      const StatsColumn& column = plan_.columns[k];
      text += "," + field(column.derived ? column.derived(sample.row) : sample.row[k], column.whole);
    }
    text += "\n";
  }
  return text;
}

std::string Stats::plot_text() const {
  const double highest = plan_.highest > 0 ? plan_.highest * best() : std::numeric_limits<double>::infinity();
  const auto plotted = [&](const StatsSeries& series) {
    io::PlotSeries one{series.name, {}, {}, series.steps};
    for (const Sample& sample : samples_) {
      const double value = sample.row[series.column];
      one.x.push_back(sample.seconds);
      one.y.push_back(std::isfinite(value) && value <= highest ? value : std::numeric_limits<double>::quiet_NaN());
    }
    return one;
  };
  std::vector<io::PlotSeries> all;
  for (const StatsSeries& series : plan_.series) {
    const auto same = [&](const Sample& sample) { return sample.row[series.column] == sample.row[plan_.series.front().column]; };
    if (all.empty() || !std::all_of(samples_.begin(), samples_.end(), same)) all.push_back(plotted(series));
  }
  return io::line_plot_svg(plan_.plot, all, plan_.references);
}

}  // namespace jam::app
