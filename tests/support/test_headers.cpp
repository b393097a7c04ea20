// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Compiled together with the precompiled headers of the tests (cmake/JamTests.cmake).
