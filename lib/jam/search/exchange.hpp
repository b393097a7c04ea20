// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Messages between the ranks of a search: processes started together by mpirun or srun (mpi_session.hpp), or
// threads of one process (in tests). A message is any number of bytes; what they mean is the caller's affair.
// Between two ranks messages arrive in the order in which they were sent, each exactly once; between
// different pairs there is no order. So a search that receives from named ranks at boundaries counted in
// rounds gives the same bits however fast the ranks are.
//
// All calls of one Exchange are made by one thread, and none waits for another rank but `receive` and
// `close`, which sleep while they do. It has no thread: sent messages move on whenever its
// sender and its receiver are in some call. A message below about 4 kB leaves at once; most of a long message
// that is sent before a round of a minute may arrive after that round.
//
// Ranks that go. A rank that calls `close` says goodbye: it is `closed`, and everything that it has sent
// still arrives. A rank that ends without it is `lost`; messages under way from it are gone. That is noticed
//   - within a third of a second if the rank is a process of the same machine (its entry in /proc is
//   read while waiting);
//   - by an error of MPI, which Open MPI 4.1 does not give: its sends to a dead process merely never end. But
//   if a connection over TCP breaks in the middle of a message, it ends the remaining process at once
//   (_exit), and only data on the disk survives;
//   - by the launcher, which ends the job: mpirun always, srun with --kill-on-bad-exit=1. A waiting rank then
//     learns it from its StopQuery.
//
// How mpirun of Open MPI 4.1.4 (Debian 12) ends a job, measured. T is its parameter
// odls_base_sigkill_timeout, by default 1 s.
//
// Events that make it end the job: SIGTERM, SIGINT or SIGHUP at mpirun (its exit code is then 1, whatever the
// ranks say); a rank killed by a signal (128 + the signal); a rank that ends with another code than 0, after
// MPI_Finalize too (that code, of the first such rank); a rank that ends with 0 but without MPI_Finalize (1).
//
// Signals that the other ranks then get: SIGCONT at once, SIGTERM after T, SIGKILL after another T. T is the
// most: both waits may be cut short when a further rank ends meanwhile; SIGKILL has come 2 ms after that. A
// second signal at mpirun has all ranks killed within 10 ms. SIGUSR1 and SIGUSR2 at mpirun are passed on at
// once. Each rank has a process group of its own: Ctrl-C in a terminal reaches only mpirun.
//
// MPI_Finalize waits for the other ranks and for mpirun: with a lost rank, and after a signal at mpirun, it
// never returns. `--mca orte_abort_on_non_zero_status 0` makes mpirun itself hang when a rank was killed. As
// root, mpirun needs --allow-run-as-root, or the variables OMPI_ALLOW_RUN_AS_ROOT=1 and
// OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1.
//
// Consequences. After SIGTERM there is 1 s to write what must be written; `mpirun --mca
// odls_base_sigkill_timeout 5` gives 5 s, but then Ctrl-C takes as long to arrive. SIGCONT comes a time T
// before: a search that takes it for a request for a checkpoint has 2T. (It also comes when a suspended job
// goes on, when a checkpoint does no harm.) No rank may end before rank 0 has written its files: it waits in
// close(), whose goodbye rank 0 says last. Ranks whose exit code does not count should end with 0.
#pragma once

#include <optional>
#include <string>

#include "jam/core/stop_query.hpp"

namespace jam::ranks {

/// State of another rank, as far as it is known.
enum class RankState : int {
  present,
  closed,  ///< The rank said goodbye.
  lost,    ///< The rank ended without a goodbye, or its messages fail.
};

/// Messages of one rank. The base class is the exchange of a process that is alone: rank 0 of 1. Not
/// thread-safe: one thread at a time makes calls.
class Exchange {
 public:
  Exchange() = default;
  virtual ~Exchange() = default;
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;

  /// This rank, 0 ≤ rank < rank_count.
  [[nodiscard]] virtual int rank() const { return 0; }
  [[nodiscard]] virtual int rank_count() const { return 1; }

  /// Takes `bytes` for rank `to`, another than this one, and returns at once; as much memory is held until
  /// they have left. False, and nothing is sent, if that rank is closed or lost. std::logic_error after
  /// close(), or if there is no such other rank.
  virtual bool send(int to, std::string bytes);

  /// The next message of rank `from` if it is here already; never waits. std::logic_error if there is no such
  /// other rank.
  [[nodiscard]] virtual std::optional<std::string> poll(int from);

  /// The next message of rank `from`: waits for it. Nothing if `stop` says so first (it is asked at least
  /// every 2 ms, between sleeps), or if that rank is closed or lost and all that came from it was received.
  [[nodiscard]] std::optional<std::string> receive(int from, StopQuery stop);

  /// State of rank `other`, as far as it is known; this rank itself is present.
  [[nodiscard]] virtual RankState state(int /*other*/) { return RankState::present; }

  /// One sentence about the lost rank with the lowest number, for example "rank 3 does not answer: its
  /// process 4711 on node17 has ended"; empty if none is lost.
  [[nodiscard]] virtual std::string error() { return {}; }

  /// Says goodbye to all ranks that are present, and waits until everything sent has left and their goodbyes
  /// are here, for at most `seconds`. True if so and none is lost. Messages that come meanwhile are not
  /// handed out any more. Waiting ends early when `stop` says so. A second call returns what the first one
  /// did.
  [[nodiscard]] bool close(double seconds, StopQuery stop = {});

 protected:
  /// Goodbyes go out; send() then refuses.
  virtual void begin_close() {}
  /// Whether everything sent to ranks that are not lost has left, and each of these has said goodbye. Moves
  /// things on.
  [[nodiscard]] virtual bool close_finished() { return true; }
  /// std::logic_error unless `other` is another rank, and unless close() was not called yet.
  void require_open_to(int other) const;
  void require_other(int other) const;

 private:
  std::optional<bool> closed_;
};

}  // namespace jam::ranks
