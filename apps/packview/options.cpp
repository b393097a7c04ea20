// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "options.hpp"

#include <fmt/format.h>

#include "jam/core/error.hpp"
#include "jam/io/number_text.hpp"
#include "jam/mesh/clouds/point_cloud_file.hpp"
#include "jam/mesh/mesh_file.hpp"
#include "shell/mesh_command.hpp"
#include "shell/option_values.hpp"

namespace jam::app {
namespace {

constexpr Range depths{0, 1e4, "a depth", " mm"}, radii{1e-6, 1e4, "a radius", " mm", true},
    distances{0.1, 1e4, "a length", " mm"};

OptionValue edges(Vec3d& edge) {
  return {"AxBxC", [&edge](const std::string& text) { edge = edges_of(text); },
          [&edge] {
            return texts_if(true, fmt::format("{}x{}x{}", io::number_text(edge.x), io::number_text(edge.y),
                                              io::number_text(edge.z)));
          }};
}

constexpr const char* examples =
    "  packview load.box --mesh meshes/sedan.off\n"
    "  packview load.box --mesh meshes/sedan.off --port 9000 --open\n"
    "  packview load.box --points trunk.point\n"
    "  packview packing.circles\n"
    "  packview final.json\n"
    "  packview report.html\n"
    "  packview car.obj --unit m\n";

constexpr const char* exit_codes =
    "  0 ok    1 internal error    2 usage, bad input, port in use    5 more memory needed than there is\n"
    "  130, 143 ended by Ctrl-C or SIGTERM\n";

}  // namespace

Options::Options(int argc, const char* const* argv) {
  const Modes modes = search_modes;
  constexpr OptionTraits word{.word = true};
  table.add("File", {{"file", modes, Effect::result, app::file(file, FileUse::input, "FILE"), "", word}});
  table.add("Container of a mesh", container_rows(read, modes));
  table.add(
      "Trunk of a load",
      {{"mesh", modes, Effect::result, app::file(mesh, FileUse::input, "MESH"),
        "mesh of the trunk of a load, in any format that trunkpack reads"},
       {"points", modes, Effect::result, app::file(points, FileUse::input),
        "cloud of points on the walls of the trunk, in place of --mesh: PLY, XYZ, PCD, or POINT in 1/10 mm"},
       noise_row(noise, modes),
       {"fixed", modes, Effect::result, app::file_list(fixed, FileUse::input),
        "BOX file of those boxes of the load that contact simulation does not move", may_repeat},
       {"box", modes, Effect::result, edges(fixed_edge),
        "edges of the boxes in mm, if the file does not state them"},
       {"tolerance", modes, Effect::result, real(tolerance, depths, "MM"),
        "depth in mm to which boxes may penetrate walls and each other"},
       {"rounded", modes, Effect::result, real(rounded, radii, "R"),
        "radius in mm of the edges and corners of the boxes, if the file does not state it"},
       {"spacing", modes, Effect::result, real(spacing, distances, "MM"),
        "distance in mm between the points on the walls that contact simulation uses"}});
  table.add("Server",
            {{"port", modes, Effect::output, whole(port, 0, 65535), "port of the server; 0: any free port"},
             {"listen", modes, Effect::output, text_value(listen, "ADDRESS"),
              "address at which other machines may view and edit, if they know the printed address with its "
              "token; 0.0.0.0: all networks of this machine, each address is printed on its own line. "
              "Default: only this machine can connect"},
             {"open", modes, Effect::output, toggle(open), "open the page in the browser of the desktop"},
             {"threads", modes, Effect::device, whole(thread_count, 0, thread_limit),
              "largest number of CPU threads; 0: all"},
             {"quiet", modes, Effect::output, toggle(quiet), "print only the address, warnings and errors"}});
  table.add("Query",
            {{"dry-run", modes, Effect::query, toggle(dry_run), "check the options only; no file is read"}});
  table.add("Query", page_rows(shell));

  const Manual manual{
      .name = program_name,
      .purpose = "shows a packing in a browser, where it is changed by hand and verified exactly",
      .synopsis =
          "  packview LOAD.box --mesh MESH [OPTION...]           a load in its trunk; --points FILE: in a "
          "cloud of points\n"
          "  packview PACKING.circles [OPTION...]                circles\n"
          "  packview MESH [OPTION...]                           make a container of a mesh\n"
          "  packview REPORT.html | SCENE.json | CONTACT.json   to look at\n",
      .examples = examples,
      .ranks = false,
      .exit_codes = exit_codes};
  const auto take_word = [this](const std::string& text) {
    if (!file.empty())
      throw InputError(fmt::format("{}: there is a file already, {}: one is accepted", text, file.string()));
    file = text;
  };
  if (!parse_run(*this, manual, "port", argc, argv, take_word)) return;
  if (file.empty()) throw InputError("the name of a file is needed; packview --help shows examples");
  if (!mesh.empty() && !points.empty()) throw InputError("--mesh and --points are given: give one of them");
  if (points.empty()) refuse(table, {"noise"}, "without --points");
  if (mesh.empty() && points.empty() && mesh::is_mesh_file(file)) {
    refuse(table, {"fixed", "box", "tolerance", "rounded", "spacing"}, "for a mesh without a load");
    return;
  }
  if (mesh.empty())
    refuse(table, {"wrap", "inside", "cap", "all-parts", "part", "obstacle", "spacing"}, "without a mesh");
  if (mesh.empty() && !mesh::is_point_cloud_file(points))
    refuse(table, {"unit", "up"}, "without a mesh, or a cloud in PLY, XYZ or PCD");
}

}  // namespace jam::app
