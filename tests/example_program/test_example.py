# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""What the shell gives a program that only describes its search: files, log, statistics, status, exit codes."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

PROGRAM = ""


class Example(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_program(self, *arguments, code=0):
        done = subprocess.run([PROGRAM, *arguments], cwd=self.folder, capture_output=True, text=True, timeout=100)
        self.assertEqual(done.returncode, code, done.stderr)
        return done

    def text(self, name):
        return (self.folder / name).read_text()

    def test_result_goes_to_the_table_and_to_all_files(self):
        done = self.run_program("--n", "1000", "--out", "r", "--log", "r.log", "--stats", "r.csv", "--status", "r.status")
        self.assertRegex(done.stdout, r"(?m)^square +961\nended by +nothing left to try\nwritten +r\n")
        self.assertIn("square\n1\n", done.stderr)
        self.assertEqual(self.text("r"), "961\n")
        self.assertRegex(self.text("r.log"), r"(?m)^\S+Z  square +961$")
        rows = self.text("r.csv").splitlines()
        self.assertEqual((rows[0], rows[-1]), ("seconds,rounds,best", "0.031,31,961"))
        self.assertEqual(json.loads(self.text("r.status"))["state"], "finished")

    def test_limits_and_bad_options(self):
        self.assertIn("limit of rounds", self.run_program("--rounds", "3", "--out", "r").stdout)
        self.assertEqual(self.text("r"), "9\n")
        self.assertIn("--n", self.run_program("--n", "0", code=2).stderr)
        self.assertIn("nowhere/x", self.run_program("--out", "nowhere/x", code=2).stderr)

    def test_json_on_standard_output_leaves_the_table_to_standard_error(self):
        done = self.run_program("--n", "10", "--json", "-")
        self.assertEqual(done.stdout, "9\n")
        self.assertIn("square", done.stderr)

    def test_files_are_verified(self):
        for text, verdict, code in [("961\n", "legal\n", 0), ("962\n", "illegal: no square number\n", 4)]:
            (self.folder / "r").write_text(text)
            self.assertEqual(self.run_program("--verify", "r", code=code).stdout, verdict)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
