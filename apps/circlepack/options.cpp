// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The options of circlepack: one row each (option_table.hpp).
#include "options.hpp"

#include <fmt/format.h>

#include "jam/io/text_table.hpp"
#include "jam/search/mpi_session.hpp"
#include "option_rules.hpp"
#include "shell/archive/archived_starts.hpp"
#include "shell/option_values.hpp"

namespace jam::app {
namespace {

using circles::CircleFormat;

// Where an option has an effect; the kinds of search are SearchKind.
constexpr Modes multistart = 1, improve = 2, single = 4, many = multistart | improve, files = search_modes | verify_mode,
                problems = files | show_mode | export_mode | import_mode;

constexpr Words<CircleFormat> format_words[] = {
    {"auto", CircleFormat::automatic}, {"circles", CircleFormat::circles}, {"packomania", CircleFormat::packomania},
    {"pac", CircleFormat::pac},        {"xyr", CircleFormat::xyr},         {"json", CircleFormat::json}};
constexpr Words<SearchKind> search_words[] = {
    {"multistart", SearchKind::multistart}, {"improve", SearchKind::improve}, {"single", SearchKind::single}};
constexpr Words<circles::Strategy> strategy_words[] = {{"tabu", circles::Strategy::tabu}, {"trials", circles::Strategy::trials}};
constexpr Words<circles::Start> start_words[] = {
    {"random-relax", circles::Start::random_relax}, {"random-scale", circles::Start::random_scale}, {"grid", circles::Start::grid}};
constexpr Words<circles::Relaxation> relax_words[] = {{"energy", circles::Relaxation::energy}, {"contact", circles::Relaxation::contact}};
constexpr Words<bool> mass_words[] = {{"equal", false}, {"area", true}};

/// Far beyond any radius; the squares still are numbers.
constexpr Range radius_range{1e-100, 1e100, "an enclosing radius"};

OptionRow move_row(const char* name, double& weight, const char* help) {
  return {name, many, Effect::result, real(weight, {1e-6, 1e6, "a frequency", "", true}, "W"), help};
}

/// Taken from the file of --start where neither --n nor --radii is given.
OptionValue radii(Options& o) {
  std::string shown;
  for (const std::string_view family : circles::family_names) shown += fmt::format("{}|", family);
  OptionValue value = text_value(o.radii, (shown + "FILE").c_str(), FileUse::input);
  value.texts = [&o] { return o.has("radii") || o.starts.empty() ? std::vector{o.radii} : std::vector<std::string>(); };
  return value;
}

OptionValue starts(Options& o) {
  const auto set = [&o](const std::string& text) {
    if (text == archive_start) {
      o.start_archive = true;
    } else {
      o.starts.emplace_back(text);
    }
  };
  const auto texts = [&o] {
    std::vector<std::string> list;
    for (const auto& start : o.starts) list.push_back(start.string());
    if (o.start_archive) list.emplace_back(archive_start);
    return list;
  };
  return {"FILE|archive", set, texts, FileUse::packing_input};
}

OptionValue target(Options& o) {
  const auto set = [&o](const std::string& text) {
    o.target_best_known = text == "best-known";
    if (o.target_best_known) return;
    try {
      o.search.target_radius = number_in(radius_range, text);
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}, above 0; or best-known", error.what()));
    }
  };
  const auto texts = [&o] {
    if (o.target_best_known) return std::vector<std::string>{"best-known"};
    return o.has("target") ? std::vector{io::number_text(o.search.target_radius)} : std::vector<std::string>();
  };
  return {"R|best-known", set, texts};
}

void add_problem(OptionTable& table, Options& o) {
  add_group(
      table, "Problem",
      {{"n", problems, Effect::result, whole(o.n, 1, circles::circle_count_limit), "number of circles"},
       {"radii",
        problems,
        Effect::result,
        radii(o),
        "radii 1..n, all 1, i^(1/2), i^(-1/2), i^(-1/5), i^(-2/3), or a file with one radius per line",
        {.always = true}},
       {"start",
        search_modes,
        Effect::result,
        starts(o),
        "packing to begin from; gives the radii too where neither --n nor --radii does. With multistart it may be given several times. "
        "archive: the best ones of this problem in the archive, up to 8",
        {.repeats = true}},
       {"import-format", files | import_mode, Effect::query, choice(o.import_format, format_words),
        "format of the files of --start and --verify"}});
}

void add_search(OptionTable& table, Options& o) {
  circles::SearchOptions& s = o.search;
  add_group(table, "Search",
            {{"search",
              search_modes,
              Effect::result,
              choice(o.kind, search_words),
              "many packings from random starts, the best kept; one packing made better by many trials at once; one large packing over the "
              "whole machine",
              {.always = true}},
             {"strategy", many, Effect::result, choice(s.strategy, strategy_words),
              "step: the whole neighbourhood of a packing, or random moves"},
             {"start-kind", multistart | single, Effect::result, choice(s.start, start_words), "how a fresh packing begins"},
             {"relax", search_modes, Effect::result, choice(s.relaxation, relax_words),
              "how overlaps are removed: minimising their energy, or by contact corrections"},
             {"mass", search_modes, Effect::result, choice(s.mass_by_area, mass_words),
              "with --relax contact: both circles move alike, or the larger one less"},
             instances_row(s.instance_count, many, "packings searched side by side"),
             {"active", multistart, Effect::result, count_or_auto(s.active_count, instance_limit),
              "the most promising so many are searched first, the others wait"},
             {"islands", multistart, Effect::result, count_or_auto(s.island_count, instance_limit),
              "groups of instances with a target and elites of their own"},
             {"ladders", multistart, Effect::result, neutral(count_or_auto(s.ladder_count, instance_limit, 0), {"0"}),
              "ladders of 16 replicas at different temperatures that supply starts: auto: none with --relax contact, else one per core, at "
              "least 2, for 8 to 512 circles on "
              "a CPU; for each GPU 1056, fewer of more than 100 circles, for 8 to 480; 0: none"},
             {"exchange-every", multistart, Effect::result, whole(s.exchange_interval, 1, 1'000'000, "ROUNDS"),
              "rounds after which every island sends its best packing to the next one"},
             {"stuck", search_modes, Effect::result, count_or_auto(s.stuck, count_limit),
              "trials without gain after which a packing is meta-stable and replaced"}});

  circles::MoveWeights& m = s.moves;
  add_group(
      table, "Moves (relative frequencies)",
      {move_row("move-neighbour-swap", m.neighbour_swap, "exchange a circle and the next larger one"),
       move_row("move-swap", m.swap, "exchange any two circles"),
       move_row("move-gradual-swap", m.gradual_swap, "the same, by growing and shrinking in small steps"),
       move_row("move-outside", m.outside, "move a circle to the rim"), move_row("move-insert", m.insert, "move a circle into a vacancy"),
       move_row("move-small-last", m.small_last, "take out all small circles and insert them again")});

  add_limits(
      table, o,
      {{"trials", search_modes, Effect::limit, whole(s.trial_limit, 1, count_limit),
        "end after this many trials over all packings; without --time there is then no time limit"},
       {"target", search_modes, Effect::limit, target(o), "end when this enclosing radius (or the best known one) is reached to 1e-9"}});
}

/// The manual and the rows; the version of MPI is the library's.
Manual manual() {
  return {
      .name = "circlepack",
      .purpose = "packs circles into the smallest enclosing circle, and verifies the result exactly",
      .synopsis =
          "  circlepack --n N [OPTION...]                             radii 1..N, or another family with --radii\n"
          "  circlepack --radii FILE | --start FILE [OPTION...]       radii from a file\n"
          "  circlepack --resume FILE [LIMIT OR OUTPUT OPTION...]     go on from a checkpoint\n"
          "  circlepack --verify FILE [OUTPUT OPTION...]              verify, convert\n"
          "  circlepack archive list|show|export|verify [ARCHIVE]     results of all runs; show and export: --id K, or --n N --radii ...\n"
          "  circlepack archive import|merge FILE...                  packings, or other archives\n"
          "  circlepack campaign FILE [--plan] [--report FILE]        a list of problems, in slices of time; campaign --help explains it\n",
      .commands = "archive campaign",
      .examples =
          "  circlepack --n 10 --time 10s\n"
          "  circlepack --n 128 --instances 200 --time 10m --out best.circles --svg best.svg\n"
          "  circlepack --start best.circles --search improve --time 1h --out best.circles\n"
          "  circlepack --n 24 --target best-known --stats run.csv\n"
          "  circlepack --n 100000 --radii equal --search single --time 5m\n"
          "  circlepack --verify best.circles\n"
          "  circlepack archive list\n"
          "  circlepack archive export --n 10 --out best.circles\n",
      .mpi = ranks::mpi_version(),
      .exit_codes = search_exit_codes};
}

}  // namespace

OptionTable option_table(Options& o) {
  OptionTable table;
  add_problem(table, o);
  add_search(table, o);
  add_checkpoints(table, o, many, "round");
  add_device(table, o);
  add_outputs(table, o, "packing; without it FAMILY-nN.circles in the current folder, where a better packing is never replaced",
              "packing, contacts and rattlers as JSON; -: to standard output",
              {{"packomania", files, Effect::output, file(o.packomania, FileUse::packing_output),
                "packing as on Packomania: index x y, enclosing radius 1"},
               {"svg", files, Effect::output, file(o.svg, FileUse::output), "picture"}},
              "of every problem", "every improvement at once, and more figures");
  add_queries(table, o, "verify a packing exactly; with output options also convert it");
  return table;
}

const char* search_name(SearchKind kind) { return word_of(kind, search_words); }

Options parse_options(int argc, const char* const* argv) {
  Options options;
  const OptionTable table = option_table(options);
  const auto take_word = [](const std::string& text) {
    throw InputError(
        fmt::format("{} is no option: options begin with --; a packing is given by --start, --verify or --radii", io::quoted(text)));
  };
  options.mode = Mode::page;
  if (!parse_run(options, manual(), table, "trials", argc, argv, take_word)) return options;
  options.search.seed = options.seed;
  options.mode = !options.archive_request.archive.empty() ? Mode::archive : options.has("verify") ? Mode::verify : Mode::search;
  check_rules(options, table);
  if (options.dry_run) options.mode = Mode::page;
  return options;
}

std::vector<io::CheckpointOption> result_options(const Options& options, const std::string& device) {
  Options copy = options;
  return result_options(option_table(copy), copy.given, device);
}

std::string reproducing_options(const Options& options, const std::string& device) {
  Options copy = options;
  const OptionTable table = option_table(copy);
  return command_text(table, result_options(table, copy.given, device));
}

std::vector<io::CheckpointOption> limit_options(const Options& options) {
  Options copy = options;
  return limit_options(option_table(copy), copy.given);
}

std::vector<std::string> resumed_arguments(const Options& asked, int argc, const char* const* argv, const Resumed& resumed) {
  Options copy = asked;
  return resumed_arguments(option_table(copy), copy.given, argc, argv, resumed);
}

}  // namespace jam::app
