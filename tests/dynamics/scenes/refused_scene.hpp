// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The message by which a scene file is refused.
#pragma once

#include <string>

#include "jam/dynamics/scenes/scene.hpp"
#include "support/refusal.hpp"
#include "support/temporary_file.hpp"

namespace jam::test {

/// From the name of the file on, `scene.json`; "accepted" where the text is a scene.
inline std::string refusal(const std::string& text) {
  const TemporaryFile file("scene.json", text);
  const std::string message = refusal_of([&] { return dynamics::read_scene(file.path()); });
  const std::size_t name = message.find("scene.json");
  return name == std::string::npos ? message : message.substr(name);
}

}  // namespace jam::test
