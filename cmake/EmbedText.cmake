# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
#
# Puts a text file into a library at build time, as a function that returns it.
#
#   jam_embed_text(<target> FILE <text file> FUNCTION <qualified function name>)
#
# adds to <target> a generated source that defines `std::string_view <function>()`, for example jam::circles::best_known_csv. The source
# is made again whenever the text file changes. Works for any size: the text is cut into string literals of a length every compiler takes.

if(CMAKE_SCRIPT_MODE_FILE)
  # Second part, run at build time: cmake -D INPUT=… -D OUTPUT=… -D FUNCTION=… -P EmbedText.cmake
  file(READ "${INPUT}" text)
  string(REGEX REPLACE "::[^:]*$" "" namespace "${FUNCTION}")
  string(REGEX REPLACE "^.*::" "" name "${FUNCTION}")
  set(literals "")
  string(LENGTH "${text}" length)
  set(start 0)
  while(start LESS length)
    string(SUBSTRING "${text}" ${start} 8000 piece)
    string(APPEND literals "    R\"embedded(${piece})embedded\"\n")
    math(EXPR start "${start} + 8000")
  endwhile()
  get_filename_component(source "${INPUT}" NAME)
  file(WRITE "${OUTPUT}"
    "// Generated from ${source}; do not edit.\n#pragma GCC diagnostic ignored \"-Woverlength-strings\"\n#include <string_view>\n\nnamespace ${namespace} {\n\n"
    "std::string_view ${name}() {\n  static constexpr char text[] =\n${literals}    \"\";\n"
    "  return {text, sizeof(text) - 1};\n}\n\n}  // namespace ${namespace}\n")
  return()
endif()

set(JAM_EMBED_TEXT_SCRIPT "${CMAKE_CURRENT_LIST_FILE}")

function(jam_embed_text target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "FILE;FUNCTION" "")
  get_filename_component(input "${arg_FILE}" ABSOLUTE)
  get_filename_component(stem "${arg_FILE}" NAME_WE)
  set(output "${CMAKE_CURRENT_BINARY_DIR}/embedded-${stem}.cpp")
  add_custom_command(
    OUTPUT "${output}"
    COMMAND "${CMAKE_COMMAND}" "-DINPUT=${input}" "-DOUTPUT=${output}" "-DFUNCTION=${arg_FUNCTION}" -P "${JAM_EMBED_TEXT_SCRIPT}"
    DEPENDS "${input}" "${JAM_EMBED_TEXT_SCRIPT}"
    COMMENT "Embedding ${arg_FILE}"
    VERBATIM)
  target_sources("${target}" PRIVATE "${output}")
  # The target may be one of a parent folder, which does not see the command above; the target of its own carries it there.
  add_custom_target("${target}_embed_${stem}" DEPENDS "${output}")
  add_dependencies("${target}" "${target}_embed_${stem}")
endfunction()
