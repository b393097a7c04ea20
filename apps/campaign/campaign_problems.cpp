// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "campaign/campaign_problems.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>

#include "jam/circles/model/problem.hpp"
#include "jam/core/error.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/text_table.hpp"

namespace jam::campaign {
namespace {

namespace fs = std::filesystem;
using io::JsonNode;

constexpr int highest = circles::circle_count_limit;

/// The numbers of `5..40`, or the one of `7`.
std::vector<int> range(const JsonNode& node) {
  if (!node.is_text()) return {static_cast<int>(node.whole(1, highest))};
  const std::string text = node.text();
  const std::size_t dots = text.find("..");
  const auto first = io::parse_number<int>(std::string_view(text).substr(0, dots));
  const auto last = dots == std::string::npos ? first : io::parse_number<int>(std::string_view(text).substr(dots + 2));
  if (!first || !last || *first < 1 || *last < 1 || std::max(*first, *last) > highest) {
    node.fail(fmt::format("{}: a range such as \"5..40\" is needed, of whole numbers from 1 to {}", io::quoted(text), highest));
  }
  if (*last < *first) node.fail(fmt::format("{} runs backwards: write \"{}..{}\"", io::quoted(text), *last, *first));
  std::vector<int> numbers;
  for (int n = *first; n <= *last; ++n) numbers.push_back(n);
  return numbers;
}

std::vector<int> number_list(const JsonNode& node) {
  if (node.is_number() || node.is_text()) return range(node);
  if (!node.is_list()) node.fail("expected a number, a range such as \"5..40\", or a list of these");
  std::vector<int> numbers;
  for (const JsonNode& item : node.items()) {
    for (const int number : range(item)) {
      if (std::count(numbers.begin(), numbers.end(), number) > 0) item.fail(fmt::format("the number {} comes twice", number));
      numbers.push_back(number);
    }
  }
  if (numbers.empty()) node.fail("the list is empty: at least one number is needed");
  return numbers;
}

bool is_file(const fs::path& file) {
  std::error_code error;
  return fs::is_regular_file(file, error);
}

Problem family_problem(const std::string& family, int n) {
  Problem problem;
  problem.name = fmt::format("{}-n{}", family, n);
  problem.group = family;
  problem.count = n;
  problem.arguments = {"--n", std::to_string(n), "--radii", family};
  problem.best_known = circles::best_known(family, n);
  return problem;
}

Problem file_problem(const JsonNode& radii, const fs::path& folder) {
  const std::string name = radii.text();
  if (!is_file(folder / name)) {
    radii.fail(fmt::format("{} is neither a family ({}) nor a file in the folder of the campaign file", io::quoted(name),
                           fmt::join(circles::family_names, ", ")));
  }
  Problem problem;
  try {
    const circles::Problem read = circles::problem_from_radii(circles::read_radii(folder / name).radii);
    problem.count = read.count();
    problem.best_known = circles::best_known(read.family, read.count());
  } catch (const InputError& error) {
    radii.fail(error.what());
  }
  problem.name = fmt::format("{}-n{}", file_stem(fs::path(name).stem().string()), problem.count);
  problem.group = name;
  problem.arguments = {"--radii", name};
  return problem;
}

Problem box_problem(const JsonNode& node, const fs::path& folder) {
  node.require_keys({"mesh", "set", "box"});
  const std::string mesh = node.at("mesh").text();
  if (!is_file(folder / mesh)) {
    node.at("mesh").fail(fmt::format("there is no file {} (names are relative to the folder of the campaign file)", io::quoted(mesh)));
  }
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

std::vector<Problem> read_problems(const JsonNode& node, const fs::path& folder) {
  if (node.find("mesh")) return {box_problem(node, folder)};
  const auto radii = node.find("radii"), n = node.find("n");
  if (!radii && !n) {
    node.require_keys({"radii", "n", "mesh", "set", "box"});
    node.fail("it names no problem: \"radii\" with \"n\", or \"mesh\", is needed");
  }
  node.require_keys({"radii", "n"});
  const std::string family = radii ? radii->text() : "linear";
  if (!circles::is_family(family)) {
    const Problem problem = file_problem(*radii, folder);
    if (n) n->fail("goes with a family of radii only: a file says itself how many circles there are");
    return {problem};
  }
  if (!n) node.fail("the key n is missing: how many circles, for example \"5..40\"");
  std::vector<Problem> problems;
  for (const int number : number_list(*n)) problems.push_back(family_problem(family, number));
  return problems;
}

std::string file_stem(const std::string& text) {
  std::string stem = text;
  for (char& c : stem) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '.' && c != '_') c = '-';
  }
  return stem;
}

}  // namespace jam::campaign
