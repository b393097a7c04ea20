// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "follower_mode.hpp"

#include <algorithm>

#include "jam/search/mpi_launch.hpp"
#include "task.hpp"

namespace jam::app {
namespace {

/// Hands out the state to go on from, and wants none.
class BegunState : public io::StateKeeper {
 public:
  explicit BegunState(std::string begun) : begun_(std::move(begun)) {}
  [[nodiscard]] const std::string& begun() const override { return begun_; }
  [[nodiscard]] bool wants(double) override { return false; }
  void keep(std::string, double) override {}

 private:
  std::string begun_;
};

}  // namespace

void require_sharable(const Options& options, int rank_count) {
  if (rank_count == 1) return;
  if (options.start_archive && options.resume.empty()) {
    throw InputError(
        "--start archive works in one process, this is one of " + std::to_string(rank_count) +
        ", and each might find another archive: write the packings to files that all can read (circlepack archive export), and "
        "give these to --start");
  }
  if (options.kind == SearchKind::multistart) return;
  throw InputError(std::string("--search ") + search_name(options.kind) + " runs in one process, this is one of " +
                   std::to_string(rank_count) + ": start it without mpirun or srun, or take --search multistart");
}

Device choose_rank_device(const std::string& text, int thread_count, int rank_count) {
  const int gpu_count = rank_count > 1 && (text == "auto" || text == "cuda") ? cuda_device_count() : 0;
  if (gpu_count == 0) return choose_device(text, thread_count);
  return choose_device("cuda:" + std::to_string(ranks::rank_on_machine() % gpu_count), thread_count);
}

ExitCode run_follower(const Assignment& assignment, ranks::Exchange& exchange) {
  const Options& options = assignment.options;
  require_sharable(options, exchange.rank_count());
  Task task = make_task(assignment);
  const Device device = choose_rank_device(options.device, options.search.thread_count, exchange.rank_count());
  compare_with_before(assignment, device, task);
  BegunState keeper(assignment.resumed ? assignment.resumed->section(Checkpointer::state_section) : std::string());

  StopToken stop;
  const double before = assignment.resumed ? assignment.resumed->seconds : 0;
  if (options.time_limit > 0) stop.set_time_limit(std::max(0.0, options.time_limit - before));
  const SignalGuard signals(stop);
  circles::SearchListener nobody;
  circles::SearchOptions search_options = options.search;
  search_options.target_radius = task.target_radius;
  static_cast<void>(search_multistart(task.problem, search_options, device, stop, nobody, task.starts, &keeper, &exchange));
  return ExitCode::ok;
}

}  // namespace jam::app
