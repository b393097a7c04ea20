// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Mesh files that lie about themselves, and meshes that no repair can cope with: an error that names the
// file, at once.
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <string>
#include <thread>

#include "jam/core/error.hpp"
#include "jam/mesh/guarded_call.hpp"
#include "jam/mesh/mesh_file.hpp"
#include "jam/mesh/read_container.hpp"
#include "jam/mesh/surface_sample.hpp"
#include "mesh_encodings.hpp"
#include "shapes.hpp"
#include "support/paths.hpp"
#include "support/temporary_file.hpp"

using namespace jam::mesh;
using Catch::Matchers::Contains;
using jam::InputError;
using jam::Vec3d;

namespace {

/// The message with which a file is refused.
std::string refusal(const std::string& name, const std::string& text) {
  const TemporaryFile file(name, text);
  try {
    (void)read_mesh_file(file.path());
  } catch (const InputError& error) {
    CHECK_THAT(error.what(), Contains(name));
    return error.what();
  }
  return "no error";
}

/// The most memory that this process has held so far [bytes].
std::size_t peak_bytes() {
  rusage usage{};
  ::getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::size_t>(usage.ru_maxrss) << 10U;
}

template <class Number>
std::string raw(Number value) {
  std::string bytes;
  encodings::append_bytes(bytes, value);
  return bytes;
}

jam::trunk::TriangleMesh room() { return shapes::cuboid({0, 0, 0}, {800, 600, 400}); }

}  // namespace

TEST_CASE("A PLY header that makes no sense is refused with its line") {
  CHECK_THAT(refusal("early.ply", "ply\nformat ascii 1.0\nproperty float x\nend_header\n"),
             Contains("early.ply:3: a property comes before"));
  CHECK_THAT(refusal("type.ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty real x\nend_header\n"),
             Contains("type.ply:4: the type 'real'"));
  CHECK_THAT(refusal("list.ply",
                     "ply\nformat ascii 1.0\nelement face 1\nproperty list float int "
                     "vertex_indices\nend_header\n3 0 1 2\n"),
             Contains("list.ply:4: the length of a list is of type float"));
  CHECK_THAT(refusal("count.ply", "ply\nformat ascii 1.0\nelement face\n5\nend_header\n"),
             Contains("count.ply:3: the count of an element is ''"));
  CHECK_THAT(refusal("nameless.ply", "ply\nformat ascii 1.0\nelement\nface 5\nend_header\n"),
             Contains("nameless.ply:3: an element has no name"));
  CHECK_THAT(refusal("format.ply", "ply\nformat octal 1.0\nelement vertex 1\nend_header\n"),
             Contains("format.ply:2: the format 'octal'"));
  CHECK_THAT(refusal("none.ply", "ply\nelement vertex 1\nproperty float x\nend_header\n"),
             Contains("names no format"));
  CHECK_THAT(
      refusal(
          "flat.ply",
          "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nend_header\n1 2\n"),
      Contains("the vertices have no property z"));
  CHECK_THAT(refusal("nothing.ply", "ply\nformat ascii 1.0\nelement thing 4000000000\nend_header\n"),
             Contains("holds no triangles"));
}

TEST_CASE("Counts larger than the file are refused before any memory is taken") {
  const std::size_t before = peak_bytes();
  const std::string ply =
      "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\n";
  const std::string vertices = "0 0 0\n1 0 0\n0 1 0\n";
  CHECK_THAT(refusal("a.off", "OFF\n3 2000000000 0\n" + vertices + "3 0 1 2\n"),
             Contains("announces 2000000000 faces, more than the file holds"));
  CHECK_THAT(refusal("b.off", "OFF\n3 1 0\n" + vertices + "2000000000 0 1 2\n"),
             Contains("b.off:6: announces 2000000000 corners"));
  CHECK_THAT(refusal("c.off", "OFF BINARY\n" + raw(0x00CA9A3B) + raw(1) + raw(1)),
             Contains("announces 1000000000 vertices"));
  CHECK_THAT(refusal("d.ply", ply + "element face 1\nproperty list uint int vertex_indices\nend_header\n" +
                                  vertices + "2000000000 0 1 2\n"),
             Contains("announces 2000000000 values of a list"));
  CHECK_THAT(
      refusal("e.ply", ply + "element face 2000000000\nproperty list uint int vertex_indices\nend_header\n" +
                           vertices + "3 0 1 2\n"),
      Contains("announces 2000000000 face"));
  CHECK_THAT(refusal("f.ply",
                     "ply\nformat binary_little_endian 1.0\nelement face 1\nproperty list uint int "
                     "vertex_indices\nend_header\n" +
                         raw(std::uint32_t{2000000000}) + raw(std::uint64_t{0})),
             Contains("announces 2000000000 values of a list"));
  CHECK_THAT(
      refusal(
          "g.ply",
          "ply\nformat ascii 1.0\nelement vertex 18446744073709551615\nproperty float x\nend_header\n1\n"),
      Contains("announces 18446744073709551615 vertex"));
  std::string stl = encodings::binary_stl(room());
  stl.replace(80, 4, raw(std::uint32_t{2000000000}));
  CHECK_THAT(refusal("h.stl", stl), Contains("announces 2000000000 triangles, more than it holds"));
  CHECK(peak_bytes() - before < std::size_t{64} << 20U);
}

TEST_CASE("Errors of text formats name the line") {
  CHECK_THAT(refusal("a.off", "OFF\n3 1 0\n0 0 0\n1 0 zero\n0 1 0\n3 0 1 2\n"),
             Contains("a.off:4: a coordinate is 'zero'"));
  CHECK_THAT(refusal("b.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 -1 2\n"),
             Contains("b.off:6: the index of a vertex is '-1'"));
  CHECK_THAT(refusal("a.obj", "v 0 0 0\nv 1 0\n"), Contains("a.obj:2: a coordinate is ''"));
  CHECK_THAT(refusal("b.obj", "v 0 0 0\nf 1 2 x\n"), Contains("b.obj:2: a face has the corner 'x'"));
  CHECK_THAT(refusal("c.obj", "v 0 0 0\nf 1 2 0\n"), Contains("c.obj:2: a face has the corner '0'"));
  CHECK_THAT(refusal("d.obj", "v 0 0 0\nf 1 2 -2\n"), Contains("d.obj:2: a face has the corner '-2'"));
  CHECK_THAT(refusal("g.obj", "v 0 0 0\nf 1 \\ 2 3\n"), Contains("g.obj:2: '\\' is followed by '2'"));
  CHECK_THAT(refusal("h.obj", "v 0 0 0\nf 1 2 x\\\n3\n"), Contains("h.obj:2: a face has the corner 'x'"));
  // What would be lost with the rest of a line.
  CHECK_THAT(refusal("c.off", "OFF\n3 1 0\n0 0 0\n1 0 0 0 1 0\n3 0 1 2\n"),
             Contains("c.off:4: more than one vertex is on this line") &&
                 Contains("1 lines follow and 2 are needed"));
  CHECK_THAT(refusal("d.off", "COFF 3 2 0\n0 0 0 1 1 1 1\n1 0 0 1 1 1 1 0 1 0 1 1 1 1\n3 0 1 2\n3 2 1 0\n"),
             Contains("d.off:3: more than one vertex is on this line"));
  CHECK_THAT(refusal("e.off", "OFF\n3 2 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2 3 2 1 0\n"),
             Contains("e.off:6: more than one face is on this line"));
  CHECK_THAT(refusal("f.off", "OFF\n3 2 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"),
             Contains("f.off:7: the file ends too early"));
  CHECK_THAT(refusal("f.obj", "f 1 2 3\nf 2 3 4\nv 0 0 0\nv 1 0 0\nv 0 1 0\n"),
             Contains("f.obj:2: a face names vertex 4 (counted from 1), which is not there; the file has 3"));
  CHECK_THAT(refusal("a.ply",
                     "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty "
                     "float z\nelement face 1\n"
                     "property list uchar int vertex_indices\nend_header\n0 0 0\n3 0 1 2\n"),
             Contains("a.ply:11: a face names vertex 2 (counted from 0)"));
  CHECK_THAT(refusal("x.ply",
                     "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty "
                     "float z\nelement face 1\n"
                     "property list uchar int vertex_indices\nend_header\n0 0 0\n3 0 x 2\n"),
             Contains("x.ply:11: the index of a vertex is 'x'; a whole number"));
  CHECK_THAT(refusal("e.obj", "v 0 0 0\nw 1 2 2\n"), Contains("e.obj:2: is not a valid OBJ file"));
  CHECK_THAT(refusal("a.stl",
                     "solid a\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 "
                     "0\nendloop\nendfacet\nendsolid\n"),
             Contains("a.stl:7: a facet has 2 vertices; three are needed"));
}

TEST_CASE("Errors of binary formats name the byte") {
  const std::string off =
      "OFF BINARY\n" + raw(0x01000000) + raw(0x01000000) + raw(0);  // One vertex, one face.
  CHECK_THAT(refusal("a.off", off + raw(0xFFFFFFFF)), Contains("a.off: byte 23: announces 1 vertices"));
  CHECK_THAT(refusal("b.off", off + std::string(12, '\0') + raw(0x03000000) + std::string(12, '\1') + raw(0)),
             Contains("b.off: byte 43: a face names vertex 16843009"));
  const std::string ply =
      "ply\nformat binary_little_endian 1.0\nelement face 1\nproperty list int int "
      "vertex_indices\nend_header\n";
  CHECK_THAT(refusal("a.ply", ply + raw(-1) + raw(0)),
             Contains("a.ply: byte " + std::to_string(ply.size() + 4) + ": the length of a list is -1"));
  std::string stl = encodings::binary_stl(room());
  stl.replace(84 + 50 + 12, 4, raw(std::uint32_t{0x7fc00000}));
  CHECK_THAT(refusal("a.stl", stl),
             Contains("a.stl: byte 158: triangle 1 has a coordinate that is not finite"));
}

TEST_CASE("Variants of the formats are read: colours, normals, relative indices, byte orders") {
  const auto read = [](const std::string& name, const std::string& text) {
    const TemporaryFile file(name, text);
    return read_mesh_file(file.path());
  };
  const PolygonSoup plain = read("a.off", "OFF\n3 1 0\n0 0 0\n1 0 0.5\n0 1 0\n3 0 1 2\n");
  const auto same = [&](const PolygonSoup& other) {
    return other.vertices == plain.vertices && other.polygons == plain.polygons;
  };
  CHECK(same(read("b.off",
                  "# a\nCNOFF # b\n3 1 0\n\n0 0 0 1 0 0 255 0 0\n1 0 0.5 1 0 0 0 0 0\n# c\n0 1 0\n3 0 1 2 "
                  "0.5 0.5 0.5\n")));
  CHECK(same(read("c.off", "4OFF 3 1 3\n0 0 0 2\n2 0 1 2\n0 1 0 1\n3 0 1 2")));
  CHECK(same(read("d.obj", "mtllib x\nv 0 0 0\nv 1 0 0.5 1\nvn 0 0 1\nv 0 1 0\nf -3/1/1 2//1 -1 # e\n")));
  CHECK(same(read("e.ply",
                  "ply\r\nformat ascii 1.0\r\ncomment f\r\nelement vertex 3\r\nproperty float x\r\nproperty "
                  "float y\r\nproperty float z\r\n"
                  "property list uchar int more\r\nelement face 1\r\nproperty uchar red\r\nproperty list "
                  "uchar uint vertex_index\r\n"
                  "end_header\r\n0 0 0 0\r\n1 0 0.5 2 7 8\r\n0 1 0 1 9\r\n255 3 0 1 2\r\n")));
  // The count of edges on a line of its own, or left out; a statement that goes on; a byte order mark.
  CHECK(same(read("f.off", "OFF\n3\n1\n3\n0 0 0\n1 0 0.5\n0 1 0\n3 0 1 2\n")));
  CHECK(same(read("g.off", "OFF\n3 1\n# edges\n3\n0 0 0\n1 0 0.5\n0 1 0\n3 0 1 2\n")));
  CHECK(same(read("h.off", "OFF\n3 1\n0 0 0\n1 0 0.5\n0 1 0\n3 0 1 2\n")));
  CHECK_THAT(refusal("i.off", "OFF\n3 1 3 0 0 0\n1 0 0.5\n0 1 0\n3 0 1 2\n"),
             Contains("i.off:2: the counts of vertices"));
  // Colours that the keyword does not name.
  CHECK(same(
      read("j.off", "OFF\n3 1 3\n0 0 0 255 0 0\n1 0 0.5 255 0 0\n0 1 0 255 0 0\n\n3 0 1 2 1 0 0 # the end")));
  CHECK(same(read("g.obj", "v 0 0 0\nv 1\\\n0 0.5\\\r\n\nv 0 1 0\nf 1/1\\\n 2 3\\\n")));
  CHECK(same(read("f.obj", "\xEF\xBB\xBFv 0 0 0\nv 1 \\\n0 0.5\nv 0 1 0\nf 1 2 \\\r\n3\n")));
  const std::string facets =
      " facet solid\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0.5\nvertex 0 1 "
      "0\nendloop\nendfacet\n";
  CHECK(same(read("f.stl", "solid" + facets + "endsolid solid\n")));
  std::string upper = "solid" + facets + "endsolid";
  std::transform(upper.begin(), upper.end(), upper.begin(),
                 [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
  CHECK(same(read("g.stl", upper)));
  // Lines that end with CR only.
  const auto with_cr = [](std::string text) {
    std::ranges::replace(text, '\n', '\r');
    return text;
  };
  const std::string ply =
      "ply\nformat ascii 1.0\ncomment a\nelement vertex 3\nproperty float x\nproperty float y\nproperty "
      "float "
      "z\nelement face 1\nproperty list uchar uint vertex_index\nend_header\n0 0 0\n1 0 0.5\n0 1 0\n3 0 1 "
      "2\n";
  CHECK(same(read("h.ply", with_cr(ply))));
  CHECK(same(read("k.off", with_cr("OFF # a\n3 1 0\n0 0 0\n1 0 0.5\n# b\n0 1 0\n3 0 1 2\n"))));
  CHECK(same(read("h.obj", with_cr("# a\nv 0 0 0\nv 1 \\\n0 0.5\nv 0 1 0\nf 1 2 3\n"))));
  CHECK(same(read("h.stl", with_cr("solid" + facets + "endsolid solid\n"))));
  CHECK_THAT(refusal("l.off", with_cr("OFF\n3 1 0\n0 0 0\n1 0 zero\n0 1 0\n3 0 1 2\n")),
             Contains("l.off:4: a coordinate is 'zero'"));
  std::string big =
      "ply\nformat binary_big_endian 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty "
      "float z\n"
      "element face 1\nproperty list uchar ushort vertex_indices\nend_header\n";
  for (const float x : {0.0F, 0.0F, 0.0F, 1.0F, 0.0F, 0.5F, 0.0F, 1.0F, 0.0F}) {
    const std::string little = raw(x);
    big.append(little.rbegin(), little.rend());
  }
  big += std::string("\x03\x00\x00\x00\x01\x00\x02", 7);
  CHECK(same(read("g.ply", big)));
}

TEST_CASE("Work on a mesh that dies, takes all memory or does not end is an error of its file") {
  Watch watch;
  CHECK(call_guarded("a.off", watch, [](const Report&) { return std::string(3000000, 'x'); }) ==
        std::string(3000000, 'x'));
  CHECK_THROWS_WITH(
      call_guarded("a.off", watch, [](const Report&) -> std::string { throw InputError("a.off: is bad"); }),
      "a.off: is bad");
  const auto die = [](const Report& report) -> std::string {
    report({"a wrap"});
    std::signal(SIGFPE, SIG_DFL);
    std::raise(SIGFPE);
    return {};
  };
  CHECK_THROWS_WITH(call_guarded("a.off", watch, die),
                    Contains("a.off: a wrap failed (Floating point exception)") && Contains("repair it"));

  const auto die_reading = [](const Report&) -> std::string {
    std::signal(SIGSEGV, SIG_DFL);
    std::raise(SIGSEGV);
    return {};
  };
  CHECK_THROWS_WITH(
      call_guarded("a.step", watch, die_reading),
      "a.step: reading failed (Segmentation fault): the file is damaged; export it again, or in "
      "another format");

  const auto grow = [](const Report&) {
    std::string bytes;
    for (;;) bytes.append(std::size_t{1} << 24U, 'x');
    return bytes;
  };
  watch.memory_limit = std::size_t{1} << 30U;
  CHECK_THROWS_AS(call_guarded("a.off", watch, grow), jam::OverflowError);

  const auto hang = [](const Report& report) -> std::string {
    report({"waiting"});
    for (;;) ::pause();
  };
  jam::StopToken limit;
  limit.set_time_limit(0.2);
  watch.stop = &limit;
  CHECK_THROWS_WITH(call_guarded("a.off", watch, hang),
                    Contains("the time limit") && Contains("a.off: waiting"));
  jam::StopToken token;
  watch.stop = &token;
  std::thread signal([&] { token.request(jam::StopReason::interrupt); });
  try {
    (void)call_guarded("a.off", watch, hang);
    FAIL("it went on");
  } catch (const jam::StoppedError& error) {
    CHECK(error.code() == jam::ExitCode::interrupted);
  }
  signal.join();
}

TEST_CASE("A cuboid with one wrong face, and wraps and samples far too fine, end when they are told to") {
  const TemporaryFile wrong(
      "wrong.off",
      "OFF\n8 6 0\n0 0 0\n410 0 0\n410 210 0\n0 210 0\n0 0 110\n410 0 110\n410 210 110\n0 210 110\n"
      "4 0 3 2 1\n4 4 5 6 7\n4 0 1 5 4\n4 1 0 6 5\n4 2 3 7 6\n4 3 0 4 7\n");
  const std::filesystem::path roadster = jam::test::source_dir() / "meshes" / "roadster.off";
  jam::StopToken stop;
  Watch watch;
  watch.stop = &stop;
  stop.request(jam::StopReason::interrupt);
  ReadOptions options;
  options.always_wrap = true;
  options.wrap = {1, 0.03};
  CHECK_THROWS_AS(read_container(wrong.path(), options, watch), jam::StoppedError);
  CHECK_THROWS_AS(read_container(roadster, options, watch), jam::StoppedError);
  CHECK_THROWS_AS(sample_surface(room(), 0.5, 100000000, nullptr, watch), jam::StoppedError);

  // An open mesh in mm, with a rim that is not even, is read in inches: the wrap of 24 mm takes long, and why
  // is said.
  jam::trunk::TriangleMesh open = shapes::cuboid({0, 0, 0}, {1000, 1200, 500});
  open.vertices[7].x = 950;
  open.triangles.resize(10);
  const TemporaryFile inches("inches.off", shapes::off_text(open));
  options = {};
  options.unit = LengthUnit::inch;
  jam::StopToken at_wrap;
  watch.stop = &at_wrap;
  watch.progress = [&](const std::string& what) {
    if (what.starts_with("a wrap")) at_wrap.request(jam::StopReason::interrupt);
  };
  CHECK_THROWS_WITH(read_container(inches.path(), options, watch),
                    Contains("a wrap with alpha = 24 mm") && Contains("if it is in mm, use --unit mm"));
  watch.progress = {};
  options.always_wrap = true;
  options.wrap = {1, 0.03};
  options.unit = LengthUnit::millimetre;

  // While CGAL is at work, too.
  jam::StopToken limit;
  limit.set_time_limit(5);  // The wrap begins within it on a busy machine, too.
  watch.stop = &limit;
  CHECK_THROWS_WITH(read_container(roadster, options, watch),
                    Contains("the time limit of 5s") && Contains("a wrap with alpha = 1.00 mm"));

  options.wrap = {0.001, 0.001};
  CHECK_THROWS_WITH(read_container(roadster, options),
                    Contains("roadster.off: a wrap with alpha = 0.0010 mm") && Contains("iB are free"));
}

TEST_CASE("A device is no mesh") {
  for (const char* device : {"/dev/zero", "/dev/full"})
    CHECK_THROWS_WITH(read_container(device), Contains(device) && Contains("this is a device"));
}
