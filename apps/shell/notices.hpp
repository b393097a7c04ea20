// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>

namespace jam::app {

/// For the user while files are read, as it comes; what is left as it is says nothing.
struct Notices {
  using Line = std::function<void(const std::string&)>;

  Line note = [](const std::string&) {};     ///< What was found, repaired or assumed.
  Line warn = [](const std::string&) {};     ///< To be seen in any case.
  Line present = [](const std::string&) {};  ///< Lines of facts as they are.
  Line busy = [](const std::string&) {};     ///< What is being done, until the next line.
};

}  // namespace jam::app
