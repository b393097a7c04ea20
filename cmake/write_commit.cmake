# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
#
# cmake -D git=... -D source_dir=... -D output=... -P: writes the source file that holds the git commit of source_dir, if it changed.
# A commit with local changes ends in "+changes"; outside a git checkout it is "unknown".
set(commit "")
if(git)
  # The prefix is empty only at the top of a checkout: a copy inside some other repository must not show that one's commit.
  execute_process(COMMAND ${git} rev-parse --show-prefix WORKING_DIRECTORY ${source_dir} OUTPUT_VARIABLE prefix RESULT_VARIABLE status
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(status EQUAL 0 AND prefix STREQUAL "")
    execute_process(COMMAND ${git} rev-parse --short=12 HEAD WORKING_DIRECTORY ${source_dir} OUTPUT_VARIABLE commit
                    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE status)
    if(NOT status EQUAL 0)
      set(commit "")
    endif()
  endif()
endif()
if(commit)
  execute_process(COMMAND ${git} --no-optional-locks diff-index --quiet HEAD -- WORKING_DIRECTORY ${source_dir} RESULT_VARIABLE changed
                  ERROR_QUIET)
  if(NOT changed EQUAL 0)
    string(APPEND commit "+changes")
  endif()
else()
  set(commit unknown)
endif()

file(CONFIGURE OUTPUT ${output} @ONLY CONTENT [[
// Made by the build: the commit this library was built from.
#include "jam/core/version.hpp"

namespace jam {
const char* version_commit() noexcept { return "@commit@"; }
}  // namespace jam
]])
