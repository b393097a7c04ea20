// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/io/box_set_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/locale/encoding_utf.hpp>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "jam/core/error.hpp"
#include "jam/io/json.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/read_file.hpp"
#include "jam/io/text_table.hpp"
#include "jam/io/utf8_text.hpp"

namespace jam::trunk {
namespace {

using io::JsonNode;

constexpr double least_edge = 1e-3, largest_edge = 1e6;  ///< As with --box [mm].
constexpr double largest_value = 1e9;
constexpr double least_mass = 1e-3, largest_mass = 1e5;  ///< [kg]

std::string edge_limits() { return "an edge from 0.001 to 1e6 mm is accepted"; }
std::string count_limits() {
  return fmt::format("a whole number from 1 to {} is accepted", item_count_limit);
}

/// Why a text is no name; empty: it is one.
std::string flaw_of_name(std::string_view name) {
  if (name.empty()) return "a name is needed";
  if (name.size() > item_name_limit)
    return fmt::format("the name has {} bytes: at most {} are accepted", name.size(), item_name_limit);
  const auto control = [](unsigned char letter) { return letter < 0x20 || letter == 0x7f; };
  return std::ranges::any_of(name, control) ? "the name has a control character: letters are accepted" : "";
}

/// Whether a set has a piece of this name.
bool has_name(const BoxSet& set, std::string_view name) {
  return std::ranges::find(set.pieces, name, &Piece::name) != set.pieces.end();
}

std::string name_of(const JsonNode& node) {
  std::string name = node.text();
  const std::string flaw = flaw_of_name(name);
  if (!flaw.empty()) node.fail(flaw);
  return name;
}

Vec3d edges_of(const JsonNode& node) {
  const std::vector<JsonNode> items = node.items();
  if (items.size() != 3) node.fail(fmt::format("a list of three edges is needed, this has {}", items.size()));
  double edges[3];
  for (int k = 0; k < 3; ++k) {
    edges[k] = items[k].number();
    if (!(edges[k] >= least_edge && edges[k] <= largest_edge)) items[k].fail(edge_limits());
  }
  return {edges[0], edges[1], edges[2]};
}

/// `any`, `upright`, or the numbers of the edges that may be vertical.
std::array<bool, 3> orientations_of(const JsonNode& node) {
  constexpr const char* accepted = R"("any", "upright" or a list of edges from 1 to 3 is accepted)";
  if (node.is_text()) {
    if (node.text() == "any") return {true, true, true};
    if (node.text() == "upright") return {false, false, true};
  }
  if (!node.is_list() || node.items().empty()) node.fail(accepted);
  std::array<bool, 3> vertical{};
  for (const JsonNode& item : node.items()) {
    if (!item.is_number()) item.fail(accepted);
    bool& edge = vertical[item.whole(1, 3) - 1];
    if (edge) item.fail("the edge is listed twice");
    edge = true;
  }
  return vertical;
}

int count_of(const JsonNode& node, const char* otherwise) {
  const double number = node.number();
  if (!(number >= 1 && number <= item_count_limit && number == static_cast<int>(number)))
    node.fail(count_limits() + otherwise);
  return static_cast<int>(number);
}

/// "#rrggbb", in small letters.
std::string colour_of(const JsonNode& node) {
  std::string colour = node.text();
  for (char& letter : colour) {
    if (letter >= 'A' && letter <= 'F') letter = static_cast<char>(letter - 'A' + 'a');
  }
  const auto is_digit = [](char letter) {
    return (letter >= '0' && letter <= '9') || (letter >= 'a' && letter <= 'f');
  };
  if (colour.size() != 7 || colour[0] != '#' || !std::all_of(colour.begin() + 1, colour.end(), is_digit))
    node.fail("a colour like \"#3366cc\" is accepted: red, green and blue, two hexadecimal digits each");
  return colour;
}

Piece read_item(const JsonNode& node) {
  node.require_keys({"name", "edges_mm", "count", "least_count", "value", "orientations", "last", "mass_kg",
                     "carries_kg", "colour"});
  Piece piece;
  piece.name = name_of(node.at("name"));
  piece.edge = edges_of(node.at("edges_mm"));
  if (const auto count = node.find("count"))
    piece.count = count_of(*count, "; without the key there is no limit");
  if (const auto least = node.find("least_count")) {
    piece.least = count_of(*least, "; without the key none is needed");
    if (piece.count > 0 && piece.least > piece.count)
      least->fail(
          fmt::format("at least {} are asked for, but count allows {}: a number up to count is accepted",
                      piece.least, piece.count));
  }
  if (const auto value = node.find("value")) {
    piece.value = value->number();
    if (!(*piece.value > 0 && *piece.value <= largest_value))
      value->fail("a number above 0, at most 1e9, is accepted");
  }
  if (const auto orientations = node.find("orientations")) piece.vertical = orientations_of(*orientations);
  if (const auto last = node.find("last")) piece.last = last->truth();
  if (const auto mass = node.find("mass_kg")) {
    piece.mass = mass->number();
    if (!(*piece.mass >= least_mass && *piece.mass <= largest_mass))
      mass->fail("a mass from 0.001 to 1e5 kg is accepted");
  }
  if (const auto carries = node.find("carries_kg")) {
    piece.carries = carries->number();
    if (!(*piece.carries >= 0 && *piece.carries <= largest_mass))
      carries->fail("a mass from 0 (nothing may rest on it) to 1e5 kg is accepted");
  }
  if (const auto colour = node.find("colour")) piece.colour = colour_of(*colour);
  return piece;
}

/// A limit of mass above 0 can be judged only if all masses are known.
void require_masses(const BoxSet& set, const std::vector<JsonNode>& items) {
  const auto limited =
      std::ranges::find_if(set.pieces, [](const Piece& p) { return p.carries.value_or(0) > 0; });
  const auto unknown = std::ranges::find_if(set.pieces, [](const Piece& p) { return !p.mass.has_value(); });
  if (limited == set.pieces.end() || unknown == set.pieces.end()) return;
  items[limited - set.pieces.begin()]
      .at("carries_kg")
      .fail(fmt::format("{} has no mass_kg: where one item has a limit above 0, all items need a mass",
                        io::quoted(unknown->name)));
}

/// A record of a CSV file: its fields, and the line on which it begins.
struct Record {
  int line = 1;
  std::vector<std::string> fields;
};

/// Splits a text in CSV (RFC 4180) into records; blank lines are skipped.
std::vector<Record> records_of(std::string_view text, const std::string& name) {
  std::vector<Record> records;
  Record record;
  std::string field;
  bool quoted = false, closed = false;  // Within quotes; after the end of a quoted field.
  int line = 1;
  const auto end_field = [&] {
    record.fields.push_back(std::exchange(field, {}));
    closed = false;
  };
  const auto end_record = [&] {
    end_field();
    if (record.fields.size() > 1 || !record.fields.front().empty()) records.push_back(std::move(record));
    record = {line, {}};
  };
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char letter = text[at];
    if (letter == '\n') ++line;
    if (quoted) {
      if (letter != '"') {
        field += letter;
      } else if (at + 1 < text.size() && text[at + 1] == '"') {
        field += text[++at];
      } else {
        quoted = false;
        closed = true;
      }
    } else if (letter == ',') {
      end_field();
    } else if (letter == '\n') {
      end_record();
    } else if (letter == '\r' && (at + 1 == text.size() || text[at + 1] == '\n')) {
      continue;
    } else if (letter == '"' && field.empty() && !closed) {
      quoted = true;
    } else if (letter == '"' || closed) {
      throw InputError(fmt::format(
          "{}:{}: a quote inside a field: write the field in quotes, and two for one", name, line));
    } else {
      field += letter;
    }
  }
  if (quoted) throw InputError(fmt::format("{}:{}: a quote is not closed", name, record.line));
  end_record();
  return records;
}

std::string without_blanks(std::string_view text) {
  const std::size_t first = text.find_first_not_of(" \t"), last = text.find_last_not_of(" \t");
  return first == std::string_view::npos ? std::string() : std::string(text.substr(first, last - first + 1));
}

constexpr std::array<const char*, 5> columns = {"name", "length", "width", "height", "count"};

Piece read_line(const Record& record, const std::string& name) {
  const auto fail = [&](int column, const std::string& what) {
    throw InputError(fmt::format("{}:{}: {} is {}: {}", name, record.line, columns[column],
                                 io::quoted(record.fields[column]), what));
  };
  Piece piece;
  piece.name = without_blanks(record.fields[0]);
  const std::string flaw = flaw_of_name(piece.name);
  if (!flaw.empty()) fail(0, flaw);
  double edges[3];
  for (int k = 0; k < 3; ++k) {
    const auto edge = io::parse_number<double>(without_blanks(record.fields[k + 1]));
    if (!edge || !(*edge >= least_edge && *edge <= largest_edge)) fail(k + 1, edge_limits());
    edges[k] = *edge;
  }
  piece.edge = {edges[0], edges[1], edges[2]};
  const auto count = io::parse_number<int>(without_blanks(record.fields[4]));
  if (!count || *count < 1 || *count > item_count_limit) fail(4, count_limits());
  piece.count = *count;
  return piece;
}

}  // namespace

BoxSet parse_box_set(std::string_view text, const std::filesystem::path& file) {
  const JsonNode root = JsonNode::parse(text, file.string());
  root.require_schema("jampack/box-set/1");
  root.require_keys({"schema", "name", "items"});
  BoxSet set;
  set.own = true;
  const auto title = root.find("name");
  set.name = title ? name_of(*title) : file.stem().string();
  const JsonNode list = root.at("items");
  const std::vector<JsonNode> items = list.items();
  if (items.empty()) list.fail("it is empty: at least one item is needed");
  if (items.size() > item_limit)
    list.fail(fmt::format("{} items: at most {} are accepted", items.size(), item_limit));
  for (const JsonNode& item : items) {
    Piece piece = read_item(item);
    if (has_name(set, piece.name))
      item.at("name").fail(fmt::format("{} is the name of an item before: give it another one, or one count",
                                       io::quoted(piece.name)));
    set.pieces.push_back(std::move(piece));
  }
  if (std::ranges::all_of(set.pieces, &Piece::last))
    list.fail("all items are \"last\": one is needed that is not, after which they are used");
  require_masses(set, items);
  return set;
}

BoxSet parse_packing_list(std::string text, const std::filesystem::path& file) {
  const std::string name = file.string();
  text = io::utf8_text(std::move(text), name);
  try {
    static_cast<void>(boost::locale::conv::utf_to_utf<char32_t>(text, boost::locale::conv::stop));
  } catch (const boost::locale::conv::conversion_error&) {
    throw InputError(name + ": its letters are not UTF-8: save the list as CSV in UTF-8");
  }
  constexpr std::string_view mark = "\xef\xbb\xbf";  // The mark of UTF-8, as spreadsheets write it.
  const std::vector<Record> records =
      records_of(std::string_view(text).substr(text.starts_with(mark) ? mark.size() : 0), name);
  const auto is_header = [](const Record& record) {
    return std::ranges::equal(record.fields, columns, [](const std::string& field, const char* column) {
      return without_blanks(field) == column;
    });
  };
  if (records.empty() || !is_header(records.front()))
    throw InputError(name + ":1: the header of a packing list is needed: name,length,width,height,count");
  if (records.size() == 1) throw InputError(name + ": no item follows the header: at least one is needed");
  if (records.size() - 1 > item_limit)
    throw InputError(
        fmt::format("{}: {} items: at most {} are accepted", name, records.size() - 1, item_limit));
  BoxSet set;
  set.own = true;
  set.name = file.stem().string();
  for (auto record = records.begin() + 1; record != records.end(); ++record) {
    if (record->fields.size() != columns.size())
      throw InputError(fmt::format("{}:{}: {} fields: five are needed, name,length,width,height,count", name,
                                   record->line, record->fields.size()));
    Piece piece = read_line(*record, name);
    if (has_name(set, piece.name))
      throw InputError(
          fmt::format("{}:{}: {} is the name of an item before: give it another one, or one count", name,
                      record->line, io::quoted(piece.name)));
    set.pieces.push_back(std::move(piece));
  }
  return set;
}

BoxSet read_box_set(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  for (char& letter : extension) {
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  }
  constexpr std::size_t byte_limit = std::size_t{16} << 20;
  std::string text = io::read_file(file, byte_limit);
  return extension == ".csv" ? parse_packing_list(std::move(text), file) : parse_box_set(text, file);
}

}  // namespace jam::trunk
