# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
#
# What trunkpack reads and writes besides meshes.
list(APPEND jam_trunk_sources
  box_files.cpp
  box_row.cpp
  html_report.cpp
  load_glb.cpp
  load_json.cpp
  load_report.cpp
  orientation_class.cpp
  point_files.cpp)

include(EmbedText)

# The page of a report has three.js in it. Debian's libjs-three keeps the library and its controls in one folder.
find_path(JAM_THREE_DIR NAMES three.min.js PATHS /usr/share/javascript/three
          DOC "Folder with three.min.js and examples/js/controls/OrbitControls.js")
mark_as_advanced(JAM_THREE_DIR)
# The calls are deferred until the library is declared.
cmake_language(DEFER CALL jam_embed_text jam_trunk FILE report_page.html FUNCTION jam::trunk::report_page)
cmake_language(DEFER CALL jam_embed_text jam_trunk FILE report_panel.js FUNCTION jam::trunk::report_panel)
cmake_language(DEFER CALL jam_embed_text jam_trunk FILE report_view.js FUNCTION jam::trunk::report_view)
if(JAM_THREE_DIR AND EXISTS ${JAM_THREE_DIR}/examples/js/controls/OrbitControls.js)
  cmake_language(DEFER CALL jam_embed_text jam_trunk FILE ${JAM_THREE_DIR}/three.min.js FUNCTION jam::trunk::three_library)
  cmake_language(DEFER CALL jam_embed_text jam_trunk FILE ${JAM_THREE_DIR}/examples/js/controls/OrbitControls.js
                 FUNCTION jam::trunk::three_controls)
else()
  message(STATUS "three.js was not found (Debian package libjs-three): trunkpack will write no HTML reports")
  list(APPEND jam_trunk_sources report_parts_nothree.cpp)
endif()
