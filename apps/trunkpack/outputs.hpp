// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The files a load goes to. They are found writable before anything is read; the BOX file is renewed during the search, at most once a
// second, so that a killed program loses nothing; at the end all are written, and the BOX file is read back and verified. Every file is
// replaced at once or not at all.
//
// Without --out, and unless JSON goes to standard output, the load goes to NAME.box in the current folder, NAME being that of the mesh. A
// load there that is legal in the same trunk at the same tolerance, of the same boxes and no smaller stays; a file of that name that holds
// something else, or is another file of this run, stays, too, and a number is added to the name.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "jam/trunk/io/box_files.hpp"
#include "jam/trunk/io/load_report.hpp"
#include "jam/trunk/search/trunk_search.hpp"
#include "options.hpp"
#include "task.hpp"

namespace jam::app {

/// What happened to the files.
struct Written {
  std::vector<std::filesystem::path> files;  ///< Written, in the order of the options.
  std::string archived;                      ///< How the load stands to the archive; empty without one.
  std::string kept;                          ///< Says that a better load in the default file was kept; else empty.
  std::vector<std::string> errors;           ///< One line for each file that could not be written.
};

/// Throws InputError unless each file that `options` names could be written, and the default file where a search will need it.
void require_outputs_writable(const Options& options);

/// Throws where the BOX file just written does not hold what it should.
using CheckFile = std::function<void(const std::filesystem::path&)>;

/// Writes the load to every file that `options` names: `out` for BOX (empty: none), which is then checked; HTML, JSON (but not to standard
/// output), GLB. Where the check throws, only BOX was written.
[[nodiscard]] Written write_load_files(const Options& options, const std::filesystem::path& out, const trunk::LoadReport& report,
                                       const trunk::BoxFileComments& comments, const CheckFile& check_written);

class Outputs : public trunk::TrunkListener {
 public:
  /// Chooses the default file where one is needed. `comments` go into the BOX file; `warn` tells the user of trouble during the search.
  Outputs(const Options& options, const Task& task, trunk::BoxFileComments comments, std::function<void(const std::string&)> warn);

  /// Keeps the load, and writes it unless that was done less than a second ago.
  void improved(const trunk::TrunkImprovement& improvement) override;

  /// Writes what improved() kept once the second is over.
  void progressed(const trunk::TrunkProgress& progress) override;

  /// Writes what is still kept: for a search that ended by an error.
  void flush();

  /// Writes BOX and verifies what stands there, then writes all other files but JSON on standard output. UnverifiedError if that fails;
  /// files that cannot be written are reported in the result.
  [[nodiscard]] Written finish(const trunk::LoadReport& report);

  /// The BOX file; empty for none.
  [[nodiscard]] const std::filesystem::path& box_file() const { return out_; }

 private:
  void write_pending(double seconds);

  const Options& options_;
  const Task& task_;
  trunk::BoxFileComments comments_;
  std::function<void(const std::string&)> warn_;
  std::filesystem::path out_;
  double kept_litres_ = -1;          ///< Of the load already in the file, where a better one stays; < 0: none.
  trunk::TrunkImprovement pending_;  ///< Newest improvement not yet written; without rows when there is none.
  double last_write_ = -1e300;       ///< [s] since the search began.
  bool warned_ = false;
};

}  // namespace jam::app
