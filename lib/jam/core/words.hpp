// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Words of options and files for the values of an enumeration: a table, and the word for a value.
#pragma once

#include <cstddef>
#include <utility>

namespace jam {

/// A word and the value that it means.
template <class Value>
using Words = std::pair<const char*, Value>;

/// The word for a value.
template <class Value, std::size_t count>
[[nodiscard]] const char* word_of(Value value, const Words<Value> (&table)[count]) {
  for (const auto& [word, entry] : table) {
    if (entry == value) return word;
  }
  return "?";
}

}  // namespace jam
