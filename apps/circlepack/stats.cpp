// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Sampling, CSV and plot.
#include "stats.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "jam/core/error.hpp"
#include "jam/io/atomic_file.hpp"
#include "jam/io/binary_state.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/svg_plot.hpp"
#include "text.hpp"

namespace jam::app {
namespace {

using circles::Progress;
using io::number_text;

constexpr double least_interval = 0.1;          ///< Between two samples without an improvement [s].
constexpr double relative_interval = 1 / 500.;  ///< The same, as part of the time gone by [-].
constexpr double write_interval = 10.0;         ///< Between two versions of the files [s].

/// The plot leaves out radii above this times the final one [-]: the first random packings would flatten the rest.
constexpr double plotted_factor = 1.1;

std::string optional_number(double value) { return std::isfinite(value) ? number_text(value) : std::string(); }

bool same_counters(const Progress& a, const Progress& b) {
  return a.trials == b.trials && a.relaxation_steps == b.relaxation_steps && a.rounds == b.rounds && a.best_radius == b.best_radius;
}

}  // namespace

void Stats::improved(const circles::Improvement& improvement) {
  // A search that goes on tells its best packing first, which has its sample.
  const double radius = improvement.packing.enclosing_radius;
  if (!samples_.empty() && !(radius < samples_.back().best_radius)) return;
  samples_.push_back(improvement.progress);
}

void Stats::progressed(const Progress& progress) {
  const double interval = std::max(least_interval, relative_interval * progress.seconds);
  if (samples_.empty() || (progress.seconds - samples_.back().seconds >= interval && !same_counters(progress, samples_.back()))) {
    samples_.push_back(progress);
  }
  if (!wanted() || progress.seconds - last_write_ < write_interval) return;
  last_write_ = progress.seconds;
  // A failure now is tried again, and reported, at the end.
  std::vector<std::filesystem::path> files;
  std::vector<std::string> errors;
  write(files, errors);
}

std::vector<std::filesystem::path> Stats::finish(const Progress& totals, std::vector<std::string>& errors) {
  std::vector<std::filesystem::path> files;
  if (!wanted()) return files;
  if (!samples_.empty() && samples_.back().seconds == totals.seconds) samples_.pop_back();
  samples_.push_back(totals);
  write(files, errors);
  return files;
}

void Stats::write(std::vector<std::filesystem::path>& files, std::vector<std::string>& errors) const {
  const auto write_one = [&](const std::filesystem::path& file, const std::string& text) {
    try {
      io::write_atomically(file, text);
      files.push_back(file);
    } catch (const InputError& error) {
      errors.emplace_back(error.what());
    }
  };
  if (!options_.stats.empty()) write_one(options_.stats, csv_text());
  if (!options_.stats_svg.empty()) write_one(options_.stats_svg, plot_text());
}

std::string Stats::state() const {
  io::StateWriter writer;
  writer.put(static_cast<std::uint64_t>(samples_.size()));
  for (const Progress& sample : samples_) {
    writer.put(sample.seconds);
    for (const long long count : {sample.trials, sample.relaxation_steps, sample.rounds, sample.meta_stable_count}) writer.put(count);
    writer.put(sample.best_radius);
    writer.put(sample.mean_radius);
  }
  return writer.take();
}

void Stats::restore(const std::string& bytes, double seconds) {
  io::StateReader reader(bytes);
  samples_.clear();
  for (auto count = reader.take<std::uint64_t>(); count > 0; --count) {
    Progress sample;
    sample.seconds = reader.take<double>();
    for (long long* number : {&sample.trials, &sample.relaxation_steps, &sample.rounds, &sample.meta_stable_count}) {
      *number = reader.take<long long>();
    }
    sample.best_radius = reader.take<double>();
    sample.mean_radius = reader.take<double>();
    const bool repeated = !samples_.empty() && same_counters(sample, samples_.back());
    if (sample.seconds <= seconds && !repeated) samples_.push_back(sample);
  }
  reader.finish();
}

std::optional<Progress> Stats::last_gain() const {
  if (samples_.empty() || !std::isfinite(samples_.back().best_radius)) return std::nullopt;
  const double best = samples_.back().best_radius;
  return *std::find_if(samples_.begin(), samples_.end(), [&](const Progress& sample) { return sample.best_radius == best; });
}

std::string Stats::csv_text() const {
  std::string text = std::string(stats_columns) + "\n";
  for (const Progress& sample : samples_) {
    const double gap =
        task_.best_known ? circles::relative_gap(sample.best_radius, *task_.best_known) : std::numeric_limits<double>::quiet_NaN();
    text += io::fixed_text(sample.seconds, 3) + "," + std::to_string(sample.trials) + "," + std::to_string(sample.relaxation_steps) + "," +
            std::to_string(sample.rounds) + "," + std::to_string(sample.meta_stable_count) + "," + optional_number(sample.best_radius) +
            "," + optional_number(sample.mean_radius) + "," + optional_number(gap) + "\n";
  }
  return text;
}

std::string Stats::plot_text() const {
  const double final_radius = samples_.empty() ? std::numeric_limits<double>::infinity() : samples_.back().best_radius;
  const auto plotted = [&](double radius) {
    return radius <= plotted_factor * final_radius ? radius : std::numeric_limits<double>::quiet_NaN();
  };
  io::PlotSeries best{"best R", {}, {}, true}, mean{"mean R of the instances", {}, {}, false};
  for (const Progress& sample : samples_) {
    best.x.push_back(sample.seconds);
    best.y.push_back(plotted(sample.best_radius));
    mean.x.push_back(sample.seconds);
    mean.y.push_back(plotted(sample.mean_radius));
  }
  std::vector<io::PlotSeries> series = {best};
  if (!samples_.empty() && samples_.back().instance_count > 1) series.push_back(mean);
  std::vector<io::PlotReference> references;
  if (task_.best_known) references.push_back({"best known R", task_.best_known->radius});

  io::PlotOptions plot;
  plot.title = "Enclosing radius over time: " + problem_text(task_.problem);
  plot.x_label = "time [s]";
  plot.y_label = "R [unit of the radii]";
  plot.logarithmic_x = true;
  return io::line_plot_svg(plot, series, references);
}

}  // namespace jam::app
