# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
#
# Shared by the job scripts, read with `source`: one search as a step of a Slurm job that goes on after its time limit.
#
# jam_search_step FOLDER SCRIPT_OPTION... -- [circlepack|trunkpack] USER_OPTION...
# Runs the program (by default circlepack) in all tasks of the job, with its result, checkpoint and archive in PROGRAM-FOLDER, and goes on
# from the checkpoint that is there. When Slurm sends SIGUSR1, shortly before the time limit, the search is told to end, and the job is
# queued again; once the search ends by itself (--time is its whole time, over all these runs) the job ends with it. With a node that fails
# Slurm queues the job again by itself. JAMPACK_BIN names another folder of the programs than build/release/bin.
jam_search_step() {
  local folder=$1 program=circlepack result=best.circles job near_end=0 step code=0 srun_options script_options=()
  shift
  while [[ $1 != -- ]]; do
    script_options+=("$1")
    shift
  done
  shift
  if [[ ${1:-} == circlepack || ${1:-} == trunkpack ]]; then
    program=$1
    shift
  fi
  if [[ $program == trunkpack ]]; then result=best.box; fi
  folder=$program-$folder
  # The number of an array's last task is also that of the whole array; this form is not.
  job=${SLURM_ARRAY_JOB_ID:+${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID}
  job=${job:-$SLURM_JOB_ID}
  # srun does not take the number of cores from the job by itself.
  srun_options=(--kill-on-bad-exit=1 "--cpus-per-task=${SLURM_CPUS_PER_TASK:-1}")
  if ((${SLURM_NTASKS:-1} > 1)); then srun_options+=(--mpi=pmix); fi
  mkdir -p "$folder"

  # scancel with a signal reaches the steps of a job, not this script.
  trap 'near_end=1; scancel --signal=TERM "$job"' USR1
  srun "${srun_options[@]}" "${JAMPACK_BIN:-${JAMPACK_ROOT:-$SLURM_SUBMIT_DIR}/build/release/bin}/$program" "${script_options[@]}" "$@" \
    --out "$folder/$result" --checkpoint "$folder/best.checkpoint" --archive "$folder/archive.sqlite" --resume auto &
  step=$!
  wait "$step" || code=$?
  # A signal ends `wait` before the step.
  while kill -0 "$step" 2>/dev/null; do
    code=0
    wait "$step" || code=$?
  done
  if ((near_end && code != 0)); then
    echo "the time of this job is over; the search goes on in its next run"
    scontrol requeue "$job"
    return 0
  fi
  return "$code"
}
