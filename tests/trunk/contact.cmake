# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
jam_add_test(trunk_contact
  SOURCES
    test_box_box.cpp
    test_box_relaxation.cpp
    test_contact_point.cpp
    test_point_grid.cpp
    test_rounded_boxes.cpp
    test_shared_engines.cpp
  LIBRARIES
    jam_trunk)
