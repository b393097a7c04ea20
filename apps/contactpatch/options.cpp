// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "options.hpp"

#include <fmt/format.h>

#include "jam/core/error.hpp"
#include "jam/elastic/product/product.hpp"
#include "shell/option_values.hpp"

namespace jam::app {
namespace {

using namespace elastic;

constexpr Modes normal_mode = 1, tangential_mode = 2, pressure_mode = 4, patches_mode = 8;
constexpr Modes contact_modes = normal_mode | tangential_mode, grid_modes = contact_modes | patches_mode,
                file_modes = grid_modes | pressure_mode;

constexpr Words<Command> commands[] = {{"normal", Command::normal},
                                       {"tangential", Command::tangential},
                                       {"pressure", Command::pressure},
                                       {"patches", Command::patches}};
constexpr Words<NormalMethod> method_words[] = {{"bound-cg", NormalMethod::bound_cg},
                                                {"active-set", NormalMethod::active_set}};
constexpr Words<ProductKind> product_words[] = {
    {"auto", ProductKind::automatic}, {"direct", ProductKind::direct}, {"fft", ProductKind::fft}};
constexpr Words<TangentialMethod> tangential_words[] = {{"tang-cg", TangentialMethod::tang_cg},
                                                        {"convex-gs", TangentialMethod::convex_gs}};
constexpr Words<Precision> precision_words[] = {{"double", Precision::double_},
                                                {"single", Precision::single}};
constexpr Words<bool> switch_words[] = {{"on", true}, {"off", false}};

const char* examples =
    "  contactpatch normal examples/hertz.json --svg pressures.svg\n"
    "  contactpatch normal contact.json --json result.json --csv cells.csv --vtk cells.vti\n"
    "  contactpatch normal contact.json --method active-set --product direct\n"
    "  contactpatch tangential examples/cattaneo.json --svg stick-slip.svg\n"
    "  contactpatch pressure examples/crate.json --json pressures.json\n"
    "  contactpatch patches examples/wall.json --svg wall.svg\n"
    "  contactpatch tangential examples/cattaneo.json --html cattaneo.html\n";

const char* exit_codes =
    "  0 ok, also where nothing touches    1 internal error    2 usage, bad input, unwritable output\n"
    "  3 no such device    4 not solved to the tolerance; the result is written\n"
    "  5 more memory needed than there is\n";

void add_words(Options& o) {
  constexpr OptionTraits word{.word = true};
  o.table.add("File",
              {{"command", file_modes, Effect::result, choice(o.command, commands), "", word},
               {"file", file_modes, Effect::result, file(o.file, FileUse::input, "FILE.json"), "", word}});
}

void add_method(Options& o) {
  NormalSettings& n = o.normal;
  TangentialSettings& t = o.tangential;
  constexpr int most_iterations = 1'000'000'000;
  constexpr Range changes{1e-14, 0.1, "a change"};
  o.table.add(
      "Method",
      {{"method", normal_mode, Effect::result, choice(n.method, method_words),
        "method for the pressures; bound-cg: conjugate gradients with bounds; active-set: conjugate "
        "gradients on a contact area, corrected until it no longer changes; only if the approach of the "
        "bodies is given, not a force"},
       {"product", grid_modes, Effect::result, choice(n.product, product_words),
        "products of pressures with influence coefficients; fft: by Fourier transforms; direct: as sums over "
        "all pairs of cells; auto: fft on large grids"},
       {"preconditioner", grid_modes, Effect::result, choice(n.preconditioned, switch_words),
        "speed up bound-cg and tang-cg with a preconditioner: an approximate inverse of the coefficients, "
        "applied by Fourier transforms"},
       {"coarse-start", contact_modes, Effect::result, choice(n.coarse_start, switch_words),
        "begin bound-cg with the pressures found on coarser grids"},
       {"precision", normal_mode, Effect::result, choice(n.precision, precision_words),
        "precision of fields and products; with single the tolerance is at least 1e-5"},
       {"tolerance", grid_modes, Effect::result, real(n.tolerance, changes, "X"),
        "relative change of the pressures (root mean squares) at which a solve ends"},
       {"iterations", grid_modes, Effect::result, whole(n.iteration_limit, 1, most_iterations),
        "largest number of iterations for the pressures"},
       {"tangential-method", tangential_mode, Effect::result, choice(t.method, tangential_words),
        "method for the tractions; tang-cg: conjugate gradients; convex-gs: Gauss-Seidel cell by cell, for "
        "small grids, on a CPU; rolling contacts choose their own method"},
       {"tangential-tolerance", tangential_mode, Effect::result, real(t.tolerance, changes, "X"),
        "relative change of the tractions at which a solve ends"},
       {"tangential-iterations", tangential_mode, Effect::result,
        whole(t.iteration_limit, 1, most_iterations), "largest number of iterations for the tractions"}});
}

void add_run(Options& o) {
  o.table.add("Limits", {{"time", file_modes, Effect::limit, duration(o.time_limit),
                          "end each solve after this time, for example 90 (seconds), 90s or 10m, and write "
                          "its result so far; 0: no limit"}});
  o.table.add("Device", {{"device", file_modes, Effect::device,
                          neutral(text_value(o.device, "auto|cpu|cuda[:i]"), {"cpu"}),
                          "device that computes pressures, tractions and displacements; auto: a GPU for "
                          "large grids, else the CPU; cuda:1: GPU 1"},
                         {"threads", file_modes, Effect::device, whole(o.thread_count, 0, thread_limit),
                          "largest number of CPU threads; 0: all; does not change the result"}});
}

void add_files(Options& o) {
  o.table.add(
      "Output",
      {{"out", file_modes, Effect::output, file(o.out, FileUse::output),
        "result as JSON, with the values of all cells"},
       {"json", file_modes, Effect::output, file(o.json, FileUse::output, "FILE|-"),
        "result as JSON, with the values of all cells; -: to standard output"},
       {"csv", file_modes, Effect::output, file(o.csv, FileUse::output),
        "table of the fields, one line for each cell"},
       {"vtk", contact_modes, Effect::output, file(o.vtk, FileUse::output), "fields for ParaView (.vti)"},
       {"svg", grid_modes, Effect::output, file(o.svg, FileUse::output), "picture of the pressures (SVG)"},
       {"html", contact_modes, Effect::output, file(o.html, FileUse::output),
        "page for a browser with all fields, and the pressures along x"},
       log_row(o, file_modes,
               "log of the run: facts, warnings, the result, and a line of progress every 10 s, also with "
               "--quiet"),
       progress_row(o, file_modes),
       quiet_row(o, file_modes)});
}

void add_questions(Options& o) {
  o.table.add("Query", {{"dry-run", file_modes, Effect::query, toggle(o.dry_run),
                         "check the options only; no file is read or written"}});
  o.table.add("Query", page_rows(o.shell));
}

}  // namespace

Options::Options(int argc, const char* const* argv) {
  time_limit = 0;
  add_words(*this);
  add_method(*this);
  add_run(*this);
  add_files(*this);
  add_questions(*this);
  const Manual manual{
      .name = program_name,
      .purpose = "computes pressures and friction between elastic bodies that are pressed together",
      .synopsis =
          "contactpatch normal CONTACT.json [OPTION...]\n"
          "contactpatch tangential CONTACT.json [OPTION...]\n"
          "contactpatch pressure PACKING.json [OPTION...]\n"
          "contactpatch patches WALL.json [OPTION...]\n",
      .commands = {{"normal", normal_mode, "computes the pressures of a contact"},
                   {"tangential", tangential_mode, "computes the pressures and tractions of a contact"},
                   {"pressure", pressure_mode, "computes the pressures of all contacts of a packing"},
                   {"patches", patches_mode, "computes the pressures of items on a wall"}},
      .examples = examples,
      .ranks = false,
      .exit_codes = exit_codes};
  const auto take_word = [this](const std::string& text) {
    const auto take = [&](const OptionValue& value) {
      try {
        value.set(text);
      } catch (const InputError& error) {
        throw InputError(fmt::format("{}: {}", text, error.what()));
      }
    };
    if (command == Command::none) {
      take(choice(command, commands));
    } else if (file.empty()) {
      file = text;
    } else {
      throw InputError(fmt::format("{}: there is a file already, {}: one is accepted", text, file.string()));
    }
  };
  if (!parse_run(*this, manual, "iterations", argc, argv, take_word)) return;
  if (command == Command::none)
    throw InputError("a command is required: normal, tangential, pressure or patches");
  if (file.empty())
    throw InputError(fmt::format("{}: a file is needed, FILE.json", word_of(command, commands)));
  const Modes mode_of_command = command == Command::normal       ? normal_mode
                                : command == Command::tangential ? tangential_mode
                                : command == Command::pressure   ? pressure_mode
                                                                 : patches_mode;
  require_effects(table, mode_of_command, fmt::format("with {}", word_of(command, commands)));
  if (quiet) refuse(table, {"progress"}, "with --quiet");
  if (normal.method == NormalMethod::active_set)
    refuse(table, {"preconditioner", "coarse-start"}, "with --method active-set");
  normal.thread_count = tangential.thread_count = thread_count;
  tangential.preconditioned = normal.preconditioned;
  require_pages(*this);
  require_separate_files(table);
}

Device device_of(const Options& options) {
  return choose_device(options.device == "auto" ? "cpu" : options.device, options.thread_count);
}

void require_one_gpu(const Options& options, const Device& device) {
  if (device.indices.size() > 1)
    throw InputError(
        fmt::format("--device {}: {} runs on one GPU", options.device, word_of(options.command, commands)));
}

}  // namespace jam::app
