# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Messages between processes under mpirun, and how ranks end: in order, told by a signal, and when another is gone.

Run as `python3 test_mpi.py PROGRAM MPIRUN`, PROGRAM being mpi_ranks. Exits 77 where this build has no MPI, another than Open MPI, or where
there is no mpirun.
"""
import os
import re
import signal
import subprocess
import sys
import time
import unittest

PROGRAM = os.path.abspath(sys.argv[1])
MPIRUN = sys.argv[2] if len(sys.argv) > 2 else ""
SKIP_CODE = 77

# Far more than any of these runs needs: a hang must end, nothing else is timed.
LIMIT = 120

# mpirun refuses to run as root and wants a core for each process, unless told otherwise.
OPTIONS = ["--oversubscribe", "--allow-run-as-root", "--bind-to", "none"]

# The time that mpirun leaves to the ranks between SIGTERM and SIGKILL [s]; a busy machine needs more than the usual second.
PATIENT = ["--mca", "odls_base_sigkill_timeout", "2"]


def environment(**variables):
    """Without what a launcher may have set for the tests themselves; the libraries of MPI keep some memory at their end."""
    kept = {name: value for name, value in os.environ.items() if not re.match(r"(OMPI_COMM|PMI|PMIX|SLURM)_", name)}
    races = os.environ.get("TSAN_OPTIONS", "") + " ignore_noninstrumented_modules=1"
    sanitizers = {"ASAN_OPTIONS": "detect_leaks=0", "TSAN_OPTIONS": races}
    return dict(kept, **sanitizers, **variables)


class Ranks(unittest.TestCase):
    def start(self, count, scenario, *options):
        command = [MPIRUN, *OPTIONS, *options, "-n", str(count), PROGRAM, scenario]
        process = subprocess.Popen(command, env=environment(), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        return process

    def wait(self, process):
        try:
            out, err = process.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            process.terminate()
            out, err = process.communicate()
            self.fail(f"did not end within {LIMIT} s; it printed:\n{out}{err}")
        return process.returncode, out, err

    def run_ranks(self, count, scenario, *options):
        return self.wait(self.start(count, scenario, *options))

    def assert_each_says(self, ranks, count, text, out, err):
        for rank in ranks:
            self.assertRegex(out, rf"(?m)^rank {rank} of {count}: {text}$", err)

    def assert_all_in_order(self, count, scenario, text, *options):
        code, out, err = self.run_ranks(count, scenario, *options)
        self.assertEqual(code, 0, out + err)
        self.assert_each_says(range(count), count, text, out, err)

    def test_many_small_messages_arrive_in_order(self):
        for count in [2, 4]:
            with self.subTest(ranks=count):
                self.assert_all_in_order(count, "small", "all messages are right")

    def test_messages_of_20_megabytes_cross_each_other(self):
        for count in [2, 4]:
            with self.subTest(ranks=count):
                self.assert_all_in_order(count, "large", "all messages are right")

    def test_over_tcp_the_same(self):
        for scenario in ["small", "large"]:
            with self.subTest(scenario=scenario):
                self.assert_all_in_order(2, scenario, "all messages are right", "--mca", "btl", "tcp,self")

    def test_waiting_ends_when_told_to_stop(self):
        for count in [2, 4]:
            with self.subTest(ranks=count):
                self.assert_all_in_order(count, "stopped", "stopped and went on")

    def test_a_rank_that_closes_early_is_heard_to_its_end(self):
        code, out, err = self.run_ranks(4, "closed")
        self.assertEqual(code, 0, out + err)
        self.assert_each_says([0, 2, 3], 4, "rank 1 has closed", out, err)
        self.assert_each_says(range(4), 4, "ends", out, err)

    def assert_others_lose_rank_1(self, count, scenario, *options):
        """Rank 0 ends first; mpirun may kill the others as soon as it does."""
        code, out, err = self.run_ranks(count, scenario, *PATIENT, *options)
        others = [rank for rank in range(count) if rank != 1]
        self.assert_each_says(others, count, r"rank 1 does not answer: its process \d+ on \S+ has ended", out, err)
        self.assert_each_says([0], count, "ends", out, err)
        self.assertNotEqual(code, 0, err)

    def test_a_killed_rank_is_named_by_all_others_which_end(self):
        for count in [2, 4]:
            for options in [[], ["--mca", "btl", "tcp,self"]]:
                with self.subTest(ranks=count, options=options):
                    self.assert_others_lose_rank_1(count, "killed", *options)

    def test_a_rank_that_is_killed_in_the_middle_of_a_message_is_named_too(self):
        self.assert_others_lose_rank_1(3, "killed-sending")

    def test_over_tcp_a_rank_that_is_killed_in_the_middle_of_a_message_ends_the_job(self):
        code, out, err = self.run_ranks(3, "killed-sending", "--mca", "btl", "tcp,self")
        self.assertNotEqual(code, 0, out + err)

    def test_a_rank_that_exits_without_a_goodbye_is_lost(self):
        self.assert_others_lose_rank_1(3, "exits")

    def test_a_rank_that_fails_says_goodbye(self):
        code, out, err = self.run_ranks(3, "throws", *PATIENT)
        self.assertIn("error: rank 1 has failed", err)
        self.assert_each_says([0, 2], 3, "rank 1 is closed", out, err)
        self.assertNotEqual(code, 0)

    def test_sigterm_at_mpirun_reaches_all_ranks_and_they_end_in_order(self):
        process = self.start(2, "signal", *PATIENT)
        waiting = "".join(process.stdout.readline() for _ in range(2))
        self.assertEqual(waiting.count("waits"), 2, waiting)
        process.send_signal(signal.SIGTERM)
        _, out, err = self.wait(process)
        self.assert_each_says(range(2), 2, "ended by SIGTERM", out, err)
        self.assert_each_says([0], 2, "ends", out, err)


class Alone(unittest.TestCase):
    """A process that was not started as one of several starts no MPI."""

    def run_alone(self, **variables):
        ended = subprocess.run([PROGRAM, "alone"], env=environment(**variables), stdin=subprocess.DEVNULL, capture_output=True, text=True,
                               timeout=LIMIT)
        return ended.returncode, ended.stdout, ended.stderr

    def test_a_plain_run_has_nobody_to_talk_to(self):
        code, out, err = self.run_alone()
        self.assertEqual((code, err), (0, ""))
        self.assertRegex(out, r"\Arank 0 of 1: \S+.*\nrank 0 of 1: ends\n\Z")

    def test_a_plain_run_in_a_slurm_allocation_does_not_wait_for_others(self):
        code, out, err = self.run_alone(SLURM_JOB_ID="7", SLURM_NTASKS="4", SLURM_PROCID="0")
        self.assertEqual((code, err), (0, ""))
        self.assertIn("rank 0 of 1: ends", out)

    def test_tasks_without_mpi_are_warned(self):
        code, out, err = self.run_alone(SLURM_STEP_NUM_TASKS="4", SLURM_PROCID="0")
        self.assertEqual(code, 0)
        self.assertRegex(err, r"\Awarning: srun started 4 tasks without MPI.*--mpi=pmix.*\n\Z")
        self.assertIn("rank 0 of 1: ends", out)

    def test_a_launcher_that_this_mpi_does_not_know_is_an_error(self):
        code, out, err = self.run_alone(PMI_SIZE="4", PMI_RANK="0")
        self.assertEqual((code, out), (2, ""))
        self.assertRegex(err, r"(?m)^error: (mpirun started 4 processes, but .* sees 1: use .*|.* this build has no MPI: .*)$")


def skip_reason():
    first = subprocess.run([PROGRAM, "alone"], env=environment(), capture_output=True, text=True, check=True, timeout=LIMIT).stdout
    if "rank 0 of 1: none" in first:
        return "this build has no MPI"
    if "Open MPI" not in first:
        return f"this build has another MPI than Open MPI: {first.splitlines()[0]}"
    if not MPIRUN or not os.access(MPIRUN, os.X_OK):
        return "mpirun was not found (Debian package openmpi-bin)"
    return ""


if __name__ == "__main__":
    reason = skip_reason()
    suite = unittest.TestSuite([unittest.defaultTestLoader.loadTestsFromTestCase(Alone)])
    if not reason:
        suite.addTest(unittest.defaultTestLoader.loadTestsFromTestCase(Ranks))
    succeeded = unittest.TextTestRunner(verbosity=2).run(suite).wasSuccessful()
    if reason:
        print(f"skipped: tests under mpirun: {reason}")
    sys.exit(1 if not succeeded else SKIP_CODE if reason else 0)
