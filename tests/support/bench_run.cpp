// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "support/bench_run.hpp"

#include <boost/program_options.hpp>

#include <cstdio>
#include <exception>
#include <iostream>

#include "support/paths.hpp"

namespace jam::test {

namespace po = boost::program_options;

int bench_main(int argument_count, char** arguments, const BenchDefaults& defaults,
               const std::function<void(const BenchRun&)>& measure) {
  const std::string name = std::filesystem::path(arguments[0]).filename().string();
  BenchRun run;
  std::string device;
  po::options_description options("Options (=default)");
  // clang-format off
  options.add_options()
      ("device", po::value(&device)->default_value(defaults.device), "auto, cpu, cuda or cuda:i")
      ("seconds", po::value(&run.seconds)->default_value(defaults.seconds, std::to_string(defaults.seconds).substr(0, 4)), "of each measurement, or of the search")
      ("threads", po::value(&run.threads)->default_value(run.threads), "CPU threads; 0: all")
      ("seed", po::value(&run.seed)->default_value(run.seed), "of the search")
      ("ghz", po::value(&run.gigahertz)->default_value(run.gigahertz, "1.98"), "clock of the GPU, for shares of its peak")
      ("out", po::value(&run.out), "file for the best packing, where there is one")
      ("quick", po::bool_switch(&run.quick), "smallest cases only: whether it works, not how fast")
      ("file", po::value(&run.files), "input files, also without --file")
      ("help", "this text");
  // clang-format on
  try {
    po::positional_options_description files;
    files.add("file", -1);
    po::variables_map given;
    po::store(po::command_line_parser(argument_count, arguments).options(options).positional(files).run(),
              given);
    if (given.count("help") != 0) {
      std::cout << name << " [FILE...] [OPTION...]: " << defaults.about << "\n\n" << options;
      return 0;
    }
    po::notify(given);
    if (run.quick && given["seconds"].defaulted()) run.seconds = defaults.quick_seconds;
  } catch (const po::error& error) {
    std::cerr << name << ": " << error.what() << '\n';
    return 2;
  }
  try {
    if (run.files.empty()) {
      for (const std::string& file : defaults.files) run.files.push_back((source_dir() / file).string());
    }
    run.device = choose_device(device, run.threads);
    if (run.device.kind == DeviceKind::cuda) {
      std::sscanf(run.device.description.c_str(), "%*[^,], %d multiprocessors", &run.multiprocessors);
    }
    std::fprintf(stderr, "%s, %g s each\n", run.device.description.c_str(), run.seconds);
    measure(run);
  } catch (const std::exception& error) {
    std::cerr << name << ": " << error.what() << '\n';
    return 1;
  }
  return 0;
}

}  // namespace jam::test
