// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Which process on which machine, sent to other processes: those of the same machine can see whether it still
// runs. Linux only: it reads /proc.
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace jam::ranks {

/// Plain data, to be sent as it lies in memory. Texts end with a zero and are cut off where they are too
/// long.
struct ProcessIdentity {
  std::array<char, 64> host{};   ///< Name of the machine, for people.
  std::array<char, 96> space{};  ///< Where `pid` has a meaning: boot and namespace; empty: not known.
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
