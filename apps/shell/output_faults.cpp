// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/output_faults.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/io/atomic_file.hpp"

namespace jam::app {

OutputFaults::OutputFaults(std::function<void(const std::string&)> warn) : warn_(std::move(warn)) {
  if (!warn_) warn_ = [](const std::string& text) { std::cerr << "warning: " << text << std::endl; };
}

void OutputFaults::add(const std::string& output, const std::string& error) {
  if (std::find(outputs_.begin(), outputs_.end(), output) != outputs_.end()) return;
  outputs_.push_back(output);
  // Errors of files begin with their names.
  const std::string name = output.substr(output.find(' ') + 1) + ": ";
  const std::string what = error.starts_with(name) ? error.substr(name.size()) : error;
  warn_(fmt::format("{}: {} (the run goes on)", output, what));
}

void OutputFaults::mend(const std::string& output) {
  if (std::erase(outputs_, output) > 0) warn_(fmt::format("{}: could be written after all", output));
}

bool OutputFaults::write(const char* option, const std::filesystem::path& file, const std::string& text) {
  return attempt(fmt::format("{} {}", option, file.string()), [&] { io::write_atomically(file, text); });
}

bool OutputFaults::attempt(const std::string& output, const std::function<void()>& write) {
  try {
    write();
  } catch (const InputError& error) {
    add(output, error.what());
    return false;
  }
  return true;
}

void OutputFaults::require_none() const {
  if (any())
    throw InputError(
        fmt::format("{}: missing or incomplete, as it could not be written", fmt::join(outputs_, ", ")));
}

}  // namespace jam::app
