// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/mesh/files/model_text.hpp"

#include <minizip/unzip.h>

#include <array>
#include <memory>
#include <utility>

#include "jam/core/error.hpp"
#include "jam/io/text_table.hpp"
#include "jam/mesh/files/memory_file.hpp"

namespace jam::mesh {
namespace {

constexpr const char* model_path = "3D/3dmodel.model";

/// Only tags of at most this size are looked at, so that little of a large model is held [bytes].
constexpr std::size_t tag_limit = 4096;

constexpr std::pair<const char*, double> units[] = {{"micron", 0.001},   {"millimeter", 1},
                                                    {"centimeter", 10},  {"inch", 25.4},
                                                    {"foot", 12 * 25.4}, {"meter", 1000}};

/// The value of an attribute of a tag; empty if it has none. Entities but `&amp;` stay as they are written.
std::string attribute(std::string_view tag, const std::string& key) {
  for (std::size_t at = tag.find(key); at != std::string_view::npos; at = tag.find(key, at + 1)) {
    const std::size_t equals = tag.find_first_not_of(" \t\r\n", at + key.size());
    const bool starts = at > 0 && std::string_view(" \t\r\n").find(tag[at - 1]) != std::string_view::npos;
    if (!starts || equals == std::string_view::npos || tag[equals] != '=') continue;
    const std::size_t quote = tag.find_first_not_of(" \t\r\n", equals + 1);
    if (quote == std::string_view::npos || (tag[quote] != '"' && tag[quote] != '\'')) continue;
    const std::size_t end = tag.find(tag[quote], quote + 1);
    if (end == std::string_view::npos) continue;
    std::string value(tag.substr(quote + 1, end - quote - 1));
    for (std::size_t k = value.find("&amp;"); k != std::string::npos; k = value.find("&amp;", k + 1))
      value.erase(k + 1, 4);
    return value;
  }
  return {};
}

void take_tag(std::string_view tag, const std::string& name, ModelText& model) {
  if (tag.starts_with("<object") && !attribute(tag, "name").empty())
    model.names[attribute(tag, "id")] = attribute(tag, "name");
  if (!tag.starts_with("<model")) return;
  const std::string unit = attribute(tag, "unit");
  if (unit.empty()) return;
  for (const auto& [word, length] : units) {
    if (unit != word) continue;
    model.unit = length;
    return;
  }
  throw InputError(name + ": the unit of the model is " + io::quoted(unit) +
                   "; micron, millimeter, centimeter, inch, foot or meter is accepted");
}

}  // namespace

ModelText read_model_text(const std::string& name, std::string_view bytes) {
  const MemoryFile file(bytes);
  const std::unique_ptr<void, int (*)(void*)> archive(::unzOpen64(file.path().c_str()), ::unzClose);
  if (!archive) throw InputError(name + ": is not a valid 3MF file, or truncated: it is no ZIP archive");
  if (::unzLocateFile(archive.get(), model_path, 2) != UNZ_OK ||
      ::unzOpenCurrentFile(archive.get()) != UNZ_OK)
    throw InputError(name + ": is not a valid 3MF file: it holds no " + model_path);
  ModelText model;
  std::string text;  // From the last `<` on.
  std::array<char, 65536> buffer;
  for (;;) {
    const int count = ::unzReadCurrentFile(archive.get(), buffer.data(), buffer.size());
    if (count < 0) throw InputError(name + ": is not a valid 3MF file: " + model_path + " is damaged");
    if (count == 0) return model;
    text.append(buffer.data(), static_cast<std::size_t>(count));
    std::size_t begin = text.find('<');
    for (std::size_t end = 0; begin != std::string::npos; begin = text.find('<', end)) {
      end = text.find('>', begin);
      if (end == std::string::npos) break;
      if (end - begin <= tag_limit) take_tag(std::string_view(text).substr(begin, end - begin), name, model);
    }
    text.erase(0, begin);
    if (text.size() > tag_limit) text.clear();
  }
}

}  // namespace jam::mesh
