# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Real outputs of each search before the independent checkers: the script circles.py among them.

It reads every number as an exact decimal and shares no code with this project. Where it is not there, these tests are skipped.
"""
import subprocess
import sys
import unittest

import support

CHECKER = support.SOURCE_DIR.parent / "shared" / "verify" / "circles.py"


@unittest.skipUnless(CHECKER.exists(), f"the independent checker {CHECKER} is not there")
class IndependentCheck(support.ProgramTest):
    def check(self, name, *options):
        done = subprocess.run([sys.executable, "-B", CHECKER, name, *options], cwd=self.folder, capture_output=True, text=True,
                              timeout=support.LIMIT)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        # Its figures and ours are the same.
        self.assertEqual(done.stdout.splitlines()[0], self.run_program("--verify", name).out.strip())

    def test_multistart(self):
        self.run_program("--n", "20", "--time", "1s", "--device", "cpu", "--out", "r.circles")
        self.check("r.circles", "--n", "20")

    def test_multistart_with_the_contact_relaxation(self):
        self.run_program("--n", "9", "--time", "1s", "--relax", "contact", "--device", "cpu", "--out", "r.circles")
        self.check("r.circles", "--n", "9")

    def test_improve(self):
        self.run_program("--n", "16", *support.SHORT, "--out", "start.circles")
        self.run_program("--start", "start.circles", "--search", "improve", "--time", "1s", "--device", "cpu", "--out", "r.circles")
        self.check("r.circles", "--n", "16")

    def test_single(self):
        self.run_program("--n", "200", "--search", "single", "--time", "1s", "--device", "cpu", "--out", "r.circles")
        self.check("r.circles", "--n", "200")

    def test_radii_that_are_no_whole_numbers(self):
        self.run_program("--n", "15", "--radii", "inv-two-thirds", "--time", "1s", "--device", "cpu", "--out", "r.circles")
        self.check("r.circles", "--n", "15", "--radii", "file")

    def test_default_size_of_the_first_example(self):
        self.run_program("--n", "128", "--instances", "200", "--time", "2s", "--device", "cpu", "--out", "best.circles")
        self.check("best.circles", "--n", "128")


if __name__ == "__main__":
    support.main()
