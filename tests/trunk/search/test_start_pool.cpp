// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/search/start_pool.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace jam::trunk {
namespace {

/// A packing that is known by its number of boxes and by where the first one lies.
std::vector<BoxRow> packing(std::size_t boxes, double mark) {
  std::vector<BoxRow> rows(boxes);
  rows.front().centre.x = mark;
  return rows;
}

double mark_of(const std::vector<BoxRow>& rows) { return rows.front().centre.x; }

}  // namespace

TEST_CASE("starts come by boxes and by how often they were used, of equal ones the oldest first") {
  StartPool pool;
  CHECK(pool.empty());
  pool.add(packing(10, 1), 1);
  pool.add(packing(9, 2), 0);
  pool.add(packing(9, 3), 0);
  pool.add(packing(5, 4), 0);
  pool.add(packing(10, 1), 0);  // It is there.
  // An annealing counts two boxes: the ten count 8 now.
  std::vector<double> order;
  for (int k = 0; k < 6; ++k) order.push_back(mark_of(pool.next().rows));
  CHECK(order == std::vector<double>{2, 3, 1, 2, 3, 1});
}

TEST_CASE("a pool of starts that is full drops what would come last, and goes on from its state") {
  StartPool pool;
  pool.add(packing(3, 1), 0);
  for (int k = 0; k < StartPool::limit; ++k) pool.add(packing(7, 100 + k), k == 5 ? 1 : 0);
  CHECK(mark_of(pool.next().rows) == 100);
  io::StateWriter writer;
  pool.write(writer);
  const std::string bytes = writer.finish();
  StartPool copy;
  io::StateReader reader(bytes);
  copy.read(reader);
  reader.finish();
  for (int k = 0; k < 100; ++k) {
    const double mark = mark_of(pool.next().rows);
    CHECK(mark == mark_of(copy.next().rows));
    CHECK(mark != 1);
  }
}

}  // namespace jam::trunk
