# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
#
# Runs pack_circles in a folder of its own and lets circlepack verify the file that it writes.
function(step name)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${name} failed (${status}):\n${output}")
  endif()
  message(STATUS "${name}: ${output}")
endfunction()

file(REMOVE linear-n20.circles)
step("pack_circles" ${pack_circles})
step("circlepack --verify" ${circlepack} --verify linear-n20.circles --n 20)
