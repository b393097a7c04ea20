// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The options of trunkpack: one row each (option_table.hpp).
#include "options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string_view>

#include "jam/io/text_table.hpp"
#include "jam/search/mpi_session.hpp"
#include "option_rules.hpp"
#include "shell/option_values.hpp"

namespace jam::app {
namespace {

using io::number_text;

// Where an option has an effect: a search packs boxes of one size or pieces of a set.
constexpr Modes files = search_modes | verify_mode, trunks = files | simulate_mode, uniform = one_size | simulate_mode,
                loads = trunks | import_mode;

constexpr Words<trunk::ContactLaw> law_words[] = {{"single", trunk::ContactLaw::single}, {"patch", trunk::ContactLaw::patch}};

constexpr Range distances{0.1, 1e4, "a length", " mm"}, edges{1e-3, 1e6, "an edge", " mm"}, depths{0, 1e4, "a depth", " mm"},
    radii{1e-6, 1e4, "a radius", " mm", true};

OptionValue unit(Options& o) {
  return {"mm|cm|m|inch", [&o](const std::string& text) { o.read.unit = mesh::parse_length_unit(o.unit = text); },
          [&o] { return std::vector{o.unit}; }};
}

OptionValue up(Options& o) {
  return {"x|y|z", [&o](const std::string& text) { o.read.up = mesh::parse_up_axis(o.up = text); }, [&o] { return std::vector{o.up}; }};
}

OptionValue wrap(Options& o) {
  const auto set = [&o](const std::string& text) {
    o.read.wrap = mesh::parse_wrap(text);
    o.read.always_wrap = true;
  };
  const auto texts = [&o] {
    const mesh::WrapOptions& wrap = o.read.wrap;
    if (!o.read.always_wrap) return std::vector<std::string>();
    return std::vector{number_text(wrap.alpha) + (wrap.offset > 0 ? "," + number_text(wrap.offset) : "")};
  };
  return {"ALPHA[,OFFSET]", set, texts};
}

OptionValue box(Options& o) {
  const auto set = [&o](const std::string& text) {
    double edge[3];
    std::size_t begin = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const std::size_t end = axis < 2 ? text.find('x', begin) : text.size();
      const auto number =
          end == std::string::npos ? std::nullopt : io::parse_number<double>(std::string_view(text).substr(begin, end - begin));
      if (!number || !within(*number, edges)) throw InputError("three edges are needed, for example 200x100x50; " + accepted(edges));
      edge[axis] = *number;
      begin = end + 1;
    }
    o.set = {"box", {{"box", {edge[0], edge[1], edge[2]}, 0, false}}};
  };
  return {"AxBxC", set, [&o] { return o.has("box") ? std::vector{edges_text(o.edge())} : std::vector<std::string>(); }};
}

OptionValue box_set(Options& o) {
  std::vector<std::string> names;
  for (const char* name : trunk::box_set_names()) names.emplace_back(name);
  const auto set = [&o, names](const std::string& text) {
    if (std::find(names.begin(), names.end(), text) == names.end()) fail_choice(text, names);
    o.set = trunk::box_set(text);
  };
  return {fmt::format("{}", fmt::join(names, "|")), set,
          [&o] { return o.has("box") ? std::vector<std::string>() : std::vector{o.set.name}; }};
}

void add_trunk(OptionTable& table, Options& o) {
  add_group(
      table, "Trunk",
      {{mesh_option, trunks, Effect::result, file(o.mesh, FileUse::input, "MESH"), "", {.may_change = true, .word = true}},
       {"points",
        trunks,
        Effect::result,
        file(o.points, FileUse::input),
        "instead of MESH: a POINT file, points on the walls; verification is then against points only",
        {.may_change = true}},
       {"unit", loads, Effect::result, unit(o), "what a length of 1 in MESH means"},
       {"up", loads, Effect::result, up(o), "which axis of MESH points up; it becomes z"},
       {"wrap", loads, Effect::result, wrap(o),
        "close the mesh by an alpha wrap, which closes openings up to 2 ALPHA and lies OFFSET outside, in mm. Without it, only defective "
        "meshes are wrapped, with values chosen from their size"},
       {"spacing", uniform, Effect::result, real(o.spacing, distances, "MM"),
        "between the points of the walls that the contact simulation sees"},
       {"cell-size", uniform, Effect::device, real(o.cell_size, distances, "MM"),
        "edge of the cells that sort these points; changes speed, not results"}});
}

void add_boxes(OptionTable& table, Options& o) {
  add_group(
      table, "Boxes",
      {{"box", loads, Effect::result, box(o),
        fmt::format("edges of the boxes in mm, instead of those of the set ({}); also of those in a file --start or --verify that does not "
                    "tell their size",
                    edges_text(o.edge()))},
       {"set", files | import_mode, Effect::result, box_set(o),
        "standard set of boxes; din, the default, and iso3832: litre boxes; sae-j1100: luggage A to H"},
       {"start", uniform, Effect::result, file(o.start, FileUse::packing_input, "FILE|archive"),
        "packing to go on from (BOX); what is not legal in it is relaxed first. archive: the best one of this trunk in the archive"},
       {"fixed",
        loads,
        Effect::result,
        file(o.fixed, FileUse::input),
        "boxes that are in the trunk already and stay where they are (BOX)",
        {.may_change = true}},
       {"tolerance", loads, Effect::result, real(o.tolerance, depths, "MM"),
        "how deep boxes may penetrate walls and each other, less than a quarter of the shortest edge; 0: they may touch"},
       {"rounded", uniform | verify_mode | import_mode, Effect::result, real(o.rounded, radii, "R"),
        "the boxes' edges and corners are rounded with this radius in mm, at most half of the shortest edge; 0: they are sharp. "
        "--verify and --steps take it from the file where that tells it"}});
}

Manual manual() {
  return {.name = "trunkpack",
          .purpose = "packs as many boxes into a trunk as it can, and verifies them exactly against the mesh",
          .synopsis =
              "  trunkpack MESH [OPTION...]                             search; MESH is OFF, OBJ, PLY or STL\n"
              "  trunkpack --points FILE [OPTION...]                    the same in a cloud of points\n"
              "  trunkpack --resume FILE [LIMIT OR OUTPUT OPTION...]    go on from a checkpoint\n"
              "  trunkpack MESH --verify BOX [OUTPUT OPTION...]         verify a packing, convert it\n"
              "  trunkpack --points FILE --start BOX --steps N          contact simulation alone\n"
              "  trunkpack archive list|show|export|verify [ARCHIVE]    results of all runs; show and export: --id K\n"
              "  trunkpack archive import MESH BOX...                   packings of a trunk\n"
              "  trunkpack archive merge ARCHIVE...                     other archives\n",
          .commands = "archive",
          .examples =
              "  trunkpack meshes/sedan.off --time 2m --out load.box --html load.html\n"
              "  trunkpack trunk.obj --unit m --up y\n"
              "  trunkpack trunk.off --start load.box --time 1h --out load.box\n"
              "  trunkpack trunk.off --set sae-j1100 --json load.json\n"
              "  trunkpack trunk.off --verify load.box --html load.html\n"
              "  trunkpack --points trunk.point --start perturbed.box --steps 500 --out relaxed.box --verbose\n",
          .mpi = ranks::mpi_version(),
          .exit_codes = search_exit_codes};
}

}  // namespace

OptionTable option_table(Options& o) {
  OptionTable table;
  add_trunk(table, o);
  add_boxes(table, o);
  add_group(table, "Search",
            {instances_row(o.instance_count, one_size, "packings annealed side by side"),
             {"islands", search_modes, Effect::result, count_or_auto(o.island_count, instance_limit),
              "searches side by side with random numbers of their own; auto: one for each process of mpirun or srun, which share them"},
             {"exchange-every", search_modes, Effect::result, whole(o.exchange_interval, 1, 1'000'000, "TURNS"),
              "turns after which every island sends its best packing to the next one"},
             {"steps", simulate_mode, Effect::query, whole(o.steps, 1, 1'000'000'000),
              "no search: up to N steps of contact simulation of the packing --start"},
             {"law", simulate_mode, Effect::query, choice(o.law, law_words),
              "with --steps: single is Goetzmann's (2007), one point per contact, full corrections; patch needs fewer steps"}});
  add_limits(table, o,
             {{"turns", search_modes, Effect::limit, whole(o.turn_limit, 1, count_limit),
               "end after this many turns of about a second; without --time there is then no time limit"}});
  add_checkpoints(table, o, search_modes, "turn");
  add_device(table, o);
  add_outputs(table, o, "packing (BOX); without it NAME.box in the current folder, where a better packing is never replaced",
              "poses, clearances and totals as JSON; -: to standard output",
              {{"html", files, Effect::output, file(o.html, FileUse::output), "page to look at the load in a browser"},
               {"glb", files, Effect::output, file(o.glb, FileUse::output), "3-D scene (binary glTF)"}},
              "load of every trunk", "more figures; with --steps the time of each phase");
  add_queries(table, o,
              "verify a packing (BOX) in the trunk exactly; with --set also that its boxes are pieces of the set; with output options "
              "also convert it");
  return table;
}

Options parse_options(int argc, const char* const* argv) {
  Options options;
  const OptionTable table = option_table(options);
  const auto take_word = [&options](const std::string& text) {
    if (text.empty()) throw InputError("the name of the mesh is empty");
    if (!options.mesh.empty())
      throw InputError(fmt::format("two meshes are given, {} and {}", io::quoted(options.mesh.string()), io::quoted(text)));
    options.mesh = text;
  };
  options.mode = Mode::page;
  if (!parse_run(options, manual(), table, "turns", argc, argv, take_word)) return options;
  if (!options.mesh.empty()) options.given.insert(mesh_option);
  options.mode = options.has("verify") ? Mode::verify : options.has("steps") ? Mode::simulate : Mode::search;
  if (!options.archive_request.archive.empty()) options.mode = Mode::archive;
  check_rules(options, table);
  if (options.dry_run) options.mode = Mode::page;
  return options;
}

std::vector<io::CheckpointOption> result_options(const Options& options, const std::string& device) {
  Options copy = options;
  return result_options(option_table(copy), copy.given, device);
}

std::string reproducing_options(const Options& options, const std::string& device) {
  Options copy = options;
  const OptionTable table = option_table(copy);
  return command_text(table, result_options(table, copy.given, device));
}

std::vector<io::CheckpointOption> limit_options(const Options& options) {
  Options copy = options;
  return limit_options(option_table(copy), copy.given);
}

std::string continuing_options(const Options& options, const std::filesystem::path& file) {
  Options copy = options;
  copy.start = file;
  copy.given.insert("start");
  copy.given.erase("seed");
  copy.seed_drawn = false;
  const OptionTable table = option_table(copy);
  std::vector<io::CheckpointOption> list = result_options(table, copy.given, "");
  list.pop_back();  // The device.
  for (const OptionRow& row : table) {
    const bool writes_load = row.effect == Effect::output && row.value.file != FileUse::none && (row.modes & verify_mode) != 0;
    if (!copy.has(row.name) || !(row.effect == Effect::device || writes_load)) continue;
    for (const std::string& text : row.value.texts()) list.push_back({row.name, text, true});
  }
  return command_text(table, list);
}

std::vector<std::string> resumed_arguments(const Options& asked, int argc, const char* const* argv, const Resumed& resumed) {
  Options copy = asked;
  // A mesh and points exclude each other: either on the command line stands for the checkpoint's trunk.
  if (!asked.trunk_file().empty()) copy.given.insert({mesh_option, "points"});
  return resumed_arguments(option_table(copy), copy.given, argc, argv, resumed);
}

std::string edges_text(Vec3d edge) { return fmt::format("{}x{}x{}", number_text(edge.x), number_text(edge.y), number_text(edge.z)); }

}  // namespace jam::app
