// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/search/shorten_decimals.hpp"

#include <utility>

#include "jam/io/number_text.hpp"

namespace jam::trunk {
namespace {

// From here on centres stay as they are: a coordinate of 100 mm in double has 13 or 14 decimals.
constexpr int all_decimals = 12;

std::vector<BoxRow> rounded(const std::vector<BoxRow>& load, std::size_t first, int decimals) {
  std::vector<BoxRow> result = load;
  for (std::size_t i = first; i < result.size(); ++i) {
    for (double* x : {&result[i].centre.x, &result[i].centre.y, &result[i].centre.z})
      *x = io::rounded_to_decimals(*x, decimals);
  }
  return result;
}

}  // namespace

std::vector<BoxRow> shorten_decimals(const std::vector<BoxRow>& load, std::size_t first,
                                     const VerifyRows& verify) {
  std::vector<BoxRow> shortest = load;
  // The fewest decimals lie in [low, high], and `shortest` has `high`.
  for (int low = 0, high = all_decimals; low < high;) {
    const int middle = (low + high) / 2;
    std::vector<BoxRow> candidate = rounded(load, first, middle);
    if (verify(candidate)) {
      shortest = std::move(candidate);
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return shortest;
}

}  // namespace jam::trunk
