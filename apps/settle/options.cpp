// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <string>
#include <utility>
#include <vector>

#include "container.hpp"
#include "jam/core/error.hpp"
#include "jam/io/stage_page.hpp"
#include "shell/live.hpp"
#include "shell/mesh_rows.hpp"
#include "shell/option_values.hpp"

namespace jam::app {
namespace {

using dynamics::ContactLaw;
using dynamics::Scheme;
using dynamics::SolverKind;

constexpr Words<Scheme> scheme_words[] = {{"semi-implicit", Scheme::semi_implicit},
                                          {"moreau", Scheme::moreau}};
constexpr Words<SolverKind> solver_words[] = {{"apgd", SolverKind::apgd},
                                              {"sor", SolverKind::sor},
                                              {"jor", SolverKind::jor},
                                              {"ccp", SolverKind::ccp},
                                              {"pe-jacobi", SolverKind::pe_jacobi},
                                              {"dense-jor", SolverKind::dense_jor},
                                              {"dense-sor", SolverKind::dense_sor},
                                              {"dense-relaxed", SolverKind::dense_relaxed}};
constexpr Words<ContactLaw> law_words[] = {
    {"coulomb", ContactLaw::coulomb}, {"ccp", ContactLaw::ccp}, {"pyramid", ContactLaw::pyramid}};
constexpr Words<bool> warm_start_words[] = {{"on", true}, {"off", false}};

/// As --box of trunkpack; the largest edge first.
OptionValue box_edges(Vec3d& edge) {
  return {"AxBxC",
          [&edge](const std::string& text) {
            edge = edges_of(text);
            if (edge.x < edge.y) std::swap(edge.x, edge.y);
            if (edge.y < edge.z) std::swap(edge.y, edge.z);
            if (edge.x < edge.y) std::swap(edge.x, edge.y);
          },
          [&edge] { return std::vector{fmt::format("{}x{}x{}", edge.x, edge.y, edge.z)}; }};
}

const char* examples =
    "  settle --scene bricks --time 2s --out final.json\n"
    "  settle --scene pile --time 1s --seed 1 --html pile.html --csv energies.csv\n"
    "  settle scene.json --time 5s --step 1ms --solver apgd --law coulomb --out final.json --vtk frames\n"
    "  settle scene.json --time 10m --out final.json --checkpoint run.checkpoint\n"
    "  settle --container trunk.off --boxes 300 --shake 30s --out shaken.box --html shaken.html\n"
    "  settle scene.json --time 3s --batch 1000 --jitter 0.01 --csv outcomes.csv --out ends.jsonl\n"
    "  settle --resume run.checkpoint --time 20m --out final.json\n"
    "  settle scene.json --time 100ms --out final.json --dump-problem problem.json --at-step 50\n"
    "  settle --solve problem.json --solver sor --tolerance 1e-6\n";

const char* exit_codes =
    "  0 ok    1 internal error    2 usage, bad input, unwritable output\n"
    "  3 no such device\n"
    "  4 a step blew up, and the state before it is written; --solve ended before its tolerance\n"
    "  5 more memory needed than there is\n"
    "  130, 143 stopped by Ctrl-C or SIGTERM, results written\n";

/// `pile, bricks, ...`.
std::string scene_names() {
  std::vector<const char*> names;
  for (const dynamics::SceneInfo& info : dynamics::built_in_scenes()) names.push_back(info.name);
  return fmt::format("{}", fmt::join(names, ", "));
}

std::vector<std::string> companions_of_rows(const std::string& file) { return {file + ".partial-*"}; }

std::vector<std::string> companions_of_pictures(const std::string& folder) {
  return {folder + "/frames.pvd", folder + "/frame-*"};
}

/// What goes with --batch, and what does not.
void check_batch(const Options& options, bool resumes) {
  if (options.batch == 0) {
    if (!resumes) refuse(options.table, {"jitter"}, "without --batch");
    return;
  }
  refuse(options.table,
         {"html", "vtk", "live", "frame", "dump-problem", "at-step", "checkpoint", "checkpoint-every",
          "resume", "container"},
         "with --batch");
  if (options.jitter == 0)
    throw InputError(
        fmt::format("--batch {}: all scenes would be the same: --jitter is needed", options.batch));
}

}  // namespace

Options::Options(int argc, const char* const* argv) {
  const Modes modes = search_modes, solves = search_modes | simulate_mode;
  const auto set_seed = [this](const std::string& text) {
    const auto value = io::parse_number<std::uint64_t>(text);
    if (!value) throw InputError("a whole number from 0 to 18446744073709551615 is accepted");
    seed = *value;
  };
  const auto seed_texts = [this] {
    return texts_if((has("seed") || seed_drawn) && (file.empty() || batch > 0), std::to_string(seed));
  };
  OptionValue step_value = app::duration(step);
  step_value.texts = [this] { return texts_if(has("step"), io::number_text(step)); };
  solver.tolerance = 1e-3;
  solver.iteration_limit = 1000;
  constexpr OptionTraits scene_file{.may_change = true, .word = true};
  table.add("Scene",
            {{"file", modes, Effect::result, app::file(file, FileUse::input, "SCENE.json"), "", scene_file},
             {"scene", modes, Effect::result, text_value(scene, "NAME"),
              "a built-in scene instead of a file: " + scene_names()},
             {"count", modes, Effect::result, whole(count, 1, 100'000'000),
              "number of bodies in a built-in scene without a fixed size"},
             {"seed",
              modes,
              Effect::result,
              {"N", set_seed, seed_texts},
              "seed of the random numbers in a built-in scene; default: drawn and printed",
              always_listed}});
  table.add("Container", {{"container", modes, Effect::result, app::file(container, FileUse::input, "MESH"),
                           "pour boxes into a closed mesh (OFF, OBJ, PLY, STL) instead of a scene; --out "
                           "writes them as a packing (BOX)"},
                          unit_row(unit, modes),
                          up_row(up, modes),
                          {"boxes", modes, Effect::result, whole(box_count, 1, 100'000),
                           "number of boxes; those that find no room are left out"},
                          {"box", modes, Effect::result, box_edges(box), "edges of a box in mm"},
                          {"pour", modes, Effect::result, app::duration(pour),
                           "time during which boxes enter under the ceiling, where there is room, and fall"},
                          {"shake", modes, Effect::result, app::duration(shake),
                           "time for which the mesh is shaken afterwards; a second of rest follows"}});
  table.add("Batch", {{"batch", modes, Effect::result, whole(batch, 1, 1'000'000),
                       "simulate N copies with seeds SEED, SEED+1, ... and report the spread of outcomes; "
                       "--csv has a row for each"},
                      {"jitter", modes, Effect::result, real(jitter, {1e-9, 1e3, "a distance", " m"}, "X"),
                       "in a batch, shift the starts of bodies by up to X m along each axis"}});
  table.add("Time",
            {{"time", modes, Effect::limit, app::duration(duration), "time to simulate: 5s, 250ms, 1m"},
             {"step", modes, Effect::result, step_value, "time step, 1ms; default: that of the scene"}});
  table.add(
      "Method",
      {{"scheme", modes, Effect::result, choice(scheme, scheme_words),
        "semi-implicit: overlaps are corrected, bodies land at the end of a step; moreau: midpoint rule, "
        "exact in free flight and in "
        "elastic impacts"},
       {"solver", solves, Effect::result, choice(solver.kind, solver_words),
        "solver of the contact problem: accelerated gradient, Gauss-Seidel by colours, Jacobi, Negrut's "
        "fixed point, Strobl's Jacobi; "
        "Jacobi, "
        "Gauss-Seidel and Gauss-Seidel by groups with a matrix that is stored whole"},
       {"law", solves, Effect::result, choice(solver.law, law_words),
        "friction law: coulomb; ccp, its convex relaxation (sliding bodies lift off); pyramid, the law of "
        "pe-jacobi"},
       {"warm-start", modes, Effect::result, choice(warm_start, warm_start_words),
        "begin each step with the impulses of the last one"},
       {"tolerance", solves, Effect::result, real(solver.tolerance, {1e-15, 1, "a residual"}, "X"),
        "relative error at which a contact problem is solved; default 1e-4 from a restitution of 0.9 on"},
       {"iterations", solves, Effect::result, whole(solver.iteration_limit, 1, 1'000'000'000),
        "most iterations of a solve"},
       {"relaxation", solves, Effect::result,
        real(solver.relaxation, {1e-6, 2, "a relaxation", "", true}, "X"),
        "relaxation factor: alpha of sor, jor and the dense solvers, omega of ccp and pe-jacobi; 0: chosen "
        "automatically"},
       {"group", solves, Effect::result, whole(solver.group, 1, 1'000'000'000),
        "number of contacts that dense-relaxed solves at once"},
       {"energy-guard", modes, Effect::result, real(energy_guard, {1e-6, 1e9, "a factor", "", true}, "X"),
        "stop once the mechanical energy has grown by more than X times the energy of the scene; 0: only "
        "where a number is not finite"}});
  add_checkpoints(*this, modes, "step");
  table.add("Device", {{"device", modes, Effect::device, text_value(device, "auto|cpu|cuda[:i]"),
                        "device that takes the steps; auto: a GPU, where there is one that has the solver"},
                       {"threads", solves, Effect::device, whole(thread_count, 0, thread_limit),
                        "most CPU threads, 0: all; does not change the result"}});
  table.add(
      "Output",
      {{"out", modes, Effect::output, app::file(out, FileUse::output),
        "the state at the end: a scene, with contacts and impulses"},
       {"csv", modes, Effect::output, with_companions(app::file(csv, FileUse::output), companions_of_rows),
        "energies, contacts, residual and overlap of every step"},
       {"dump-problem", solves, Effect::output, app::file(problem, FileUse::output),
        "a contact problem with its solution"},
       {"at-step", modes, Effect::output, whole(problem_step, 1, 1'000'000'000'000),
        "the step of --dump-problem; default: the last"},
       {"vtk", modes, Effect::output,
        with_companions(text_value(vtk, "DIR", FileUse::output_folder), companions_of_pictures),
        "pictures for ParaView: a folder of .vtp files, frames.pvd"},
       {"html", modes, Effect::output, app::file(html, FileUse::output),
        "a page for a browser, which plays the simulation"},
       live_row(*this, "simulation", ", which plays it as far as it is"),
       {"frame", modes, Effect::result, app::duration(frame),
        "time between two pictures, or frames of the page"},
       {"quiet", solves, Effect::output, toggle(quiet), "only the result, warnings and errors"}});
  table.add("Query", {{"solve", simulate_mode, Effect::query, app::file(solve, FileUse::input),
                       "solve a contact problem of --dump-problem, or one with a dense W, again: with its "
                       "own settings, or those given"},
                      {"dry-run", solves, Effect::query, toggle(dry_run),
                       "only check the options; no file is read or written"}});
  table.add("Query", page_rows(shell));

  const Manual manual{.name = program_name,
                      .purpose = "simulates rigid bodies with contacts and friction",
                      .synopsis =
                          "settle SCENE.json [OPTION...]\nsettle --scene NAME [OPTION...]\nsettle "
                          "--container MESH [OPTION...]\nsettle "
                          "--solve PROBLEM.json [OPTION...]\n",
                      .examples = examples,
                      .ranks = false,
                      .exit_codes = exit_codes};
  const auto take_word = [this](const std::string& word) {
    if (!file.empty())
      throw InputError(fmt::format("{}: there is a scene already, {}: one is accepted", word, file.string()));
    file = word;
  };
  if (!parse_run(*this, manual, "time", argc, argv, take_word)) return;
  if (!file.empty()) table.given.insert("file");
  if (has("solve")) {
    mode = Mode::simulate;
    require_effects(table, simulate_mode, "with --solve");
    require_separate_files(table);
    return;
  }
  // The scene of the checkpoint comes with its options.
  const bool resumes = has("resume") && file.empty() && scene.empty() && container.empty();
  if (!resumes) require_scene(*this);
  if (!scene.empty()) {
    try {
      const dynamics::SceneInfo& info = dynamics::scene_info(scene);
      if (has("count")) dynamics::require_count(info, count);
    } catch (const InputError& error) {
      throw InputError(fmt::format("--{} {}: {}", has("count") ? "count" : "scene",
                                   has("count") ? std::to_string(count) : scene, error.what()));
    }
  }
  if (container.empty() && !resumes)
    refuse(table, {"unit", "up", "boxes", "box", "pour", "shake"}, "without --container");
  if (!container.empty()) {
    refuse(table, {"time"}, "with --container: --pour and --shake say how long it takes");
    duration = filling_time(*this);
  }
  check_batch(*this, resumes);
  if (has("count") && scene.empty() && !resumes)
    throw InputError("--count has no effect with a file: its bodies are those of the scene");
  if (has("seed") && scene.empty() && container.empty() && batch == 0 && !resumes)
    throw InputError("--seed has no effect with a file: its scene has no random numbers");
  if (has("step") && !(step > 0)) throw InputError("--step 0: a time above 0 is accepted");
  if (!(duration > 0)) throw InputError("--time 0: a time above 0 is accepted");
  if (!(frame > 0)) throw InputError("--frame 0: a time above 0 is accepted");
  if (has("at-step") && problem.empty()) throw InputError("--at-step has no effect without --dump-problem");
  if (has("frame") && vtk.empty() && html.empty() && live_port < 0 && !has("resume"))
    throw InputError("--frame has no effect without --vtk, --html or --live");
  if (!html.empty()) io::require_stage_pages();
  require_live_pages(*this);
  const bool pyramid_only = solver.kind == SolverKind::pe_jacobi;
  if (pyramid_only && !has("law")) solver.law = ContactLaw::pyramid;
  if (pyramid_only && solver.law != ContactLaw::pyramid) {
    throw InputError(
        fmt::format("--law {}: --solver pe-jacobi treats the law pyramid and no other", name_of(solver.law)));
  }
  if (solver.law == ContactLaw::pyramid &&
      (solver.kind == SolverKind::apgd || solver.kind == SolverKind::ccp)) {
    throw InputError(fmt::format(
        "--law pyramid: --solver {} does not treat it, but pe-jacobi, jor, sor and the dense solvers do",
        name_of(solver.kind)));
  }
  if (solver.kind == dynamics::SolverKind::apgd && has("relaxation") && solver.relaxation != 0) {
    throw InputError("--relaxation has no effect with --solver apgd");
  }
  if (has("group") && solver.kind != SolverKind::dense_relaxed) {
    throw InputError(fmt::format("--group has no effect with the solver {}: it is that of dense-relaxed",
                                 name_of(solver.kind)));
  }
  if (checkpoint == "none") refuse(table, {"checkpoint-every"}, "with --checkpoint none");
  require_separate_files(table);
}

std::string stem(const Options& options) {
  if (!options.scene.empty()) return options.scene;
  return (options.file.empty() ? options.container : options.file).stem().string();
}

void require_scene(const Options& options) {
  const int given =
      (options.file.empty() ? 0 : 1) + (options.scene.empty() ? 0 : 1) + (options.container.empty() ? 0 : 1);
  if (given == 0) throw InputError("a scene is needed: a file, --scene NAME or --container MESH");
  if (given > 1) throw InputError("a file, --scene and --container contradict each other: give one of them");
}

}  // namespace jam::app
