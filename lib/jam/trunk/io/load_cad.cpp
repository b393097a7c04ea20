// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/io/load_cad.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "jam/core/error.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/text_table.hpp"
#include "jam/trunk/model/box_classes.hpp"

namespace jam::trunk {
namespace {

using io::number_text;

/// The edge of the box along which the normal of each face points, and whether the outward normal points in
/// its positive direction.
constexpr int face_axis[6] = {2, 2, 1, 1, 0, 0};
constexpr bool face_is_high[6] = {false, true, false, true, false, true};

/// Names of the solids, in letters that all formats accept: `box_0`, `box_0_A`.
std::vector<std::string> box_names(const LoadReport& report) {
  std::vector<std::string> names = piece_names(report.set, report.boxes);
  for (std::size_t k = 0; k < names.size(); ++k) {
    for (char& letter : names[k]) {
      const bool plain = (letter >= '0' && letter <= '9') || (letter >= 'A' && letter <= 'Z') ||
                         (letter >= 'a' && letter <= 'z') || letter == '-' || letter == '.';
      if (!plain) letter = '_';
    }
    names[k] = fmt::format("box_{}{}{}", k, names[k].empty() ? "" : "_", names[k]);
  }
  return names;
}

std::array<Vec3d, 3> axes_of(const BoxRow& box, const CadFrame& frame) {
  return {frame.direction(box.first_axis), frame.direction(box.second_axis),
          frame.direction(box.third_axis())};
}

std::string triple(Vec3d v) {
  return fmt::format("{} {} {}", number_text(v.x), number_text(v.y), number_text(v.z));
}

/// A number as STEP writes it: with a point, and a capital E.
std::string real(double value) {
  std::string text = number_text(value);
  const std::size_t exponent = std::min(text.find('e'), text.size());
  if (text.find('.') == std::string::npos) text.insert(exponent, ".");
  std::replace(text.begin(), text.end(), 'e', 'E');
  return text;
}

/// The numbered entities of a STEP file.
class StepEntities {
 public:
  /// Adds an entity; returns its number with the mark, `#12`.
  template <class... Values>
  std::string add(fmt::format_string<Values...> format, Values&&... values) {
    std::string number = fmt::format("#{}", ++count_);
    text_ += number + "=" + fmt::format(format, std::forward<Values>(values)...) + ";\n";
    return number;
  }
  std::string point(Vec3d p) {
    return add("CARTESIAN_POINT('',({},{},{}))", real(p.x), real(p.y), real(p.z));
  }
  std::string direction(Vec3d d) { return add("DIRECTION('',({},{},{}))", real(d.x), real(d.y), real(d.z)); }

  /// The unit of lengths.
  std::string length_unit(const CadFrame& frame) {
    const auto si = [this](const char* prefix) {
      return add("(LENGTH_UNIT()NAMED_UNIT(*)SI_UNIT({},.METRE.))", prefix);
    };
    if (frame.unit != "inch") return si(frame.unit == "m" ? "$" : frame.unit == "cm" ? ".CENTI." : ".MILLI.");
    const std::string exponents = add("DIMENSIONAL_EXPONENTS(1.,0.,0.,0.,0.,0.,0.)");
    const std::string measure = add("LENGTH_MEASURE_WITH_UNIT(LENGTH_MEASURE(25.4),{})", si(".MILLI."));
    return add("(CONVERSION_BASED_UNIT('INCH',{})LENGTH_UNIT()NAMED_UNIT({}))", measure, exponents);
  }

  /// A box as a solid.
  std::string solid(const std::string& name, const std::array<Vec3d, 8>& corner,
                    const std::array<Vec3d, 3>& axis) {
    std::vector<std::string> points, vertices, along, against;
    for (const Vec3d& p : corner) {
      points.push_back(point(p));
      vertices.push_back(add("VERTEX_POINT('',{})", points.back()));
    }
    for (const Vec3d& a : axis) {
      along.push_back(direction(a));
      against.push_back(direction(-a));
    }
    // An edge goes from its lower to its higher corner, which differ in one bit: the bit of its axis.
    std::map<std::pair<int, int>, std::string> edges;
    for (int low = 0; low < 8; ++low) {
      for (int k = 0; k < 3; ++k) {
        const int high = low | 1 << k;
        if (high == low) continue;
        const std::string line = add("LINE('',{},{})", points[low], add("VECTOR('',{},1.)", along[k]));
        edges[{low, high}] = add("EDGE_CURVE('',{},{},{},.T.)", vertices[low], vertices[high], line);
      }
    }
    std::vector<std::string> shell;
    for (int f = 0; f < 6; ++f) {
      std::vector<std::string> loop;
      for (int k = 0; k < 4; ++k) {
        const auto [from, to] = std::pair{cad_faces[f][k], cad_faces[f][(k + 1) % 4]};
        loop.push_back(
            add("ORIENTED_EDGE('',*,*,{},{})", edges[std::minmax(from, to)], from < to ? ".T." : ".F."));
      }
      const std::string bound =
          add("FACE_OUTER_BOUND('',{},.T.)", add("EDGE_LOOP('',({}))", fmt::join(loop, ",")));
      const std::size_t normal = face_axis[f];
      const std::string place =
          add("AXIS2_PLACEMENT_3D('',{},{},{})", points[cad_faces[f][0]],
              face_is_high[f] ? along[normal] : against[normal], along[(normal + 1) % 3]);
      shell.push_back(add("ADVANCED_FACE('',({}),{},.T.)", bound, add("PLANE('',{})", place)));
    }
    return add("MANIFOLD_SOLID_BREP('{}',{})", name, add("CLOSED_SHELL('',({}))", fmt::join(shell, ",")));
  }

  /// The solid in a colour.
  std::string styled(const std::string& solid, const std::array<int, 3>& colour) {
    const auto share = [](int component) { return real(component / 255.0); };
    const std::string fill =
        add("FILL_AREA_STYLE_COLOUR('',{})",
            add("COLOUR_RGB('',{},{},{})", share(colour[0]), share(colour[1]), share(colour[2])));
    const std::string area = add("SURFACE_STYLE_FILL_AREA({})", add("FILL_AREA_STYLE('',({}))", fill));
    const std::string side = add("SURFACE_STYLE_USAGE(.BOTH.,{})", add("SURFACE_SIDE_STYLE('',({}))", area));
    return add("STYLED_ITEM('',({}),{})", add("PRESENTATION_STYLE_ASSIGNMENT(({}))", side), solid);
  }

  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
  int count_ = 0;
};

}  // namespace

double CadFrame::unit_length() const {
  if (unit == "mm") return 1;
  if (unit == "cm") return 10;
  if (unit == "m") return 1000;
  if (unit == "inch") return 25.4;
  throw InputError("the unit " + io::quoted(unit) + " is not known; mm, cm, m and inch are accepted");
}

Vec3d CadFrame::direction(Vec3d v) const {
  // + 0.0: no negative zeros in files.
  if (up == 'x') return {v.z + 0.0, v.y + 0.0, 0.0 - v.x};
  if (up == 'y') return {v.x + 0.0, v.z + 0.0, 0.0 - v.y};
  return v + Vec3d{};
}

std::array<Vec3d, 8> cad_corners(const BoxRow& box, const CadFrame& frame) {
  std::array<Vec3d, 8> corners;
  for (std::size_t k = 0; k < 8; ++k) {
    const auto half = [&](double edge, std::size_t bit) { return (k & bit) != 0 ? edge / 2 : -edge / 2; };
    corners[k] = frame.point(box.centre + half(box.edge.x, 1) * box.first_axis +
                             half(box.edge.y, 2) * box.second_axis + half(box.edge.z, 4) * box.third_axis());
  }
  return corners;
}

std::string load_stl_text(const LoadReport& report, const CadFrame& frame) {
  std::string text;
  const std::vector<std::string> names = box_names(report);
  for (std::size_t k = 0; k < report.boxes.size(); ++k) {
    const std::array<Vec3d, 8> corner = cad_corners(report.boxes[k], frame);
    const std::array<Vec3d, 3> axis = axes_of(report.boxes[k], frame);
    text += "solid " + names[k] + "\n";
    for (int f = 0; f < 6; ++f) {
      const Vec3d along = axis[face_axis[f]];
      const Vec3d normal = face_is_high[f] ? along : Vec3d{} - along;
      for (const auto& [b, c] : {std::pair{1, 2}, std::pair{2, 3}}) {
        text += "  facet normal " + triple(normal) + "\n    outer loop\n";
        for (const int v : {cad_faces[f][0], cad_faces[f][b], cad_faces[f][c]})
          text += "      vertex " + triple(corner[v]) + "\n";
        text += "    endloop\n  endfacet\n";
      }
    }
    text += "endsolid " + names[k] + "\n";
  }
  return text.empty() ? "solid empty\nendsolid empty\n" : text;
}

std::string load_obj_text(const LoadReport& report, const CadFrame& frame) {
  std::string text = fmt::format("# boxes by jampack {} in {}; lengths in {}, {} up\n", report.version,
                                 report.problem, frame.unit, frame.up);
  const std::vector<std::string> names = box_names(report);
  for (std::size_t k = 0; k < report.boxes.size(); ++k) {
    text += "o " + names[k] + "\n";
    for (const Vec3d& corner : cad_corners(report.boxes[k], frame)) text += "v " + triple(corner) + "\n";
    const auto first = static_cast<int>(8 * k + 1);
    for (const auto& f : cad_faces)
      text += fmt::format("f {} {} {} {}\n", first + f[0], first + f[1], first + f[2], first + f[3]);
  }
  return text;
}

std::string load_step_text(const LoadReport& report, const CadFrame& frame) {
  StepEntities step;
  const std::string application =
      step.add("APPLICATION_CONTEXT('core data for automotive mechanical design processes')");
  step.add("APPLICATION_PROTOCOL_DEFINITION('international standard','automotive_design',2000,{})",
           application);
  const std::string product = step.add("PRODUCT('load','load','',({}))",
                                       step.add("PRODUCT_CONTEXT('',{},'mechanical')", application));
  step.add("PRODUCT_RELATED_PRODUCT_CATEGORY('part',$,({}))", product);
  const std::string formation = step.add("PRODUCT_DEFINITION_FORMATION('','',{})", product);
  const std::string design =
      step.add("PRODUCT_DEFINITION_CONTEXT('part definition',{},'design')", application);
  const std::string shape = step.add("PRODUCT_DEFINITION_SHAPE('','',{})",
                                     step.add("PRODUCT_DEFINITION('design','',{},{})", formation, design));
  const std::string unit = step.length_unit(frame);
  const std::string angle = step.add("(NAMED_UNIT(*)PLANE_ANGLE_UNIT()SI_UNIT($,.RADIAN.))");
  const std::string solid_angle = step.add("(NAMED_UNIT(*)SI_UNIT($,.STERADIAN.)SOLID_ANGLE_UNIT())");
  const std::string accuracy =
      step.add("UNCERTAINTY_MEASURE_WITH_UNIT(LENGTH_MEASURE({}),{},'distance_accuracy_value','')",
               real(1e-6 / frame.unit_length()), unit);
  const std::string context = step.add(
      "(GEOMETRIC_REPRESENTATION_CONTEXT(3)GLOBAL_UNCERTAINTY_ASSIGNED_CONTEXT(({}))GLOBAL_UNIT_ASSIGNED_"
      "CONTEXT(({},{},{}))"
      "REPRESENTATION_CONTEXT('',''))",
      accuracy, unit, angle, solid_angle);
  const std::vector<std::string> names = box_names(report);
  const std::string origin = step.point({});
  const std::string z = step.direction({0, 0, 1});
  std::vector<std::string> items{
      step.add("AXIS2_PLACEMENT_3D('',{},{},{})", origin, z, step.direction({1, 0, 0}))};
  const BoxClasses classes = box_classes(report.set, report.boxes);
  std::vector<std::string> styles;
  for (std::size_t k = 0; k < report.boxes.size(); ++k) {
    items.push_back(
        step.solid(names[k], cad_corners(report.boxes[k], frame), axes_of(report.boxes[k], frame)));
    const BoxClass& drawn = classes.classes[classes.of_box[k]];
    if (drawn.item) styles.push_back(step.styled(items.back(), drawn.colour));
  }
  if (!styles.empty())
    step.add("MECHANICAL_DESIGN_GEOMETRIC_PRESENTATION_REPRESENTATION('',({}),{})", fmt::join(styles, ","),
             context);
  const std::string representation =
      step.add("ADVANCED_BREP_SHAPE_REPRESENTATION('load',({}),{})", fmt::join(items, ","), context);
  step.add("SHAPE_DEFINITION_REPRESENTATION({},{})", shape, representation);
  return fmt::format(
      "ISO-10303-21;\nHEADER;\nFILE_DESCRIPTION(('boxes in a trunk'),'2;1');\n"
      "FILE_NAME('load','1970-01-01T00:00:00',(''),(''),'jampack {0}','jampack {0}','');\n"
      "FILE_SCHEMA(('AUTOMOTIVE_DESIGN {{ 1 0 10303 214 1 1 1 1 "
      "}}'));\nENDSEC;\nDATA;\n{1}ENDSEC;\nEND-ISO-10303-21;\n",
      report.version, step.text());
}

}  // namespace jam::trunk
