// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The files of results: their order, their checks, what is kept.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "jam/core/error.hpp"
#include "shell/outputs.hpp"
#include "support/temporary_file.hpp"

using namespace jam;
using namespace jam::app;
using jam::test::text_of;

namespace {

/// Results are their values.
std::string written_value(const Result& result) { return std::to_string(static_cast<int>(result.value)); }

Result result_of(double value) { return {value, value, 1}; }

OutputPlan plan_of(const std::filesystem::path& file) {
  OutputPlan plan;
  plan.formats = {{"--out", file, written_value, true}};
  plan.value_in = [](const std::filesystem::path& name) -> std::optional<double> {
    const std::string text = text_of(name);
    return text.empty() ? std::nullopt : std::optional<double>(std::stod(text));
  };
  plan.kept_text = [](const std::filesystem::path&, double value, bool better) {
    return std::to_string(static_cast<int>(value)) + (better ? " is better" : " is as good");
  };
  return plan;
}

const auto no_warning = [](const std::string&) {};

}  // namespace

TEST_CASE("no other file tells of a result whose first file failed its check", "[unit]") {
  const TemporaryFile packing("a.box", ""), json("a.json", "before");
  std::vector<Format> formats = {{"--out", packing.path(), written_value, true},
                                 {"--json", json.path(), written_value}};
  formats.front().check = [&](const std::filesystem::path& file) {
    CHECK(file == packing.path());
    CHECK(text_of(file) == "7");
    throw UnverifiedError("not what was meant");
  };
  CHECK_THROWS_AS(write_formats(formats, result_of(7)), UnverifiedError);
  CHECK(text_of(json.path()) == "before");

  formats.front().check = {};
  const Written written = write_formats(formats, result_of(7));
  CHECK(written.files == std::vector<std::filesystem::path>{packing.path(), json.path()});
  CHECK(text_of(json.path()) == "7");
}

TEST_CASE("a file that cannot be written is an error of one line, and the others are written", "[unit]") {
  const TemporaryFile json("a.json", "");
  const Written written = write_formats(
      {{"--out", "/nowhere/a", written_value}, {"--json", json.path(), written_value}}, result_of(7));
  CHECK(written.files == std::vector<std::filesystem::path>{json.path()});
  REQUIRE(written.errors.size() == 1);
  CHECK(written.errors.front().find("/nowhere/a") != std::string::npos);
}

TEST_CASE("a named file keeps a better result of a search that goes on, and takes one that is as good",
          "[unit]") {
  const TemporaryFile file("a.circles", "5");
  OutputPlan plan = plan_of(file.path());
  plan.keep_better = true;
  Outputs outputs(plan, true, no_warning);
  outputs.improved({result_of(6), "", {}});
  CHECK(text_of(file.path()) == "5");
  const Written worse = outputs.finish(result_of(6));
  CHECK(worse.kept == "5 is better; another --out FILE receives this result");
  CHECK(worse.files.empty());
  CHECK(outputs.finish(result_of(5)).files.size() == 1);
  CHECK(outputs.finish(result_of(4)).kept.empty());
  CHECK(text_of(file.path()) == "4");
}

TEST_CASE("results are renewed at most once a second, and the last one that waits is flushed", "[unit]") {
  const TemporaryFile file("a.circles", "");
  Outputs outputs(plan_of(file.path()), true, no_warning);
  RunProgress progress;
  const auto improved = [&](double seconds, double value) {
    progress.seconds = seconds;
    outputs.improved({result_of(value), "", progress});
  };
  improved(10, 9);
  improved(10.5, 8);
  CHECK(text_of(file.path()) == "9");
  progress.seconds = 11;
  outputs.progressed(progress);
  CHECK(text_of(file.path()) == "8");
  improved(11.5, 7);
  outputs.flush();
  CHECK(text_of(file.path()) == "7");
}
