// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <cmath>
#include <string>

#include "jam/elastic/io/packing_file.hpp"
#include "jam/io/json_text.hpp"
#include "jam/io/number_text.hpp"

namespace jam::elastic {
namespace {

using io::json_number;
using io::json_string;

/// Null where nothing is known.
std::string known(double value) { return value > 0 ? json_number(value) : "null"; }

std::string contact_json(const Packing& packing, const PackedContact& contact,
                         const ContactPressure& pressure) {
  const auto text = [](const std::string& warning) { return json_string(warning); };
  std::string point = "null";
  if (std::isfinite(contact.point.x)) {
    point = fmt::format("[{}, {}, {}]", json_number(contact.point.x), json_number(contact.point.y),
                        json_number(contact.point.z));
  }
  const bool axes = pressure.long_axis > 0;
  return fmt::format(
      "{{\"a\": {}, \"b\": {}, \"point\": {}, \"force\": {}, \"tier\": \"{}\", \"face\": {}, \"approach\": "
      "{}, \"semi_axes\": {}, "
      "\"area\": {}, "
      "\"peak_pressure\": {}, \"mean_pressure\": {}, \"share\": {}, \"friction_share\": {}, \"stick_share\": "
      "{}, \"normal_stiffness\": {}, "
      "\"tangential_stiffness\": {}, \"warnings\": {}}}",
      json_string(packing.items[contact.a].name), json_string(packing.items[contact.b].name), point,
      json_number(contact.force), name_of(pressure.tier),
      pressure.face < 0 ? "null" : std::to_string(pressure.face), known(pressure.approach),
      axes ? fmt::format("[{}, {}]", json_number(pressure.long_axis), json_number(pressure.short_axis))
           : "null",
      known(pressure.area), known(pressure.peak), known(pressure.mean), known(pressure.share),
      contact.friction > 0 ? json_number(pressure.friction_share) : "null",
      pressure.stick_share < 0 ? "null" : json_number(pressure.stick_share), known(pressure.normal_stiffness),
      known(pressure.tangential_stiffness), io::json_array(pressure.warnings, text));
}

/// A field of a table; one with a comma or a quotation mark is quoted.
std::string csv_text(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

}  // namespace

const char* name_of(Tier tier) {
  switch (tier) {
    case Tier::none: return "none";
    case Tier::hertz: return "hertz";
    case Tier::line: return "line";
    case Tier::flat: return "flat";
    default: return "numeric";
  }
}

std::string pressure_json(const Packing& packing, const PackingPressure& pressure) {
  std::vector<std::string> contacts, items;
  for (std::size_t k = 0; k < packing.contacts.size(); ++k)
    contacts.push_back(contact_json(packing, packing.contacts[k], pressure.contacts[k]));
  for (std::size_t i = 0; i < packing.items.size(); ++i) {
    const ItemPressure& item = pressure.items[i];
    items.push_back(
        fmt::format("{{\"name\": {}, \"contacts\": {}, \"force\": {}, \"area\": {}, \"peak_pressure\": {}, "
                    "\"mean_pressure\": {}, "
                    "\"allowed_pressure\": {}, "
                    "\"share\": {}, "
                    "\"worst_contact\": {}}}",
                    json_string(packing.items[i].name), item.contacts, json_number(item.force),
                    known(item.area), known(item.peak), known(item.mean), known(packing.items[i].allowed),
                    known(item.share), item.worst_contact < 0 ? "null" : std::to_string(item.worst_contact)));
  }
  const auto same = [](const std::string& text) { return text; };
  return fmt::format(
      "{{\"schema\": \"jampack/pressure-result/1\",\n\"name\": {},\n\"units\": {{\"length\": \"mm\", "
      "\"force\": \"N\", \"modulus\": "
      "\"MPa\"}},\n\"penalty\": {},\n\"items\": {},\n\"contacts\": {}}}\n",
      json_string(packing.name), json_number(pressure.penalty), io::json_lines(items, 2, same),
      io::json_lines(contacts, 2, same));
}

std::string pressure_csv(const Packing& packing, const PackingPressure& pressure) {
  std::string text =
      "a,b,force,tier,face,approach,long_axis,short_axis,area,peak_pressure,mean_pressure,share,friction_"
      "share,stick_share,normal_"
      "stiffness,"
      "tangential_stiffness,warnings\n";
  // Nothing stands for what is not known.
  const auto field = [](bool is_known, double value) {
    return "," + (is_known ? io::number_text(value) : std::string());
  };
  for (std::size_t k = 0; k < packing.contacts.size(); ++k) {
    const PackedContact& contact = packing.contacts[k];
    const ContactPressure& p = pressure.contacts[k];
    text += csv_text(packing.items[contact.a].name) + "," + csv_text(packing.items[contact.b].name) + "," +
            io::number_text(contact.force) + "," + name_of(p.tier) + "," +
            (p.face < 0 ? std::string() : std::to_string(p.face));
    for (const double value : {p.approach, p.long_axis, p.short_axis, p.area, p.peak, p.mean, p.share})
      text += field(value > 0, value);
    text += field(contact.friction > 0, p.friction_share) + field(p.stick_share >= 0, p.stick_share);
    for (const double value : {p.normal_stiffness, p.tangential_stiffness}) text += field(value > 0, value);
    std::string warnings;
    for (const std::string& warning : p.warnings) warnings += (warnings.empty() ? "" : "; ") + warning;
    text += "," + csv_text(warnings) + "\n";
  }
  return text;
}

}  // namespace jam::elastic
