// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "campaign/campaign_mode.hpp"

#include <filesystem>
#include <iostream>
#include <set>
#include <string>
#include <vector>

#include "campaign/campaign.hpp"
#include "campaign/plan_text.hpp"
#include "campaign/runner.hpp"
#include "campaign/state.hpp"
#include "jam/core/time_stamp.hpp"
#include "jam/io/text_table.hpp"
#include "shell/option_table.hpp"
#include "shell/output_rules.hpp"
#include "shell/standard_output.hpp"

namespace po = boost::program_options;

namespace jam::campaign {
namespace {

namespace fs = std::filesystem;

struct Request {
  fs::path file;
  fs::path report;  ///< Empty: in the campaign's folder.
  bool plan = false;
  bool quiet = false;
};

/// It refers to `request`, which must outlive it.
app::OptionTable option_table(Request& request) {
  app::OptionTable table;
  table.group("Campaign");
  table.add("plan", po::bool_switch(&request.plan), "print what would be done, and do nothing");
  table.add("report", app::file("report", request.report),
            "the page that tells how the campaign stands; without it report.html in the campaign's folder");
  table.add("quiet", po::bool_switch(&request.quiet), "only the summary, warnings and errors");
  table.add("help,h", "this text");
  table.add("version", "version, commit, compiler, CUDA");
  return table;
}

std::string help_text() {
  Request defaults;
  return "circlepack campaign: works through a list of problems, in slices of time, each from several seeds.\n\n"
         "  circlepack campaign FILE [OPTION...]    begins, or goes on where it was\n\n" +
         app::table_text(option_table(defaults)) +
         "\nFILE is JSON:\n"
         "  {\n"
         "    \"schema\": \"jampack/campaign/1\",\n"
         "    \"time\": \"2d\", \"slice\": \"5m\", \"devices\": [\"cuda:0\", \"cuda:1\"], \"seeds\": 3,\n"
         "    \"entries\": [\n"
         "      {\"problem\": {\"radii\": \"linear\", \"n\": \"5..40\"}, \"time\": \"1h\", \"share\": 2},\n"
         "      {\"problem\": {\"radii\": \"mine.txt\"}, \"target\": 12.5},\n"
         "      {\"problem\": {\"mesh\": \"trunk.off\", \"set\": \"sae-j1100\"}, \"time\": \"4h\"}\n"
         "    ]\n"
         "  }\n"
         "docs/formats.md explains every key, docs/overnight.md how to leave it running. Ctrl-C and SIGTERM end it; the same command goes "
         "on.\n"
         "\nExit codes\n"
         "  0 everything is done, or the campaign's time is over    2 usage, bad input    3 no such device\n"
         "  130, 143 stopped by Ctrl-C or SIGTERM    with failed searches, the exit code of the first one\n";
}

void print_note(const std::string& text, bool warning, bool quiet) {
  if (quiet && !warning) return;
  std::cerr << utc_now() << "  " << (warning ? "warning: " : "") << text << '\n';
}

}  // namespace

ExitCode run_campaign_mode(int argc, const char* const* argv, const CheckWords& check) {
  Request request;
  const std::set<std::string> given =
      app::parse_command_line("circlepack campaign", option_table(request), argc, argv, [&](const std::string& text) {
        if (!request.file.empty())
          throw InputError("two campaigns are given, " + io::quoted(request.file.string()) + " and " + io::quoted(text));
        if (text.empty()) throw InputError("the name of the campaign file is empty");
        request.file = text;
      });
  if (given.contains("help") || given.contains("version")) {
    app::print_result(given.contains("help") ? help_text() : app::version_text("circlepack"));
    return ExitCode::ok;
  }
  if (request.file.empty()) throw InputError("no campaign is given: circlepack campaign FILE; circlepack campaign --help explains it");

  Campaign campaign = read_campaign(request.file);
  const Programs programs = find_programs();
  adapt_to_programs(campaign, programs, check);
  if (request.plan) {
    app::print_result(plan_text(campaign, read_state(campaign)));
    return ExitCode::ok;
  }
  const fs::path report = request.report.empty() ? campaign.folder / "report.html" : request.report;
  app::require_inputs_kept({{"--report", report}}, {{"the campaign", campaign.file}, {"its state", state_file(campaign)}});
  return run_campaign(campaign, programs, report, [&](const std::string& text, bool warning) { print_note(text, warning, request.quiet); });
}

}  // namespace jam::campaign
