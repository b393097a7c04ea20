// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/io/binary_state.hpp"

namespace jam::io {

void fail_state(std::string_view what) {
  throw StateError("the checkpoint does not belong to this search: " + std::string(what) +
                   ": resume with the options it was made with");
}

void write_tag(StateWriter& state, std::string_view tag) { state.write(tag); }

void read_tag(StateReader& state, std::string_view tag) {
  const std::string found = state.read_text();
  if (found == tag) return;
  const auto name = [](std::string_view text) { return text.substr(0, text.find(' ')); };
  if (name(found) != name(tag)) fail_state("it is the state of " + found + ", not of " + std::string(tag));
  throw StateError("the checkpoint holds the state \"" + found + "\", this version writes \"" +
                   std::string(tag) + "\": resume with the version that wrote it");
}

}  // namespace jam::io
