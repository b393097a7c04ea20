// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// An Exchange over MPI. On its way a message is a header with its length and its first bytes, then pieces of
// limited size: MPI counts bytes in an int. Nothing is received before it has been announced (MPI_Improbe),
// so no length need be known, and everything is non-blocking.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstring>
#include <deque>
#include <utility>
#include <vector>

#include <mpi.h>

#include "jam/core/error.hpp"
#include "jam/search/mpi_session.hpp"
#include "jam/search/process_identity.hpp"

namespace jam::ranks {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int message_tag = 1;
constexpr std::size_t first_piece_bytes =
    4000;  // With the header below what Open MPI sends at once over shared memory (4096).
constexpr std::size_t piece_bytes = 16 << 20;           // The most that a further piece carries.
constexpr std::chrono::milliseconds look_interval{50};  // Between two checks whether a process still runs.
constexpr std::chrono::milliseconds delivery_time{
    200};  // Longest delivery of a message after its sender ended.

struct Header {
  std::uint64_t length;   // Length of the whole message [bytes].
  std::uint64_t goodbye;  // 1: there is no message, the rank closes.
};
constexpr std::size_t header_bytes = sizeof(Header);

struct Outgoing {
  std::string first;  // Header and first piece.
  std::string bytes;
  std::vector<MPI_Request> requests;
};

struct Incoming {
  std::string first;     // Header and first piece, while these are received.
  std::string bytes;     // The message, in its full length once the header is known.
  std::size_t here = 0;  // Bytes of it that are here.
  bool begun = false;    // The header is known.
  int piece = 0;         // Bytes of the piece on its way.
  MPI_Request request = MPI_REQUEST_NULL;
};

struct Peer {
  ProcessIdentity process;
  RankState state = RankState::present;
  std::string error;  // Why it is lost.
  std::deque<Outgoing> sending;
  Incoming incoming;
  std::deque<std::string> arrived;
  Clock::time_point last_look;
  Clock::time_point ended_since = Clock::time_point::max();
};

std::string error_text(int error) {
  std::array<char, MPI_MAX_ERROR_STRING> text{};
  int length = 0;
  MPI_Error_string(error, text.data(), &length);
  return {text.data(), static_cast<std::size_t>(length)};
}

class MpiExchange final : public Exchange {
 public:
  MpiExchange(MPI_Comm communicator, const std::vector<ProcessIdentity>& processes)
      : communicator_(communicator), peers_(processes.size()) {
    MPI_Comm_rank(communicator_, &rank_);
    for (std::size_t other = 0; other < peers_.size(); ++other) peers_[other].process = processes[other];
  }

  ~MpiExchange() override {
    // MPI may still write into buffers of what never arrived; these live as long as the process.
    static std::vector<std::vector<Peer>> unfinished;
    unfinished.push_back(std::move(peers_));
  }
  MpiExchange(const MpiExchange&) = delete;
  MpiExchange& operator=(const MpiExchange&) = delete;

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int rank_count() const override { return static_cast<int>(peers_.size()); }

  bool send(int to, std::string bytes) override {
    require_open_to(to);
    advance_all();
    if (peers_[to].state != RankState::present) return false;
    start_sending(to, std::move(bytes), false);
    return peers_[to].state == RankState::present;
  }

  [[nodiscard]] std::optional<std::string> poll(int from) override {
    require_other(from);
    advance_all();
    std::deque<std::string>& arrived = peers_[from].arrived;
    if (arrived.empty()) return std::nullopt;
    std::string bytes = std::move(arrived.front());
    arrived.pop_front();
    return bytes;
  }

  [[nodiscard]] RankState state(int other) override {
    if (other == rank_) return RankState::present;
    require_other(other);
    advance_all();
    look_after(other);
    return peers_[other].state;
  }

  [[nodiscard]] std::string error() override {
    for (int other = 0; other < rank_count(); ++other) {
      if (state(other) == RankState::lost)
        return "rank " + std::to_string(other) + " does not answer: " + peers_[other].error;
    }
    return {};
  }

 protected:
  void begin_close() override {
    for (int other = 0; other < rank_count(); ++other) {
      if (other != rank_ && peers_[other].state != RankState::lost) start_sending(other, {}, true);
    }
  }

  [[nodiscard]] bool close_finished() override {
    bool finished = true;
    for (int other = 0; other < rank_count(); ++other) {
      if (other == rank_) continue;
      const RankState now = state(other);
      Peer& peer = peers_[other];
      peer.arrived.clear();
      finished = finished && (now == RankState::lost || (now == RankState::closed && peer.sending.empty()));
    }
    return finished;
  }

 private:
  // Everything that can move on does: the caller may wait for one rank while another needs this one to take a
  // message off it.
  void advance_all() {
    for (int other = 0; other < rank_count(); ++other) {
      if (other == rank_ || peers_[other].state == RankState::lost) continue;
      advance_sending(other);
      while (peers_[other].state == RankState::present && advance_receiving(other)) {
      }
    }
  }

  void lose(int other, const std::string& why) {
    peers_[other].state = RankState::lost;
    peers_[other].error = why;
  }

  // Whether the call worked; else the rank is lost.
  bool works(int other, int error) {
    if (error != MPI_SUCCESS)
      lose(other, "MPI reports " + error_text(error) + " (" + process_name(peers_[other].process) + ")");
    return error == MPI_SUCCESS;
  }

  void start_sending(int to, std::string bytes, bool goodbye) {
    Outgoing& message = peers_[to].sending.emplace_back();
    message.bytes = std::move(bytes);
    const Header header{message.bytes.size(), goodbye ? 1U : 0U};
    message.first.assign(reinterpret_cast<const char*>(&header), header_bytes);
    message.first.append(message.bytes, 0, first_piece_bytes);
    start_piece(to, message, message.first.data(), message.first.size());
    for (std::size_t sent = first_piece_bytes; sent < message.bytes.size(); sent += piece_bytes) {
      start_piece(to, message, message.bytes.data() + sent,
                  std::min(piece_bytes, message.bytes.size() - sent));
    }
  }

  void start_piece(int to, Outgoing& message, const char* data, std::size_t size) {
    MPI_Request& request = message.requests.emplace_back(MPI_REQUEST_NULL);
    works(to, MPI_Isend(data, static_cast<int>(size), MPI_BYTE, to, message_tag, communicator_, &request));
  }

  // Lets go of messages that have left.
  void advance_sending(int to) {
    std::deque<Outgoing>& sending = peers_[to].sending;
    while (!sending.empty()) {
      std::vector<MPI_Request>& requests = sending.front().requests;
      int left = 0;
      if (!works(to, MPI_Testall(static_cast<int>(requests.size()), requests.data(), &left,
                                 MPI_STATUSES_IGNORE)) ||
          !left)
        return;
      sending.pop_front();
    }
  }

  // True if a piece has arrived completely: there may be another.
  bool advance_receiving(int from) {
    Incoming& incoming = peers_[from].incoming;
    if (incoming.request == MPI_REQUEST_NULL) {
      int announced = 0;
      MPI_Message message = MPI_MESSAGE_NULL;
      MPI_Status status;
      if (!works(from, MPI_Improbe(from, message_tag, communicator_, &announced, &message, &status)) ||
          !announced)
        return false;
      MPI_Get_count(&status, MPI_BYTE, &incoming.piece);
      const std::size_t size = incoming.piece;
      if (!incoming.begun) incoming.first.resize(size);
      char* place = incoming.begun ? incoming.bytes.data() + incoming.here : incoming.first.data();
      if (!works(from, MPI_Imrecv(place, incoming.piece, MPI_BYTE, &message, &incoming.request)))
        return false;
    }
    int received = 0;
    if (!works(from, MPI_Test(&incoming.request, &received, MPI_STATUS_IGNORE)) || !received) return false;
    take_piece(peers_[from]);
    return true;
  }

  // Adds the piece that has arrived to its message.
  static void take_piece(Peer& peer) {
    Incoming& incoming = peer.incoming;
    if (incoming.begun) {
      incoming.here += static_cast<std::size_t>(incoming.piece);
    } else {
      Header header{};
      std::memcpy(&header, incoming.first.data(), header_bytes);
      if (header.goodbye != 0) {
        peer.state = RankState::closed;
        return;
      }
      incoming.begun = true;
      incoming.bytes = incoming.first.substr(header_bytes);
      incoming.here = incoming.bytes.size();
      incoming.bytes.resize(header.length);
    }
    if (incoming.here < incoming.bytes.size()) return;
    peer.arrived.push_back(std::move(incoming.bytes));
    incoming = {};
  }

  // Finds out, every now and then, whether a rank that should be there has ended.
  void look_after(int other) {
    Peer& peer = peers_[other];
    const Clock::time_point now = Clock::now();
    if (peer.state == RankState::lost || now - peer.last_look < look_interval) return;
    // One that said goodbye may still lack something from here, and ends only with MPI_Finalize of all.
    if (peer.state == RankState::closed && peer.sending.empty()) return;
    peer.last_look = now;
    if (!has_ended(peer.process)) return;
    peer.ended_since = std::min(peer.ended_since, now);
    if (now - peer.ended_since >= delivery_time)
      lose(other, "its " + process_name(peer.process) + " has ended");
  }

  MPI_Comm communicator_;
  int rank_ = 0;
  std::vector<Peer> peers_;
};

}  // namespace

std::unique_ptr<Exchange> make_mpi_exchange() {
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm communicator = MPI_COMM_NULL;
  int error = MPI_Comm_dup(MPI_COMM_WORLD, &communicator);  // The error handler comes with it.
  int count = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &count);
  std::vector<ProcessIdentity> processes(count);
  const ProcessIdentity own = this_process();
  constexpr int size = sizeof(ProcessIdentity);
  if (error == MPI_SUCCESS)
    error = MPI_Allgather(&own, size, MPI_BYTE, processes.data(), size, MPI_BYTE, communicator);
  if (error != MPI_SUCCESS)
    throw Error(ExitCode::internal, "the ranks cannot be connected: MPI reports " + error_text(error));
  for (int other = 1; other < count; ++other) {
    if (processes[other].build == processes[0].build) continue;
    throw InputError(fmt::format("rank 0 runs Jampack {}, rank {} ({}) {}: start the same build everywhere",
                                 processes[0].build.data(), other, process_name(processes[other]),
                                 processes[other].build.data()));
  }
  return std::make_unique<MpiExchange>(communicator, processes);
}

}  // namespace jam::ranks
