// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// In which order the files of a load are written.
#include <catch2/catch.hpp>
#include <filesystem>

#include "jam/core/error.hpp"
#include "outputs.hpp"
#include "scenes/trunk/sample_boxes.hpp"
#include "support/temporary_file.hpp"

using namespace jam;
using namespace jam::app;

TEST_CASE("no other file tells of a load whose BOX file failed its check") {
  const TemporaryFile box("a.box", ""), json("a.json", "before"), glb("a.glb", "before");
  Options options;
  options.json = json.path();
  options.glb = glb.path();
  const auto untouched = [](const TemporaryFile& file) { return std::filesystem::file_size(file.path()) == 6; };
  const trunk::LoadReport report = trunk::sample_load();
  const CheckFile fails = [&](const std::filesystem::path& file) {
    CHECK(file == box.path());
    CHECK(trunk::read_box_file(file).rows == report.boxes);
    throw UnverifiedError("not what was meant");
  };
  CHECK_THROWS_AS(write_load_files(options, box.path(), report, {}, fails), UnverifiedError);
  CHECK((untouched(json) && untouched(glb)));

  const Written written = write_load_files(options, box.path(), report, {}, [](const std::filesystem::path&) {});
  CHECK(written.files == std::vector<std::filesystem::path>{box.path(), json.path(), glb.path()});
  CHECK_FALSE((untouched(json) || untouched(glb)));
}
