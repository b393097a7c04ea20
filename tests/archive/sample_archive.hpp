// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A kind of results for tests: the text of a result is `COUNT VALUE` and a remark; it is legal where it says
// so and where value > 0.
#pragma once

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "jam/archive/archive.hpp"
#include "jam/archive/fingerprint.hpp"
#include "support/paths.hpp"

namespace jam::test {

inline archive::Kind numbers(bool smaller_is_better = true, const std::string& name = "numbers") {
  return {name, smaller_is_better, [](const archive::Problem&, const archive::Record& record) -> std::string {
            std::istringstream text(record.text);
            long long count = 0;
            double value = 0;
            text >> count >> value;
            if (count != record.count || value != record.value) return "text and columns differ";
            return value > 0 ? "" : "value is not above 0";
          }};
}

inline archive::Problem problem(const std::string& name) {
  const std::string definition = "numbers/1\n" + name + "\n";
  return {archive::fingerprint(definition), name, definition};
}

inline archive::Record record(double value, const std::string& remark = "") {
  std::ostringstream text;
  text << "3 " << value << " " << remark;
  archive::Record result;
  result.count = 3;
  result.value = value;
  result.text = text.str();
  result.seed = "18446744073709551615";
  result.options = "--n 3";
  result.version = "test 1";
  result.device = "none";
  return result;
}

inline std::string content(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

inline void write(const std::filesystem::path& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

/// Settings that gather warnings.
struct Warnings {
  std::vector<std::string> lines;
  [[nodiscard]] archive::Settings settings(double patience = 30) {
    return {patience, [this](const std::string& text) { lines.push_back(text); }};
  }
};

/// An archive with enough in it to have many pages.
inline void fill(const std::filesystem::path& file) {
  archive::Archive archive(file, numbers());
  for (int k = 0; k < 20; ++k)
    static_cast<void>(archive.offer(problem("a"), record(100 - k, std::string(3000, 'x'))));
}

}  // namespace jam::test
