// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The boxes of a set in a scene of trials. Every packing of the scene has the same boxes: all of each
// kind of the set, or, of a kind without a limit, what the volume of the container allows. Those that are not
// in a load are away (state.hpp). The first tag of a box of a load is the number of its kind, from 1. Lengths
// in mm.
#pragma once

#include <vector>

#include "jam/trunk/annealing/engine.hpp"

namespace jam::trunk {

/// Rules for sets: no clusters, which are boxes of one size.
[[nodiscard]] TrialRules set_rules();

/// Adds sizes and kinds of the set, before the sizes of fixed boxes. The boxes of a piece that a load has to
/// hold (Piece::least) are a kind of their own, of more worth. TrialSizeError for more than 127 kinds or
/// 60 000 boxes.
void add_kinds(const SetBoxes& boxes, double corner_radius, TrialSceneData& data);

/// Mean scale of the boxes: lengths of trials and energies are multiplied by it.
[[nodiscard]] double scale_of_set(const TrialSceneData& data);

/// The load with kinds in its tags, and with edges in the order of its kinds: rotations follow.
[[nodiscard]] BoxPacking in_kinds(const BoxSet& set, const BoxPacking& packing);

/// Numbers of the boxes of a load in the packings of the scene. OverflowError if it has more of a kind.
[[nodiscard]] std::vector<int> numbers_of(const TrialSceneData& data, const BoxPacking& packing);

[[nodiscard]] TrialWorth worth_of(const TrialSceneData& data, const BoxPacking& packing);

/// Place and rotation of box i of poses as an engine has them.
[[nodiscard]] PlacedBox box_at(const TrialSceneData& data, const BoxView& view, int i);

/// The boxes that are not away of poses as an engine has them, without fixed ones.
[[nodiscard]] std::vector<PlacedBox> boxes_of(const TrialSceneData& data, const BoxSet& set,
                                              double corner_radius, std::vector<float>& pose);

}  // namespace jam::trunk
