// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <catch2/catch.hpp>
#include <thread>

#include "sample_archive.hpp"

using namespace jam;
using namespace jam::test;
using archive::Archive;
using archive::ArchiveError;

TEST_CASE("only strictly better results enter, and the history stays") {
  const TemporaryFolder folder;
  Archive archive(folder / "deep/er/archive", numbers());
  CHECK(archive.offer(problem("a"), record(5)).entered);
  const archive::Offered worse = archive.offer(problem("a"), record(6));
  CHECK_FALSE(worse.entered);
  CHECK(worse.had_best);
  CHECK(worse.best == 5);
  CHECK_FALSE(archive.offer(problem("a"), record(5, "as good")).entered);
  CHECK(archive.offer(problem("a"), record(4)).entered);
  CHECK(archive.offer(problem("b"), record(7)).entered);

  const auto history = archive.history(problem("a").id);
  REQUIRE(history.size() == 2);
  CHECK(history[0].record.value == 4);
  CHECK(history[1].record.value == 5);
  const auto summaries = archive.summaries();
  REQUIRE(summaries.size() == 2);
  CHECK(summaries[0].problem.label == "a");
  CHECK(summaries[0].best.value == 4);
  CHECK(summaries[0].result_count == 2);
  CHECK(summaries[1].best.value == 7);
  CHECK(archive.history(problem("c").id).empty());
}

TEST_CASE("where larger is better, larger values enter") {
  const TemporaryFolder folder;
  Archive archive(folder / "archive", numbers(false));
  CHECK(archive.offer(problem("a"), record(5)).entered);
  CHECK_FALSE(archive.offer(problem("a"), record(4)).entered);
  CHECK(archive.offer(problem("a"), record(6)).entered);
  CHECK(archive.history(problem("a").id).front().record.value == 6);
}

TEST_CASE("a result comes back as it was stored, byte for byte") {
  const TemporaryFolder folder;
  Archive archive(folder / "archive", numbers());
  // No UTF-8, a zero byte, both kinds of line breaks.
  archive::Record stored = record(5, std::string("\xff\xfe\0 \r\n\n", 7));
  stored.text = "3 5 " + std::string("\xff\xfe\0 \r\n\n", 7);
  stored.options = "--start '\xe4.circles'";
  stored.time = "2020-02-29T12:00:00Z";
  REQUIRE(archive.offer(problem("a"), stored).entered);
  const archive::Entry entry = archive.entry(1);
  CHECK(entry.record.text == stored.text);
  CHECK(entry.record.options == stored.options);
  CHECK(entry.record.seed == stored.seed);
  CHECK(entry.record.version == stored.version);
  CHECK(entry.record.device == stored.device);
  CHECK(entry.record.time == stored.time);
  CHECK(entry.problem.definition == problem("a").definition);
  CHECK_THROWS_AS(archive.entry(2), ArchiveError);
}

TEST_CASE("the time of entry is noted in UTC") {
  const TemporaryFolder folder;
  Archive archive(folder / "archive", numbers());
  static_cast<void>(archive.offer(problem("a"), record(5)));
  CHECK_THAT(archive.entry(1).record.time,
             Catch::Matches("20[0-9]{2}-[01][0-9]-[0-3][0-9]T[0-2][0-9]:[0-5][0-9]:[0-6][0-9]Z"));
}

TEST_CASE("what does not pass verification never enters") {
  const TemporaryFolder folder;
  Archive archive(folder / "archive", numbers());
  CHECK_THROWS_AS(archive.offer(problem("a"), record(-1)), UnverifiedError);
  archive::Record lies = record(5);
  lies.value = 4;
  CHECK_THROWS_AS(archive.offer(problem("a"), lies), UnverifiedError);
  archive::Problem other = problem("a");
  other.definition += "more";
  CHECK_THROWS_AS(archive.offer(other, record(5)), UnverifiedError);
  archive.prepare();
  CHECK(archive.summaries().empty());
}

TEST_CASE("kinds in one file do not see each other") {
  const TemporaryFolder folder;
  Archive first(folder / "archive", numbers());
  Archive second(folder / "archive", numbers(false, "others"));
  CHECK(first.offer(problem("a"), record(5)).entered);
  CHECK(second.offer(problem("b"), record(6)).entered);
  CHECK(first.summaries().size() == 1);
  CHECK(second.summaries().front().problem.label == "b");
  CHECK_THROWS_AS(first.entry(2), ArchiveError);
  CHECK(first.audit().result_count == 1);
}

TEST_CASE("merging takes over what is better, with its origin") {
  const TemporaryFolder folder;
  Archive mine(folder / "mine", numbers());
  Archive theirs(folder / "theirs", numbers());
  static_cast<void>(mine.offer(problem("a"), record(5)));
  for (const double value : {6.0, 4.5, 4.0}) {
    archive::Record old = record(value);
    old.time = "2020-01-01T00:00:00Z";
    old.seed = "7";
    static_cast<void>(theirs.offer(problem("a"), old));
  }
  static_cast<void>(theirs.offer(problem("b"), record(1)));
  const archive::Merged merged = mine.merge(theirs);
  CHECK(merged.entered == 3);
  CHECK(merged.no_better == 1);
  CHECK(merged.refused.empty());
  const archive::Record best = mine.history(problem("a").id).front().record;
  CHECK(best.value == 4);
  CHECK(best.seed == "7");
  CHECK(best.time == "2020-01-01T00:00:00Z");
  CHECK(mine.merge(theirs).entered == 0);
  CHECK(mine.audit().faults.empty());
}

TEST_CASE("merging refuses what the other archive should not have taken") {
  const TemporaryFolder folder;
  Archive mine(folder / "mine", numbers());
  archive::Kind careless = numbers();
  careless.violation = [](const auto&, const auto&) { return std::string(); };
  Archive theirs(folder / "theirs", careless);
  static_cast<void>(theirs.offer(problem("a"), record(5)));
  static_cast<void>(theirs.offer(problem("a"), record(-1)));
  const archive::Merged merged = mine.merge(theirs);
  CHECK(merged.entered == 1);
  REQUIRE(merged.refused.size() == 1);
  CHECK_THAT(merged.refused.front(), Catch::Contains("result 2") && Catch::Contains("not above 0"));
  CHECK(mine.history(problem("a").id).size() == 1);
  CHECK(theirs.audit().faults.empty());
  CHECK(Archive(folder / "theirs", numbers()).audit().faults.size() == 1);
}

TEST_CASE("threads that write at the same time lose nothing") {
  const TemporaryFolder folder;
  constexpr int thread_count = 3;
  constexpr int result_count = 20;
  std::vector<std::thread> threads;
  for (int t = 0; t < thread_count; ++t) {
    threads.emplace_back([&, t] {
      Archive archive(folder / "archive", numbers());
      for (int k = 0; k < result_count; ++k)
        static_cast<void>(archive.offer(problem(std::to_string(t)), record(100 - k)));
    });
  }
  for (std::thread& thread : threads) thread.join();
  const Archive archive(folder / "archive", numbers());
  CHECK(archive.audit().faults.empty());
  const auto summaries = archive.summaries();
  REQUIRE(summaries.size() == thread_count);
  for (const archive::Summary& summary : summaries) {
    CHECK(summary.result_count == result_count);
    CHECK(summary.best.value == 100 - result_count + 1);
  }
}
