// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Sweeps over the contacts of bodies, packed by colours (sweep_packets.hpp).
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "jam/dynamics/constraints/body_operator.hpp"
#include "jam/dynamics/solvers/sweep_packets.hpp"
#include "jam/dynamics/solvers/sweeps.hpp"

namespace jam::dynamics {

class PackedSweeps : public Sweeps {
 public:
  /// `matrix` is that of the problem; `steps` are the step lengths of its contacts at alpha = 1 [kg]. Both
  /// must outlive this.
  PackedSweeps(const BodyOperator& matrix, const ContactProblem& problem, ContactLaw law,
               std::span<const Vec3d> steps, int thread_count);

  void start(std::span<const Vec3d> r) override;
  void run(double alpha, int thread_count) override;
  void store(std::span<Vec3d> r) const override;
  [[nodiscard]] int colour_count() const { return static_cast<int>(colours_.size()); }

 private:
  /// Neighbouring contacts of the problem.
  struct Group {
    int first = 0, count = 0;
  };
  /// Groups that may be swept at the same time, except those with blocks of joints, which are swept one by
  /// one.
  struct Colour {
    int first_packet = 0, packet_count = 0, row_count = 0;
    int first_single = 0, single_count = 0;
  };
  /// The place of the impulse of a contact: a lane of a row or, if the row is -1, a number among the single
  /// impulses.
  struct Place {
    int row = -1, lane = 0;
  };

  void fill(int number);
  void sweep_single(int number, double alpha);

  const BodyOperator& matrix_;
  const ContactProblem& problem_;
  ContactLaw law_;
  std::span<const Vec3d> steps_;
  int threads_;
  std::vector<Colour> colours_;
  std::vector<Group> lanes_;  ///< Groups in the lanes of all packets, packet after packet.
  std::vector<Place> places_;
  std::vector<int> singles_;
  std::vector<Vec3d> single_impulses_;
  std::vector<SweptTwist> twists_;
  std::vector<Packet> packets_;
  std::unique_ptr<PacketRow[]> rows_;
  SweepPackets* sweep_packets_;
};

}  // namespace jam::dynamics
