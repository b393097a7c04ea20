#!/usr/bin/env python3
# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""The generators in scripts/ make the files that are stored in the source tree: meshes, the scene of the contact simulation, start packings.

usage: test_generators.py [CIRCLEPACK]; without the program the start packings are left out.
"""
import pathlib
import subprocess
import sys
import tempfile
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "support"))
import python_tests  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
CIRCLEPACK = sys.argv.pop(1) if len(sys.argv) > 1 else ""


def digits(text):
    """A packing without its comments but for the radius: they name version and options."""
    return [line for line in text.splitlines() if not line.startswith("#") or line.startswith("# enclosing-radius")]


class Generators(unittest.TestCase):
    def made(self, script, *options):
        """{name: text} of the files that a generator writes into an empty folder."""
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([ROOT / "scripts" / script, "--out", folder, *options], stdout=subprocess.DEVNULL, check=True, timeout=300)
            return {path.name: path.read_text() for path in pathlib.Path(folder).iterdir()}

    def test_the_trunks(self):
        made = self.made("make-meshes")
        self.assertEqual(made, {path.name: path.read_text() for path in (ROOT / "meshes").glob("*.off")})

    def test_the_scene_of_boxes(self):
        made = self.made("make-trunk-instance")
        self.assertEqual(set(made), {"trunk.point", "legal-242.box", "perturbed-242.box"})
        for name, text in made.items():
            self.assertTrue(text == (ROOT / "instances" / "trunk" / name).read_text(), f"{name} differs")

    def test_the_picture_of_the_phases_of_trunkpack(self):
        made = self.made("make-phase-picture")
        self.assertEqual(made, {"trunk-phases.svg": (ROOT / "docs" / "images" / "trunk-phases.svg").read_text()})

    def test_a_table_without_phases_is_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            table = pathlib.Path(folder) / "empty.csv"
            table.write_text("phase,seed,boxes\n")
            run = subprocess.run([ROOT / "scripts" / "make-phase-picture", "--table", table, "--out", folder], capture_output=True, text=True)
            self.assertEqual(run.returncode, 2)
            self.assertIn("no phases", run.stderr)
            self.assertEqual(run.stderr.count("\n"), 1)

    @unittest.skipUnless(CIRCLEPACK, "the program circlepack was not built")
    def test_the_start_packings(self):
        made = self.made("make-instances", "--program", CIRCLEPACK)
        self.assertEqual(set(made), {path.name for path in (ROOT / "instances" / "circles").glob("*.circles")})
        for name, text in made.items():
            self.assertEqual(digits(text), digits((ROOT / "instances" / "circles" / name).read_text()), name)


if __name__ == "__main__":
    python_tests.main()
