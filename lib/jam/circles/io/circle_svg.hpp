// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// A picture of a packing as SVG: circles coloured by radius, lines between touching circles, rattlers hatched with a dashed outline, labels
// where they fit, and a caption. Legible from a handful to thousands of circles. The circles stand in the picture with all their digits, in
// the unit of the radii; one transform maps them to the page.
#pragma once

#include <string>

#include "jam/circles/model/packing.hpp"
#include "jam/circles/polish/polish.hpp"

namespace jam::circles {

/// The picture with the contacts and rattlers of `graph`. `title` is the headline; it may hold any text.
/// Labels are the radii where these are whole numbers, else the running numbers of the circles from 1. Circles too small for a label have
/// none; above `svg_tooltip_limit` circles there are no tooltips with the coordinates. Throws InputError where there is no circle.
[[nodiscard]] std::string packing_svg(const Packing& packing, const ContactGraph& graph, const std::string& title);

/// The same with the contacts that contact_graph finds.
[[nodiscard]] std::string packing_svg(const Packing& packing, const std::string& title);

/// Pictures of more circles do without tooltips, which would double their size.
inline constexpr int svg_tooltip_limit = 5000;

}  // namespace jam::circles
