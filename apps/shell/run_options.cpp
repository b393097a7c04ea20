// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "shell/run_options.hpp"

#include <limits>

#include "shell/option_table.hpp"

namespace po = boost::program_options;

namespace jam::app {

void add_checkpoint_options(OptionTable& table, RunOptions& options, const std::string& unit) {
  table.group("Checkpoints");
  table.add("checkpoint", file("checkpoint", options.checkpoint),
            "the whole state of the search, to go on from; runs over 10 min write it without being asked, beside the result: "
            "NAME.checkpoint; none: never");
  table.add("checkpoint-every", duration("checkpoint-every", options.checkpoint_interval),
            "time between two of them; 0: after every " + unit);
  table.add(
      "resume", file("resume", options.resume),
      "go on from a checkpoint with its options and limits; auto: from the one that this command line would write, where it is there");
}

void add_device_options(OptionTable& table, RunOptions& options) {
  table.group("Device");
  table.add("device", text_value("auto|cpu|cuda[:i]", options.device),
            "where to search; cuda:0,2 or cuda:all: several GPUs of this machine share the work");
  table.add("threads", threads(options.thread_count), "CPU threads, 0: all; never changes the result");
}

void add_report_options(OptionTable& table, RunOptions& options, const std::string& results, const std::string& more) {
  table.add("status", file("status", options.status), "how the search stands as JSON, renewed every 5 s: state, result, rates, ETA, stall");
  table.add("metrics", file("metrics", options.metrics), "the same as metrics for Prometheus (textfile collector: NAME.prom)");
  table.add("archive", file("archive", options.archive),
            "every new best " + results +
                ", for all runs together; without it jampack/archive.sqlite in $XDG_DATA_HOME, where that is not set in ~/.local/share; "
                "none: nowhere");
  table.add("progress", choice("progress", options.progress, progress_words),
            "auto: a bar on a terminal, else a line every 10 s; on: a bar in any case; off: neither");
  table.add("quiet", po::bool_switch(&options.quiet), "only the result, warnings and errors");
  table.add("verbose", po::bool_switch(&options.verbose), more);
}

void add_query_options(OptionTable& table, RunOptions& options) {
  const Take take_id = [&options](const std::string& text) {
    options.archive_id = whole_number("id", text, 1, std::numeric_limits<long long>::max());
  };
  table.add("id", value("K", take_id), "a result in the archive");
  table.add("dry-run", "only check the options");
  table.add("help,h", "this text");
  table.add("version", "version, commit, compiler, CUDA");
}

}  // namespace jam::app
