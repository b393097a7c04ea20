// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "jam/core/error.hpp"

namespace jam::test {

/// The message of the InputError that `read` throws; `accepted` where it throws none.
template <class Read>
std::string refusal_of(Read&& read) {
  try {
    static_cast<void>(read());
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace jam::test
