// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "readers.hpp"

#include <cmath>
#include <utility>

#include "../archive/sample_archive.hpp"
#include "../mesh/mesh_encodings.hpp"
#include "../mesh/scene_encodings.hpp"
#include "jam/archive/archive.hpp"
#include "jam/circles/io/circle_files.hpp"
#include "jam/circles/model/best_known.hpp"
#include "jam/circles/verify/verify.hpp"
#include "jam/dynamics/io/problem_file.hpp"
#include "jam/dynamics/scenes/scene.hpp"
#include "jam/elastic/io/contact_file.hpp"
#include "jam/elastic/io/packing_file.hpp"
#include "jam/elastic/io/wall_file.hpp"
#include "jam/io/checkpoint_file.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/read_file.hpp"
#include "jam/trunk/io/box_files.hpp"
#include "jam/trunk/io/point_files.hpp"
#include "support/paths.hpp"
#ifdef JAM_FUZZ_MESH
#include "jam/mesh/clouds/point_cloud_file.hpp"
#include "jam/mesh/files/library_readers.hpp"
#include "jam/mesh/mesh_file.hpp"
#include "jam/mesh/read_container.hpp"
#include "jam/mesh/read_triangles.hpp"
#endif
#ifdef JAM_FUZZ_CAMPAIGN
#include "campaign/campaign.hpp"
#endif

namespace jam::fuzz {
namespace {

namespace fs = std::filesystem;

std::string stored(const char* file) { return io::read_file(test::source_dir() / file); }

io::Checkpoint sample_checkpoint() {
  return {"circlepack",
          "0.1.0",
          {{"n", "24", true}, {"radii", "linear", false}},
          {{"state", std::string(500, '\x07')}, {"seconds", "12345678"}}};
}

/// The bytes of an archive with a few results.
std::string sample_archive(const fs::path& folder) {
  const fs::path file = folder / "sample.sqlite";
  archive::Archive archive(file, test::numbers());
  for (const double value : {3.5, 2.5, 1.5})
    for (const char* problem : {"a", "b"})
      archive.offer(test::problem(problem), test::record(value, std::string(200, 'r')));
  return io::read_file(file);
}

void read_archive(const fs::path& file) {
  const archive::Archive archive(file, test::numbers(), {1, [](const std::string&) {}});
  static_cast<void>(archive.summaries());
  static_cast<void>(archive.history(test::problem("a").id));
  static_cast<void>(archive.audit());
}

void merge_archive(const fs::path& file) {
  archive::Archive target(file.string() + ".target", test::numbers(), {1, [](const std::string&) {}});
  target.merge(archive::Archive(file, test::numbers(), {1, [](const std::string&) {}}));
}

template <class Function>
auto file_reader(Function function) {
  return [function](const fs::path& file) { static_cast<void>(function(file)); };
}

/// Contacts of a packing with everything that a file may hold of them.
constexpr const char* listed_contacts =
    R"({"schema": "jampack/pressure/1", "name": "a", "units": {"length": "cm"}, "friction": 0.4,
  "items": {"egg": {"material": {"young_modulus": 30, "poisson_ratio": 0.3}, "allowed_pressure": 3},
            "box": {"material": "steel", "liner": {"thickness": 1, "modulus": 2}}},
  "contacts": [{"a": "egg", "b": "box", "force": 9, "tangential_force": 1, "friction": 0.2, "radii_a": [5, 4], "radii_b": "flat",
                "angle_deg": 3, "edge_distance": 1, "point": [0, 0, 0]}]})";

/// A contact with everything that a file of a contact may hold.
constexpr const char* raster_contact =
    R"({"schema": "jampack/contact/1", "name": "a", "units": {"length": "cm", "force": "kN", "modulus": "GPa"},
  "materials": {"upper": "glass", "lower": {"young_modulus": 3.5, "poisson_ratio": 0.4}},
  "surface": {"kind": "raster", "rows": [[0.1, 0, 0.2], [0.3, 0.25, 1e30]]}, "load": {"approach": [0.005, 0.01]}, "friction": 0.3, "tangential": {"shift": [0.1, 0], "spin": 0.2},
  "liner": {"thickness": 0.2, "modulus": 0.01}, "grid": {"size": [3, 2]}})";

/// A scene with a wall that is a union and opens, and with bodies that leave and enter.
constexpr const char* flowing_scene =
    R"({"schema": "jampack/scene/1", "gravity_mps2": [0, 0, -9.81], "step_s": 0.001,
 "flow": {"interval_s": 0.1, "drain_z_m": -1, "returns": true,
          "inlet": {"centre_m": [0, 0, 2], "radius_m": 1, "pitch_m": 0.3, "jitter_m": 0.01, "batch": 2, "velocity_mps": [0, 0, -1], "seed": 7}},
 "statics": [{"shape": "union", "until_s": 0.5, "parts": [{"shape": "box", "size_m": [1, 1, 0.1]},
              {"shape": "capsule", "radius_m": 0.1, "length_m": 1, "position_m": [0, 0, 1]}]}],
 "bodies": [{"shape": "sphere", "radius_m": 0.1, "mass_kg": 1, "position_m": [0, 0, 0.5]},
            {"shape": "sphere", "radius_m": 0.1, "density_kgpm3": 500, "position_m": [0, 0, 0], "waits": 1}]})";

/// A tetrahedron that holds a ball, and a pair with a surface of its own.
constexpr const char* mesh_scene = R"({"schema": "jampack/scene/1",
 "statics": [{"shape": "mesh", "vertices_m": [[0, 0, 0], [3, 0, 0], [0, 3, 0], [0, 0, 3]], "position_m": [0, 0, 1],
              "triangles": [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]], "motion": {"velocity_mps": [0, 0, 1]}}],
 "bodies": [{"shape": "sphere", "radius_m": 0.1, "mass_kg": 1, "position_m": [0.5, 0.5, 1.5]}],
 "pairs": [{"a": 0, "b": 1, "friction": 0.1, "restitution": 0.5}]})";

/// Two contacts with all of W.
constexpr const char* dense_problem =
    R"({"schema": "jampack/contact-problem/1", "contacts": 2, "mu": [0.5, 0.3],
 "q": [-1, 0.1, 0, -2, 0, 0.2],
 "W": [[2, 0, 0, 1, 0, 0], [0, 2, 0, 0, 0, 0], [0, 0, 2, 0, 0, 0], [1, 0, 0, 3, 0, 0], [0, 0, 0, 0, 3, 0], [0, 0, 0, 0, 0, 3]]})";

#ifdef JAM_FUZZ_MESH
/// Reads a damaged mesh, which is so small that a wrap of its remaining triangles is quick.
void prepare(const fs::path& file) {
  mesh::ReadOptions options;
  options.wrap = {150, 3};
  mesh::Watch watch;
  StopToken stop;
  stop.set_time_limit(5);
  watch.stop = &stop;
  watch.memory_limit = std::size_t{1} << 30U;
  static_cast<void>(mesh::read_container(file, options, watch));
}

/// A prism whose two caps have 40 corners each.
std::string prism() {
  constexpr int corners = 40;
  std::string text = "OFF\n80 42 0\n";
  std::string bottom = "40";
  std::string top = "40";
  std::string sides;
  for (int i = 0; i < 2 * corners; ++i) {
    const double angle = 2 * std::acos(-1.0) * i / corners;
    text += io::fixed_text(500 * std::cos(angle), 6) + " " + io::fixed_text(500 * std::sin(angle), 6) +
            (i < corners ? " 0\n" : " 300\n");
  }
  for (int i = 0; i < corners; ++i) {
    const int next = (i + 1) % corners;
    bottom += " " + std::to_string(corners - 1 - i);
    top += " " + std::to_string(corners + i);
    for (const int corner : {4, i, next, corners + next, corners + i}) sides += std::to_string(corner) + " ";
    sides += "\n";
  }
  return text + bottom + "\n" + top + "\n" + sides;
}

void add_mesh_readers(std::vector<Reader>& readers) {
  const trunk::TriangleMesh room = shapes::cuboid({0, 0, 0}, {800, 600, 400});
  const std::vector<std::string> off = {shapes::off_text(room), stored("tests/golden/wedge.off")};
  const std::vector<std::string> stl = {encodings::binary_stl(room), encodings::ascii_stl(room)};
  const auto mesh_reader = file_reader([](const fs::path& file) { return mesh::read_mesh_file(file); });
  readers.push_back({"off", "a.off", mesh_reader, off});
  readers.push_back({"obj", "a.obj", mesh_reader, {encodings::obj(room)}});
  readers.push_back({"ply", "a.ply", mesh_reader, {encodings::ascii_ply(room), encodings::binary_ply(room)}});
  readers.push_back({"stl", "a.stl", mesh_reader, stl});
  const auto cloud_reader = file_reader([](const fs::path& file) { return mesh::read_point_cloud(file); });
  readers.push_back(
      {"xyz", "a.xyz", cloud_reader, {"# x y z\n0 0 0 1\n-2.5 1e2 3 1\n", "2\n0 0 0\n1 2 3\n"}});
  const std::string pcd =
      "VERSION 0.7\nFIELDS x y z\nSIZE 4 4 4\nTYPE F F F\nCOUNT 1 1 1\nWIDTH 2\nHEIGHT 1\nPOINTS 2\n";
  const std::string packed("\x19\0\0\0\x18\0\0\0\x17", 9);
  readers.push_back({"pcd",
                     "a.pcd",
                     cloud_reader,
                     {pcd + "DATA ascii\n0 nan 0\n1 2 3\n", pcd + "DATA binary\n" + std::string(24, 'B'),
                      pcd + "DATA binary_compressed\n" + packed + std::string(24, 'B')}});
  readers.push_back({"triangles",
                     "a.off",
                     file_reader([](const fs::path& file) { return mesh::read_triangles(file); }),
                     {prism(), off[1]}});
  readers.push_back({"mesh unnamed",
                     "a",
                     mesh_reader,
                     {off.front(), encodings::obj(room), encodings::ascii_ply(room),
                      encodings::binary_ply(room), stl[0], stl[1]}});
  readers.push_back({"off container", "a.off", prepare, off});
  readers.push_back({"off polygons", "a.off", prepare, {prism()}});
  readers.push_back({"stl container", "a.stl", prepare, stl});
  // Read in child processes: a library that crashes is one line, too.
  if (mesh::reads_cad) {
    readers.push_back({"step",
                       "a.step",
                       prepare,
                       {encodings::step({encodings::cube_row()}), stored("tests/mesh/files/drum.step")}});
    readers.push_back({"iges", "a.igs", prepare, {stored("tests/mesh/files/room.igs")}});
  }
  if (mesh::reads_scenes) {
    readers.push_back({"glb", "a.glb", prepare, {encodings::glb(room, {encodings::cube_row()})}});
    readers.push_back({"3mf", "a.3mf", prepare, {stored("tests/mesh/files/room.3mf")}});
    readers.push_back({"dae", "a.dae", prepare, {encodings::dae(room, 'Z')}});
    readers.push_back({"fbx", "a.fbx", prepare, {encodings::fbx(room, 2, 1)}});
  }
}
#endif

}  // namespace

std::vector<Reader> all_readers(const fs::path& folder) {
  const std::string circles = stored("instances/circles/linear-n24.circles");
  const circles::Packing packing = circles::parse_packing(circles, "a.circles").packing;
  const std::string json = circles::packing_json(packing, circles::contact_graph(packing), {});
  const std::string packomania = circles::packomania_text(packing);
  std::string pac = "#CONTAINER\nCircle\n1\n10 0 0\n#CONTENT\nCircle\n2\n1 0 0\n2 3 0\n";
  std::string radii = "# radii\n1\n2.5\n3e0\n";
  const std::string boxes = stored("tests/golden/pressed.box");
  const std::string points = stored("tests/golden/wedge.point");

  const auto packing_reader = file_reader([](const fs::path& file) { return circles::read_packing(file); });
  std::vector<Reader> readers = {
      {"circles", "a.circles", packing_reader, {circles}},
      {"verifier",
       "a.circles",
       file_reader([](const fs::path& file) { return circles::verify_file_exact(file); }),
       {circles}},
      {"json", "a.json", packing_reader, {json}},
      {"packomania", "a.txt", packing_reader, {packomania}},
      {"pck", "a.pck", packing_reader, {circles::pck_text(packing, "names")}},
      {"pac", "a.pac", packing_reader, {pac}},
      {"xyr", "a.xyr", packing_reader, {"0 0 1\n3 0 2\n-2.5 1 0.5\n"}},
      {"unnamed", "a", packing_reader, {circles, json, packomania, pac}},
      {"radii",
       "a.txt",
       file_reader([](const fs::path& file) { return circles::read_radii(file); }),
       {radii, "3 x 1.25\n2*0.5\n", "count,radius\n3,1.25\n1,2\n"}},
      {"box", "a.box", file_reader([](const fs::path& file) { return trunk::read_box_file(file); }), {boxes}},
      {"point",
       "a.point",
       file_reader([](const fs::path& file) { return trunk::read_points(file); }),
       {points}},
      {"checkpoint",
       "a.cp",
       file_reader([](const fs::path& file) { return io::read_checkpoint(file, "circlepack"); }),
       {io::checkpoint_bytes(sample_checkpoint())}},
      {"scene",
       "a.json",
       file_reader([](const fs::path& file) { return dynamics::read_scene(file); }),
       {stored("instances/scenes/shaken-box.json"), stored("instances/scenes/incline.json"), flowing_scene,
        mesh_scene}},
      {"contact problem",
       "a.json",
       file_reader([](const fs::path& file) { return dynamics::read_problem(file); }),
       {dense_problem}},
      {"contact",
       "a.json",
       file_reader([](const fs::path& file) { return elastic::read_contact(file); }),
       {stored("examples/hertz.json"), raster_contact}},
      {"packing",
       "a.json",
       file_reader([](const fs::path& file) { return elastic::read_packing(file); }),
       {listed_contacts}},
      {"wall",
       "a.json",
       file_reader([](const fs::path& file) { return elastic::read_wall(file); }),
       {stored("examples/wall.json")}}};
#ifdef JAM_FUZZ_MESH
  add_mesh_readers(readers);
#endif
  if (archive::available()) {
    const std::string archive = sample_archive(folder);
    readers.push_back({"archive", "a.sqlite", read_archive, {archive}});
    readers.push_back({"archive merge", "a.sqlite", merge_archive, {archive}});
  }
#ifdef JAM_FUZZ_CAMPAIGN
  readers.push_back(
      {"campaign",
       "a.json",
       file_reader([](const fs::path& file) { return campaign::parse_campaign(io::read_file(file), file); }),
       {stored("instances/campaigns/records.json"), stored("instances/campaigns/trunks.json")}});
#endif
  return readers;
}

}  // namespace jam::fuzz
