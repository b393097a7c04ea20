// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The parts of a file while its polygons are read, one after the other. Inside jam_mesh_files only.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>

#include "jam/mesh/mesh_file.hpp"

namespace jam::mesh {

/// Fills part_of and part_names of a soup. Parts without polygons are dropped.
class PartList {
 public:
  explicit PartList(PolygonSoup& soup) : soup_(soup) {}

  /// The polygons that are added to the soup from now on are a part of their own.
  void begin(std::string_view name) {
    close();
    name_ = name;
    part_ = -1;
  }
  /// The polygons that are added from now on belong to the part that began with this name, if one did.
  void begin_or_continue(std::string_view name) {
    begin(name);
    if (const auto found = parts_.find(name_); found != parts_.end()) part_ = found->second;
  }
  /// No more polygons are added.
  void end() {
    close();
    if (soup_.part_names.size() > 1) return;
    soup_.part_of.clear();
    if (soup_.part_names == std::vector<std::string>{""}) soup_.part_names.clear();
  }

 private:
  void close() {
    if (soup_.part_of.size() == soup_.polygons.size()) return;
    if (part_ < 0) {
      part_ = static_cast<int>(soup_.part_names.size());
      soup_.part_names.push_back(name_);
      parts_.emplace(name_, part_);
    }
    soup_.part_of.resize(soup_.polygons.size(), part_);
  }

  PolygonSoup& soup_;
  std::string name_;
  int part_ = -1;  ///< Index of the present part; -1: it has no polygons yet.
  std::unordered_map<std::string, int> parts_;
};

}  // namespace jam::mesh
