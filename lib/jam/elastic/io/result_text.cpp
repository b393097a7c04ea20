// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/elastic/io/result_text.hpp"

#include <fmt/format.h>

#include <utility>

#include "jam/elastic/product/line_transforms.hpp"
#include "jam/io/json_text.hpp"
#include "jam/io/number_text.hpp"

namespace jam::elastic {
namespace {

using io::json_number;
using io::json_string;

std::string numbers(const std::vector<double>& values) { return io::json_array(values, json_number); }

std::string texts(const std::vector<std::string>& values) {
  return io::json_array(values, [](const std::string& text) { return json_string(text); });
}

/// What computed the products: `direct`, `FFTW`, `kissfft`.
const char* product_name(const ContactResult& result) {
  return chosen(result.settings->product, result.pressed->grid.count()) == ProductKind::direct
             ? "direct"
             : fft_library();
}

const char* name_of(Motion motion) {
  return motion == Motion::shift ? "shift" : motion == Motion::force ? "force" : "rolling";
}

std::string tangential_json(const ContactResult& result) {
  const FrictionalContact& friction = *result.friction;
  const auto pair = [](Tangent value) {
    return fmt::format("[{}, {}]", json_number(value.x), json_number(value.y));
  };
  std::string text = fmt::format(
      "\"tangential\": {{\"motion\": \"{}\", \"{}\": {}, \"spin\": {}, \"force\": {}, \"moment\": {}, "
      "\"friction_force\": {},\n",
      name_of(result.tangential->motion), result.tangential->motion == Motion::rolling ? "creepage" : "shift",
      pair(friction.shift), json_number(result.tangential->spin), pair(applied_force(result)),
      json_number(0 - friction.moment), pair(friction.force));
  return text + fmt::format(
                    "  \"friction_share\": {}, \"adhesion_cells\": {}, \"slip_cells\": {}, \"method\": "
                    "\"{}\", \"iterations\": {}, "
                    "\"rounds\": {}, "
                    "\"status\": \"{}\", \"residual\": {}}},\n",
                    json_number(friction_share(result)), friction.adhesion_cells, friction.slip_cells,
                    name_of(result.tangential_method), friction.iterations, friction.rounds,
                    friction.solved ? "solved" : "limit", json_number(friction.residual));
}

}  // namespace

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
  const Grid& grid = pressed.grid;
  std::string text =
      fmt::format("{{\"schema\": \"jampack/contact-result/1\",\n\"name\": {},\n", json_string(result.name));
  text += "\"units\": {\"length\": \"mm\", \"force\": \"N\", \"modulus\": \"MPa\"},\n";
  text += fmt::format(
      "\"grid\": {{\"nx\": {}, \"ny\": {}, \"dx\": {}, \"dy\": {}, \"left\": {}, \"low\": {}}},\n", grid.nx,
      grid.ny, json_number(grid.dx), json_number(grid.dy), json_number(grid.left), json_number(grid.low));
  text += fmt::format(
      "\"material\": {{\"shear_modulus\": {}, \"poisson_ratio\": {}, \"coupling\": {}, \"modulus\": {}}},\n",
      json_number(pair.shear), json_number(pair.poisson), json_number(pair.coupling),
      json_number(pair.modulus));
  if (const double flexibility = result.contact->liner.flexibility(); flexibility > 0) {
    text += fmt::format("\"liner_flexibility\": {},\n", json_number(flexibility));
  }
  text += fmt::format("\"approach\": {},\n\"normal_force\": {},\n\"friction\": {},\n",
                      json_number(normal.approach), json_number(normal.force),
                      json_number(result.friction != nullptr ? result.tangential->friction : 0));
  text += fmt::format(
      "\"peak_pressure\": {},\n\"mean_pressure\": {},\n\"contact_cells\": {},\n\"contact_area\": {},\n",
      json_number(normal.peak), json_number(mean_pressure(result)), normal.contact_cells,
      json_number(normal.contact_cells * grid.area()));
  if (pressed.hertz) {
    const HertzContact& hertz = *pressed.hertz;
    text += fmt::format(
        "\"hertz\": {{\"approach\": {}, \"normal_force\": {}, \"peak_pressure\": {}, \"semi_axes\": [{}, "
        "{}], \"stiffness\": {}}},\n",
        json_number(hertz.approach), json_number(hertz.force), json_number(hertz.peak),
        json_number(hertz.x_axis), json_number(hertz.y_axis), json_number(hertz.stiffness));
  }
  text += fmt::format(
      "\"solver\": {{\"method\": \"{}\", \"product\": \"{}\", \"status\": \"{}\", \"iterations\": {}, "
      "\"coarse_iterations\": {}, "
      "\"residual\": {}}},\n",
      name_of(result.settings->method), product_name(result), name_of(normal.status), normal.iterations,
      normal.coarse_iterations, json_number(normal.residual));
  if (result.friction != nullptr) text += tangential_json(result);
  text += fmt::format("\"notes\": {},\n\"warnings\": {},\n\"fields\": {{", texts(pressed.notes),
                      texts(pressed.warnings));
  bool first = true;
  for (const auto& [name, values] : fields_of(result)) {
    text += fmt::format("{}\n  \"{}\": {}", first ? "" : ",", name, numbers(values));
    first = false;
  }
  return text + "}}\n";
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
