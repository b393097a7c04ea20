// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The operator W against dense algebra, small cases by hand and finite differences.
#include <catch2/catch.hpp>

#include <Eigen/Dense>
#include <cstring>
#include <random>
#include <set>

#include "dynamics/worlds.hpp"
#include "jam/dynamics/constraints/block_operator.hpp"
#include "support/refusal.hpp"

using namespace jam;
using namespace jam::dynamics;
using namespace jam::test;

namespace {

/// Bodies at random, and contacts between random pairs at random points: no geometry, only algebra.
struct RandomProblem {
  World world;
  std::vector<Contact> contacts;

  RandomProblem(int bodies, int contact_count, unsigned seed) {
    std::mt19937 engine(seed);
    const auto number = [&engine] { return static_cast<double>(engine()) / 4294967296.0 - 0.5; };
    const auto vector = [&] { return Vec3d{number(), number(), number()}; };
    add_floor(world, {0.3, 0});
    for (int k = 0; k < bodies; ++k) {
      const int body = add_box(world, {0.2 + 0.3 * std::fabs(number()), 0.3, 0.1}, 1 + std::fabs(number()),
                               4.0 * vector(), {0.3, 0});
      world.bodies.pose[body].rotation = from_axis_angle(vector(), 6 * number());
      world.bodies.velocity[body] = vector();
      world.bodies.angular_velocity[body] = vector();
    }
    for (int i = 0; i < contact_count; ++i) {
      const int a = static_cast<int>(engine() % static_cast<unsigned>(bodies + 1));
      const int b = 1 + static_cast<int>((a + engine() % static_cast<unsigned>(bodies - 1)) %
                                         static_cast<unsigned>(bodies));
      contacts.push_back({a, b, a, b, 0, 4.0 * vector(), normalised(vector(), {0, 0, 1}), 0});
    }
  }

  [[nodiscard]] BodyOperator matrix() const {
    return {contact_rows(world.bodies, {world.bodies.pose}, contacts), inverse_masses(world.bodies)};
  }
};

Eigen::MatrixXd dense(const ContactOperator& matrix) {
  Eigen::MatrixXd result = Eigen::MatrixXd::Zero(3 * matrix.count(), 3 * matrix.count());
  matrix.visit_blocks([&](int i, int j, const Mat3d& block) {
    for (int c = 0; c < 3; ++c) {
      result.block<3, 1>(3 * i, 3 * j + c) =
          Eigen::Vector3d(block.column[c].x, block.column[c].y, block.column[c].z);
    }
  });
  return result;
}

std::vector<Vec3d> random_impulses(int count, unsigned seed) {
  std::mt19937 engine(seed);
  std::vector<Vec3d> r;
  const auto number = [&engine] { return static_cast<double>(engine()) / 4294967296.0 - 0.5; };
  for (int i = 0; i < count; ++i) r.push_back({number(), number(), number()});
  return r;
}

Mat3d diagonal_of(World& world) {
  const std::vector<Contact> contacts = hand_contacts(world, world.bodies.pose, 1e-9);
  REQUIRE(contacts.size() == 1);
  return BodyOperator(contact_rows(world.bodies, {world.bodies.pose}, contacts), inverse_masses(world.bodies))
      .diagonal()[0];
}

void check_diagonal(const Mat3d& block, Vec3d diagonal) {
  for (int r = 0; r < 3; ++r) {
    for (int c = 0; c < 3; ++c) {
      const double value = c == 0   ? (&block.column[0].x)[r]
                           : c == 1 ? (&block.column[1].x)[r]
                                    : (&block.column[2].x)[r];
      CHECK(value == Approx(r == c ? (&diagonal.x)[r] : 0.0).margin(1e-14));
    }
  }
}

}  // namespace

TEST_CASE("a frame is right-handed and orthonormal for any normal") {
  for (const Vec3d raw : {Vec3d{1, 0, 0}, Vec3d{0, -1, 0}, Vec3d{0, 0, 1}, Vec3d{1, 1, 1}, Vec3d{-1, 1, 0},
                          Vec3d{1e-9, 0, -1}}) {
    const ContactFrame frame = contact_frame(normalised(raw, {}));
    for (int k = 0; k < 3; ++k) {
      CHECK(length(frame.axis[k]) == Approx(1).epsilon(1e-14));
      CHECK(std::fabs(dot(frame.axis[k], frame.axis[(k + 1) % 3])) < 1e-15);
      CHECK(length(cross(frame.axis[k], frame.axis[(k + 1) % 3]) - frame.axis[(k + 2) % 3]) < 1e-14);
    }
  }
}

TEST_CASE("blocks of single contacts (Nuetzi B3, Negrut T3, Strobl A12)") {
  World floor;
  add_floor(floor, {});
  add_sphere(floor, 0.5, 1, {0, 0, 0.5}, {});
  check_diagonal(diagonal_of(floor), {1, 3.5, 3.5});
  World pair;
  add_sphere(pair, 0.5, 1, {0, 0, 0}, {});
  add_sphere(pair, 0.5, 1, {1, 0, 0}, {});
  check_diagonal(diagonal_of(pair), {2, 7, 7});
}

TEST_CASE("a cube on its corners: every diagonal entry is 4, the rank is 6 (Nuetzi B4)") {
  World world = cube_world();
  const std::vector<Contact> contacts = hand_contacts(world, world.bodies.pose, 1e-9);
  REQUIRE(contacts.size() == 4);
  const BodyOperator matrix(contact_rows(world.bodies, {world.bodies.pose}, contacts),
                            inverse_masses(world.bodies));
  const Eigen::MatrixXd w = dense(matrix);
  for (int k = 0; k < 12; ++k) CHECK(w(k, k) == Approx(4).epsilon(1e-13));
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> values(w);
  int rank = 0;
  for (int k = 0; k < 12; ++k) rank += values.eigenvalues()[k] > 1e-10 ? 1 : 0;
  CHECK(rank == 6);
}

TEST_CASE("three bodies on a floor have the blocks of the contact graph (Nuetzi B1)") {
  World world;
  const int d = add_floor(world, {});
  const int a = add_sphere(world, 0.1, 1, {0, 0, 0}, {}), b = add_sphere(world, 0.1, 1, {0.2, 0, 0}, {}),
            c = add_sphere(world, 0.1, 1, {0.1, 0.2, 0}, {});
  std::vector<Contact> contacts;
  for (const auto& [x, y] : {std::pair(a, c), std::pair(a, b), std::pair(b, c), std::pair(d, b)}) {
    contacts.push_back({x, y, x, y, 0, {0.1, 0.05, 0}, {0, 0, 1}, 0});
  }
  const BodyOperator matrix(contact_rows(world.bodies, {world.bodies.pose}, contacts),
                            inverse_masses(world.bodies));
  std::set<std::pair<int, int>> found;
  matrix.visit_blocks([&](int i, int j, const Mat3d&) { found.insert({i, j}); });
  CHECK(found.size() == 14);
  CHECK(!found.contains({0, 3}));
  CHECK(!found.contains({3, 0}));
}

TEST_CASE(
    "W is J M^-1 J^T: symmetric, positive semidefinite, the same with blocks and without (Nuetzi B2, B5, "
    "B7)") {
  const RandomProblem problem(12, 40, 1);
  const BodyOperator matrix = problem.matrix();
  const Bodies& bodies = problem.world.bodies;

  // J by its definition: velocities of the contact points for each unit velocity of each body.
  const int n = 3 * matrix.count(), columns = 6 * bodies.count();
  Eigen::MatrixXd j = Eigen::MatrixXd::Zero(n, columns);
  Eigen::VectorXd inverse = Eigen::VectorXd::Zero(columns);
  for (int body = 1; body < bodies.count(); ++body) {
    for (int k = 0; k < 6; ++k) {
      inverse[6 * body + k] = k < 3 ? bodies.inverse_mass[body] : (&bodies.inverse_inertia[body].x)[k - 3];
      Vec3d v, w;
      (k < 3 ? &v.x : &w.x)[k % 3] = 1;
      w = rotate(bodies.pose[body].rotation, w);
      for (int i = 0; i < matrix.count(); ++i) {
        const Contact& contact = problem.contacts[i];
        if (contact.body_a != body && contact.body_b != body) continue;
        const ContactFrame frame = contact_frame(contact.normal);
        const Vec3d velocity = v + cross(w, contact.point - bodies.pose[body].position);
        for (int c = 0; c < 3; ++c)
          j(3 * i + c, 6 * body + k) += (contact.body_b == body ? 1 : -1) * dot(frame.axis[c], velocity);
      }
    }
  }
  const Eigen::MatrixXd expected = j * inverse.asDiagonal() * j.transpose(), w = dense(matrix);
  CHECK((w - expected).cwiseAbs().maxCoeff() < 1e-13 * expected.cwiseAbs().maxCoeff());
  CHECK((w - w.transpose()).cwiseAbs().maxCoeff() < 1e-14 * w.cwiseAbs().maxCoeff());
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> values(w);
  CHECK(values.eigenvalues()[0] >= -1e-12 * values.eigenvalues()[n - 1]);

  // Products: by the bodies, by the blocks.
  const std::vector<Vec3d> r = random_impulses(matrix.count(), 2);
  std::vector<MatrixBlock> blocks;
  matrix.visit_blocks([&](int i, int k, const Mat3d& block) { blocks.push_back({i, k, block}); });
  const BlockOperator by_blocks(matrix.count(), blocks);
  std::vector<Vec3d> first(matrix.count()), second(matrix.count());
  matrix.multiply(r, first, 1);
  by_blocks.multiply(r, second, 1);
  for (int i = 0; i < matrix.count(); ++i) CHECK(length(first[i] - second[i]) < 1e-12);
}

TEST_CASE("products have the same bits for any number of threads (Negrut T4)") {
  const RandomProblem problem(17000, 17000, 3);
  const BodyOperator matrix = problem.matrix();
  const std::vector<Vec3d> r = random_impulses(matrix.count(), 4);
  std::vector<Vec3d> one(matrix.count()), many(matrix.count());
  matrix.multiply(r, one, 1);
  for (const int threads : {2, 0}) {
    matrix.multiply(r, many, threads);
    CHECK(std::memcmp(one.data(), many.data(), one.size() * sizeof(Vec3d)) == 0);
  }
}

TEST_CASE("what contacts give to a body is the serial sum (Negrut T4, Strobl A4)") {
  // Contacts of free bodies with the floor, in random order, at most `most` contacts per body. In the last
  // case all contacts belong to one body.
  for (const int most : {1, 2, 3, 4, 6, 7, 8, 9, 17, 100, 10000}) {
    CAPTURE(most);
    const int contacts = most == 6       ? 1'000'000
                         : most == 10000 ? 10'000
                                         : 20'000,
              bodies = (contacts + most - 1) / most;
    std::vector<ContactRow> rows(contacts);
    for (int i = 0; i < contacts; ++i) rows[i].b = i % bodies;
    std::mt19937 engine(static_cast<unsigned>(most));
    for (std::size_t i = rows.size(); i > 1; --i) std::swap(rows[i - 1].b, rows[engine() % i].b);
    const std::vector<Vec3d> r = random_impulses(contacts, 6), normal = random_impulses(contacts, 7);
    std::vector<Vec3d> impulse(bodies);
    std::vector<double> sizes(bodies);
    for (int i = 0; i < contacts; ++i) {
      const ContactFrame frame = contact_frame(normalised(normal[i], {0, 0, 1}));
      for (int k = 0; k < 3; ++k) rows[i].axis[k] = frame.axis[k];
      impulse[rows[i].b] += r[i].x * frame.axis[0] + r[i].y * frame.axis[1] + r[i].z * frame.axis[2];
      sizes[rows[i].b] += length(r[i]);
    }
    const BodyOperator matrix(rows, std::vector<InverseMass>(bodies, {1, {1, 1, 1}}), 2);
    if (bodies == 1) CHECK(matrix.colouring().count() == 1);  // One group.
    std::vector<Twist> twist(bodies);
    matrix.velocities(r, twist, 2);
    double worst = 0;
    for (int k = 0; k < bodies; ++k) worst = std::max(worst, length(twist[k].linear - impulse[k]) / sizes[k]);
    CHECK(worst < 1e-13);
  }
}

TEST_CASE("impulses between bodies change neither momentum nor angular momentum (Negrut T5)") {
  RandomProblem problem(8, 30, 7);
  std::erase_if(problem.contacts, [](const Contact& contact) { return contact.body_a == 0; });
  const BodyOperator matrix = problem.matrix();
  const std::vector<Vec3d> r = random_impulses(matrix.count(), 8);
  std::vector<Twist> change(9);
  matrix.velocities(r, change, 1);
  const Bodies& bodies = problem.world.bodies;
  Vec3d momentum, angular;
  for (int k = 1; k < bodies.count(); ++k) {
    const Vec3d p = bodies.mass[k] * change[k].linear;
    momentum += p;
    angular += cross(bodies.pose[k].position, p) +
               rotate(bodies.pose[k].rotation, scaled(bodies.inertia[k], change[k].angular));
  }
  CHECK(length(momentum) < 1e-13);
  CHECK(length(angular) < 1e-13);
}

TEST_CASE("groups of one colour share no body that moves, and come in a fixed order") {
  for (const auto& [bodies, contacts] :
       {std::pair{50, 400}, std::pair{6, 900}}) {  // The latter needs more than 64 colours.
    RandomProblem problem(bodies, contacts, 9);
    for (std::size_t i = 1; i < problem.contacts.size(); i += 3) {
      // Neighbours between the same bodies.
      problem.contacts[i].body_a = problem.contacts[i - 1].body_a;
      problem.contacts[i].body_b = problem.contacts[i - 1].body_b;
    }
    const BodyOperator matrix = problem.matrix();
    const Colouring colours = matrix.colouring();
    CHECK(static_cast<int>(colours.contacts.size()) == matrix.count());
    CHECK(std::set<int>(colours.contacts.begin(), colours.contacts.end()).size() == colours.contacts.size());
    CHECK((bodies == 50 || colours.count() > 64));
    for (int c = 0; c < colours.count(); ++c) {
      std::set<int> met;
      for (int g = colours.first[c]; g < colours.first[c + 1]; ++g) {
        const int begin = colours.group[g], end = colours.group[g + 1];
        const ContactRow& row = matrix.rows()[colours.contacts[begin]];
        if (row.a >= 0) CHECK(met.insert(row.a).second);
        if (row.b >= 0) CHECK(met.insert(row.b).second);
        for (int k = begin + 1; k < end; ++k) {
          CHECK(colours.contacts[k] == colours.contacts[k - 1] + 1);
          CHECK(matrix.rows()[colours.contacts[k]].a == row.a);
          CHECK(matrix.rows()[colours.contacts[k]].b == row.b);
        }
        if (g > colours.first[c]) CHECK(colours.contacts[begin] > colours.contacts[begin - 1]);
      }
    }
    CHECK(matrix.colouring().group.size() < colours.contacts.size());
  }
}

TEST_CASE("what no impulse can move is refused") {
  CHECK(refusal_of([] { return BodyOperator({ContactRow{}}, {}).count(); }) ==
        "contact 0 is between two walls: forces move neither");
  CHECK(refusal_of([] {
          return BlockOperator(1, {{0, 0, Mat3d{}}}).count();
        }).find("contact 0: the diagonal of its block") == 0);
}
