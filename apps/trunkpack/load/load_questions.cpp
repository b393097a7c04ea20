// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "load_questions.hpp"

#include <fmt/format.h>

#include <string_view>
#include <vector>

#include "jam/core/words.hpp"
#include "jam/io/number_text.hpp"
#include "jam/mesh/rooms/cap_plane.hpp"
#include "seed_list.hpp"
#include "shell/option_values.hpp"

namespace jam::app {
namespace {

constexpr Modes files = load_question_modes, walls = one_size | verify_mode;

/// Four times the noise of the solver [mm]: docs/trunkpack.md has the measurement.
constexpr double least_limit = 1;

constexpr Words<bool> mover_words[] = {{"region", false}, {"part", true}};

constexpr Range frictions{0.01, 2, "a friction"}, densities{1, 25000, "a density", " kg/m3"},
    limits{least_limit, 1000, "a distance", " mm"};

OptionValue load_test(Options& o) {
  return {"LIST", [&o](const std::string& text) { o.manoeuvres = dynamics::parse_manoeuvres(text); },
          [&o] { return texts_if(!o.manoeuvres.empty(), dynamics::manoeuvres_text(o.manoeuvres)); }};
}

/// Files of an answer: pages or data.
OptionValue pages_or_data(std::vector<std::filesystem::path>& files_of_answer) {
  return with_endings(file_list(files_of_answer, FileUse::output), {".html", ".json"},
                      "a file that ends in .html (a page) or .json");
}

OptionValue opening(Options& o) {
  const auto set = [&o](const std::string& text) {
    if (text != "top" && text != "rear") {
      try {
        (void)mesh::parse_cap(text);
      } catch (const InputError& error) {
        throw InputError(std::string("top, rear, or a plane beyond which the trunk is open: ") +
                         error.what());
      }
    }
    o.opening = text;
  };
  return {"top|rear|PLANE", set, [&o] { return texts_if(!o.opening.empty(), o.opening); }};
}

/// The time of a search that is one of many.
OptionValue search_time(double& seconds) {
  constexpr double least = 0.1;  // [s]
  OptionValue value = duration(seconds);
  const auto set = [take = value.set, &seconds](const std::string& text) {
    take(text);
    if (seconds < least)
      throw InputError(fmt::format("a duration from {} s is accepted: 2, 500ms, 1m", io::number_text(least)));
  };
  value.set = set;
  return value;
}

OptionValue seed_list(Options& o) {
  return {"LIST", [&o](const std::string& text) { o.seeds = parse_seeds(text); },
          [&o] { return std::vector{seeds_text(o.seeds)}; }};
}

void add_load_test(Options& o) {
  o.table.add(
      "Load test",
      {{"load-test", files, Effect::output, load_test(o),
        "simulate driving manoeuvres with the finished load, and tell whether it holds; standard: "
        "full-braking,lane-change,kerb,luggage-retention; free ones have a peak acceleration, for example "
        "brake=0.8g,corner=0.5g,bump=2g"},
       {"friction", files, Effect::output, real(o.test_rules.friction, frictions, "F"),
        "friction between boxes, and between boxes and walls, in --load-test and --loading-plan"},
       {"density", files, Effect::output, real(o.test_rules.density, densities, "KG/M3"),
        "density of the boxes in kg/m3 in --load-test"},
       {"limit", files, Effect::output, real(o.test_rules.limit, limits, "MM"),
        "distance in mm; a load fails --load-test if a corner of a box gets farther than this from its "
        "place"},
       {"settle-first", files, Effect::output, toggle(o.test_rules.settle_first),
        "let the load stand until it is still before the manoeuvres of --load-test; only motions from there "
        "on count"},
       {"require-load-test", files, Effect::output, toggle(o.require_load_test),
        "end with exit code 4 if the load does not hold in --load-test"},
       {"pressure", files, Effect::output, toggle(o.pressure),
        "compute the pressure on the faces of the boxes in --load-test"}});
}

void add_loading_plan(Options& o) {
  constexpr OptionTraits may_repeat{.repeats = true};
  o.table.add(
      "Loading plan",
      {{"loading-plan", files, Effect::output, pages_or_data(o.loading_plans),
        "plan how boxes are loaded: a page (.html) or data (.json)", may_repeat},
       {"opening", files, Effect::output, opening(o),
        "where the trunk is open for --loading-plan; top, rear (+x): the walls that face there; a plane as "
        "in --cap: everything beyond it. Default: the planes of --cap, or that of the only opening of MESH; "
        "else top or rear, whichever gives a plan"},
       {"loadable", files, Effect::output, toggle(o.loadable),
        "leave boxes out of the finished load for which the plan finds no way, and tell how many"}});
}

void add_tight_walls(Options& o) {
  constexpr OptionTraits may_repeat{.repeats = true};
  o.table.add(
      "Tight walls",
      {{"tight", walls, Effect::output, pages_or_data(o.tight),
        "find the walls that cost boxes, and measure what is gained where each of them is moved outwards by "
        "2, 5 and 10 mm: a page (.html) or data (.json)",
        may_repeat},
       {"tight-by", walls, Effect::output, choice(o.tight_by_part, mover_words),
        "what --tight moves: regions of walls that face one way, or whole named parts of MESH"},
       {"tight-time", walls, Effect::output, search_time(o.tight_time),
        "time of each search of --tight: one for each seed, wall and distance"},
       {"seeds", walls | compare_mode, Effect::output, seed_list(o),
        "seeds of the searches that --tight and compare run: 1..4, or 1,5,9"}});
}

/// The plan, and what only it needs.
void check_loading_plan(const Options& o) {
  const std::vector<std::string_view> all{"loading-plan", "opening", "loadable"};
  if (!o.points.empty()) refuse(o.table, all, "with --points, which have no walls");
  if (o.rounded > 0) refuse(o.table, all, "with --rounded: only sharp boxes are planned");
  if (o.mode == Mode::verify) refuse(o.table, {"loadable"}, "with --verify, which changes no load");
  if (o.has("opening") && !o.plans_loading())
    throw InputError("--opening needs --loading-plan or --loadable, the plan that it is for");
}

/// What only the measurement of walls needs.
void check_tight_walls(const Options& o) {
  if (o.tight.empty()) {
    for (const char* name : {"tight-by", "tight-time"}) {
      if (o.has(name)) throw InputError(fmt::format("--{} needs --tight, the searches that it is for", name));
    }
    if (o.has("seeds") && o.mode != Mode::compare)
      throw InputError("--seeds needs --tight or compare; the seed of one search is --seed N");
    return;
  }
  if (!o.points.empty()) refuse(o.table, {"tight"}, "with --points, which have no walls");
  if (!o.set.uniform())
    refuse(o.table, {"tight"}, fmt::format("with --set {}: boxes of one size are measured", o.set.name));
}

}  // namespace

void add_load_questions(Options& o) {
  add_load_test(o);
  add_loading_plan(o);
  add_tight_walls(o);
  for (OptionRow& row : o.table.rows) {
    if (row.name == std::string_view("progress")) row.modes |= verify_mode;
  }
}

void check_load_questions(const Options& o) {
  if (!o.points.empty()) refuse(o.table, {"standing"}, "with --points, which have no walls");
  if (o.rounded > 0) refuse(o.table, {"standing"}, "with --rounded: only sharp boxes are simulated");
  check_loading_plan(o);
  check_tight_walls(o);
  if (o.manoeuvres.empty()) {
    if (o.pressure)
      throw InputError("--pressure needs --load-test: the forces of which it tells are those of a manoeuvre");
    for (const char* name : {"density", "limit", "settle-first", "require-load-test"}) {
      if (o.has(name))
        throw InputError(fmt::format("--{} needs --load-test, the test that it changes", name));
    }
    if (!o.plans_loading()) {
      if (o.has("friction"))
        throw InputError("--friction needs --load-test or --loading-plan: nothing else has friction");
      if (o.mode == Mode::verify && o.tight.empty())
        refuse(o.table, {"progress"}, "with --verify, without --load-test, --loading-plan and --tight");
    }
  }
  if (!o.points.empty()) refuse(o.table, {"load-test"}, "with --points, which have no walls");
  if (o.rounded > 0) refuse(o.table, {"load-test"}, "with --rounded: only sharp boxes are simulated");
}

}  // namespace jam::app
