# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""What the tests of searches in several processes under mpirun share."""
import os
import re
import shutil
import signal
import subprocess
import unittest

import support

MPIRUN = shutil.which("mpirun")
# mpirun refuses to run as root and wants a core for each process, unless an option says otherwise; a busy machine needs more than a second to end.
MPI_OPTIONS = ["--oversubscribe", "--allow-run-as-root", "--bind-to", "none", "--mca", "odls_base_sigkill_timeout", "4"]


def has_mpi():
    version = subprocess.run([support.PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout
    return re.search(r"^MPI +Open MPI", version, re.M) is not None


needs_mpi = unittest.skipUnless(support.PROGRAM and has_mpi() and MPIRUN, "this build has no Open MPI, or there is no mpirun")


class RankMixin:
    """For a support.ProgramTest."""

    def start_ranks(self, count, *arguments):
        return self.start_mpirun("-n", str(count), support.PROGRAM, *map(str, arguments))

    def start_mpirun(self, *words):
        kept = {name: value for name, value in os.environ.items() if not re.match(r"(OMPI_COMM|PMI|PMIX|SLURM)_", name)}
        environment = dict(kept, CUDA_VISIBLE_DEVICES="", ASAN_OPTIONS="detect_leaks=0")
        return subprocess.Popen([MPIRUN, *MPI_OPTIONS, *words], cwd=self.folder, env=environment, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)

    def run_ranks(self, count, *arguments, code=0):
        result = self.wait(self.start_ranks(count, *arguments))
        self.assertEqual(result.code, code, result.out + result.err)
        return result

    def start_with_checkpoints(self, count, *arguments):
        """Starts ranks that write the checkpoint x.cp after every round, and waits for the first but one."""
        process = self.start_ranks(count, *arguments, "--checkpoint", "x.cp", "--checkpoint-every", "0")
        self.wait_for(self.path("x.cp.previous").exists, process)
        return process

    def kill_one_rank(self, process):
        """Kills one of two ranks; the other one ends the search."""
        ranks = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True, check=True).stdout.split()
        programs = [pid for pid in ranks if os.path.basename(os.readlink(f"/proc/{pid}/exe")) == support.NAME]
        self.assertEqual(len(programs), 2)
        os.kill(int(max(programs, key=int)), signal.SIGKILL)
        self.assertNotEqual(self.wait(process).code, 0)

    def assert_same_rows(self, name, other):
        """Row by row; the comments may differ."""
        first, second = ([line for line in self.path(file).read_text().splitlines() if not line.startswith("#")] for file in [name, other])
        self.assertEqual(first, second)
