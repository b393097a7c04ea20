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

/// What the new process needs, prepared before fork(): between fork and exec no memory may be allocated.
struct Prepared {
  std::vector<char*> arguments;
  const char *program, *folder, *out, *err;
  int kept_open;
  pid_t parent;
};

bool redirect(const char* file, int flags, int target) {
  const int opened = open(file, flags, 0666);
  return opened >= 0 && dup2(opened, target) >= 0 && (opened == target || close(opened) == 0);
}

/// In the new process; never returns.
[[noreturn]] void become(const Prepared& prepared) {
  setpgid(0, 0);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (getppid() != prepared.parent) _exit(not_started);
#endif
  // This program ignores SIGXFSZ; its children decide for themselves.
  std::signal(SIGXFSZ, SIG_DFL);
  const bool ready = chdir(prepared.folder) == 0 && redirect("/dev/null", O_RDONLY, STDIN_FILENO) &&
                     redirect(prepared.out, O_WRONLY | O_CREAT | O_TRUNC, STDOUT_FILENO) &&
                     redirect(prepared.err, O_WRONLY | O_CREAT | O_TRUNC, STDERR_FILENO) &&
                     (prepared.kept_open < 0 || fcntl(prepared.kept_open, F_SETFD, 0) == 0);
  if (ready) execv(prepared.program, prepared.arguments.data());
  _exit(not_started);
}

}  // namespace

Child::Child(const Command& command) {
  std::vector<std::string> words = {command.program.string()};
  words.insert(words.end(), command.words.begin(), command.words.end());
  Prepared prepared{{},      command.program.c_str(), command.folder.c_str(), command.out.c_str(), command.err.c_str(), command.kept_open,
                    getpid()};
  for (std::string& word : words) prepared.arguments.push_back(word.data());
  prepared.arguments.push_back(nullptr);
  process_ = fork();
  if (process_ == 0) become(prepared);
  if (process_ < 0) throw std::system_error(errno, std::generic_category(), "no process can be started");
}

Child::Child(Child&& other) noexcept : process_(std::exchange(other.process_, -1)) {}

Child::~Child() {
  if (process_ <= 0) return;
  kill(process_, SIGKILL);
  int status = 0;
  while (waitpid(process_, &status, 0) < 0 && errno == EINTR) {
  }
}

std::optional<Ending> Child::ended() {
  if (process_ <= 0) return Ending{};
  int status = 0;
  const pid_t found = waitpid(process_, &status, WNOHANG);
  if (found == 0 || (found < 0 && errno == EINTR)) return std::nullopt;
  process_ = -1;
  if (found < 0) return Ending{not_started, 0};
  if (WIFSIGNALED(status)) return Ending{0, WTERMSIG(status)};
  return Ending{WEXITSTATUS(status), 0};
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
