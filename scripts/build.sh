# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
#
# Shared by the scripts that build, read with `source`; `root` holds the source tree.

# With ccache, what was compiled once, in any clone and any build folder, is not compiled again: a new build folder takes it where it is
# there, and has a folder to write to.
jam_cache=$(ccache --get-config cache_dir 2>/dev/null || true)
if [[ -n $jam_cache ]] && mkdir -p "$jam_cache/tmp" 2>/dev/null && [[ -w $jam_cache/tmp ]]; then
  export CMAKE_CXX_COMPILER_LAUNCHER=ccache CMAKE_CUDA_COMPILER_LAUNCHER=ccache
  export CCACHE_BASEDIR=${CCACHE_BASEDIR:-$root} CCACHE_SLOPPINESS=${CCACHE_SLOPPINESS:-pch_defines,time_macros}
fi

# Number of compilations at once: every processor, but no more than one per 2 GiB of memory, which the largest of them needs.
jam_jobs() {
  local processors kilobytes jobs
  processors=$(nproc)
  kilobytes=$(sed -n 's/^MemTotal: *\([0-9]*\).*/\1/p' /proc/meminfo 2>/dev/null || true)
  jobs=$((${kilobytes:-4000000} / 2000000))
  ((jobs < 1)) && jobs=1
  echo $((jobs < processors ? jobs : processors))
}

# jam_quietly WHAT COMMAND...: runs the command; its output is shown only if it fails.
jam_quietly() {
  local what=$1 log status=0
  shift
  log=$(mktemp)
  "$@" </dev/null >"$log" 2>&1 || status=$?
  if ((status != 0)); then
    cat "$log" >&2
    echo "$what failed (see above)" >&2
  fi
  rm -f "$log"
  return $status
}

# jam_progress WHAT LOG: copies the output of ninja to a log and says how far it is: `WHAT: 34 of 210, 2 min left`, in one line of a
# terminal, else every 15 s.
jam_progress() {
  local what=$1 log=$2 begin=$SECONDS told=$SECONDS line text finished total seconds
  while IFS= read -r line; do
    printf '%s\n' "$line" >>"$log"
    [[ $line =~ ^\[([0-9]+)/([0-9]+)\]\  ]] || continue
    finished=${BASH_REMATCH[1]} total=${BASH_REMATCH[2]}
    ((SECONDS > begin && finished < total)) || continue
    seconds=$(((SECONDS - begin) * (total - finished) / finished))
    text="$seconds s"
    ((seconds < 90)) || text="$(((seconds + 30) / 60)) min"
    if [[ -t 2 ]]; then
      printf '\r\033[K%s: %d of %d, %s left' "$what" "$finished" "$total" "$text" >&2
    elif ((SECONDS - told >= 15)); then
      told=$SECONDS
      echo "$what: $finished of $total, $text left" >&2
    fi
  done
  [[ ! -t 2 ]] || printf '\r\033[K' >&2
}

# jam_has_gpu: whether an NVIDIA GPU can be used here.
jam_has_gpu() { command -v nvidia-smi >/dev/null && [[ $(nvidia-smi -L 2>/dev/null || true) == GPU* ]]; }

# jam_cached FOLDER: the value of JAMPACK_CUDA with which a build folder was configured, or nothing.
jam_cached() { sed -n 's/^JAMPACK_CUDA:[A-Z]*=//p' "$1/CMakeCache.txt" 2>/dev/null || true; }

# jam_cuda FOLDER: the value of JAMPACK_CUDA for a release build. Device code takes longer to compile than all other sources, so that
# scripts/run leaves it out where no GPU is. With jam_with_cuda=ON (scripts/run --cuda) a missing toolkit is an error, with AUTO
# (scripts/test) device code is built wherever there is one. Once device code is built, it stays.
jam_cuda() {
  local now
  now=$(jam_cached "$1")
  if [[ ${jam_with_cuda:-} == ON ]]; then
    echo ON
  elif [[ $now == ON || $now == AUTO ]]; then
    echo "$now"
  elif [[ ${jam_with_cuda:-} == AUTO ]] || jam_has_gpu; then
    echo AUTO
  else
    echo OFF
  fi
}

# jam_configure PRESET: configures build/PRESET. A --cuda that fails leaves device code out next time.
jam_configure() {
  local preset=$1 cache=$root/build/$1/CMakeCache.txt options=()
  [[ $preset != release ]] || options=("-DJAMPACK_CUDA=$(jam_cuda "$root/build/release")")
  (cd "$root" && jam_quietly "configuring" cmake --preset "$preset" "${options[@]}") && return 0
  [[ ${jam_with_cuda:-} != ON || ! -f $cache ]] || sed -i 's/^\(JAMPACK_CUDA:[A-Z]*\)=ON/\1=OFF/' "$cache"
  return 1
}

# jam_build PRESET TARGET...: configures build/PRESET if that is needed and builds the targets; says where there is work to do and how far it
# is. The output of the build is shown only if it fails. Two of these at once wait for each other.
jam_build() {
  local preset=$1 folder work log
  folder=$root/build/$preset
  shift
  mkdir -p "$folder"
  # Debuggers need to know in which folder a source was compiled; what only programs in use and short reports need may come from another one.
  [[ $preset == dev || $preset == tsan ]] || export CCACHE_NOHASHDIR=1
  exec {jam_lock}>"$folder/.lock"
  if command -v flock >/dev/null; then flock "$jam_lock"; fi

  if [[ ! -f $folder/build.ninja ]] || [[ $preset == release && $(jam_cuda "$folder") != "$(jam_cached "$folder")" ]]; then
    echo "building $* (the first time takes a few minutes) …" >&2
    jam_configure "$preset" || exit 1
  else
    # The dry run lists what a build would do. It cannot know whether the commit changed, and that file takes no time.
    work=$(cmake --build "$folder" --target "$@" -- -n 2>/dev/null | grep -E 'Building|Re-running CMake' | grep -cv 'commit.cpp' || true)
    ((work == 0)) || echo "building $* …" >&2
  fi
  log=$(mktemp)
  if ! (
    set -o pipefail
    NINJA_STATUS='[%f/%t] ' cmake --build "$folder" --parallel "$(jam_jobs)" --target "$@" </dev/null 2>&1 | jam_progress "building $*" "$log"
  ); then
    cat "$log" >&2
    echo "building failed (see above)" >&2
    rm -f "$log"
    exit 1
  fi
  rm -f "$log"
  exec {jam_lock}>&-
}
