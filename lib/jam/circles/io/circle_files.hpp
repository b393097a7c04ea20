// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Reading and writing circle packings. Formats: CIRCLES (ours: count, then `r x y`, the claim in comments),
// our JSON, Packomania text (`index x y`, container radius 1), `.pck` (how Packomania takes packings), `.pac`
// (#CONTAINER and #CONTENT sections), and plain `x y r`; docs/formats.md defines them all and the rules that
// distinguish them. Numbers are printed as the shortest decimal that reads back the same double. Every error
// names file, line and field. Lengths are in the unit of the radii.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

#include "jam/circles/model/packing.hpp"
#include "jam/circles/model/problem.hpp"
#include "jam/circles/polish/polish.hpp"
#include "jam/io/run_summary.hpp"

namespace jam::circles {

/// Comments that go with a packing file (`# key: value`), for example seed, version, device. Keys are
/// lower-case words joined by hyphens.
using Annotations = std::map<std::string, std::string>;

enum class CircleFormat { automatic, circles, packomania, pck, pac, xyr, json };

/// For messages: `CIRCLES`, `Packomania`, …
[[nodiscard]] const char* format_name(CircleFormat format);

/// The `schema` of our JSON.
inline constexpr const char* circles_schema = "jampack/circles/1";

/// Contents of a file.
struct PackingFile {
  Packing packing;          ///< Circles in the order of the file, about the origin.
  Annotations annotations;  ///< Comments `# key: value`, or the JSON object `annotations`.
  CircleFormat format = CircleFormat::automatic;  ///< The format found.
  bool claimed = false;  ///< The file states the enclosing radius; false: computed from the circles.
};

/// Reads any supported format; `automatic` decides by suffix and content (docs/formats.md). Packomania text
/// without radii takes them from `problem` and is scaled to its unit; without a problem the radius family
/// must be inferable, else InputError. If the file claims an enclosing circle, its centre becomes the origin,
/// otherwise that of the smallest enclosing circle. Throws InputError naming file, line and field for
/// anything malformed; never returns an empty packing.
[[nodiscard]] PackingFile read_packing_file(const std::filesystem::path& file,
                                            const Problem* problem = nullptr,
                                            CircleFormat format = CircleFormat::automatic);

/// The packing alone.
[[nodiscard]] Packing read_packing(const std::filesystem::path& file, const Problem* problem = nullptr,
                                   CircleFormat format = CircleFormat::automatic);

/// Reads a text that is already in memory. `name` is the name of the file in messages; its suffix may decide
/// the format.
[[nodiscard]] PackingFile parse_packing(std::string_view text, const std::string& name,
                                        const Problem* problem = nullptr,
                                        CircleFormat format = CircleFormat::automatic);

/// The text of a CIRCLES file. Line breaks in annotations become blanks; annotations never replace the claim.
[[nodiscard]] std::string circles_text(const Packing& packing, const Annotations& annotations = {});

/// The text of a Packomania-like file: `index x y` with the enclosing radius scaled to 1. Index i belongs to
/// the radius i^p of the family, so circles come in ascending order of radius, for the inv- families in
/// descending order. Radii of no family follow as a fourth column.
[[nodiscard]] std::string packomania_text(const Packing& packing);

/// Whether a file name ends in `.pck`, in upper or lower case.
[[nodiscard]] bool is_pck(const std::filesystem::path& file);

/// The text of a `.pck` file: the largest radius, `names` (the authors, one line), and `x y` per line if
/// all radii are equal, else `x y r`, with the enclosing radius scaled to 1.
[[nodiscard]] std::string pck_text(const Packing& packing, const std::string& names);

/// The JSON object `"schema": "jampack/circles/1"`; every field is documented in docs/formats.md. It contains
/// `run` if that is known: not for a packing that was read from a file, nor before the search has ended.
[[nodiscard]] std::string packing_json(const Packing& packing, const ContactGraph& graph,
                                       const Annotations& annotations, const io::RunSummary* run = nullptr);

/// Members of the JSON object that pages show (io/stage_page.hpp): `circles` as in packing_json(), `view`
/// with the colours of the circles, and `best_known`, the published radius and the gap to it, or null.
[[nodiscard]] io::JsonObject page_members(const Packing& packing, const ContactGraph& graph,
                                          const Annotations& annotations,
                                          const io::RunSummary* run = nullptr);

/// A page for a browser, of a packing that was verified exactly: picture, figures, and the improvements of
/// `run` over time. `name` is its title. Throws as io::require_stage_pages().
[[nodiscard]] std::string packing_page(const Packing& packing, const ContactGraph& graph,
                                       const Annotations& annotations, const io::RunSummary* run,
                                       const std::string& name);

/// A picture as SVG: circles coloured by radius, lines between those that touch by `graph`, rattlers (if
/// they are determined) hatched with a dashed outline, labels if they fit, and a caption; legible from a
/// handful to thousands of circles. Coordinates and radii have all their digits, in the unit of the radii;
/// one transform maps them to the page. `title` is the headline; it may hold any text. Throws InputError for
/// no circles.
[[nodiscard]] std::string packing_svg(const Packing& packing, const ContactGraph& graph,
                                      const std::string& title);

/// The outlines of two packings in one picture, as SVG, each in a colour of CSS.
[[nodiscard]] std::string overlay_svg(const Packing& first, const char* first_colour, const Packing& second,
                                      const char* second_colour);

/// Pictures of more circles have no tooltips, which double their size.
inline constexpr int svg_tooltip_limit = 5000;

}  // namespace jam::circles
