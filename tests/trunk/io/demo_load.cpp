// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Writes all files of a load to a folder, for the tests that look at them from outside:  demo_load FOLDER
// [MESH.off] The boxes lie on a grid of 25 mm, each put wherever its cells are still free, in layers that
// change direction; two stand apart, turned. The container is a trunk with a sloped back, or the mesh given.
// The packing is neither good nor verified; it only looks like one.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "jam/io/atomic_file.hpp"
#include "jam/io/stage_page.hpp"
#include "jam/trunk/io/box_files.hpp"
#include "jam/trunk/io/load_report.hpp"

using namespace jam;
using namespace jam::trunk;

namespace {

constexpr double cell = 25;  // [mm]

/// A closed trunk of 900 x 700 x 450 mm whose back leans inwards.
TriangleMesh sloped_trunk() {
  TriangleMesh mesh;
  mesh.vertices = {{0, 0, 0},   {900, 0, 0},   {0, 700, 0},   {900, 700, 0},
                   {0, 0, 450}, {900, 0, 450}, {0, 480, 450}, {900, 480, 450}};
  mesh.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                    {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return mesh;
}

TriangleMesh read_off(const char* file) {
  std::ifstream stream(file);
  std::string word;
  std::size_t vertex_count = 0, face_count = 0, edge_count = 0;
  stream >> word >> vertex_count >> face_count >> edge_count;
  TriangleMesh mesh;
  mesh.vertices.resize(vertex_count);
  for (Vec3d& v : mesh.vertices) stream >> v.x >> v.y >> v.z;
  mesh.triangles.resize(face_count);
  for (auto& t : mesh.triangles) stream >> word >> t[0] >> t[1] >> t[2];
  if (!stream) {
    std::cerr << file << ": cannot be read\n";
    std::exit(2);
  }
  return mesh;
}

/// A grid over the container: cells that hold neither wall nor box.
class Cells {
 public:
  explicit Cells(const TriangleMesh& mesh) : bounds_(bounds_of(mesh)) {
    const Vec3d size = bounds_.high - bounds_.low;
    for (int k = 0; k < 3; ++k)
      count_[k] = static_cast<int>((k == 0 ? size.x : k == 1 ? size.y : size.z) / cell);
    free_.resize(count_[0] * count_[1] * count_[2]);
    // Corners by the parity of what a ray upwards crosses; a cell is free where its eight corners are inside.
    std::vector<char> inside((count_[0] + 1) * (count_[1] + 1) * (count_[2] + 1));
    for (int i = 0; i <= count_[0]; ++i) {
      for (int j = 0; j <= count_[1]; ++j) {
        const std::vector<double> heights =
            crossings(mesh, bounds_.low.x + cell * i + 1e-4, bounds_.low.y + cell * j + 1.3e-4);
        for (int k = 0; k <= count_[2]; ++k) {
          const double z = bounds_.low.z + cell * k + 1e-4;
          const auto above =
              std::count_if(heights.begin(), heights.end(), [z](double height) { return height > z; });
          inside[corner(i, j, k)] = above % 2 == 1;
        }
      }
    }
    for (int i = 0; i < count_[0]; ++i) {
      for (int j = 0; j < count_[1]; ++j) {
        for (int k = 0; k < count_[2]; ++k) {
          bool all = true;
          for (int c = 0; c < 8; ++c)
            all = all && inside[corner(i + (c & 1), j + ((c >> 1) & 1), k + ((c >> 2) & 1))] != 0;
          free_[index(i, j, k)] = all;
        }
      }
    }
  }

  /// Takes the block of cells if all are free.
  bool take(int i, int j, int k, const int (&size)[3]) {
    if (i + size[0] > count_[0] || j + size[1] > count_[1] || k + size[2] > count_[2]) return false;
    for (int pass = 0; pass < 2; ++pass) {
      for (int a = i; a < i + size[0]; ++a) {
        for (int b = j; b < j + size[1]; ++b) {
          for (int c = k; c < k + size[2]; ++c) {
            if (pass == 0 && free_[index(a, b, c)] == 0) return false;
            if (pass == 1) free_[index(a, b, c)] = 0;
          }
        }
      }
    }
    return true;
  }

  [[nodiscard]] Vec3d place(double i, double j, double k) const {
    return bounds_.low + cell * Vec3d{i, j, k};
  }
  [[nodiscard]] int count(int axis) const { return count_[axis]; }

 private:
  [[nodiscard]] int corner(int i, int j, int k) const {
    return (i * (count_[1] + 1) + j) * (count_[2] + 1) + k;
  }
  [[nodiscard]] int index(int i, int j, int k) const { return (i * count_[1] + j) * count_[2] + k; }

  /// Heights at which the vertical line at (x, y) meets triangles.
  static std::vector<double> crossings(const TriangleMesh& mesh, double x, double y) {
    std::vector<double> heights;
    for (const auto& t : mesh.triangles) {
      const Vec3d &a = mesh.vertices[t[0]], &b = mesh.vertices[t[1]], &c = mesh.vertices[t[2]];
      const double u = (b.x - a.x) * (y - a.y) - (b.y - a.y) * (x - a.x);
      const double v = (c.x - b.x) * (y - b.y) - (c.y - b.y) * (x - b.x);
      const double w = (a.x - c.x) * (y - c.y) - (a.y - c.y) * (x - c.x);
      if ((u > 0) != (v > 0) || (v > 0) != (w > 0)) continue;
      heights.push_back((v * a.z + w * b.z + u * c.z) / (u + v + w));
    }
    return heights;
  }

  Bounds bounds_;
  int count_[3]{};
  std::vector<char> free_;
};

BoxPacking fill(const TriangleMesh& mesh) {
  // The ways a box may lie, with their rotations: columns are the images of the 200, the 100 and the 50 mm
  // edge.
  struct Way {
    int size[3];
    Vec3d first, second;
  };
  const Way ways[] = {{{8, 4, 2}, {1, 0, 0}, {0, 1, 0}}, {{4, 8, 2}, {0, 1, 0}, {1, 0, 0}},
                      {{8, 2, 4}, {1, 0, 0}, {0, 0, 1}}, {{2, 8, 4}, {0, 1, 0}, {0, 0, 1}},
                      {{4, 2, 8}, {0, 0, 1}, {1, 0, 0}}, {{2, 4, 8}, {0, 0, 1}, {0, 1, 0}}};
  Cells cells(mesh);
  BoxPacking packing;
  for (int turn = 0; turn < 6; ++turn) {
    for (int k = 0; k < cells.count(2); ++k) {
      const Way& way = ways[turn < 2 ? (k / 2 + turn) % 2 : turn];
      for (int i = 0; i < cells.count(0); ++i) {
        for (int j = 0; j < cells.count(1); ++j) {
          if (!cells.take(i, j, k, way.size)) continue;
          PlacedBox box;
          box.centre = cells.place(i + 0.5 * way.size[0], j + 0.5 * way.size[1], k + 0.5 * way.size[2]);
          box.rotation = quaternion_of(way.first, way.second);
          packing.boxes.push_back(box);
        }
      }
    }
  }
  return packing;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2) {
    std::cerr << "usage: demo_load FOLDER [MESH.off]\n";
    return 2;
  }
  const std::filesystem::path folder = argv[1];
  LoadReport report;
  report.container.surface = argc > 2 ? read_off(argv[2]) : sloped_trunk();
  report.container.original = report.container.surface;
  report.container.volume = volume_of(report.container.surface);
  report.container.notes = {"2 triangles without area were removed",
                            "1 of 2 components kept: <b>the larger</b>"};

  BoxPacking packing = fill(report.container.surface);
  const Bounds bounds = bounds_of(report.container.surface);
  for (int k = 0; k < 2; ++k) {
    PlacedBox turned;
    turned.centre = {bounds.high.x + 180, bounds.low.y + 200 + 260 * k, bounds.low.z + 60};
    turned.rotation = from_axis_angle(Vec3d{0.3, 0.1 * k, 1}, 0.5 + k);
    packing.boxes.push_back(turned);
  }
  report.boxes = rows_of(packing);
  for (int k = 0; k < packing.count(); ++k) report.clearance.push_back(0.125 * (k % 7));
  report.verification = {true, 0, "original mesh", ""};
  report.problem = argc > 2 ? std::filesystem::path(argv[2]).filename().string() : "sloped & \"simple\".off";
  report.seed = 9007199254740993ULL;
  report.version = "0.1.0";
  report.device = "CPU, 2 threads";
  report.time = 83.4;

  write_boxes(folder / "load.box", report.boxes, {{"problem", report.problem}});
  io::write_atomically(folder / "load.json", load_json_text(report));
  io::write_atomically(folder / "load.glb", load_glb_bytes(report));
  if (io::has_stage_pages()) {
    io::write_atomically(folder / "load.html", html_report(report));
    io::write_atomically(folder / "empty.html", html_report({}));
    LoadReport tested = report;
    LoadMotion motion{"brake", 0.8, std::vector<double>(report.boxes.size(), 0.5),
                      std::vector<double>(report.boxes.size(), 0.25)};
    const std::size_t last = report.boxes.size() - 1;  // One of those that stand apart.
    motion.moved[last - 1] = motion.moved[last] = motion.left[last] = 12.5;
    motion.bearing.assign(report.boxes.size(), {0.75, 0});
    motion.bearing[last] = {1.25, 3};
    tested.test.motions = {{"standing", 0, motion.left, motion.left}, motion};
    tested.test.motions.front().moved[last] = 1;
    io::write_atomically(folder / "tested.html", html_report(tested));
    // The same with points instead of triangles.
    for (const auto& t : report.container.surface.triangles) {
      for (int k = 0; k < 300; ++k) {
        const int row = k / 20;
        const double u = (k % 20) / 19.0;
        const double v = (1 - u) * row / 14.0;
        const std::vector<Vec3d>& corner = report.container.surface.vertices;
        report.points.push_back(u * corner[t[0]] + v * corner[t[1]] + (1 - u - v) * corner[t[2]]);
      }
    }
    report.container = {};
    io::write_atomically(folder / "points.html", html_report(report));
  }
  std::cout << report.boxes.size() << " boxes\n";
  return 0;
}
