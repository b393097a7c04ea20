// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Results as text: JSON (schema jampack/contact-result/1, read by ../shared/verify/elastic.py), CSV, VTK.
// Lengths in mm, forces in N, pressures and moduli in MPa; fields in the order of cells, x fastest.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "jam/elastic/tangential/frictional.hpp"
#include "jam/io/json_writer.hpp"

namespace jam::elastic {

/// A solved contact and the settings of its solver.
struct ContactResult {
  std::string name;
  const Contact* contact = nullptr;
  const NormalSettings* settings = nullptr;
  const PressedContact* pressed = nullptr;

  // The solution with friction; null: no friction.
  const FrictionalContact* friction = nullptr;
  const TangentialLoad* tangential = nullptr;
  TangentialMethod tangential_method = TangentialMethod::tang_cg;
};

/// A number per cell with its name in files: `pressure`.
using NamedField = std::pair<const char*, std::vector<double>>;

/// The fields of a result in their order.
[[nodiscard]] std::vector<NamedField> fields_of(const ContactResult& result);

/// The tangential force that is applied to the upper body and balanced by friction [N]: it goes with the
/// shift.
[[nodiscard]] Tangent applied_force(const ContactResult& result);

/// The tangential force over the largest force that friction can carry [-]; 0 if that is 0.
[[nodiscard]] double friction_share(const ContactResult& result);

/// Force over area of contact [MPa]; 0 without contact.
[[nodiscard]] double mean_pressure(const ContactResult& result);

/// The units of all results, and a grid, as written in results.
[[nodiscard]] io::JsonObject result_units();
[[nodiscard]] io::JsonObject grid_json(const Grid& grid);

[[nodiscard]] std::string result_json(const ContactResult& result);

/// The result as a page for a browser. Throws as io::require_stage_pages().
[[nodiscard]] std::string result_page(const ContactResult& result);

/// A line per cell: x, y, and the fields.
[[nodiscard]] std::string result_csv(const ContactResult& result);

/// An image for ParaView (.vti): the fields as numbers of cells.
[[nodiscard]] std::string result_vtk(const ContactResult& result);

}  // namespace jam::elastic
