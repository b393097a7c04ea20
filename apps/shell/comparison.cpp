// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/comparison.hpp"

#include <fmt/format.h>

#include "jam/io/html_text.hpp"

namespace jam::app {
namespace {

/// An SVG file as an element of a page.
std::string element(const std::string& svg) {
  const std::size_t begin = svg.find("<svg");
  return begin == std::string::npos ? "" : svg.substr(begin);
}

}  // namespace

std::string comparison_page(const Comparison& comparison, const std::string& first_name,
                            const std::string& second_name) {
  const std::string first = io::html_text(first_name), second = io::html_text(second_name);
  std::string rows;
  for (const ComparedFact& fact : comparison.facts) {
    rows += fmt::format("<tr><th scope=\"row\">{}</th><td>{}</td><td>{}</td></tr>\n",
                        io::html_text(fact.name), io::html_text(fact.first), io::html_text(fact.second));
  }
  return fmt::format(
      R"({2}
body {{ margin: 1.5rem auto; max-width: 90rem; padding: 0 1rem; }}
.pair {{ display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 1rem; }}
figure {{ margin: 0; }} figure svg {{ width: 100%; height: auto; }}
table {{ width: auto; margin: 1rem 0; }}
td, th {{ text-align: left; padding: 0.2rem 1.2rem 0.2rem 0; font-variant-numeric: tabular-nums; }}
</style>
</head>
<body>
<h1>{0} and {1}</h1>
<table><thead><tr><th></th><th scope="col" style="color: {3}">{0}</th><th scope="col" style="color: {4}">{1}</th></tr></thead><tbody>
{5}</tbody></table>
<div class="pair">
<figure><figcaption>{0}</figcaption>{6}</figure>
<figure><figcaption>{1}</figcaption>{7}</figure>
<figure><figcaption>overlay</figcaption>{8}</figure>
</div>
</body>
</html>
)",
      first, second, io::page_style(), first_colour, second_colour, rows, element(comparison.first),
      element(comparison.second), element(comparison.overlay));
}

}  // namespace jam::app
