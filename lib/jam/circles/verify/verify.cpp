// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The two ways into exact verification: packings in memory and files.
#include "jam/circles/verify/verify.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include "jam/circles/verify/exact_packing.hpp"
#include "jam/core/error.hpp"
#include "jam/io/read_file.hpp"

namespace jam::circles {
namespace {

std::string circle_text(int index, double radius) { return fmt::format("{} (r = {:.12g})", index, radius); }

bool is_usable(double value) { return std::abs(value) <= Decimal::magnitude_limit; }  // false for NaN as well

// Verifies a packing whose numbers are exact decimals; `radii` only appear in the message.
Verification verdict(const ExactPacking& packing, const std::vector<double>& radii,
                     const StopQuery& stop = {}) {
  const std::vector<ExactViolation> violations = packing.violations(stop);
  if (violations.empty()) return {true, ""};
  const ExactViolation* worst = &violations.front();
  for (const ExactViolation& violation : violations)
    if (violation.depth > worst->depth) worst = &violation;

  const std::string first = circle_text(worst->first, radii[worst->first]);
  std::string text = worst->second < 0 ? fmt::format("circle {} leaves the enclosing circle by ", first)
                                       : fmt::format("circles {} and {} overlap by ", first,
                                                     circle_text(worst->second, radii[worst->second]));
  text += fmt::format("{:.3e}", worst->depth);
  if (violations.size() > 1) {
    const char* first_ones = violations.size() == violation_limit ? "the first " : "";
    text += fmt::format(", the worst of {}{} violations", first_ones, violations.size());
  }
  return {false, text};
}

// Reads the text of one CIRCLES file. Shares no code with the library's other readers, so that their errors
// are found here.
class FileReader {
 public:
  FileReader(std::string name, std::istream& stream) : name_(std::move(name)), stream_(stream) {}

  Verification verify() {
    std::string line;
    while (std::getline(stream_, line)) {
      ++line_number_;
      const std::string_view text = line;
      const std::size_t hash = text.find('#');
      if (hash != std::string_view::npos) take_comment(text.substr(hash + 1));
      take_fields(text.substr(0, hash));
    }
    if (stream_.bad()) throw InputError(fmt::format("{}: reading failed after line {}", name_, line_number_));
    if (!count_)
      throw InputError(name_ + ": holds no circles; expected their count, then one line `r x y` each");
    if (static_cast<long long>(circles_.size()) != *count_)
      throw InputError(fmt::format("{}: announces {} circles, holds {}", name_, *count_, circles_.size()));
    if (!enclosing_radius_)
      throw InputError(name_ + ": has no comment `# enclosing-radius: R`, so there is no claim to verify");
    std::vector<double> radii;
    for (const ExactCircle& circle : circles_) radii.push_back(circle.radius.nearest());
    return verdict(ExactPacking(std::move(circles_), *enclosing_radius_, centre_x_.value_or(Decimal()),
                                centre_y_.value_or(Decimal())),
                   radii);
  }

 private:
  [[noreturn]] void fail(const std::string& what) const {
    throw InputError(fmt::format("{}:{}: {}", name_, line_number_, what));
  }

  static std::vector<std::string_view> split(std::string_view text) {
    constexpr std::string_view blanks = " \t\r\v\f";
    std::vector<std::string_view> fields;
    for (std::size_t begin = text.find_first_not_of(blanks); begin != std::string_view::npos;) {
      const std::size_t end = std::min(text.find_first_of(blanks, begin), text.size());
      fields.push_back(text.substr(begin, end - begin));
      begin = text.find_first_not_of(blanks, end);
    }
    return fields;
  }

  Decimal number(std::string_view text, const char* field) const {
    const std::optional<Decimal> value = Decimal::parse(text);
    if (!value) fail(fmt::format("{}: '{}' is no decimal number of usual size", field, text.substr(0, 60)));
    return *value;
  }

  Decimal positive(std::string_view text, const char* field) const {
    Decimal value = number(text, field);
    if (!value.is_positive()) fail(fmt::format("{}: '{}' must be above zero", field, text.substr(0, 60)));
    return value;
  }

  void take_comment(std::string_view text) {
    const std::vector<std::string_view> fields = split(text);
    if (fields.empty()) return;
    if (fields[0] == "enclosing-radius:") {
      if (fields.size() != 2) fail("enclosing-radius: expected one number");
      if (enclosing_radius_) fail("enclosing-radius: given a second time");
      enclosing_radius_ = positive(fields[1], "enclosing-radius");
    } else if (fields[0] == "enclosing-centre:") {
      if (fields.size() != 3) fail("enclosing-centre: expected two numbers");
      if (centre_x_) fail("enclosing-centre: given a second time");
      centre_x_ = number(fields[1], "enclosing-centre");
      centre_y_ = number(fields[2], "enclosing-centre");
    }
  }

  void take_fields(std::string_view text) {
    const std::vector<std::string_view> fields = split(text);
    if (fields.empty()) return;
    if (!count_) {
      long long count = 0;
      const auto [end, error] = std::from_chars(fields[0].data(), fields[0].data() + fields[0].size(), count);
      if (fields.size() != 1 || error != std::errc() || end != fields[0].data() + fields[0].size() ||
          count < 1)
        fail("count: expected the number of circles, a positive integer alone in its line");
      count_ = count;
      return;
    }
    if (fields.size() != 3) fail(fmt::format("expected `r x y`, found {} fields", fields.size()));
    if (static_cast<long long>(circles_.size()) == *count_)
      fail(fmt::format("one circle more than the {} announced", *count_));
    circles_.push_back({positive(fields[0], "r"), number(fields[1], "x"), number(fields[2], "y")});
  }

  std::string name_;
  std::istream& stream_;
  long long line_number_ = 0;
  std::optional<long long> count_;
  std::optional<Decimal> enclosing_radius_, centre_x_, centre_y_;
  std::vector<ExactCircle> circles_;
};

}  // namespace

std::string unusable_number(const Packing& packing) {
  if (packing.circles.empty()) return "there are no circles";
  for (int i = 0; i < packing.count(); ++i) {
    const Circle& circle = packing.circles[i];
    if (!is_usable(circle.radius) || !(circle.radius > 0))
      return fmt::format("circle {} has the radius {:.12g}", i, circle.radius);
    if (!is_usable(circle.x) || !is_usable(circle.y))
      return fmt::format("circle {} has the centre {:.12g} {:.12g}", i, circle.x, circle.y);
  }
  return {};
}

Verification verify_exact(const Packing& packing, const StopQuery& stop) {
  if (const std::string unusable = unusable_number(packing); !unusable.empty()) return {false, unusable};
  if (!is_usable(packing.enclosing_radius))
    return {false, fmt::format("the enclosing radius is {:.12g}", packing.enclosing_radius)};
  std::vector<double> radii;
  for (const Circle& circle : packing.circles) radii.push_back(circle.radius);
  const ExactPacking exact = exact_packing(packing, stop);
  if (stop.stopped()) return {false, "stopped"};
  const Verification found = verdict(exact, radii, stop);
  return stop.stopped() ? Verification{false, "stopped"} : found;
}

Verification verify_file_exact(const std::filesystem::path& file) {
  return verify_text_exact(io::read_file(file), file.string());
}

Verification verify_text_exact(std::string_view text, const std::string& name) {
  std::istringstream stream{std::string(text)};
  return FileReader(name, stream).verify();
}

}  // namespace jam::circles
