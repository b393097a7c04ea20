// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <string>
#include <vector>

#include "jam/core/duration.hpp"
#include "jam/elastic/cuda/device.hpp"
#include "jam/elastic/io/contact_file.hpp"
#include "jam/elastic/io/pressure_map.hpp"
#include "jam/elastic/io/result_text.hpp"
#include "options.hpp"
#include "shell/figure_text.hpp"
#include "shell/outputs.hpp"
#include "solve_run.hpp"

namespace jam::app {
namespace {

using namespace elastic;

/// `; shift (0.005, 0) mm`
std::string motion_text(const TangentialLoad& load) {
  const std::string value = fmt::format("({}, {})", figures(load.value.x), figures(load.value.y));
  const std::string spin = load.spin != 0 ? fmt::format(", spin {}", figures(load.spin)) : "";
  switch (load.motion) {
    case Motion::shift:
      return length(load.value) > 0 || load.spin != 0 ? fmt::format("; shift {} mm{}", value, spin) : "";
    case Motion::force: return fmt::format("; force {} N", value);
    default: return fmt::format("; rolling, creepage {}{}", value, spin);
  }
}

/// Number of cells from which `auto` takes a GPU: with fewer, a GPU takes longer to get ready than a CPU to
/// solve.
constexpr long long gpu_cells = 512LL * 512;

/// Whether `auto` may take a GPU: for methods that use the whole of it.
bool suits_gpu(const Options& options, const ContactFile& file) {
  const Grid& grid = file.contact.grid;
  if (static_cast<long long>(grid.nx) * grid.ny < gpu_cells || grid.nx > device_edge || grid.ny > device_edge)
    return false;
  if (options.command == Command::normal) return options.normal.method == NormalMethod::bound_cg;
  return method_of(*file.tangential, options.tangential, grid) == TangentialMethod::tang_cg &&
         options.normal.product != ProductKind::direct;
}

/// The device of --device, which is in `settings` then.
Device device_for(const Options& options, const ContactFile& file, NormalSettings& settings) {
  const Grid& grid = file.contact.grid;
  const bool open = options.device == "auto" && suits_gpu(options, file);
  Device device = open ? choose_device("auto", options.thread_count) : device_of(options);
  if (device.kind == DeviceKind::cuda) {
    const bool frictional = options.command == Command::tangential;
    require_one_gpu(options, device);
    require_device_normal(grid, settings);
    if (frictional) require_device_friction(settings, method_of(*file.tangential, options.tangential, grid));
    if (const std::string shortage =
            open ? device_shortage(device.index, grid, settings, frictional ? 2 : 1) : "";
        !shortage.empty()) {
      device = choose_device("cpu", options.thread_count);
      device.description += fmt::format("; {}", shortage);
      return device;
    }
    settings.gpu = device.index;
  }
  return device;
}

std::string opening_text(const ContactFile& file, bool frictional) {
  const Contact& contact = file.contact;
  const Grid& grid = contact.grid;
  std::string text = fact("contact", file.name);
  text += fact("grid", fmt::format("{} x {} cells, {} x {} mm", grid.nx, grid.ny, figures(grid.nx * grid.dx),
                                   figures(grid.ny * grid.dy)));
  text += fact("materials", fmt::format("E* {} MPa, G {} MPa, nu {}", figures(contact.pair.modulus),
                                        figures(contact.pair.shear), figures(contact.pair.poisson)));
  if (contact.liner.thickness > 0) {
    text += fact("liner", fmt::format("{} mm, modulus {} MPa", figures(contact.liner.thickness),
                                      figures(contact.liner.modulus)));
  }
  if (frictional)
    text += fact("friction",
                 fmt::format("{}{}", figures(file.tangential->friction), motion_text(*file.tangential)));
  if (file.steps.size() > 1)
    text += fact("load", fmt::format("{} in turn",
                                     counted(static_cast<long long>(file.steps.size()), "step", "steps")));
  return text;
}

std::string result_lines(const ContactResult& result, double seconds) {
  const NormalSolution& normal = result.pressed->normal;
  std::string text = fact(
      "force", fmt::format("{} N at an approach of {} mm", figures(normal.force), figures(normal.approach)));
  if (normal.contact_cells > 0) {
    text += fact("pressure", fmt::format("peak {} MPa, mean {} MPa", figures(normal.peak),
                                         figures(mean_pressure(result))));
    text +=
        fact("patch", fmt::format("{} mm^2, {}", figures(normal.contact_cells * result.pressed->grid.area()),
                                  counted(normal.contact_cells, "cell", "cells")));
  } else {
    text += fact("patch", "no contact");
  }
  if (result.pressed->hertz && normal.contact_cells > 0) {
    const HertzContact& hertz = *result.pressed->hertz;
    text += fact("Hertz", fmt::format("force {} N, approach {} mm, peak {} MPa, semi-axes {} and {} mm",
                                      figures(hertz.force), figures(hertz.approach), figures(hertz.peak),
                                      figures(hertz.x_axis), figures(hertz.y_axis)));
  }
  if (result.friction != nullptr) {
    const FrictionalContact& friction = *result.friction;
    const Tangent force = applied_force(result);
    text += fact("friction",
                 fmt::format("balances a force of ({}, {}) N, {} of its limit, and a moment of {} N mm",
                             figures(force.x), figures(force.y), figures(friction_share(result)),
                             figures(0 - friction.moment)));
    if (result.tangential->motion == Motion::force)
      text += fact("shift", fmt::format("({}, {}) mm", figures(friction.shift.x), figures(friction.shift.y)));
    text += fact("cells", fmt::format("{} stick, {} slip", friction.adhesion_cells, friction.slip_cells));
    text += fact(
        "tractions",
        fmt::format("{}, {}{}; residual {:.2e}", name_of(result.tangential_method),
                    counted(friction.iterations, "iteration", "iterations"),
                    friction.rounds > 1 ? fmt::format(", {} rounds with the pressures", friction.rounds) : "",
                    friction.residual));
  }
  std::string solver = fmt::format("{}, {}", name_of(result.settings->method),
                                   counted(normal.iterations, "iteration", "iterations"));
  if (normal.coarse_iterations > 0)
    solver += fmt::format(" and {} on coarser grids", normal.coarse_iterations);
  if (normal.rounds > 0) solver += fmt::format(" in {}", counted(normal.rounds, "round", "rounds"));
  return text + fact("solver", fmt::format("{}; residual {:.2e}; {}", solver, normal.residual,
                                           format_duration(seconds)));
}

}  // namespace

ExitCode run_contact(const Options& options) {
  require_writable(output_files(options));
  const ContactFile file = read_contact(options.file);
  const bool frictional = options.command == Command::tangential;
  if (frictional && !file.tangential)
    throw InputError(fmt::format("{}: a friction is needed: \"friction\": 0.4", options.file.string()));
  if (frictional && file.tangential->motion == Motion::rolling)
    refuse(options.table, {"tangential-method"}, "with rolling");
  NormalSettings settings = options.normal;
  const Device device = device_for(options, file, settings);
  named_file(options.file, [&] {
    require_solvable(file.contact, settings);
    if (frictional) require_solvable(file.contact, *file.tangential);
  });
  SolveRun run(options);
  run.present(opening_text(file, frictional) + fact("device", device.description));
  settings.watch = &run;
  TangentialSettings tangential_settings = options.tangential;
  tangential_settings.watch = &run;
  ContactResult result{file.name, &file.contact, &settings};
  FrictionalContact friction;
  PressedContact pressed;
  if (frictional) {
    friction = named_file(options.file, [&] {
      return press_with_friction(file.contact, file.steps, *file.tangential, {settings, tangential_settings});
    });
    friction.pressed.notes.insert(friction.pressed.notes.begin(), file.notes.begin(), file.notes.end());
    result.friction = &friction;
    result.tangential = &*file.tangential;
    result.tangential_method = method_of(*file.tangential, options.tangential, file.contact.grid);
  } else {
    pressed = named_file(options.file, [&] { return press(file.contact, settings); });
  }
  result.pressed = frictional ? &friction.pressed : &pressed;
  const double seconds = run.seconds();
  for (const std::string& text : result.pressed->notes) run.note(text);
  for (const std::string& text : result.pressed->warnings) run.warn(text);
  run.report(result_lines(result, seconds), [&] { return result_json(result); },
             {{"--csv", options.csv, [&] { return result_csv(result); }},
              {"--vtk", options.vtk, [&] { return result_vtk(result); }},
              {"--svg", options.svg, [&] { return pressure_map_svg(result); }},
              {"--html", options.html, [&] { return result_page(result); }}});
  return run.end(result.pressed->normal.status == SolveEnd::solved && friction.solved,
                 fmt::format("more --iterations or {}a larger --tolerance may help",
                             frictional ? "--tangential-iterations, or " : ""));
}

}  // namespace jam::app
