# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
#
# Shared by the scripts that run carried programs (`scripts/gpu-check --bundle`), read with `source`.

# jam_use_libraries PROGRAM: lets a program find the libraries in `lib` beside its `bin` folder, and those in `lib-fallback` only where it does
# not start without them. Fails where it does not start at all.
jam_use_libraries() {
  local folder library_path=${LD_LIBRARY_PATH:-}
  folder=$(cd "$(dirname "$1")/.." && pwd)
  if [[ -d $folder/lib ]]; then export LD_LIBRARY_PATH=$folder/lib${library_path:+:$library_path}; fi
  "$1" --version >/dev/null 2>&1 && return
  [[ -d $folder/lib-fallback ]] || return 1
  export LD_LIBRARY_PATH=$folder/lib-fallback${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
  "$1" --version >/dev/null
}
