// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>
#include <cstdlib>
#include <string>
#include <vector>

#include "jam/archive/archive.hpp"

namespace {

/// Sets variables of the environment as long as it lives.
class Environment {
 public:
  Environment() : home_(value("HOME")), data_(value("XDG_DATA_HOME")) {}
  ~Environment() {
    set("HOME", home_);
    set("XDG_DATA_HOME", data_);
  }
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;

  /// Empty: not set at all.
  static void set(const char* name, const std::string& text) {
    text.empty() ? ::unsetenv(name) : ::setenv(name, text.c_str(), 1);
  }

 private:
  static std::string value(const char* name) {
    const char* text = std::getenv(name);
    return text == nullptr ? "" : text;
  }
  std::string home_, data_;
};

}  // namespace

TEST_CASE("the archive of a user is where the XDG specification puts it") {
  const Environment environment;
  Environment::set("HOME", "/home/somebody");
  Environment::set("XDG_DATA_HOME", "/data");
  CHECK(jam::archive::default_archive_path() == "/data/jampack/archive.sqlite");
  Environment::set("XDG_DATA_HOME", "");
  CHECK(jam::archive::default_archive_path() == "/home/somebody/.local/share/jampack/archive.sqlite");
  // Relative paths are to be ignored.
  Environment::set("XDG_DATA_HOME", "data");
  CHECK(jam::archive::default_archive_path() == "/home/somebody/.local/share/jampack/archive.sqlite");
  Environment::set("HOME", "");
  CHECK_FALSE(jam::archive::default_archive_path());
}
