// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <utility>

#include "jam/dynamics/collide/pair_search.hpp"
#include "jam/dynamics/cuda/detection.cuh"

namespace jam::dynamics {

std::vector<BodyIndices> connected_bodies(const World& world) {
  std::vector<BodyIndices> connected;
  for (const Joint& joint : world.joints)
    connected.push_back({std::min(joint.a, joint.b), std::max(joint.a, joint.b)});
  std::ranges::sort(connected, {}, [](const BodyIndices& pair) { return std::pair(pair.a, pair.b); });
  return connected;
}

void ContactBuffers::resize(int contacts, int spare) {
  const auto n = static_cast<std::size_t>(contacts) + static_cast<std::size_t>(spare);
  arrays.pair = reserve(pair, "contacts", n);
  arrays.feature = reserve(feature, "contacts", n);
  arrays.point = reserve_vectors(point, "contacts", n);
  arrays.normal = reserve_vectors(normal, "contacts", n);
  arrays.gap = reserve(gap, "contacts", n);
  arrays.share = reserve(share, "contacts", n);
  count = contacts;
}

std::vector<Contact> ContactBuffers::to_host(std::span<const Shape> shapes, cudaStream_t stream) const {
  const std::size_t n = count;
  std::vector<std::uint64_t> pairs(n);
  std::vector<std::uint32_t> features(n);
  std::vector<double> gaps(n), shares(n), points[3], normals[3];
  pair.download(pairs, stream);
  feature.download(features, stream);
  gap.download(gaps, stream);
  share.download(shares, stream);
  for (std::size_t k = 0; k < 3; ++k) {
    points[k] = host_copy(arrays.point, k, n, stream);
    normals[k] = host_copy(arrays.normal, k, n, stream);
  }
  JAM_CUDA(cudaStreamSynchronize(stream));
  std::vector<Contact> contacts(n);
  for (std::size_t i = 0; i < n; ++i) {
    Contact& contact = contacts[i];
    contact.shape_a = static_cast<int>(pairs[i] / shapes.size());
    contact.shape_b = static_cast<int>(pairs[i] % shapes.size());
    contact.body_a = shapes[contact.shape_a].body;
    contact.body_b = shapes[contact.shape_b].body;
    contact.feature = features[i];
    contact.point = {points[0][i], points[1][i], points[2][i]};
    contact.normal = {normals[0][i], normals[1][i], normals[2][i]};
    contact.gap = gaps[i];
    contact.share = shares[i];
  }
  return contacts;
}

void ContactBuffers::load_keys(std::span<const Contact> contacts, int shape_count, cudaStream_t stream) {
  std::vector<std::uint64_t> pairs;
  std::vector<std::uint32_t> features;
  for (const Contact& contact : contacts) {
    pairs.push_back(pair_key(static_cast<std::uint64_t>(contact.shape_a),
                             static_cast<std::uint64_t>(contact.shape_b),
                             static_cast<std::uint64_t>(shape_count)));
    features.push_back(contact.feature);
  }
  resize(static_cast<int>(contacts.size()));
  pair.upload(pairs, stream);
  feature.upload(features, stream);
  JAM_CUDA(cudaStreamSynchronize(stream));
}

}  // namespace jam::dynamics
