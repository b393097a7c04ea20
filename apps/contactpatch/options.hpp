// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The options of contactpatch. docs/contactpatch.md is their manual.
#pragma once

#include <filesystem>

#include "jam/core/device.hpp"
#include "jam/elastic/normal/normal.hpp"
#include "jam/elastic/tangential/tangential.hpp"
#include "shell/checkpoints.hpp"
#include "shell/run_options.hpp"

namespace jam::app {

/// The computation: the first word of the command line.
enum class Command { none, normal, tangential, pressure, patches };

struct Options : RunOptions {
  Command command = Command::none;
  std::filesystem::path file;  ///< File of the contact or packing.

  // Method
  elastic::NormalSettings normal;
  elastic::TangentialSettings tangential;

  // Output
  std::filesystem::path csv, vtk, svg;

  /// Reads a command line. Throws InputError if it is not accepted.
  Options(int argc, const char* const* argv);
};

inline constexpr const char* program_name = "contactpatch";

/// The device of --device; `auto` is the CPU.
[[nodiscard]] Device device_of(const Options& options);

/// Throws InputError if --device names several GPUs.
void require_one_gpu(const Options& options, const Device& device);

/// Solves a contact, prints and writes the results, and returns the exit code.
[[nodiscard]] ExitCode run_contact(const Options& options);

/// Evaluates the contacts of a packing, prints and writes the results, and returns the exit code.
[[nodiscard]] ExitCode run_pressure(const Options& options);

/// Solves for the items on a wall, prints and writes the results, and returns the exit code.
[[nodiscard]] ExitCode run_patches(const Options& options);

}  // namespace jam::app
