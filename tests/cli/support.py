# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""What the command line tests share: running the program in an empty folder, small packings, reading outputs.

A test file is run as `python3 test_TOPIC.py PROGRAM [unittest options]`; it exits 0, 1, or 77 where every test was skipped.
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time
import unittest
import unittest.mock

SOURCE_DIR = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else ""
NAME = os.path.basename(PROGRAM)
SKIP_CODE = 77

# Far more than any of these runs needs on a busy machine: a hang must end, nothing else is timed. Builds with sanitizers give more.
LIMIT = float(os.environ.get("JAM_TEST_LIMIT", 300))

# A short search whose result depends on nothing but the seed.
SHORT = ["--trials", "300", "--instances", "4", "--seed", "1", "--device", "cpu"]

# Radii 1, 2 in the circle of radius 3: touching, legal as printed.
TWO_CIRCLES = "# enclosing-radius: 3\n2\n1 2 0\n2 -1 0\n"
TWO_CIRCLES_OVERLAPPING = "# enclosing-radius: 3\n2\n1 1.5 0\n2 -1 0\n"


def move_options(test):
    """The options of circlepack's moves, as --help lists them."""
    return sorted(set(re.findall(r"--move-[a-z-]+", test.run_program("--help", "all").out)))


def python_with_numpy():
    """A Python that has NumPy, which the checkers need; None: there is none."""
    for python in [sys.executable, "/usr/bin/python3"]:
        try:
            if subprocess.run([python, "-c", "import numpy"], capture_output=True).returncode == 0:
                return python
        except OSError:
            pass
    return None


class Result:
    """Exit code and texts of a run that has ended."""

    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    def radius(self):
        """R in the final block."""
        return float(re.search(r"^R +(\S+)$", self.out, re.M).group(1))


class ProgramTest(unittest.TestCase):
    """Every test stands in an empty folder of its own."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        # Folder for user data of the programs, which must not get into the home directory of the tester.
        data = tempfile.TemporaryDirectory()
        self.addCleanup(data.cleanup)
        self.data = pathlib.Path(data.name)
        environment = unittest.mock.patch.dict(os.environ, XDG_DATA_HOME=data.name)
        environment.start()
        self.addCleanup(environment.stop)

    def path(self, name):
        return self.folder / name

    def write(self, name, text):
        self.path(name).write_text(text)
        return name

    def start(self, *arguments, **settings):
        """Starts the program; the caller waits for it."""
        environment = dict(os.environ, CUDA_VISIBLE_DEVICES="")
        return subprocess.Popen([PROGRAM, *map(str, arguments)], cwd=self.folder, env=environment, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, **settings)

    def wait(self, process):
        try:
            out, err = process.communicate(timeout=LIMIT)
        except subprocess.TimeoutExpired:
            process.kill()
            out, err = process.communicate()
            self.fail(f"did not end within {LIMIT} s; it printed:\n{out}{err}")
        return Result(process.returncode, out, err)

    def run_program(self, *arguments, code=0, **settings):
        """Runs to the end and checks the exit code."""
        result = self.wait(self.start(*arguments, **settings))
        self.assertEqual(result.code, code, f"{arguments}\n{result.out}{result.err}")
        return result

    def refused(self, *arguments, says=(), code=2):
        """A run that must fail before any search, with one line that holds each of `says`, and without leaving a file behind."""
        before = sorted(self.folder.iterdir())
        result = self.run_program(*arguments, code=code)
        self.assertEqual(result.out, "")
        lines = result.err.splitlines()
        self.assertEqual(len(lines), 1, result.err)
        self.assertTrue(lines[0].startswith(f"{NAME}: error: "), result.err)
        for text in says:
            self.assertIn(text, lines[0])
        self.assertEqual(sorted(self.folder.iterdir()), before)
        return result

    def wait_for(self, condition, process):
        """Until a condition holds, which a running program brings about."""
        end = time.monotonic() + LIMIT
        while True:
            # Looked at before the condition: a program that ends between the two has brought about what it could.
            ended = process.poll() is not None
            if condition():
                return
            if ended or time.monotonic() > end:
                process.kill()
                out, err = process.communicate()
                self.fail(f"what was waited for did not happen; exit code {process.returncode}, output:\n{out}{err}")
            time.sleep(0.01)

    def assert_verified(self, name, *options):
        """The program's own exact verdict on a file; test_checker.py asks an independent one."""
        self.assertIn("legal: ", self.run_program("--verify", name, *options).out)


def circle_rows(path):
    """The rows (r, x, y) of a CIRCLES file."""
    rows = [line.split("#")[0].split() for line in path.read_text().splitlines()]
    rows = [row for row in rows if row]
    assert len(rows) == int(rows[0][0]) + 1
    return [tuple(map(float, row)) for row in rows[1:]]


def annotation(path, key):
    """The comment `# key: value` of a file."""
    match = re.search(rf"^# {key}: (.*)$", path.read_text(), re.M)
    return match.group(1) if match else None


def without_run(path):
    """The lines of a JSON file but that of `run`, which holds times."""
    lines = path.read_bytes().splitlines()
    kept = [line for line in lines if not line.startswith(b'  "run": ')]
    assert len(kept) == len(lines) - 1
    return kept


def main():
    if not PROGRAM:
        sys.exit("usage: test_TOPIC.py PROGRAM [unittest options]")
    program = unittest.main(argv=[sys.argv[0], *sys.argv[2:]], exit=False)
    result = program.result
    if not result.wasSuccessful():
        sys.exit(1)
    for test, reason in result.skipped:
        print(f"skipped: {test.id()}: {reason}")
    # A class that skips in setUpClass has one entry for all its tests, and none of them counts as run.
    skipped_one_by_one = sum(isinstance(test, unittest.TestCase) for test, _ in result.skipped)
    sys.exit(SKIP_CODE if result.skipped and result.testsRun <= skipped_one_by_one else 0)
