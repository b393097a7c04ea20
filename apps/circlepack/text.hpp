// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#pragma once

#include "jam/circles/model/best_known.hpp"
#include "shell/figure_text.hpp"

namespace jam::app {

using circles::beats;
using circles::gap_text;
using circles::radius_text;

}  // namespace jam::app
