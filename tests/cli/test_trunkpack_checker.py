# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""Real loads before the independent checkers: the script boxes.py among them.

It needs NumPy and shares no code with this project. Where one of the two is not there, these tests are skipped.
"""
import re
import subprocess
import unittest

import support
import trunks

CHECKER = support.SOURCE_DIR.parent / "shared" / "verify" / "boxes.py"
MESHES = support.SOURCE_DIR / "meshes"


PYTHON = support.python_with_numpy()


@unittest.skipUnless(CHECKER.exists(), f"the independent checker {CHECKER} is not there")
@unittest.skipUnless(PYTHON, "no Python with NumPy is there")
class IndependentCheck(trunks.TrunkTest):
    def check(self, name, mesh, count, tolerance="0.001"):
        done = subprocess.run([PYTHON, "-B", CHECKER, name, mesh, "--tol", tolerance], cwd=self.folder, capture_output=True, text=True,
                              timeout=support.LIMIT)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertEqual(int(re.search(r"boxes=(\d+)", done.stdout).group(1)), count)

    def test_generated_trunks(self):
        for name, least in [("roadster", 85), ("hatchback", 240)]:
            with self.subTest(mesh=name):
                mesh = MESHES / f"{name}.off"
                result = self.run_program(mesh, "--time", "15s", "--out", f"{name}.box", *trunks.FIXED)
                self.assertGreaterEqual(self.count(result), least)
                self.check(f"{name}.box", mesh, self.count(result))

    def test_tolerance(self):
        mesh = MESHES / "roadster.off"
        result = self.run_program(mesh, "--tolerance", "0.5", "--time", "10s", "--out", "p.box", *trunks.FIXED)
        self.check("p.box", mesh, self.count(result), "0.501")  # And 0.001 for rounding, as without a tolerance.

    def test_turned_cavity(self):
        self.cuboid("t.off", (400, 200, 100), (1, 2, 3), 1.0)
        self.run_program("t.off", *trunks.FIXED)
        self.check("t.box", "t.off", 8)

    def test_luggage(self):
        mesh = MESHES / "sedan.off"
        result = self.run_program(mesh, "--set", "sae-j1100", "--turns", "3", "--out", "s.box", *trunks.FIXED)
        self.check("s.box", mesh, self.count(result))


if __name__ == "__main__":
    support.main()
