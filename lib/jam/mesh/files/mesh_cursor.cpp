// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/files/mesh_cursor.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <system_error>

#include <fmt/format.h>

#include "jam/core/error.hpp"
#include "jam/io/text_table.hpp"

namespace jam::mesh {
namespace {

/// Whether a character is a blank or may end a line. Callers have found the end of the line earlier.
bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\v' || c == '\f'; }

/// The character that ends the lines of a text.
char line_end_of(std::string_view bytes) {
  const std::size_t first = bytes.find_first_of("\r\n");
  const bool old =
      first != std::string_view::npos && bytes[first] == '\r' && !bytes.substr(first).starts_with("\r\n");
  return old ? '\r' : '\n';
}

}  // namespace

MeshCursor::MeshCursor(const std::string& name, std::string_view bytes, char comment)
    : name_(name), bytes_(bytes), comment_(comment), line_end_(line_end_of(bytes)) {}

void MeshCursor::fail_at(std::size_t place, const std::string& what) const {
  throw InputError(fmt::format("{}{}{}: {}", name_, binary_ ? ": byte " : ":", place, what));
}
void MeshCursor::fail_file(const std::string& what) const { throw InputError(name_ + ": " + what); }

void MeshCursor::require_corners(std::size_t vertex_count) const {
  if (!largest_corner_ || *largest_corner_ < vertex_count) return;
  fail_at(corner_place_,
          fmt::format("a face names vertex {} (counted from {}), which is not there; the file has {}",
                      *largest_corner_ + first_vertex_, first_vertex_, vertex_count));
}

void MeshCursor::skip_blanks(bool over_lines) {
  for (; at_ < bytes_.size(); ++at_) {
    if (bytes_[at_] == line_end_) {
      if (!over_lines) return;
      ++line_;
    } else if (comment_ != '\0' && bytes_[at_] == comment_) {
      at_ = std::min(bytes_.find(line_end_, at_), bytes_.size()) - 1;
    } else if (!is_blank(bytes_[at_])) {
      return;
    }
  }
}

std::string_view MeshCursor::word_on_line() {
  skip_blanks(false);
  const std::size_t begin = at_;
  while (at_ < bytes_.size() && !is_blank(bytes_[at_]) && (comment_ == '\0' || bytes_[at_] != comment_))
    ++at_;
  return bytes_.substr(begin, at_ - begin);
}

std::string_view MeshCursor::rest_of_line() {
  skip_blanks(false);
  const std::size_t begin = at_;
  while (at_ < bytes_.size() && bytes_[at_] != line_end_ && (comment_ == '\0' || bytes_[at_] != comment_))
    ++at_;
  std::string_view text = bytes_.substr(begin, at_ - begin);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view MeshCursor::word() {
  skip_blanks(true);
  if (at_ >= bytes_.size()) fail("the file ends too early: it may be truncated; export the mesh again");
  return word_on_line();
}

void MeshCursor::skip_line() {
  at_ = std::min(bytes_.find(line_end_, at_), bytes_.size());
  if (at_ == bytes_.size()) return;
  ++at_;
  ++line_;
}

bool MeshCursor::at_end() {
  skip_blanks(true);
  return at_ >= bytes_.size();
}

double MeshCursor::number_of(std::string_view word) {
  if (word.size() > 1 && word[0] == '+') word.remove_prefix(1);
  double value = std::nan("");
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (end != word.data() + word.size()) return std::nan("");
  return error == std::errc::result_out_of_range ? std::strtod(std::string(word).c_str(), nullptr) : value;
}

double MeshCursor::coordinate_in(std::string_view word) const {
  const double value = number_of(word);
  if (!std::isfinite(value))
    fail("a coordinate is " + io::quoted(word) + "; every vertex needs three finite numbers");
  return value;
}

Vec3d MeshCursor::vertex() {
  const double x = coordinate();
  const double y = coordinate();
  return {x, y, coordinate()};
}

void MeshCursor::require_finite(Vec3d v, std::size_t number) const {
  if (!std::isfinite(v.x) || !std::isfinite(v.y) || !std::isfinite(v.z))
    fail(fmt::format("vertex {} is not finite; every vertex needs three finite numbers", number));
}

std::size_t MeshCursor::whole_in(std::string_view text, const char* what) const {
  std::size_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc() || end != text.data() + text.size())
    fail(fmt::format("{} is {}; a whole number of at least 0 is needed", what, io::quoted(text)));
  return value;
}

void MeshCursor::require_count(std::size_t count, std::size_t least_bytes, const char* what) const {
  // The last one needs no byte to be told from a next one.
  if (count <= (bytes_.size() - at_ + 1) / least_bytes) return;
  fail(fmt::format("announces {} {}, more than the file holds; it may be truncated", count, what));
}

void MeshCursor::take(char* to, std::size_t count) {
  const char* const from = bytes_.data() + at_;
  skip(count);
  std::memcpy(to, from, count);
}

void MeshCursor::skip(std::size_t count) {
  if (count > bytes_.size() - at_)
    fail("the file ends too early: it may be truncated; export the mesh again");
  at_ += count;
}

std::string_view MeshCursor::raw(std::size_t count) {
  skip(count);
  return bytes_.substr(at_ - count, count);
}

}  // namespace jam::mesh
