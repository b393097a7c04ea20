# SPDX-FileCopyrightText: 2026 The Jampack authors
# SPDX-License-Identifier: MIT
"""The command line of trunkpack: help, version, defaults, and what is refused."""
import re

import option_pages
import support
import trunks


class Pages(option_pages.OptionPages, trunks.TrunkTest):
    pass


class HelpTopics(option_pages.HelpTopics, trunks.TrunkTest):
    pass


class DryRun(option_pages.DryRun, trunks.TrunkTest):
    problem = ["t.off"]


class HelpAndVersion(trunks.TrunkTest):
    def test_help_shows_every_group_with_the_defaults_in_force(self):
        text = self.run_program("--help", "all").out
        for group in ["Trunk", "Boxes", "Search", "Device", "Output", "Query", "Examples", "Exit codes"]:
            self.assertRegex(text, rf"(?m)^{group}")
        for default in ["--time T (=120s)", "--unit mm|cm|m|inch ", "--up x|y|z ", "--cell-size MM (=20)", "--tolerance MM (=0)",
                        "--device auto|cpu|cuda[:i] (=auto)", "--instances N|auto (=auto)", "--threads N (=0)",
                        "--set din|iso3832|sae-j1100|FILE (=din)", "--spacing MM (=8.485)"]:
            self.assertIn(default, text)

    def test_every_option_is_explained_in_the_manual_and_the_manual_names_no_other(self):
        in_help = set(re.findall(r"--([a-z][a-z-]*)", self.run_program("--help", "all").out))
        manual = (support.SOURCE_DIR / "docs" / "trunkpack.md").read_text()
        in_manual = set(re.findall(r"(?<![\w-])--([a-z][a-z-]*)", manual))
        self.assertEqual(in_help - in_manual, set())
        self.assertEqual(in_manual - in_help, set())

    def test_version_names_commit_compiler_cuda_and_mpi(self):
        lines = self.run_program("--version").out.splitlines()
        self.assertRegex(lines[0], r"^trunkpack \d+\.\d+\.\d+$")
        self.assertEqual([line.split()[0] for line in lines[1:]], ["commit", "compiler", "CUDA", "MPI"])

    def test_time_limit_is_two_minutes_where_none_is_given(self):
        self.cuboid("t.off", (200, 100, 50))
        err = self.run_program("t.off", *trunks.FIXED).err
        self.assertIn("at most 2m", err)
        self.assertIn("default", err)
        self.assertNotIn("at most", self.run_program("t.off", "--turns", "1", *trunks.FIXED).err)


class Harmless(trunks.TrunkTest):
    """What asks for what holds anyway is no error."""

    def test_in_every_mode(self):
        self.cuboid("t.off", (200, 100, 50))
        self.run_program("t.off", *trunks.FIXED, "--turns", "1", "--out", "a.box", "--quiet", "--progress", "off", "--rounded", "0",
                         "--checkpoint", "none")
        self.run_program("t.off", "--verify", "a.box", "--device", "cpu", "--progress", "off", "--archive", "none", "--checkpoint", "none",
                         "--instances", "auto")
        self.run_program("--points", "p.point", "--archive", "none", "--dry-run")
        self.run_program("--points", "p.xyz", "--unit", "m", "--up", "y", "--noise", "0.5", "--archive", "none", "--dry-run")
        self.run_program("t.off", "--start", "a.box", "--steps", "5", "--archive", "none", "--progress", "off", "--device", "cpu")
        self.run_program("archive", "list", "--quiet", "--checkpoint", "none", "--progress", "off")


class Reports(trunks.TrunkTest):
    def test_log_and_statistics_of_a_search(self):
        self.cuboid("t.off", (400, 200, 50))
        self.run_program("t.off", *trunks.FIXED, "--turns", "1", "--out", "a.box", "--log", "a.log", "--stats", "a.csv", "--quiet")
        self.assertIn("seconds,", self.path("a.csv").read_text())
        self.assertRegex(self.path("a.log").read_text(), r"(?m)^\d{4}-\d{2}-\d{2}T")
        self.refused("t.off", "--stats", "b.html", "--html", "b.html", says=["--html and --stats", "same file"])
        self.refused("t.off", "--verify", "a.box", "--stats", "b.csv", says=["--stats has no effect with --verify"])


class Refused(trunks.TrunkTest):
    def test_no_trunk_or_two(self):
        self.refused(says=["no trunk", "--points"])
        self.refused("a.off", "b.off", says=["two meshes", "a.off", "b.off"])
        self.refused("a.off", "--points", "p.point", says=["a.off", "--points"])

    def test_unknown_option_names_the_nearest_one(self):
        self.refused("t.off", "--spacin", "3", says=["--spacin", "did you mean --spacing?"])
        self.refused("t.off", "-o", "x", says=["no option -o;"])

    def test_values(self):
        for option, text, says in [("--box", "200x100", "200x100x50"), ("--box", "0x1x1", "from 0.001 to 1e6 mm"), ("--set", "vda", "sae-j1100"),
                                   ("--unit", "ft", "mm, cm, m or inch"), ("--up", "w", "x, y or z"), ("--wrap", "0", "ALPHA,OFFSET"),
                                   ("--spacing", "0", "from 0.1 to 10000 mm"), ("--cell-size", "-1", "from 0.1 to 10000 mm"), ("--tolerance", "-1", "from 0 to 10000 mm"),
                                   ("--turns", "0", "whole number"), ("--time", "soon", "--time"), ("--seed", "x", "whole number"),
                                   ("--threads", "many", "whole number"), ("--instances", "0", "auto"), ("--out", "-", "--json")]:
            with self.subTest(option=option, text=text):
                self.refused("t.off", option, text, says=[option, says])

    def test_numbers_beyond_their_range(self):
        # Each of these was taken, and ended in a crash, in an endless run or in nonsense.
        for option, text, says in [("--wrap", "1e300", "ALPHA,OFFSET in mm, both from 0.001 to 100000"), ("--wrap", "1e-9", "ALPHA,OFFSET in mm, both from 0.001 to 100000"),
                                   ("--wrap", "24,1e300", "ALPHA,OFFSET in mm, both from 0.001 to 100000"), ("--spacing", "1e-9", "a length from 0.1 to 10000 mm"),
                                   ("--cell-size", "1e300", "a length from 0.1 to 10000 mm"), ("--tolerance", "1e300", "from 0 to 10000 mm"),
                                   ("--rounded", "1e-300", "a radius of 0 or from 1e-6 to 10000 mm"), ("--box", "1e300x1x1", "from 0.001 to 1e6 mm"),
                                   ("--time", "1000000d", "from 0 to 36500d"), ("--turns", "9223372036854775807", "from 1 to 1000000000000000000")]:
            with self.subTest(option=option, text=text):
                self.refused("t.off", option, text, says=[f"{option} is '{text}': ", says])

    def test_radius_of_edges_names_where_it_comes_from(self):
        self.cuboid("t.off", (300, 200, 100))
        self.refused("t.off", "--rounded", "30", says=["edges are rounded by 30 mm", "at most 25 mm", "--rounded"])
        self.write("a.box", "# rounded: 30\n1\n100 50 25  1 0 0  0 1 0  0 0  200 100 50\n")
        self.write("b.box", "1\n10 50 25  1 0 0  0 1 0  0 0  20 100 50\n")
        self.refused("t.off", "--fixed", "b.box", "--rounded", "15", says=["b.box: edges are rounded by 15 mm", "at most 10 mm"])
        result = self.run_program("t.off", "--verify", "a.box", code=2)
        self.assertIn("a.box: edges are rounded by 30 mm", result.err)

    def test_device_that_is_not_there(self):
        self.cuboid("t.off", (300, 200, 100))
        self.refused("t.off", "--device", "cuda:99", says=["cuda:99"], code=3)
        self.refused("t.off", "--device", "abacus", says=["abacus"])

    def test_options_that_would_do_nothing(self):
        self.refused("t.off", "--box", "1x1x1", "--set", "din", says=["--box", "--set"])
        self.refused("--points", "p.point", "--unit", "m", says=["--unit", "POINT file"])
        self.refused("t.off", "--noise", "1", says=["--noise", "without --points"])
        self.refused("--points", "p.ply", "--noise", "-1", says=["--noise", "a deviation"])
        self.refused("t.off", "--steps", "5", says=["--steps", "--start FILE"])
        self.refused("t.off", "--steps", "5", "--start", "a.box", "--html", "x.html", says=["--html", "--steps"])
        self.refused("t.off", "--verify", "a.box", "--time", "3s", says=["--time", "--verify"])
        self.refused("t.off", "--quiet", "--verbose", says=["--quiet", "--verbose"])
        self.refused("t.off", "--set", "sae-j1100", "--walls", "points", says=["--spacing is 8.48528 mm", "at least 28.575 mm", "1143 x 204 x 204 mm"])
        self.refused("--points", "p.point", "--walls", "points", says=["--walls", "--points"])

    def test_distance_of_points_where_there_are_none(self):
        for option in ("--spacing", "--cell-size"):
            makers = ["no points on the walls", "--walls points, --start FILE, --live or --steps"]
            for search in (["t.off"], ["t.off", "--walls", "triangles"]):
                self.refused(*search, option, "100", says=[option, *makers])
            for search in (["t.off", "--walls", "points"], ["t.off", "--start", "a.box"], ["t.off", "--live", "0"],
                           ["t.off", "--start", "a.box", "--steps", "9"]):
                self.run_program(*search, option, "30", "--dry-run")
        self.run_program("t.off", "--cell-size", "20", "--dry-run")  # The default.
        self.run_program("--points", "p.point", "--cell-size", "30", "--dry-run")
        self.refused("--points", "p.point", "--spacing", "30", says=["--spacing", "without a mesh"])

    def test_points_denser_than_the_annealing_has_room_for(self):
        self.refused("t.off", "--walls", "points", "--spacing", "4", says=["--spacing is 4 mm", "at least 5 mm", "200 x 100 x 50 mm"])
        self.refused("t.off", "--walls", "points", "--box", "600x400x300", says=["--spacing is 8.48528 mm", "at least 15 mm"])
        self.run_program("t.off", "--start", "a.box", "--spacing", "4", "--dry-run")

    def test_tolerance_of_a_quarter_of_the_shortest_edge(self):
        for options, limit in [([], "12.5"), (["--box", "100x40x80"], "10"), (["--set", "sae-j1100"], "28.5")]:
            self.refused("t.off", *options, "--tolerance", limit, says=["--tolerance is " + limit + " mm", "less than " + limit + " mm"])

    def test_two_outputs_in_one_file(self):
        self.refused("t.off", "--out", "x", "--glb", "./x", says=["--out", "--glb", "same file"])


if __name__ == "__main__":
    support.main()
