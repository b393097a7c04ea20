// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/io/problem_text.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <sstream>

#include "jam/core/error.hpp"
#include "jam/io/number_text.hpp"
#include "jam/trunk/model/box_sets.hpp"

namespace jam::trunk {
namespace {

using io::number_text;

std::string text_of(Vec3d v) { return number_text(v.x) + " " + number_text(v.y) + " " + number_text(v.z); }

std::string text_of(const TriangleMesh& mesh) {
  std::string text =
      std::to_string(mesh.vertices.size()) + " " + std::to_string(mesh.triangles.size()) + "\n";
  for (const Vec3d& vertex : mesh.vertices) text += text_of(vertex) + "\n";
  for (const auto& [a, b, c] : mesh.triangles)
    text += std::to_string(a) + " " + std::to_string(b) + " " + std::to_string(c) + "\n";
  return text;
}

/// Reads a text word by word.
class Words {
 public:
  explicit Words(std::string_view text) : stream_(std::string(text)) {}

  /// Whether `word` comes next; if so, skips it.
  bool has(const char* word) {
    const std::istringstream::pos_type before = stream_.tellg();
    if (next() == word) return true;
    stream_.seekg(before);
    return false;
  }

  void expect(const char* word) {
    if (next() != word) fail();
  }
  template <class Number>
  Number number() {
    const std::optional<Number> value = io::parse_number<Number>(next());
    if (!value) fail();
    return *value;
  }
  /// A count, at most 50 million.
  int count() {
    const int value = number<int>();
    if (value < 0 || value > 50'000'000) fail();
    return value;
  }
  Vec3d vector() {
    const double x = number<double>();
    const double y = number<double>();
    const double z = number<double>();
    return {x, y, z};
  }
  TriangleMesh mesh() {
    TriangleMesh mesh;
    const int vertex_count = count();
    const int triangle_count = count();
    for (int i = 0; i < vertex_count; ++i) mesh.vertices.push_back(vector());
    for (int i = 0; i < triangle_count; ++i) {
      std::array<int, 3> corners{};
      for (int& corner : corners) {
        corner = number<int>();
        if (corner < 0 || corner >= vertex_count) fail();
      }
      mesh.triangles.push_back(corners);
    }
    return mesh;
  }
  BoxRow row() {
    BoxRow row;
    row.centre = vector();
    row.first_axis = vector();
    row.second_axis = vector();
    row.edge = vector();
    for (std::int32_t& tag : row.tag) tag = number<std::int32_t>();
    return row;
  }

 private:
  [[noreturn]] static void fail() {
    throw InputError("the definition of a trunk in the archive cannot be read");
  }
  std::string next() {
    std::string word;
    if (!(stream_ >> word)) fail();
    return word;
  }
  std::istringstream stream_;
};

}  // namespace

std::string definition_text(const TrunkProblem& problem) {
  std::string text = "boxes/1\ntolerance " + number_text(problem.tolerance) + "\n";
  if (problem.corner_radius > 0) text += "rounded " + number_text(problem.corner_radius) + "\n";
  if (problem.gap > 0) text += "gap " + number_text(problem.gap) + "\n";
  text += "pieces " + std::to_string(problem.set.pieces.size()) + "\n";
  for (const Piece& piece : problem.set.pieces) {
    const auto edges = sorted_edges(piece.edge);
    text += text_of({edges[0], edges[1], edges[2]}) + " " + std::to_string(piece.count) +
            (piece.last ? " 1\n" : " 0\n");
  }
  if (!std::ranges::all_of(problem.set.pieces, &Piece::any_way)) {
    text += "vertical";
    for (const Piece& piece : problem.set.pieces) {
      for (const double length : sorted_edges(piece.edge))
        text += may_be_vertical(piece.vertical, piece.edge, length) ? " 1" : " 0";
    }
    text += "\n";
  }
  text += "fixed " + std::to_string(problem.fixed.size()) + "\n";
  for (const BoxRow& row : problem.fixed) {
    text += text_of(row.centre) + "  " + text_of(row.first_axis) + "  " + text_of(row.second_axis) + "  " +
            text_of(row.edge) + "  " + std::to_string(row.tag[0]) + " " + std::to_string(row.tag[1]) + "\n";
  }
  text += "surface " + text_of(problem.container.surface);
  if (problem.container.wrapped) text += "wrapped " + text_of(problem.container.original);
  return text + "end\n";
}

TrunkProblem read_definition(std::string_view text) {
  TrunkProblem problem;
  Words words(text);
  words.expect("boxes/1");
  words.expect("tolerance");
  problem.tolerance = words.number<double>();
  if (words.has("rounded")) problem.corner_radius = words.number<double>();
  if (words.has("gap")) problem.gap = words.number<double>();
  words.expect("pieces");
  BoxSet& set = problem.set;
  set = {};
  for (int k = words.count(); k > 0; --k) {
    Piece piece;
    piece.edge = words.vector();
    piece.count = words.count();
    piece.last = words.count() != 0;
    set.pieces.push_back(piece);
  }
  if (words.has("vertical")) {
    for (Piece& piece : set.pieces) {
      for (bool& vertical : piece.vertical) vertical = words.count() != 0;
    }
  }
  words.expect("fixed");
  for (int k = words.count(); k > 0; --k) problem.fixed.push_back(words.row());
  words.expect("surface");
  Container& container = problem.container;
  container.surface = words.mesh();
  container.wrapped = text.ends_with("\nend\n") && text.find("\nwrapped ") != std::string_view::npos;
  if (container.wrapped) words.expect("wrapped");
  container.original = container.wrapped ? words.mesh() : container.surface;
  words.expect("end");
  return problem;
}

}  // namespace jam::trunk
