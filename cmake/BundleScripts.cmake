# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
#
# Joins text files of one language at build time, without what only people read: whole lines of comment, indentation, empty lines.
#
#   jam_bundle_scripts(<output file> FILES <file>...)
#
# The files are JavaScript whose texts in backquotes do not depend on indentation. No minifier has to be installed for this, and most of a
# page is three.js, which comes minified.

if(CMAKE_SCRIPT_MODE_FILE)
  # Second part, run at build time: cmake -D INPUTS=<files, separated by |> -D OUTPUT=… -P BundleScripts.cmake
  string(REPLACE "|" ";" files "${INPUTS}")
  file(WRITE "${OUTPUT}" "\"use strict\";\n")
  foreach(file IN LISTS files)
    file(READ "${file}" text)
    string(REGEX REPLACE "(^|\n)[ \t]*//[^\n]*" "\\1" text "${text}")
    string(REGEX REPLACE "\n[ \t\n]+" "\n" text "${text}")
    file(APPEND "${OUTPUT}" "${text}")
  endforeach()
  return()
endif()

set(JAM_BUNDLE_SCRIPTS "${CMAKE_CURRENT_LIST_FILE}")

function(jam_bundle_scripts output)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "FILES")
  string(REPLACE ";" "|" inputs "${arg_FILES}")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DINPUTS=${inputs}" "-DOUTPUT=${output}" -P "${JAM_BUNDLE_SCRIPTS}"
    DEPENDS ${arg_FILES} "${JAM_BUNDLE_SCRIPTS}"
    COMMENT "Joining the scripts of the page"
    VERBATIM)
endfunction()
