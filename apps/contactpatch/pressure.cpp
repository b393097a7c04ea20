// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// contactpatch pressure: what the contacts of a packing bear.
#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <numeric>
#include <string>
#include <vector>

#include "jam/elastic/io/packing_file.hpp"
#include "jam/io/atomic_file.hpp"
#include "options.hpp"
#include "shell/figure_text.hpp"
#include "shell/outputs.hpp"
#include "shell/program.hpp"

namespace jam::app {
namespace {

using namespace elastic;

constexpr int shown_items = 5, shown_warnings = 5;

/// The items that bear most, by their share of what is allowed, then by their peak.
std::vector<int> worst_items(const PackingPressure& pressure) {
  std::vector<int> order(pressure.items.size());
  std::iota(order.begin(), order.end(), 0);
  std::erase_if(order, [&](int i) { return !(pressure.items[i].peak > 0); });
  std::ranges::stable_sort(order, [&](int i, int j) {
    const ItemPressure &a = pressure.items[i], &b = pressure.items[j];
    return a.share != b.share ? a.share > b.share : a.peak > b.peak;
  });
  if (order.size() > shown_items) order.resize(shown_items);
  return order;
}

std::string result_text(const Packing& packing, const PackingPressure& pressure) {
  const auto count = [&](Tier tier) { return std::ranges::count(pressure.contacts, tier, &ContactPressure::tier); };
  const auto loaded = std::ranges::count_if(packing.contacts, [](const PackedContact& contact) { return contact.force > 0; });
  std::string text =
      fact("contacts", fmt::format("{}, {} bear a force: {} by Hertz, {} numerically, {} not concentrated", packing.contacts.size(), loaded,
                                   count(Tier::hertz), count(Tier::numeric), loaded - count(Tier::hertz) - count(Tier::numeric)));
  for (const int i : worst_items(pressure)) {
    const ItemPressure& item = pressure.items[i];
    const PackedContact& contact = packing.contacts[item.worst_contact];
    const PackedItem& other = packing.items[contact.a == i ? contact.b : contact.a];
    const std::string allowed = item.share > 0 ? fmt::format(", {} of what is allowed", figures(item.share)) : "";
    text += fact(packing.items[i].name, fmt::format("peak {} MPa{}, by {} with {} N; patches {} mm^2", figures(item.peak), allowed,
                                                    other.name, figures(contact.force), figures(item.area)));
  }
  const auto above = std::ranges::count_if(pressure.items, [](const ItemPressure& item) { return item.share > 1; });
  text += fact("above", fmt::format("{} bear more than allowed", counted(above, "item", "items")));
  return text + fact("penalty", fmt::format("{} N", figures(pressure.penalty)));
}

void print_warnings(const Packing& packing, const PackingPressure& pressure) {
  long long count = 0;
  for (std::size_t k = 0; k < pressure.contacts.size(); ++k) {
    for (const std::string& text : pressure.contacts[k].warnings) {
      if (++count > shown_warnings) continue;
      const PackedContact& contact = packing.contacts[k];
      std::cerr << fmt::format("warning: {} on {}: {}", packing.items[contact.a].name, packing.items[contact.b].name, text) << std::endl;
    }
  }
  if (count > shown_warnings)
    std::cerr << fmt::format("warning: and {} more, which --json and --csv hold", count - shown_warnings) << std::endl;
}

}  // namespace

ExitCode run_pressure(const Options& options) {
  require_writable(output_files(options));
  const Device device = device_of(options);
  const Packing packing = read_packing(options.file);
  if (!options.quiet) {
    std::cerr << fact("packing",
                      fmt::format("{}: {}, {}", packing.name, counted(static_cast<long long>(packing.items.size()), "item", "items"),
                                  counted(static_cast<long long>(packing.contacts.size()), "contact", "contacts")))
              << std::flush;
  }
  const PackingPressure pressure = packing_pressure(packing, device, options.thread_count);
  print_warnings(packing, pressure);
  std::string text = result_text(packing, pressure);
  if (!options.json.empty() && options.json != "-") {
    io::write_atomically(options.json, pressure_json(packing, pressure));
    text += fact("written", options.json.string());
  }
  if (!options.csv.empty()) {
    io::write_atomically(options.csv, pressure_csv(packing, pressure));
    text += fact("written", options.csv.string());
  }
  if (options.json == "-") {
    print_result(pressure_json(packing, pressure));
    std::cerr << text << std::flush;
  } else {
    print_result(text);
  }
  return ExitCode::ok;
}

}  // namespace jam::app
