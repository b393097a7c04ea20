// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// fork() and a pipe. The child sends messages: its stages, then its result or its error. A message is a kind,
// a length and that number of bytes.
#include "jam/mesh/guarded_call.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <new>
#include <optional>
#include <stdexcept>
#include <utility>

#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "jam/core/memory_plan.hpp"
#include "jam/io/binary_state.hpp"

namespace jam::mesh {
namespace {

enum class Kind : std::uint64_t { stage, result, input_error, overflow_error, out_of_memory, other_error };

struct Head {
  Kind kind;
  std::uint64_t size;
};

constexpr int poll_milliseconds = 50;

/// The stage until the work reports another one.
constexpr const char* first_stage = "reading";

/// A stage on its way out of the child: two durations, then the text.
std::string bytes_of(const Stage& stage) {
  io::StateWriter writer;
  io::write_all(writer, stage.seconds, stage.later);
  writer.write(stage.text);
  return writer.finish();
}

Stage stage_of(std::string_view bytes) {
  io::StateReader reader(bytes);
  Stage stage;
  io::read_all(reader, stage.seconds, stage.later);
  stage.text = reader.read_text();
  reader.finish();
  return stage;
}

void send(int pipe, Kind kind, const std::string& text) {
  const Head head{kind, text.size()};
  std::string bytes(reinterpret_cast<const char*>(&head), sizeof head);
  bytes += text;
  for (std::size_t at = 0; at < bytes.size();) {
    const ssize_t count = ::write(pipe, bytes.data() + at, bytes.size() - at);
    if (count < 0 && errno != EINTR) ::_exit(1);
    if (count > 0) at += static_cast<std::size_t>(count);
  }
}

/// Some libraries print before they fail; the parent reports in one line of its own. Sanitizers are not
/// silenced.
void silence() {
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
  const int nothing = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (nothing < 0) return;
  ::dup2(nothing, STDOUT_FILENO);
  ::dup2(nothing, STDERR_FILENO);
#endif
}

[[noreturn]] void run_child(int pipe, pid_t parent, const std::function<std::string(const Report&)>& work) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(1);
  silence();
  try {
    send(pipe, Kind::result, work([pipe](const Stage& stage) { send(pipe, Kind::stage, bytes_of(stage)); }));
  } catch (const InputError& error) {
    send(pipe, Kind::input_error, error.what());
  } catch (const OverflowError& error) {
    send(pipe, Kind::overflow_error, error.what());
  } catch (const std::bad_alloc&) {
    send(pipe, Kind::out_of_memory, "");
  } catch (const std::exception& error) {
    send(pipe, Kind::other_error, error.what());
  }
  // Nothing of the parent's is flushed or destroyed here.
  ::_exit(0);
}

std::size_t resident_bytes(pid_t process) {
  std::ifstream statistics("/proc/" + std::to_string(process) + "/statm");
  std::size_t total = 0;
  std::size_t resident = 0;
  statistics >> total >> resident;
  return resident * static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
}

/// The parent's side.
class Child {
 public:
  Child(pid_t process, int pipe, const std::string& name, const Watch& watch)
      : process_(process),
        pipe_(pipe),
        name_(name),
        watch_(watch),
        memory_limit_(watch.memory_limit),
        shared_bytes_(resident_bytes(process)) {
    clock_.begin({first_stage});
    // No limit where the free memory is not known; one of at least a byte where next to nothing is free.
    if (const std::size_t free = available_memory_bytes(); memory_limit_ == 0 && free > 0)
      memory_limit_ = std::max<std::size_t>(1, free / 10 * 9);
  }
  ~Child() {
    static_cast<void>(end());
    ::close(pipe_);
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  std::string result() {
    while (receive()) {
      if (watch_.stop != nullptr) watch_.stop->require_running(name_ + ": " + stage() + "; " + advice());
      if (memory_limit_ > 0 && taken_bytes() > memory_limit_)
        throw OverflowError(name_ + ": " + stage() + " takes more than " + format_bytes(memory_limit_) +
                            ", the most it may take: " + advice());
      clock_.report();
      if (std::optional<std::string> bytes = take_messages()) return *std::move(bytes);
    }
    if (std::optional<std::string> bytes = take_messages()) return *std::move(bytes);
    const int status = end();
    const int number = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    if (number == SIGKILL)
      throw OverflowError(name_ + ": " + stage() +
                          " was killed by the system, probably for lack of memory: " + advice());
    const std::string how = number > 0 ? std::string(" (") + ::strsignal(number) + ")" : "";
    if (stage() == first_stage)
      throw InputError(name_ + ": reading failed" + how +
                       ": the file is damaged; export it again, or in another format");
    throw InputError(
        name_ + ": " + stage() + " failed" + how +
        ": the mesh is too badly broken; repair it in a program for meshes, or try another --wrap");
  }

 private:
  [[nodiscard]] const std::string& stage() const { return clock_.stage().text; }
  [[nodiscard]] const char* advice() const {
    return stage() == first_stage ? "a coarser mesh needs less"
                                  : "a coarser mesh or a larger alpha of --wrap needs less";
  }

  /// Memory that the child has taken for itself [bytes]; measured at most once per poll_milliseconds.
  std::size_t taken_bytes() {
    const auto now = std::chrono::steady_clock::now();
    if (now - memory_read_ >= std::chrono::milliseconds(poll_milliseconds)) {
      memory_read_ = now;
      const std::size_t resident = resident_bytes(process_);
      taken_bytes_ = resident - std::min(resident, shared_bytes_);
    }
    return taken_bytes_;
  }

  /// Waits a moment for more bytes; false at the end of the pipe.
  bool receive() {
    pollfd ready{pipe_, POLLIN, 0};
    if (::poll(&ready, 1, poll_milliseconds) <= 0) return true;
    std::array<char, std::size_t{1} << 16> buffer;
    const ssize_t count = ::read(pipe_, buffer.data(), buffer.size());
    if (count > 0) bytes_.append(buffer.data(), count);
    return count > 0 || (count < 0 && errno == EINTR);
  }

  /// Takes the complete messages: returns the result if it is among them, throws the error if one is.
  std::optional<std::string> take_messages() {
    Head head;
    while (bytes_.size() >= sizeof head) {
      std::memcpy(&head, bytes_.data(), sizeof head);
      if (bytes_.size() - sizeof head < head.size) return std::nullopt;
      std::string text = bytes_.substr(sizeof head, head.size);
      bytes_.erase(0, sizeof head + head.size);
      switch (head.kind) {
        case Kind::stage: clock_.begin(stage_of(text)); break;
        case Kind::result: return text;
        case Kind::input_error: throw InputError(text);
        case Kind::overflow_error: throw OverflowError(text.starts_with(name_) ? text : name_ + ": " + text);
        case Kind::out_of_memory: throw OverflowError(name_ + ": out of memory: " + advice());
        case Kind::other_error: throw std::runtime_error(name_ + ": " + stage() + ": " + text);
      }
    }
    return std::nullopt;
  }

  /// Ends the child, if it is still there; its status.
  int end() {
    if (process_ <= 0) return status_;
    pollfd closed{pipe_, 0, 0};
    // A child that closed its pipe ends by itself, and its status says how.
    if (::poll(&closed, 1, 0) <= 0) ::kill(process_, SIGKILL);
    while (::waitpid(process_, &status_, 0) < 0 && errno == EINTR) {
    }
    process_ = 0;
    return status_;
  }

  pid_t process_;
  int pipe_;
  const std::string& name_;
  const Watch& watch_;
  std::size_t memory_limit_;
  std::size_t shared_bytes_;  ///< Memory that the child shares with this process since the fork [bytes].
  std::size_t taken_bytes_ = 0;
  std::chrono::steady_clock::time_point memory_read_{};
  std::string bytes_;
  ProgressClock clock_{watch_};
  int status_ = 0;
};

}  // namespace

std::string call_guarded(const std::string& name, const Watch& watch,
                         const std::function<std::string(const Report&)>& work) {
  int ends[2];
  const pid_t parent = ::getpid();
  if (::pipe2(ends, O_CLOEXEC) != 0) return work([](const Stage&) {});
  const pid_t process = ::fork();
  if (process == 0) {
    ::close(ends[0]);
    run_child(ends[1], parent, work);
  }
  ::close(ends[1]);
  if (process < 0) {
    ::close(ends[0]);
    return work([](const Stage&) {});
  }
  return Child(process, ends[0], name, watch).result();
}

}  // namespace jam::mesh
