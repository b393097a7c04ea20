// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Collision detection on a CUDA device, by the stages of collide/pair_search.hpp and the geometry of
// collide/: the same contacts in the same order as Collider finds. Bounds, entries of bins (a radix sort),
// pairs (counted, scanned, written, sorted), then the narrow phase in buckets of one pair of kinds, twice:
// first the number of contacts of each pair, then, after a scan, the contacts. Five small numbers come back
// to the host meanwhile: the extent of the scene and the lengths of the lists.
#pragma once

#include <span>
#include <vector>

#include "jam/dynamics/collide/bins.hpp"
#include "jam/dynamics/collide/contact.hpp"
#include "jam/dynamics/cuda/kernels.cuh"
#include "jam/dynamics/model/bodies.hpp"
#include "jam/dynamics/model/shape.hpp"

namespace jam::dynamics {

/// Input of the narrow phase.
struct NarrowInput {
  const Shape* shapes = nullptr;
  const Pose* world = nullptr;          ///< Pose of each shape.
  const StepMotion* motions = nullptr;  ///< Motion of each shape.
  std::uint64_t shape_count = 0;
  const std::uint64_t* pairs = nullptr;
  const std::uint32_t* order = nullptr;  ///< Pair numbers sorted by kinds; null: the order of `pairs`.
};

inline constexpr int bucket_count = shape_kind_count * shape_kind_count;

/// Index of the first pair of each bucket in the order; last entry: the number of pairs.
struct Buckets {
  int begin[bucket_count + 1];
};

/// Writes the number of contacts of each pair.
void count_contacts(const NarrowInput& input, const Buckets& buckets, int* counts, cudaStream_t stream);
/// Writes the contacts of each pair from its place on, by feature.
void write_contacts(const NarrowInput& input, const Buckets& buckets, const int* places,
                    const ContactArrays& contacts, cudaStream_t stream);

/// Contacts with the memory they lie in.
struct ContactBuffers {
  DeviceBuffer<std::uint64_t> pair;
  DeviceBuffer<std::uint32_t> feature;
  DeviceBuffer<double> point, normal, gap, share;
  ContactArrays arrays;
  int count = 0;

  /// Reserves memory for `contacts` contacts, and for `spare` blocks of joints after them.
  void resize(int contacts, int spare = 0);
  /// Takes over pairs and features of contacts between `shape_count` shapes; nothing else of these contacts.
  void load_keys(std::span<const Contact> contacts, int shape_count, cudaStream_t stream);
  /// Copies the contacts between these shapes to the host, after the work already in `stream`.
  [[nodiscard]] std::vector<Contact> to_host(std::span<const Shape> shapes, cudaStream_t stream) const;
};

/// Pairs of bodies that joints connect, the smaller number first; ascending.
[[nodiscard]] std::vector<BodyIndices> connected_bodies(const World& world);

class DeviceCollider {
 public:
  /// A collider of shapes of bodies with these flags (BodyFlag, bounds.hpp). Bodies that are `connected`, by
  /// the smaller number and ascending, do not collide with each other. Contacts have capacity for
  /// `joint_blocks` blocks of joints after them. Pairs are searched in slabs of at most `entry_limit` entries
  /// (bins.hpp). Throws OverflowError if memory does not suffice.
  DeviceCollider(std::span<const Shape> shapes, std::span<const std::uint8_t> flags,
                 std::span<const BodyIndices> connected, int joint_blocks, cudaStream_t stream,
                 std::size_t entry_limit = slab_entries);

  /// Other flags of the bodies.
  void set_flags(std::span<const std::uint8_t> flags) { flags_.upload(flags, stream_); }

  /// Replaces `contacts` by all whose gaps are at most `delta` (>= 0), with the bodies at these poses (device
  /// memory); if `ahead` (device memory) is not null, by those that bodies with these motions come to
  /// (collide/moving_pair.hpp). Throws InputError if a pose is not finite.
  void detect(const Pose* poses, const StepMotion* ahead, double delta, ContactBuffers& contacts);

  [[nodiscard]] const Shape* shapes() const { return shapes_.data(); }
  [[nodiscard]] int shape_count() const { return count_; }

 private:
  [[nodiscard]] Bins find_bins(const Pose* poses, const StepMotion* ahead, double delta);
  /// The entries of a slab; -1 where it `splits` and has too many.
  [[nodiscard]] int find_entries(const Bins& bins, Slab slab, bool splits);
  /// Adds the pairs of a slab to those found before; the first one has those with planes. False, and nothing
  /// is added, where the slab `splits` and has too many entries.
  bool find_pairs(const Bins& bins, Slab slab, bool splits);
  void sort_pairs();
  void sort_by_kinds();
  [[nodiscard]] int scanned_total(DeviceBuffer<int>& counts, int count, const char* what);

  cudaStream_t stream_;
  std::size_t entry_limit_;
  int count_;
  int joint_blocks_;
  int kind_count_ = 0;  ///< Number of different kinds of shapes.
  int only_kind_ = 0;   ///< The kind of all shapes, if there is only one kind.
  std::vector<double> sizes_;
  std::vector<int> plane_list_;
  DeviceBuffer<Shape> shapes_;
  DeviceBuffer<std::uint8_t> flags_;
  DeviceBuffer<BodyIndices> connected_;
  DeviceBuffer<int> planes_;
  DeviceBuffer<Pose> world_;
  DeviceBuffer<StepMotion> motions_;  ///< One a shape.
  DeviceBuffer<Bounds> bounds_;
  DeviceBuffer<int> broken_;  ///< A body whose pose is not finite, or the largest int.
  DeviceBuffer<int> counts_, places_;
  DeviceBuffer<std::uint64_t> entry_keys_, entry_keys_sorted_, pairs_, pairs_sorted_;
  DeviceBuffer<std::uint32_t> entry_values_, entry_values_sorted_, pair_order_, pair_order_sorted_;
  DeviceBuffer<std::uint8_t> kinds_, kinds_sorted_;
  DeviceBuffer<Buckets> bucket_buffer_;
  CachedBlocks scratch_;
  PinnedBuffer<int> host_number_;
  PinnedBuffer<Buckets> host_buckets_;
  int pair_count_ = 0;
  Buckets buckets_{};
};

}  // namespace jam::dynamics
