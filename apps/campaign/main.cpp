// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// jampack-campaign: works through a list of problems with circlepack and trunkpack. `circlepack campaign`
// starts it.
#include <filesystem>
#include <iostream>
#include <string>
#include <utility>
#include <vector>

#include "campaign/campaign.hpp"
#include "campaign/programs.hpp"
#include "campaign/runner.hpp"
#include "campaign/state.hpp"
#include "campaign/summary.hpp"
#include "jam/core/time_stamp.hpp"
#include "jam/io/read_file.hpp"
#include "jam/io/text_table.hpp"
#include "shell/option_pages.hpp"
#include "shell/option_values.hpp"
#include "shell/program.hpp"

namespace jam::campaign {
namespace {

namespace fs = std::filesystem;

struct Request {
  fs::path file;
  fs::path report;  ///< Empty: in the campaign's folder.
  bool plan = false;
  bool quiet = false;
  std::string shell;  ///< Shell of --completion.
};

/// It refers to `request`, which must outlive it.
app::OptionTable option_table(Request& request) {
  using app::all_modes, app::Effect, app::FileUse;
  app::OptionTable table;
  std::vector<app::OptionRow> rows{
      {"plan", all_modes, Effect::query, app::toggle(request.plan),
       "print the plan of the campaign, and start no search"},
      {"report", all_modes, Effect::output, app::file(request.report, FileUse::output),
       "page that shows the state of the campaign; default: report.html in the folder of the campaign"},
      {"quiet", all_modes, Effect::output, app::toggle(request.quiet),
       "print only the summary, warnings and errors"}};
  for (app::OptionRow& row : app::page_rows(request.shell)) rows.push_back(std::move(row));
  table.add("Campaign", std::move(rows));
  return table;
}

app::Manual manual() {
  return {
      .name = "jampack-campaign",
      .purpose = "works through a list of problems, in slices of time, each from several seeds",
      .synopsis =
          "  jampack-campaign FILE [OPTION...]    begins or resumes it (also: circlepack campaign FILE)\n",
      .notes =
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
          "docs/formats.md explains every key, docs/overnight.md how to leave it running. Ctrl-C and SIGTERM "
          "end it; the same command "
          "resumes it.\n",
      .ranks = false,
      .exit_codes =
          "  0 everything is done, or the campaign's time is over    2 usage, bad input    3 no such device\n"
          "  130, 143 stopped by Ctrl-C or SIGTERM    with failed searches, the exit code of the first "
          "one\n"};
}

void print_note(const std::string& text, bool warning, bool quiet) {
  if (quiet && !warning) return;
  std::cerr << utc_now() << "  " << (warning ? "warning: " : "") << text << '\n';
}

ExitCode work_through(int argc, const char* const* argv) {
  Request request;
  app::OptionTable table = option_table(request);
  app::parse_command_line("jampack-campaign", table, argc, argv, [&](const std::string& text) {
    if (!request.file.empty())
      throw InputError("two campaigns are given, " + io::quoted(request.file.string()) + " and " +
                       io::quoted(text));
    if (text.empty()) throw InputError("the name of the campaign file is empty");
    request.file = text;
  });
  if (const auto page = app::asked_page(manual(), table, request.shell)) {
    app::print_result(*page);
    return ExitCode::ok;
  }
  if (request.file.empty())
    throw InputError("no campaign is given: jampack-campaign FILE; jampack-campaign --help explains it");

  const Campaign campaign = parse_campaign(io::read_file(request.file), request.file);
  const Programs programs = find_programs();
  check_entries(campaign, programs);
  if (request.plan) {
    app::print_result(plan_text(campaign, read_state(campaign)));
    return ExitCode::ok;
  }
  const fs::path report = request.report.empty() ? campaign.folder / "report.html" : request.report;
  for (const fs::path& file : {campaign.file, state_file(campaign)}) {
    if (app::same_file(report, file))
      throw InputError("--report names a file of the campaign itself, " + file.string() + ": give another");
  }
  return run_campaign(campaign, programs, report, [&](const std::string& text, bool warning) {
    print_note(text, warning, request.quiet);
  });
}

}  // namespace
}  // namespace jam::campaign

int main(int argc, char** argv) {
  return jam::app::run_program("jampack-campaign", "fewer entries need less",
                               [&] { return jam::campaign::work_through(argc, argv); });
}
