// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/trunk/pictures/load_sheet.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>

#include "jam/core/duration.hpp"
#include "jam/io/html_text.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/pictures/drawing.hpp"
#include "jam/trunk/pictures/load_picture.hpp"

namespace jam::trunk {

/// The page with places to be filled in: web/load_sheet.html.
[[nodiscard]] std::string_view sheet_page();

namespace {

using io::fixed_text;
using io::html_text;

constexpr std::size_t most_rows = 16, most_notes = 3, most_colours = 12;  ///< One page holds them.
constexpr double widest = 640;  ///< Width of a column of views [pixels].

struct ViewTexts {
  std::string figures, columns, rows;
};

/// Views at one scale: cells as wide and high as their columns and rows need.
ViewTexts views_text(const LoadReport& report, const BoxColours& colours, const std::vector<View>& shown) {
  const auto [widths, heights] = grid_of(report, shown);
  const std::size_t columns = widths.size();
  const double scale = widest / *std::ranges::max_element(widths);
  ViewTexts texts;
  for (const double width : widths)
    texts.columns += fmt::format("minmax(0, {}fr) ", fixed_text(width * scale, 0));
  for (const double height : heights)
    texts.rows += fmt::format("minmax(0, {}fr) ", fixed_text(height * scale, 0));
  for (std::size_t k = 0; k < shown.size(); ++k) {
    const View& view = shown[k];
    io::Drawing drawing = draw_view(report, colours, view, scale);
    drawing.width = std::ceil(widths[k % columns] * scale);
    drawing.height = std::ceil(heights[k / columns] * scale);
    const std::string svg =
        io::svg_text(drawing, io::no_ink, fmt::format("{} view: {}", view.name, picture_title(report)));
    texts.figures += fmt::format("<figure><figcaption><b>{}</b> {}</figcaption>\n{}</figure>\n", view.name,
                                 view.caption, svg);
  }
  return texts;
}

std::string legend_text(const BoxColours& colours) {
  std::string text;
  for (std::size_t k = 0; k < colours.classes.size(); ++k) {
    if (k == most_colours) return text + fmt::format("<li>and {} more</li>", colours.classes.size() - k);
    const auto& [name, ink, count] = colours.classes[k];
    text += fmt::format("<li><i style=\"background:rgb({} {} {})\"></i>{} {}</li>", ink.red, ink.green,
                        ink.blue, count, html_text(name));
  }
  return text;
}

std::string pill(const char* kind, const std::string& text) {
  return fmt::format("<span class=\"pill {}\">{}</span>\n", kind, html_text(text));
}

std::string pills_text(const LoadReport& report) {
  const LoadVerification& verification = report.verification;
  std::string text = !verification.legal       ? pill("bad", "✗ not legal")
                     : verification.verified() ? pill("good", "✓ verified")
                                               : pill("", "checked against points only");
  if (!report.standing.empty()) {
    const auto floating = std::ranges::count(report.standing, 0);
    text += floating == 0   ? pill("good", "✓ stands")
            : floating == 1 ? pill("bad", "✗ 1 box does not stand")
                            : pill("bad", fmt::format("✗ {} boxes do not stand", floating));
  }
  if (!report.test.motions.empty()) {
    const std::optional<bool> holds = verdict_of(report.test).holds;
    text += !holds   ? pill("", "load test not finished")
            : *holds ? pill("good", "✓ holds")
                     : pill("bad", "✗ does not hold");
  }
  if (report.plan.is_made()) {
    text += !report.plan.complete ? pill("", "loading plan not finished")
            : report.plan.stuck.empty()
                ? pill("good", "✓ can be loaded")
                : pill("bad", fmt::format("✗ no way for {}", report.plan.stuck.size()));
  }
  return text;
}

/// Boxes of one kind and size.
struct PieceRow {
  std::string name;
  Vec3d edge;
  int limit = 0;  ///< 0: none.
  int count = 0;
};

std::vector<PieceRow> piece_rows(const LoadReport& report) {
  std::vector<PieceRow> rows;
  if (report.set.pieces.size() > 1)
    for (const Piece& piece : report.set.pieces) rows.push_back({piece.name, piece.edge, piece.count});
  const std::vector<int> kinds = kinds_of(report.set, report.boxes);
  for (std::size_t k = 0; k < report.boxes.size(); ++k) {
    const Vec3d edge = report.boxes[k].edge;
    auto row = std::ranges::find_if(
        rows, [&](const PieceRow& each) { return each.name.empty() && each.edge == edge; });
    if (report.set.pieces.size() > 1 && kinds[k] >= 0) row = rows.begin() + kinds[k];
    if (row == rows.end()) row = rows.insert(row, {"", edge});
    ++row->count;
  }
  return rows;
}

std::string pieces_text(const std::vector<PieceRow>& rows) {
  std::string text =
      "<table class=\"pieces\"><thead><tr><th>Item</th><th class=\"size\">Size in mm</th><th "
      "class=\"number\">Boxes</th>"
      "<th class=\"number\">Litres</th></tr></thead><tbody>\n";
  const auto litres = [](const PieceRow& row) {
    return row.count * row.edge.x * row.edge.y * row.edge.z / cubic_millimetres_per_litre;
  };
  const std::size_t listed = rows.size() > most_rows ? most_rows - 1 : rows.size();
  PieceRow others;
  double other_litres = 0;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const PieceRow& row = rows[k];
    if (k >= listed) {
      others.count += row.count;
      other_litres += litres(row);
      continue;
    }
    const std::string size = size_text(row.edge);
    text += fmt::format(
        "<tr><td><span class=\"clip\">{}</span></td><td class=\"size\">{}</td><td "
        "class=\"number\">{}{}</td><td "
        "class=\"number\">{}</td></tr>\n",
        html_text(row.name), size.substr(0, size.size() - 3), row.count,
        row.limit > 0 ? fmt::format(" of {}", row.limit) : "", fixed_text(litres(row), 2));
  }
  if (listed < rows.size())
    text += fmt::format(
        "<tr><td>{} more</td><td></td><td class=\"number\">{}</td><td class=\"number\">{}</td></tr>\n",
        rows.size() - listed, others.count, fixed_text(other_litres, 2));
  return text + "</tbody></table>\n";
}

std::string facts_text(const LoadReport& report, const io::RunSummary* run, const SheetTexts& texts,
                       const std::vector<PieceRow>& rows) {
  std::string text;
  const auto add = [&](const char* name, const std::string& value) {
    if (!value.empty())
      text += fmt::format("<tr><th>{}</th><td><span class=\"clip\">{}</span></td></tr>\n", name,
                          html_text(value));
  };
  const LoadTotals totals = totals_of(report);
  const Container& container = report.container;
  if (rows.size() == 1)
    add("Boxes", fmt::format("{} of {}{}", totals.count, size_text(rows[0].edge),
                             rounded_text(report.verification.corner_radius)));
  if (report.set.has_values()) add("Value", io::number_text(value_of(report.set, report.boxes)));
  if (totals.container_litres > 0) {
    add("Left free",
        fixed_text(totals.free_litres, 2) + " l of " + fixed_text(totals.container_litres, 2) + " l");
    if (report.bound) add("Bound", bound_text(*report.bound));
  }
  add("Verified", texts.verified);
  if (!report.standing.empty())
    add("Standing",
        fmt::format("{} of {} boxes", std::ranges::count(report.standing, 1), report.standing.size()));
  add("Load test", texts.load_test);
  if (report.plan.is_made()) add("Loading plan", plan_text(report.plan));
  std::string closed;
  for (const ClosingPlane& plane : container.closing_planes)
    closed += (closed.empty() ? "" : ", ") + plane.text;
  if (container.wrap_alpha > 0)
    closed += fmt::format("{}an alpha wrap, alpha {} mm", closed.empty() ? "" : ", ",
                          io::number_text(container.wrap_alpha));
  add("Closed by", closed);
  for (std::size_t k = 0; k < std::min(most_notes, container.notes.size()); ++k)
    add(k == 0 ? "Notes" : "", container.notes[k]);
  if (container.notes.size() > most_notes)
    add("", fmt::format("and {} more notes", container.notes.size() - most_notes));
  if (report.points.empty()) add("Mesh", fmt::format("in {}, {} up", container.file_unit, container.file_up));
  const auto seed = run != nullptr ? run->seed : report.seed;
  const auto time = run != nullptr ? run->time : report.time;
  const std::string device = run != nullptr ? run->device : report.device;
  if (seed)
    add("Search", fmt::format("seed {}{}{}", *seed, time ? ", " + format_duration(*time) : "",
                              device.empty() ? "" : ", " + device));
  add("Options", texts.options);
  add("Read from", texts.source);
  return text;
}

}  // namespace

std::string load_sheet(const LoadReport& report, const io::RunSummary* run, const std::vector<View>& shown,
                       const SheetTexts& texts) {
  const LoadTotals totals = totals_of(report);
  const BoxColours colours = colours_of(report);
  const ViewTexts views = views_text(report, colours, shown);
  const std::vector<PieceRow> rows = piece_rows(report);
  const bool has_table = rows.size() > 1;
  std::string sum = fmt::format("<b>{}</b> {}, <b>{}</b> l", totals.count,
                                totals.count == 1 ? "box" : "boxes", fixed_text(totals.litres, 2));
  if (totals.container_litres > 0)
    sum += fmt::format(", <b>{} %</b> of {} l", fixed_text(100 * totals.fill_ratio, 2),
                       fixed_text(totals.container_litres, 2));
  const std::string name = report.problem.empty() ? "Load" : report.problem;
  return io::filled(sheet_page(), {{"head", io::page_head(fmt::format("{}: {} boxes", name, totals.count))},
                                   {"title", html_text(name)},
                                   {"pills", pills_text(report)},
                                   {"sum", sum},
                                   {"views", views.figures},
                                   {"columns", views.columns},
                                   {"rows", views.rows},
                                   {"tables", has_table ? "2" : "1"},
                                   {"legend", legend_text(colours)},
                                   {"facts", facts_text(report, run, texts, rows)},
                                   {"pieces", has_table ? pieces_text(rows) : ""},
                                   {"footer", html_text(texts.written)}});
}

}  // namespace jam::trunk
