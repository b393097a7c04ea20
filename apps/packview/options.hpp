// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The options of packview. docs/packview.md is their manual. Lengths in mm.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "jam/core/stop.hpp"
#include "jam/mesh/read_container.hpp"
#include "jam/mesh/surface_sample.hpp"
#include "jam/trunk/io/box_files.hpp"
#include "jam/view/feed.hpp"
#include "jam/view/session.hpp"
#include "shell/checkpoints.hpp"
#include "shell/run_options.hpp"

namespace jam::app {

struct Options : RunOptions {
  std::filesystem::path file;  ///< What is looked at.

  // The trunk of a load
  std::filesystem::path mesh;
  std::filesystem::path points;
  mesh::ReadOptions read;
  std::filesystem::path fixed;   ///< Boxes that stay.
  Vec3d box = trunk::litre_box;  ///< Edges where the file does not say.
  double tolerance = 0;          ///< Allowed penetration.
  double rounded = 0;            ///< Radius of edges and corners where the file does not say.
  double spacing = mesh::default_spacing();

  // Server
  int port = 8080;
  std::string listen;  ///< Address; empty: this machine only.
  bool open = false;   ///< Start a browser.

  /// Reads a command line. Throws InputError for what is not accepted.
  Options(int argc, const char* const* argv);
};

inline constexpr const char* program_name = "packview";

/// Reads the file and what belongs to it. Throws InputError for what cannot be read, StoppedError where
/// `stop` ends that.
[[nodiscard]] std::unique_ptr<view::Session> open_document(const Options& options, view::Feed& feed,
                                                           StopToken& stop);

/// Serves until a signal ends it.
[[nodiscard]] ExitCode run_server(const Options& options);

}  // namespace jam::app
