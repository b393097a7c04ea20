// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Compiled once per instruction set (jam/core/isa.hpp).
#include <cstddef>

#include "jam/circles/tabu/instance_search.hpp"
#include "jam/core/isa.hpp"

namespace jam::circles {
namespace {

/// One thread, one team.
class ThreadCrew : public OneThread {
 public:
  using Team = SimdTeam;

  explicit ThreadCrew(const Team& team) : team_(team) {}

  [[nodiscard]] JAM_HD_INLINE const Team& team() const { return team_; }
  [[nodiscard]] JAM_HD_INLINE static int team_index() { return 0; }
  [[nodiscard]] JAM_HD_INLINE static int next_pack(int previous) { return previous + 1; }
  [[nodiscard]] JAM_HD_INLINE static Choice first(const Choice& choice, long long&) { return choice; }
  [[nodiscard]] JAM_HD_INLINE static float sum_lanes(const Floats& value) {
    float sum = 0.0F;
    for (int lane = 0; lane < simd_lane_count; ++lane) sum += get_lane(value, lane);
    return sum;
  }

 private:
  Team team_;
};

/// Takes arrays from a block of memory, one after the other.
template <class Value>
JAM_HD_INLINE Value* take(std::byte*& at, int count) {
  auto* array = reinterpret_cast<Value*>(at);
  at += (static_cast<std::size_t>(count) * sizeof(Value) + 63) / 64 * 64;
  return array;
}

}  // namespace

void JAM_ISA_FUNCTION(cpu_round)(const InstanceView& view, const RoundParameters& parameters,
                                 std::byte* scratch, const StopQuery& stop) {
  const int n = parameters.count;
  SerialScratch<Floats> serial;
  TeamView<Floats> own;
  own.x = take<Floats>(scratch, n);
  own.y = take<Floats>(scratch, n);
  own.r = take<Floats>(scratch, n);
  serial.locals = take<Floats>(scratch, local_count * n);
  own.choice_x = take<float>(scratch, n);
  own.choice_y = take<float>(scratch, n);
  serial.row = take<int>(scratch, n + 1);
  serial.list = take<int>(scratch, n * n);
  serial.item_limit = n;
  serial.stop = stop;
  search_round(ThreadCrew(SimdTeam(serial)), view, own, parameters);
}

}  // namespace jam::circles
