// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "jam/io/html_text.hpp"
#include "jam/io/number_text.hpp"
#include "jam/trunk/pictures/load_views.hpp"
#include "load/seed_list.hpp"
#include "variants.hpp"

namespace jam::app {
namespace {

constexpr const char* box_colour = "#1f6fb4";

std::string number(double value) { return io::number_text(io::rounded_to_decimals(value, 2)); }

/// The class and text of a difference.
std::string gain_cell(const VariantComparison& comparison, const Variant& variant) {
  if (&variant == &comparison.variants.front()) return "<td>compared with this one</td>";
  const trunk::Gain gain = gain_over_first(comparison, variant);
  const char* kind = !gain.measured ? "pill" : gain.mean > 0 ? "pill good" : "pill bad";
  return fmt::format("<td><span class=\"{}\">{}</span></td>", kind, io::html_text(gain_text(gain)));
}

std::string rows(const VariantComparison& comparison) {
  std::string text;
  for (const Variant& variant : comparison.variants) {
    const std::vector<double>& results = variant.results;
    std::string all;
    for (const double result : results) all += (all.empty() ? "" : ", ") + number(result);
    text += fmt::format(
        "<tr><th scope=\"row\">{}</th><td class=\"n\">{}</td><td class=\"n\">{}</td><td class=\"n\">{} to "
        "{}</td>{}<td>{}</td></tr>\n",
        io::html_text(variant.name), io::fixed_text(variant.litres, 2), io::fixed_text(mean_of(variant), 1),
        number(std::ranges::min(results)), number(std::ranges::max(results)), gain_cell(comparison, variant),
        all);
  }
  return text;
}

/// A line for each variant, a dot for each search, and a stroke at the mean.
std::string chart(const VariantComparison& comparison) {
  constexpr double left = 10, right = 590, row_height = 46, dot = 5;
  double low = comparison.variants.front().results.front(), high = low;
  for (const Variant& variant : comparison.variants) {
    for (const double result : variant.results) low = std::min(low, result), high = std::max(high, result);
  }
  const double width = std::max(high - low, 1.0);
  const auto place = [&](double value) {
    return left + 12 + (right - left - 24) * (value - low + 0.5 * (width - (high - low))) / width;
  };
  const double height = row_height * static_cast<double>(comparison.variants.size()) + 22;
  std::string text = fmt::format(
      "<svg viewBox=\"0 0 600 {}\" role=\"img\" aria-label=\"results of all searches, by variant\">\n",
      height);
  double y = 26;
  for (const Variant& variant : comparison.variants) {
    text += fmt::format("<text x=\"{}\" y=\"{}\">{}</text><line x1=\"{}\" x2=\"{}\" y1=\"{}\" y2=\"{}\"/>\n",
                        left, y - 10, io::html_text(variant.name), left, right, y + 6, y + 6);
    for (std::size_t k = 0; k < variant.results.size(); ++k) {
      const double result = variant.results[k];
      text += fmt::format("<circle cx=\"{:.1f}\" cy=\"{}\" r=\"{}\"><title>seed {}: {} {}</title></circle>\n",
                          place(result), y + 6, dot, comparison.seeds[k], number(result), comparison.unit);
    }
    const double mean = place(mean_of(variant));
    text += fmt::format("<line class=\"mean\" x1=\"{0:.1f}\" x2=\"{0:.1f}\" y1=\"{1}\" y2=\"{2}\"/>\n", mean,
                        y - 4, y + 16);
    y += row_height;
  }
  return text + fmt::format(
                    "<text x=\"{:.1f}\" y=\"{}\" class=\"low\">{}</text>"
                    "<text x=\"{:.1f}\" y=\"{}\" class=\"high\">{} {}</text></svg>",
                    place(low), height - 4, number(low), place(high), height - 4,
                    high > low ? number(high) : "", comparison.unit);
}

std::string pictures(const VariantComparison& comparison) {
  std::vector<trunk::DrawnLoad> all;
  for (const Variant& variant : comparison.variants) all.push_back({variant.best, box_colour});
  const std::span loads(all);
  std::string text;
  for (std::size_t k = 0; k < all.size(); ++k) {
    const std::string svg = trunk::views_svg(loads.subspan(k, 1), loads);
    const std::size_t begin = svg.find("<svg");
    text += fmt::format("<figure><figcaption>{}, the best of its loads: {} boxes</figcaption>{}</figure>\n",
                        io::html_text(comparison.variants[k].name), comparison.variants[k].best.size(),
                        begin == std::string::npos ? "" : svg.substr(begin));
  }
  return text;
}

}  // namespace

std::string variants_page(const VariantComparison& comparison) {
  std::string body;
  if (comparison.seeds.empty()) {
    body = "<p>No search was finished in all variants.</p>";
  } else {
    body = fmt::format(
        R"(<div class="scroll"><table><thead><tr><th scope="col">variant</th><th scope="col" class="n">mesh [l]</th><th scope="col" class="n">{0} on average</th><th scope="col" class="n">spread</th><th scope="col">difference, seed by seed</th><th scope="col">all</th></tr></thead><tbody>
{1}</tbody></table></div>
<p class="about">A difference is within the spread unless every search of one variant found more than every search of the other one.</p>
<figure class="strip">{2}</figure>
<div class="loads">
{3}</div>)",
        comparison.unit, rows(comparison), chart(comparison), pictures(comparison));
  }
  const std::string title = fmt::format("{} variants of a trunk", comparison.variants.size());
  return io::page_head(title) +
         fmt::format(R"(body {{ margin: 1.5rem auto; max-width: 76rem; padding: 0 1rem; }}
.about {{ color: var(--soft); }} .scroll {{ overflow-x: auto; }}
table {{ width: auto; margin: 1rem 0 .4rem; }} td, th {{ text-align: left; padding: .35rem 1.2rem .35rem 0; border-bottom: 1px solid var(--line); white-space: nowrap; }}
.n {{ text-align: right; }} thead th {{ color: var(--soft); font-weight: 500; }}
figure {{ margin: 0; }} figcaption {{ margin-bottom: .3rem; overflow-wrap: anywhere; }} figure svg {{ width: 100%; height: auto; }}
.strip {{ max-width: 44rem; margin: 1.2rem 0; }} .strip line {{ stroke: var(--line); stroke-width: 1.5; }}
.strip .mean {{ stroke: var(--ink); stroke-width: 2; }} .strip circle {{ fill: var(--accent); fill-opacity: .55; }}
.strip text {{ fill: var(--ink); font-size: 12px; font-family: inherit; }} .strip .low, .strip .high {{ fill: var(--soft); text-anchor: middle; }}
.strip .high {{ text-anchor: end; }}
.loads {{ display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 20rem), 1fr)); gap: 1.2rem; }}
.loads svg {{ background: #fff; border-radius: 8px; }}
@media print {{ body {{ margin: 0; max-width: none; }} figure {{ break-inside: avoid; }} @page {{ size: A4; margin: 12mm; }} }}
</style>
</head>
<body>
<h1>{0}</h1>
<p class="about">{1}; {2} each, seeds {3}, {4}{5}</p>
{6}
</body>
</html>
)",
                     title, io::html_text(comparison.boxes), effort_text(comparison),
                     comparison.seeds.empty() ? "none" : seeds_text(comparison.seeds),
                     io::html_text(comparison.device),
                     comparison.complete ? "" : "; stopped before all searches were finished", body);
}

}  // namespace jam::app
