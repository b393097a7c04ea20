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
#include "jam/mesh/clouds/point_cloud_file.hpp"
#include "jam/trunk/io/box_set_file.hpp"
#include "jam/trunk/model/box_sets.hpp"
#include "load/load_questions.hpp"
#include "load/picture_options.hpp"
#include "shell/archive/archive_commands.hpp"
#include "shell/figure_text.hpp"
#include "shell/live.hpp"
#include "shell/mesh_rows.hpp"
#include "shell/option_values.hpp"
#include "variant_options.hpp"

namespace jam::app {
namespace {

using io::number_text;

constexpr Modes files = load_question_modes, trunks = files | simulate_mode,
                moved = search_modes | simulate_mode, loads = trunks | import_mode,
                shapes = loads | check_mode;

constexpr Words<trunk::ContactLaw> law_words[] = {{"single", trunk::ContactLaw::single},
                                                  {"patch", trunk::ContactLaw::patch}};

constexpr Words<bool> on_off_words[] = {{"on", true}, {"off", false}};
constexpr Words<trunk::WallKind> wall_words[] = {{"triangles", trunk::WallKind::triangles},
                                                 {"points", trunk::WallKind::points}};

constexpr Range distances{0.1, 1e4, "a length", " mm"}, depths{0, 1e4, "a depth", " mm"},
    radii{1e-6, 1e4, "a radius", " mm", true}, gaps{0, 100, "a gap", " mm"};

OptionValue box(Options& o) {
  const auto set = [&o](const std::string& text) { o.set = {"box", {{"box", edges_of(text), 0, false}}}; };
  return {"AxBxC", set, [&o] { return texts_if(o.has("box"), edges_text(o.edge())); }};
}

OptionValue box_set(Options& o) {
  std::vector<std::string> names;
  for (const char* name : trunk::box_set_names()) names.emplace_back(name);
  const auto set = [&o, names](const std::string& text) {
    if (std::find(names.begin(), names.end(), text) != names.end()) {
      o.set = trunk::box_set(text);
      o.set_file.clear();
      return;
    }
    const std::filesystem::path file = text;
    if (!file.has_extension() && !std::filesystem::exists(file)) {
      std::vector<std::string> accepted = names;
      accepted.emplace_back("the name of a file (JSON, CSV)");
      fail_choice(text, accepted);
    }
    o.set = trunk::read_box_set(file);
    o.set_file = file;
  };
  const auto texts = [&o] {
    return texts_if(!o.has("box"), o.set_file.empty() ? o.set.name : o.set_file.string());
  };
  return {fmt::format("{}|FILE", fmt::join(names, "|")), set, texts, FileUse::input};
}

void add_trunk(Options& o) {
  constexpr OptionTraits word{.may_change = true, .word = true};
  std::vector<OptionRow> rows = {
      {"mesh", trunks | check_mode, Effect::result, file(o.mesh, FileUse::input, "MESH"), "", word},
      {"points", trunks, Effect::result, file(o.points, FileUse::input),
       "cloud of points on the walls, in place of MESH: PLY, XYZ, PCD, or POINT in 1/10 mm; loads are then "
       "checked against the points and a surface through them, not verified",
       may_change},
      {"variants", compare_mode, Effect::query, file_list(o.variants, FileUse::input), "", word},
      noise_row(o.noise, files),
      unit_row(o.read.unit, shapes),
      up_row(o.read.up, shapes),
      wrap_row(o.read, shapes),
      {"spacing", moved, Effect::result, real(o.spacing, distances, "MM"),
       "distance in mm between points on the walls; used with --walls points, --start, --live and --steps"},
      {"cell-size", moved, Effect::device, real(o.cell_size, distances, "MM"),
       "edge in mm of the cells that sort points on the walls, sampled from MESH or read from --points; "
       "changes the speed, not the result"}};
  std::vector<OptionRow> rooms = room_rows(o.read, shapes);
  rows.insert(rows.begin() + 4, std::make_move_iterator(rooms.begin()), std::make_move_iterator(rooms.end()));
  o.table.add("Trunk", std::move(rows));
}

void add_boxes(Options& o) {
  o.table.add(
      "Boxes",
      {{"box", loads, Effect::result, box(o),
        fmt::format("edges of the boxes in mm, in place of the standard set ({}); also used for files of "
                    "--start and --verify that do not state the size of their boxes",
                    edges_text(o.edge()))},
       {"set", files | import_mode, Effect::result, box_set(o),
        "set of boxes; din (default) and iso3832: equal boxes of 200 x 100 x 50 mm, one litre each; "
        "sae-j1100: luggage A to H; FILE: items of your own (JSON), or a packing list (CSV)"},
       {"start", moved, Effect::result, file(o.start, FileUse::packing_input, "FILE|archive"),
        "packing to begin from (BOX file); if it is not legal, it is relaxed first; archive: the best "
        "packings of "
        "this trunk in the archive"},
       {"fixed",
        loads,
        Effect::result,
        file_list(o.fixed, FileUse::input),
        "BOX file of boxes that are in the trunk already and stay in place",
        {.may_change = true, .repeats = true}},
       {"gap", loads, Effect::result, real(o.gap, gaps, "MM"),
        "clearance in mm that boxes keep to each other and to walls; fixed boxes keep it to others only"},
       {"tolerance", loads, Effect::result, real(o.tolerance, depths, "MM"),
        "depth in mm to which boxes may penetrate walls and each other, less than a quarter of the shortest "
        "edge; 0: they may only touch"},
       {"rounded", moved | verify_mode | import_mode, Effect::result, real(o.rounded, radii, "R"),
        "radius in mm of the edges and corners of the boxes, at most half of the shortest edge; 0: they are "
        "sharp. If a file of --verify or --start states a radius, that radius is used"}});
}

std::vector<CommandRow> command_rows() {
  std::vector<CommandRow> rows = {
      {"check", check_mode, "tells what a mesh file holds, and which room of it would be packed"},
      {"compare", compare_mode,
       "searches several variants of a trunk with the same seeds and the same time each"}};
  for (const CommandRow& row : archive_command_rows()) rows.push_back(row);
  return rows;
}

Manual manual() {
  return {
      .name = "trunkpack",
      .purpose = "packs as many boxes into a trunk as it can, and verifies them exactly against the mesh",
      .synopsis =
          "  trunkpack MESH [OPTION...]                             search; MESH is OFF, OBJ, PLY, STL, "
          "STEP, IGES, glTF, 3MF, DAE or FBX\n"
          "  trunkpack --points FILE [OPTION...]                    the same in a cloud of points\n"
          "  trunkpack --resume FILE [LIMIT OR OUTPUT OPTION...]    resume a search from its checkpoint\n"
          "  trunkpack MESH --verify BOX... [OUTPUT OPTION...]      verify packings, convert one\n"
          "  trunkpack --points FILE --start BOX --steps N          contact simulation alone\n"
          "  trunkpack check MESH [OPTION...]                       what the file holds, and what would be "
          "packed\n"
          "  trunkpack compare MESH MESH... [OPTION...]             variants of a trunk, at equal time and "
          "seeds\n"
          "  trunkpack archive list|show|export|verify [ARCHIVE]    results of all runs; show and export: "
          "--id K\n"
          "  trunkpack archive import MESH BOX..., merge ARCHIVE... packings of a trunk, other archives\n",
      .commands = command_rows(),
      .common = {"points", "unit", "up", "box", "set", "start", "seed", "time", "target", "resume", "device",
                 "out", "json", "html", "quiet", "verify", "load-test", "loading-plan", "help"},
      .examples =
          "  trunkpack meshes/sedan.off --time 2m --out load.box --html load.html\n"
          "  trunkpack check car.obj --html car.html\n"
          "  trunkpack trunk.obj --unit m --up y\n"
          "  trunkpack trunk.off --start load.box --time 1h --out load.box\n"
          "  trunkpack trunk.off --set sae-j1100 --json load.json\n"
          "  trunkpack trunk.off --verify load.box --html load.html\n"
          "  trunkpack --points trunk.point --start perturbed.box --steps 500 --out relaxed.box --verbose\n"};
}

void add_search(Options& o) {
  o.table.add(
      "Search",
      {instances_row(o.instance_count, search_modes, "number of packings that are annealed concurrently"),
       {"islands", search_modes, Effect::result, count_or_auto(o.island_count, instance_limit),
        "number of searches that run concurrently and exchange their best packings; auto: one, or one for "
        "each process that mpirun or srun started",
        may_change},
       {"exchange-every", search_modes, Effect::result, whole(o.exchange_interval, 1, 1'000'000, "TURNS"),
        "number of turns after which every island sends its best packing to the next island"},
       {"walls", search_modes, Effect::result, choice(o.walls, wall_words),
        "walls in the contact simulation of the annealing: the triangles of MESH, or points on them"},
       {"steps", simulate_mode, Effect::query, whole(o.steps, 1, 1'000'000'000),
        "simulate contacts in the packing of --start for at most N steps, without a search"},
       {"law", simulate_mode, Effect::query, choice(o.law, law_words),
        "contact law of --steps; single: one point per contact and full corrections (Goetzmann 2007); patch: "
        "corrections at contact patches, which need fewer steps"}});
}

// Which options go together, beyond the modes in their rows. An option without effect is refused rather than
// ignored.

void check_trunk(const Options& o) {
  // The trunk of the checkpoint comes with its options.
  if (o.mode == Mode::search && o.has("resume") && o.trunk_file().empty()) return;
  if (o.mode == Mode::check && o.mesh.empty())
    throw InputError("check needs the name of a mesh: trunkpack check MESH");
  require_trunk(o);
  if (!o.mesh.empty() && !o.points.empty()) {
    throw InputError(fmt::format("a mesh, {}, and --points are given: give one of them", o.mesh.string()));
  }
  if (o.mesh.empty())
    refuse(o.table, {"wrap", "inside", "cap", "all-parts", "part", "obstacle", "keep-out", "spacing"},
           "without a mesh");
  if (o.points.empty()) refuse(o.table, {"noise"}, "without --points");
  if (!o.points.empty() && !mesh::is_point_cloud_file(o.points))
    refuse(o.table, {"unit", "up"}, "with a POINT file, which is in 1/10 mm with z up");
}

/// Boxes and the space between them.
void check_boxes(const Options& o) {
  if (o.has("box") && o.has("set"))
    throw InputError("--box and --set contradict each other: give one of them");
  if (!o.points.empty() && o.gap > 0)
    refuse(o.table, {"gap"}, "with --points: a gap to walls between points cannot be verified");
  if (o.gap > 0 && o.walls == trunk::WallKind::points)
    throw InputError("--gap needs --walls triangles, which can be moved inwards: points cannot");
  if (o.gap > 0 && o.tolerance > 0)
    throw InputError("--gap and --tolerance contradict each other: boxes either keep apart or may overlap");
  for (const trunk::Piece& piece : o.set.pieces) {
    if (o.searches() || o.mode == Mode::verify) trunk::require_fitting_radius(o.rounded, piece.edge);
    if (o.searches()) trunk::require_small_tolerance(o.tolerance, piece.edge);
  }
}

/// Points on the walls are made if something needs them. A resumed search has the options of its
/// checkpoint.
void check_wall_points(const Options& o) {
  if (!o.points.empty())
    return refuse(o.table, {"walls"}, "with --points: the surface through them is the walls");
  const bool resumed = o.mode == Mode::search && o.has("resume");
  if (o.mode == Mode::archive || o.mode == Mode::check || resumed) return;
  if (!o.samples_walls() && o.start.empty() && o.live_port < 0) {
    refuse(o.table, {"spacing", "cell-size"},
           "where there are no points on the walls: these are made with --walls points, --start FILE, --live "
           "or --steps");
  }
  if (o.mode != Mode::search || !o.samples_walls()) return;
  const auto longest = [](const trunk::Piece& piece) { return trunk::sorted_edges(piece.edge).back(); };
  const trunk::Piece& piece = *std::ranges::max_element(o.set.pieces, {}, longest);
  const double least = longest(piece) / 40;  // Denser points overflow the lists of near points.
  if (o.spacing >= least) return;
  throw InputError(
      fmt::format("--spacing is {} mm: with --walls points at least {} mm is accepted, a fortieth of the "
                  "longest edge of a box of {}",
                  figures(o.spacing), number_text(least), trunk::size_text(piece.edge)));
}

void check_search(const Options& o) {
  if (!o.points.empty()) refuse(o.table, {"archive"}, "with --points");
  if (o.starts_from_archive()) {
    if (!o.points.empty())
      throw InputError("--start archive: loads among points are not archived; give a file (BOX)");
    if (!o.has("resume")) require_archive_for_start(o.archive);
  }
}

/// The commands of words are alone.
void check_commands(const Options& o) {
  if (o.mode == Mode::archive && o.checks)
    throw InputError("check and archive are two commands: give one of them");
  if (o.mode == Mode::archive && !o.mesh.empty()) {
    throw InputError(fmt::format("{} comes before archive: name meshes after import", o.mesh.string()));
  }
  if (o.mode == Mode::archive && o.compares)
    throw InputError("compare and archive are two commands: give one of them");
}

void check_options(const Options& o) {
  check_commands(o);
  if (o.mode == Mode::compare) check_compare(o);
  else if (o.mode != Mode::archive) check_trunk(o);
  check_boxes(o);
  if (o.mode == Mode::simulate && o.start.empty())
    throw InputError("--steps needs a packing to simulate: --start FILE");
  check_run(o, search_modes, "in a search");
  if (o.mode == Mode::search) check_search(o);
  if (o.mode != Mode::compare) check_wall_points(o);
  check_load_questions(o);
  check_pictures(o);
  if (o.mode == Mode::verify && !o.has("set")) refuse(o.table, {"fixed"}, "with --verify and without --set");
}

}  // namespace

Options::Options(int argc, const char* const* argv) {
  time_limit = 120;
  add_trunk(*this);
  add_boxes(*this);
  add_search(*this);
  add_limits(*this, {{"target", search_modes, Effect::limit, whole(target, 1, count_limit),
                      "end when a load has N boxes"},
                     {"turns", search_modes, Effect::limit, whole(turn_limit, 1, count_limit),
                      "end after N turns of about one second; without --time there is then no time limit"}});
  add_checkpoints(*this, search_modes, "turn");
  add_device(*this);
  add_outputs(
      *this,
      "BOX file for the packing; default: the name of the file of the trunk with .box, in the current "
      "folder; a better packing there is never replaced",
      "poses, clearances and totals as JSON; -: to standard output",
      {{"html", files | list_mode | export_mode | check_mode, Effect::output, file(html, FileUse::output),
        "page that shows the load, the list of an archive, or what check found, in a browser"},
       live_row(*this),
       {"standing", files, Effect::output, choice(standing, on_off_words),
        "let the boxes of the finished load come to rest, by contact simulation with friction, if not all of "
        "them stand, and count those that stand; off: leave them where the search put them. Without this "
        "option only loads of up to 1000 boxes; with --verify: count them"},
       {"glb", files | export_mode, Effect::output, file(glb, FileUse::output),
        "3-D scene of trunk and boxes (binary glTF)"},
       {"stl", files, Effect::output, file(stl, FileUse::output),
        "boxes for CAD as ASCII STL, in the coordinates and the unit of MESH (before --up and --unit)"},
       {"obj", files, Effect::output, file(obj, FileUse::output),
        "boxes for CAD as Wavefront OBJ, in the coordinates and the unit of MESH"},
       {"step", files, Effect::output, file(step, FileUse::output),
        "boxes for CAD as STEP AP214, one solid per box, in the coordinates and the unit of MESH"}},
      "load of a trunk",
      "print more numbers (turns, bound by volume); with --steps also the time spent in each phase of a "
      "step");
  add_load_questions(*this);
  add_pictures(*this);
  add_compare(*this);
  add_queries(
      *this,
      "verify one or more packings (BOX files) in the trunk, in exact arithmetic; with --set also check that "
      "their boxes are pieces of the set; with output options convert a single packing, too");

  const auto take_mesh = [this](const std::string& text) {
    if (text.empty()) throw InputError("the name of the mesh is empty");
    if (mesh.empty() && !checks && !compares && (text == "check" || text == "compare")) {
      (text == "check" ? checks : compares) = true;
      return;
    }
    if (compares) {
      variants.emplace_back(text);
      return;
    }
    if (has("verify") && !trunk_file().empty()) {
      verify.emplace_back(text);
      return;
    }
    if (!mesh.empty())
      throw InputError(fmt::format("two meshes are given, {} and {}: one is accepted",
                                   io::quoted(mesh.string()), io::quoted(text)));
    mesh = text;
  };
  if (!parse_run(*this, manual(), "turns", argc, argv, take_mesh)) return;
  if (mode == Mode::search && has("steps")) mode = Mode::simulate;
  if (checks && mode != Mode::archive) mode = Mode::check;
  if (compares && mode != Mode::archive) mode = Mode::compare;
  walls_only = mode == Mode::simulate;
  // A mesh and points exclude each other: either of them replaces the checkpoint's trunk.
  if (mode == Mode::search && !trunk_file().empty()) table.given.insert({"mesh", "points"});
  check_options(*this);
}

void require_trunk(const Options& options) {
  if (options.trunk_file().empty()) {
    throw InputError(
        "no trunk is given: the name of a mesh, or --points FILE, is needed; trunkpack --help shows "
        "examples");
  }
}

std::string continuing_options(const Options& options, const std::filesystem::path& file) {
  std::vector<io::CheckpointOption> list;
  for (const OptionRow& row : options.table.rows) {
    const std::string_view name = row.name;
    const bool writes_load =
        row.effect == Effect::output && row.value.file != FileUse::none && (row.modes & verify_mode) != 0;
    if (name == "start") {
      list.push_back({row.name, file.string(), true});
    } else if (name != "seed" && options.has(row.name) &&
               (row.effect == Effect::result || row.effect == Effect::device || writes_load)) {
      for (const std::string& text : row.value.texts()) list.push_back({row.name, text, true});
    }
  }
  return command_text(options.table, list);
}

std::string edges_text(Vec3d edge) {
  return fmt::format("{}x{}x{}", number_text(edge.x), number_text(edge.y), number_text(edge.z));
}

}  // namespace jam::app
