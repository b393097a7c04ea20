// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Two circles of radius 2 and 3 side by side fit into a circle of radius 5.
#include <iostream>

#include "jam/circles/model/packing.hpp"
#include "jam/core/device.hpp"
#include "jam/core/version.hpp"

int main() {
  const auto circle = jam::circles::smallest_enclosing_circle({{2, -3, 0}, {3, 2, 0}});
  std::cout << "Jampack " << jam::version_number << " (" << jam::version_commit() << ") on "
            << jam::choose_device("auto").description << "\nenclosing radius " << circle.radius << '\n';
}
