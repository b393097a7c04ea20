// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/dynamics/cuda/detection.cuh"

#include <cmath>
#include <limits>
#include <string>

#include "jam/core/bisection.hpp"
#include "jam/core/cuda/algorithms.cuh"
#include "jam/dynamics/collide/pair_search.hpp"
#include "jam/dynamics/collide/shape_pair.hpp"
#include "jam/dynamics/cuda/device.hpp"
#include "jam/dynamics/step/collision.hpp"

namespace jam::dynamics {
namespace {

constexpr int no_body = std::numeric_limits<int>::max();

__global__ void place_kernel(int count, const Shape* shapes, const Pose* poses, const std::uint8_t* flags,
                             const StepMotion* ahead, double delta, Pose* world, StepMotion* motions,
                             Bounds* bounds, int* broken) {
  const int i = thread_index();
  if (i >= count) return;
  const Shape shape = shapes[i];
  const Pose placed = poses[shape.body] * shape.pose;
  world[i] = placed;
  const StepMotion motion = ahead != nullptr ? motion_of_shape(ahead[shape.body], poses[shape.body], placed)
                                             : StepMotion{{}, {}, 0.5 * delta};
  motions[i] = motion;
  Bounds here = bounds_of(shape, placed, flags[shape.body], motion);
  if (!isfinite(length_squared(placed.position)) || !isfinite(norm(placed.rotation)))
    atomicMin(broken, shape.body);
  if (shape.kind == ShapeKind::plane) here.flags |= body_inactive;  // Planes have no place in bins.
  bounds[i] = here;
}

/// Lowest corner of bounds, and with the other sign the highest one and the largest size.
struct Corners {
  double value[7];
};

struct CornersOf {
  __host__ __device__ Corners operator()(const Bounds& bounds) const {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if ((bounds.flags & body_inactive) != 0)
      return {{infinity, infinity, infinity, infinity, infinity, infinity, infinity}};
    const Vec3d l = bounds.low(), h = bounds.high();
    return {{l.x, l.y, l.z, -h.x, -h.y, -h.z, -bounds.size()}};
  }
};

struct LowerCorners {
  __host__ __device__ Corners operator()(Corners a, const Corners& b) const {
    for (int k = 0; k < 7; ++k) a.value[k] = b.value[k] < a.value[k] ? b.value[k] : a.value[k];
    return a;
  }
};

/// Stage 1; one more than shapes, so that the scan's last entry is the total.
__global__ void entry_count_kernel(int count, Bins bins, Slab slab, const Bounds* bounds, int* counts) {
  const int i = thread_index();
  if (i > count) return;
  counts[i] = i < count && (bounds[i].flags & body_inactive) == 0 ? entries_of(bins, bounds[i], slab) : 0;
}

/// Stage 3. Keys are twice those of the bins, and one more for shapes that are not of the bin's own level:
/// these come last in a bin.
__global__ void entry_kernel(int count, Bins bins, Slab slab, const Bounds* bounds, const int* places,
                             std::uint64_t* keys, std::uint32_t* values) {
  const int i = thread_index();
  if (i >= count) return;
  const Bounds here = bounds[i];
  if ((here.flags & body_inactive) != 0) return;
  write_entries(bins, here, i, keys + places[i], values + places[i], slab);
  for (int k = places[i]; k < places[i + 1]; ++k)
    keys[k] = 2 * keys[k] + ((values[k] & own_level_bit) != 0 ? 0U : 1U);
}

/// Input of stages 5 to 9. Shapes from 0 to `to_planes` are paired with planes too.
struct PairInput {
  int entry_count, to_planes, shape_count, plane_count;
  const std::uint64_t* keys;
  const std::uint32_t* values;
  const Bounds* bounds;
  const Shape* shapes;
  const Pose* world;
  const int* planes;
  const std::uint8_t* flags;
  const StepMotion* motions;
  const BodyIndices* connected;
  int connected_count;
};

/// Whether a joint connects two bodies.
__device__ bool are_connected(const PairInput& input, int a, int b) {
  const int first = a < b ? a : b, second = a < b ? b : a;
  const int low = first_not(input.connected_count, [&](int k) {
    const BodyIndices there = input.connected[k];
    return there.a < first || (there.a == first && there.b < second);
  });
  return low < input.connected_count && input.connected[low].a == first && input.connected[low].b == second;
}

/// Stages 5 to 9, a thread for each entry: it is paired with the shapes of the bin's own level before it. So
/// a large shape among many small ones costs each of these one test. Then a thread for each shape: it is
/// paired with the planes. found(a, b) for each pair.
template <class Found>
__device__ void find_pairs_of(int thread, const Bins& bins, const PairInput& input, const Found& found) {
  if (thread < input.entry_count) {
    const std::uint64_t entry_key = input.keys[thread], key = entry_key / 2;
    const bool owns = entry_key % 2 == 0;
    // Shapes of the bin's own level are its first; one of them looks back over those before it.
    if (owns && (thread == 0 || input.keys[thread - 1] != entry_key)) return;
    const int at_level = level_of_key(bins, key);
    const std::uint32_t mine = input.values[thread] & ~own_level_bit;
    const Bounds here = input.bounds[mine];
    const auto test = [&](int other) {
      const std::uint32_t partner = input.values[other] & ~own_level_bit;
      if (!is_pair_of_bin(bins, at_level, key, here, input.bounds[partner])) return;
      if (are_connected(input, here.body, input.bounds[partner].body)) return;
      found(mine < partner ? mine : partner, mine < partner ? partner : mine);
    };
    if (owns) {
      for (int other = thread - 1; other >= 0 && input.keys[other] == entry_key; --other) test(other);
    } else {
      const std::uint64_t owner_key = entry_key - 1;
      int other = first_not(thread, [&](int k) { return input.keys[k] < owner_key; });
      for (; input.keys[other] == owner_key; ++other) test(other);
    }
  } else if (thread < input.entry_count + input.to_planes) {
    const int shape = thread - input.entry_count;
    const Bounds mine = input.bounds[shape];
    for (int k = 0; k < input.plane_count; ++k) {
      const int number = input.planes[k];
      Bounds of_plane = input.bounds[number];
      of_plane.flags = input.flags[of_plane.body];
      if (are_connected(input, mine.body, of_plane.body)) continue;
      const Pose& world = input.world[number];
      if (may_collide(mine, of_plane) &&
          bounds_meet(mine, placed_plane(input.shapes[number], world), world, input.motions[number])) {
        found(static_cast<std::uint32_t>(shape), static_cast<std::uint32_t>(number));
      }
    }
  }
}

__global__ void pair_count_kernel(Bins bins, PairInput input, int* counts) {
  const int thread = thread_index();
  if (thread > input.entry_count + input.to_planes) return;
  int count = 0;
  find_pairs_of(thread, bins, input, [&](std::uint32_t, std::uint32_t) { ++count; });
  counts[thread] = count;
}

__global__ void pair_write_kernel(Bins bins, PairInput input, const int* places, std::uint64_t* pairs) {
  const int thread = thread_index();
  if (thread >= input.entry_count + input.to_planes) return;
  if (places[thread] == places[thread + 1]) return;
  std::uint64_t* next = pairs + places[thread];
  find_pairs_of(thread, bins, input, [&](std::uint32_t a, std::uint32_t b) {
    *next++ = pair_key(a, b, static_cast<std::uint64_t>(input.shape_count));
  });
}

__global__ void kind_kernel(int pair_count, const std::uint64_t* pairs, std::uint64_t shape_count,
                            const Shape* shapes, std::uint8_t* kinds, std::uint32_t* order) {
  const int i = thread_index();
  if (i >= pair_count) return;
  kinds[i] = static_cast<std::uint8_t>(
      kinds_number(shapes[pairs[i] / shape_count].kind, shapes[pairs[i] % shape_count].kind));
  order[i] = static_cast<std::uint32_t>(i);
}

/// First place in a sorted list that does not hold less than `value`.
__global__ void bucket_kernel(int pair_count, const std::uint8_t* kinds, Buckets* buckets) {
  const int bucket = static_cast<int>(threadIdx.x);
  if (bucket > bucket_count) return;
  buckets->begin[bucket] = first_not(pair_count, [&](int k) { return kinds[k] < bucket; });
}

}  // namespace

DeviceCollider::DeviceCollider(std::span<const Shape> shapes, std::span<const std::uint8_t> flags,
                               std::span<const BodyIndices> connected, int joint_blocks, cudaStream_t stream,
                               std::size_t entry_limit)
    : stream_(stream),
      entry_limit_(entry_limit),
      count_(static_cast<int>(shapes.size())),
      joint_blocks_(joint_blocks) {
  bool present[shape_kind_count] = {};
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    present[static_cast<int>(shapes[i].kind)] = true;
    if (shapes[i].kind == ShapeKind::plane) plane_list_.push_back(static_cast<int>(i));
    else sizes_.push_back(largest_size(shapes[i]));
  }
  for (int kind = 0; kind < shape_kind_count; ++kind) {
    if (!present[kind]) continue;
    ++kind_count_;
    only_kind_ = kind;
  }
  sizes_ = level_sizes(sizes_);
  const std::size_t n = shapes.size();
  shapes_ = DeviceBuffer<Shape>("shapes", n);
  shapes_.upload(shapes, stream);
  flags_ = DeviceBuffer<std::uint8_t>("bodies", flags.size());
  flags_.upload(flags, stream);
  connected_ = DeviceBuffer<BodyIndices>("joints", connected.size());
  connected_.upload(connected, stream);
  planes_ = DeviceBuffer<int>("planes", plane_list_.size());
  planes_.upload(plane_list_, stream);
  world_ = DeviceBuffer<Pose>("shapes", n);
  bounds_ = DeviceBuffer<Bounds>("bounds", n);
  motions_ = DeviceBuffer<StepMotion>("shapes", n);
  broken_ = DeviceBuffer<int>("bounds", 1);
  bucket_buffer_ = DeviceBuffer<Buckets>("kinds of pairs", 1);
  host_number_ = PinnedBuffer<int>(1);
  host_buckets_ = PinnedBuffer<Buckets>(1);
  JAM_CUDA(cudaStreamSynchronize(stream));
}

/// Replaces the counts by the sums of all before them; `count` of them and a last one. Returns the total.
int DeviceCollider::scanned_total(DeviceBuffer<int>& counts, int count, const char* what) {
  reserve(places_, "places", static_cast<std::size_t>(count) + 1);
  exclusive_sum(what, scratch_, stream_, counts.data(), count + 1, places_.data());
  JAM_CUDA(cudaMemcpyAsync(host_number_.data(), places_.data() + count, sizeof(int), cudaMemcpyDeviceToHost,
                           stream_));
  JAM_CUDA(cudaStreamSynchronize(stream_));
  if (host_number_[0] < 0)
    throw OverflowError(std::string("collision detection: more than 2147483647 ") + what);
  return host_number_[0];
}

Bins DeviceCollider::find_bins(const Pose* poses, const StepMotion* ahead, double delta) {
  host_number_[0] = no_body;
  broken_.upload(host_number_.span(), stream_);
  launch_items("place", count_, stream_, place_kernel, count_, shapes_.data(), poses, flags_.data(), ahead,
               delta, world_.data(), motions_.data(), bounds_.data(), broken_.data());
  broken_.download(host_number_.span(), stream_);
  const Corners corner =
      reduce_items("bounds of all shapes", scratch_, stream_, bounds_.data(), count_,
                   CornersOf{}(Bounds{.flags = body_inactive}), CornersOf{}, LowerCorners{});
  if (host_number_[0] != no_body) {
    throw InputError("collision detection: the pose of body " + std::to_string(host_number_[0]) +
                     " is not finite");
  }
  // Margins and motions make bounds larger than shapes, most by less than a tenth; the fastest ones have a
  // level of their own.
  std::vector<double> levels;
  for (const double size : sizes_) levels.push_back(ahead != nullptr ? 1.1 * size : size + delta);
  if (const double largest = -corner.value[6]; !levels.empty() && largest > levels.back()) {
    if (levels.size() == bin_level_limit) levels.pop_back();
    levels.push_back(largest);
  }
  return make_bins({corner.value[0], corner.value[1], corner.value[2]},
                   {-corner.value[3], -corner.value[4], -corner.value[5]}, levels);
}

int DeviceCollider::find_entries(const Bins& bins, Slab slab, bool splits) {
  reserve(counts_, "entries of bins", static_cast<std::size_t>(count_) + 1);
  launch_items("entry_count", count_ + 1, stream_, entry_count_kernel, count_, bins, slab, bounds_.data(),
               counts_.data());
  const int entries = scanned_total(counts_, count_, "entries of bins");
  if (splits && static_cast<std::size_t>(entries) > entry_limit_) return -1;
  const std::size_t n = entries;
  for (auto* keys : {&entry_keys_, &entry_keys_sorted_}) reserve(*keys, "entries of bins", n);
  for (auto* values : {&entry_values_, &entry_values_sorted_}) reserve(*values, "entries of bins", n);
  launch_items("entry", count_, stream_, entry_kernel, count_, bins, slab, bounds_.data(), places_.data(),
               entry_keys_.data(), entry_values_.data());
  if (entries > 0) {
    sort_by_key(scratch_, stream_, entry_keys_.data(), entry_keys_sorted_.data(), entry_values_.data(),
                entry_values_sorted_.data(), entries, bits_below(2 * bins.key_count));
  }
  return entries;
}

bool DeviceCollider::find_pairs(const Bins& bins, Slab slab, bool splits) {
  const int entries = find_entries(bins, slab, splits), to_planes = slab.number == 0 ? count_ : 0,
            before = pair_count_;
  if (entries < 0) return false;
  const PairInput input{entries,
                        to_planes,
                        count_,
                        static_cast<int>(plane_list_.size()),
                        entry_keys_sorted_.data(),
                        entry_values_sorted_.data(),
                        bounds_.data(),
                        shapes_.data(),
                        world_.data(),
                        planes_.data(),
                        flags_.data(),
                        motions_.data(),
                        connected_.data(),
                        static_cast<int>(connected_.count())};
  const int threads = entries + to_planes;
  reserve(counts_, "pairs", static_cast<std::size_t>(threads) + 1);
  launch_items("pair_count", threads + 1, stream_, pair_count_kernel, bins, input, counts_.data());
  const int found = scanned_total(counts_, threads, "pairs of shapes");
  if (found > std::numeric_limits<int>::max() - before)
    throw OverflowError("collision detection: more than 2147483647 pairs of shapes");
  pair_count_ = before + found;
  extend(pairs_, "pairs", pair_count_, before, stream_);
  launch_items("pair_write", threads, stream_, pair_write_kernel, bins, input, places_.data(),
               pairs_.data() + before);
  return true;
}

void DeviceCollider::sort_pairs() {
  reserve(pairs_sorted_, "pairs", pair_count_);
  const auto n = static_cast<std::uint64_t>(count_);
  sort_keys(scratch_, stream_, pairs_.data(), pairs_sorted_.data(), pair_count_, bits_below(n * n));
}

void DeviceCollider::sort_by_kinds() {
  const std::size_t n = pair_count_;
  for (auto* kinds : {&kinds_, &kinds_sorted_}) reserve(*kinds, "kinds of pairs", n);
  for (auto* order : {&pair_order_, &pair_order_sorted_}) reserve(*order, "kinds of pairs", n);
  launch_items("kind", pair_count_, stream_, kind_kernel, pair_count_, pairs_sorted_.data(),
               static_cast<std::uint64_t>(count_), shapes_.data(), kinds_.data(), pair_order_.data());
  sort_by_key(scratch_, stream_, kinds_.data(), kinds_sorted_.data(), pair_order_.data(),
              pair_order_sorted_.data(), pair_count_, bits_below(bucket_count));
  launch("bucket", {dim3(1), dim3(32), 0, stream_}, bucket_kernel, pair_count_, kinds_sorted_.data(),
         bucket_buffer_.data());
  bucket_buffer_.download(host_buckets_.span(), stream_);
  JAM_CUDA(cudaStreamSynchronize(stream_));
  buckets_ = host_buckets_[0];
}

void DeviceCollider::detect(const Pose* poses, const StepMotion* ahead, double delta,
                            ContactBuffers& contacts) {
  contacts.resize(0, joint_blocks_);
  if (count_ == 0) return;
  const Bins bins = find_bins(poses, ahead, delta);
  pair_count_ = 0;
  for_slabs(bins, slabs_for(bins, count_, entry_limit_),
            [&](Slab slab, bool splits) { return find_pairs(bins, slab, splits); });
  if (pair_count_ == 0) return;
  sort_pairs();

  NarrowInput input{shapes_.data(),       world_.data(), motions_.data(), static_cast<std::uint64_t>(count_),
                    pairs_sorted_.data(), nullptr};
  if (kind_count_ > 1) {
    sort_by_kinds();
    input.order = pair_order_sorted_.data();
  } else {
    // All pairs are of one kind with itself: one bucket.
    const int bucket = only_kind_ * (shape_kind_count + 1);
    for (int k = 0; k <= bucket_count; ++k) buckets_.begin[k] = k <= bucket ? 0 : pair_count_;
  }
  reserve(counts_, "contacts", static_cast<std::size_t>(pair_count_) + 1);
  JAM_CUDA(cudaMemsetAsync(counts_.data() + pair_count_, 0, sizeof(int), stream_));
  count_contacts(input, buckets_, counts_.data(), stream_);
  contacts.resize(scanned_total(counts_, pair_count_, "contacts"), joint_blocks_);
  write_contacts(input, buckets_, places_.data(), contacts.arrays, stream_);
}

Simulation::Detect cuda_detection(int device, std::size_t entry_limit) {
  return [queue = std::make_shared<DeviceQueue>(device), entry_limit](
             const World& world, std::span<const Pose> poses, const LookAhead& ahead, int) {
    queue->make_current();
    DeviceCollider collider(world.shapes, body_flags(world.bodies), {}, 0, queue->stream(), entry_limit);
    DeviceBuffer<Pose> on_device("bodies", poses.size());
    on_device.upload(poses, queue->stream());
    DeviceBuffer<StepMotion> motions("bodies", ahead.bodies.size());
    motions.upload(ahead.bodies, queue->stream());
    ContactBuffers contacts;
    collider.detect(on_device.data(), ahead.bodies.empty() ? nullptr : motions.data(), ahead.distance,
                    contacts);
    return contacts.to_host(world.shapes, queue->stream());
  };
}

}  // namespace jam::dynamics
