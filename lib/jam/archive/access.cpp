// SPDX-FileCopyrightText: 2026 The Jampack authors
// SPDX-License-Identifier: MIT
#include "jam/archive/access.hpp"

namespace jam::archive {
namespace {

const char* advice_on_damage(Purpose purpose) {
  switch (purpose) {
    case Purpose::write: return "the archive is damaged; the next search sets it aside and begins a fresh one";
    case Purpose::read: return "it is damaged, or no archive; `archive merge` takes over what can still be read, into another one";
    case Purpose::salvage: break;
  }
  return "it is damaged, or no archive, and nothing of it can be read; leave it out, or take a copy of it";
}

}  // namespace

void fail_access(const std::filesystem::path& file, const DatabaseError& error, Purpose purpose) {
  const char* advice = "name another archive";
  switch (error.trouble()) {
    case Trouble::damaged: advice = advice_on_damage(purpose); break;
    case Trouble::locked: advice = "another process holds the archive; try again once it is done"; break;
    case Trouble::full: advice = "free some space, or name an archive elsewhere; what it holds is untouched"; break;
    case Trouble::unopened: advice = "check the name and the permissions of file and folder, or name another archive"; break;
    case Trouble::other: break;
  }
  throw ArchiveError(file.string() + ": " + error.what() + ": " + advice);
}

}  // namespace jam::archive
