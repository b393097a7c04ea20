// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The options of packview. docs/packview.md is their manual. Lengths in mm.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "jam/core/stop.hpp"
#include "jam/mesh/read_trunk.hpp"
#include "jam/view/feed.hpp"
#include "jam/view/session.hpp"
#include "shell/checkpoints.hpp"
#include "shell/run_options.hpp"

namespace jam::app {

/// The trunk is that of a load, whose file may override `rounded`; its boxes are the set.
struct Options : RunOptions, mesh::TrunkSpec {
  std::filesystem::path file;  ///< The file to show.

  // Server
  int port = 8080;
  std::string listen;  ///< Address; empty: this machine only.
  bool open = false;   ///< Start a browser.

  /// Reads a command line. Throws InputError if it is not accepted.
  Options(int argc, const char* const* argv);
};

inline constexpr const char* program_name = "packview";

/// Reads the file and the files that belong to it. Throws InputError if one cannot be read, StoppedError if
/// `stop` ends the reading.
[[nodiscard]] std::unique_ptr<view::Session> open_document(const Options& options, view::Feed& feed,
                                                           StopToken& stop);

/// Serves until a signal ends it.
[[nodiscard]] ExitCode run_server(const Options& options);

}  // namespace jam::app
