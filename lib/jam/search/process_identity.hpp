// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Names a process and its machine for other processes: processes on the same machine can see whether it still
// runs. Linux only: it reads /proc.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace jam::ranks {

/// Plain data, sent byte for byte. Texts end with a zero and are cut off if they are too long.
struct ProcessIdentity {
  std::array<char, 64> host{};  ///< Name of the machine, for messages.
  /// Scope in which `pid` is unique: this boot of the machine, this namespace of processes. Empty: not known.
  std::array<char, 96> space{};
  std::array<char, 96> build{};  ///< Version and commit of Jampack.
  std::int64_t pid = 0;
  std::int64_t start_time = 0;  ///< Start [clock ticks since boot]: tells apart processes of the same pid.
};

[[nodiscard]] ProcessIdentity this_process();

/// Whether that process is known to have ended (a zombie has). False for a process of another machine or
/// namespace: nothing is known of it.
[[nodiscard]] bool has_ended(const ProcessIdentity& process);

/// "process 4711 on node17".
[[nodiscard]] std::string process_name(const ProcessIdentity& process);

}  // namespace jam::ranks
