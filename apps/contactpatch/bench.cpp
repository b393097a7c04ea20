// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// contactpatch bench: the programs of the source, beside its published figures.
#include <fmt/format.h>

#include <cmath>
#include <iostream>
#include <string>

#include "jam/elastic/measure/source_programs.hpp"
#include "options.hpp"
#include "shell/figure_text.hpp"
#include "shell/program.hpp"

namespace jam::app {
namespace {

using namespace elastic;

/// A number with these figures, or what stands for none.
std::string column(double value, const char* none, int width) {
  return padded(std::isnan(value) ? none : fmt::format("{:.4g}", value), width);
}

std::string table(const std::vector<SourceLine>& lines) {
  std::string text = fmt::format("{:<8} {:<42} {:>10} {:>10} {:>10} {:>12} {:>10}\n", "program", "",
                                 "time [s]", "Mflop/s", "with copy", "published", "error");
  for (const SourceLine& line : lines) {
    text += fmt::format(
        "{:<8} {:<42} {} {} {} {} {}\n", line.program, line.what, column(line.seconds, "nan", 10),
        column(line.mflops(), "nan", 10), column(line.whole_mflops(), "", 10),
        line.published > 0 ? column(line.published, "", 12) : padded("", 12), column(line.error, "", 10));
  }
  return text;
}

}  // namespace

ExitCode run_bench(const Options& options) {
  const Device device = choose_device(options.device, options.thread_count);
  require_one_gpu(options, device);
  if (device.kind == DeviceKind::cpu) refuse(options.table, {"tile", "rows"}, "on a CPU");
  SourceSettings settings = options.source;
  settings.thread_count = options.thread_count;
  settings.gpu = device.kind == DeviceKind::cuda ? device.index : -1;
  const std::string cells = fmt::format("{} x {} cells", settings.nx, settings.ny);
  if (!options.quiet) {
    std::cerr << fact("device", device.description);
    switch (options.bench) {
      case Bench::product: std::cerr << fact("product", fmt::format("{}, 2 n^2 operations", cells)); break;
      case Bench::dot:
        std::cerr << fact("dot", fmt::format("{}, 8 n + 6 operations in a step of Gauss-Seidel", cells));
        break;
      default:
        std::cerr << fact("reduce", fmt::format("{} numbers, as many operations", settings.numbers));
        break;
    }
    std::cerr << std::flush;
  }
  switch (options.bench) {
    case Bench::product: print_result(table(product_programs(settings))); break;
    case Bench::dot: print_result(table(dot_programs(settings))); break;
    default: print_result(table(reduction_programs(settings))); break;
  }
  return ExitCode::ok;
}

}  // namespace jam::app
