// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/outputs.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/io/atomic_file.hpp"
#include "shell/option_table.hpp"

namespace jam::app {
namespace {

namespace fs = std::filesystem;

/// Shortest time between two writes of the same file during a search [s].
constexpr double write_interval = 1.0;

bool is_file(const fs::path& file) { return !file.empty() && file != "-"; }

/// NAME.SUFFIX, NAME-2.SUFFIX, ...
fs::path numbered(const OutputPlan& plan, int k) {
  return plan.stem + (k == 1 ? "" : "-" + std::to_string(k)) + plan.suffix;
}

bool is_in_use(const OutputPlan& plan, const fs::path& file) {
  return std::any_of(plan.in_use.begin(), plan.in_use.end(),
                     [&](const fs::path& other) { return is_file(other) && same_file(file, other); });
}

}  // namespace

Written write_formats(const std::vector<Format>& formats, const Result& result) {
  Written written;
  for (const Format& format : formats) {
    if (!is_file(format.file)) continue;
    try {
      const std::string text = format.text(result);
      if (text.empty()) continue;
      io::write_atomically(format.file, text);
      written.files.push_back(format.file);
    } catch (const InputError& error) {
      written.errors.emplace_back(error.what());
      continue;
    }
    // Pipes and the like cannot be read back.
    std::error_code error;
    if (format.check && fs::is_regular_file(format.file, error)) format.check(format.file);
  }
  return written;
}

void require_written(const Written& written) {
  if (!written.errors.empty()) throw InputError(fmt::format("{}", fmt::join(written.errors, "; ")));
}

void require_writable(const std::vector<fs::path>& files) {
  for (const fs::path& file : files) {
    if (is_file(file)) io::require_writable(file);
  }
}

void require_default_writable(const OutputPlan& plan) {
  if (!plan.choose_name) return;
  // Which name it will be is not known yet; all of them lie in one folder.
  std::error_code error;
  int k = 1;
  while (is_in_use(plan, numbered(plan, k)) || fs::is_directory(numbered(plan, k), error)) ++k;
  try {
    io::require_writable(numbered(plan, k));
  } catch (const InputError& failure) {
    throw InputError(std::string(failure.what()) + "; or name another file by --out");
  }
}

Outputs::Outputs(OutputPlan plan, bool smaller_is_better, std::function<void(const std::string&)> warn)
    : plan_(std::move(plan)), smaller_is_better_(smaller_is_better), warn_(std::move(warn)) {
  Format& packing = plan_.formats.front();
  if (plan_.choose_name) {
    choose_file();
    io::require_writable(packing.file);
  } else if (plan_.keep_better && is_file(packing.file)) {
    kept_ = plan_.value_in(packing.file);
  }
}

void Outputs::choose_file() {
  for (int k = 1;; ++k) {
    const fs::path file = numbered(plan_, k);
    std::error_code error;
    if (is_in_use(plan_, file)) continue;
    const bool exists = fs::exists(file, error);
    kept_ = exists ? plan_.value_in(file) : std::nullopt;
    if (exists && !kept_) continue;
    plan_.formats.front().file = file;
    return;
  }
}

fs::path Outputs::packing_file() const {
  const auto found = std::find_if(plan_.formats.begin(), plan_.formats.end(), [](const Format& format) {
    return format.renewed && is_file(format.file);
  });
  return found == plan_.formats.end() ? fs::path() : found->file;
}

bool Outputs::keeps(double value) const {
  // A file that the user has named takes a result that is as good: its comments then describe this search.
  return kept_ && (plan_.choose_name ? !better(value, *kept_) : better(*kept_, value));
}

void Outputs::improved(const RunImprovement& improvement) {
  pending_ = improvement.result;
  write_pending(improvement.progress.seconds);
}

void Outputs::progressed(const RunProgress& progress) { write_pending(progress.seconds); }

void Outputs::write_pending(double seconds) {
  if (!pending_ || seconds - last_write_ < write_interval) return;
  last_write_ = seconds;
  bool all = true;
  for (std::size_t k = 0; k < plan_.formats.size(); ++k) {
    const Format& format = plan_.formats[k];
    if (!format.renewed || !is_file(format.file) || (k == 0 && keeps(pending_->value))) continue;
    try {
      io::write_atomically(format.file, format.text(*pending_));
    } catch (const InputError& error) {
      // The result stays pending: the next try is a second away, the last one at the end.
      all = false;
      if (warned_.insert(format.file).second)
        warn_(std::string(error.what()) + " (tried again until the search ends)");
    }
  }
  if (all) pending_.reset();
}

void Outputs::flush() {
  last_write_ = -1e300;
  write_pending(0);
}

Written Outputs::finish(const Result& result) {
  pending_.reset();
  // Another process may have replaced the result in the file.
  if (plan_.choose_name && keeps(result.value)) choose_file();
  const bool keep = keeps(result.value);
  const fs::path file = plan_.formats.front().file;
  if (keep) plan_.formats.front().file.clear();
  Written written = write_formats(plan_.formats, result);
  plan_.formats.front().file = file;
  if (keep) {
    written.kept = plan_.kept_text(file, *kept_, better(*kept_, result.value)) +
                   (plan_.choose_name ? "; --out FILE writes this result anyway"
                                      : "; another --out FILE receives this result");
  }
  return written;
}

}  // namespace jam::app
