// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// contactpatch pressure: what the contacts of a packing bear.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "jam/elastic/io/packing_file.hpp"
#include "options.hpp"
#include "shell/figure_text.hpp"
#include "shell/outputs.hpp"
#include "solve_run.hpp"

namespace jam::app {
namespace {

using namespace elastic;

constexpr std::size_t shown_items = 5, shown_warnings = 5;

/// The force of a contact, or of the whole face or line to which it belongs [N].
double force_on(const Packing& packing, const PackingPressure& pressure, int number) {
  const int face = pressure.contacts[number].face;
  if (face < 0) return packing.contacts[number].force;
  double force = 0;
  for (std::size_t k = 0; k < packing.contacts.size(); ++k)
    force += pressure.contacts[k].face == face ? packing.contacts[k].force : 0;
  return force;
}

/// The items in falling order of their share of the allowed pressure, then of their peak, then of their mean.
std::vector<int> worst_items(const PackingPressure& pressure) {
  std::vector<int> order(pressure.items.size());
  std::iota(order.begin(), order.end(), 0);
  std::erase_if(order, [&](int i) { return pressure.items[i].worst_contact < 0; });
  std::ranges::stable_sort(order, std::ranges::greater{}, [&](int i) {
    const ItemPressure& item = pressure.items[i];
    return std::tuple(item.share, item.peak, item.mean);
  });
  if (order.size() > shown_items) order.resize(shown_items);
  return order;
}

std::string result_text(const Packing& packing, const PackingPressure& pressure) {
  const auto count = [&](Tier tier) {
    return std::ranges::count(pressure.contacts, tier, &ContactPressure::tier);
  };
  long long loaded = 0, unknown = 0;
  for (std::size_t k = 0; k < packing.contacts.size(); ++k) {
    if (!(packing.contacts[k].force > 0)) continue;
    ++loaded;
    if (pressure.contacts[k].tier == Tier::none) ++unknown;
  }
  std::string text =
      fact("contacts", fmt::format("{}, {} bear a force: {} by Hertz, {} along lines, {} numerically, {} "
                                   "flat with a mean, {} not known",
                                   packing.contacts.size(), loaded, count(Tier::hertz), count(Tier::line),
                                   count(Tier::numeric), count(Tier::flat), unknown));
  for (const int i : worst_items(pressure)) {
    const ItemPressure& item = pressure.items[i];
    const PackedContact& contact = packing.contacts[item.worst_contact];
    const ContactPressure& worst = pressure.contacts[item.worst_contact];
    const PackedItem& other = packing.items[contact.a == i ? contact.b : contact.a];
    const std::string allowed =
        item.share > 0 ? fmt::format(", {} of what is allowed", figures(item.share)) : "";
    const std::string pressed = worst.peak > 0 ? fmt::format("peak {} MPa", figures(worst.peak))
                                               : fmt::format("mean {} MPa", figures(worst.mean));
    text += fact(packing.items[i].name,
                 fmt::format("{}{}, by {} with {} N; patches {} mm^2", pressed, allowed, other.name,
                             figures(force_on(packing, pressure, item.worst_contact)), figures(item.area)));
  }
  const auto above =
      std::ranges::count_if(pressure.items, [](const ItemPressure& item) { return item.share > 1; });
  text += fact("above", fmt::format("{} bear more than allowed", counted(above, "item", "items")));
  return text + fact("penalty", fmt::format("{} N", figures(pressure.penalty)));
}

/// A warning without its numbers: warnings that differ only in numbers count as one.
std::string without_numbers(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if ((c < '0' || c > '9') && c != '.' && c != '-' && c != '+') result += c;
  }
  return result;
}

/// One line for each pair of items.
void show_warnings(const Packing& packing, const PackingPressure& pressure, SolveRun& run) {
  std::vector<std::pair<int, int>> pairs;
  std::map<std::pair<int, int>, std::vector<std::string>> texts;
  for (std::size_t k = 0; k < pressure.contacts.size(); ++k) {
    const PackedContact& contact = packing.contacts[k];
    const std::pair<int, int> pair = std::minmax(contact.a, contact.b);
    for (const std::string& text : pressure.contacts[k].warnings) {
      std::vector<std::string>& known = texts[pair];
      if (known.empty()) pairs.push_back({contact.a, contact.b});
      const auto same = [&](const std::string& other) {
        return without_numbers(other) == without_numbers(text);
      };
      if (std::ranges::none_of(known, same)) known.push_back(text);
    }
  }
  for (std::size_t k = 0; k < pairs.size() && k < shown_warnings; ++k) {
    const auto [a, b] = pairs[k];
    run.warn(fmt::format("{} on {}: {}", packing.items[a].name, packing.items[b].name,
                         fmt::join(texts[std::minmax(a, b)], "; ")));
  }
  if (pairs.size() > shown_warnings) {
    run.warn(fmt::format("and {} more, which --json and --csv hold",
                         counted(static_cast<long long>(pairs.size() - shown_warnings), "pair", "pairs")));
  }
}

}  // namespace

ExitCode run_pressure(const Options& options) {
  require_writable(output_files(options));
  const Device device = device_of(options);
  const Packing packing = read_packing(options.file);
  SolveRun run(options);
  const auto count = [](std::size_t number) { return static_cast<long long>(number); };
  run.present(fact("packing", fmt::format("{}: {}, {}", packing.name,
                                          counted(count(packing.items.size()), "item", "items"),
                                          counted(count(packing.contacts.size()), "contact", "contacts"))));
  const PackingPressure pressure =
      named_file(options.file, [&] { return packing_pressure(packing, device, options.thread_count, &run); });
  show_warnings(packing, pressure, run);
  run.report(result_text(packing, pressure), [&] { return pressure_json(packing, pressure); },
             {{"--csv", options.csv, [&] { return pressure_csv(packing, pressure); }}});
  return run.end(pressure.complete, "");
}

}  // namespace jam::app
