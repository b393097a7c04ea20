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
#include "shell/live.hpp"
#include "shell/mesh_rows.hpp"
#include "shell/option_values.hpp"

namespace jam::app {
namespace {

using dynamics::ContactLaw;
using dynamics::SolverKind;

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

constexpr Modes modes = search_modes, solves = search_modes | simulate_mode;

const char* synopsis =
    "settle SCENE.json [OPTION...]\n"
    "settle --scene NAME [OPTION...]\n"
    "settle --container MESH [OPTION...]\n"
    "settle --solve PROBLEM.json [OPTION...]\n";

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

void add_scene(Options& o) {
  const auto listed = [&o] { return o.file.empty() || o.batch > 0; };
  constexpr OptionTraits scene_file{.may_change = true, .word = true};
  o.table.add("Scene", {{"file", modes, Effect::result, app::file(o.file, FileUse::input, "SCENE.json"), "",
                         scene_file},
                        {"scene", modes, Effect::result, text_value(o.scene, "NAME"),
                         "built-in scene, in place of a file: " + scene_names()},
                        {"count", modes, Effect::result, whole(o.count, 1, 100'000'000),
                         "number of bodies in a built-in scene; scenes with a fixed number refuse it"},
                        {"seed", modes, Effect::result, seed_value(o, listed),
                         "seed of the random numbers of a built-in scene, of --container and of --batch; "
                         "default: drawn and printed",
                         always_listed}});
}

void add_container(Options& o) {
  o.table.add("Container",
              {{"container", modes, Effect::result, app::file(o.container, FileUse::input, "MESH"),
                "closed mesh (any format that trunkpack reads) into which boxes are poured, in place of a "
                "scene; --out "
                "then writes a packing (BOX)"},
               unit_row(o.unit, modes),
               up_row(o.up, modes),
               {"boxes", modes, Effect::result, whole(o.box_count, 1, 100'000),
                "number of boxes to pour; boxes that find no free place are left out"},
               {"box", modes, Effect::result, box_edges(o.box), "edges of the boxes that are poured, in mm"},
               {"pour", modes, Effect::result, app::duration(o.pour),
                "time for which boxes enter at free places under the ceiling and fall"},
               {"shake", modes, Effect::result, app::duration(o.shake),
                "time for which the mesh is shaken after pouring; then it rests for one second"}});
}

void add_batch(Options& o) {
  o.table.add(
      "Batch",
      {{"batch", modes, Effect::result, whole(o.batch, 1, 1'000'000),
        "simulate N copies of the scene with seeds SEED, SEED+1, ... and report the spread of outcomes"},
       {"jitter", modes, Effect::result, real(o.jitter, {1e-9, 1e3, "a distance", " m"}, "X"),
        "shift each body of a --batch at the start by at most X m along each axis, at random"}});
}

void add_time(Options& o) {
  OptionValue step_value = app::duration(o.step);
  step_value.texts = [&o] { return texts_if(o.has("step"), io::number_text(o.step)); };
  o.table.add("Time", {{"time", modes, Effect::limit, app::duration(o.duration),
                        "time to simulate, for example 5s, 250ms or 1m"},
                       {"step", modes, Effect::result, step_value,
                        "time step, for example 1ms; default: the time step of the scene"}});
}

void add_method(Options& o) {
  o.table.add(
      "Method",
      {{"scheme", modes, Effect::result, choice(o.scheme, dynamics::scheme_words),
        "integration of motion; semi-implicit: remaining overlaps are corrected, and a falling body touches "
        "down at the end of a step; moreau: midpoint rule, exact in free flight and in elastic impacts"},
       {"solver", solves, Effect::result, choice(o.solver.kind, dynamics::solver_words),
        "solver of the contact problem; apgd: accelerated projected gradient; sor: Gauss-Seidel by colours; "
        "jor: Jacobi; ccp: fixed point of the cone complementarity problem (Negrut); pe-jacobi: Jacobi of "
        "the physics engine pe (Strobl); with a stored matrix: dense-jor: Jacobi; dense-sor: Gauss-Seidel; "
        "dense-relaxed: Gauss-Seidel by groups"},
       {"law", solves, Effect::result, choice(o.solver.law, dynamics::law_words),
        "friction law; coulomb: a cone of friction; ccp: its convex relaxation (sliding bodies lift off); "
        "pyramid: a pyramid of friction, the only law of pe-jacobi"},
       {"warm-start", modes, Effect::result, choice(o.warm_start, warm_start_words),
        "begin the solve of each step with the impulses of the previous step"},
       {"tolerance", solves, Effect::result, real(o.solver.tolerance, {1e-15, 1, "a residual"}, "X"),
        "error at which a solve ends, relative to the change of velocity in the step; default: 1e-4 if the "
        "scene has a restitution of 0.9 or more, else 1e-3"},
       {"iterations", solves, Effect::result, whole(o.solver.iteration_limit, 1, 1'000'000'000),
        "largest number of iterations of a solve"},
       {"relaxation", solves, Effect::result,
        real(o.solver.relaxation, {1e-6, 2, "a relaxation", "", true}, "X"),
        "relaxation factor: alpha of sor, jor and the dense solvers, omega of ccp and pe-jacobi; 0: chosen "
        "automatically"},
       {"group", solves, Effect::result, whole(o.solver.group, 1, 1'000'000'000),
        "number of contacts that --solver dense-relaxed solves together"},
       {"energy-guard", modes, Effect::result, real(o.energy_guard, {1e-6, 1e9, "a factor", "", true}, "X"),
        "stop if the mechanical energy grows by more than X times the energy of the scene (kinetic energy at "
        "the start plus the work of gravity over the height of the scene); 0: stop only if a number is not "
        "finite"}});
}

void add_device_of_steps(Options& o) {
  o.table.add(
      "Device",
      {{"device", modes, Effect::device, text_value(o.device, "auto|cpu|cuda[:i]"),
        "device that computes the steps; auto: a GPU if it has the solver, else the CPU; cuda:1: GPU 1"},
       {"threads", solves, Effect::device, whole(o.thread_count, 0, thread_limit),
        "largest number of CPU threads; 0: all; does not change the result"}});
}

void add_files(Options& o) {
  o.table.add(
      "Output",
      {{"out", modes, Effect::output, app::file(o.out, FileUse::output),
        "state at the end as a scene, with contacts and impulses"},
       {"csv", modes, Effect::output, with_companions(app::file(o.csv, FileUse::output), companions_of_rows),
        "table of energies, contacts, residual and overlap: one row for each step; with --batch one row for "
        "each scene"},
       {"dump-problem", solves, Effect::output, app::file(o.problem, FileUse::output),
        "contact problem of one step, with its solution (JSON)"},
       {"at-step", modes, Effect::output, whole(o.problem_step, 1, 1'000'000'000'000),
        "number of the step whose contact problem --dump-problem writes; default: the last step"},
       {"vtk", modes, Effect::output,
        with_companions(text_value(o.vtk, "DIR", FileUse::output_folder), companions_of_pictures),
        "folder for files for ParaView: one .vtp file for each frame, and frames.pvd, which lists them"},
       {"html", modes, Effect::output, app::file(o.html, FileUse::output),
        "page that plays the simulation in a browser"},
       live_row(o, "simulation", ". It plays all steps computed so far"),
       {"frame", modes, Effect::result, app::duration(o.frame),
        "simulated time between two frames of --vtk or of a page"},
       {"json", solves, Effect::output, app::file(o.json, FileUse::output, "FILE|-"),
        "result as JSON; -: to standard output"},
       log_row(o, modes,
               "log of the run: facts, warnings, the result, and a line of progress every 10 s, also with "
               "--quiet"),
       progress_row(o, modes),
       quiet_row(o, solves)});
}

void add_questions(Options& o) {
  o.table.add("Query", {{"solve", simulate_mode, Effect::query, app::file(o.solve, FileUse::input),
                         "contact problem to solve: a file written by --dump-problem, or one with its whole "
                         "matrix; options replace the settings in it"},
                        {"dry-run", solves, Effect::query, toggle(o.dry_run),
                         "check the options only; no file is read or written"}});
  o.table.add("Query", page_rows(o.shell));
}

/// Throws InputError for options that --batch does not accept, and for those that need it.
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

/// Throws InputError for contradictions between the scene and its options; `resumes`: the checkpoint has the
/// scene.
void check_scene(Options& o, bool resumes) {
  if (!resumes) require_scene(o);
  if (!o.scene.empty()) {
    try {
      const dynamics::SceneInfo& info = dynamics::scene_info(o.scene);
      if (o.has("count")) dynamics::require_count(info, o.count);
    } catch (const InputError& error) {
      throw InputError(o.has("count") ? fmt::format("--count {}: {}", o.count, error.what())
                                      : fmt::format("--scene {}: {}", o.scene, error.what()));
    }
  }
  if (o.container.empty() && !resumes)
    refuse(o.table, {"unit", "up", "boxes", "box", "pour", "shake"}, "without --container");
  if (!o.container.empty()) {
    refuse(o.table, {"time"}, "with --container: --pour and --shake say how long it takes");
    o.duration = filling_options(o).duration();
  }
  if (o.has("count") && o.scene.empty() && !resumes)
    throw InputError("--count has no effect with a file: its bodies are those of the scene");
  if (o.has("seed") && o.scene.empty() && o.container.empty() && o.batch == 0 && !resumes)
    throw InputError("--seed has no effect with a file: its scene has no random numbers");
}

void check_times(const Options& o) {
  const auto require_above_0 = [](bool given, const char* option, double value) {
    if (given && !(value > 0)) throw InputError(fmt::format("--{} 0: a time above 0 is accepted", option));
  };
  require_above_0(o.has("step"), "step", o.step);
  require_above_0(true, "time", o.duration);
  require_above_0(true, "frame", o.frame);
  if (o.has("at-step") && o.problem.empty())
    throw InputError("--at-step has no effect without --dump-problem");
  if (o.has("frame") && o.vtk.empty() && o.html.empty() && o.live_port < 0 && !o.has("resume"))
    throw InputError("--frame has no effect without --vtk, --html or --live");
}

/// Chooses the law of pe-jacobi, and throws InputError for a solver with options that it does not have.
void check_solver(Options& o) {
  const bool pyramid_only = o.solver.kind == SolverKind::pe_jacobi;
  if (pyramid_only && !o.has("law")) o.solver.law = ContactLaw::pyramid;
  if (pyramid_only && o.solver.law != ContactLaw::pyramid) {
    throw InputError(fmt::format("--law {}: --solver pe-jacobi treats the law pyramid and no other",
                                 name_of(o.solver.law)));
  }
  if (o.solver.law == ContactLaw::pyramid &&
      (o.solver.kind == SolverKind::apgd || o.solver.kind == SolverKind::ccp)) {
    throw InputError(fmt::format(
        "--law pyramid: --solver {} does not treat it, but pe-jacobi, jor, sor and the dense solvers do",
        name_of(o.solver.kind)));
  }
  if (o.solver.kind == SolverKind::apgd && o.has("relaxation") && o.solver.relaxation != 0)
    throw InputError("--relaxation has no effect with --solver apgd");
  if (o.has("group") && o.solver.kind != SolverKind::dense_relaxed) {
    throw InputError(fmt::format("--group has no effect with the solver {}: it is that of dense-relaxed",
                                 name_of(o.solver.kind)));
  }
}

}  // namespace

Options::Options(int argc, const char* const* argv) {
  solver.tolerance = 1e-3;
  solver.iteration_limit = 1000;
  add_scene(*this);
  add_container(*this);
  add_batch(*this);
  add_time(*this);
  add_method(*this);
  add_checkpoints(*this, modes, "step");
  add_device_of_steps(*this);
  add_files(*this);
  add_questions(*this);
  const Manual manual{.name = program_name,
                      .purpose = "simulates rigid bodies with contacts and friction",
                      .synopsis = synopsis,
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
  if (quiet) refuse(table, {"progress"}, "with --quiet");
  if (has("solve")) {
    mode = Mode::simulate;
    require_effects(table, simulate_mode, "with --solve");
    require_separate_files(table);
    return;
  }
  // The scene of the checkpoint comes with its options.
  const bool resumes = has("resume") && file.empty() && scene.empty() && container.empty();
  check_scene(*this, resumes);
  check_batch(*this, resumes);
  check_times(*this);
  check_solver(*this);
  require_pages(*this);
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
