// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/search_run.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <utility>

#include "jam/core/duration.hpp"
#include "jam/core/version.hpp"
#include "jam/io/number_text.hpp"
#include "jam/search/mpi_launch.hpp"
#include "jam/search/mpi_session.hpp"
#include "shell/checkpointer.hpp"
#include "shell/console.hpp"
#include "shell/figure_text.hpp"
#include "shell/log.hpp"
#include "shell/run_program.hpp"
#include "shell/status/run_status.hpp"

namespace jam::app {
namespace {

namespace fs = std::filesystem;

/// The device of this process. Where several ranks share a machine and the options leave the GPU open (`auto`, `cuda`), each takes the
/// next one.
Device choose_rank_device(const SearchProgram& program, int rank_count) {
  const std::string& text = program.options.device;
  const int gpu_count = rank_count > 1 && (text == "auto" || text == "cuda") ? cuda_device_count() : 0;
  if (gpu_count == 0) return choose_device(text, program.options.thread_count);
  return choose_device("cuda:" + std::to_string(ranks::rank_on_machine() % gpu_count), program.options.thread_count);
}

/// The limit counts from the very beginning.
void set_limit(StopToken& stop, const SearchProgram& program) {
  if (program.limits.time > 0) stop.set_time_limit(std::max(0.0, program.limits.time - program.assignment.seconds_before()));
}

/// Console and log of a run.
class Speaker {
 public:
  Speaker(const SearchProgram& program, Console& console, Log& log) : program_(program), console_(console), log_(log) {}

  void say(const std::string& text) {
    console_.note(text);
    log_.write(text);
  }
  void note(const std::string& text) { say(fact("note", text, program_.column)); }
  void tell(const std::string& text, bool warning) {
    const std::string line = warning ? "warning: " + text : text;
    console_.note(line, warning);
    log_.write(line);
  }
  void warn(const std::string& text) { tell(text, true); }

  [[nodiscard]] Notices notices() {
    return {[this](const std::string& text) { note(text); }, [this](const std::string& text) { warn(text); },
            [this](const std::string& text) { say(text); }, [this](const std::string& text) { console_.busy(text); }};
  }

 private:
  const SearchProgram& program_;
  Console& console_;
  Log& log_;
};

/// Passes the events on to the files of --status and --metrics.
class StatusEvents : public RunListener {
 public:
  StatusEvents(RunStatus& status, const Checkpointer& checkpointer, bool smaller_is_better, double best)
      : status_(status), checkpointer_(checkpointer), smaller_is_better_(smaller_is_better), best_(best) {}

  void improved(const RunImprovement& improvement) override {
    // A search that goes on reports its best result first, which is no gain.
    const double value = improvement.result.value;
    if (std::isfinite(best_) && !(smaller_is_better_ ? value < best_ : value > best_)) return;
    best_ = value;
    status_.gained({improvement.progress.seconds, improvement.progress.work});
  }
  void progressed(const RunProgress& progress) override { status_.progressed(progress, checkpointer_.written_at()); }

 private:
  RunStatus& status_;
  const Checkpointer& checkpointer_;
  bool smaller_is_better_;
  double best_;
};

Checkpointer make_checkpointer(const SearchProgram& program, const SearchJob& job, const Device& device, const CheckpointPlan& plan,
                               const Stats& stats, Checkpointer::Note note) {
  const Assignment& assignment = program.assignment;
  io::Checkpoint frame;
  frame.program = program.name;
  frame.version = version_number;
  frame.options = program.checkpoints.options(device_kind(device));
  frame.options.insert(frame.options.end(), job.remarks.begin(), job.remarks.end());
  if (!job.starts.empty()) frame.options.push_back({starts_entry, job.starts, false});
  const auto add_sections = [&job, &stats, problem = std::string(), limits = io::options_bytes(program.checkpoints.limits),
                             description = device.description, history = assignment.history](Checkpointer::Sections& sections) mutable {
    if (problem.empty()) problem = job.problem_section();
    sections[problem_section] = problem;
    sections[limits_section] = limits;
    sections[device_section] = description;
    sections[history_section] = history;
    sections[stats_section] = stats.state();
  };
  const std::string state = assignment.resumed ? assignment.resumed->section(Checkpointer::state_section) : std::string();
  return {plan, std::move(frame), state, assignment.seconds_before(), add_sections, std::move(note)};
}

RunFacts run_facts(const SearchProgram& program, const SearchJob& job, const Device& device) {
  RunFacts facts;
  facts.program = program.name;
  facts.problem = job.problem;
  facts.name = job.name;
  facts.seed = program.seed;
  facts.options = job.reproduction;
  facts.device = device_label(device);
  facts.devices = {device.description};
  facts.seconds_before = program.assignment.seconds_before();
  facts.time_limit = program.limits.time;
  facts.work_limit = program.limits.work;
  return facts;
}

std::string reason_text(const SearchProgram& program, const SearchEnd& end) {
  switch (end.reason) {
    case StopReason::none:
    case StopReason::finished: break;
    case StopReason::time_limit:
      return "time limit of " + format_duration(program.limits.time) + (program.limit_is_default ? " (default)" : "");
    case StopReason::target_reached: return "target reached";
    case StopReason::interrupt: return "interrupted (SIGINT)";
    case StopReason::terminate: return "terminated (SIGTERM)";
  }
  return end.finished;
}

io::RunSummary run_summary(const SearchProgram& program, const SearchJob& job, const Device& device, const SearchEnd& end,
                           const Stats& stats) {
  const bool at_work_limit = program.limits.work > 0 && static_cast<double>(end.totals.work) >= program.limits.work;
  return {job.problem,        version_number,     io::parse_number<std::uint64_t>(program.seed), device_kind(device),
          device.description, end.totals.seconds, io::stop_word(end.reason, at_work_limit),      stats.improvements()};
}

/// How the last result stands to what the archive holds, in one line; empty without an archive.
std::string archived_text(const SearchJob& job, ArchiveWriter& archive, double value) {
  const std::optional<archive::Offered> offered = archive.finish();
  if (!offered) return {};
  if (offered->entered) return "new best in " + archive.file();
  const bool better = job.archive->kind.better(offered->best, value);
  return archive.file() + " holds " + job.value_text(offered->best) + ", " +
         (better ? std::string("which is ") + job.better_value : std::string(job.same_value));
}

/// The end of a search, as main() returns it.
ExitCode exit_code(const SearchProgram& program, const SearchEnd& end, const Written& written, const std::optional<fs::path>& checkpoint) {
  const auto error = [&](const std::string& text) { std::cerr << program.name << ": error: " << text << '\n'; };
  if (!end.error.empty()) {
    error(end.error + (checkpoint ? ": go on with --resume " + checkpoint->string() + ", on fewer ranks if need be" : ""));
  }
  for (const std::string& text : written.errors) error(text);
  if (!written.errors.empty()) return ExitCode::usage;
  if (!end.result) error("no verified packing was found (" + reason_text(program, end) + "): --time gives it longer");
  if (end.reason == StopReason::interrupt) return ExitCode::interrupted;
  if (end.reason == StopReason::terminate) return ExitCode::terminated;
  return end.result ? ExitCode::ok : ExitCode::no_verified_result;
}

ExitCode run_first(const SearchProgram& program, RunStatus& status, int rank_count) {
  const RunOptions& options = program.options;
  Assignment& assignment = program.assignment;
  require_writable(program.files);
  require_default_writable(program.outputs);
  Device device = choose_rank_device(program, rank_count);
  if (rank_count > 1) device.description += ", and " + counted(rank_count - 1, "more rank", "more ranks");
  compare_with_before(assignment, program.checkpoints, device);
  const CheckpointPlan plan = checkpoint_plan(assignment, program.checkpoints, options);

  StopToken stop;
  set_limit(stop, program);
  const SignalGuard signals(stop);

  // Read.
  Console console(options, program.limits, program.heading);
  Log log(options.log, program.limits, assignment.resumed.has_value());
  Speaker speaker(program, console, log);
  const auto warn = [&](const std::string& text) { speaker.warn(text); };
  const auto tell = [&](const std::string& text, bool warning) { speaker.tell(text, warning); };
  const SearchJob job = program.read(device, stop, speaker.notices());

  Outputs outputs(job.outputs, warn);
  ArchiveWriter archive(job.archive ? archive_file(options.archive) : std::nullopt, job.archive.value_or(ArchivePlan{}), warn);
  Stats stats(options.stats, options.stats_svg, job.stats);
  if (assignment.resumed && assignment.resumed->checkpoint.sections.contains(stats_section)) {
    stats.restore(assignment.resumed->section(stats_section), assignment.resumed->seconds);
  }
  Checkpointer checkpointer = make_checkpointer(program, job, device, plan, stats, tell);

  const fs::path file = outputs.packing_file();
  speaker.say(job.opening + fact("device", device.description, program.column) +
              (file.empty() ? std::string() : fact("result to", file.string(), program.column)));
  for (const std::string& text : assignment.notes) speaker.note(text);
  for (const std::string& text : assignment.warnings) speaker.warn(text);
  log.write(program.heading);

  // Search.
  RunFacts facts = run_facts(program, job, device);
  facts.result = file.string();
  if (plan.periodic()) facts.checkpoint = plan.file.string();
  facts.archive = archive.file();
  status.begin(std::move(facts), job.stall_advice, stats.last_gain(), tell);
  StatusEvents status_events(status, checkpointer, job.outputs.smaller_is_better, stats.best());
  RunListeners listeners({&outputs, &console, &stats, &log, &archive, &status_events});
  SearchEnd end;
  try {
    end = job.search(stop, listeners, checkpointer);
  } catch (...) {
    // What was found before the search failed is not lost.
    outputs.flush();
    static_cast<void>(checkpointer.finish());
    static_cast<void>(archive.finish());
    console.finish();
    throw;
  }
  console.finish();

  // Write.
  Written written;
  std::string archived;
  if (end.result) {
    end.result->run = run_summary(program, job, device, end, stats);
    written = outputs.finish(*end.result);
    archived = archived_text(job, archive, end.result->value);
  }
  for (fs::path& name : stats.finish(end.totals, written.errors)) written.files.push_back(std::move(name));
  const std::optional<fs::path> checkpoint = checkpointer.finish();
  if (checkpoint) written.files.push_back(*checkpoint);

  // Print.
  if (end.result) {
    std::string table = job.table(*end.result) + fact("ended by", reason_text(program, end), program.column);
    for (const fs::path& name : written.files) table += fact("written", name.string(), program.column);
    if (!archived.empty()) table += fact("archive", archived, program.column);
    if (!written.kept.empty()) table += fact("kept", written.kept, program.column);
    log.write(table);
    log.finish(written.errors);
    const auto printed =
        std::find_if(job.outputs.formats.begin(), job.outputs.formats.end(), [](const Format& format) { return format.file == "-"; });
    if (printed != job.outputs.formats.end()) {
      console.note(table);
      print_result(printed->text(*end.result));
    } else {
      print_result(table);
    }
    if (end.reason == StopReason::time_limit) {
      console.note(checkpoint ? resume_hint(program.name, *checkpoint) : job.continue_hint(file));
    }
  }
  status.checkpoint_written(checkpointer.written_at());
  status.end(end.reason, reason_text(program, end), end.result.has_value(), written.errors);
  return exit_code(program, end, written, checkpoint);
}

/// Searches on behalf of rank 0 until that ends the search. Exit code ok whatever ended it: rank 0's counts.
ExitCode run_follower(const SearchProgram& program, int rank_count) {
  const Device device = choose_rank_device(program, rank_count);
  compare_with_before(program.assignment, program.checkpoints, device);
  StopToken stop;
  set_limit(stop, program);
  const SignalGuard signals(stop);
  const SearchJob job = program.read(device, stop, {});
  const std::optional<Resumed>& resumed = program.assignment.resumed;
  ResumeOnly checkpoint(resumed ? resumed->section(Checkpointer::state_section) : std::string());
  RunListener nobody;
  static_cast<void>(job.search(stop, nobody, checkpoint));
  return ExitCode::ok;
}

}  // namespace

ExitCode run_search(const SearchProgram& program, int rank, int rank_count) {
  if (rank > 0) return run_follower(program, rank_count);
  RunStatus status(program.options.status, program.options.metrics);
  return status.supervise([&] { return run_first(program, status, rank_count); });
}

ExitCode run_ranked(const char* name, const std::function<ExitCode(ranks::Exchange&)>& run) {
  ranks::MpiSession session;
  if (!session.warning().empty() && session.exchange().rank() == 0) std::cerr << name << ": warning: " << session.warning() << '\n';
  return static_cast<ExitCode>(session.end(static_cast<int>(run(session.exchange()))));
}

}  // namespace jam::app
