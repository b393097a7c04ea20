// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The options of circlepack: one row each (option_table.hpp).
#include "options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <numeric>

#include "jam/circles/tabu/round_engine.hpp"
#include "jam/core/device.hpp"
#include "jam/io/text_table.hpp"
#include "jam/search/mpi_session.hpp"
#include "shell/archive/archive_commands.hpp"
#include "shell/archive/search_archive.hpp"
#include "shell/live.hpp"
#include "shell/option_values.hpp"

namespace jam::app {
namespace {

using circles::CircleFormat;

/// The largest circle has a fifth of all the area.
bool very_uneven(const std::vector<double>& radii) {
  return radii.back() * radii.back() > std::inner_product(radii.begin(), radii.end(), radii.begin(), 0.0) / 5;
}

/// The most circles for which multistart finds a smaller radius than single on a CPU; see choose_search().
std::size_t multistart_circles(const std::vector<double>& radii) {
  if (radii.front() == radii.back()) return 300;
  return very_uneven(radii) ? 200 : 400;
}

/// Numbers of circles for which anneal finds a smaller radius than the other searches, unless they are equal
/// or very uneven.
constexpr std::size_t least_annealed = 200;
constexpr std::size_t most_annealed = 3000;

// The kinds of search (SearchKind) in which an option has an effect.
constexpr Modes multistart = 1, improve = 2, single = 4, anneal = 8, many = multistart | improve,
                files = search_modes | verify_mode, problems = files | show_mode | export_mode | import_mode;

constexpr Words<CircleFormat> format_words[] = {{"auto", CircleFormat::automatic},
                                                {"circles", CircleFormat::circles},
                                                {"packomania", CircleFormat::packomania},
                                                {"pck", CircleFormat::pck},
                                                {"pac", CircleFormat::pac},
                                                {"xyr", CircleFormat::xyr},
                                                {"json", CircleFormat::json}};
constexpr Words<SearchKind> search_words[] = {{"auto", SearchKind::automatic},
                                              {"multistart", SearchKind::multistart},
                                              {"improve", SearchKind::improve},
                                              {"single", SearchKind::single},
                                              {"anneal", SearchKind::anneal}};
constexpr Words<circles::Strategy> strategy_words[] = {{"tabu", circles::Strategy::tabu},
                                                       {"trials", circles::Strategy::trials},
                                                       {"compress", circles::Strategy::compress}};
constexpr Words<circles::Start> start_words[] = {{"auto", circles::Start::automatic},
                                                 {"random-relax", circles::Start::random_relax},
                                                 {"random-scale", circles::Start::random_scale},
                                                 {"grid", circles::Start::grid}};
constexpr Words<circles::Relaxation> relax_words[] = {{"energy", circles::Relaxation::energy},
                                                      {"contact", circles::Relaxation::contact}};
constexpr Words<bool> mass_words[] = {{"equal", false}, {"area", true}};

/// Limits of an enclosing radius: far beyond any real one, but squares do not overflow.
constexpr Range radius_range{1e-100, 1e100, "an enclosing radius", ", or best-known,"};

/// Taken from the file of --start if neither --n nor --radii is given.
OptionValue radii(Options& o) {
  const std::string shown = fmt::format("{}|FILE", fmt::join(circles::family_names, "|"));
  OptionValue value = text_value(o.radii, shown.c_str(), FileUse::input);
  value.texts = [&o] { return texts_if(o.has("radii") || o.starts.empty(), o.radii); };
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
    if (!o.target_best_known) o.search.target_radius = number_in(radius_range, text);
  };
  const auto texts = [&o] {
    return texts_if(o.has("target"),
                    o.target_best_known ? "best-known" : io::number_text(o.search.target_radius));
  };
  return {"R|best-known", set, texts};
}

void add_problem(Options& o) {
  o.table.add(
      "Problem",
      {{"n", problems, Effect::result, whole(o.n, 1, circles::circle_count_limit), "number of circles"},
       {"radii", problems, Effect::result, radii(o),
        "family of the radii of circles i = 1..n; linear: i; equal: 1; sqrt: i^(1/2); inv-sqrt: i^(-1/2); "
        "inv-fifth: i^(-1/5); inv-two-thirds: i^(-2/3); bidisperse: half of them 1, half 1.4; or a file: one "
        "radius per line, 12 x 1.25 for twelve equal radii, or CSV",
        always_listed},
       {"start", search_modes, Effect::result, starts(o),
        "packing to begin from; multistart accepts several (repeat the option); it also gives the radii, "
        "unless --n or --radii does; archive: up to 8 of the best packings of this problem",
        may_repeat},
       {"import-format", files | import_mode, Effect::query, choice(o.import_format, format_words),
        "format of the packings that are read; auto: found from name and content"}});
}

void add_search(Options& o) {
  circles::SearchOptions& s = o.search;
  o.table.add(
      "Search",
      {{"search", search_modes, Effect::result, choice(o.kind, search_words),
        "kind of search. multistart: many packings from random starts; improve: one packing, by many "
        "concurrent trials; single: one large packing on the whole machine, or one on each GPU; anneal: "
        "replicas of one packing, cooled again and again. auto: multistart for few circles, anneal for 200 "
        "to 3000, single for more; equal or very uneven radii have other limits and no anneal (manual, The "
        "searches). auto chooses a search that accepts all given options",
        always_listed},
       {"strategy", many, Effect::result, choice(s.strategy, strategy_words),
        "moves that a step tries. tabu: all moves in the neighbourhood of a packing; trials: random moves; "
        "compress: random moves, each followed by a compression of the outermost circles (multistart then "
        "uses no ladders)"},
       {"start-kind", multistart | single, Effect::result, choice(s.start, start_words),
        "start of a new packing. random-relax: random places, overlaps are relaxed; random-scale: random "
        "places, spread until they are free of overlaps; grid: random order on a grid; auto: random-relax, "
        "but grid for equal circles with --search single"},
       {"relax", many | single, Effect::result, choice(s.relaxation, relax_words),
        "method that removes overlaps; energy: minimise the sum of the squared overlaps; contact: push "
        "overlapping circles apart"},
       {"mass", many | single, Effect::result, choice(s.mass_by_area, mass_words),
        "masses of circles with --relax contact; equal: both circles move by the same distance; area: the "
        "larger circle moves less"},
       instances_row(s.instance_count, many | anneal,
                     "number of packings that are searched concurrently; with anneal: number of replicas of "
                     "one packing"),
       {"active", multistart, Effect::result, count_or_auto(s.active_count, instance_limit),
        "number of instances that are searched at the same time, the best ones after the first round; "
        "another instance takes its turn when one of these stagnates"},
       {"islands", multistart | single, Effect::result, count_or_auto(s.island_count, instance_limit),
        "number of groups of packings, each with its own target radius and elite packings; auto: chosen by "
        "the number of packings; with --search single: number of packings, auto: one for each GPU"},
       {"ladders", multistart, Effect::result,
        neutral(count_or_auto(s.ladder_count, instance_limit, 0), {"0"}),
        "number of ladders: sets of 16 replicas at different temperatures, from which searches start; 0: "
        "none; auto, for 8 to 512 circles on a CPU: one for each core, at least 2; auto, on a GPU: 1056 for "
        "31 to 100 circles, fewer up to 480; auto is 0 for other numbers of circles, with --relax contact "
        "and with --strategy compress"},
       {"exchange-every", multistart | single, Effect::result,
        whole(s.exchange_interval, 1, 1'000'000, "ROUNDS"),
        "number of rounds after which every island sends its best packing to the next island"},
       {"stuck", many | single, Effect::result, count_or_auto(s.stuck, count_limit),
        "number of trials without improvement after which a packing counts as stagnated and is replaced"}});

  static std::array<std::string, circles::move_kind_count> names;  // The rows refer to these texts.
  std::vector<OptionRow> moves;
  for (const circles::MoveRow& row : circles::move_rows) {
    if (row.help == nullptr) continue;
    std::string& name = names[static_cast<int>(row.kind)];
    name = fmt::format("move-{}", row.name);
    moves.push_back({name.c_str(), many, Effect::result,
                     real(s.moves[row.kind], {1e-6, 1e6, "a frequency", "", true}, "W"),
                     std::string("relative frequency of the move: ") + row.help});
  }
  o.table.add("Moves", moves);

  add_limits(o,
             {{"trials", search_modes, Effect::limit, whole(s.trial_limit, 1, count_limit),
               "end after N trials, counted over all packings; without --time there is then no time limit"},
              {"target", search_modes, Effect::limit, target(o),
               "end when the enclosing radius is at most R, or at most the best known radius (relative "
               "tolerance 1e-9)"}});
}

Manual manual() {
  Manual manual{
      .name = "circlepack",
      .purpose = "packs circles into the smallest enclosing circle, and verifies the result exactly",
      .synopsis =
          "  circlepack --n N [OPTION...]                             radii 1..N, or another family with "
          "--radii\n"
          "  circlepack --radii FILE | --start FILE [OPTION...]       radii from a file\n"
          "  circlepack --resume FILE [LIMIT OR OUTPUT OPTION...]     resume a search from its checkpoint\n"
          "  circlepack --verify FILE... [OUTPUT OPTION...]           verify, convert\n"
          "  circlepack archive list|show|export|verify [ARCHIVE]     results of all runs; show and export: "
          "--id K, or --n N --radii ...\n"
          "  circlepack archive import|merge FILE...                  packings, or other archives\n"
          "  circlepack campaign FILE [--plan] [--report FILE]        a list of problems, in slices of time; "
          "campaign --help explains it\n",
      .commands = archive_command_rows(),
      .common = {"n", "radii", "start", "search", "instances", "seed", "time", "target", "resume", "device",
                 "out", "json", "svg", "quiet", "verify", "help"},
      .examples =
          "  circlepack --n 10 --time 10s\n"
          "  circlepack --n 128 --instances 200 --time 10m --out best.circles --svg best.svg\n"
          "  circlepack --start best.circles --search improve --time 1h --out best.circles\n"
          "  circlepack --n 24 --target best-known --stats run.csv\n"
          "  circlepack --n 100000 --radii equal --time 5m\n"
          "  circlepack --verify best.circles\n"
          "  circlepack archive list\n"
          "  circlepack archive export --n 10 --out best.circles\n"};
  manual.commands.push_back({"campaign", 0, "works through a list of problems; campaign --help explains it"});
  return manual;
}

/// Throws InputError, naming the options, for a search whose options contradict each other, or in which one
/// has no effect.
void check_search(const Options& o) {
  if (!o.has("resume")) require_problem(o);
  const std::size_t start_count = o.starts.size() + (o.start_archive ? 1 : 0);
  const bool one_start = o.kind == SearchKind::improve || o.kind == SearchKind::single;
  if (one_start && start_count > 1) {
    throw InputError(fmt::format("--start is given {} times: --search {} begins from one packing",
                                 start_count, search_name(o.kind)));
  }
  if (o.start_archive && !o.has("resume")) require_archive_for_start(o.archive);
  if (o.kind == SearchKind::single && start_count > 0)
    refuse(o.table, {"start-kind"}, "with --search single and --start");
  if (o.search.strategy == circles::Strategy::compress) {
    const bool improves = o.kind == SearchKind::improve;
    refuse(o.table, {"move-gradual-swap"}, "with --strategy compress");
    refuse(o.table,
           improves ? std::vector<std::string_view>{"stuck"}
                    : std::vector<std::string_view>{"active", "ladders"},
           fmt::format("with {}--strategy compress", improves ? "--search improve " : ""));
  }
  if (o.search.relaxation != circles::Relaxation::contact)
    refuse(o.table, {"mass"}, "without --relax contact");
  if (o.starts.empty()) refuse(o.table, {"import-format"}, "without --start FILE or --verify");
  if (!(o.search.moves.sum() > 0))
    throw InputError("the frequencies --move-... are all 0: at least one move is needed");
}

}  // namespace

Options::Options(int argc, const char* const* argv) {
  add_problem(*this);
  add_search(*this);
  add_checkpoints(*this, search_modes, "round");
  add_device(*this);
  add_outputs(
      *this,
      "file for the packing; default: FAMILY-nN.circles in the current folder, where a better packing is "
      "never replaced; FILE.pck: in the format that Packomania takes",
      "packing, contacts and rattlers as JSON; -: to standard output",
      {live_row(*this),
       {"packomania", files | export_mode, Effect::output, file(packomania, FileUse::packing_output),
        "packing in the format of Packomania's lists: index x y, enclosing radius 1; FILE.pck: in the format "
        "that Packomania takes"},
       {"svg", files | export_mode, Effect::output, file(svg, FileUse::output),
        "picture of the packing (SVG)"},
       {"html", files | list_mode | export_mode, Effect::output, file(html, FileUse::output),
        "page for a browser: picture, results and the enclosing radius over time; with archive list: the "
        "list as a page"}},
      "packing of a problem", "print every improvement as soon as it is found, and more numbers at the end");
  add_queries(*this,
              "verify one or more packings exactly; with output options convert a single packing, too");

  const auto take_file = [this](const std::string& text) {
    if (!has("verify"))
      throw InputError(fmt::format(
          "{} is not an option: options begin with --; a packing is given by --start, --verify or --radii",
          io::quoted(text)));
    verify.emplace_back(text);
  };
  if (!parse_run(*this, manual(), "trials", argc, argv, take_file)) return;
  search.seed = seed;

  const bool searches = mode == Mode::search;
  const bool one_of_many = kind == SearchKind::multistart || kind == SearchKind::automatic;
  check_run(*this, one_of_many ? multistart : 1U << static_cast<unsigned>(kind),
            one_of_many ? "in a search" : fmt::format("with --search {}", search_name(kind)));
  if (searches) check_search(*this);
  if (mode == Mode::archive && has("id")) refuse(table, {"n", "radii"}, "with --id");
}

void require_problem(const Options& options) {
  if (options.n == 0 && !options.has("radii") && options.starts.empty()) {
    throw InputError(
        "no problem is given: --n N, --radii FILE or --start FILE is needed; circlepack --help shows "
        "examples");
  }
  if (options.kind == SearchKind::improve && options.starts.empty() && !options.start_archive) {
    throw InputError(
        "--search improve needs a packing to improve: --start FILE (circlepack --n N --time 10s makes one)");
  }
}

void choose_search(Options& options, const std::vector<double>& radii) {
  if (options.kind != SearchKind::automatic) return;
  options.kind = SearchKind::multistart;
  const bool cpu = options.device == "cpu" || (options.device == "auto" && cuda_device_count() == 0);
  const bool one_process =
      ranks::find_mpi_launch().rank_count == 1 && options.starts.size() < 2 && !options.start_archive;
  const auto given = [&](const OptionRow& row) {
    return options.has(row.name) && !(row.value.texts && row.value.texts() == row.default_texts);
  };
  const auto of_use = [&](Modes mode) {
    return std::all_of(options.table.rows.begin(), options.table.rows.end(),
                       [&](const OptionRow& row) { return !given(row) || (row.modes & mode) != 0; });
  };
  const std::size_t n = radii.size();
  // Islands belong to multistart: if they are given, it stays in use up to the number of circles that it
  // can take.
  const bool islands =
      std::any_of(options.table.rows.begin(), options.table.rows.end(), [&](const OptionRow& row) {
        return (row.name == std::string_view("islands") || row.name == std::string_view("exchange-every")) &&
               given(row);
      });
  const std::size_t limit = cpu && !islands ? multistart_circles(radii) : circles::round_circle_limit;
  const bool annealed =
      n >= least_annealed && n <= most_annealed && radii.front() < radii.back() && !very_uneven(radii);
  if (one_process && annealed && of_use(anneal)) {
    options.kind = SearchKind::anneal;
  } else if (one_process && n > limit && of_use(single)) {
    options.kind = SearchKind::single;
  }
  options.table.given.insert("search");
}

const char* search_name(SearchKind kind) { return word_of(kind, search_words); }

}  // namespace jam::app
