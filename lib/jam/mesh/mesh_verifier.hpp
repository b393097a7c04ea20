// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Exact verification of complete loads in a trunk (verify_boxes.hpp). In a cloud of points, also that every centre lies among them;
// violations then speak of points.
#pragma once

#include <vector>

#include "jam/trunk/model/trunk_problem.hpp"

namespace jam::mesh {

class MeshVerifier : public trunk::LoadVerifier {
 public:
  /// The problem must outlive it. `thread_count` (0: all) enters no result.
  explicit MeshVerifier(const trunk::TrunkProblem& problem, int thread_count = 0) : problem_(problem), thread_count_(thread_count) {}

  /// Throws InputError as verify_boxes does.
  [[nodiscard]] trunk::LoadVerdict verify(const std::vector<trunk::BoxRow>& rows) const override;

 private:
  const trunk::TrunkProblem& problem_;
  int thread_count_;
};

}  // namespace jam::mesh
