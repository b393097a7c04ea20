// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/cuda/colours.cuh"

#include <algorithm>

#include "jam/core/bisection.hpp"
#include "jam/core/cuda/algorithms.cuh"

namespace jam::dynamics {
namespace {

/// Colours that the device finds; beyond them the host does.
constexpr int colour_limit = 64;
constexpr unsigned long long all_used = ~0ULL;

__global__ void side_place_kernel(int count, const std::uint32_t* side, int* place) {
  const int e = thread_index();
  if (e < count) place[side[e]] = e;
}

/// Input and output of colours_kernel().
struct ColourWork {
  OperatorArrays matrix;
  const int* side_place;  ///< Place of each side in the list of sides.
  /// Colours (bits) of the body at each place of that list up to this contact; 0: not known yet.
  unsigned long long* used;
  std::uint8_t* colour;  ///< Colour of each contact.
  std::uint8_t* leads;   ///< Whether each contact is the first of its group.
  int* number;           ///< Number of each contact: i for contact i.
};

/// Colours of a body before the group whose first contact is at a place of its list of sides.
__device__ unsigned long long used_before(const ColourWork& work, int body, int place) {
  if (body < 0 || place == work.matrix.start[body]) return 0;
  const volatile unsigned long long* const at = work.used + place - 1;
  unsigned long long used = *at;
  while (used == 0) used = *at;
  return used;
}

__global__ void colour_kernel(ColourWork work, unsigned* ticket) {
  __shared__ unsigned block;
  if (threadIdx.x == 0) block = atomicAdd(ticket, 1U);
  __syncthreads();
  const int i = static_cast<int>(block * blockDim.x + threadIdx.x), count = work.matrix.contacts;
  if (i >= count) return;
  work.number[i] = i;
  const BodyIndices body = work.matrix.body[i];
  const auto same = [&](int j) { return work.matrix.body[j].a == body.a && work.matrix.body[j].b == body.b; };
  const bool leads = i == 0 || !same(i - 1);
  work.leads[i] = leads ? 1 : 0;
  if (!leads) return;
  int end = i + 1;
  while (end < count && same(end)) ++end;
  const int place_a = body.a >= 0 ? work.side_place[2 * i] : 0,
            place_b = body.b >= 0 ? work.side_place[2 * i + 1] : 0;
  const unsigned long long before_a = used_before(work, body.a, place_a),
                           before_b = used_before(work, body.b, place_b);
  const unsigned long long free = ~(before_a | before_b);
  const int colour = free != 0 ? __ffsll(static_cast<long long>(free)) - 1 : colour_limit;
  for (int k = i; k < end; ++k) work.colour[k] = static_cast<std::uint8_t>(colour);
  const unsigned long long bit = free != 0 ? 1ULL << colour : all_used;
  volatile unsigned long long* const used = work.used;
  if (body.a >= 0) used[place_a + end - i - 1] = before_a | bit;
  if (body.b >= 0) used[place_b + end - i - 1] = before_b | bit;
}

/// The first group of each colour, then the number of groups; ends the list of groups.
__global__ void first_kernel(int contacts, int group_count, int* groups, const std::uint8_t* colour,
                             int* first) {
  const int c = static_cast<int>(threadIdx.x);
  if (c > colour_limit + 1) return;
  if (c == 0) groups[group_count] = contacts;
  first[c] = first_not(group_count, [&](int g) { return colour[groups[g]] < c; });
}

}  // namespace

void DeviceColours::find(const OperatorArrays& matrix, cudaStream_t stream) {
  if (!find_here(matrix, stream)) find_on_host(matrix, stream);
}

/// Whether the colours sufficed.
bool DeviceColours::find_here(const OperatorArrays& matrix, cudaStream_t stream) {
  const int n = matrix.contacts;
  const std::size_t count = n;
  for (DeviceBuffer<std::uint8_t>* bytes : {&colour_, &colour_sorted_, &leads_})
    reserve(*bytes, "colours", count);
  reserve(numbers_, "colours", count);
  reserve(contacts_, "colours", count);
  reserve(groups_, "colours", count + 1);
  reserve(side_place_, "colours", 2 * count);
  reserve(used_, "colours", 2 * count);
  reserve(first_, "colours", colour_limit + 2);
  reserve(ticket_, "colours", 1);
  used_.fill_zero(stream);
  ticket_.fill_zero(stream);
  launch_items("side_place", 2 * n, stream, side_place_kernel, 2 * n, matrix.side, side_place_.data());
  const ColourWork work{matrix,         side_place_.data(), used_.data(),
                        colour_.data(), leads_.data(),      numbers_.data()};
  launch_items("colour", n, stream, colour_kernel, work, ticket_.data());
  // Contacts by colours; the sort is stable.
  sort_by_key(scratch_, stream, colour_.data(), colour_sorted_.data(), numbers_.data(), contacts_.data(), n,
              7);
  const int group_count = select_numbers("groups of colours", scratch_, stream, leads_.data(),
                                         contacts_.data(), n, groups_.data());
  launch("first", {dim3(1), dim3(96), 0, stream}, first_kernel, n, group_count, groups_.data(),
         colour_sorted_.data(), first_.data());
  std::vector<int> first(colour_limit + 2);
  first_.download(first, stream);
  JAM_CUDA(cudaStreamSynchronize(stream));
  // The last entry counts the groups that found no colour, too.
  if (first[colour_limit] != first[colour_limit + 1]) return false;
  set_sizes(first);
  return true;
}

void DeviceColours::find_on_host(const OperatorArrays& matrix, cudaStream_t stream) {
  const std::size_t n = matrix.contacts;
  std::vector<BodyPair> pairs(n);
  static_assert(sizeof(BodyPair) == sizeof(BodyIndices));
  JAM_CUDA(
      cudaMemcpyAsync(pairs.data(), matrix.body, n * sizeof(BodyIndices), cudaMemcpyDeviceToHost, stream));
  JAM_CUDA(cudaStreamSynchronize(stream));
  const Colouring colouring = colours_by_bodies(pairs, matrix.bodies);
  const auto upload = [&](DeviceBuffer<int>& buffer, const std::vector<int>& values) {
    reserve(buffer, "colours", values.size());
    buffer.upload(values, stream);
  };
  upload(contacts_, colouring.contacts);
  upload(groups_, colouring.group);
  upload(first_, colouring.first);
  set_sizes(colouring.first);
  JAM_CUDA(cudaStreamSynchronize(stream));
}

void DeviceColours::set_sizes(const std::vector<int>& first) {
  count_ = largest_ = 0;
  for (std::size_t c = 0; c + 1 < first.size() && first[c] < first.back(); ++c) {
    ++count_;
    largest_ = std::max(largest_, first[c + 1] - first[c]);
  }
}

}  // namespace jam::dynamics
