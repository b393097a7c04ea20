// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The command line of circlepack: one table of options, from which parsing and --help both come.
#include "options.hpp"

#include <limits>
#include <random>
#include <sstream>

#include "jam/core/error.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/text_table.hpp"
#include "option_rules.hpp"
#include "option_words.hpp"
#include "shell/archived_starts.hpp"
#include "shell/option_table.hpp"

namespace po = boost::program_options;

namespace jam::app {
namespace {

using circles::CircleFormat;
using io::number_text;

constexpr Words<CircleFormat> format_words[] = {
    {"auto", CircleFormat::automatic}, {"circles", CircleFormat::circles}, {"packomania", CircleFormat::packomania},
    {"pac", CircleFormat::pac},        {"xyr", CircleFormat::xyr},         {"json", CircleFormat::json}};

/// The relative frequency of a move.
po::typed_value<std::string>* weight(const char* option, double& target) {
  return value(
      "W", [option, &target](const std::string& text) { target = real_number(option, text, false); }, number_text(target));
}

void take_target(Options& options, const std::string& text) {
  options.target_best_known = text == "best-known";
  if (options.target_best_known) return;
  const auto radius = io::parse_number<double>(text);
  if (!radius || !(*radius > 0) || *radius > std::numeric_limits<double>::max()) {
    throw InputError("--target is " + io::quoted(text) + ": an enclosing radius above 0, or best-known, is needed");
  }
  options.search.target_radius = *radius;
}

/// The table refers to `o`, which must outlive it.
OptionTable option_table(Options& o) {
  OptionTable table;
  circles::SearchOptions& s = o.search;
  circles::MoveWeights& m = s.moves;
  constexpr long long any = std::numeric_limits<long long>::max();

  table.group("Problem");
  const Take take_n = [&o](const std::string& text) { o.n = whole_number("n", text, 1, circles::circle_count_limit); };
  const auto take_starts = [&o](const std::vector<std::string>& texts) {
    o.starts.assign(texts.begin(), texts.end());
    o.start_archive = std::erase(o.starts, archive_start) > 0;
  };
  std::string families;
  for (std::string_view family : circles::family_names) families += std::string(family) + "|";
  table.add("n", value("N", take_n), "number of circles");
  table.add("radii", text_value((families + "FILE").c_str(), o.radii),
            "radii 1..n, all 1, i^(1/2), i^(-1/2), i^(-1/5), i^(-2/3), or a file with one radius per line");
  table.add("start", po::value<std::vector<std::string>>()->value_name("FILE|archive")->composing()->notifier(take_starts),
            "packing to begin from; gives the radii too where neither --n nor --radii does. With multistart it may be given several times. "
            "archive: the best ones of this problem in the archive, up to 8");
  table.add("import-format", choice("import-format", o.import_format, format_words), "format of the files of --start and --verify");

  table.group("Search");
  const Take take_interval = [&s](const std::string& text) {
    s.exchange_interval = static_cast<int>(whole_number("exchange-every", text, 1, 1'000'000));
  };
  const Take take_ladders = [&s](const std::string& text) {
    s.ladder_count = text == "auto" ? -1 : static_cast<int>(whole_number("ladders", text, 0, instance_limit));
  };
  const Take take_trials = [&s](const std::string& text) { s.trial_limit = whole_number("trials", text, 1, any); };
  const Take take_seed = [&s](const std::string& text) { s.seed = seed_number("seed", text); };
  table.add(
      "search", choice("search", o.kind, search_words),
      "many packings from random starts, the best kept; one packing made better by many trials at once; one large packing over the whole "
      "machine");
  table.add("strategy", choice("strategy", s.strategy, strategy_words), "step: the whole neighbourhood of a packing, or random moves");
  table.add("start-kind", choice("start-kind", s.start, start_words), "how a fresh packing begins");
  table.add("relax", choice("relax", s.relaxation, relax_words),
            "how overlaps are removed: minimising their energy, or by contact corrections");
  table.add("mass", choice("mass", s.mass_by_area, mass_words), "with --relax contact: both circles move alike, or the larger one less");
  table.add("instances", automatic_count("instances", s.instance_count, instance_limit), "packings searched side by side");
  table.add("active", automatic_count("active", s.active_count, instance_limit),
            "the most promising so many are searched first, the others wait");
  table.add("islands", automatic_count("islands", s.island_count, instance_limit),
            "groups of instances with a target and elites of their own");
  table.add("ladders", value("N|auto", take_ladders, "auto"),
            "ladders of 16 replicas at different temperatures that supply starts: auto: one per core, at least 2, for 8 to 512 circles on "
            "a CPU; for each GPU 1056, fewer of more than 100 circles, for 8 to 480; 0: none");
  table.add("exchange-every", value("ROUNDS", take_interval, std::to_string(s.exchange_interval)),
            "rounds after which every island sends its best packing to the next one");
  table.add("stuck", automatic_count("stuck", s.stuck, any), "trials without gain after which a packing is meta-stable and replaced");
  table.add("trials", value("N", take_trials), "end after this many trials over all packings; without --time there is then no time limit");
  table.add("time", duration("time", o.time_limit), "end after this time: 90, 90s, 10m, 2h30m; 0: run until stopped (Ctrl-C)");
  table.add("target", value("R|best-known", [&o](const std::string& text) { take_target(o, text); }),
            "end when this enclosing radius (or the best known one) is reached to 1e-9");
  table.add("seed", value("N", take_seed), "same seed, same result; without it one is drawn and printed");

  table.group("Moves (relative frequencies)");
  table.add("move-neighbour-swap", weight("move-neighbour-swap", m.neighbour_swap), "exchange a circle and the next larger one");
  table.add("move-swap", weight("move-swap", m.swap), "exchange any two circles");
  table.add("move-gradual-swap", weight("move-gradual-swap", m.gradual_swap), "the same, by growing and shrinking in small steps");
  table.add("move-outside", weight("move-outside", m.outside), "throw a circle to the rim");
  table.add("move-insert", weight("move-insert", m.insert), "move a circle into a vacancy");
  table.add("move-small-last", weight("move-small-last", m.small_last), "take out all small circles and insert them again");

  add_checkpoint_options(table, o, "round");
  add_device_options(table, o);

  table.group("Output");
  table.add("out", file("out", o.out),
            "packing; without it FAMILY-nN.circles in the current folder, where a better packing is never replaced");
  table.add("packomania", file("packomania", o.packomania), "packing as on Packomania: index x y, enclosing radius 1");
  table.add("svg", file("svg", o.svg), "picture");
  table.add("json", file("json", o.json), "packing, contacts and rattlers as JSON; -: to standard output");
  table.add("log", file("log", o.log), "every improvement and a line every 10 s, also with --quiet");
  table.add("stats", file("stats", o.stats), "CSV of R, trials, ... over time, and its plot beside it (.svg)");
  table.add("stats-svg", file("stats-svg", o.stats_svg), "plot of R over time");
  add_report_options(table, o, "of every problem", "every improvement at once, and more figures");

  table.group("Query");
  table.add("verify", file("verify", o.verify), "verify a packing exactly; with output options also convert it");
  add_query_options(table, o);
  return table;
}

}  // namespace

const char* search_name(SearchKind kind) { return word_of<SearchKind>(kind, search_words); }

Options parse_options(int argc, const char* const* argv) {
  Options options;
  std::vector<std::string> words;
  options.given = parse_command_line("circlepack", option_table(options), argc, argv, [&](const std::string& text) {
    words.push_back(text);
    if (words.front() == "archive") return;
    throw InputError("what is " + io::quoted(text) + "? Options begin with --; a packing is given by --start, --verify or --radii");
  });
  if (options.has("help") || options.has("version")) {
    options.mode = options.has("help") ? Mode::help : Mode::version;
    return options;
  }

  options.mode = !words.empty() ? Mode::archive : options.has("verify") ? Mode::verify : Mode::search;
  if (options.mode == Mode::archive) {
    options.archive_request = archive_request({words.begin() + 1, words.end()}, options.archive, options.archive_id, options.out);
    options.archive_request.quiet = options.quiet;
  }
  if (options.has("stats") && !options.has("stats-svg")) options.stats_svg = plot_beside(options.stats);
  check_rules(options);
  if (options.has("trials") && !options.has("time")) options.time_limit = 0;
  if (!options.has("seed")) {
    // Short enough to be typed again.
    options.search.seed = std::random_device{}();
    options.seed_drawn = true;
  }
  return options;
}

std::string help_text() {
  Options defaults;
  std::ostringstream text;
  text << "circlepack: packs circles into the smallest enclosing circle, and verifies the result exactly.\n\n"
          "  circlepack --n N [OPTION...]                             radii 1..N, or another family with --radii\n"
          "  circlepack --radii FILE | --start FILE [OPTION...]       radii from a file\n"
          "  circlepack --resume FILE [LIMIT OR OUTPUT OPTION...]     go on from a checkpoint\n"
          "  circlepack --verify FILE [OUTPUT OPTION...]              verify, convert\n"
          "  circlepack archive list|show|export|verify [ARCHIVE]     results of all runs; show and export: --id K, or --n N --radii ...\n"
          "  circlepack archive import|merge FILE...                  packings, or other archives\n"
          "  circlepack campaign FILE [--plan] [--report FILE]        a list of problems, in slices of time; campaign --help explains it\n";
  text << '\n' << table_text(option_table(defaults));
  text << "\nExamples\n"
          "  circlepack --n 10 --time 10s\n"
          "  circlepack --n 128 --instances 200 --time 10m --out best.circles --svg best.svg\n"
          "  circlepack --start best.circles --search improve --time 1h --out best.circles\n"
          "  circlepack --n 24 --target best-known --stats run.csv\n"
          "  circlepack --n 100000 --radii equal --search single --time 5m\n"
          "  circlepack --verify best.circles\n"
          "  circlepack archive list\n"
          "  circlepack archive export --n 10 --out best.circles\n"
          "\nExit codes\n"
          "  0 ok    1 internal error    2 usage, bad input, unwritable output    3 no such device    4 no verified result\n"
          "  5 more memory needed than there is    130, 143 stopped by Ctrl-C or SIGTERM, results written\n";
  return text.str();
}

}  // namespace jam::app
