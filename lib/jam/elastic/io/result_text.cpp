// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/elastic/io/result_text.hpp"

#include <fmt/format.h>

#include <utility>

#include "jam/elastic/product/line_transforms.hpp"
#include "jam/io/json_writer.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/stage_page.hpp"

namespace jam::elastic {
namespace {

using io::JsonObject;

/// Name of the code that computed the products: `direct`, `FFTW`, `Jampack`.
const char* product_name(const ContactResult& result) {
  return chosen(result.settings->product, result.pressed->grid.count()) == ProductKind::direct
             ? "direct"
             : fft_library();
}

const char* name_of(Motion motion) {
  return motion == Motion::shift ? "shift" : motion == Motion::force ? "force" : "rolling";
}

JsonObject tangential_json(const ContactResult& result) {
  const FrictionalContact& friction = *result.friction;
  const TangentialLoad& load = *result.tangential;
  const auto pair = [](Tangent value) { return io::json_list(value.x, value.y); };
  return JsonObject("motion", name_of(load.motion))
      .add(load.motion == Motion::rolling ? "creepage" : "shift", pair(friction.shift), "spin", load.spin)
      .add("force", pair(applied_force(result)), "moment", 0 - friction.moment)
      .add("friction_force", pair(friction.force), "friction_share", friction_share(result))
      .add("adhesion_cells", friction.adhesion_cells, "slip_cells", friction.slip_cells)
      .add("method", name_of(result.tangential_method), "iterations", friction.iterations)
      .add("rounds", friction.rounds, "status", friction.solved ? "solved" : "limit")
      .add("residual", friction.residual);
}

}  // namespace

JsonObject result_units() { return JsonObject("length", "mm").add("force", "N").add("modulus", "MPa"); }

JsonObject grid_json(const Grid& grid) {
  return JsonObject("nx", grid.nx, "ny", grid.ny, "dx", grid.dx, "dy", grid.dy)
      .add("left", grid.left, "low", grid.low);
}

std::vector<NamedField> fields_of(const ContactResult& result) {
  const PressedContact& pressed = *result.pressed;
  std::vector<NamedField> fields = {
      {"pressure", pressed.normal.pressure}, {"undeformed_gap", pressed.gap}, {"gap", pressed.normal.gap}};
  if (result.friction == nullptr) return fields;
  const FrictionalContact& friction = *result.friction;
  const auto add = [&](const char* x_name, const char* y_name, const std::vector<Tangent>& values) {
    std::vector<double> x, y;
    for (const Tangent value : values) x.push_back(value.x), y.push_back(value.y);
    fields.emplace_back(x_name, std::move(x));
    fields.emplace_back(y_name, std::move(y));
  };
  add("traction_x", "traction_y", friction.tractions.traction);
  add("slip_x", "slip_y", friction.tractions.slip);
  add("rigid_shift_x", "rigid_shift_y", friction.rigid_shift);
  std::vector<double> states;
  for (const CellState state : friction.tractions.state) states.push_back(static_cast<double>(state));
  fields.emplace_back("state", std::move(states));
  return fields;
}

Tangent applied_force(const ContactResult& result) { return Tangent{} - result.friction->force; }

double friction_share(const ContactResult& result) {
  const double limit = result.tangential->friction * result.pressed->normal.force;
  return limit > 0 ? length(result.friction->force) / limit : 0;
}

double mean_pressure(const ContactResult& result) {
  const NormalSolution& normal = result.pressed->normal;
  return normal.contact_cells > 0 ? normal.force / (normal.contact_cells * result.pressed->grid.area()) : 0;
}

std::string result_json(const ContactResult& result) {
  const PressedContact& pressed = *result.pressed;
  const NormalSolution& normal = pressed.normal;
  const MaterialPair& pair = result.contact->pair;
  JsonObject text = JsonObject::document();
  text.add("schema", "jampack/contact-result/1")
      .add("name", result.name, "units", result_units(), "grid", grid_json(pressed.grid))
      .add("material", JsonObject("shear_modulus", pair.shear, "poisson_ratio", pair.poisson)
                           .add("coupling", pair.coupling, "modulus", pair.modulus));
  if (const double flexibility = result.contact->liner.flexibility(); flexibility > 0)
    text.add("liner_flexibility", flexibility);
  text.add("approach", normal.approach)
      .add("normal_force", normal.force)
      .add("friction", result.friction != nullptr ? result.tangential->friction : 0)
      .add("peak_pressure", normal.peak, "mean_pressure", mean_pressure(result))
      .add("contact_cells", normal.contact_cells)
      .add("contact_area", normal.contact_cells * pressed.grid.area());
  if (pressed.hertz) {
    const HertzContact& hertz = *pressed.hertz;
    text.add("hertz", JsonObject("approach", hertz.approach, "normal_force", hertz.force)
                          .add("peak_pressure", hertz.peak)
                          .add("semi_axes", io::json_list(hertz.x_axis, hertz.y_axis))
                          .add("stiffness", hertz.stiffness));
  }
  text.add("solver", JsonObject("method", name_of(result.settings->method), "product", product_name(result))
                         .add("status", name_of(normal.status), "iterations", normal.iterations)
                         .add("coarse_iterations", normal.coarse_iterations)
                         .add("residual", normal.residual));
  if (result.friction != nullptr) text.add("tangential", tangential_json(result));
  JsonObject fields;
  for (const auto& [name, values] : fields_of(result)) fields.add(name, values);
  return text.add("notes", pressed.notes).add("warnings", pressed.warnings).add("fields", fields).text();
}

std::string result_page(const ContactResult& result) {
  return io::stage_page(result.name, JsonObject("schema", "jampack/view/1", "kind", "contact")
                                         .add("name", result.name)
                                         .add("contact", io::JsonText{result_json(result)})
                                         .text());
}

std::string result_csv(const ContactResult& result) {
  const Grid& grid = result.pressed->grid;
  const std::vector<NamedField> fields = fields_of(result);
  std::string text = "x,y";
  for (const auto& [name, values] : fields) text += fmt::format(",{}", name);
  text += "\n";
  for (int i = 0; i < grid.count(); ++i) {
    text += io::number_text(grid.x(i % grid.nx)) + "," + io::number_text(grid.y(i / grid.nx));
    for (const auto& [name, values] : fields) text += "," + io::number_text(values[i]);
    text += "\n";
  }
  return text;
}

std::string result_vtk(const ContactResult& result) {
  const Grid& grid = result.pressed->grid;
  std::string text = fmt::format(
      "<?xml version=\"1.0\"?>\n<VTKFile type=\"ImageData\" version=\"1.0\" byte_order=\"LittleEndian\">\n"
      "<ImageData WholeExtent=\"0 {0} 0 {1} 0 0\" Origin=\"{2} {3} 0\" Spacing=\"{4} {5} 1\">\n<Piece "
      "Extent=\"0 {0} 0 {1} 0 0\">\n"
      "<CellData Scalars=\"pressure\">\n",
      grid.nx, grid.ny, io::number_text(grid.left - 0.5 * grid.dx), io::number_text(grid.low - 0.5 * grid.dy),
      io::number_text(grid.dx), io::number_text(grid.dy));
  for (const auto& [name, values] : fields_of(result)) {
    text += fmt::format("<DataArray type=\"Float64\" Name=\"{}\" format=\"ascii\">", name);
    for (const double value : values) text += io::number_text(value) + " ";
    text += "</DataArray>\n";
  }
  return text + "</CellData>\n</Piece>\n</ImageData>\n</VTKFile>\n";
}

}  // namespace jam::elastic
