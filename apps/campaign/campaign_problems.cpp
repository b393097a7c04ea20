// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "campaign/campaign_problems.hpp"

#include <algorithm>
#include <cctype>
#include <set>

#include "jam/circles/model/problem.hpp"
#include "jam/core/error.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/text_table.hpp"

namespace jam::campaign {
namespace {

namespace fs = std::filesystem;

/// The numbers of `5..40`.
std::vector<int> range(const io::JsonNode& node, int highest) {
  const std::string text = node.text();
  const std::size_t dots = text.find("..");
  const auto first = io::parse_number<int>(std::string_view(text).substr(0, dots));
  const auto last = dots == std::string::npos ? first : io::parse_number<int>(std::string_view(text).substr(dots + 2));
  if (!first || !last || *first < 1 || *last < 1 || std::max(*first, *last) > highest) {
    node.fail(io::quoted(text) + ": a range such as \"5..40\" is needed, of whole numbers from 1 to " + std::to_string(highest));
  }
  if (*last < *first)
    node.fail(io::quoted(text) + " runs backwards: write \"" + std::to_string(*last) + ".." + std::to_string(*first) + "\"");
  std::vector<int> numbers;
  for (int n = *first; n <= *last; ++n) numbers.push_back(n);
  return numbers;
}

/// A file that is named in a campaign, as it is named there.
std::string existing_file(const io::JsonNode& node, const fs::path& folder) {
  std::string name = node.text();
  std::error_code error;
  if (!fs::is_regular_file(folder / name, error)) {
    node.fail("there is no file " + io::quoted(name) + " (names are relative to the folder of the campaign file)");
  }
  return name;
}

std::vector<Problem> circle_problems(const io::JsonNode& node, const fs::path& folder) {
  node.require_keys({"radii", "n"});
  const auto named = node.find("radii"), numbers = node.find("n");
  const std::string radii = named ? named->text() : "linear";
  std::vector<Problem> problems;
  if (circles::is_family(radii)) {
    if (!numbers) node.fail("the key n is missing: how many circles, for example \"5..40\"");
    for (const int n : number_list(*numbers, circles::circle_count_limit)) {
      Problem problem;
      problem.name = radii + "-n" + std::to_string(n);
      problem.group = radii;
      problem.count = n;
      problem.arguments = {"--n", std::to_string(n), "--radii", radii};
      problem.best_known = circles::best_known(radii, n);
      problems.push_back(problem);
    }
    return problems;
  }
  std::error_code error;
  if (!fs::is_regular_file(folder / radii, error)) {
    std::string families;
    for (const std::string_view family : circles::family_names) families += (families.empty() ? "" : ", ") + std::string(family);
    named->fail(io::quoted(radii) + " is neither a family (" + families + ") nor a file in the folder of the campaign file");
  }
  if (numbers) numbers->fail("goes with a family of radii only: a file says itself how many circles there are");
  Problem problem;
  try {
    const circles::Problem read = circles::problem_from_radii(circles::read_radii(folder / radii).radii);
    problem.count = read.count();
    problem.best_known = circles::best_known(read.family, read.count());
  } catch (const InputError& failure) {
    named->fail(failure.what());
  }
  problem.name = file_stem(fs::path(radii).stem().string()) + "-n" + std::to_string(problem.count);
  problem.group = radii;
  problem.arguments = {"--radii", radii};
  return {problem};
}

Problem box_problem(const io::JsonNode& node, const fs::path& folder) {
  node.require_keys({"mesh", "set", "box"});
  const std::string mesh = existing_file(node.at("mesh"), folder);
  const auto set = node.find("set"), box = node.find("box");
  if (set && box) node.fail("set and box are both there: keep one of them");
  const std::string kind = set ? set->text() : box ? box->text() : "din";
  Problem problem;
  problem.boxes = true;
  problem.name = file_stem(fs::path(mesh).stem().string()) + "-" + file_stem(kind);
  problem.group = fs::path(mesh).filename().string() + ", " + kind;
  problem.arguments = {mesh, box ? "--box" : "--set", kind};
  return problem;
}

}  // namespace

std::vector<int> number_list(const io::JsonNode& node, int highest) {
  std::vector<int> numbers;
  std::set<int> seen;
  const auto add = [&](const io::JsonNode& item) {
    const std::vector<int> more =
        item.is_text() ? range(item, highest) : std::vector<int>{static_cast<int>(item.whole(1, static_cast<unsigned long long>(highest)))};
    for (const int number : more) {
      if (!seen.insert(number).second) item.fail("the number " + std::to_string(number) + " comes twice");
      numbers.push_back(number);
    }
  };
  if (node.is_list()) {
    for (const io::JsonNode& item : node.items()) add(item);
    if (numbers.empty()) node.fail("the list is empty: at least one number is needed");
  } else if (node.is_text() || node.is_number()) {
    add(node);
  } else {
    node.fail("expected a number, a range such as \"5..40\", or a list of these");
  }
  return numbers;
}

std::vector<Problem> read_problems(const io::JsonNode& node, const fs::path& folder) {
  if (node.find("mesh")) return {box_problem(node, folder)};
  if (!node.find("radii") && !node.find("n")) {
    node.require_keys({"radii", "n", "mesh", "set", "box"});
    node.fail("it names no problem: \"radii\" with \"n\", or \"mesh\", is needed");
  }
  return circle_problems(node, folder);
}

std::string file_stem(const std::string& text) {
  std::string stem = text;
  for (char& c : stem) {
    const bool plain = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-' || c == '_';
    if (!plain) c = '-';
  }
  return stem;
}

}  // namespace jam::campaign
