// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Lets tests written for the single header of Catch2 version 2 compile with version 3. In the include path
// only where version 3 is used.
#pragma once

#include <catch2/catch_all.hpp>

using Catch::Approx;
