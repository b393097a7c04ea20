// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// LIGGGHTS (Debian package liggghts): the discrete element method with springs and dampers. It is run with a
// script, and its dumps are read.
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <numbers>
#include <regex>

#include "compare/engine.hpp"
#include "jam/io/read_file.hpp"
#include "support/temporary_file.hpp"

namespace jam::compare {
namespace {

constexpr double poisson = 0.3, restitution = 0.1;

double children_seconds() {
  rusage usage{};
  getrusage(RUSAGE_CHILDREN, &usage);
  return static_cast<double>(usage.ru_utime.tv_sec) + 1e-6 * static_cast<double>(usage.ru_utime.tv_usec);
}

/// The spheres as a data file, and its bounds, a metre wider than the scene.
std::string data_text(const Scene& scene, double density) {
  const Bodies& bodies = scene.world.bodies;
  Vec3d low{1e9, 1e9, 1e9}, high{-1e9, -1e9, -1e9};
  std::string atoms;
  int count = 0;
  for (int i = 0; i < bodies.count(); ++i) {
    const Vec3d p = bodies.pose[i].position;
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    if (bodies.dynamic(i))
      atoms += fmt::format("{} 1 {} {} {} {} {}\n", ++count, 2 * scene.size, density, p.x, p.y, p.z);
  }
  return fmt::format(
      "spheres\n\n{} atoms\n1 atom types\n\n{} {} xlo xhi\n{} {} ylo yhi\n{} {} zlo zhi\n\nAtoms\n\n{}",
      count, low.x - 1, high.x + 1, low.y - 1, high.y + 1, low.z - 1, high.z + 1, atoms);
}

std::string walls_text(const Scene& scene) {
  std::string text;
  for (const Shape& shape : scene.world.shapes) {
    if (shape.kind != ShapeKind::plane) continue;
    const Pose& pose = scene.world.bodies.pose[shape.body];
    const Vec3d n = rotate(pose.rotation, {0, 0, 1}), p = pose.position;
    const char axis = std::fabs(n.x) > 0.5 ? 'x' : std::fabs(n.y) > 0.5 ? 'y' : 'z';
    const double place = axis == 'x' ? p.x : axis == 'y' ? p.y : p.z;
    text +=
        fmt::format("fix wall{} all wall/gran model hertz tangential history primitive type 1 {}plane {}\n",
                    shape.body, axis, place);
  }
  return text;
}

/// Reads one frame after the other of a dump with the columns id x y z vx vy vz and angular velocities; calls
/// look(bodies) after each.
template <class Look>
void read_dump(const std::filesystem::path& file, Bodies bodies, const Look& look) {
  std::vector<int> number;
  for (int i = 0; i < bodies.count(); ++i) {
    if (bodies.dynamic(i)) number.push_back(i);
  }
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("ITEM: ATOMS", 0) != 0) continue;
    for (std::size_t k = 0; k < number.size(); ++k) {
      std::size_t id = 0;
      Vec3d p, v, w;
      in >> id >> p.x >> p.y >> p.z >> v.x >> v.y >> v.z >> w.x >> w.y >> w.z;
      if (!in || id < 1 || id > number.size()) return;
      const int i = number[id - 1];
      bodies.pose[i].position = p;
      bodies.velocity[i] = v;
      bodies.angular_velocity[i] = w;
    }
    look(bodies);
  }
}

}  // namespace

std::optional<Measured> run_liggghts(const Scene& scene, const Setting& setting) {
  if (std::system("command -v liggghts >/dev/null 2>&1") != 0) return std::nullopt;
  const double density =
      scene.world.bodies.mass.back() / (4.0 / 3 * std::numbers::pi * std::pow(scene.size, 3));
  const double modulus = setting.effort, shear = modulus / (2 * (1 + poisson));
  const double rayleigh =
      std::numbers::pi * scene.size * std::sqrt(density / shear) / (0.1631 * poisson + 0.8766);
  const double wanted = setting.step > 0 ? setting.step : 0.2 * rayleigh;
  const auto between = static_cast<long>(std::ceil(look_interval / wanted));
  const double step = look_interval / static_cast<double>(between);
  const TemporaryFile data("spheres.txt", data_text(scene, density));
  const std::filesystem::path folder = data.path().parent_path();
  const std::string script = fmt::format(
      "atom_style granular\natom_modify map array\nboundary f f f\nnewton off\ncommunicate single vel "
      "yes\nunits si\n"
      "read_data spheres.txt\nneighbor {} bin\nneigh_modify delay 0\n"
      "fix m1 all property/global youngsModulus peratomtype {}\nfix m2 all property/global poissonsRatio "
      "peratomtype {}\n"
      "fix m3 all property/global coefficientRestitution peratomtypepair 1 {}\n"
      "fix m4 all property/global coefficientFriction peratomtypepair 1 {}\n"
      "pair_style gran model hertz tangential history\npair_coeff * *\n"
      "fix g all gravity {} vector 0 0 -1\n{}fix moves all nve/sphere\ntimestep {}\n"
      "dump d all custom {} frames.txt id x y z vx vy vz omegax omegay omegaz\nrun {}\n",
      0.2 * scene.size, modulus, poisson, restitution, scene.friction, -scene.gravity.z, walls_text(scene),
      step, between, static_cast<long>(std::lround(scene.time / step)));
  std::ofstream(folder / "script.txt") << script;
  const double before = children_seconds();
  const std::string command = "cd '" + folder.string() + "' && liggghts -in script.txt > out.txt 2>&1";
  if (std::system(command.c_str()) != 0) {
    std::cerr << "liggghts failed:\n" << io::read_file(folder / "out.txt");
    return std::nullopt;
  }
  Measured measured;
  measured.step = step;
  measured.seconds = (children_seconds() - before) / scene.time;
  const std::string out = io::read_file(folder / "out.txt");
  std::smatch loop;
  if (std::regex_search(out, loop, std::regex("Loop time of ([0-9.eE+-]+)")))
    measured.wall = std::stod(loop[1]) / scene.time;
  read_dump(folder / "frames.txt", scene.world.bodies, [&](const Bodies& bodies) {
    measured.overlap = std::max(measured.overlap, deepest_overlap(scene, bodies));
    measured.kinetic = kinetic_energy(bodies);
  });
  return measured;
}

}  // namespace jam::compare
