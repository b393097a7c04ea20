# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""One search in several processes under mpirun: the same packing as in one, and what is left when a rank is killed."""
import json
import os
import re
import shutil
import signal
import subprocess
import unittest

import support

MPIRUN = shutil.which("mpirun")
# mpirun refuses to run as root and wants a core for each process, unless told otherwise; a busy machine needs more than a second to end.
MPI_OPTIONS = ["--oversubscribe", "--allow-run-as-root", "--bind-to", "none", "--mca", "odls_base_sigkill_timeout", "4"]
SEARCH = ["--n", "16", "--seed", "3", "--instances", "6", "--islands", "3", "--ladders", "3", "--exchange-every", "4", "--stuck", "1000",
          "--device", "cpu", "--threads", "1"]


def has_mpi():
    version = subprocess.run([support.PROGRAM, "--version"], capture_output=True, text=True, check=True).stdout
    return re.search(r"^MPI +Open MPI", version, re.M) is not None


@unittest.skipUnless(support.PROGRAM and has_mpi() and MPIRUN, "this build has no Open MPI, or there is no mpirun")
class Ranks(support.ProgramTest):
    def start_ranks(self, count, *arguments):
        kept = {name: value for name, value in os.environ.items() if not re.match(r"(OMPI_COMM|PMI|PMIX|SLURM)_", name)}
        environment = dict(kept, CUDA_VISIBLE_DEVICES="", ASAN_OPTIONS="detect_leaks=0")
        command = [MPIRUN, *MPI_OPTIONS, "-n", str(count), support.PROGRAM, *map(str, arguments)]
        return subprocess.Popen(command, cwd=self.folder, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    def run_ranks(self, count, *arguments, code=0):
        result = self.wait(self.start_ranks(count, *arguments))
        self.assertEqual(result.code, code, result.out + result.err)
        return result

    def assert_same_packing(self, name, other):
        """Circle by circle; the lines about the run may differ."""
        first, second = ([line for line in self.path(file).read_text().splitlines() if not line.startswith("#")] for file in [name, other])
        self.assertEqual(first, second)
        self.assertEqual(*(support.annotation(self.path(file), "enclosing-radius") for file in [name, other]))

    def test_two_and_three_ranks_find_the_packing_of_one_process(self):
        limits = ["--trials", "200000", "--archive", "none"]
        alone = self.run_program(*SEARCH, *limits, "--out", "one.circles")
        for count in [2, 3]:
            result = self.run_ranks(count, *SEARCH, *limits, "--out", "ranks.circles", "--status", "status.json")
            self.assertEqual(len(re.findall(r"^R  ", result.out, re.M)), 1)  # Rank 0 alone speaks.
            self.assert_same_packing("ranks.circles", "one.circles")
            trials = [re.search(r"^search .* (\S+) trials", text, re.M).group(1) for text in [alone.out, result.out]]
            self.assertEqual(trials[0], trials[1])
            self.assertEqual(json.loads(self.path("status.json").read_text())["state"], "finished")
            self.path("ranks.circles").unlink()
        self.assert_verified("one.circles")

    def test_a_killed_rank_ends_the_search_and_one_process_goes_on(self):
        process = self.start_ranks(2, *SEARCH, "--time", "0", "--checkpoint", "x.cp", "--checkpoint-every", "0", "--out", "best.circles")
        self.wait_for(self.path("x.cp.previous").exists, process)
        ranks = subprocess.run(["pgrep", "-P", str(process.pid)], capture_output=True, text=True, check=True).stdout.split()
        programs = [pid for pid in ranks if os.path.basename(os.readlink(f"/proc/{pid}/exe")) == support.NAME]
        self.assertEqual(len(programs), 2)
        os.kill(int(max(programs, key=int)), signal.SIGKILL)
        result = self.wait(process)
        self.assertNotEqual(result.code, 0)
        self.assert_verified("best.circles")
        before = float(support.annotation(self.path("best.circles"), "enclosing-radius"))

        # As much again as the checkpoint has, on one rank, and then on three.
        self.run_program("--resume", "x.cp", "--trials", "400000", "--out", "best.circles")
        self.assert_verified("best.circles")
        self.assertLessEqual(float(support.annotation(self.path("best.circles"), "enclosing-radius")), before)
        self.run_ranks(3, "--resume", "x.cp", "--trials", "500000", "--out", "best.circles")
        self.assert_verified("best.circles")

    def test_split_runs_find_the_packing_of_the_whole_whatever_the_ranks(self):
        self.run_program(*SEARCH, "--trials", "240000", "--archive", "none", "--out", "whole.circles")
        process = self.start_ranks(3, *SEARCH, "--trials", "240000", "--checkpoint", "x.cp", "--checkpoint-every", "0", "--out", "a.circles",
                                   "--archive", "none")
        self.wait_for(self.path("x.cp.previous").exists, process)
        process.send_signal(signal.SIGTERM)
        self.wait(process)
        self.path("a.circles").unlink(missing_ok=True)
        self.run_ranks(2, "--resume", "x.cp", "--trials", "240000", "--archive", "none", "--out", "parts.circles")
        self.assert_same_packing("parts.circles", "whole.circles")

    def test_what_ranks_cannot_share_is_refused(self):
        self.write("start.circles", support.TWO_CIRCLES)
        result = self.run_ranks(2, "--start", "start.circles", "--search", "improve", "--trials", "100", code=2)
        self.assertIn("--search improve runs in one process", result.err)
        result = self.run_ranks(2, *[word if word != "3" else "1" for word in SEARCH], "--trials", "100", code=2)
        self.assertIn("2 ranks cannot share 1 island", result.err)


if __name__ == "__main__":
    support.main()
