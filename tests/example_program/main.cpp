// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// The smallest program on the shell: it searches for the largest square number up to N, one candidate a
// round. docs/developing.md walks through it; test_example.py runs it.
#include <any>
#include <cmath>
#include <string>

#include "jam/core/error.hpp"
#include "jam/io/number_text.hpp"
#include "jam/io/text_table.hpp"
#include "shell/figure_text.hpp"
#include "shell/option_values.hpp"
#include "shell/program.hpp"
#include "shell/search_run.hpp"
#include "shell/verify_mode.hpp"

namespace jam::app {
namespace {

struct SquareOptions : RunOptions {
  long long n = 1000;
  long long rounds = 0;  ///< 0: no limit.

  SquareOptions(int argc, const char* const* argv) {
    table.add("Problem",
              {{"n", search_modes, Effect::result, whole(n, 1, 1'000'000'000), "squares up to N"}});
    add_limits(*this, {{"rounds", search_modes, Effect::limit, whole(rounds, 1, count_limit),
                        "end after these rounds"}});
    add_device(*this);
    add_outputs(*this, "result", "-: to standard output", {}, "result", "more figures");
    add_queries(*this, "verify a result");
    const Manual manual{.name = "squares", .purpose = "searches for the largest square number"};
    const auto no_word = [](const std::string& word) {
      throw InputError(word + " is not an option: options begin with --");
    };
    if (parse_run(*this, manual, "rounds", argc, argv, no_word)) check_run(*this, 1, "in a search");
  }
};

RunProgress progress_of(long long round, long long best) {
  RunProgress progress;
  progress.seconds = 1e-3 * static_cast<double>(round);
  progress.rounds = round;
  progress.values = {static_cast<double>(round), static_cast<double>(best)};
  progress.text = [best](bool) { return "best " + std::to_string(best); };
  return progress;
}

/// One candidate a round, each of which is better.
SearchEnd search(const SquareOptions& options, const RunContext<RunListener>& run) {
  long long round = 0;
  while (!run.stop.stop_requested() && (round + 1) * (round + 1) <= options.n &&
         (options.rounds == 0 || round < options.rounds)) {
    ++round;
    const long long square = round * round;
    run.listener.improved(
        {{square, static_cast<double>(square), 1}, std::to_string(square), progress_of(round, square)});
    run.listener.progressed(progress_of(round, square));
  }
  SearchEnd end{run.stop.reason(),
                round == options.rounds ? "limit of rounds" : "nothing left to try",
                progress_of(round, round * round),
                {}};
  if (round > 0) end.result = {round * round, static_cast<double>(round * round), 1};
  return end;
}

SearchJob make_job(const SquareOptions& options) {
  SearchJob job;
  job.problem = "squares up to " + std::to_string(options.n);
  job.name = "squares-" + std::to_string(options.n);
  job.opening = fact("problem", job.problem);
  const auto text = [](const Result& result) {
    return std::to_string(std::any_cast<long long>(result.packing)) + "\n";
  };
  job.outputs.formats = {{"--out", options.out, text, true}, {"--json", options.json, text}};
  job.metrics = {{{"rounds", "rounds_total", "rounds", "Candidates tried.", true},
                  {"best", "best", "best", "The square.", true, true}},
                 1,
                 false};
  job.search = [&options](const RunContext<RunListener>& run) { return search(options, run); };
  job.table = [](const Result& result) { return fact("square", io::number_text(result.value)); };
  job.continue_hint = [](const std::filesystem::path&) { return "a longer --time may find one"; };
  return job;
}

ExitCode run_search(SquareOptions& options, Assignment& assignment) {
  SearchProgram program{"squares", options, assignment};
  program.limits = {options.time_limit, static_cast<double>(options.rounds)};
  program.heading = "square";
  program.read = [&](StopToken&, const Notices&) { return make_job(options); };
  return run_search(program);
}

ExitCode run_verify(const SquareOptions& options) {
  return verify_files(options, [&](const std::filesystem::path& file) -> Verdict {
    const double value = io::TextTable::read(file).number(0, 0, "square", io::NumberRule::positive);
    const bool legal = std::sqrt(value) == std::floor(std::sqrt(value));
    return {legal, legal ? "legal\n" : "illegal: no square number\n", {}, {}};
  });
}

}  // namespace
}  // namespace jam::app

int main(int argc, char** argv) {
  using namespace jam::app;
  constexpr Program<SquareOptions> squares{
      .name = "squares", .memory_advice = "nothing needs less", .search = run_search, .verify = run_verify};
  return run(squares, argc, argv);
}
