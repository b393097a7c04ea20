// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "campaign/child.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <cerrno>
#include <chrono>
#include <csignal>
#include <system_error>
#include <thread>
#include <utility>

namespace jam::campaign {
namespace {

bool redirect(const char* file, int flags, int target) {
  const int opened = open(file, flags, 0666);
  return opened >= 0 && dup2(opened, target) >= 0 && (opened == target || close(opened) == 0);
}

/// In the new process, where no memory may be allocated between fork and exec; never returns.
[[noreturn]] void become(const Command& command, char* const* arguments, [[maybe_unused]] pid_t parent) {
  setpgid(0, 0);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != parent) _exit(not_started);
#endif
  // This program ignores SIGXFSZ; its children decide for themselves.
  std::signal(SIGXFSZ, SIG_DFL);
  const bool ready = chdir(command.folder.c_str()) == 0 && redirect("/dev/null", O_RDONLY, STDIN_FILENO) &&
                     redirect(command.out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO) &&
                     redirect(command.err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO) &&
                     (command.kept_open < 0 || fcntl(command.kept_open, F_SETFD, 0) == 0);
  if (ready) execv(command.program.c_str(), arguments);
  _exit(not_started);
}

}  // namespace

Child::Child(const Command& command) {
  std::vector<std::string> words = {command.program.string()};
  words.insert(words.end(), command.words.begin(), command.words.end());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t parent = getpid();
  process_ = fork();
  if (process_ == 0) become(command, arguments.data(), parent);
  if (process_ < 0) throw std::system_error(errno, std::generic_category(), "no process can be started");
}

Child::Child(Child&& other) noexcept : process_(std::exchange(other.process_, -1)) {}

Child::~Child() {
  signal(SIGKILL);
  int status = 0;
  while (process_ > 0 && waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
}

std::optional<Ending> Child::ended() {
  if (process_ <= 0) return Ending{};
  int status = 0;
  const pid_t found = waitpid(process_, &status, WNOHANG);
  if (found == 0 || (found < 0 && errno == EINTR)) return std::nullopt;
  process_ = -1;
  if (found < 0) return Ending{not_started, 0};
  return WIFSIGNALED(status) ? Ending{0, WTERMSIG(status)} : Ending{WEXITSTATUS(status), 0};
}

void Child::signal(int number) const {
  if (process_ > 0) kill(process_, number);
}

Ending run(const Command& command, double time_limit) {
  using Clock = std::chrono::steady_clock;
  const auto end = Clock::now() + std::chrono::duration<double>(time_limit);
  Child child(command);
  for (;;) {
    if (const auto ending = child.ended()) return *ending;
    if (Clock::now() > end) child.signal(SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

}  // namespace jam::campaign
