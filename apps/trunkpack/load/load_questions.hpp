// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The options that ask something of a finished load: does it hold (load_test.hpp), how is it loaded
// (loading.hpp), and which walls cost boxes (tight.hpp). One row each (option_table.hpp).
#pragma once

#include "trunkpack/options.hpp"

namespace jam::app {

/// The modes in which there is a finished load.
inline constexpr Modes load_question_modes = search_modes | verify_mode;

/// Searches with boxes of one size, or with pieces of a set.
inline constexpr Modes one_size = 1, set_of_boxes = 2;

/// Adds the rows.
void add_load_questions(Options& options);

/// Throws InputError where such an option has no effect.
void check_load_questions(const Options& options);

}  // namespace jam::app
