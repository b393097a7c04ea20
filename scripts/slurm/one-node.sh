#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
#
# One search on the four GPUs of one node, in one process. From the root of Jampack, after scripts/run circlepack --version has built it:
#   sbatch scripts/slurm/one-node.sh --n 128 --seed 1 --time 3d
#   sbatch scripts/slurm/one-node.sh trunkpack trunk.off --seed 1 --time 3d
# Results go to the folder circlepack-JOB or trunkpack-JOB. Add what the cluster asks for: sbatch --partition=… --account=… scripts/slurm/one-node.sh …
#SBATCH --job-name=jampack
#SBATCH --nodes=1
#SBATCH --ntasks=1
#SBATCH --cpus-per-task=16
#SBATCH --gpus-per-node=4
#SBATCH --time=12:00:00
#SBATCH --requeue
#SBATCH --signal=B:USR1@120
#SBATCH --output=jampack-%j.log
#SBATCH --open-mode=append
set -euo pipefail
source "${JAMPACK_ROOT:-$SLURM_SUBMIT_DIR}/scripts/slurm/search-step.sh"

jam_search_step "$SLURM_JOB_ID" --device cuda:all -- "$@"
