# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
#
# Installs build_dir below work_dir, then configures, builds and runs project_dir against that install tree alone.

function(step name)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE output ERROR_VARIABLE output RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "${name} failed (${status}):\n${output}")
  endif()
  message(STATUS "${name}: ok")
  set(output "${output}" PARENT_SCOPE)
endfunction()

file(REMOVE_RECURSE ${work_dir}/prefix ${work_dir}/build)
step("install" ${CMAKE_COMMAND} --install ${build_dir} --prefix ${work_dir}/prefix)
# Programs bring their manual page and what completes their options.
if(EXISTS ${work_dir}/prefix/bin/circlepack)
  foreach(page man/man1/circlepack.1 bash-completion/completions/circlepack zsh/site-functions/_circlepack)
    file(SIZE ${work_dir}/prefix/share/${page} size)
    if(size LESS 1000)
      message(FATAL_ERROR "share/${page} has ${size} bytes")
    endif()
  endforeach()
endif()
set(flags "")
if(sanitize)
  set(flags "-fsanitize=${sanitize}")
endif()
step("configure" ${CMAKE_COMMAND} -S ${project_dir} -B ${work_dir}/build -G ${generator} -D CMAKE_PREFIX_PATH=${work_dir}/prefix
     -D CMAKE_CXX_COMPILER=${compiler} -D "CMAKE_CXX_FLAGS=${flags}" -D "CMAKE_C_FLAGS=${flags}" -D CMAKE_BUILD_TYPE=Release)
step("build" ${CMAKE_COMMAND} --build ${work_dir}/build)
step("run" ${work_dir}/build/consumer)
if(NOT output MATCHES "Jampack ${version}.*enclosing radius 5\n")
  message(FATAL_ERROR "the consumer printed something else than expected:\n${output}")
endif()

# Programs that write a file run where it may lie.
if(mesh)
  execute_process(COMMAND ${work_dir}/build/consumer_trunk WORKING_DIRECTORY ${work_dir}/build OUTPUT_VARIABLE output
                  ERROR_VARIABLE output RESULT_VARIABLE status)
  if(NOT status EQUAL 0 OR NOT output MATCHES "24 boxes, legal 1\n$")
    message(FATAL_ERROR "the consumer with a trunk ended with ${status} and printed something else than expected:\n${output}")
  endif()
  message(STATUS "run the program with a trunk: ok")
endif()
execute_process(COMMAND ${work_dir}/build/consumer_c WORKING_DIRECTORY ${work_dir}/build OUTPUT_VARIABLE output ERROR_VARIABLE output
                RESULT_VARIABLE status)
if(NOT status EQUAL 0 OR NOT output MATCHES "before: deepest 10 mm, pairs 1\nafter: legal 1, outside 0\nfile: same, version ${version}\n")
  message(FATAL_ERROR "the consumer in C ended with ${status} and printed something else than expected:\n${output}")
endif()
message(STATUS "run the C program: ok")
