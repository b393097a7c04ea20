// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// An Exchange between threads of one process, and that of a process that is alone.
#pragma once

#include <memory>
#include <vector>

#include "jam/search/exchange.hpp"

namespace jam::ranks {

/// The exchanges of ranks 0 … count − 1, one for each thread. A rank whose exchange is destroyed before close() finished, is lost for the
/// others; what it had sent still arrives. With `count` = 1: an exchange with nobody. std::logic_error for count < 1.
[[nodiscard]] std::vector<std::unique_ptr<Exchange>> make_local_exchanges(int count);

}  // namespace jam::ranks
