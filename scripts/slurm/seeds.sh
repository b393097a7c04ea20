#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
#
# The same search with many seeds: an array of jobs with a GPU each, which know nothing of each other. From the root of Jampack:
#   sbatch --array=1-32 scripts/slurm/seeds.sh --n 60 --time 1d
#   sbatch --array=1-32 scripts/slurm/seeds.sh trunkpack trunk.off --time 1d
# Results go to circlepack-JOB/seed-SEED; circlepack archive merge circlepack-JOB/seed-*/archive.sqlite takes them into your own archive.
#SBATCH --job-name=jampack-seeds
#SBATCH --array=1-16
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=4
#SBATCH --gpus-per-node=1
#SBATCH --time=12:00:00
#SBATCH --requeue
#SBATCH --signal=B:USR1@120
#SBATCH --output=jampack-%A-%a.log
#SBATCH --open-mode=append
set -euo pipefail
source "${JAMPACK_ROOT:-$SLURM_SUBMIT_DIR}/scripts/slurm/search-step.sh"

jam_search_step "$SLURM_ARRAY_JOB_ID/seed-$SLURM_ARRAY_TASK_ID" --device cuda --seed "$SLURM_ARRAY_TASK_ID" -- "$@"
