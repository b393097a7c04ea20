#!/usr/bin/env bash
# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
#
# One search on many nodes: a process on each, with all its GPUs; they exchange their best packings. From the root of Jampack, built with MPI:
#   sbatch --nodes=8 scripts/slurm/many-nodes.sh --n 150 --seed 1 --islands 32 --exchange-every 20 --time 5d
#   sbatch --nodes=8 scripts/slurm/many-nodes.sh trunkpack trunk.off --seed 1 --islands 32 --time 5d
# Slurm must know PMIx (srun --mpi=list). The number of islands stays, the number of nodes may be another when the search goes on.
#SBATCH --job-name=jampack
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=1
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
