// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The files of a result, as rows {option, file, text}. Some are rewritten during the search, at most once a
// second, so that a killed program loses nothing; at the end all are written, and those with a check are read
// back. Every file is replaced at once or not at all.
//
// A program may choose a default file in the current folder: STEM.SUFFIX. A result there that is legal, of
// the same problem and no worse stays; a file of that name that holds something else, or is another file of
// this run, stays too, and a number is added to the name.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "shell/run_events.hpp"

namespace jam::app {

/// One file of a result.
struct Format {
  const char* option;          ///< `--svg`
  std::filesystem::path file;  ///< Empty: not asked for; `-`: standard output, which is left to the caller.
  std::function<std::string(const Result&)> text;  ///< An empty text is not written.
  bool renewed = false;                            ///< During the search, too.

  /// Throws UnverifiedError if the file just written does not hold what it should; empty: not checked.
  std::function<void(const std::filesystem::path&)> check = {};
};

/// A program's description of the files of its results.
struct OutputPlan {
  std::vector<Format> formats;  ///< Formats; the packing file is the first.

  bool choose_name = false;  ///< The first format has no file: choose the default one.
  std::string stem, suffix;  ///< Stem and suffix of the default file: `linear-n12`, `.circles`.
  std::vector<std::filesystem::path> in_use;  ///< Other files of this run.
  bool keep_better = false;  ///< A named file of the first format may hold a better result, which stays.

  /// The value of the legal result of this problem that a file holds; nothing for anything else.
  std::function<std::optional<double>(const std::filesystem::path&)> value_in;
  /// Why a result in a file was kept, without what to do about it; `better`: than the new one, else as good.
  std::function<std::string(const std::filesystem::path&, double value, bool better)> kept_text;
};

/// Outcome of writing the files.
struct Written {
  std::vector<std::filesystem::path> files;  ///< Files written, in the order of the formats.
  std::string kept;                 ///< Tells that a result no worse was kept; empty: this one was written.
  std::vector<std::string> errors;  ///< One line for each file that could not be written.
};

/// Writes the formats that have a file, in their order, and checks each as soon as it is written. What a
/// check throws ends it.
[[nodiscard]] Written write_formats(const std::vector<Format>& formats, const Result& result);

/// Throws InputError if files could not be written: one line for all.
void require_written(const Written& written);

/// Throws InputError unless each of the files could be written; empty ones and `-` are passed over.
void require_writable(const std::vector<std::filesystem::path>& files);

/// require_writable() for the default file of a plan whose stem is known, before anything is read.
void require_default_writable(const OutputPlan& plan);

class Outputs : public RunListener {
 public:
  /// Chooses the default file where the plan wants one. `warn` tells the user of errors during the search.
  /// Throws InputError for a file that cannot be written.
  Outputs(OutputPlan plan, bool smaller_is_better, std::function<void(const std::string&)> warn);

  /// Keeps the result, and writes it unless that was done less than a second ago.
  void improved(const RunImprovement& improvement) override;
  /// Writes what improved() kept once the second is over.
  void progressed(const RunProgress& progress) override;

  /// Writes what is still kept: for a search that ended by an error.
  void flush();

  /// Writes all files but standard output. Throws UnverifiedError if a file does not pass its check; the
  /// result lists files that could not be written as errors.
  [[nodiscard]] Written finish(const Result& result);

  /// The file that holds the packing, renewed during the search; empty for none.
  [[nodiscard]] std::filesystem::path packing_file() const;

 private:
  void write_pending(double seconds);
  void choose_file();
  [[nodiscard]] bool better(double a, double b) const { return smaller_is_better_ ? a < b : a > b; }
  /// Whether the result in the first file stays in place of one of this value.
  [[nodiscard]] bool keeps(double value) const;

  OutputPlan plan_;
  bool smaller_is_better_;
  std::function<void(const std::string&)> warn_;
  std::optional<double> kept_;     ///< Value of the result in the first file that only a better one replaces.
  std::optional<Result> pending_;  ///< Newest result not yet written.
  double last_write_ = -1e300;     ///< [s]
  std::set<std::filesystem::path> warned_;  ///< Files that could not be written.
};

}  // namespace jam::app
