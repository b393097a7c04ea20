// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// BOX files: packings of boxes as text (J.-F. Goetzmann, 2007). The count, then per line `x y z  a1 a2 a3  b1
// b2 b3  p0 p1`: centre [mm], the first two columns of the rotation matrix, two free integers. That is
// version 0.0.2; its boxes are all of one size, which only a comment can state. Ours, 0.0.3, adds the full
// edge lengths `l1 l2 l3` [mm] to each line. docs/formats-boxes.md defines both.
//
// Every error is an InputError that names file, line and field. Numbers are written as the shortest decimals
// that read back as the same doubles; rotations are read as rows (box_row.hpp), so that a verified packing
// stays verified on its way through a file.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "jam/trunk/model/box_packing.hpp"
#include "jam/trunk/model/box_row.hpp"

namespace jam::trunk {

/// Comments `# key: value`: generator, problem, seed, version, device, … Keys are lower-case words joined by
/// hyphens.
using BoxFileComments = std::map<std::string, std::string>;

/// The edges of a litre box [mm]: the size of boxes in lines without edge lengths.
inline constexpr Vec3d litre_box{200, 100, 50};

/// Coordinates and edge lengths beyond this [mm] are refused: a thousand kilometres are a mistake, and their
/// cubes overflow floats.
inline constexpr double coordinate_limit = 1e9;

/// Content of a BOX file.
struct BoxFile {
  /// Rotations as in the file; those off by more than rounding are orthonormalised.
  std::vector<BoxRow> rows;
  BoxFileComments comments;  ///< Comments of the file; of two with the same key, the last one.
  /// Whether edge lengths or the comment state the size of the boxes; false: the caller gave it.
  bool tells_size = true;
  /// Radius of the edges and corners of all boxes, from the comment `rounded` [mm].
  std::optional<double> corner_radius;
};

/// Key of that comment.
inline constexpr const char* rounded_comment = "rounded";

/// Reads a BOX file of either version; all its lines have the same number of fields. `edge` is the size of
/// the boxes where the file has neither edge lengths nor the comment `every box is 200 x 100 x 50 mm`. A
/// count of 0 is a packing without boxes. Throws InputError for a missing, empty or truncated file, a wrong
/// count, anything that is not a finite number within coordinate_limit, an edge <= 0, a rotation further than
/// rotation_tolerance from orthonormal, and a comment `rounded` without a number >= 0.
[[nodiscard]] BoxFile read_box_file(const std::filesystem::path& file, Vec3d edge = litre_box);

/// Reads the text of a BOX file, as read_box_file(); `name` is the name of the file for messages.
[[nodiscard]] BoxFile parse_box_file(std::string_view text, const std::string& name, Vec3d edge = litre_box);

/// The boxes alone, for the search.
[[nodiscard]] BoxPacking read_boxes(const std::filesystem::path& file, Vec3d edge = litre_box);

/// Versions of the format.
enum class BoxVersion {
  automatic,  ///< 0.0.2 where every box is a litre_box, else 0.0.3.
  one_size,   ///< 0.0.2, whose boxes must all be litre boxes here.
  with_edges  ///< 0.0.3, with the edges of each box.
};

/// The text of a BOX file; version 0.0.2 has the comment that tells the size of the boxes. Line breaks in
/// comments become blanks. `names`, if there are any, has a name for each box, which follows its numbers in
/// the comment `# piece NAME`; empty: none. Throws InputError if boxes of other sizes are to be written
/// without their edges.
[[nodiscard]] std::string box_text(const std::vector<BoxRow>& rows, const BoxFileComments& comments = {},
                                   BoxVersion version = BoxVersion::automatic,
                                   const std::vector<std::string>& names = {});

/// Writes rows as they are, atomically (io::write_atomically).
void write_boxes(const std::filesystem::path& file, const std::vector<BoxRow>& rows,
                 const BoxFileComments& comments = {});

/// Writes rows_of(packing).
void write_boxes(const std::filesystem::path& file, const BoxPacking& packing,
                 const BoxFileComments& comments = {}, BoxVersion version = BoxVersion::automatic);

}  // namespace jam::trunk
