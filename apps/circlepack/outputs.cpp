// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Files of a packing.
#include "outputs.hpp"

#include <utility>

#include "jam/circles/io/circle_svg.hpp"
#include "jam/circles/verify/verify.hpp"
#include "jam/core/error.hpp"
#include "jam/io/atomic_file.hpp"
#include "text.hpp"

namespace jam::app {
namespace {

namespace fs = std::filesystem;
using circles::Annotations;
using circles::ContactGraph;
using circles::Packing;

/// Least time between two writes of the same file during a search [s].
constexpr double write_interval = 1.0;

/// R of the packing that a file holds, if it is a legal packing of the problem's circles; 0 for anything else.
double legal_radius(const fs::path& file, const circles::Problem& problem) {
  try {
    const circles::PackingFile content = circles::read_packing_file(file, nullptr, circles::CircleFormat::circles);
    if (!content.claimed || !radii_difference(content.packing, problem).empty()) return 0;
    return circles::verify_file_exact(file).legal ? content.packing.enclosing_radius : 0;
  } catch (const Error&) {
    return 0;
  }
}

/// FAMILY-nN.circles, or FAMILY-nN-K.circles where that name is taken by something else.
fs::path default_file(const Task& task, double& kept_radius) {
  const std::string stem = default_stem(task);
  for (int k = 1;; ++k) {
    fs::path file = stem + (k == 1 ? "" : "-" + std::to_string(k)) + ".circles";
    kept_radius = 0;
    std::error_code error;
    if (!fs::exists(file, error)) return file;
    kept_radius = legal_radius(file, task.problem);
    if (kept_radius > 0) return file;
  }
}

std::string picture_title(const Packing& packing) {
  std::vector<double> radii;
  for (const circles::Circle& circle : packing.circles) radii.push_back(circle.radius);
  return problem_text(circles::problem_from_radii(std::move(radii))) + ", R = " + radius_text(packing.enclosing_radius);
}

/// Exactly legal, and the circles of the problem. `name` says in the error where the packing stands.
void require_verified(const std::string& name, const Packing& packing, const circles::Verification& verification,
                      const circles::Problem& problem) {
  if (!verification.legal) throw UnverifiedError(name + " does not pass exact verification: " + verification.violation);
  const std::string difference = radii_difference(packing, problem);
  if (!difference.empty()) throw UnverifiedError(name + " does not pass verification: " + difference);
}

}  // namespace

Written write_packing_files(const Options& options, const fs::path& out, const Packing& packing, const ContactGraph& graph,
                            const Annotations& annotations) {
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
  write(out, [&] { return circles::circles_text(packing, annotations); });
  write(options.packomania, [&] { return circles::packomania_text(packing); });
  write(options.svg, [&] { return circles::packing_svg(packing, graph, picture_title(packing)); });
  write(options.json, [&] { return circles::packing_json(packing, graph, annotations); });
  return written;
}

void require_outputs_writable(const Options& options) {
  for (const fs::path* file : {&options.out, &options.packomania, &options.svg, &options.json, &options.log, &options.stats,
                               &options.stats_svg, &options.status, &options.metrics}) {
    if (!file->empty() && *file != "-") io::require_writable(*file);
  }
}

Outputs::Outputs(const Options& options, const Task& task, Annotations annotations, std::function<void(const std::string&)> warn)
    : options_(options), task_(task), annotations_(std::move(annotations)), warn_(std::move(warn)), out_(options.out) {
  require_outputs_writable(options);
  if (options.json != "-") json_ = options.json;
  if (out_.empty() && options.json.empty()) {
    out_ = default_file(task, kept_radius_);
    io::require_writable(out_);
  } else if (options.has("resume") && !out_.empty()) {
    // What was found after the last checkpoint, by a process that was killed.
    kept_radius_ = legal_radius(out_, task.problem);
  }
}

const fs::path& Outputs::packing_file() const { return out_.empty() ? json_ : out_; }

bool Outputs::kept_is_better(const Packing& packing) const {
  if (kept_radius_ <= 0) return false;
  // A file that the user has named gets the last word on a packing that is as good: it tells how it was found.
  return options_.out.empty() ? kept_radius_ <= packing.enclosing_radius : kept_radius_ < packing.enclosing_radius;
}

void Outputs::improved(const circles::Improvement& improvement) {
  pending_ = improvement.packing;
  write_pending(improvement.seconds);
}

void Outputs::progressed(const circles::Progress& progress) { write_pending(progress.seconds); }

void Outputs::write_pending(double seconds) {
  if (pending_.circles.empty() || seconds - last_write_ < write_interval) return;
  last_write_ = seconds;
  try {
    if (!out_.empty() && !kept_is_better(pending_)) io::write_atomically(out_, circles::circles_text(pending_, annotations_));
    if (!json_.empty()) io::write_atomically(json_, circles::packing_json(pending_, annotations_));
    pending_ = {};
  } catch (const InputError& error) {
    // The packing stays pending: the next try is a second away, the last one at the end.
    if (!std::exchange(warned_, true)) warn_(std::string(error.what()) + " (tried again until the search ends)");
  }
}

void Outputs::flush() {
  last_write_ = -1e300;
  write_pending(0);
}

Written Outputs::finish(const Packing& packing, const ContactGraph& graph, long long trials) {
  pending_ = {};
  annotations_["trials"] = std::to_string(trials);
  const bool keep = kept_is_better(packing);
  Written written = write_packing_files(options_, keep ? fs::path() : out_, packing, graph, annotations_);
  if (keep) {
    written.kept = out_.string() + ": its R = " + radius_text(kept_radius_) +
                   (kept_radius_ < packing.enclosing_radius ? " is smaller" : " is the same") +
                   (options_.out.empty() ? "; --out FILE writes this result anyway" : "; another --out FILE receives this result");
  }
  // What counts is what stands in the files; pipes and the like cannot be read back.
  require_verified("the result", packing, circles::verify_exact(packing), task_.problem);
  for (const fs::path& file : written.files) {
    if ((file != out_ && file != json_) || !fs::is_regular_file(file)) continue;
    const Packing read_back = circles::read_packing(file, &task_.problem);
    require_verified(file.string(), read_back, file == out_ ? circles::verify_file_exact(file) : circles::verify_exact(read_back),
                     task_.problem);
  }
  return written;
}

std::string Outputs::json_for_stdout(const Packing& packing, const ContactGraph& graph) const {
  return options_.json == "-" ? circles::packing_json(packing, graph, annotations_) : std::string();
}

}  // namespace jam::app
