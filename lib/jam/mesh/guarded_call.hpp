// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Work on meshes in a child process. With a broken mesh, CGAL, GMP and the libraries that read files may
// crash, run for ever or take all memory, and none can be told to stop. A child process can be ended at any
// moment, and its memory is measured while it works. Inside jam_mesh and jam_mesh_files only.
#pragma once

#include <functional>
#include <string>

#include "jam/mesh/watch.hpp"

namespace jam::mesh {

/// Runs `work` in a child process and returns its bytes. Errors that it throws are thrown here. Throws as
/// well
///   - InputError, naming the file `name`, where the child was ended by a signal of its own (a division by
///   zero, a stack that overflows),
///   - OverflowError where it took more than watch.memory_limit,
///   - StoppedError where watch.stop asked for the end; the child is ended within 0.1 s.
/// Where the system makes no further process, `work` runs in this one.
[[nodiscard]] std::string call_guarded(const std::string& name, const Watch& watch,
                                       const std::function<std::string(const Report&)>& work);

}  // namespace jam::mesh
