// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/solvers/packed_sweeps.hpp"

#include <algorithm>

#include "jam/core/parallel.hpp"
#include "jam/dynamics/solvers/contact_sweep.hpp"

namespace jam::dynamics {

JAM_ISA_TABLE(SweepPackets, sweep_packets);

namespace {

/// Approximate number of rows in a task; a row takes a tenth of a microsecond. Where there would be fewer
/// than 32 tasks, one thread sweeps over all rows.
constexpr int rows_per_task = 64;

int task_count(int rows) { return rows < 32 * rows_per_task ? 1 : rows / rows_per_task; }

void set(double (*numbers)[packed_lanes], int lane, Vec3d v) {
  numbers[0][lane] = v.x;
  numbers[1][lane] = v.y;
  numbers[2][lane] = v.z;
}

void set_lane(PacketRow& to, int lane, const ContactRow& row, const Vec3d& q, double friction,
              const Vec3d& steps, const Mat3d& block) {
  for (int k = 0; k < 3; ++k) {
    set(to.axis + 3 * k, lane, row.axis[k]);
    set(to.turn_a + 3 * k, lane, row.turn_a[k]);
    set(to.turn_b + 3 * k, lane, row.turn_b[k]);
  }
  set(to.q, lane, q);
  to.friction[lane] = friction;
  to.normal_step[lane] = steps.x;
  to.tangent_step[lane] = steps.y;
  to.coupling[0][lane] = block.column[0].y;
  to.coupling[1][lane] = block.column[0].z;
}

void set_body(double (*inverse_mass)[packed_lanes], int* index, int lane, int body,
              const std::vector<InverseMass>& all) {
  index[lane] = body;
  inverse_mass[0][lane] = body >= 0 ? all[body].linear : 0;
  set(inverse_mass + 1, lane, body >= 0 ? all[body].angular : Vec3d{});
}

Twist twist_of(const SweptTwist& swept) {
  const double* c = swept.component;
  return {{c[0], c[1], c[2]}, {c[3], c[4], c[5]}};
}
SweptTwist swept_of(const Twist& twist) {
  const Vec3d v = twist.linear, w = twist.angular;
  return {{v.x, v.y, v.z, w.x, w.y, w.z}};
}

}  // namespace

PackedSweeps::PackedSweeps(const BodyOperator& matrix, const ContactProblem& problem, ContactLaw law,
                           std::span<const Vec3d> steps, int thread_count)
    : matrix_(matrix),
      problem_(problem),
      law_(law),
      steps_(steps),
      threads_(thread_count),
      places_(problem.count()),
      twists_(matrix.inverse_mass().size()),
      sweep_packets_(sweep_packets.best()) {
  const Colouring colouring = matrix.colouring();
  std::vector<Group> groups;
  std::vector<int> first_row = {0};
  for (int c = 0; c < colouring.count(); ++c) {
    Colour colour{.first_packet = static_cast<int>(lanes_.size()) / packed_lanes,
                  .first_single = static_cast<int>(singles_.size())};
    groups.clear();
    for (int g = colouring.first[c]; g < colouring.first[c + 1]; ++g) {
      const Group group{colouring.contacts[colouring.group[g]], colouring.group[g + 1] - colouring.group[g]};
      const auto friction = problem.friction.begin() + group.first;
      if (std::none_of(friction, friction + group.count, [](double mu) { return mu < 0; })) {
        groups.push_back(group);
        continue;
      }
      for (int i = group.first; i < group.first + group.count; ++i) {
        places_[i] = {-1, static_cast<int>(singles_.size())};
        singles_.push_back(i);
      }
    }
    // Groups of about the same length side by side; their order within a colour changes nothing.
    std::stable_sort(groups.begin(), groups.end(),
                     [](const Group& a, const Group& b) { return a.count > b.count; });
    for (std::size_t g = 0; g < groups.size(); g += packed_lanes)
      first_row.push_back(first_row.back() + groups[g].count);
    groups.resize((groups.size() + packed_lanes - 1) / packed_lanes * packed_lanes);
    lanes_.insert(lanes_.end(), groups.begin(), groups.end());
    colour.packet_count = static_cast<int>(groups.size()) / packed_lanes;
    colour.row_count = first_row.back() - first_row[colour.first_packet];
    colour.single_count = static_cast<int>(singles_.size()) - colour.first_single;
    colours_.push_back(colour);
  }
  single_impulses_.resize(singles_.size());
  const int packets = static_cast<int>(lanes_.size()) / packed_lanes;
  packets_.resize(packets);
  rows_ = std::make_unique_for_overwrite<PacketRow[]>(first_row.back());
  for (int p = 0; p < packets; ++p) {
    packets_[p].row = rows_.get() + first_row[p];
    packets_[p].rows = first_row[p + 1] - first_row[p];
  }
  const int tasks = task_count(first_row.back());
  parallel_for(tasks, thread_count, [&](int task) {
    const IndexRange range = share_of(task, tasks, packets);
    for (int p = range.first; p < range.first + range.count; ++p) fill(p);
  });
}

void PackedSweeps::fill(int number) {
  static constexpr ContactRow no_row{};
  static constexpr Mat3d no_block{};
  Packet& packet = packets_[number];
  for (int lane = 0; lane < packed_lanes; ++lane) {
    const Group group = lanes_[number * packed_lanes + lane];
    const ContactRow& bodies = group.count > 0 ? matrix_.rows()[group.first] : no_row;
    set_body(packet.inverse_mass_a, packet.a, lane, bodies.a, matrix_.inverse_mass());
    set_body(packet.inverse_mass_b, packet.b, lane, bodies.b, matrix_.inverse_mass());
    for (int k = 0; k < packet.rows; ++k) {
      PacketRow& row = packet.row[k];
      const int i = group.first + k;
      if (k < group.count) {
        places_[i] = {static_cast<int>(&row - rows_.get()), lane};
        set_lane(row, lane, matrix_.rows()[i], problem_.q[i], problem_.friction[i], steps_[i],
                 matrix_.diagonal()[i]);
      } else {
        set_lane(row, lane, no_row, {}, 0, {}, no_block);
      }
      set(row.r, lane, {});
    }
  }
}

void PackedSweeps::start(std::span<const Vec3d> r) {
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const Place place = places_[i];
    if (place.row < 0) single_impulses_[place.lane] = r[i];
    else set(rows_[place.row].r, place.lane, r[i]);
  }
  std::vector<Twist> twists(twists_.size());
  matrix_.velocities(r, twists, threads_);
  for (std::size_t k = 0; k < twists.size(); ++k) twists_[k] = swept_of(twists[k]);
}

void PackedSweeps::store(std::span<Vec3d> r) const {
  for (std::size_t i = 0; i < places_.size(); ++i) {
    const Place place = places_[i];
    if (place.row < 0) {
      r[i] = single_impulses_[place.lane];
      continue;
    }
    const PacketRow& row = rows_[place.row];
    r[i] = {row.r[0][place.lane], row.r[1][place.lane], row.r[2][place.lane]};
  }
}

void PackedSweeps::run(double alpha, int thread_count) {
  for (const Colour& colour : colours_) {
    const Packet* const packets = packets_.data() + colour.first_packet;
    const int tasks = task_count(colour.row_count);
    parallel_for(tasks, thread_count, [&](int task) {
      const IndexRange range = share_of(task, tasks, colour.packet_count);
      sweep_packets_({packets + range.first, range.count, twists_.data(), alpha, law_});
    });
    for (int k = 0; k < colour.single_count; ++k) sweep_single(colour.first_single + k, alpha);
  }
}

void PackedSweeps::sweep_single(int number, double alpha) {
  const int i = singles_[number];
  const ContactRow& row = matrix_.rows()[i];
  Vec3d u = problem_.q[i];
  if (row.b >= 0) u += point_velocity(row.axis, row.turn_b, twist_of(twists_[row.b]));
  if (row.a >= 0) u -= point_velocity(row.axis, row.turn_a, twist_of(twists_[row.a]));
  Vec3d& r = single_impulses_[number];
  const Vec3d next = swept_impulse(law_, r, u, problem_.friction[i], steps_[i], matrix_.diagonal()[i], alpha);
  const Vec3d change = next - r;
  r = next;
  const auto add = [&](int body, const Twist& impulse) {
    if (body < 0) return;
    const Twist before = twist_of(twists_[body]), more = response(matrix_.inverse_mass()[body], impulse);
    twists_[body] = swept_of({before.linear + more.linear, before.angular + more.angular});
  };
  add(row.b, impulse_on(row.axis, row.turn_b, change));
  add(row.a, impulse_on(row.axis, row.turn_a, -change));
}

}  // namespace jam::dynamics
