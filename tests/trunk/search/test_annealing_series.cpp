// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/search/annealing_series.hpp"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <catch2/catch.hpp>

namespace jam::trunk {
namespace {

/// Gains a box in each of the first `gains` turns after an offer; then it stagnates. The deepest
/// penetration of the state that came nearest to one box more is 1 mm after a gain; each further turn
/// multiplies it by `fall`.
class ScriptedAnnealing final : public AnnealingSearch {
 public:
  explicit ScriptedAnnealing(int gains, double fall = 1) : gains_(gains), fall_(fall) {}

  void offer(const BoxPacking& packing) override {
    best_ = packing;
    left_ = gains_;
  }
  void forget() override { best_ = {}; }
  bool advance(StopToken& /*stop*/) override {
    if (left_ > 0) best_.boxes.emplace_back();
    progress_.least_depth = left_ > 0 ? 1 : fall_ * progress_.least_depth;
    --left_;
    return !best_.boxes.empty();
  }
  [[nodiscard]] const BoxPacking& best() const override { return best_; }
  [[nodiscard]] std::vector<BoxPacking> nearly_legal() const override { return {}; }
  [[nodiscard]] const AnnealingProgress& progress() const override { return progress_; }
  [[nodiscard]] int patience() const override { return 8; }
  void write(io::StateWriter& state) const override {
    io::write_all(state, left_, progress_.least_depth, static_cast<int>(best_.boxes.size()));
  }
  void read(io::StateReader& state) override {
    int count = 0;
    io::read_all(state, left_, progress_.least_depth, count);
    best_.boxes.resize(count);
  }

 private:
  int gains_;
  double fall_;
  int left_ = 0;
  BoxPacking best_;
  AnnealingProgress progress_;
};

std::vector<BoxRow> packing(std::size_t boxes) { return std::vector<BoxRow>(boxes); }

AnnealingSeries series_from(std::size_t boxes, double fall = 1) {
  AnnealingSeries series(0);
  series.begin(std::make_unique<ScriptedAnnealing>(2, fall));
  series.offer(packing(boxes));
  return series;
}

/// Boxes of the present annealing after each of `turns` turns.
std::vector<int> counts(AnnealingSeries& series, int turns, int island_best) {
  StopToken stop;
  std::vector<int> counts;
  for (int k = 0; k < turns; ++k) {
    REQUIRE(series.advance(stop));
    series.end_turn(island_best);
    counts.push_back(series.present().best().count());
  }
  return counts;
}

}  // namespace

TEST_CASE(
    "an annealing that stagnates gives way to one from another packing, with twice the patience when it has "
    "its turn again") {
  // Two boxes behind the best packing of the island it gets half of that.
  AnnealingSeries series = series_from(10);
  series.offer(packing(9));  // Fewer boxes: for later.
  CHECK(series.present().best().count() == 10);
  // Two gains, seven turns without; with the eighth the next one begins.
  CHECK(counts(series, 10, 13) == std::vector<int>{11, 12, 12, 12, 12, 12, 12, 12, 12, 9});
  CHECK(counts(series, 6, 13) == std::vector<int>{10, 11, 11, 11, 11, 10});
  // The first packing again: after two gains fifteen turns without, then that of nine boxes has its second
  // turn.
  const std::vector<int> again = counts(series, 18, 13);
  CHECK(std::ranges::count(again, 12) == 16);
  CHECK(again.back() == 9);
}

TEST_CASE("a packing that is better than all before gets as little time as any new one") {
  AnnealingSeries series = series_from(10);
  CHECK(counts(series, 10, 13).back() == 10);  // Its second turn, as there is no other.
  series.offer(packing(15));
  series.keep(packing(11));
  CHECK(counts(series, 9, 18).back() == 17);
  CHECK(counts(series, 1, 18).back() == 15);
}

TEST_CASE("a packing with as many boxes as an annealing has reached takes its place at once") {
  AnnealingSeries series = series_from(10);
  CHECK(counts(series, 3, 13).back() == 12);
  series.offer(packing(12));
  CHECK(counts(series, 1, 14).back() == 13);
}

TEST_CASE("packings that are no better than those there are do not keep an annealing from ending") {
  AnnealingSeries series = series_from(10);
  series.offer(packing(9));
  CHECK(counts(series, 2, 13).back() == 12);
  for (int k = 0; k < 7; ++k) {
    series.keep(packing(12));
    CHECK(counts(series, 1, 13).back() == 12);
  }
  CHECK(counts(series, 1, 13).back() ==
        12);  // It begins from the packing that was kept: of as many boxes, without its first gain.
  CHECK(counts(series, 1, 13).back() == 13);
}

TEST_CASE("an annealing goes on while the penetration of its nearest packing falls") {
  for (const double fall : {0.85, 0.95, 0.995}) {
    INFO("to " << fall << " in each turn");
    AnnealingSeries series = series_from(10, fall);
    series.offer(packing(9));
    // By a tenth in a turn, in three, and in 22: that is too slow.
    const int turns = fall < 0.99 ? 60 : 9;
    CHECK(counts(series, turns, 13).back() == 12);
    CHECK((counts(series, 1, 13).back() == 9) == (fall > 0.99));
  }
}

TEST_CASE("the best packing of an island is annealed again, but after others") {
  AnnealingSeries series = series_from(10);
  series.offer(packing(9));
  // It ends with 12 boxes, the most of the island: of 10 used once, 9, and 12 counted as used twice, the nine
  // come first.
  CHECK(counts(series, 10, 12).back() == 9);
  CHECK(counts(series, 10, 12).back() == 10);
  CHECK(counts(series, 18, 12).back() == 12);
}

TEST_CASE("a series of annealings goes on from its state") {
  for (const int turns : {0, 4, 10, 15, 21, 30, 40}) {
    INFO(turns << " turns before");
    AnnealingSeries whole = series_from(10, 0.98);  // By a tenth in six turns.
    whole.offer(packing(9));
    static_cast<void>(counts(whole, turns, 12));
    io::StateWriter writer;
    whole.write(writer);
    const std::string bytes = writer.finish();
    AnnealingSeries resumed(0);
    io::StateReader reader(bytes);
    resumed.read(reader, std::make_unique<ScriptedAnnealing>(2, 0.98));
    reader.finish();
    CHECK(counts(resumed, 40, 12) == counts(whole, 40, 12));
  }
}

}  // namespace jam::trunk
