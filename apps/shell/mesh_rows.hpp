// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The rows of programs that read a mesh: what its lengths and axes mean.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "jam/io/number_text.hpp"
#include "jam/mesh/read_container.hpp"
#include "shell/option_values.hpp"

namespace jam::app {

/// The row --unit.
[[nodiscard]] inline OptionRow unit_row(std::optional<mesh::LengthUnit>& unit, Modes modes) {
  return {"unit", modes, Effect::result, choice(unit, mesh::length_unit_words),
          "unit of the lengths in MESH, or in a PLY, XYZ or PCD file of --points. Default: the one that the "
          "file states, else mm"};
}

/// The row --up.
[[nodiscard]] inline OptionRow up_row(std::optional<mesh::UpAxis>& up, Modes modes) {
  return {"up", modes, Effect::result, choice(up, mesh::up_axis_words),
          "axis of MESH, or of such a file, that points up; it becomes z. Default: the one that the file "
          "states, else z"};
}

/// The row --wrap.
[[nodiscard]] inline OptionRow wrap_row(mesh::ReadOptions& read, Modes modes) {
  const auto set = [&read](const std::string& text) {
    read.wrap = mesh::parse_wrap(text);
    read.always_wrap = true;
  };
  const auto texts = [&read] {
    const mesh::WrapOptions& wrap = read.wrap;
    return texts_if(read.always_wrap, io::number_text(wrap.alpha) +
                                          (wrap.offset > 0 ? "," + io::number_text(wrap.offset) : ""));
  };
  return {
      "wrap",
      modes,
      Effect::result,
      {"ALPHA[,OFFSET]", set, texts},
      "close the mesh by an alpha wrap with these values in mm: it closes openings up to 2 ALPHA and lies "
      "OFFSET outside. By default only defective meshes are wrapped, with values chosen from their size"};
}

/// The rows --part, --obstacle, --inside, --cap, --keep-out and --all-parts: which room of the mesh is meant.
[[nodiscard]] inline std::vector<OptionRow> room_rows(mesh::ReadOptions& read, Modes modes) {
  const auto point_texts = [&read] {
    std::vector<std::string> texts;
    for (const Vec3d& p : read.inside)
      texts.push_back(io::number_text(p.x) + "," + io::number_text(p.y) + "," + io::number_text(p.z));
    return texts;
  };
  const auto set_cap = [&read](const std::string& text) {
    if (text == "none") read.close_rim = false;
    else read.caps.push_back(mesh::parse_cap(text));
  };
  const auto cap_texts = [&read] {
    std::vector<std::string> texts;
    if (!read.close_rim) texts.emplace_back("none");
    for (const mesh::CapPlane& cap : read.caps) texts.push_back(cap.text);
    return texts;
  };
  const auto keep_out_texts = [&read] {
    std::vector<std::string> texts;
    for (const mesh::KeepOut& keep_out : read.keep_outs) texts.push_back(keep_out.text);
    return texts;
  };
  const auto names = [](std::vector<std::string>& target) {
    return OptionValue{"NAME", [&target](const std::string& text) { target.push_back(text); },
                       [&target] { return target; }};
  };
  return {
      {"part", modes, Effect::result, names(read.named.container),
       "take the parts of MESH with this name (objects, groups, solids) as the container, and drop all "
       "others "
       "that are no obstacles. Upper and lower case matter only if there are both",
       may_repeat},
      {"obstacle", modes, Effect::result, names(read.named.obstacles),
       "take the parts of MESH with this name as an obstacle: no box lies in it or meets it; if it is open, "
       "its sheets are walls",
       may_repeat},
      {"inside",
       modes,
       Effect::result,
       {"X,Y,Z", [&read](const std::string& text) { read.inside.push_back(mesh::parse_point(text)); },
        point_texts},
       "pack the room around this point, in the frame and unit of MESH; whatever lies behind its walls "
       "is ignored. By default the only room is packed, or the largest if the others are small",
       may_repeat},
      {"cap",
       modes,
       Effect::result,
       {"PLANE|none", set_cap, cap_texts},
       "close the room by a plane, in the frame and unit of MESH: z<=650, x>=-1200, a point and a normal "
       "that points out of the room (0,0,650:0,0,1), or three points. none: leave the only opening open, "
       "which is closed by its plane otherwise",
       may_repeat},
      {"keep-out",
       modes,
       Effect::result,
       {"X0,Y0,Z0,X1,Y1,Z1",
        [&read](const std::string& text) { read.keep_outs.push_back(mesh::parse_keep_out(text)); },
        keep_out_texts},
       "keep a box free that has these opposite corners, in the frame and unit of MESH: no box of the load "
       "enters it",
       may_repeat},
      {"all-parts", modes, Effect::result, toggle(read.all_parts), "pack all rooms of the mesh together"}};
}

/// The row --noise.
[[nodiscard]] inline OptionRow noise_row(std::optional<double>& noise, Modes modes) {
  static constexpr Range deviations{1e-6, 100, "a deviation", " mm", true};
  const auto set = [&noise](const std::string& text) {
    noise = text == "auto" ? std::nullopt : std::optional(number_in(deviations, text));
  };
  return {"noise",
          modes,
          Effect::result,
          {"MM|auto", set, [&noise] { return std::vector{noise ? io::number_text(*noise) : "auto"}; }},
          "standard deviation in mm of the points of --points from their walls; points within four times as "
          "much of a plane are moved onto it; auto: estimated"};
}

}  // namespace jam::app
