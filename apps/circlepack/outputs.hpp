// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The files a packing goes to. They are found writable before the search starts; the packing files proper (CIRCLES and JSON) are renewed
// during the search, at most once a second, so that a killed program loses nothing; at the end all are written, and the packing is read
// back and verified. Every file is replaced at once or not at all.
//
// Without --out and --json the packing goes to FAMILY-nN.circles in the current folder. A better packing of the same circles there stays;
// a file of that name that holds something else stays too, and a number is added to the name.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "jam/circles/io/circle_files.hpp"
#include "jam/circles/model/search.hpp"
#include "options.hpp"
#include "task.hpp"

namespace jam::app {

/// What happened to the files, for the final block and the exit code.
struct Written {
  std::vector<std::filesystem::path> files;  ///< Written, in the order of the options.
  std::string archived;                      ///< How the result stands to the archive; empty without one.
  std::string kept;                          ///< Says that a better packing was kept in place of this one; else empty.
  std::vector<std::string> errors;           ///< One line for each file that could not be written.
};

class Outputs : public circles::SearchListener {
 public:
  /// Chooses the default file where one is needed. `annotations` go into every packing file; `warn` tells the user of trouble during the
  /// search. Throws InputError for a file that cannot be written.
  Outputs(const Options& options, const Task& task, circles::Annotations annotations, std::function<void(const std::string&)> warn);

  /// Keeps the packing, and writes it unless that was done less than a second ago.
  void improved(const circles::Improvement& improvement) override;

  /// Writes what improved() kept once the second is over.
  void progressed(const circles::Progress& progress) override;

  /// Writes what is still kept: for a search that ended by an error.
  void flush();

  /// Writes all files but JSON on standard output, reads the packing back and verifies it exactly as it stands there.
  /// Throws UnverifiedError if that fails; files that cannot be written are reported in the result.
  [[nodiscard]] Written finish(const circles::Packing& packing, const circles::ContactGraph& graph, long long trials);

  /// The file that holds the packing: CIRCLES, or JSON where that alone was asked for; empty when JSON goes to standard output alone.
  [[nodiscard]] const std::filesystem::path& packing_file() const;

  /// The JSON text for standard output; empty unless asked for.
  [[nodiscard]] std::string json_for_stdout(const circles::Packing& packing, const circles::ContactGraph& graph) const;

 private:
  void write_pending(double seconds);
  [[nodiscard]] bool kept_is_better(const circles::Packing& packing) const;

  const Options& options_;
  const Task& task_;
  circles::Annotations annotations_;
  std::function<void(const std::string&)> warn_;
  std::filesystem::path out_;   ///< CIRCLES file; empty for none.
  std::filesystem::path json_;  ///< JSON file; empty for none or standard output.
  double kept_radius_ = 0;      ///< R of the packing in the file that only a better one may replace; 0: any may.
  circles::Packing pending_;    ///< Newest improvement not yet written; empty when there is none.
  double last_write_ = -1e300;  ///< [s] since the search began.
  bool warned_ = false;
};

/// Writes the packing to every file that `options` names (CIRCLES, Packomania, SVG, JSON), in this order.
[[nodiscard]] Written write_packing_files(const Options& options, const std::filesystem::path& out, const circles::Packing& packing,
                                          const circles::ContactGraph& graph, const circles::Annotations& annotations);

/// Throws InputError unless each file that `options` names could be written.
void require_outputs_writable(const Options& options);

}  // namespace jam::app
