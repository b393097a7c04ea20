// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/search/mpi_session.hpp"

#include <array>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <thread>

#include <mpi.h>
#include <unistd.h>

#include "jam/core/error.hpp"

namespace jam::ranks {
namespace {

constexpr std::chrono::seconds finalize_limit{10};
// By which rank 0 ends first: when a further rank ends, an mpirun that is ending its job kills the others at
// once.
constexpr std::chrono::milliseconds head_start{500};

std::atomic<bool> session_exists{false};

// MPI_Finalize, or the end of the process with `exit_code` if that does not return: a rank may be killed
// between its goodbye and its own.
void finalize(int exit_code) {
  std::mutex mutex;
  std::condition_variable_any returned;
  const std::jthread watch([&](const std::stop_token& stop) {
    std::unique_lock lock(mutex);
    returned.wait_for(lock, stop, finalize_limit, [] { return false; });
    if (!stop.stop_requested()) ::_exit(exit_code);
  });
  MPI_Finalize();
}  // The watch is told to stop, and waited for.

// Throws InputError unless MPI sees as many processes as the launcher says it has started.
void check_rank_count(const MpiLaunch& launch) {
  int count = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  if (launch.rank_count == 0 || count == launch.rank_count) return;
  throw InputError(launch.launcher + " started " + std::to_string(launch.rank_count) + " processes, but " +
                   mpi_version() + " sees " + std::to_string(count) +
                   ": use the mpirun of that MPI, or srun --mpi=pmix");
}

}  // namespace

MpiSession::MpiSession() {
  if (session_exists.exchange(true)) throw std::logic_error("a second MpiSession was made");
  const MpiLaunch launch = find_mpi_launch();
  warning_ = launch.warning;
  if (!launch.active) {
    exchange_ = std::make_unique<Exchange>();
    return;
  }
  int level = MPI_THREAD_SINGLE;
  MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &level);
  try {
    check_rank_count(launch);
    if (level < MPI_THREAD_SERIALIZED)
      throw InputError(mpi_version() + " takes no calls from programs with threads: build with another");
    exchange_ = make_mpi_exchange();
  } catch (const Error&) {
    finalize(static_cast<int>(ExitCode::usage));  // All ranks come to the same verdict.
    throw;
  }
  started_ = true;
}

MpiSession::~MpiSession() {
  if (started_) end(static_cast<int>(ExitCode::internal), 2);
}

int MpiSession::end(int exit_code, double seconds) {
  const bool everybody_is_done = exchange_->close(seconds);
  const bool signalled = exit_code >= static_cast<int>(ExitCode::interrupted);
  if (started_ && everybody_is_done && !signalled) {
    finalize(exit_code);
  } else if (started_ && exchange_->rank() != 0) {
    std::this_thread::sleep_for(head_start);
  }
  started_ = false;
  return exit_code;
}

std::string mpi_version() {
  std::array<char, MPI_MAX_LIBRARY_VERSION_STRING> text{};
  int length = 0;
  MPI_Get_library_version(text.data(), &length);
  // Open MPI goes on with who packaged it, MPICH with how it was configured.
  const std::string version(text.data(), length);
  return version.substr(0, version.find_first_of(",\n"));
}

}  // namespace jam::ranks
