// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
//
// Whatever a file holds, its reader returns or throws one line that names the file: no crash, no 10 s, no 2
// GB. Environment: JAM_FUZZ_COUNT inputs per reader (40), JAM_FUZZ_SEED of the first one (1), JAM_FUZZ_READER
// to try one alone, JAM_FUZZ_KEEP a folder for inputs that failed.
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <new>

#include "jam/core/error.hpp"
#include "mutator.hpp"
#include "readers.hpp"
#include "support/paths.hpp"

using namespace jam;
namespace fs = std::filesystem;

namespace {

constexpr unsigned time_limit = 10;                          // [s]
constexpr std::size_t memory_limit = std::size_t{2} << 30U;  // [bytes]

#ifdef JAM_SANITIZED
constexpr bool limits_memory = false;  // Sanitizers map far more than they use.
#else
constexpr bool limits_memory = true;
#endif

enum Outcome { accepted, refused, memory, unnamed, internal };

unsigned long long setting(const char* name, unsigned long long otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoull(text, nullptr, 10);
}

/// In a child: reads, and ends with the outcome.
[[noreturn]] void read_and_exit(const fuzz::Reader& reader, const fs::path& file, int messages) {
  const rlimit limit{memory_limit, memory_limit};
  if (limits_memory) ::setrlimit(RLIMIT_AS, &limit);
  ::alarm(time_limit);
  // Neither the test's handlers nor those of a sanitizer.
  for (const int number : {SIGFPE, SIGSEGV, SIGABRT, SIGILL, SIGBUS}) std::signal(number, SIG_DFL);
  Outcome outcome = accepted;
  std::string message;
  try {
    reader.read(file);
  } catch (const Error& error) {
    message = error.what();
    const bool named = message.find(file.filename().string()) != std::string::npos &&
                       message.find('\n') == std::string::npos;
    outcome = named ? refused : unnamed;
  } catch (const std::bad_alloc&) {
    outcome = memory;
  } catch (const std::exception& error) {
    message = error.what();
    outcome = internal;
  }
  static_cast<void>(!::write(messages, message.data(), std::min<std::size_t>(message.size(), 4000)));
  ::_exit(outcome);
}

/// What is wrong with what the reader makes of a file; empty where all is well. A `sound` file must be
/// accepted.
std::string fault_of(const fuzz::Reader& reader, const fs::path& file, bool sound = false) {
  int ends[2];
  REQUIRE(::pipe(ends) == 0);
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) read_and_exit(reader, file, ends[1]);
  ::close(ends[1]);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
  }
  std::string message(4000, '\0');
  message.resize(std::max<ssize_t>(::read(ends[0], message.data(), message.size()), 0));
  ::close(ends[0]);
  if (WIFSIGNALED(status))
    return WTERMSIG(status) == SIGALRM ? "hangs" : "ends by signal " + std::to_string(WTERMSIG(status));
  switch (WEXITSTATUS(status)) {
    case accepted: return {};
    case refused: return sound ? "refuses a sound file: " + message : "";
    case memory: return "takes more than 2 GB";
    case unnamed: return "error that does not name the file in one line: " + message;
    case internal: return "internal error: " + message;
    default: return "ends with exit code " + std::to_string(WEXITSTATUS(status)) + ": " + message;
  }
}

}  // namespace

TEST_CASE("every reader returns, or refuses a file with one line that names it") {
#ifndef JAM_FUZZ_MESH
  std::cout << "skipped: readers of meshes: this build has no CGAL (Debian package libcgal-dev)" << std::endl;
#endif
  const test::TemporaryFolder folder;
  const auto count = setting("JAM_FUZZ_COUNT", 40);
  const auto first_seed = setting("JAM_FUZZ_SEED", 1);
  const char* only = std::getenv("JAM_FUZZ_READER");
  const char* keep = std::getenv("JAM_FUZZ_KEEP");
  for (const fuzz::Reader& reader : fuzz::all_readers(folder.path())) {
    if (only != nullptr && reader.name != only) continue;
    const fs::path place = folder / "input";
    unsigned long long fault_count = 0;
    for (auto k = first_seed; k < first_seed + count; ++k) {
      fs::create_directory(place);
      const fs::path file = place / reader.file;
      const bool sound = k == first_seed;
      const std::string text = sound ? reader.corpus.front() : fuzz::mutated(reader.corpus, k);
      std::ofstream(file, std::ios::binary) << text;
      const std::string fault = fault_of(reader, file, sound);
      if (!fault.empty()) {
        ++fault_count;
        INFO(reader.name << ", seed " << k << ": " << fault);
        CHECK(fault.empty());
        if (keep != nullptr)
          std::ofstream(fs::path(keep) / (reader.name + "-" + std::to_string(k) + file.extension().string()),
                        std::ios::binary)
              << text;
      }
      fs::remove_all(place);
    }
    std::printf("%-16s %8llu inputs %6llu faults\n", reader.name.c_str(), count, fault_count);
  }
}

TEST_CASE("a crash, an error that does not name its file and a foreign exception are seen as faults") {
  const test::TemporaryFolder folder;
  const auto fault = [&](std::function<void(const fs::path&)> read, bool sound = false) {
    return fault_of({"one", "a.txt", std::move(read), {}}, folder / "a.txt", sound);
  };
  CHECK(fault([](const fs::path&) {}).empty());
  CHECK(fault([](const fs::path& file) { throw InputError(file.string() + ": is bad"); }).empty());
  CHECK_THAT(fault([](const fs::path& file) { throw InputError(file.string() + ": is bad"); }, true),
             Catch::Contains("refuses a sound file"));
  CHECK_THAT(fault([](const fs::path&) { std::raise(SIGFPE); }), Catch::Contains("ends by signal 8"));
  CHECK_THAT(fault([](const fs::path&) { throw InputError("is bad"); }),
             Catch::Contains("does not name the file"));
  CHECK_THAT(fault([](const fs::path&) { throw std::runtime_error("bad"); }),
             Catch::Contains("internal error"));
  if (limits_memory)
    CHECK_THAT(fault([](const fs::path&) { std::string(std::size_t{3} << 30U, 'x'); }),
               Catch::Contains("2 GB"));
}
