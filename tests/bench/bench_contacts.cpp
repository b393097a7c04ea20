// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Benchmark of collision detection: contacts per second.
//   bench_contacts [--seconds S] [--threads T]     seconds of each measurement; 1 thread unless more are
//                                                  asked for
// Scenes: equal spheres at random places, on average 3.5 contacts per sphere (each contact counted once), as
// in the tank of Negrut, table 3; the same with radii over a factor of ten; cubes on a lattice, slightly
// shifted and rotated, which touch their neighbours. Times are CPU times of all threads together.
#include <cmath>
#include <cstdio>
#include <ctime>
#include <numbers>
#include <vector>

#include "jam/core/philox.hpp"
#include "jam/dynamics/collide/collider.hpp"
#include "support/bench_run.hpp"

namespace {

using namespace jam;
using namespace jam::dynamics;

struct Scene {
  const char* name;
  std::vector<Shape> shapes = {};
  std::vector<Pose> poses = {};

  void add(Shape shape, const Pose& pose) {
    shape.body = static_cast<int>(poses.size());
    shapes.push_back(shape);
    poses.push_back(pose);
  }
};

Vec3d random_vector(RandomStream& random) {
  const double x = random.uniform_double();
  const double y = random.uniform_double();
  return {x, y, random.uniform_double()};
}

/// n spheres with radii from `least` to 1, logarithmically even.
Scene random_spheres(const char* name, int n, double least) {
  constexpr double contacts_per_sphere = 3.5;
  Scene scene{name};
  RandomStream random(1, StreamId::test, 0, 0);
  std::vector<double> radii;
  double first = 0;
  double second = 0;
  double third = 0;
  for (int i = 0; i < n; ++i) {
    const double r = std::pow(least, random.uniform_double());
    radii.push_back(r);
    first += r / n;
    second += r * r / n;
    third += r * r * r / n;
  }
  // Contacts = n^2 / 2 * 4/3 pi <(r_i + r_j)^3> / edge^3.
  const double cube_of_sum = 2 * third + 6 * second * first;
  const double edge = std::cbrt(n * std::numbers::pi * 2 / 3 * cube_of_sum / contacts_per_sphere);
  for (const double r : radii)
    scene.add({.kind = ShapeKind::sphere, .radius = r}, {edge * random_vector(random), {}});
  return scene;
}

Scene cubes(const char* name, int per_side) {
  Scene scene{name};
  RandomStream random(2, StreamId::test, 0, 0);
  for (int k = 0; k < per_side; ++k) {
    for (int j = 0; j < per_side; ++j) {
      for (int i = 0; i < per_side; ++i) {
        const Vec3d place{static_cast<double>(i), static_cast<double>(j), static_cast<double>(k)};
        const Vec3d axis = random_vector(random);
        scene.add({.kind = ShapeKind::box, .half = {0.5, 0.5, 0.5}},
                  {place + 0.01 * random_vector(random), from_axis_angle(axis, 0.005)});
      }
    }
  }
  return scene;
}

void measure(const Scene& scene, double seconds, int threads) {
  const std::vector<std::uint8_t> flags(scene.poses.size(), 0);
  Collider collider;
  std::vector<Contact> contacts;
  const auto detect = [&] { collider.detect({scene.shapes, scene.poses, flags}, 0, threads, contacts); };
  detect();
  int calls = 0;
  const std::clock_t begin = std::clock();
  double passed = 0;
  for (; passed < seconds; passed = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC) {
    detect();
    ++calls;
  }
  const auto count = static_cast<double>(contacts.size());
  std::printf("%-16s %8zu %9zu %9.2f %12.3e\n", scene.name, scene.poses.size(), contacts.size(),
              1e3 * passed / calls, count * calls / passed);
  std::fflush(stdout);
}

}  // namespace

int main(int argument_count, char** arguments) {
  const test::BenchDefaults defaults = {"collision detection of rigid bodies: contacts per second", "cpu", 2};
  return test::bench_main(argument_count, arguments, defaults, [](const test::BenchRun& run) {
    const int threads = run.threads > 0 ? run.threads : 1;
    std::printf(
        "scene              bodies  contacts      time     contacts\n                                        "
        " [ms]          [1/s]\n");
    const int n = run.quick ? 1000 : 100'000;
    measure(random_spheres("equal spheres", n, 1), run.seconds, threads);
    measure(random_spheres("radii 0.1 to 1", n, 0.1), run.seconds, threads);
    measure(cubes("cubes", run.quick ? 8 : 27), run.seconds, threads);
  });
}
