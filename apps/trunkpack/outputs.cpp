// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "outputs.hpp"

#include <algorithm>
#include <iterator>
#include <system_error>
#include <utility>

#include "box_size.hpp"
#include "jam/core/error.hpp"
#include "jam/io/atomic_file.hpp"
#include "jam/io/number_text.hpp"
#include "jam/trunk/io/html_report.hpp"
#include "jam/trunk/io/load_glb.hpp"
#include "jam/trunk/io/load_json.hpp"
#include "shell/output_rules.hpp"
#include "verdict.hpp"

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

/// Litres of the load that a file holds, if it is legal now: in this trunk, at this tolerance. < 0 for anything else.
double legal_litres(const Options& options, const Task& task, const fs::path& file) {
  try {
    const std::vector<BoxRow> rows = trunk::read_box_file(file).rows;
    return belongs(options, task, rows) && verify(options, task, rows).legal ? litres_of(rows) : -1;
  } catch (const Error&) {
    return -1;
  }
}

/// NAME.box, NAME-2.box, …
fs::path numbered(const Options& options, int k) {
  return options.trunk_file().stem().string() + (k == 1 ? "" : "-" + std::to_string(k)) + ".box";
}

/// Whether a name belongs to another file of this run. The start may be replaced by a better load.
bool is_in_use(const Options& options, const fs::path& file) {
  const fs::path* const others[] = {&options.mesh, &options.points, &options.fixed,   &options.html,      &options.json,
                                    &options.glb,  &options.status, &options.metrics, &options.checkpoint};
  return std::any_of(std::begin(others), std::end(others),
                     [&](const fs::path* other) { return !other->empty() && same_file(file, *other); });
}

/// The first numbered name that is free or holds a load of this task, whose litres `kept_litres` receives.
fs::path default_file(const Options& options, const Task& task, double& kept_litres) {
  for (int k = 1;; ++k) {
    const fs::path file = numbered(options, k);
    kept_litres = -1;
    std::error_code error;
    if (is_in_use(options, file)) continue;
    if (!fs::exists(file, error)) return file;
    kept_litres = legal_litres(options, task, file);
    if (kept_litres >= 0) return file;
  }
}

/// Without --out, and unless JSON goes to standard output, a search chooses a name.
bool chooses_name(const Options& options) { return options.mode == Mode::search && options.out.empty() && options.json != "-"; }

}  // namespace

void require_outputs_writable(const Options& options) {
  for (const fs::path* file : {&options.out, &options.html, &options.json, &options.glb, &options.status, &options.metrics}) {
    if (!file->empty() && *file != "-") io::require_writable(*file);
  }
  if (!chooses_name(options)) return;
  // Which name it will be is not known yet; all of them lie in one folder.
  std::error_code error;
  int k = 1;
  while (is_in_use(options, numbered(options, k)) || fs::is_directory(numbered(options, k), error)) ++k;
  try {
    io::require_writable(numbered(options, k));
  } catch (const InputError& failure) {
    throw InputError(std::string(failure.what()) + "; or name another file by --out");
  }
}

Written write_load_files(const Options& options, const fs::path& out, const trunk::LoadReport& report,
                         const trunk::BoxFileComments& comments, const CheckFile& check_written) {
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
  // Nothing else tells of a load whose BOX file does not hold it.
  if (!written.files.empty()) check_written(out);
  write(options.html, [&] { return trunk::html_report(report); });
  write(options.json, [&] { return trunk::load_json(report); });
  write(options.glb, [&] { return trunk::load_glb(report); });
  return written;
}

Outputs::Outputs(const Options& options, const Task& task, trunk::BoxFileComments comments, std::function<void(const std::string&)> warn)
    : options_(options), task_(task), comments_(std::move(comments)), warn_(std::move(warn)), out_(options.out) {
  if (chooses_name(options)) {
    out_ = default_file(options, task, kept_litres_);
    io::require_writable(out_);
  } else if (options.has("resume") && !out_.empty()) {
    // What a turn that was cut short has found is in the file, and not in the state.
    kept_litres_ = legal_litres(options, task, out_);
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
  const bool named = !options_.out.empty();
  // The load that was to be kept may have been replaced in the meantime.
  if (!named && kept_litres_ >= litres) out_ = default_file(options_, task_, kept_litres_);
  const bool keep = named ? kept_litres_ > litres : kept_litres_ >= litres;
  // What counts is what stands in the file; pipes and the like cannot be read back.
  const CheckFile check_written = [&](const fs::path& file) {
    if (!fs::is_regular_file(file)) return;
    const mesh::Verification verification = verify(options_, task_, trunk::read_box_file(file).rows);
    if (!verification.legal) throw UnverifiedError(file.string() + " does not pass verification: " + verification.violations.front());
  };
  Written written = write_load_files(options_, keep ? fs::path() : out_, report, comments_, check_written);
  if (keep) {
    written.kept = out_.string() + ", verified again at a tolerance of " + io::number_text(options_.tolerance) + " mm: its " +
                   io::fixed_text(kept_litres_, 2) + " l are " + (kept_litres_ > litres ? "more" : "as many") +
                   (named ? "; another --out takes this result" : "; --out FILE writes this result anyway");
  }
  return written;
}

}  // namespace jam::app
