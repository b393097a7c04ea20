// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The command line of trunkpack: one table of options, from which parsing and --help both come.
#include "options.hpp"

#include <limits>
#include <optional>
#include <random>
#include <sstream>

#include "command_text.hpp"
#include "jam/core/error.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/text_table.hpp"
#include "jam/trunk/io/box_files.hpp"
#include "option_rules.hpp"
#include "shell/option_table.hpp"

namespace po = boost::program_options;

namespace jam::app {
namespace {

using io::number_text;

constexpr Words<trunk::ContactLaw> law_words[] = {{"single", trunk::ContactLaw::single}, {"patch", trunk::ContactLaw::patch}};

/// "200x100x50" in mm.
Vec3d box_edges(const std::string& text) {
  double edge[3];
  std::size_t begin = 0;
  for (int axis = 0; axis < 3; ++axis) {
    const std::size_t end = axis < 2 ? text.find('x', begin) : text.size();
    const auto number =
        end == std::string::npos ? std::nullopt : io::parse_number<double>(std::string_view(text).substr(begin, end - begin));
    if (!number || !(*number > 0) || !(*number <= trunk::coordinate_limit)) {
      throw InputError("--box is " + io::quoted(text) + ": three edges above 0 in mm are needed, for example 200x100x50");
    }
    edge[axis] = *number;
    begin = end + 1;
  }
  return {edge[0], edge[1], edge[2]};
}

/// A finite number [mm].
TextOption* length(const char* option, double& target, bool above_zero) {
  return value(
      "MM", [option, &target, above_zero](const std::string& text) { target = real_number(option, text, above_zero); },
      number_text(target));
}

/// Calls `parse`, whose errors do not know the option.
template <class Parse>
void named(const char* option, const Parse& parse) {
  try {
    parse();
  } catch (const InputError& error) {
    throw InputError("--" + std::string(option) + ": " + error.what());
  }
}

/// The table refers to `o`, which must outlive it.
OptionTable option_table(Options& o) {
  OptionTable table;

  table.group("Trunk");
  const Take take_unit = [&o](const std::string& text) { named("unit", [&] { o.read.unit = mesh::parse_length_unit(o.unit = text); }); };
  const Take take_up = [&o](const std::string& text) { named("up", [&] { o.read.up = mesh::parse_up_axis(o.up = text); }); };
  const Take take_wrap = [&o](const std::string& text) {
    named("wrap", [&] { o.read.wrap = mesh::parse_wrap(text); });
    o.read.always_wrap = true;
  };
  table.add("points", file("points", o.points),
            "instead of MESH: a POINT file, points on the walls; verification is then against points only");
  table.add("unit", value("mm|cm|m|inch", take_unit, o.unit), "what a length of 1 in MESH means");
  table.add("up", value("x|y|z", take_up, o.up), "which axis of MESH points up; it becomes z");
  table.add(
      "wrap", value("ALPHA[,OFFSET]", take_wrap),
      "close the mesh by an alpha wrap, which closes openings up to 2 ALPHA and lies OFFSET outside, in mm. Without it, only defective "
      "meshes are wrapped, with values chosen from their size");
  // No default value: its text would have all digits.
  const Take take_spacing = [&o](const std::string& text) { o.spacing = real_number("spacing", text, true); };
  const std::string spacing_text =
      "between the points of the walls that the contact simulation sees (" + io::fixed_text(o.spacing, 3) + ")";
  table.add("spacing", value("MM", take_spacing), spacing_text.c_str());
  table.add("cell-size", length("cell-size", o.cell_size, true), "edge of the cells that sort these points; changes speed, not results");

  table.group("Boxes");
  std::string sets;
  for (const char* name : trunk::box_set_names()) sets += (sets.empty() ? "" : "|") + std::string(name);
  const Take take_set = [&o](const std::string& text) { named("set", [&] { o.set = trunk::box_set(text); }); };
  const Take take_box = [&o](const std::string& text) { o.set = {"box", {{"box", box_edges(text), 0, false}}}; };
  table.add("box", value("AxBxC", take_box),
            ("edges of the boxes in mm, instead of those of the set (" + edges_text(o.edge()) +
             "); also of those in a file --start or --verify that does not tell their size")
                .c_str());
  // No default value: it would replace what --box gave.
  table.add("set", value(sets.c_str(), take_set),
            "standard set of boxes; din, the default, and iso3832: litre boxes; sae-j1100: luggage A to H");
  table.add("start", file("start", o.start, "FILE|archive"),
            "packing to go on from (BOX); what is not legal in it is relaxed first. archive: the best one of this trunk in the archive");
  table.add("fixed", file("fixed", o.fixed), "boxes that are in the trunk already and stay where they are (BOX)");
  const Take take_rounded = [&o](const std::string& text) { o.rounded = real_number("rounded", text, true); };
  table.add(
      "rounded", value("R", take_rounded),
      "the boxes' edges and corners are rounded with this radius in mm, at most half of the shortest edge; without it they are sharp. "
      "--verify and --steps take it from the file where that tells it");
  table.add("tolerance", length("tolerance", o.tolerance, false),
            "how deep boxes may penetrate walls and each other, less than a quarter of the shortest edge; 0: they may touch");

  table.group("Search");
  const Take take_seed = [&o](const std::string& text) { o.seed = seed_number("seed", text); };
  const Take take_turns = [&o](const std::string& text) {
    o.turn_limit = whole_number("turns", text, 1, std::numeric_limits<long long>::max());
  };
  const Take take_steps = [&o](const std::string& text) { o.steps = static_cast<int>(whole_number("steps", text, 1, 1'000'000'000)); };
  table.add("time", duration("time", o.time_limit), "end after this time: 90, 90s, 10m, 2h30m; 0: run until stopped (Ctrl-C)");
  table.add("turns", value("N", take_turns), "end after this many turns of about a second; without --time there is then no time limit");
  table.add("instances", automatic_count("instances", o.instance_count, instance_limit), "packings annealed side by side");
  table.add("seed", value("N", take_seed), "same seed, same packings; without it one is drawn and printed");
  table.add("steps", value("N", take_steps), "no search: up to N steps of contact simulation of the packing --start");
  table.add("law", choice("law", o.law, law_words),
            "with --steps: single is Goetzmann's (2007), one point per contact, full corrections; patch needs fewer steps");

  add_checkpoint_options(table, o, "turn");
  add_device_options(table, o);

  table.group("Output");
  table.add("out", file("out", o.out),
            "packing (BOX); without it NAME.box in the current folder, where a better packing is never replaced");
  table.add("html", file("html", o.html), "page to look at the load in a browser");
  table.add("json", file("json", o.json), "poses, clearances and totals as JSON; -: to standard output");
  table.add("glb", file("glb", o.glb), "3-D scene (binary glTF)");
  add_report_options(table, o, "load of every trunk", "more figures; with --steps the time of each phase");

  table.group("Query");
  table.add("verify", file("verify", o.verify),
            "verify a packing (BOX) in the trunk exactly; with --set also that its boxes are pieces of the set; with output options "
            "also convert it");
  add_query_options(table, o);
  return table;
}

}  // namespace

Options parse_options(int argc, const char* const* argv) {
  Options options;
  std::vector<std::string> words;
  options.given = parse_command_line("trunkpack", option_table(options), argc, argv, [&](const std::string& text) {
    if (text == "archive" || !words.empty()) {
      words.push_back(text);
      return;
    }
    if (text.empty()) throw InputError("the name of the mesh is empty");
    if (!options.mesh.empty()) throw InputError("two meshes are given, " + io::quoted(options.mesh.string()) + " and " + io::quoted(text));
    options.mesh = text;
  });
  if (options.has("help") || options.has("version")) {
    options.mode = options.has("help") ? Mode::help : Mode::version;
    return options;
  }
  options.mode = options.has("verify") ? Mode::verify : options.has("steps") ? Mode::simulate : Mode::search;
  if (!words.empty()) {
    options.mode = Mode::archive;
    options.archive_request = archive_request({words.begin() + 1, words.end()}, options.archive, options.archive_id, options.out);
    options.archive_request.quiet = options.quiet;
  }
  check_rules(options);
  if (options.has("turns") && !options.has("time")) options.time_limit = 0;
  if (!options.has("seed")) {
    // Short enough to be typed again.
    options.seed = std::random_device{}();
    options.seed_drawn = true;
  }
  return options;
}

std::string help_text() {
  Options defaults;
  std::ostringstream text;
  text << "trunkpack: packs as many boxes into a trunk as it can, and verifies them exactly against the mesh.\n\n"
          "  trunkpack MESH [OPTION...]                             search; MESH is OFF, OBJ, PLY or STL\n"
          "  trunkpack --points FILE [OPTION...]                    the same in a cloud of points\n"
          "  trunkpack --resume FILE [LIMIT OR OUTPUT OPTION...]    go on from a checkpoint\n"
          "  trunkpack MESH --verify BOX [OUTPUT OPTION...]         verify a packing, convert it\n"
          "  trunkpack --points FILE --start BOX --steps N          contact simulation alone\n"
          "  trunkpack archive list|show|export|verify [ARCHIVE]    results of all runs; show and export: --id K\n"
          "  trunkpack archive import MESH BOX...                   packings of a trunk\n"
          "  trunkpack archive merge ARCHIVE...                     other archives\n";
  text << '\n' << table_text(option_table(defaults));
  text << "\nExamples\n"
          "  trunkpack meshes/sedan.off --time 2m --out load.box --html load.html\n"
          "  trunkpack trunk.obj --unit m --up y\n"
          "  trunkpack trunk.off --start load.box --time 1h --out load.box\n"
          "  trunkpack trunk.off --set sae-j1100 --json load.json\n"
          "  trunkpack trunk.off --verify load.box --html load.html\n"
          "  trunkpack --points trunk.point --start perturbed.box --steps 500 --out relaxed.box --verbose\n"
          "\nExit codes\n"
          "  0 ok    1 internal error    2 usage, bad input, unwritable output    3 no such device    4 no verified result\n"
          "  5 more memory needed than there is    130, 143 stopped by Ctrl-C or SIGTERM, results written\n";
  return text.str();
}

}  // namespace jam::app
