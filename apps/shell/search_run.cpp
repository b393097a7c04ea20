// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/search_run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <iostream>
#include <map>
#include <utility>

#include "jam/core/duration.hpp"
#include "jam/core/stop.hpp"
#include "jam/core/version.hpp"
#include "jam/search/mpi_session.hpp"
#include "shell/checkpoints.hpp"
#include "shell/console.hpp"
#include "shell/figure_text.hpp"
#include "shell/program.hpp"
#include "shell/search_end.hpp"
#include "shell/status/run_status.hpp"

namespace jam::app {
namespace {

namespace fs = std::filesystem;

/// The device of this process, one of `rank_count` (0: unknown). If ranks share a machine and the options
/// leave the GPU open (`auto`, `cuda`), each takes the next one.
Device choose_rank_device(const SearchProgram& program, int rank_count) {
  const std::string& text = program.options.device;
  const int gpu_count = rank_count != 1 && (text == "auto" || text == "cuda") ? cuda_device_count() : 0;
  if (gpu_count == 0) return choose_device(text, program.options.thread_count);
  return choose_device("cuda:" + std::to_string(ranks::rank_on_machine() % gpu_count),
                       program.options.thread_count);
}

std::string generator_text(const char* program) {
  return fmt::format("{} {} ({})", program, version_number, version_commit());
}

/// Problem and search of a process, prepared.
struct Prepared {
  SearchJob job;
  Device device;
  std::string reproduction;  ///< The options that give the same result again.
};

/// One of the processes of a launch: MPI is started once the process has read its problem, as reading a mesh
/// forks a child.
class Launch {
 public:
  explicit Launch(const SearchProgram& program) : program_(program) {}

  [[nodiscard]] bool is_first() const { return !launch_.active || launch_.rank == 0; }
  [[nodiscard]] ranks::Exchange& exchange() { return session_->exchange(); }

  /// Reads the problem, starts MPI, and prepares the search. An error of rank 0 is thrown there alone, one
  /// that only another rank has is thrown by rank 0 with the number of that rank. Nothing in another rank
  /// if the search does not begin.
  [[nodiscard]] std::optional<Prepared> prepare(StopToken& stop, const Notices& notices) {
    Prepared prepared;
    std::exception_ptr failure;
    std::string error;
    try {
      require_sharable(launch_.rank_count);
      compare_options(program_.assignment, program_.checkpoints, program_.options);
      prepared.device = choose_rank_device(program_, launch_.rank_count);  // First: reading may take minutes.
      prepared.job = program_.read(stop, notices);
    } catch (const std::exception& exception) {
      if (!launch_.active) throw;
      failure = std::current_exception();
      error = exception.what();
    }
    session_.emplace();
    if (!session_->warning().empty() && is_first())
      std::cerr << program_.name << ": warning: " << session_->warning() << '\n';
    if (!all_begin(failure, error, stop)) return std::nullopt;
    require_sharable(exchange().rank_count());
    add_origin(prepared);
    return prepared;
  }

  /// Ends MPI.
  [[nodiscard]] ExitCode end(ExitCode code) {
    return session_ ? static_cast<ExitCode>(session_->end(static_cast<int>(code))) : code;
  }

 private:
  /// Throws InputError for a search that ranks cannot share.
  void require_sharable(int rank_count) const {
    const auto& [subject, advice] = program_.one_process;
    if (rank_count > 1 && !subject.empty())
      throw InputError(
          fmt::format("{} runs in one process, this is one of {}: {}", subject, rank_count, advice));
  }

  /// False in another rank than 0 if some rank failed; rank 0 throws then.
  [[nodiscard]] bool all_begin(std::exception_ptr failure, const std::string& error, StopToken& stop) {
    constexpr const char* begin = "begin";
    ranks::Exchange& ranks = exchange();
    if (ranks.rank() > 0) {
      ranks.send(0, error);
      return ranks.receive(0, stop.signal_query()) == begin;
    }
    for (int other = 1; !failure && other < ranks.rank_count(); ++other) {
      const std::string theirs = ranks.receive(other, stop.query()).value_or("");
      if (!theirs.empty())
        failure = std::make_exception_ptr(InputError(fmt::format("rank {}: {}", other, theirs)));
    }
    for (int other = 1; other < ranks.rank_count(); ++other) ranks.send(other, failure ? "" : begin);
    if (failure) std::rethrow_exception(failure);
    return true;
  }

  void add_origin(Prepared& prepared) {
    const int others = exchange().rank_count() - 1;
    if (others > 0 && is_first())
      prepared.device.description += ", and " + counted(others, "more rank", "more ranks");
    if (!program_.assignment.resumed && prepared.job.resolve)
      prepared.job.resolve(prepared.device, others + 1);
    compare_device(program_.assignment, prepared.device);
    prepared.reproduction = reproducing_options(program_.options.table, device_kind(prepared.device));
    std::map<std::string, std::string> origin = {{"generator", generator_text(program_.name)},
                                                 {"options", prepared.reproduction}};
    if (!prepared.job.starts.empty()) origin["starts"] = prepared.job.starts;
    if (!program_.assignment.history.empty()) origin["history"] = program_.assignment.history;
    if (prepared.job.prepare) prepared.job.prepare(origin);
  }

  const SearchProgram& program_;
  ranks::MpiLaunch launch_ = ranks::find_mpi_launch();
  std::optional<ranks::MpiSession> session_;
};

Checkpointer make_checkpointer(const SearchProgram& program, const SearchJob& job, const Device& device,
                               const CheckpointPlan& plan, const Stats& stats, const Notices& notices) {
  const Assignment& assignment = program.assignment;
  io::Checkpoint frame;
  frame.program = program.name;
  frame.version = version_number;
  frame.options = result_options(program.options.table, device_kind(device));
  frame.options.insert(frame.options.end(), job.remarks.begin(), job.remarks.end());
  if (!job.starts.empty()) frame.options.push_back({starts_entry, job.starts, false});
  const auto add_sections = [&job, &stats, problem = std::string(),
                             limits = io::options_bytes(limit_options(program.options.table)),
                             description = device.description,
                             history = assignment.history](Checkpointer::Sections& sections) mutable {
    if (problem.empty()) problem = job.problem_section();
    sections[problem_section] = problem;
    sections[limits_section] = limits;
    sections[device_section] = description;
    sections[history_section] = history;
    sections[stats_section] = stats.state();
  };
  return {plan, std::move(frame), assignment, add_sections, notices};
}

/// The plan of the archive; adds the function that makes a record of a result.
ArchivePlan archive_plan(const SearchProgram& program, const Prepared& prepared) {
  const SearchJob& job = prepared.job;
  ArchivePlan plan = job.archive.value_or(ArchivePlan{});
  plan.record = [&](const Result& result) {
    archive::Record record;
    record.count = result.count;
    record.value = result.value;
    record.text = job.archived_text ? job.archived_text(result) : job.outputs.formats.front().text(result);
    record.seed = std::to_string(program.options.seed);
    record.options = prepared.reproduction;
    record.version = generator_text(program.name);
    record.device = prepared.device.description;
    return record;
  };
  return plan;
}

/// The table, or the format that goes to standard output. After a signal nobody may be there to read it: that
/// is no error.
void print(const SearchJob& job, const SearchEnd& end, const std::string& table, Console& console) {
  const std::vector<Format>& formats = job.outputs.formats;
  const auto printed =
      std::find_if(formats.begin(), formats.end(), [](const Format& format) { return format.file == "-"; });
  if (printed != formats.end()) console.note(table);
  try {
    print_result(printed != formats.end() ? printed->text(*end.result) : table);
  } catch (const InputError&) {
    if (end.reason != StopReason::interrupt && end.reason != StopReason::terminate) throw;
  }
}

ExitCode run_first(const SearchProgram& program, StopToken& stop, Launch& launch, RunStatus& status) {
  const RunOptions& options = program.options;
  Assignment& assignment = program.assignment;
  require_writable(output_files(options));
  require_default_writable(program.outputs);
  if (options.has("archive") && archive_file(options.archive))
    archive::require_archive_or_nothing(*archive_file(options.archive));

  if (const std::optional<fs::path> database = archive_file(options.archive))
    require_unused(options.table, *database, "archive", "the archive of results");
  const CheckpointPlan plan = plan_checkpoints(options, program.limits, program.checkpoints, assignment);

  // Read.
  RunLimits limits = program.limits;
  Console console(options, limits, program.heading);
  Log log(options.log, limits, assignment.resumed.has_value(),
          [&](const std::string& text) { console.note("warning: " + text, true); });
  const auto present = [&](const std::string& text, bool always = false) {
    console.note(text, always);
    log.write(text);
  };
  const auto note = [&](const std::string& text) { present(fact("note", text)); };
  const auto warn = [&](const std::string& text) { present("warning: " + text, true); };
  const Notices notices{note, warn, present, [&](const std::string& text) { console.busy(text); }};
  const Prepared prepared = *launch.prepare(stop, notices);
  const SearchJob& job = prepared.job;
  const Device& device = prepared.device;

  OutputPlan output_plan = job.outputs;
  output_plan.keep_better =
      options.has("resume");  // A killed process may have found it after the last checkpoint.
  Outputs outputs(std::move(output_plan), job.metrics.smaller_is_better, warn);
  ArchiveWriter archive(job.archive ? archive_file(options.archive) : std::nullopt,
                        archive_plan(program, prepared), warn);
  Stats stats(options.stats, job.metrics, warn);
  if (assignment.resumed && assignment.resumed->checkpoint.sections.contains(stats_section)) {
    stats.restore(assignment.resumed->section(stats_section), assignment.resumed->seconds);
  }
  Checkpointer checkpointer = make_checkpointer(program, job, device, plan, stats, notices);

  const fs::path file = outputs.packing_file();
  present(job.opening + fact("device", device.description) +
          (file.empty() ? std::string() : fact("result to", file.string())));
  for (const std::string& text : assignment.notes) note(text);
  for (const std::string& text : assignment.warnings) warn(text);
  log.write(program.heading);

  // Search.
  limits.time_used = stop.elapsed();
  RunFacts facts{program.name,
                 job.problem,
                 job.name,
                 std::to_string(options.seed),
                 prepared.reproduction,
                 device_label(device),
                 device.description,
                 {},
                 assignment.seconds_before(),
                 limits,
                 file.string(),
                 plan.periodic() ? plan.file.string() : std::string(),
                 archive.file(),
                 job.metrics};
  status.begin({std::move(facts), job.stall_advice, stats.last_gain(), warn,
                [&] { return checkpointer.written_at(); }});
  std::vector<RunListener*> all{&outputs, &console, &stats, &log, &archive, &status};
  std::optional<Live> live;
  if (options.live_port >= 0) {
    const Metric& value = job.metrics.rows[job.metrics.result];
    live.emplace(options.live_port, job.live, job.metrics,
                 view::LiveFacts{program.name, job.problem, value.name, job.metrics.smaller_is_better,
                                 job.live.takes_back});
    all.insert(all.begin(), &*live);
    // Not in the log, which others may read: the address has the token.
    console.note(fact("live at", live->url()), true);
  }
  ListenerList<RunListener> listeners(all);
  SearchEnd end;
  try {
    end = job.search({device, options.thread_count, stop, listeners, &checkpointer, &launch.exchange(),
                      live ? &live->inbox() : nullptr});
  } catch (...) {
    // Save the results that were found before the search failed.
    outputs.flush();
    static_cast<void>(checkpointer.finish());
    static_cast<void>(archive.finish());
    console.finish();
    throw;
  }
  console.finish();
  if (live) live->end(end.reason == StopReason::none ? "finished" : io::stop_word(end.reason, false));

  // Write.
  Written written;
  std::string archived;
  if (end.result) {
    const bool at_work_limit = program.limits.work > 0 && end.totals.work() >= program.limits.work;
    end.result->run = io::RunSummary{job.problem,
                                     version_number,
                                     options.seed,
                                     device_kind(device),
                                     device.description,
                                     end.totals.seconds,
                                     io::stop_word(end.reason, at_work_limit),
                                     stats.improvements()};
    written = outputs.finish(*end.result);
    archived = archive_text(job, archive, end.result->value);
  }
  stats.finish(end.totals, written);
  const std::optional<fs::path> checkpoint =
      checkpointer.finish(end.reason != StopReason::finished && end.reason != StopReason::target_reached);
  if (checkpoint) written.files.push_back(*checkpoint);
  if (checkpointer.lost())
    written.errors.push_back(plan.file.string() + ": the last checkpoint could not be written");

  // Print.
  const std::string reason = reason_text(program, end);
  if (end.result) {
    std::string table = job.table(*end.result) + fact("ended by", reason);
    for (const fs::path& name : written.files) table += fact("written", name.string());
    if (!archived.empty()) table += fact("archive", archived);
    if (!written.kept.empty()) table += fact("kept", written.kept);
    log.write(table);
    log.finish(written.errors);
    print(job, end, table, console);
    if (end.reason == StopReason::time_limit)
      console.note(checkpoint ? resume_hint(program.name, *checkpoint) : job.continue_hint(file));
  }
  status.end(end.reason, reason, end.result.has_value(), written.errors);
  for (const std::string& error : status.lost()) written.errors.push_back(error);
  return exit_code(program, end, written, checkpoint);
}

/// Searches on behalf of rank 0 until that ends the search. Exit code ok whatever ended it: rank 0's counts.
ExitCode run_follower(const SearchProgram& program, StopToken& stop, Launch& launch) {
  const std::optional<Prepared> prepared = launch.prepare(stop, {});
  if (!prepared) return ExitCode::ok;
  const std::optional<Resumed>& resumed = program.assignment.resumed;
  ResumeOnly checkpoint(resumed ? resumed->section(state_section) : std::string());
  RunListener nobody;
  static_cast<void>(prepared->job.search(
      {prepared->device, program.options.thread_count, stop, nobody, &checkpoint, &launch.exchange()}));
  return ExitCode::ok;
}

}  // namespace

ExitCode run_search(const SearchProgram& program) {
  Launch launch(program);
  StopToken stop;  // The time limit counts from the very beginning.
  if (program.limits.time > 0)
    stop.set_time_limit(std::max(0.0, program.limits.time - program.assignment.seconds_before()));
  const SignalGuard signals(stop);
  if (!launch.is_first()) return launch.end(run_follower(program, stop, launch));
  RunStatus status(program.options.status, program.options.metrics);
  return launch.end(status.supervise([&] { return run_first(program, stop, launch, status); }));
}

std::string limits_text(const RunOptions& options, const std::string& work_limit) {
  std::string limits = work_limit.empty() ? "no time limit: Ctrl-C ends it" : work_limit;
  if (options.time_limit > 0) {
    limits = fmt::format("at most {}{}{}", format_duration(options.time_limit),
                         options.has("time") ? "" : " (default; --time changes it)",
                         work_limit.empty() ? "" : " or " + work_limit);
  }
  return fmt::format("seed {}{}, {}", options.seed, options.seed_drawn ? " (drawn; --seed repeats it)" : "",
                     limits);
}

}  // namespace jam::app
