// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Batches on one engine, and dealt to several as to the GPUs of a machine.
#include <catch2/catch.hpp>

#include <atomic>
#include <latch>
#include <memory>
#include <stdexcept>
#include <vector>

#include "jam/core/multi_device.hpp"

using namespace jam;

namespace {

/// Adds to each number.
struct Addition {
  std::vector<int>& numbers;
  int summand = 1;

  [[nodiscard]] int count() const { return static_cast<int>(numbers.size()); }
};
using AdditionEngine = BatchEngine<Addition>;

/// Waits in finish() until as many engines as `together` counts are there.
class Adder final : public CpuBatchEngine<Addition> {
 public:
  explicit Adder(std::latch* together = nullptr) : together_(together) {}
  [[nodiscard]] std::size_t device_bytes() const override { return 10; }
  [[nodiscard]] std::vector<double> phase_seconds() const override { return {1, 2}; }

 private:
  void work(const Addition& batch, IndexRange range) override {
    if (together_ != nullptr) together_->arrive_and_wait();
    for (int i = range.first; i < range.first + range.count; ++i) batch.numbers[i] += batch.summand;
  }

  std::latch* together_;
};

std::unique_ptr<AdditionEngine> adders(int count, std::latch* together = nullptr) {
  std::vector<std::unique_ptr<AdditionEngine>> parts;
  for (int k = 0; k < count; ++k) parts.push_back(std::make_unique<Adder>(together));
  return join_engines(std::move(parts));
}

}  // namespace

TEST_CASE("a batch is worked on between begin and finish, once", "[unit]") {
  std::vector<int> numbers(5, 0);
  for (const int parts : {1, 3, 8}) {
    INFO(parts << " engines");
    numbers.assign(5, 0);
    const auto engine = adders(parts);
    engine->run({numbers});
    CHECK(numbers == std::vector<int>{1, 1, 1, 1, 1});
    engine->finish();
    CHECK(numbers == std::vector<int>{1, 1, 1, 1, 1});
    engine->begin({numbers, 2}, {1, 3});
    engine->finish();
    CHECK(numbers == std::vector<int>{1, 3, 3, 3, 1});
    engine->begin({numbers, 100});
    CHECK_THROWS_AS(engine->begin({numbers, 100}), std::logic_error);
    engine->abandon();
    engine->finish();
    CHECK(numbers == std::vector<int>{1, 3, 3, 3, 1});
    engine->run({numbers});
    CHECK(numbers == std::vector<int>{2, 4, 4, 4, 2});
  }
}

TEST_CASE("an empty batch is nothing", "[unit]") {
  std::vector<int> none;
  const auto engine = adders(2);
  engine->run({none});
  CHECK(none.empty());
}

TEST_CASE("several engines work at the same time, and tell what they have together", "[unit]") {
  std::latch together(3);
  std::vector<int> numbers(7, 0);
  const auto engine = adders(3, &together);
  engine->run({numbers});
  CHECK(numbers == std::vector<int>(7, 1));
  CHECK(engine->device_bytes() == 30);
  CHECK(engine->phase_seconds() == std::vector<double>{3, 6});
}

TEST_CASE("GPUs get equal shares, and none without instances", "[unit]") {
  Device device;
  device.kind = DeviceKind::cuda;
  device.indices = {1, 4, 6};
  const auto shares_of = [&](int instances) {
    std::vector<std::pair<int, int>> shares;
    static_cast<void>(make_gpu_engine<Addition>(device, instances,
                                                [&](int index, int count) -> std::unique_ptr<AdditionEngine> {
                                                  shares.emplace_back(index, count);
                                                  return std::make_unique<Adder>();
                                                }));
    return shares;
  };
  using Shares = std::vector<std::pair<int, int>>;
  CHECK(shares_of(7) == Shares{{1, 2}, {4, 2}, {6, 3}});
  CHECK(shares_of(2) == Shares{{1, 1}, {4, 1}});
}
