// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// contactpatch patches: several items on one wall.
#include <fmt/format.h>

#include <string>

#include "jam/core/duration.hpp"
#include "jam/elastic/io/wall_file.hpp"
#include "options.hpp"
#include "shell/figure_text.hpp"
#include "shell/outputs.hpp"
#include "solve_run.hpp"

namespace jam::app {

using namespace elastic;

ExitCode run_patches(const Options& options) {
  require_writable(output_files(options));
  const Wall wall = read_wall(options.file);
  // About forty fields and the spectra.
  require_memory(wall.grid, static_cast<std::size_t>(wall.grid.nx) * static_cast<std::size_t>(wall.grid.ny) *
                                sizeof(double) * 60);
  NormalSettings settings = options.normal;
  if (const Device device = device_of(options); device.kind == DeviceKind::cuda) {
    require_one_gpu(options, device);
    settings.gpu = device.index;
  }
  SolveRun run(options);
  run.present(fact("wall", fmt::format("{}: {} on {} x {} cells, {} x {} mm", wall.name,
                                       counted(static_cast<long long>(wall.items.size()), "item", "items"),
                                       wall.grid.nx, wall.grid.ny, figures(wall.grid.nx * wall.grid.dx),
                                       figures(wall.grid.ny * wall.grid.dy))));
  settings.watch = &run;
  const WallSolution solution = named_file(
      options.file, [&] { return solve_wall(wall.grid, wall.material, wall.liner, wall.items, settings); });
  const double seconds = run.seconds();
  std::string text;
  for (std::size_t k = 0; k < wall.items.size(); ++k) {
    const WallPatch& patch = solution.patches[k];
    text += fact(wall.names[k], fmt::format("force {} N, approach {} mm, peak {} MPa, patch {} mm^2",
                                            figures(wall.items[k].force), figures(patch.approach),
                                            figures(patch.peak), figures(patch.cells * wall.grid.area())));
    for (const std::string& warning : patch.warnings) run.warn(wall.names[k] + ": " + warning);
  }
  text += fact("solver",
               fmt::format("{}; residual {:.2e}; {}", counted(solution.iterations, "iteration", "iterations"),
                           solution.residual, format_duration(seconds)));
  run.report(text, [&] { return wall_json(wall, solution); },
             {{"--csv", options.csv, [&] { return wall_csv(wall, solution); }},
              {"--svg", options.svg, [&] { return wall_svg(wall, solution); }}});
  return run.end(solution.solved, "more --iterations or a larger --tolerance may help");
}

}  // namespace jam::app
