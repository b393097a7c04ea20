// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The command line of trunkpack, from arguments to the config.
#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "jam/core/error.hpp"
#include "options.hpp"

using namespace jam;
using namespace jam::app;

namespace {

Options parsed(std::vector<const char*> arguments) {
  arguments.insert(arguments.begin(), "trunkpack");
  return {static_cast<int>(arguments.size()), arguments.data()};
}

}  // namespace

TEST_CASE("a mesh alone is searched for litre boxes for two minutes") {
  const Options options = parsed({"trunk.off"});
  CHECK(options.mode == Mode::search);
  CHECK(options.mesh == "trunk.off");
  CHECK(options.edge() == Vec3d{200, 100, 50});
  CHECK(options.set.uniform());
  CHECK(options.time_limit == 120);
  CHECK(options.tolerance == 0);
  CHECK(options.cell_size == 20);
  CHECK(options.seed_drawn);
}

TEST_CASE("values reach the config") {
  const Options options = parsed({"trunk.off", "--box",       "325x152.5x114", "--time", "10m",
                                  "--unit",    "inch",        "--up",          "y",      "--wrap",
                                  "24,0.8",    "--tolerance", "0.01",          "--seed", "7",
                                  "--threads", "3",           "--instances",   "12",     "--json",
                                  "-"});
  CHECK(options.edge() == Vec3d{325, 152.5, 114});
  CHECK(options.time_limit == 600);
  CHECK(options.read.unit == mesh::LengthUnit::inch);
  CHECK(options.read.up == mesh::UpAxis::y);
  CHECK(options.read.always_wrap);
  CHECK(options.read.wrap.alpha == 24);
  CHECK(options.read.wrap.offset == 0.8);
  CHECK(options.tolerance == 0.01);
  CHECK(options.seed == 7);
  CHECK(options.thread_count == 3);
  CHECK(options.instance_count == 12);
  CHECK(options.json == "-");
  CHECK_FALSE(options.seed_drawn);
  CHECK(reproducing_options(options.table, "cpu") ==
        "trunk.off --unit inch --up y --wrap 24,0.8 --box 325x152.5x114 --tolerance 0.01 --instances 12 "
        "--seed 7 --device cpu");
}

TEST_CASE("rounded edges belong to the commands that repeat a search or go on") {
  const Options options = parsed({"t.off", "--rounded", "7.5", "--seed", "7"});
  CHECK(options.rounded == 7.5);
  CHECK(parsed({"t.off"}).rounded == 0);
  CHECK(reproducing_options(options.table, "cpu") == "t.off --rounded 7.5 --seed 7 --device cpu");
  CHECK(continuing_options(options, "t.box") == "t.off --start t.box --rounded 7.5");
}

TEST_CASE("turns without a time have no time limit, steps and verify are modes of their own") {
  CHECK(parsed({"trunk.off", "--turns", "5"}).time_limit == 0);
  CHECK(parsed({"trunk.off", "--turns", "5", "--time", "9s"}).time_limit == 9);
  CHECK(parsed({"--points", "w.point", "--start", "a.box", "--steps", "500"}).mode == Mode::simulate);
  CHECK(parsed({"trunk.off", "--verify", "a.box"}).mode == Mode::verify);
  CHECK(parsed({"trunk.off", "-h"}).mode == Mode::page);
  CHECK(parsed({"--version"}).mode == Mode::page);
}

TEST_CASE("--set replaces the boxes") {
  const Options options = parsed({"trunk.off", "--set", "sae-j1100"});
  CHECK(options.set.pieces.size() == 8);
  CHECK_FALSE(options.set.uniform());
}

TEST_CASE("the command that goes on has the same task, devices and files, its start, and no seed") {
  const Options options =
      parsed({"my trunk.off", "--up", "y", "--wrap", "24", "--tolerance", "0.5", "--seed", "7", "--threads",
              "2", "--start", "old.box", "--time", "9s", "--html", "it's.html"});
  CHECK(continuing_options(options, "new.box") ==
        "'my trunk.off' --up y --wrap 24 --start new.box --tolerance 0.5 --threads 2 --html 'it'\\''s.html'");
  CHECK(reproducing_options(options.table, "cpu") ==
        "'my trunk.off' --up y --wrap 24 --start old.box --tolerance 0.5 --seed 7 --device cpu");
}

TEST_CASE("words keep their meaning in a shell") {
  CHECK(shell_word("a-b_c/d.off") == "a-b_c/d.off");
  CHECK(shell_word("Kofferraum \xC3\xA4.off") == "'Kofferraum \xC3\xA4.off'");
  CHECK(shell_word("\xC3\xA4.off") == "\xC3\xA4.off");
  CHECK(shell_word("") == "''");
  CHECK(shell_word("$HOME;*") == "'$HOME;*'");
  CHECK(shell_word("~") == "'~'");
}

TEST_CASE("a tolerance leaves every box its core") {
  CHECK_THROWS_AS(parsed({"t.off", "--tolerance", "12.5"}), InputError);
  CHECK(parsed({"t.off", "--tolerance", "12.4"}).tolerance == 12.4);
  CHECK_THROWS_AS(parsed({"t.off", "--box", "9x100x100", "--tolerance", "2.25"}), InputError);
  CHECK_NOTHROW(trunk::require_small_tolerance(2, {100, 8.1, 100}));
  CHECK_THROWS_AS(trunk::require_small_tolerance(2, {100, 8, 100}), InputError);
}

TEST_CASE("a search that goes on from a checkpoint needs no trunk on its command line, any other needs one") {
  const Options options = parsed({"--resume", "x.cp", "--turns", "5"});
  CHECK(options.mode == Mode::search);
  CHECK(options.resume == "x.cp");
  CHECK(options.trunk_file().empty());
  CHECK_THROWS_AS(require_trunk(options), InputError);
  CHECK_THROWS_AS(parsed({"--turns", "5"}), InputError);
  CHECK_THROWS_AS(parsed({"--verify", "x.box", "--resume", "x.cp"}), InputError);
  CHECK_THROWS_AS(parsed({"t.off", "--checkpoint", "none", "--checkpoint-every", "1s"}), InputError);
}

TEST_CASE("options of the result are told apart from limits, files and threads") {
  const Options options =
      parsed({"t.off", "--start", "s.box", "--seed", "7", "--time", "2h", "--turns", "9", "--threads", "2",
              "--out", "o.box", "--cell-size", "25", "--checkpoint", "x.cp"});
  std::string given, others;
  for (const io::CheckpointOption& option : result_options(options.table, "cpu"))
    (option.given ? given : others) += option.name + " ";
  CHECK(given == "mesh start seed device ");
  CHECK(others == "noise spacing set gap tolerance rounded instances islands exchange-every walls ");
  CHECK(limit_options(options.table) ==
        std::vector<io::CheckpointOption>{{"time", "7200s", true}, {"turns", "9", true}});
}
