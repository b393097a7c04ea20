// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "outputs.hpp"

#include <algorithm>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/io/atomic_file.hpp"
#include "jam/io/number_text.hpp"
#include "jam/trunk/html_report.hpp"
#include "jam/trunk/load_glb.hpp"
#include "jam/trunk/load_json.hpp"

namespace jam::app {
namespace {

namespace fs = std::filesystem;
using trunk::BoxRow;

/// Least time between two writes of the same file during a search [s].
constexpr double write_interval = 1.0;

double litres_of(const std::vector<BoxRow>& rows) {
  double sum = 0;
  for (const BoxRow& row : rows) sum += trunk::litres_of(row);
  return sum;
}

/// Whether a load could be a result of this task: its boxes, and all the fixed ones among them.
bool belongs(const Options& options, const Task& task, const std::vector<BoxRow>& rows) {
  const auto is_fixed = [&](const BoxRow& row) { return std::find(task.fixed.begin(), task.fixed.end(), row) != task.fixed.end(); };
  const auto of_the_set = [&](const BoxRow& row) {
    return std::any_of(options.set.pieces.begin(), options.set.pieces.end(),
                       [&](const trunk::Piece& piece) { return same_size(piece.edge, row.edge); });
  };
  return std::all_of(rows.begin(), rows.end(), [&](const BoxRow& row) { return is_fixed(row) || of_the_set(row); }) &&
         std::count_if(rows.begin(), rows.end(), is_fixed) == std::ssize(task.fixed);
}

/// Litres of the legal load that a file holds; < 0 for anything else.
double legal_litres(const Options& options, const Task& task, const fs::path& file) {
  try {
    const std::vector<BoxRow> rows = read_rows(options, file);
    return belongs(options, task, rows) && verify(options, task, rows).legal ? litres_of(rows) : -1;
  } catch (const Error&) {
    return -1;
  }
}

/// NAME.box, or NAME-K.box where that name is taken by something else.
fs::path default_file(const Options& options, const Task& task, double& kept_litres) {
  for (int k = 1;; ++k) {
    fs::path file = task.name + (k == 1 ? "" : "-" + std::to_string(k)) + ".box";
    kept_litres = -1;
    std::error_code error;
    if (!fs::exists(file, error)) return file;
    kept_litres = legal_litres(options, task, file);
    if (kept_litres >= 0) return file;
  }
}

}  // namespace

void require_outputs_writable(const Options& options) {
  for (const fs::path* file : {&options.out, &options.html, &options.json, &options.glb}) {
    if (!file->empty() && *file != "-") io::require_writable(*file);
  }
}

Written write_load_files(const Options& options, const fs::path& out, const trunk::LoadReport& report,
                         const trunk::BoxFileComments& comments) {
  Written written;
  const auto write = [&](const fs::path& file, const auto& make_text) {
    if (file.empty() || file == "-") return;
    try {
      io::write_atomically(file, make_text());
      written.files.push_back(file);
    } catch (const InputError& error) {
      written.errors.emplace_back(error.what());
    }
  };
  write(out, [&] { return trunk::box_text(report.boxes, comments); });
  write(options.html, [&] { return trunk::html_report(report); });
  write(options.json, [&] { return trunk::load_json(report); });
  write(options.glb, [&] { return trunk::load_glb(report); });
  return written;
}

Outputs::Outputs(const Options& options, const Task& task, trunk::BoxFileComments comments, std::function<void(const std::string&)> warn)
    : options_(options), task_(task), comments_(std::move(comments)), warn_(std::move(warn)), out_(options.out) {
  if (out_.empty() && options.json != "-") {
    out_ = default_file(options, task, kept_litres_);
    io::require_writable(out_);
  }
}

void Outputs::improved(const trunk::TrunkImprovement& improvement) {
  pending_ = improvement;
  write_pending(improvement.seconds);
}

void Outputs::progressed(const trunk::TrunkProgress& progress) { write_pending(progress.seconds); }

void Outputs::write_pending(double seconds) {
  if (pending_.rows.empty() || out_.empty() || seconds - last_write_ < write_interval) return;
  last_write_ = seconds;
  try {
    if (pending_.litres > kept_litres_) trunk::write_boxes(out_, pending_.rows, comments_);
    pending_ = {};
  } catch (const InputError& error) {
    // The load stays pending: the next try is a second away, the last one at the end.
    if (!std::exchange(warned_, true)) warn_(std::string(error.what()) + " (tried again until the search ends)");
  }
}

void Outputs::flush() {
  last_write_ = -1e300;
  write_pending(0);
}

Written Outputs::finish(const trunk::LoadReport& report) {
  pending_ = {};
  const double litres = litres_of(report.boxes);
  const bool keep = kept_litres_ >= litres;
  Written written = write_load_files(options_, keep ? fs::path() : out_, report, comments_);
  if (keep) {
    written.kept = out_.string() + ": its " + io::fixed_text(kept_litres_, 2) + " l are " + (kept_litres_ > litres ? "more" : "as many") +
                   "; --out FILE writes this result anyway";
  }
  // What counts is what stands in the file; pipes and the like cannot be read back.
  if (!keep && std::find(written.files.begin(), written.files.end(), out_) != written.files.end() && fs::is_regular_file(out_)) {
    const mesh::Verification verification = verify(options_, task_, trunk::read_box_file(out_).rows);
    if (!verification.legal) throw UnverifiedError(out_.string() + " does not pass verification: " + verification.violations.front());
  }
  return written;
}

}  // namespace jam::app
