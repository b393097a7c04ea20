// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/search/start_pool.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace jam::trunk {
namespace {

constexpr int most_uses = 100'000'000;

}  // namespace

void StartPool::add(std::vector<BoxRow> rows, int uses) {
  // By centres: rotations may have gone through quaternions and differ in their last bits.
  const auto same = [&rows](const Entry& other) {
    return std::ranges::equal(rows, other.rows, {}, &BoxRow::centre, &BoxRow::centre);
  };
  if (std::ranges::any_of(entries_, same)) return;
  entries_.push_back({std::move(rows), uses});
  if (std::ssize(entries_) > limit) entries_.erase(std::ranges::min_element(entries_, {}, ranks()));
}

const StartPool::Entry& StartPool::next() {
  assert(!empty());
  Entry& entry = *std::ranges::max_element(entries_, {}, ranks());
  ++entry.uses;
  return entry;
}

void StartPool::write(io::StateWriter& state) const {
  state.write(static_cast<int>(entries_.size()));
  for (const Entry& entry : entries_) io::write_all(state, entry.rows, entry.uses);
}

void StartPool::read(io::StateReader& state) {
  const int count = state.read<int>();
  if (count < 0 || count > limit) io::fail_state("its number of starts is impossible");
  entries_.clear();
  for (int i = 0; i < count; ++i) {
    Entry entry;
    io::read_all(state, entry.rows, entry.uses);
    require_boxes(entry.rows);
    if (entry.rows.empty() || entry.uses < 0 || entry.uses > most_uses)
      io::fail_state("a start is impossible");
    entries_.push_back(std::move(entry));
  }
}

long long StartPool::rank(const Entry& entry) const {
  return measure_.worth(entry.rows) - 2 * measure_.box * entry.uses;
}

}  // namespace jam::trunk
