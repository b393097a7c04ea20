// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Loops and sums over the cells of a grid on threads of the CPU. Sums are taken over chunks of a fixed size
// and then over the chunks in their order, in double precision: the same bits for any number of threads.
#pragma once

#include <algorithm>
#include <vector>

#include "jam/core/parallel.hpp"

namespace jam::elastic {

class Cells {
 public:
  Cells(int count, int thread_count) : count_(count), thread_count_(thread_count) {}

  [[nodiscard]] int count() const { return count_; }

  /// body(i) for every cell.
  template <class Body>
  void each(Body&& body) const {
    chunks([&](int, int first, int last) {
      for (int i = first; i < last; ++i) body(i);
    });
  }

  /// All value(i) joined by Sums::join().
  template <class Sums, class Value>
  [[nodiscard]] Sums joined(Value&& value) const {
    std::vector<Sums> parts(chunk_count());
    chunks([&](int chunk, int first, int last) {
      Sums part;
      for (int i = first; i < last; ++i) part.join(value(i));
      parts[chunk] = part;
    });
    Sums total;
    for (const Sums& part : parts) total.join(part);
    return total;
  }

  /// The sum of value(i).
  template <class Value>
  [[nodiscard]] double sum(Value&& value) const {
    struct Sum {
      double value = 0;
      void join(Sum other) { value += other.value; }
    };
    return joined<Sum>([&](int i) { return Sum{static_cast<double>(value(i))}; }).value;
  }

  /// Number of cells i for which value(i) is true.
  template <class Value>
  [[nodiscard]] int number(Value&& value) const {
    return static_cast<int>(sum([&](int i) { return value(i) ? 1 : 0; }));
  }

 private:
  static constexpr int chunk_size = 8192;
  static constexpr int threaded_chunks = 8;  ///< Fewer take less time than threads to start.

  [[nodiscard]] int chunk_count() const { return std::max(1, (count_ + chunk_size - 1) / chunk_size); }

  template <class Body>
  void chunks(Body&& body) const {
    const auto run = [&](int chunk) {
      body(chunk, chunk * chunk_size, std::min(count_, (chunk + 1) * chunk_size));
    };
    parallel_for(chunk_count(), chunk_count() < threaded_chunks ? 1 : thread_count_, run);
  }

  int count_, thread_count_;
};

}  // namespace jam::elastic
