# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""The command line of trunkpack: help, version, defaults, and what is refused."""
import re

import support
import trunks


class HelpAndVersion(trunks.TrunkTest):
    def test_help_shows_every_group_with_the_defaults_in_force(self):
        text = self.run_program("--help").out
        for group in ["Trunk", "Boxes", "Search", "Device", "Output", "Query", "Examples", "Exit codes"]:
            self.assertRegex(text, rf"(?m)^{group}")
        for default in ["--time T (=120s)", "--unit mm|cm|m|inch (=mm)", "--up x|y|z (=z)", "--cell-size MM (=20)", "--tolerance MM (=0)",
                        "--device auto|cpu|cuda[:i] (=auto)", "--instances N (=auto)", "--threads N (=0)"]:
            self.assertIn(default, text)

    def test_every_option_is_explained_in_the_manual_and_the_manual_names_no_other(self):
        in_help = set(re.findall(r"--([a-z][a-z-]*)", self.run_program("--help").out))
        manual = (support.SOURCE_DIR / "docs" / "trunkpack.md").read_text()
        in_manual = set(re.findall(r"(?<![\w-])--([a-z][a-z-]*)", manual))
        self.assertEqual(in_help - in_manual, set())
        self.assertEqual(in_manual - in_help, set())

    def test_version_names_commit_compiler_and_cuda(self):
        lines = self.run_program("--version").out.splitlines()
        self.assertRegex(lines[0], r"^trunkpack \d+\.\d+\.\d+$")
        self.assertEqual([line.split()[0] for line in lines[1:]], ["commit", "compiler", "CUDA"])

    def test_time_limit_is_two_minutes_where_none_is_given(self):
        self.cuboid("t.off", (200, 100, 50))
        err = self.run_program("t.off", *trunks.FIXED).err
        self.assertIn("at most 2m", err)
        self.assertIn("default", err)
        self.assertNotIn("at most", self.run_program("t.off", "--turns", "1", *trunks.FIXED).err)


class Refused(trunks.TrunkTest):
    def test_no_trunk_or_two(self):
        self.refused(says=["no trunk", "--points"])
        self.refused("a.off", "b.off", says=["two meshes", "a.off", "b.off"])
        self.refused("a.off", "--points", "p.point", says=["a.off", "--points"])

    def test_unknown_option_names_the_nearest_one(self):
        self.refused("t.off", "--spacin", "3", says=["--spacin", "did you mean --spacing?"])
        self.refused("t.off", "-o", "x", says=["no option -o;"])

    def test_values(self):
        for option, text, says in [("--box", "200x100", "200x100x50"), ("--box", "0x1x1", "above 0"), ("--set", "vda", "sae-j1100"),
                                   ("--unit", "ft", "mm, cm, m or inch"), ("--up", "w", "x, y or z"), ("--wrap", "0", "ALPHA,OFFSET"),
                                   ("--spacing", "0", "above 0"), ("--cell-size", "-1", "above 0"), ("--tolerance", "-1", "0 or larger"),
                                   ("--turns", "0", "whole number"), ("--time", "soon", "--time"), ("--seed", "x", "whole number"),
                                   ("--threads", "many", "whole number"), ("--instances", "0", "auto"), ("--out", "-", "--json")]:
            with self.subTest(option=option, text=text):
                self.refused("t.off", option, text, says=[option, says])

    def test_device_that_is_not_there(self):
        self.cuboid("t.off", (300, 200, 100))
        self.refused("t.off", "--device", "cuda:99", says=["cuda:99"], code=3)
        self.refused("t.off", "--device", "abacus", says=["abacus"])

    def test_options_that_would_do_nothing(self):
        self.refused("t.off", "--box", "1x1x1", "--set", "din", says=["--box", "--set"])
        self.refused("t.off", "--set", "sae-j1100", "--start", "a.box", says=["--start", "sae-j1100"])
        self.refused("--points", "p.point", "--unit", "m", says=["--unit", "without a mesh"])
        self.refused("t.off", "--steps", "5", says=["--steps", "--start FILE"])
        self.refused("t.off", "--steps", "5", "--start", "a.box", "--html", "x.html", says=["--html", "--steps"])
        self.refused("t.off", "--verify", "a.box", "--time", "3s", says=["--time", "--verify"])
        self.refused("t.off", "--quiet", "--verbose", says=["--quiet", "--verbose"])

    def test_tolerance_of_a_quarter_of_the_shortest_edge(self):
        for options, limit in [([], "12.5"), (["--box", "100x40x80"], "10"), (["--set", "sae-j1100"], "28.5")]:
            self.refused("t.off", *options, "--tolerance", limit, says=["--tolerance is " + limit + " mm", "less than " + limit + " mm"])

    def test_two_outputs_in_one_file(self):
        self.refused("t.off", "--out", "x", "--glb", "./x", says=["--out", "--glb", "same file"])


if __name__ == "__main__":
    support.main()
