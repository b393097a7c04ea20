// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include "jam/elastic/io/packing_file.hpp"
#include "jam/elastic/io/result_text.hpp"
#include "jam/io/json_writer.hpp"
#include "jam/io/number_text.hpp"

namespace jam::elastic {
namespace {

using io::json_if;
using io::JsonObject;

/// `value`; null if it is not above 0, which means unknown.
std::optional<double> known(double value) { return json_if(value > 0, value); }

JsonObject contact_json(const Packing& packing, const PackedContact& contact,
                        const ContactPressure& pressure) {
  return JsonObject("a", packing.items[contact.a].name, "b", packing.items[contact.b].name)
      .add("point", json_if(std::isfinite(contact.point.x), contact.point), "force", contact.force)
      .add("tier", name_of(pressure.tier), "face", json_if(pressure.face >= 0, pressure.face))
      .add("approach", known(pressure.approach))
      .add("semi_axes", json_if(pressure.long_axis > 0, std::pair(pressure.long_axis, pressure.short_axis)))
      .add("area", known(pressure.area), "peak_pressure", known(pressure.peak))
      .add("mean_pressure", known(pressure.mean), "share", known(pressure.share))
      .add("friction_share", json_if(contact.friction > 0, pressure.friction_share))
      .add("stick_share", json_if(pressure.stick_share >= 0, pressure.stick_share))
      .add("normal_stiffness", known(pressure.normal_stiffness))
      .add("tangential_stiffness", known(pressure.tangential_stiffness), "warnings", pressure.warnings);
}

JsonObject item_json(const PackedItem& packed, const ItemPressure& item) {
  return JsonObject("name", packed.name, "contacts", item.contacts, "force", item.force, "area",
                    known(item.area))
      .add("peak_pressure", known(item.peak), "mean_pressure", known(item.mean))
      .add("allowed_pressure", known(packed.allowed), "share", known(item.share))
      .add("worst_contact", json_if(item.worst_contact >= 0, item.worst_contact));
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
  std::vector<JsonObject> contacts, items;
  for (std::size_t k = 0; k < packing.contacts.size(); ++k)
    contacts.push_back(contact_json(packing, packing.contacts[k], pressure.contacts[k]));
  for (std::size_t i = 0; i < packing.items.size(); ++i)
    items.push_back(item_json(packing.items[i], pressure.items[i]));
  return JsonObject::document()
      .add("schema", "jampack/pressure-result/1", "name", packing.name, "units", result_units())
      .add("penalty", pressure.penalty, "items", io::json_lines(items))
      .add("contacts", io::json_lines(contacts))
      .text();
}

std::string pressure_csv(const Packing& packing, const PackingPressure& pressure) {
  std::string text =
      "a,b,force,tier,face,approach,long_axis,short_axis,area,peak_pressure,mean_pressure,share,friction_"
      "share,stick_share,normal_"
      "stiffness,"
      "tangential_stiffness,warnings\n";
  // A field is empty if its value is not known.
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
