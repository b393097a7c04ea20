// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The narrow phase on a CUDA device: a kernel for each pair of kinds, one thread a pair, with the functions
// that the host calls.
#include "jam/dynamics/collide/moving_pair.hpp"
#include "jam/dynamics/cuda/detection.cuh"

namespace jam::dynamics {
namespace {

/// Finds the numbers of contacts if `counts` is given, else the contacts.
template <ShapeKind first, ShapeKind second>
__global__ void pair_kernel(NarrowInput input, int begin, int end, int* counts, const int* places,
                            ContactArrays contacts) {
  const int k = begin + thread_index();
  if (k >= end) return;
  const std::uint32_t number = input.order != nullptr ? input.order[k] : static_cast<std::uint32_t>(k);
  const std::uint64_t key = input.pairs[number];
  const auto a = static_cast<std::uint32_t>(key / input.shape_count);
  const auto b = static_cast<std::uint32_t>(key % input.shape_count);
  const bool exchange = first != second && input.shapes[a].kind != first;
  const std::uint32_t one = exchange ? b : a;
  const std::uint32_t other = exchange ? a : b;

  FoundPoints<first, second> found;
  collide_moving<first, second>({input.shapes[one], input.world[one], input.motions[one]},
                                {input.shapes[other], input.world[other], input.motions[other]}, found);
  if (counts != nullptr) {
    counts[number] = found.count;
    return;
  }
  sort_by_feature(found);
  const int place = places[number];
  for (int j = 0; j < found.count; ++j) {
    const ContactPoint& point = found.points[j];
    contacts.pair[place + j] = key;
    contacts.feature[place + j] = point.feature;
    contacts.point.set(place + j, point.point);
    contacts.normal.set(place + j, exchange ? -point.normal : point.normal);
    contacts.gap[place + j] = point.gap;
    contacts.share[place + j] = point.share;
  }
}

using PairKernel = void (*)(NarrowInput, int, int, int*, const int*, ContactArrays);

struct KernelOfKinds {
  template <ShapeKind first, ShapeKind second>
  constexpr PairKernel operator()() const {
    return &pair_kernel<first, second>;
  }
};
constexpr auto pair_kernels = pair_table<PairKernel>(KernelOfKinds());

void run_buckets(const NarrowInput& input, const Buckets& buckets, int* counts, const int* places,
                 const ContactArrays& contacts, cudaStream_t stream) {
  for (int bucket = 0; bucket < bucket_count; ++bucket) {
    const int begin = buckets.begin[bucket], end = buckets.begin[bucket + 1];
    const PairKernel kernel = pair_kernels[bucket / shape_kind_count][bucket % shape_kind_count];
    if (kernel == nullptr || begin == end) continue;
    launch("pair", shape_for_items(end - begin, 128, stream), kernel, input, begin, end, counts, places,
           contacts);
  }
}

}  // namespace

void count_contacts(const NarrowInput& input, const Buckets& buckets, int* counts, cudaStream_t stream) {
  run_buckets(input, buckets, counts, nullptr, {}, stream);
}

void write_contacts(const NarrowInput& input, const Buckets& buckets, const int* places,
                    const ContactArrays& contacts, cudaStream_t stream) {
  run_buckets(input, buckets, nullptr, places, contacts, stream);
}

}  // namespace jam::dynamics
