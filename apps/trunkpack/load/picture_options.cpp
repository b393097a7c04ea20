// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "picture_options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jam/core/time_stamp.hpp"
#include "jam/core/version.hpp"
#include "jam/trunk/pictures/load_picture.hpp"
#include "jam/trunk/pictures/load_sheet.hpp"
#include "load_questions.hpp"
#include "load_test.hpp"
#include "shell/option_values.hpp"
#include "trunkpack/load_formats.hpp"
#include "trunkpack/report.hpp"

namespace jam::app {
namespace {

/// A list of names of views, `iso,top`.
OptionValue view_list(Options& o) {
  const auto set = [&o](const std::string& text) {
    std::vector<std::string> names;
    for (const trunk::View& view : trunk::views()) names.emplace_back(view.name);
    std::vector<std::string> chosen;
    for (std::size_t at = 0; at <= text.size();) {
      const std::size_t end = std::min(text.find(',', at), text.size());
      const std::string name = text.substr(at, end - at);
      if (std::ranges::find(names, name) == names.end()) fail_choice(name, names);
      if (std::ranges::find(chosen, name) != chosen.end())
        throw InputError(fmt::format("{} is given twice", name));
      chosen.push_back(name);
      at = end + 1;
    }
    o.views = chosen;
  };
  return {"LIST", set,
          [&o] { return texts_if(!o.views.empty(), fmt::format("{}", fmt::join(o.views, ","))); }};
}

std::vector<trunk::View> views_of(const Options& options) {
  std::vector<trunk::View> shown;
  if (options.views.empty()) return {trunk::views().begin(), trunk::views().end()};
  for (const std::string& name : options.views)
    shown.push_back(
        *std::ranges::find_if(trunk::views(), [&](const trunk::View& view) { return view.name == name; }));
  return shown;
}

std::string comment_of(const trunk::BoxFileComments& comments, const char* name) {
  const auto found = comments.find(name);
  return found == comments.end() ? std::string() : found->second;
}

}  // namespace

void add_pictures(Options& o) {
  o.table.add("Pictures",
              {{"svg", load_question_modes, Effect::output,
                with_endings(file(o.svg, FileUse::output), {".svg"}, "a file that ends in .svg"),
                "picture of the load as SVG: walls as lines, boxes coloured by their orientation, or by item "
                "for sets"},
               {"png", load_question_modes, Effect::output,
                with_endings(file(o.png, FileUse::output), {".png"}, "a file that ends in .png"),
                "the same picture as PNG, 1600 pixels wide"},
               {"view", load_question_modes, Effect::output, view_list(o),
                "views in --svg, --png and --sheet, separated by commas: iso, top, side, rear; default: all"},
               {"sheet", load_question_modes, Effect::output,
                with_endings(file(o.sheet, FileUse::output), {".html"}, "a file that ends in .html"),
                "sheet with views, figures and verdicts that prints on one page (HTML)"}});
}

void check_pictures(const Options& o) {
  if (o.has("view") && o.svg.empty() && o.png.empty() && o.sheet.empty())
    throw InputError("--view needs --svg, --png or --sheet, the pictures that it is for");
}

std::vector<Format> picture_formats(const Options& options, const trunk::BoxFileComments& comments) {
  const std::vector<trunk::View> shown = views_of(options);
  const auto sheet = [&comments, shown](const Result& result) {
    const trunk::LoadReport& load = load_of(result);
    const trunk::SheetTexts texts{verification_text(load), hold_text(load.test),
                                  comment_of(comments, "options"), comment_of(comments, "converted-from"),
                                  fmt::format("{} by trunkpack {}", utc_now().substr(0, 10), version_number)};
    return trunk::load_sheet(load, result.run ? &*result.run : nullptr, shown, texts);
  };
  return {{"--svg", options.svg,
           [shown](const Result& result) {
             const trunk::LoadReport& load = load_of(result);
             return io::svg_text(trunk::draw_load(load, shown), trunk::white_paper,
                                 trunk::picture_title(load));
           }},
          {"--png", options.png,
           [shown](const Result& result) {
             return io::png_bytes(trunk::draw_load(load_of(result), shown), trunk::white_paper);
           }},
          {"--sheet", options.sheet, sheet}};
}

}  // namespace jam::app
