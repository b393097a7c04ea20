// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A load that is changed by hand, box by box, with undo and redo. Lengths in mm. Whether a load is legal is
// not asked here.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jam/io/json.hpp"
#include "jam/trunk/model/trunk_problem.hpp"
#include "jam/view/history.hpp"

namespace jam::view {

/// Boxes, with a flag for each: 1: contact simulation does not move it.
struct EditedLoad {
  std::vector<trunk::BoxRow> rows;
  std::vector<std::uint8_t> fixed;
};

/// The load of these rows; those that are the problem's fixed boxes are fixed.
[[nodiscard]] EditedLoad edited_load(const trunk::TrunkProblem& problem, std::vector<trunk::BoxRow> rows);

/// Applies one of the commands `move`, `turn`, `place`, `add`, `delete`, `fix` to a load. The other boxes
/// keep their rows, bit for bit. Returns the name of the change: `move box 3`; empty for any other command.
/// Throws InputError for a box that does not exist, and for numbers that are not accepted. A box that is
/// added without a place is put at `middle`.
[[nodiscard]] std::string change_load(const io::JsonNode& command, const trunk::TrunkProblem& problem,
                                      Vec3d middle, EditedLoad& load);

}  // namespace jam::view
