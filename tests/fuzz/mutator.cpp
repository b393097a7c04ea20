// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "mutator.hpp"

#include <algorithm>
#include <array>
#include <string_view>

namespace jam::fuzz {
namespace {

class Mutator {
 public:
  Mutator(const std::vector<std::string>& corpus, std::uint64_t seed)
      : corpus_(corpus), random_(seed), text_(corpus[below(corpus.size())]) {}

  std::string run() {
    for (std::size_t count = 1 + below(8); count > 0; --count) damage();
    return std::move(text_);
  }

 private:
  // The distributions of the standard library differ between libraries.
  std::size_t below(std::size_t limit) {
    return limit == 0 ? 0 : static_cast<std::size_t>(random_() % limit);
  }
  template <class Items>
  const auto& any(const Items& items) {
    return items[below(items.size())];
  }

  void damage() {
    const std::size_t at = below(text_.size() + 1);
    const std::size_t length =
        std::min(below(3) == 0 ? below(text_.size() + 1) : below(40), text_.size() - at);
    switch (below(11)) {
      case 0:
        if (at < text_.size()) text_[at] = static_cast<char>(text_[at] ^ (1 << below(8)));
        break;
      case 1:
        if (at < text_.size()) text_[at] = static_cast<char>(below(256));
        break;
      case 2: text_.resize(at); break;
      case 3: text_.erase(at, length); break;
      case 4: text_.insert(at, text_.substr(at, length)); break;
      case 5: splice(at); break;
      case 6:
        text_.insert(at,
                     std::string(std::size_t{1} << below(17), any(std::string_view("[{(0 9\n#-\"e.\xff"))));
        break;
      case 7: binary(at); break;
      default: replace_word(at); break;
    }
  }

  void splice(std::size_t at) {
    const std::string& other = any(corpus_);
    const std::size_t from = below(other.size() + 1);
    text_.replace(at, below(text_.size() - at + 1), other, from,
                  below(std::min<std::size_t>(other.size() - from, 4000) + 1));
  }

  /// Four bytes of a binary number.
  void binary(std::size_t at) {
    static constexpr std::array<std::uint32_t, 8> values = {0,          1,          0xffffffff, 0x7fffffff,
                                                            0x80000000, 2000000000, 0x7fc00000, 0x7f800000};
    const std::uint32_t value = any(values);
    for (std::size_t k = 0; k < 4 && at + k < text_.size(); ++k)
      text_[at + k] = static_cast<char>(value >> (8 * k));
  }

  void replace_word(std::size_t at) {
    static constexpr std::array<std::string_view, 26> words = {"0",
                                                               "-1",
                                                               "1",
                                                               "2000000000",
                                                               "4294967296",
                                                               "18446744073709551615",
                                                               "99999999999999999999999999",
                                                               "1e308",
                                                               "1e-308",
                                                               "5e-324",
                                                               "nan",
                                                               "inf",
                                                               "-inf",
                                                               "1e999999",
                                                               "0x10",
                                                               "",
                                                               "1,5",
                                                               "\n",
                                                               " ",
                                                               "#",
                                                               "e",
                                                               ":",
                                                               "null",
                                                               "\"\"",
                                                               "0.1",
                                                               "1e9"};
    static constexpr std::string_view separators = " \t\n,:[]{}\"";
    const std::size_t begin = std::min(text_.find_first_not_of(separators, at), text_.size());
    const std::size_t end = std::min(text_.find_first_of(separators, begin), text_.size());
    text_.replace(begin, end - begin, any(words));
  }

  const std::vector<std::string>& corpus_;
  std::mt19937_64 random_;
  std::string text_;
};

}  // namespace

std::string mutated(const std::vector<std::string>& corpus, std::uint64_t seed) {
  return Mutator(corpus, seed).run();
}

}  // namespace jam::fuzz
