// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Sweeps over contacts packed by colours, against contact after contact in the same order.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <random>
#include <span>
#include <tuple>

#include "dynamics/worlds.hpp"
#include "jam/dynamics/solvers/contact_sweep.hpp"
#include "jam/dynamics/solvers/packed_sweeps.hpp"
#include "jam/dynamics/solvers/relaxation.hpp"

using namespace jam;
using namespace jam::dynamics;
using namespace jam::test;

namespace {

/// Boxes at random, with up to seven contacts between the same two, some with the floor, and some two-sided
/// like joints.
ContactProblem random_problem(int bodies, int pairs, bool joints, unsigned seed) {
  std::mt19937 engine(seed);
  const auto number = [&engine] { return static_cast<double>(engine()) / 4294967296.0 - 0.5; };
  const auto vector = [&] { return Vec3d{number(), number(), number()}; };
  World world;
  add_floor(world, {0.3, 0});
  for (int k = 0; k < bodies; ++k) {
    const int body = add_box(world, {0.2 + 0.3 * std::fabs(number()), 0.3, 0.1}, 1 + std::fabs(number()),
                             4.0 * vector(), {0.3, 0});
    world.bodies.pose[body].rotation = from_axis_angle(vector(), 6 * number());
  }
  std::vector<Contact> contacts;
  ContactProblem problem;
  for (int p = 0; p < pairs; ++p) {
    const int a = static_cast<int>(engine() % static_cast<unsigned>(bodies + 1));
    const int b = 1 + static_cast<int>((a + engine() % static_cast<unsigned>(bodies - 1)) %
                                       static_cast<unsigned>(bodies));
    const bool joint = joints && p % 5 == 0;
    for (std::uint32_t k = 0, count = static_cast<std::uint32_t>(1 + engine() % 7); k < count; ++k) {
      contacts.push_back({a, b, a, b, k, 4.0 * vector(), normalised(vector(), {0, 0, 1}), 0});
      problem.friction.push_back(joint ? two_sided : k == 3 ? 0 : 0.6 * (number() + 0.5));
      problem.q.push_back(vector());
    }
  }
  problem.matrix = std::make_shared<BodyOperator>(contact_rows(world.bodies, {world.bodies.pose}, contacts),
                                                  inverse_masses(world.bodies));
  return problem;
}

std::vector<Vec3d> impulses_after(Sweeps& sweeps, int count, int sweep_count, int threads) {
  std::vector<Vec3d> r(count);
  for (int i = 0; i < count; ++i) r[i] = {0.01 * (i % 5), 0.001 * (i % 3), 0};
  sweeps.start(r);
  for (int k = 0; k < sweep_count; ++k) sweeps.run(0.8, threads);
  sweeps.store(r);
  return r;
}

/// Contact after contact, by the rows of W.
class OneByOne : public Sweeps {
 public:
  OneByOne(const BodyOperator& matrix, const ContactProblem& problem, ContactLaw law,
           const std::vector<Vec3d>& steps)
      : matrix_(matrix), problem_(problem), law_(law), steps_(steps), order_(matrix.colouring().contacts) {}
  void start(std::span<const Vec3d> r) override { r_.assign(r.begin(), r.end()); }
  void run(double alpha, int) override {
    std::vector<Vec3d> product(r_.size());
    for (const int i : order_) {
      matrix_.multiply(r_, product, 1);
      r_[i] = swept_impulse(law_, r_[i], product[i] + problem_.q[i], problem_.friction[i], steps_[i],
                            matrix_.diagonal()[i], alpha);
    }
  }
  void store(std::span<Vec3d> r) const override { std::copy(r_.begin(), r_.end(), r.begin()); }

 private:
  const BodyOperator& matrix_;
  const ContactProblem& problem_;
  ContactLaw law_;
  const std::vector<Vec3d>& steps_;
  std::vector<int> order_;
  std::vector<Vec3d> r_;
};

}  // namespace

TEST_CASE("packed sweeps are those of one contact after the other (Nuetzi 2.9)") {
  using Case = std::tuple<ContactLaw, bool, int>;
  for (const auto& [law, joints, pairs] :
       {Case{ContactLaw::coulomb, false, 60}, Case{ContactLaw::coulomb, true, 60},
        Case{ContactLaw::ccp, false, 60}, Case{ContactLaw::pyramid, true, 60},
        Case{ContactLaw::coulomb, false, 3}}) {
    CAPTURE(name_of(law), joints, pairs);
    const ContactProblem problem = random_problem(25, pairs, joints, 3);
    const auto& matrix = dynamic_cast<const BodyOperator&>(*problem.matrix);
    const std::vector<Vec3d> steps =
        step_lengths(matrix, law == ContactLaw::ccp ? JacobiSteps::cone : JacobiSteps::prox);
    PackedSweeps packed(matrix, problem, law, steps, 1);
    OneByOne one_by_one(matrix, problem, law, steps);
    const std::vector<Vec3d> got = impulses_after(packed, problem.count(), 3, 1),
                             want = impulses_after(one_by_one, problem.count(), 3, 1);
    double size = 0;
    for (const Vec3d r : want) size = std::max(size, length(r));
    REQUIRE(size > 1e-4);
    for (int i = 0; i < problem.count(); ++i) CHECK(length(got[i] - want[i]) <= 1e-11 * size);
  }
}

TEST_CASE("packed sweeps give the same bits for any number of threads (Negrut T4)") {
  const ContactProblem problem = random_problem(15000, 20000, true, 4);
  const auto& matrix = dynamic_cast<const BodyOperator&>(*problem.matrix);
  const std::vector<Vec3d> steps = step_lengths(matrix, JacobiSteps::prox);
  std::vector<Vec3d> first;
  for (const int threads : {1, 2, 0}) {
    PackedSweeps sweeps(matrix, problem, ContactLaw::coulomb, steps, threads);
    const std::vector<Vec3d> r = impulses_after(sweeps, problem.count(), 2, threads);
    if (first.empty()) first = r;
    CHECK(std::memcmp(r.data(), first.data(), r.size() * sizeof(Vec3d)) == 0);
  }
}

TEST_CASE("sweeps over a packet have the same bits with every instruction set") {
  std::mt19937 engine(5);
  const auto number = [&engine] { return static_cast<double>(engine()) / 4294967296.0 - 0.5; };
  constexpr int rows = 40, bodies = 16;
  const auto start_rows = std::make_unique<PacketRow[]>(rows);
  for (int k = 0; k < rows; ++k) {
    auto* numbers = reinterpret_cast<double*>(&start_rows[k]);
    for (std::size_t i = 0; i < sizeof(PacketRow) / sizeof(double); ++i) numbers[i] = number();
    for (double& mu : start_rows[k].friction) mu = std::fabs(mu);
  }
  Packet packet;
  for (int lane = 0; lane < packed_lanes; ++lane) {
    for (int c = 0; c < 4; ++c)
      packet.inverse_mass_a[c][lane] = packet.inverse_mass_b[c][lane] = 0.01 * (lane + c + 1);
    packet.a[lane] = lane == 2 ? -1 : 2 * lane;
    packet.b[lane] = lane == 5 ? -1 : 2 * lane + 1;
  }
  packet.rows = rows;
  for (const ContactLaw law : {ContactLaw::coulomb, ContactLaw::ccp, ContactLaw::pyramid}) {
    std::vector<PacketRow> first;
    for (const Isa isa : all_isas) {
      SweepPackets* const version = sweep_packets.version(isa);
      if (version == nullptr) continue;
      std::vector<PacketRow> here(start_rows.get(), start_rows.get() + rows);
      packet.row = here.data();
      std::vector<SweptTwist> twists(bodies);
      version({&packet, 1, twists.data(), 0.9, law});
      CHECK(twists[0].component[0] != 0);
      CHECK(std::isfinite(twists[bodies - 1].component[5]));
      if (first.empty()) first = here;
      const auto bytes = [](const std::vector<PacketRow>& of) { return std::as_bytes(std::span(of)); };
      CHECK(std::ranges::equal(bytes(here), bytes(first)));
    }
  }
}
