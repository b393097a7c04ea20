// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// contactpatch patches: several items on one wall.
#include <fmt/format.h>

#include <iostream>
#include <string>

#include "jam/core/duration.hpp"
#include "jam/elastic/io/wall_file.hpp"
#include "options.hpp"
#include "progress.hpp"
#include "shell/figure_text.hpp"
#include "shell/output_faults.hpp"
#include "shell/outputs.hpp"
#include "shell/program.hpp"

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
  if (!options.quiet) {
    std::cerr << fact("wall", fmt::format("{}: {} on {} x {} cells, {} x {} mm", wall.name,
                                          counted(static_cast<long long>(wall.items.size()), "item", "items"),
                                          wall.grid.nx, wall.grid.ny, figures(wall.grid.nx * wall.grid.dx),
                                          figures(wall.grid.ny * wall.grid.dy)))
              << std::flush;
  }
  SolveProgress progress(options);
  settings.watch = &progress;
  const WallSolution solution = named_file(
      options.file, [&] { return solve_wall(wall.grid, wall.material, wall.liner, wall.items, settings); });
  const double seconds = progress.seconds();
  progress.finish();
  std::string text;
  for (std::size_t k = 0; k < wall.items.size(); ++k) {
    const WallPatch& patch = solution.patches[k];
    text += fact(wall.names[k], fmt::format("force {} N, approach {} mm, peak {} MPa, patch {} mm^2",
                                            figures(wall.items[k].force), figures(patch.approach),
                                            figures(patch.peak), figures(patch.cells * wall.grid.area())));
    for (const std::string& warning : patch.warnings)
      std::cerr << fmt::format("warning: {}: {}", wall.names[k], warning) << std::endl;
  }
  text += fact("solver",
               fmt::format("{}; residual {:.2e}; {}", counted(solution.iterations, "iteration", "iterations"),
                           solution.residual, format_duration(seconds)));
  OutputFaults faults;
  const auto write = [&](const char* option, const std::filesystem::path& name,
                         std::string (*format)(const Wall&, const WallSolution&)) {
    if (name.empty() || name == "-") return;
    if (faults.write(option, name, format(wall, solution))) text += fact("written", name.string());
  };
  write("--out", options.out, wall_json);
  write("--json", options.json, wall_json);
  write("--csv", options.csv, wall_csv);
  write("--svg", options.svg, wall_svg);
  if (options.json == "-") print_result(wall_json(wall, solution));
  if (options.json == "-") std::cerr << text << std::flush;
  else print_result(text);
  faults.require_none();
  return progress.end(solution.solved, "more --iterations or a larger --tolerance may help");
}

}  // namespace jam::app
